//! The charts of a topic. Games that are the same at a size are drawn once, and
//! the note says so.

use std::collections::BTreeMap;
use std::path::Path;

use super::rows::Rows;
use crate::experiment::study::{
    AdvantageRow, BlockingValueRow, Figures, GameLabel, MatchedRow, OpeningRow, StickRow, Topic,
};
use crate::report::chart::{
    Axis, Estimate, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel, PlotSeries, draw,
};
use crate::stats::Interval;

/// Openings: games that a picture has room for.
const MOST_PANELS: usize = 12;

/// Draws the charts of a topic into its folder.
///
/// # Errors
/// A file cannot be written.
pub fn draw_topic(topic: Topic, rows: &Rows, folder: &Path) -> anyhow::Result<()> {
    match topic {
        Topic::Advantage => {
            draw(&by_pieces(&rows.advantage), &folder.join("by_pieces"))?;
            draw(&readings(&rows.advantage), &folder.join("readings"))
        }
        Topic::Sticks => draw(&sticks(&rows.sticks), &folder.join("stick_p")),
        Topic::Blocking => {
            if !rows.blocking.is_empty() {
                draw(&removed(&rows.blocking), &folder.join("removed"))?;
                draw(&denied(&rows.blocking), &folder.join("denied"))?;
            }
            draw(&matched(&rows.matched), &folder.join("matched"))
        }
        Topic::Openings => draw(&openings(&rows.openings), &folder.join("openings")),
        Topic::Decisions => {
            draw(&agents(rows), &folder.join("agents"))?;
            draw(&margins(rows), &folder.join("margins"))
        }
        Topic::Reach => {
            draw(&reach(rows), &folder.join("reach"))?;
            draw(&curve(rows), &folder.join("reach_curve"))
        }
        Topic::Check => draw(&check(rows), &folder.join("check")),
        Topic::Derivatives => draw(&derivatives(rows), &folder.join("derivatives")),
    }
}

/// The names of games, each game once; and what to say of the others.
struct Names {
    by_digest: BTreeMap<String, String>,
    same: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn of<'a>(labels: impl Iterator<Item = &'a GameLabel>) -> Names {
        let mut names = Names {
            by_digest: BTreeMap::new(),
            same: BTreeMap::new(),
        };
        for label in labels {
            let name = label.name();
            let first = names
                .by_digest
                .entry(label.digest.clone())
                .or_insert_with(|| name.clone());
            if *first != name {
                let same = names.same.entry(first.clone()).or_default();
                if !same.contains(&name) {
                    same.push(name);
                }
            }
        }
        names
    }

    /// Whether this is the label under which its game is drawn.
    fn shown(&self, label: &GameLabel) -> bool {
        self.by_digest[&label.digest] == label.name()
    }

    fn notes(&self) -> Option<String> {
        if self.same.is_empty() {
            return None;
        }
        let texts: Vec<String> = self
            .same
            .iter()
            .map(|(first, others)| format!("{first} is also {}", others.join(", ")))
            .collect();
        Some(format!("{}.", texts.join("; ")))
    }
}

/// Of `labels`, each ruleset (and change of it) with the most pieces it has, once
/// and in order; of games that are the same, the first.
fn largest<'a>(labels: impl Iterator<Item = &'a GameLabel>) -> (Vec<&'a GameLabel>, Names) {
    let mut kept: Vec<&GameLabel> = Vec::new();
    for label in labels {
        match kept.iter_mut().find(|held| held.name() == label.name()) {
            Some(held) if held.pieces < label.pieces => *held = label,
            Some(_) => {}
            None => kept.push(label),
        }
    }
    let names = Names::of(kept.iter().copied());
    kept.retain(|label| names.shown(label));
    (kept, names)
}

fn exact(value: f64) -> Estimate {
    Estimate {
        value,
        interval: None,
    }
}

fn first_of(figures: &Figures) -> Estimate {
    let bounds = figures.lower.zip(figures.upper);
    Estimate {
        value: figures.value,
        interval: bounds.map(|(lo, hi)| Interval { lo, hi }),
    }
}

