//! What a pair or a wall is worth: equities of positions with and without it
//! that are alike in pips and pieces.
//!
//! Every position of the table counts once, whether or not it can arise. Cells
//! are (layer, pips of the player about to throw, pips of the other); pips are
//! the sum of the squares. Within a cell the owner's pieces stand either with a
//! wall (three or more in a row), with a pair (two next to each other, no three),
//! or with neither. With n(c), m(c) the number and the mean equity of the
//! positions of cell c with the holding, and m₀(c) the mean of those it is held
//! against,
//!
//! ```text
//! difference = Σ n(c) · ( m(c) − m₀(c) ) / Σ n(c)
//! ```
//!
//! over the cells that have both: the mean over the positions that have the
//! holding. Rights of exit are not matched.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::solver::layers::Layer;
use crate::solver::table::Table;
use crate::types::SquareSet;

/// How a player's pieces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Holding {
    Neither,
    Pair,
    Wall,
}

/// One comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchedFound {
    pub holding: Holding,
    pub against: Holding,
    /// Whether it is of the player about to throw (else of the other).
    pub own: bool,
    /// Cells that have both.
    pub cells: u64,
    /// Positions with the holding, and of these those in such cells.
    pub holders: u64,
    pub matched: u64,
    /// Mean equity of the owner with the holding, over the matched positions.
    pub with: f64,
    /// What that exceeds the matched mean without it by.
    pub difference: f64,
}

const HOLDINGS: usize = 3;
const COMPARED: [(Holding, Holding); 3] = [
    (Holding::Pair, Holding::Neither),
    (Holding::Wall, Holding::Neither),
    (Holding::Wall, Holding::Pair),
];

impl Holding {
    fn of(squares: SquareSet) -> Holding {
        let set = squares.0;
        let two = set & set << 1;
        if two & set << 2 != 0 {
            Holding::Wall
        } else if two != 0 {
            Holding::Pair
        } else {
            Holding::Neither
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Holding::Neither => "neither",
            Holding::Pair => "pair",
            Holding::Wall => "wall",
        }
    }
}

/// Count and summed equity by holding.
type Cell = [(u64, f64); HOLDINGS];

/// Sums over the cells.
#[derive(Clone, Copy, Default)]
struct Sums {
    cells: u64,
    holders: u64,
    matched: u64,
    with: f64,
    difference: f64,
}

/// Compares the positions of `table`, for the player about to throw and for the
/// other. Runs in the current thread pool.
pub fn matched(table: &Table) -> Vec<MatchedFound> {
    let encoding = table.blocks();
    let mut sums = [[Sums::default(); COMPARED.len()]; 2];
    for layer in encoding.layers.groups().into_iter().flatten() {
        // The pips of both sides add up to the level: levels share no cell.
        let levels: Vec<[Vec<Cell>; 2]> = encoding
            .levels(layer)
            .into_par_iter()
            .map(|level| level_cells(table, layer, level))
            .collect();
        for [own, other] in &levels {
            for (sums, cells) in sums.iter_mut().zip([own, other]) {
                add_up(sums, cells);
            }
        }
    }
    let mut found = Vec::new();
    for (owner, sums) in sums.iter().enumerate() {
        for ((holding, against), sums) in COMPARED.into_iter().zip(sums) {
            if sums.matched == 0 {
                continue;
            }
            found.push(MatchedFound {
                holding,
                against,
                own: owner == 0,
                cells: sums.cells,
                holders: sums.holders,
                matched: sums.matched,
                with: sums.with / sums.matched as f64,
                difference: sums.difference / sums.matched as f64,
            });
        }
    }
    found
}

/// The cells of one level, by the pips of the player about to throw: as that
/// player stands, and as the other does.
fn level_cells(table: &Table, layer: Layer, level: usize) -> [Vec<Cell>; 2] {
    let number = table.blocks().layers.number(layer);
    let mut cells = [
        vec![Cell::default(); level + 1],
        vec![Cell::default(); level + 1],
    ];
    table.blocks().walk(layer, level, |place, mine, theirs| {
        let (low, high) = table.interval_at(number, place);
        let equity = (low + high) / 2.0;
        let pips: usize = mine.iter().map(|square| usize::from(square.number())).sum();
        let views = [(mine, equity), (theirs, 1.0 - equity)];
        for (cells, (squares, equity)) in cells.iter_mut().zip(views) {
            let entry = &mut cells[pips][Holding::of(squares) as usize];
            entry.0 += 1;
            entry.1 += equity;
        }
    });
    cells
}

fn add_up(sums: &mut [Sums; COMPARED.len()], cells: &[Cell]) {
    for cell in cells {
        for (sums, (holding, against)) in sums.iter_mut().zip(COMPARED) {
            let ((n, sum), (n0, sum0)) = (cell[holding as usize], cell[against as usize]);
            sums.holders += n;
            if n == 0 || n0 == 0 {
                continue;
            }
            sums.cells += 1;
            sums.matched += n;
            sums.with += sum;
            sums.difference += sum - n as f64 * (sum0 / n0 as f64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wall_is_three_in_a_row() {
        let of = |squares: &[u8]| {
            let mut set = SquareSet::EMPTY;
            for &square in squares {
                set.insert(crate::types::Square::new(square).unwrap());
            }
            Holding::of(set)
        };
        assert_eq!(of(&[1, 3, 5]), Holding::Neither);
        assert_eq!(of(&[1, 2, 4, 5]), Holding::Pair);
        assert_eq!(of(&[9, 10, 11]), Holding::Wall);
    }

    /// Two cells by hand: in the first, pairs have 0.7 against 0.5 and 0.4; the
    /// second has no position without and does not count.
    #[test]
    fn differences_are_weighted_by_the_holders() {
        let cells = [
            [(2, 0.9), (3, 2.1), (0, 0.0)],
            [(0, 0.0), (5, 4.0), (0, 0.0)],
        ];
        let mut sums = [Sums::default(); COMPARED.len()];
        add_up(&mut sums, &cells);
        let pair = sums[0];
        assert_eq!((pair.cells, pair.holders, pair.matched), (1, 8, 3));
        assert!((pair.difference / 3.0 - (0.7 - 0.45)).abs() < 1e-12);
        assert_eq!(sums[1].matched, 0);
    }
}
