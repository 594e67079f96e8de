//! Charts of what pairs and walls are worth.

use super::{Names, a_side, evidence, exact, points_axis};
use crate::experiment::study::{BlockingValueRow, GameLabel, MatchedRow};
use crate::report::chart::{Axis, Forest, ForestPanel, ForestRow};

type BlockingFigure = fn(&BlockingValueRow) -> Option<f64>;

/// Rows of one ruleset each, a series a change of blocking.
fn blocking_forest(
    rows: &[BlockingValueRow],
    way: &str,
    series: &[(&str, &str)],
    panels: [(Axis, BlockingFigure); 2],
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
    let cell = |label: &GameLabel, figure: BlockingFigure| {
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

pub(super) fn removed(rows: &[BlockingValueRow]) -> Forest {
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

pub(super) fn denied(rows: &[BlockingValueRow]) -> Forest {
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

pub(super) fn matched(rows: &[MatchedRow]) -> Forest {
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
