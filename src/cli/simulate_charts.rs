//! The charts of a run.

use std::path::Path;

use super::simulate_output::Played;
use crate::arena::{SeatingResult, Unblocked};
use crate::experiment::{BlockingRow, SummaryRow};
use crate::report::chart::BlockingRow as BlockingMarks;
use crate::report::chart::{
    AdvantageRow, Board, Estimate, LengthRow, Lengths, StackedRow, advantage, blocking, draw,
    occupancy, where_plies_go,
};
use crate::report::{BoardPicture, BoardSquare, ratio};
use crate::rules::ChoiceKind;
use crate::stats::Interval;
use crate::types::Player;

/// The names of the pictures.
pub const CHARTS: [&str; 5] = ["lengths", "advantage", "plies", "occupancy", "blocking"];

/// Kinds of plies in the order in which the bars have them.
const KINDS: [(&str, &[ChoiceKind]); 4] = [
    (
        "forward",
        &[
            ChoiceKind::Enter,
            ChoiceKind::Forward,
            ChoiceKind::ForwardStay,
        ],
    ),
    (
        "backward",
        &[ChoiceKind::Backward, ChoiceKind::BackwardStay],
    ),
    (
        "rethrow or leaving a trap",
        &[ChoiceKind::Rethrow, ChoiceKind::Leave],
    ),
    ("pass", &[ChoiceKind::Pass, ChoiceKind::Decline]),
];

/// Draws the charts of a run into `folder`, each as PNG and SVG.
///
/// # Errors
/// A file cannot be written.
pub fn draw_charts(
    folder: &Path,
    played: &[Played],
    summary: &[SummaryRow],
    blocking_rows: &[BlockingRow],
) -> anyhow::Result<()> {
    let notes = vec![note(played)];
    let [
        lengths_path,
        advantage_path,
        plies_path,
        occupancy_path,
        blocking_path,
    ] = CHARTS.map(|name| folder.join(name));
    let labels = RowLabels::new(summary);
    let lengths = Lengths {
        title: "How long games last".to_string(),
        notes: notes.clone(),
        unit: "plies".to_string(),
        rows: summary
            .iter()
            .map(|row| LengthRow {
                label: labels.of(row),
                lengths: row.measures.results.plies.clone(),
                unfinished: row.measures.results.unfinished,
            })
            .collect(),
    };
    draw(&lengths, &lengths_path)?;
    draw(&advantages(played, summary, &notes), &advantage_path)?;
    let plies = summary.iter().map(|row| StackedRow {
        label: labels.of(row),
        counts: KINDS
            .iter()
            .map(|(_, kinds)| row.measures.plies.of_kind(kinds))
            .collect(),
    });
    let kinds = KINDS.iter().map(|(name, _)| name.to_string()).collect();
    let chart = where_plies_go(kinds, plies.collect(), notes.clone());
    draw(&chart, &plies_path)?;
    let boards = played.iter().flat_map(|played| {
        let rows = played.labels.iter().zip(&played.result.seatings);
        rows.map(|(label, seating)| Board {
            label: labels.text(&label.ruleset, &label.agents),
            values: shares(seating, &played.picture),
            picture: played.picture.clone(),
        })
    });
    let chart = occupancy(boards.collect(), notes.clone());
    draw(&chart, &occupancy_path)?;
    if !blocking_rows.is_empty() {
        let notes = notes.into_iter().chain(unblocked_note(played)).collect();
        let chart = blocking(
            Unblocked::ALL
                .map(|variant| in_words(variant).to_string())
                .to_vec(),
            blocking_marks(blocking_rows, &labels),
            notes,
        );
        draw(&chart, &blocking_path)?;
    }
    Ok(())
}

fn in_words(variant: Unblocked) -> &'static str {
    match variant {
        Unblocked::Pairs => "without pairs",
        Unblocked::Walls => "without walls",
        Unblocked::Both => "without either",
    }
}