fn plies_of(figures: &Figures) -> Estimate {
    let bounds = figures.plies.lo.zip(figures.plies.hi);
    Estimate {
        value: figures.plies.mean,
        interval: bounds.map(|(lo, hi)| Interval { lo, hi }),
    }
}

/// What is certified and what is exact.
fn evidence<'a>(all: impl Iterator<Item = &'a Figures> + Clone) -> Vec<String> {
    let uncertified = all.clone().any(|figures| figures.lower.is_none());
    let simulated = all.clone().any(|figures| figures.games.is_some());
    let mut notes = Vec::new();
    notes.push(match uncertified {
        true => {
            "Perfect play; chances of the larger games are not certified (16 bits).".to_string()
        }
        false => "Perfect play; all chances have proven bounds, too narrow to be seen.".to_string(),
    });
    if simulated {
        notes.push("Lengths with bars are simulated (95 %), the others exact.".to_string());
    }
    notes
}

fn by_pieces(rows: &[AdvantageRow]) -> Plot {
    let plain = || rows.iter().filter(|row| row.game.changes.is_empty());
    let names = Names::of(plain().map(|row| &row.game));
    let series = |figure: fn(&Figures) -> Estimate| {
        let mut found: BTreeMap<&str, Vec<(f64, Estimate)>> = BTreeMap::new();
        let mut order: Vec<&str> = Vec::new();
        for row in plain().filter(|row| names.shown(&row.game)) {
            let name = row.game.ruleset.as_str();
            if !order.contains(&name) {
                order.push(name);
            }
            let point = (f64::from(row.game.pieces), figure(&row.figures));
            found.entry(name).or_default().push(point);
        }
        let of = |name: &str| {
            let mut points = found[name].clone();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            PlotSeries {
                name: name.to_string(),
                mark: Mark::Line,
                points,
            }
        };
        order.into_iter().map(of).collect()
    };
    let mut notes = evidence(plain().map(|row| &row.figures));
    notes.extend(names.notes());
    Plot {
        title: "First player's chance and length of perfect play".to_string(),
        notes,
        panels: vec![
            PlotPanel {
                x: Axis::new("pieces a side", "").whole(),
                y: Axis::percent("games won by the first player"),
                reference: Some(0.5),
                series: series(first_of),
            },
            PlotPanel {
                x: Axis::new("pieces a side", "").whole(),
                y: Axis::new("mean length of a game", "plies"),
                reference: None,
                series: series(plies_of),
            },
        ],
    }
}

fn readings(rows: &[AdvantageRow]) -> Forest {
    // At the most pieces that every ruleset has been solved with.
    let most = |row: &AdvantageRow| {
        let same = rows
            .iter()
            .filter(|other| other.game.ruleset == row.game.ruleset);
        same.map(|other| other.game.pieces).max()
    };
    let pieces = rows.iter().filter_map(most).min().unwrap_or(0);
    let of_size = || rows.iter().filter(|row| row.game.pieces == pieces);
    let names = Names::of(of_size().map(|row| &row.game));
    let mut notes = evidence(of_size().map(|row| &row.figures));
    notes.extend(names.notes());
    Forest {
        title: format!("Readings, {}", a_side(pieces)),
        notes,
        series: vec!["perfect play".to_string()],
        panels: vec![
            ForestPanel {
                axis: Axis::percent("games won by the first player"),
                reference: Some(0.5),
            },
            ForestPanel {
                axis: Axis::new("mean length", "plies"),
                reference: None,
            },
        ],
        rows: of_size()
            .filter(|row| names.shown(&row.game))
            .map(|row| ForestRow {
                label: row.game.name(),
                cells: vec![
                    vec![Some(first_of(&row.figures))],
                    vec![Some(plies_of(&row.figures))],
                ],
            })
            .collect(),
    }
}

fn a_side(pieces: u8) -> String {
    match pieces {
        1 => "one piece a side".to_string(),
        2 => "two pieces a side".to_string(),
        3 => "three pieces a side".to_string(),
        pieces => format!("{pieces} pieces a side"),
    }
}

