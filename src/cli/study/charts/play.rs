//! Charts of openings, decisions, what arises, and what is played.

use super::{Names, a_side, around, exact, largest, points_axis, sized};
use crate::cli::study::rows::Rows;
use crate::experiment::study::{GameLabel, OpeningRow};
use crate::report::chart::{
    Axis, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel, PlotSeries,
};

/// Openings: games that a picture has room for.
const MOST_PANELS: usize = 12;

pub(super) fn openings(rows: &[OpeningRow]) -> Plot {
    // Each ruleset as written, at the most pieces it has been solved with.
    let plain = || rows.iter().filter(|row| row.game.changes.is_empty());
    let (mut labels, names) = largest(plain().map(|row| &row.game));
    let left_out = labels.len().saturating_sub(MOST_PANELS);
    labels.truncate(MOST_PANELS);
    let panel = |label: &&GameLabel| {
        let series = |name: &str, best: bool| PlotSeries {
            name: name.to_string(),
            mark: Mark::Points,
            points: plain()
                .filter(|row| row.game == **label && (row.choice.rank == 1) == best)
                .map(|row| (f64::from(row.choice.points), exact(row.choice.equity)))
                .collect(),
        };
        PlotPanel {
            x: Axis::new("throw", "").whole(),
            y: Axis::percent(format!(
                "{}, {}: chance of the first player",
                label.name(),
                a_side(label.pieces)
            )),
            reference: Some(0.5),
            series: vec![series("best choice", true), series("other choices", false)],
        }
    };
    let mut notes: Vec<String> = names.notes().into_iter().collect();
    if left_out > 0 {
        notes.push(format!("{left_out} more games stand in the CSV file."));
    }
    Plot {
        title: "The first choice, by throw".to_string(),
        notes,
        panels: labels.iter().map(panel).collect(),
    }
}

pub(super) fn agents(rows: &Rows) -> Forest {
    let (labels, names) = largest(rows.agents.iter().map(|row| &row.game));
    let mut agents: Vec<&str> = Vec::new();
    for row in &rows.agents {
        if !agents.contains(&row.found.agent.as_str()) {
            agents.push(&row.found.agent);
        }
    }
    let row = |label: &&GameLabel| {
        let found = |agent: &&str| {
            let fits = |row: &&crate::experiment::study::AgentRow| {
                row.game == **label && row.found.agent == **agent
            };
            rows.agents.iter().find(fits).map(|row| &row.found)
        };
        let mean = |agent| {
            let found = found(agent)?;
            Some(around(found.regret, found.regret_se))
        };
        let largest = |agent| Some(exact(found(agent)?.blunders.first()?.regret));
        ForestRow {
            label: sized(label),
            cells: vec![
                agents.iter().map(mean).collect(),
                agents.iter().map(largest).collect(),
            ],
        }
    };
    let games = rows.agents.iter().map(|row| row.games).max().unwrap_or(0);
    let mut notes = vec![format!(
        "Asked in every decision of {games} games of perfect play; bars are 95 % intervals of the \
         mean."
    )];
    notes.extend(names.notes());
    Forest {
        title: "What heuristics lose where the perfect player decides".to_string(),
        notes,
        series: agents.iter().map(|agent| agent.to_string()).collect(),
        panels: vec![
            ForestPanel {
                axis: points_axis("mean regret of a decision"),
                reference: Some(0.0),
            },
            ForestPanel {
                axis: points_axis("largest blunder"),
                reference: Some(0.0),
            },
        ],
        rows: labels.iter().map(row).collect(),
    }
}

pub(super) fn margins(rows: &Rows) -> Plot {
    let (labels, names) = largest(rows.margins.iter().map(|row| &row.game));
    let mut all: Vec<PlotSeries> = Vec::new();
    let mut so_far = 0;
    for row in rows
        .margins
        .iter()
        .filter(|row| labels.contains(&&row.game))
    {
        let name = sized(&row.game);
        if all.last().is_none_or(|series| series.name != name) {
            so_far = 0;
            all.push(PlotSeries {
                name,
                mark: Mark::Line,
                points: Vec::new(),
            });
        }
        so_far += row.count;
        if let (Some(series), Some(edge)) = (all.last_mut(), row.up_to) {
            let share = so_far as f64 / row.of.max(1) as f64;
            series.points.push((edge, exact(share)));
        }
    }
    Plot {
        title: "How close the decisions of perfect play are".to_string(),
        notes: names.notes().into_iter().collect(),
        panels: vec![PlotPanel {
            x: points_axis("margin between the best choice and the second").log(),
            y: Axis::percent("decisions with at most this margin, ties among them"),
            reference: None,
            series: all,
        }],
    }
}

