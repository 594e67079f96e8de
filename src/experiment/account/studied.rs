//! What a folder of `senet study` is about: its question, method and figures.

use serde_json::{Value, json};

use super::folder::ResultFolder;
use crate::experiment::study::{
    ADVANTAGE, BLOCKING_VALUE, CHECK, DECISION_AGENTS, DECISION_MARGINS, DERIVATIVES, MATCHED,
    NOTABLE_DECISIONS, OPENINGS, REACH, REACH_CURVE, STICK_STUDY, Topic,
};
use crate::report::html::FigureSpec;
use crate::report::{DataTable, number};

/// Brings the manifest of a study to the form of the others: the games behind
/// its tables are the rulesets, with the pieces among their changes, and the
/// time is that of all tasks. `false` where it is not of a study.
pub(super) fn adapt(manifest: &mut Value) -> bool {
    let Some(manifest) = manifest.as_object_mut() else {
        return false;
    };
    if !manifest.contains_key("topic") {
        return false;
    }
    let tables = manifest.remove("tables").unwrap_or_default();
    let mut rulesets: Vec<Value> = Vec::new();
    for table in tables.as_array().into_iter().flatten() {
        let pieces = format!("pieces={}", table["pieces"]);
        let changes = match table["changes"].as_str() {
            None | Some("") => vec![pieces],
            Some(changes) => vec![pieces, changes.to_string()],
        };
        let ruleset = json!({
            "ruleset": table["ruleset"], "digest": table["digest"], "changes": changes,
        });
        if !rulesets.contains(&ruleset) {
            rulesets.push(ruleset);
        }
    }
    manifest.insert("rulesets".into(), Value::Array(rulesets));
    if let Some(seconds) = manifest.remove("task_seconds") {
        manifest.insert("seconds".into(), seconds);
    }
    true
}

/// Gives the folder of a topic its title, question, method and figures; a topic
/// of another version of the program keeps its tables alone.
pub(super) fn complete(folder: &mut ResultFolder, topic: &str) {
    let Some(topic) = Topic::ALL.into_iter().find(|known| known.name() == topic) else {
        return;
    };
    let [title, question, method] = words(topic);
    folder.title = if folder.name == topic.name() {
        title.to_string()
    } else {
        format!("{title} ({})", folder.name)
    };
    folder.question = question.to_string();
    folder.method = method.to_string();
    folder.limits = LIMITS.to_string();
    for table in &mut folder.tables {
        let about = abouts().into_iter().find(|(file, ..)| *file == table.file);
        if let Some((_, title, about)) = about {
            table.title = title.to_string();
            table.description = about.to_string();
        }
    }
    folder.figures = figures(topic)
        .into_iter()
        .flat_map(|figure| by_pieces(folder, figure))
        .collect();
}

const LIMITS: &str = "Games of fewer pieces than the rules have are other games. Where the tables \
    say that the evidence is certified the bounds are proven; a table of 16 bits has none, and is \
    good to some 10⁻⁵.";

/// Title, question, method.
fn words(topic: Topic) -> [&'static str; 3] {
    match topic {
        Topic::Advantage => [
            "Perfect play: advantage and length",
            "How large is the first player's advantage when both play perfectly, and how long does \
             the game last?",
            "Every game is solved; lengths are those of the perfect player against itself, from the \
             equations of its moves, or from games where the tables say that they are simulated.",
        ],
        Topic::Blocking => [
            "Perfect play: what pairs and walls are worth",
            "What do pairs and walls do to a game, and what are they worth to the player who has \
             them?",
            "The rule is removed for both players, or denied to one of them, and the game solved \
             again; and positions are compared that have as many squares to go and pieces, with and \
             without a pair or a wall.",
        ],
        Topic::Sticks => [
            "Perfect play: sticks that are not fair",
            "How do advantage and length change with the chance that a stick falls light side up?",
            "The game is solved again for each chance of the sticks.",
        ],
        Topic::Openings => [
            "Perfect play: openings",
            "What is each first choice worth?",
            "Every choice with every first throw is looked up in the table.",
        ],
        Topic::Decisions => [
            "Perfect play: decisions",
            "How close are the decisions, and what do simple agents lose by theirs?",
            "The perfect player plays itself; in each of its decisions the choices are ranked by the \
             table, and each agent is asked.",
        ],
        Topic::Reach => [
            "Perfect play: positions that arise",
            "How many of the positions can arise at all, and how many do in perfect play?",
            "Entries of the table are counted: those that follow from the start by any choices, by \
             the perfect player's, and those met in games.",
        ],
        Topic::Check => [
            "Perfect play: checks",
            "Do games of perfect play agree with the exact figures?",
            "The perfect player plays itself. Wins and lengths are compared with the exact ones in \
             standard errors, and each game's luck with its result.",
        ],
        Topic::Derivatives => [
            "Perfect play: smaller tables",
            "What do smaller tables cost?",
            "Values in 8 bits, and best choices alone, are made of a table, and their players' \
             choices compared with those of the table.",
        ],
    }
}