fn sticks(rows: &[StickRow]) -> Plot {
    let pieces = rows.iter().map(|row| row.game.pieces).max().unwrap_or(0);
    let of_size = || rows.iter().filter(|row| row.game.pieces == pieces);
    let names = Names::of(of_size().map(|row| &row.game));
    let series = |figure: fn(&Figures) -> Estimate| -> Vec<PlotSeries> {
        let mut all: Vec<PlotSeries> = Vec::new();
        for row in of_size().filter(|row| names.shown(&row.game)) {
            let name = row.game.name();
            let point = (row.p, figure(&row.figures));
            match all.iter_mut().find(|series| series.name == name) {
                Some(series) => series.points.push(point),
                None => all.push(PlotSeries {
                    name,
                    mark: Mark::Line,
                    points: vec![point],
                }),
            }
        }
        all
    };
    let mut notes = evidence(of_size().map(|row| &row.figures));
    notes.extend(names.notes());
    let x = || Axis::new("chance p that a stick shows its light face", "");
    Plot {
        title: format!("What the sticks do to the game, {}", a_side(pieces)),
        notes,
        panels: vec![
            PlotPanel {
                x: x(),
                y: Axis::percent("games won by the first player"),
                reference: Some(0.5),
                series: series(first_of),
            },
            PlotPanel {
                x: x(),
                y: Axis::new("mean length of a game", "plies"),
                reference: None,
                series: series(plies_of),
            },
        ],
    }
}

fn points_axis(label: &str) -> Axis {
    Axis {
        unit: "percentage points".to_string(),
        ..Axis::percent(label)
    }
}

/// Rows of one ruleset each, a series a change of blocking.
fn blocking_forest(
    rows: &[BlockingValueRow],
    way: &str,
    series: &[(&str, &str)],
    panels: [(Axis, fn(&BlockingValueRow) -> Option<f64>); 2],
) -> Forest {
    let of_way = || rows.iter().filter(|row| row.way == way);
    let pieces = of_way().map(|row| row.game.pieces).max().unwrap_or(0);
    let of_size = || of_way().filter(|row| row.game.pieces == pieces);
    let names = Names::of(of_size().map(|row| &row.game));
    let mut labels: Vec<&GameLabel> = Vec::new();
    for row in of_size().filter(|row| names.shown(&row.game)) {
        if !labels.contains(&&row.game) {
            labels.push(&row.game);
        }
    }
    let cell = |label: &GameLabel, figure: fn(&BlockingValueRow) -> Option<f64>| {
        let of = |(what, _): &(&str, &str)| {
            let row = of_size().find(|row| row.game == *label && row.what == *what)?;
            figure(row).map(exact)
        };
        series.iter().map(of).collect()
    };
    let all = of_size().flat_map(|row| row.changed.iter().chain([&row.written]));
    let mut notes = evidence(all);
    notes.extend(names.notes());
    Forest {
        title: a_side(pieces),
        notes,
        series: series.iter().map(|(_, name)| name.to_string()).collect(),
        rows: labels
            .iter()
            .map(|label| ForestRow {
                label: label.name(),
                cells: panels
                    .iter()
                    .map(|(_, figure)| cell(label, *figure))
                    .collect(),
            })
            .collect(),
        panels: panels
            .into_iter()
            .map(|(axis, _)| ForestPanel {
                axis,
                reference: Some(0.0),
            })
            .collect(),
    }
}

fn removed(rows: &[BlockingValueRow]) -> Forest {
    let forest = blocking_forest(
        rows,
        "removed",
        &[
            ("pairs", "no pairs"),
            ("walls", "no walls"),
            ("both", "neither"),
            ("walls-of-two", "walls of two"),
        ],
        [
            (Axis::new("change of mean length", "plies"), |row| {
                Some(row.plies_change())
            }),
            (points_axis("change of the first player's chance"), |row| {
                row.first_change()
            }),
        ],
    );
    Forest {
        title: format!("Blocking changed for both players, {}", forest.title),
        ..forest
    }
}

