//! The standing figures of the report, with their titles, units and
//! reference lines, built on the general charts.

use super::{
    Axis, Board, Boards, Estimate, Forest, ForestPanel, ForestRow, Mark, Plot, PlotPanel,
    PlotSeries, Stacked, StackedRow,
};

/// First-player shares of one ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct AdvantageRow {
    pub ruleset: String,
    /// Share won by the first player (draws half), 0 to 1, for each pairing of
    /// agents; `None` where none was played or finished.
    pub shares: Vec<Option<Estimate>>,
}

/// First-player advantage: a row a ruleset, a mark a pairing of agents.
pub fn advantage(pairings: Vec<String>, rows: Vec<AdvantageRow>, notes: Vec<String>) -> Forest {
    let axis = Axis::percent("games won by the first player, draws half");
    Forest {
        title: "First-player advantage".to_owned(),
        notes,
        series: pairings,
        panels: vec![ForestPanel {
            axis,
            reference: Some(0.5),
        }],
        rows: rows
            .into_iter()
            .map(|row| ForestRow {
                label: row.ruleset,
                cells: vec![row.shares],
            })
            .collect(),
    }
}

/// What a ruleset's games lose or gain without blocking, a figure a variant.
#[derive(Clone, Debug, PartialEq)]
pub struct BlockingRow {
    pub ruleset: String,
    /// Mean change of length in plies, variant less original, by variant.
    pub length: Vec<Option<Estimate>>,
    /// Change of the first player's share (0.01 is one percentage point), by variant.
    pub first_share: Vec<Option<Estimate>>,
}

/// Blocking: paired differences of length and of first-player share when a
/// ruleset is played by its variants (no pairs, no walls, neither).
pub fn blocking(variants: Vec<String>, rows: Vec<BlockingRow>, notes: Vec<String>) -> Forest {
    let share = Axis {
        unit: "percentage points".to_owned(),
        ..Axis::percent("change of the first player's share")
    };
    let zero = |axis| ForestPanel {
        axis,
        reference: Some(0.0),
    };
    Forest {
        title: "What blocking does: the same throws without it".to_owned(),
        notes,
        series: variants,
        panels: vec![
            zero(Axis::new("change of mean length", "plies")),
            zero(share),
        ],
        rows: rows
            .into_iter()
            .map(|row| ForestRow {
                label: row.ruleset,
                cells: vec![row.length, row.first_share],
            })
            .collect(),
    }
}

/// Where the plies go: counts of each kind of ply, a bar a ruleset.
pub fn where_plies_go(kinds: Vec<String>, rows: Vec<StackedRow>, notes: Vec<String>) -> Stacked {
    Stacked {
        title: "Where the plies go".to_owned(),
        notes,
        whole: "share of all plies".to_owned(),
        kinds,
        rows,
    }
}

/// Occupancy of the squares; values are shares of plies, 0 to 1.
pub fn occupancy(boards: Vec<Board>, notes: Vec<String>) -> Boards {
    Boards {
        title: "Where the pieces stand".to_owned(),
        notes,
        caption: "share of plies with a piece on the square (%)".to_owned(),
        factor: 100.0,
        boards,
    }
}

/// A throw table as the sticks' chance p of the light face varies.
#[derive(Clone, Debug, PartialEq)]
pub struct ThrowTableCurve {
    pub name: String,
    pub rows: Vec<ThrowRow>,
}

/// A throw table at one p.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThrowRow {
    /// Chance that a stick shows its light face, 0 to 1.
    pub p: f64,
    /// Mean points of a throw.
    pub mean_points: f64,
    /// Chance that a throw grants another, 0 to 1.
    pub again: f64,
    /// Mean points of a turn, further throws included.
    pub turn_points: f64,
}

/// Throw tables against the sticks' chance p: the chance of each count of
/// light faces (`counts`: a name and its `(p, chance)`), mean points, chance
/// of another throw, points a turn.
pub fn throw_tables(
    counts: Vec<(String, Vec<(f64, f64)>)>,
    tables: &[ThrowTableCurve],
    notes: Vec<String>,
) -> Plot {
    let x = || Axis::new("chance p that a stick shows its light face", "");
    let panel = |y: Axis, figure: fn(&ThrowRow) -> f64| PlotPanel {
        x: x(),
        y,
        reference: None,
        series: tables
            .iter()
            .map(|table| {
                let points = table.rows.iter().map(|row| (row.p, figure(row)));
                curve(&table.name, points)
            })
            .collect(),
    };
    let chances = PlotPanel {
        x: x(),
        y: Axis::percent("chance of each count of light faces"),
        reference: None,
        series: counts
            .iter()
            .map(|(name, points)| curve(name, points.iter().copied()))
            .collect(),
    };
    Plot {
        title: "Throws of the sticks".to_owned(),
        notes,
        panels: vec![
            chances,
            panel(Axis::new("mean points of a throw", "squares"), |row| {
                row.mean_points
            }),
            panel(Axis::percent("chance of another throw"), |row| row.again),
            panel(Axis::new("mean points of a turn", "squares"), |row| {
                row.turn_points
            }),
        ],
    }
}

/// An exact curve: estimates without intervals.
fn curve(name: &str, points: impl Iterator<Item = (f64, f64)>) -> PlotSeries {
    let exact = |(x, value)| {
        let interval = None;
        (x, Estimate { value, interval })
    };
    PlotSeries {
        name: name.to_owned(),
        mark: Mark::Line,
        points: points.map(exact).collect(),
    }
}
