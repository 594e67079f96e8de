//! The standing figures of the topics of a study.

use serde_json::{Value, json};

use crate::experiment::study::{
    ADVANTAGE, BLOCKING_VALUE, CHECK, DECISION_AGENTS, DECISION_MARGINS, DERIVATIVES, MATCHED,
    OPENINGS, REACH, REACH_CURVE, STICK_STUDY, Topic,
};
use crate::report::html::FigureSpec;

/// The column of the pieces a side.
pub(super) const PIECES: &str = "pieces";

/// The figures of a topic, of all numbers of pieces together.
pub(super) fn figures(topic: Topic) -> Vec<FigureSpec> {
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
pub(super) fn alt(figure: &FigureSpec) -> String {
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
