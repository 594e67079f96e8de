//! What a folder of a single run is about: its question, method and figures.

use serde_json::{Value, json};

use super::folder::ResultFolder;
use crate::experiment::{
    BLOCKING, CROSS, ERRORS, HISTOGRAMS, LENGTHS, MATCH, OCCUPANCY, PAIRINGS, PAIRS, PHASE_REGRET,
    RATINGS, SKILL, SUMMARY, SWAPS,
};
use crate::report::html::FigureSpec;

/// Gives the folder of `simulate`, `match` or `ladder` its title, question and
/// standing figures, by the tables it has.
pub(super) fn complete(folder: &mut ResultFolder) {
    let has = |file: &str| folder.tables.iter().any(|table| table.file == file);
    let kind = [
        ("summary.csv", SIMULATED),
        ("pairings.csv", LADDER),
        ("match.csv", MATCHED),
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
        let about = abouts().into_iter().find(|(file, _)| *file == table.file);
        if let Some((_, about)) = about
            && table.description.is_empty()
        {
            table.description = about.to_string();
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

/// What a row of each file stands for.
fn abouts() -> [(&'static str, &'static str); 14] {
    [
        (SUMMARY.file, SUMMARY.about),
        (LENGTHS.file, LENGTHS.about),
        (HISTOGRAMS.file, HISTOGRAMS.about),
        (OCCUPANCY.file, OCCUPANCY.about),
        (SWAPS.file, SWAPS.about),
        (PAIRS.file, PAIRS.about),
        (BLOCKING.file, BLOCKING.about),
        (MATCH.file, MATCH.about),
        (PAIRINGS.file, PAIRINGS.about),
        (RATINGS.file, RATINGS.about),
        (CROSS.file, CROSS.about),
        (SKILL.file, SKILL.about),
        (ERRORS.file, ERRORS.about),
        (PHASE_REGRET.file, PHASE_REGRET.about),
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