/// File, title, and what a row stands for.
fn abouts() -> [(&'static str, &'static str, &'static str); 12] {
    [
        (ADVANTAGE.file, "Advantage and length", ADVANTAGE.about),
        (
            BLOCKING_VALUE.file,
            "The rule removed or denied",
            BLOCKING_VALUE.about,
        ),
        (MATCHED.file, "Positions matched", MATCHED.about),
        (
            STICK_STUDY.file,
            "Sticks that are not fair",
            STICK_STUDY.about,
        ),
        (OPENINGS.file, "First choices", OPENINGS.about),
        (
            DECISION_AGENTS.file,
            "Agents' choices",
            DECISION_AGENTS.about,
        ),
        (DECISION_MARGINS.file, "Margins", DECISION_MARGINS.about),
        (
            NOTABLE_DECISIONS.file,
            "Notable decisions",
            NOTABLE_DECISIONS.about,
        ),
        (REACH.file, "Positions that arise", REACH.about),
        (
            REACH_CURVE.file,
            "Positions met in games",
            REACH_CURVE.about,
        ),
        (CHECK.file, "Checks", CHECK.about),
        (DERIVATIVES.file, "Smaller tables", DERIVATIVES.about),
    ]
}

/// The figure once for each number of pieces that it has rows of; once for all
/// where these are its series and several. None where it has no values.
fn by_pieces(folder: &ResultFolder, figure: FigureSpec) -> Vec<FigureSpec> {
    let entry = folder.tables.iter().find(|t| t.file == figure.table);
    let Some((table, column)) = entry.and_then(|t| Some((&t.table, t.table.column(PIECES).ok()?)))
    else {
        return Vec::new();
    };
    let mut sizes: Vec<&str> = Vec::new();
    for row in &table.rows {
        if !sizes.contains(&row[column].as_str()) {
            sizes.push(&row[column]);
        }
    }
    let several = sizes.len() > 1;
    let together = figure.series.as_deref() == Some(PIECES);
    let figures = if together && several {
        let alt = format!(
            "{} by {} and pieces a side.",
            figure.y_label, figure.x_label
        );
        vec![FigureSpec { alt, ..figure }]
    } else {
        let of = |size: &str| {
            let mut figure = figure.clone();
            figure.filter.insert(PIECES.into(), size.into());
            if together {
                figure.series = None;
                figure.alt = alt(&figure);
            }
            let side = if size == "1" { "piece" } else { "pieces" };
            figure.title = format!("{}, {size} {side} a side", figure.title);
            if several {
                figure.id = format!("{}-{size}", figure.id);
            }
            figure
        };
        sizes.into_iter().map(of).collect()
    };
    let drawn = figures.into_iter();
    drawn.filter(|figure| has_values(table, figure)).collect()
}

const PIECES: &str = "pieces";

fn has_values(table: &DataTable, figure: &FigureSpec) -> bool {
    let drawn = table.filtered(&figure.filter);
    let drawn = drawn.and_then(|table| table.without(&figure.without));
    drawn.is_ok_and(|table| {
        let column = table.column(&figure.y);
        column.is_ok_and(|y| table.rows.iter().any(|row| number(&row[y]).is_some()))
    })
}

fn figures(topic: Topic) -> Vec<FigureSpec> {
    let figures = match topic {
        Topic::Advantage => advantage(),
        Topic::Blocking => blocking(),
        Topic::Sticks => sticks(),
        Topic::Openings => openings(),
        Topic::Decisions => decisions(),
        Topic::Reach => reach(),
        Topic::Check => check(),
        Topic::Derivatives => derivatives(),
    };
    figures
        .into_iter()
        .map(|figure| {
            let mut figure: FigureSpec =
                serde_json::from_value(figure).expect("the standing figures are figures");
            figure.alt = alt(&figure);
            figure
        })
        .collect()
}

/// What the picture shows.
fn alt(figure: &FigureSpec) -> String {
    let series = match figure.series.as_deref() {
        None => "",
        Some(PIECES) => ", for each number of pieces",
        Some("what") => ", for each rule",
        Some("holding") => ", of pairs and of walls",
        Some("throw") => ", for each throw",
        Some(_) => ", for each ruleset",
    };
    format!("The {} by {}{series}.", figure.y_label, figure.x_label)
}

const CHANCE: &str = "first player's chance of winning";
const LENGTH: &str = "mean plies of a game";

fn advantage() -> Vec<Value> {
    vec![
        json!({
            "id": "advantage", "title": "The first player's chance in perfect play",
            "kind": "dots", "table": ADVANTAGE.file, "x": "ruleset", "y": "first",
            "low": "first_lo", "high": "first_hi", "series": PIECES, "filter": {"changes": ""},
            "reference": 0.5, "x_label": "ruleset", "y_label": CHANCE,
        }),
        json!({
            "id": "length", "title": "Length of perfect play", "kind": "dots",
            "table": ADVANTAGE.file, "x": "ruleset", "y": "plies", "low": "plies_lo",
            "high": "plies_hi", "series": PIECES, "filter": {"changes": ""},
            "x_label": "ruleset", "y_label": LENGTH,
            "note": "Intervals are of simulated lengths; the others are exact.",
        }),
        json!({
            "id": "readings", "title": "The first player's chance by reading", "kind": "dots",
            "table": ADVANTAGE.file, "x": "changes", "y": "first", "low": "first_lo",
            "high": "first_hi", "series": "ruleset", "without": {"changes": [""]},
            "reference": 0.5, "x_label": "reading", "y_label": CHANCE,
        }),
        json!({
            "id": "readings-length", "title": "Length by reading", "kind": "dots",
            "table": ADVANTAGE.file, "x": "changes", "y": "plies", "low": "plies_lo",
            "high": "plies_hi", "series": "ruleset", "without": {"changes": [""]},
            "x_label": "reading", "y_label": LENGTH,
        }),
    ]
}

fn sticks() -> Vec<Value> {
    vec![
        json!({
            "id": "advantage", "title": "The first player's chance by the sticks",
            "kind": "lines", "table": STICK_STUDY.file, "x": "stick_p", "y": "first",
            "series": "ruleset", "filter": {"changes": ""}, "reference": 0.5,
            "x_label": "chance of a stick", "y_label": CHANCE,
        }),
        json!({
            "id": "length", "title": "Length of perfect play by the sticks", "kind": "lines",
            "table": STICK_STUDY.file, "x": "stick_p", "y": "plies", "series": "ruleset",
            "filter": {"changes": ""}, "x_label": "chance of a stick", "y_label": LENGTH,
        }),
    ]
}

fn blocking() -> Vec<Value> {
    let removed = |id: &str, title: &str, y: &str, label: &str| {
        json!({
            "id": id, "title": title, "kind": "dots", "table": BLOCKING_VALUE.file,
            "x": "ruleset", "y": y, "series": "what",
            "filter": {"changes": "", "way": "removed"}, "reference": 0.0,
            "x_label": "ruleset", "y_label": label,
        })
    };
    let matched = |owner: &str, title: &str| {
        json!({
            "id": format!("matched-{owner}"), "title": title, "kind": "dots",
            "table": MATCHED.file, "x": "ruleset", "y": "difference", "series": "holding",
            "filter": {"changes": "", "owner": owner, "against": "neither"},
            "reference": 0.0, "x_label": "ruleset", "y_label": "difference of equity",
            "note": "Against positions with neither, with as many squares to go and pieces.",
        })
    };
    vec![
        removed(
            "removed-length",
            "Length without pairs or walls",
            "plies_change",
            "change of the mean length, plies",
        ),
        removed(
            "removed-advantage",
            "The first player's chance without pairs or walls",
            "first_change",
            "change of the first player's chance",
        ),
        json!({
            "id": "denied", "title": "What a player loses to whom the rule is denied",
            "kind": "dots", "table": BLOCKING_VALUE.file, "x": "ruleset", "y": "loss",
            "series": "what", "filter": {"changes": "", "way": "denied"}, "reference": 0.0,
            "x_label": "ruleset", "y_label": "loss of winning chance, mean of both seats",
        }),
        matched("thrower", "Having a pair or a wall, before one's own throw"),
        matched("other", "Having a pair or a wall, before the other's throw"),
    ]
}

fn openings() -> Vec<Value> {
    vec![
        json!({
            "id": "best", "title": "What each first throw is worth", "kind": "dots",
            "table": OPENINGS.file, "x": "ruleset", "y": "equity", "low": "equity_lo",
            "high": "equity_hi", "series": "throw", "filter": {"changes": "", "rank": "1"},
            "reference": 0.5, "x_label": "ruleset", "y_label": "equity of the best choice",
        }),
        json!({
            "id": "second", "title": "What the second-best first choice costs", "kind": "dots",
            "table": OPENINGS.file, "x": "ruleset", "y": "regret", "series": "throw",
            "filter": {"changes": "", "rank": "2"}, "x_label": "ruleset", "y_label": "regret",
        }),
    ]
}

fn decisions() -> Vec<Value> {
    vec![
        json!({
            "id": "agents", "title": "What agents lose a decision", "kind": "dots",
            "table": DECISION_AGENTS.file, "x": "agent", "y": "regret", "series": "ruleset",
            "filter": {"changes": ""}, "x_label": "agent", "y_label": "mean regret",
        }),
        json!({
            "id": "margins", "title": "How close decisions are", "kind": "lines",
            "table": DECISION_MARGINS.file, "x": "up_to", "y": "share", "series": "ruleset",
            "filter": {"changes": ""}, "log_x": true,
            "x_label": "margin of the best choice over the next, up to",
            "y_label": "share of the decisions",
        }),
    ]
}

fn reach() -> Vec<Value> {
    let share = |id: &str, title: &str, y: &str| {
        json!({
            "id": id, "title": title, "kind": "bars", "table": REACH.file, "x": "ruleset",
            "y": y, "filter": {"changes": ""}, "x_label": "ruleset",
            "y_label": "share of the table",
        })
    };
    vec![
        share("reachable", "Positions that can arise", "reachable_share"),
        share(
            "perfect",
            "Positions that perfect play can come to",
            "perfect_share",
        ),
        json!({
            "id": "curve", "title": "Different positions met in games of perfect play",
            "kind": "lines", "table": REACH_CURVE.file, "x": "games", "y": "share",
            "series": "ruleset", "filter": {"changes": ""}, "log_x": true,
            "x_label": "games", "y_label": "share of the table",
        }),
    ]
}

fn check() -> Vec<Value> {
    let off = |id: &str, title: &str, y: &str| {
        json!({
            "id": id, "title": title, "kind": "dots", "table": CHECK.file, "x": "ruleset",
            "y": y, "series": PIECES, "filter": {"changes": ""}, "reference": 0.0,
            "x_label": "ruleset", "y_label": "standard errors",
        })
    };
    vec![
        off("wins", "Wins in games less the exact chance", "first_z"),
        off("lengths", "Length of games less the exact one", "plies_z"),
    ]
}

fn derivatives() -> Vec<Value> {
    vec![json!({
        "id": "regret", "title": "What smaller tables cost a decision", "kind": "dots",
        "table": DERIVATIVES.file, "x": "form", "y": "regret", "series": "ruleset",
        "filter": {"changes": ""}, "x_label": "table", "y_label": "mean regret",
    })]
}
