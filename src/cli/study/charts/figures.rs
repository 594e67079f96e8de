//! Charts of advantage and length.

use std::collections::BTreeMap;

use super::{Names, a_side, evidence, first_of, plies_of};
use crate::experiment::study::{AdvantageRow, Figures, StickRow};
use crate::report::chart::{
    Axis, Estimate, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel, PlotSeries,
};

pub(super) fn by_pieces(rows: &[AdvantageRow]) -> Plot {
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

pub(super) fn readings(rows: &[AdvantageRow]) -> Forest {
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

pub(super) fn sticks(rows: &[StickRow]) -> Plot {
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