/// Which rulesets have less to take away than pairs and walls.
fn unblocked_note(played: &[Played]) -> Option<String> {
    let lacking = |what: &str, lacks: &dyn Fn(&[Unblocked]) -> bool| {
        let names: Vec<&str> = played
            .iter()
            .filter(|played| lacks(&played.variants))
            .filter_map(|played| Some(played.labels.first()?.ruleset.as_str()))
            .collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let notes = [
        lacking("Neither pairs nor walls to take away", &|variants| {
            variants.is_empty()
        }),
        lacking("No walls to take away", &|variants| {
            variants == [Unblocked::Pairs]
        }),
        lacking("No pairs to take away", &|variants| {
            variants == [Unblocked::Walls]
        }),
    ];
    let notes: Vec<String> = notes.into_iter().flatten().collect();
    (!notes.is_empty()).then(|| notes.join(". "))
}

/// How many games the charts tell of, and who plays.
fn note(played: &[Played]) -> String {
    let counts = played.iter().map(|played| played.games);
    let games = match (counts.clone().min(), counts.max()) {
        (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
        (games, _) => games.unwrap_or(0).to_string(),
    };
    let first = played.first().and_then(|played| played.labels.first());
    let agents = first.map_or(String::new(), |label| match &label.agents {
        [a, b] if a == b => format!("; {a} plays both sides"),
        [a, b] => format!("; {a} plays {b} from both sides"),
    });
    format!("{games} games of each ruleset and seating{agents}")
}

/// Rows are named by the ruleset, and by the agents where these differ.
struct RowLabels {
    with_agents: bool,
}

impl RowLabels {
    fn new(summary: &[SummaryRow]) -> RowLabels {
        let mut agents = summary.iter().map(|row| &row.label.agents);
        let first = agents.next();
        RowLabels {
            with_agents: agents.any(|agents| Some(agents) != first),
        }
    }

    fn text(&self, ruleset: &str, [a, b]: &[String; 2]) -> String {
        if self.with_agents {
            format!("{ruleset}, {a} first, {b}")
        } else {
            ruleset.to_string()
        }
    }

    fn of(&self, row: &SummaryRow) -> String {
        self.text(&row.label.ruleset, &row.label.agents)
    }
}

fn estimate(value: Option<f64>, interval: Option<Interval>) -> Option<Estimate> {
    value.map(|value| Estimate { value, interval })
}

fn advantages(
    played: &[Played],
    summary: &[SummaryRow],
    notes: &[String],
) -> crate::report::chart::Forest {
    let pairings = played.first().map_or(Vec::new(), |played| {
        let names = played.labels.iter().map(|label| {
            let [a, b] = &label.agents;
            format!("{a} first, {b} second")
        });
        names.collect()
    });
    // The summary has the seatings of each ruleset in a row.
    let rows = summary
        .chunks(pairings.len().max(1))
        .map(|rows| AdvantageRow {
            ruleset: rows[0].label.ruleset.clone(),
            shares: rows
                .iter()
                .map(|row| estimate(row.first().share(), row.first_interval()))
                .collect(),
        })
        .collect();
    advantage(pairings, rows, notes.to_vec())
}

/// Of each square of the board, how often a piece of either player stands there.
fn shares(seating: &SeatingResult, picture: &BoardPicture) -> Vec<Option<f64>> {
    let plies = &seating.measures.plies;
    let held = |square: &BoardSquare| -> u64 {
        let by = |player: Player| {
            let number = square.numbers[player]?;
            Some(plies.occupancy[player][usize::from(number)])
        };
        Player::BOTH.into_iter().filter_map(by).sum()
    };
    let squares = picture.squares.iter();
    squares
        .map(|square| ratio(held(square), plies.plies()))
        .collect()
}

/// A row a ruleset and seating, with the variants in their order.
fn blocking_marks(rows: &[BlockingRow], labels: &RowLabels) -> Vec<BlockingMarks> {
    rows.chunk_by(|x, y| x.label == y.label)
        .map(|rows| {
            let of = |figure: fn(&BlockingRow) -> Option<Estimate>| {
                Unblocked::ALL
                    .iter()
                    .map(|variant| {
                        let row = rows.iter().find(|row| row.variant == variant.name());
                        row.and_then(figure)
                    })
                    .collect()
            };
            BlockingMarks {
                ruleset: labels.text(&rows[0].label.ruleset, &rows[0].label.agents),
                length: of(|row| estimate(row.pairs.plies.mean(), row.plies_interval())),
                first_share: of(|row| {
                    let share = row.pairs.first.mean().map(|half_points| half_points / 2.0);
                    estimate(share, row.first_interval())
                }),
            }
        })
        .collect()
}