pub(super) fn reach(rows: &Rows) -> Forest {
    let names = Names::of(rows.reach.iter().map(|row| &row.game));
    let games = rows.reach.iter().filter_map(|row| row.found.visited.last());
    let games = games.map(|point| point.games).max().unwrap_or(0);
    Forest {
        title: "How much of the table arises".to_string(),
        notes: ["A position and the same with colours exchanged are one.".to_string()]
            .into_iter()
            .chain(names.notes())
            .collect(),
        series: vec![
            "can arise".to_string(),
            "can arise in perfect play".to_string(),
            format!("met in {games} games of perfect play"),
        ],
        panels: vec![ForestPanel {
            axis: Axis::percent("share of the table's positions").log(),
            reference: None,
        }],
        rows: rows
            .reach
            .iter()
            .filter(|row| names.shown(&row.game))
            .map(|row| {
                let found = &row.found;
                let share = |count: u64| exact(count as f64 / found.positions as f64);
                ForestRow {
                    label: sized(&row.game),
                    cells: vec![vec![
                        found.reachable.map(share),
                        found.perfect.map(share),
                        found.visited.last().map(|point| share(point.distinct)),
                    ]],
                }
            })
            .collect(),
    }
}

pub(super) fn curve(rows: &Rows) -> Plot {
    let names = Names::of(rows.curve.iter().map(|row| &row.game));
    let mut all: Vec<PlotSeries> = Vec::new();
    for row in rows.curve.iter().filter(|row| names.shown(&row.game)) {
        let name = sized(&row.game);
        if all.last().is_none_or(|series| series.name != name) {
            all.push(PlotSeries {
                name,
                mark: Mark::Line,
                points: Vec::new(),
            });
        }
        if let Some(series) = all.last_mut() {
            let point = (row.point.games as f64, exact(row.point.distinct as f64));
            series.points.push(point);
        }
    }
    Plot {
        title: "Different positions met in perfect play".to_string(),
        notes: names.notes().into_iter().collect(),
        panels: vec![PlotPanel {
            x: Axis::new("games", "").log(),
            y: Axis::new("different positions met so far", "").log(),
            reference: None,
            series: all,
        }],
    }
}

pub(super) fn check(rows: &Rows) -> Forest {
    let names = Names::of(rows.checks.iter().map(|row| &row.game));
    let shown = rows.checks.iter().filter(|row| names.shown(&row.game));
    let games = rows.checks.iter().map(|row| row.found.games).max();
    let mut notes = vec![format!(
        "{} games of the perfect player against itself; bars are 95 % intervals.",
        games.unwrap_or(0)
    )];
    notes.extend(names.notes());
    Forest {
        title: "Simulated less exact".to_string(),
        notes,
        series: vec!["perfect play".to_string()],
        panels: vec![
            ForestPanel {
                axis: points_axis("games won by the first player"),
                reference: Some(0.0),
            },
            ForestPanel {
                axis: Axis::new("mean length", "plies"),
                reference: Some(0.0),
            },
        ],
        rows: shown
            .map(|row| {
                let (found, v) = (&row.found, row.found.value);
                let n = found.games as f64;
                let won = around(found.won as f64 / n - v, (v * (1.0 - v) / n).sqrt());
                let plies = found
                    .plies_exact
                    .map(|exact| around(found.plies - exact, found.plies_se));
                ForestRow {
                    label: sized(&row.game),
                    cells: vec![vec![Some(won)], vec![plies]],
                }
            })
            .collect(),
    }
}

pub(super) fn derivatives(rows: &Rows) -> Forest {
    let (labels, names) = largest(rows.derivatives.iter().map(|row| &row.game));
    const FORMS: [&str; 3] = ["the table", "u8", "choices"];
    let row = |label: &&GameLabel| {
        let form = |form: &&str| {
            let mut rows = rows.derivatives.iter().filter(|row| row.game == **label);
            rows.find(|row| {
                let found = row.form.form.as_str();
                found == *form || *form == FORMS[0] && !FORMS.contains(&found)
            })
        };
        let bits = |name| {
            let row = form(name)?;
            Some(exact(8.0 * row.form.bytes as f64 / row.positions as f64))
        };
        let regret = |name| {
            let found = &form(name)?.form;
            Some(around(found.regret, found.regret_se))
        };
        ForestRow {
            label: sized(label),
            cells: vec![
                FORMS.iter().map(bits).collect(),
                FORMS.iter().map(regret).collect(),
            ],
        }
    };
    let mut notes = vec![
        "Regret in games of each form against itself, by the table it was made from.".to_string(),
    ];
    notes.extend(names.notes());
    Forest {
        title: "Smaller tables and what they cost".to_string(),
        notes,
        series: FORMS.map(str::to_string).to_vec(),
        panels: vec![
            ForestPanel {
                axis: Axis::new("size", "bits a position").log(),
                reference: None,
            },
            ForestPanel {
                axis: points_axis("mean regret of a decision"),
                reference: Some(0.0),
            },
        ],
        rows: labels.iter().map(row).collect(),
    }
}