fn denied(rows: &[BlockingValueRow]) -> Forest {
    let forest = blocking_forest(
        rows,
        "denied",
        &[
            ("pairs", "pairs denied"),
            ("walls", "walls denied"),
            ("both", "both denied"),
        ],
        [
            (
                points_axis("chance of winning lost by the denied player, mean of both seats"),
                |row| row.loss(),
            ),
            (Axis::new("change of mean length", "plies"), |row| {
                Some(row.plies_change())
            }),
        ],
    );
    Forest {
        title: format!("Blocking denied to one player, {}", forest.title),
        ..forest
    }
}

fn matched(rows: &[MatchedRow]) -> Forest {
    const SERIES: [(&str, &str, &str); 3] = [
        ("pair", "neither", "a pair against neither"),
        ("wall", "neither", "a wall against neither"),
        ("wall", "pair", "a wall against a pair"),
    ];
    let pieces = rows.iter().map(|row| row.game.pieces).max().unwrap_or(0);
    let of_size = || rows.iter().filter(|row| row.game.pieces == pieces);
    let names = Names::of(of_size().map(|row| &row.game));
    let mut labels: Vec<&GameLabel> = Vec::new();
    for row in of_size().filter(|row| names.shown(&row.game)) {
        if !labels.contains(&&row.game) {
            labels.push(&row.game);
        }
    }
    let cell = |label: &GameLabel, own: bool| {
        let of = |(holding, against, _): &(&str, &str, &str)| {
            let fits = |row: &&MatchedRow| {
                row.game == *label
                    && row.found.own == own
                    && row.found.holding.name() == *holding
                    && row.found.against.name() == *against
            };
            of_size().find(fits).map(|row| exact(row.found.difference))
        };
        SERIES.iter().map(of).collect()
    };
    let mut notes = vec![
        "Mean difference of equity over all positions of the table that are alike in pips and \
         pieces of both sides, weighted by the positions with the holding."
            .to_string(),
    ];
    notes.extend(names.notes());
    let panel = |label: &str| ForestPanel {
        axis: points_axis(label),
        reference: Some(0.0),
    };
    Forest {
        title: format!("What pairs and walls are worth, {}", a_side(pieces)),
        notes,
        series: SERIES.iter().map(|(_, _, name)| name.to_string()).collect(),
        panels: vec![
            panel("worth to the player about to throw"),
            panel("worth to the other player"),
        ],
        rows: labels
            .iter()
            .map(|label| ForestRow {
                label: label.name(),
                cells: vec![cell(label, true), cell(label, false)],
            })
            .collect(),
    }
}

fn openings(rows: &[OpeningRow]) -> Plot {
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

/// `anubis-5, 3 pieces`.
fn sized(label: &GameLabel) -> String {
    let plural = if label.pieces == 1 { "" } else { "s" };
    format!("{}, {} piece{plural}", label.name(), label.pieces)
}

fn agents(rows: &Rows) -> Forest {
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
            let half = 1.96 * found.regret_se;
            Some(Estimate {
                value: found.regret,
                interval: Some(Interval::around(found.regret, half)),
            })
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

fn margins(rows: &Rows) -> Plot {
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

fn reach(rows: &Rows) -> Forest {
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

fn curve(rows: &Rows) -> Plot {
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

fn check(rows: &Rows) -> Forest {
    let names = Names::of(rows.checks.iter().map(|row| &row.game));
    let shown = rows.checks.iter().filter(|row| names.shown(&row.game));
    let games = rows.checks.iter().map(|row| row.found.games).max();
    let mut notes = vec![format!(
        "{} games of the perfect player against itself; bars are 95 % intervals.",
        games.unwrap_or(0)
    )];
    notes.extend(names.notes());
    let around = |value: f64, se: f64| Estimate {
        value,
        interval: Some(Interval::around(value, 1.96 * se)),
    };
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

fn derivatives(rows: &Rows) -> Forest {
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
            let half = 1.96 * found.regret_se;
            Some(Estimate {
                value: found.regret,
                interval: Some(Interval::around(found.regret, half)),
            })
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
