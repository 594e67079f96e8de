//! What a folder of `senet study` is about: its question, method and figures.

mod figures;

use serde_json::{Value, json};

use super::folder::ResultFolder;
use crate::experiment::study::{
    ADVANTAGE, BLOCKING_VALUE, CHECK, DECISION_AGENTS, DECISION_MARGINS, DERIVATIVES, MATCHED,
    NOTABLE_DECISIONS, OPENINGS, REACH, REACH_CURVE, STICK_STUDY, Topic,
};
use crate::report::html::FigureSpec;
use crate::report::{DataTable, number};
use figures::{PIECES, alt, figures};

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
        vec![figure]
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

fn has_values(table: &DataTable, figure: &FigureSpec) -> bool {
    let drawn = table.filtered(&figure.filter);
    let drawn = drawn.and_then(|table| table.without(&figure.without));
    drawn.is_ok_and(|table| {
        let column = table.column(&figure.y);
        column.is_ok_and(|y| table.rows.iter().any(|row| number(&row[y]).is_some()))
    })
}
