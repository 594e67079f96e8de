//! What a folder of a single run is about: its question, method and figures.

use serde_json::{Value, json};

use super::folder::ResultFolder;
use crate::experiment::{
    BLOCKING, CROSS, CURVE, ERRORS, HISTOGRAMS, LENGTHS, MATCH, OCCUPANCY, PAIRINGS, PAIRS,
    PHASE_REGRET, RATINGS, SKILL, SKILL_LUCK, SUMMARY, SWAPS,
};
use crate::report::html::FigureSpec;

/// Gives the folder of a single run its title, question and
/// standing figures, by the tables it has.
pub(super) fn complete(folder: &mut ResultFolder) {
    let has = |file: &str| folder.tables.iter().any(|table| table.file == file);
    let kind = [
        ("summary.csv", SIMULATED),
        ("pairings.csv", LADDER),
        ("match.csv", MATCHED),
        ("skill-luck.csv", SKILLED),
        ("curve.csv", LEARNED),
    ];
    if let Some((_, [title, question, method])) = kind.iter().find(|(file, _)| has(file)) {
        for (text, standing) in [
            (&mut folder.title, title),
            (&mut folder.question, question),
            (&mut folder.method, method),
        ] {
            if text.is_empty() {
                *text = (*standing).to_string();
            }
        }
    }
    for table in &mut folder.tables {
        let about = abouts().into_iter().find(|(file, ..)| *file == table.file);
        let Some((file, title, about)) = about else {
            continue;
        };
        if table.description.is_empty() {
            table.description = about.to_string();
        }
        if table.title == file {
            table.title = title.to_string();
        }
    }
    let has = |file: &str| folder.tables.iter().any(|table| table.file == file);
    let figures: Vec<FigureSpec> = figures()
        .into_iter()
        .filter(|figure| has(&figure.table))
        .flat_map(|figure| apart(folder, figure))
        .collect();
    if folder.figures.is_empty() {
        folder.figures = figures;
    }
}

/// File, title, and what a row stands for.
fn abouts() -> [(&'static str, &'static str, &'static str); 16] {
    [
        (SUMMARY.file, "Figures of the games", SUMMARY.about),
        (LENGTHS.file, "Lengths", LENGTHS.about),
        (HISTOGRAMS.file, "How often what happens", HISTOGRAMS.about),
        (OCCUPANCY.file, "Where the pieces stand", OCCUPANCY.about),
        (SWAPS.file, "Captures by square", SWAPS.about),
        (PAIRS.file, "Both seatings on the same throws", PAIRS.about),
        (BLOCKING.file, "What blocking does", BLOCKING.about),
        (MATCH.file, "Score and rating difference", MATCH.about),
        (PAIRINGS.file, "Agent against agent", PAIRINGS.about),
        (RATINGS.file, "Ratings", RATINGS.about),
        (CROSS.file, "Cross table", CROSS.about),
        (SKILL.file, "Choices against the truth", SKILL.about),
        (ERRORS.file, "Errors by size", ERRORS.about),
        (PHASE_REGRET.file, "Errors by phase", PHASE_REGRET.about),
        (
            SKILL_LUCK.file,
            "Agents against perfect play",
            SKILL_LUCK.about,
        ),
        (CURVE.file, "Progress while learning", CURVE.about),
    ]
}

/// Title, question, method.
type Words = [&'static str; 3];

const SIMULATED: Words = [
    "Simulation",
    "How long do the games last, who wins, and what does blocking do?",
    "Every ruleset is played many times by the same agents. Intervals are 95 %: Wilson's for \
     shares, Student's for means. Games given up at the ply limit count as no result.",
];
const LADDER: Words = [
    "Ladder of agents",
    "Which agent plays how well?",
    "Every two agents play pairs of games on the same throws with seats changed. Ratings are the \
     most likely ones of the model of Bradley and Terry about a mean of 0, with 95 % intervals \
     from the spread between pairs.",
];
const MATCHED: Words = [
    "Match",
    "Who plays better, and by how much?",
    "The two play pairs of games on the same throws with seats changed; intervals are 95 %, from \
     the spread between pairs.",
];

const SKILLED: Words = [
    "Skill and luck",
    "How much of the results is skill, how much luck, and which phase decides?",
    "Every agent plays perfect play in pairs of games on the same throws with seats changed. The \
     luck of every throw is known by the true values, and taken out. Intervals are 95 %, from the \
     spread between pairs.",
];
const LEARNED: Words = [
    "Learning by self-play",
    "How well does it play, and how fast did it learn?",
    "The learner meets fixed agents in pairs of games on the same throws with seats changed, and \
     chooses in the same positions each time, without looking ahead. Intervals are 95 %.",
];

/// One figure for each seating, where the runs had several.
fn apart(folder: &ResultFolder, figure: FigureSpec) -> Vec<FigureSpec> {
    let Ok(entry) = folder.table(&figure.table) else {
        return Vec::new();
    };
    let table = &entry.table;
    let (Ok(a), Ok(b)) = (table.column("agent_a"), table.column("agent_b")) else {
        return vec![figure];
    };
    let mut seatings: Vec<(&str, &str)> = Vec::new();
    for row in &table.rows {
        let seating = (row[a].as_str(), row[b].as_str());
        if !seatings.contains(&seating) {
            seatings.push(seating);
        }
    }
    let one = seatings.len() == 1;
    let of = |(number, &(a, b)): (usize, &(&str, &str))| {
        let mut figure = figure.clone();
        figure.filter.insert("agent_a".into(), a.into());
        figure.filter.insert("agent_b".into(), b.into());
        figure.note = format!("{} {a} sits on A, {b} on B.", figure.note)
            .trim()
            .to_string();
        if !one {
            figure.id = format!("{}-{}", figure.id, number + 1);
            figure.title = format!("{}, {a} against {b}", figure.title);
        }
        figure
    };
    seatings.iter().enumerate().map(of).collect()
}

fn figures() -> Vec<FigureSpec> {
    [
        json!({
            "id": "advantage", "title": "Games won by the first player", "kind": "dots",
            "table": "summary.csv", "x": "ruleset", "y": "first_share", "low": "first_lo",
            "high": "first_hi", "reference": 0.5,
            "x_label": "ruleset", "y_label": "share of the finished games, draws half",
            "alt": "Share of games that the first player wins on each ruleset, the highest first, \
                with 95 % intervals; an even game is at 0.5.",
        }),
        json!({
            "id": "length", "title": "How long games last", "kind": "dots",
            "table": "summary.csv", "x": "ruleset", "y": "plies_mean", "low": "plies_p05",
            "high": "plies_p95", "x_label": "ruleset", "y_label": "plies of a game",
            "alt": "Mean length of a game in plies on each ruleset, the longest first.",
            "note": "Bars run from the 5th to the 95th percentile of the games.",
        }),
        json!({
            "id": "decisions", "title": "Plies in which there is something to decide",
            "kind": "bars", "table": "summary.csv", "x": "ruleset", "y": "decision_share",
            "x_label": "ruleset", "y_label": "share of plies with two or more choices",
            "alt": "Share of the plies with two or more choices on each ruleset.",
        }),
        json!({
            "id": "blocking-length", "title": "What blocking does to the length", "kind": "dots",
            "table": "blocking.csv", "x": "ruleset", "y": "plies_diff", "low": "plies_diff_lo",
            "high": "plies_diff_hi", "series": "variant", "reference": 0.0,
            "x_label": "ruleset", "y_label": "change of the mean length, plies",
            "alt": "Change of the mean length when pairs, walls or both are taken away, on the \
                same throws, with 95 % intervals.",
        }),
        json!({
            "id": "blocking-advantage", "title": "What blocking does to the first player",
            "kind": "dots", "table": "blocking.csv", "x": "ruleset", "y": "first_diff",
            "low": "first_diff_lo", "high": "first_diff_hi", "series": "variant",
            "reference": 0.0, "x_label": "ruleset",
            "y_label": "change of the first player's share",
            "alt": "Change of the first player's share when pairs, walls or both are taken away, \
                on the same throws, with 95 % intervals.",
        }),
        json!({
            "id": "occupancy", "title": "Where A's pieces stand", "kind": "heat",
            "table": "occupancy.csv", "x": "square", "y": "share", "series": "ruleset",
            "filter": {"player": "A"}, "x_label": "square",
            "y_label": "share of the plies before which a piece of A stands on the square",
            "alt": "Heat maps on the boards: how often a piece of A stands on each square.",
        }),
        json!({
            "id": "ratings", "title": "Ratings of the agents", "kind": "dots",
            "table": "ratings.csv", "x": "agent", "y": "elo", "low": "elo_lo", "high": "elo_hi",
            "series": "ruleset", "reference": 0.0, "x_label": "agent",
            "y_label": "Elo about the mean of all agents",
            "alt": "Elo ratings of the agents on each ruleset, with 95 % intervals.",
        }),
    ]
    .into_iter()
    .map(|figure: Value| serde_json::from_value(figure).expect("the standing figures are figures"))
    .collect()
}
