//! `kind = "walls"`: what it is worth to have a pair or a wall.
//!
//! Serves games that the solver's encoding holds (see `docs/solver.md`), over
//! *all* their positions, whether or not they arise in play. Positions are
//! matched: two fall into the same cell if the player about to throw and the
//! other have the same numbers of pieces on the board and the same squares to
//! go. With V the equity of that player and W those positions of a cell in
//! which the player has the formation and the other has not, N those in which
//! neither has,
//!
//! ```text
//! gain of the cell = mean of V over W − mean of V over N
//! gain             = Σ min(|W|, |N|) · gain of the cell / Σ min(|W|, |N|)
//! ```
//!
//! No sampling, so no interval: `spread` is the standard deviation of the
//! gains over the cells, with the same weights. A pair is two of a colour side
//! by side; a wall as many as the rules say, three where they have none.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::rows::table;
use super::solved::{SolvedGame, Unsolved};
use crate::ruleset::Mechanics;
use crate::search::Truth;
use crate::types::{Player, SquareSet};

table! {
    /// The gain of one formation.
    WallRow, WALLS, "walls.csv", 1,
    "A row is one formation of the player about to throw in one small game, over all its \
     positions. A cell holds the positions with the same pieces on the board and the same squares \
     to go on both sides.";
    formation: String, "text", "`pair` or `wall`";
    length: u64, "pieces", "pieces in a row that make it";
    positions_with: u64, "positions", "positions in which the player to throw has it and the other has not, in matched cells";
    positions_without: u64, "positions", "positions in which neither has it, in matched cells";
    cells: u64, "cells", "cells that have both";
    gain: Option<f64>, "share", "equity with less equity without, mean over the cells; over all positions and not a sample of them, so there is no interval (it is as exact as the equities are)";
    spread: Option<f64>, "share", "standard deviation of the gains over the cells; not an error";
    positive: Option<f64>, "share", "weight of the cells in which having it is better";
    certified: String, "text", "`yes` where the equities have proven bounds";
}

/// Sums of the equities of one cell: with the formation, and without.
#[derive(Clone, Copy, Default)]
struct Cell {
    count: [u64; 2],
    sum: [f64; 2],
}

/// Both formations.
///
/// # Errors
/// The game has been solved otherwise than by the solver's encoding.
pub fn walls(
    mechanics: &Mechanics,
    solved: &SolvedGame,
    cancel: &AtomicBool,
) -> Result<Vec<WallRow>, Unsolved> {
    let encoding = solved.encoding().ok_or_else(|| {
        Unsolved::Refused("its positions are not those of the solver's encoding".to_string())
    })?;
    let lengths = [2, wall_length(mechanics)];
    let mut cells: [BTreeMap<[u32; 4], Cell>; 2] = Default::default();
    for layer in encoding.layers.groups().into_iter().flatten() {
        for place in 0..encoding.positions(layer) {
            if place % 65_536 == 0 && cancel.load(Ordering::Relaxed) {
                return Err(Unsolved::Interrupted);
            }
            let position = encoding.position(mechanics, layer, place);
            let mover = position.to_throw().expect("the game goes on");
            let sides = [position.on(mover), position.on(!mover)];
            let cell = [
                sides[0].len(),
                sides[1].len(),
                to_go(mechanics, sides[0]),
                to_go(mechanics, sides[1]),
            ];
            let mut equity = None;
            for (formation, &length) in lengths.iter().enumerate() {
                let [own, other] = sides.map(|side| holds(side, length));
                if other {
                    continue;
                }
                let equity = *equity.get_or_insert_with(|| solved.equity(&position));
                let cell = cells[formation].entry(cell).or_default();
                let which = usize::from(!own);
                cell.count[which] += 1;
                cell.sum[which] += equity;
            }
        }
    }
    let names = ["pair", "wall"];
    Ok((0..2)
        .map(|i| row(names[i], lengths[i], &cells[i], solved.certified()))
        .collect())
}

/// Pieces in a row that make a wall: of A, or three.
fn wall_length(mechanics: &Mechanics) -> u8 {
    match mechanics.wall[Player::A] {
        0 => 3,
        wall => wall,
    }
}

fn to_go(mechanics: &Mechanics, squares: SquareSet) -> u32 {
    let way = u32::from(mechanics.length) + 1;
    squares
        .iter()
        .map(|square| way - u32::from(square.number()))
        .sum()
}

/// Whether `length` squares in a row are among `squares`.
fn holds(squares: SquareSet, length: u8) -> bool {
    (1..length).fold(squares.0, |run, i| run & squares.0 >> i) != 0
}

fn row(formation: &str, length: u8, cells: &BTreeMap<[u32; 4], Cell>, certified: bool) -> WallRow {
    let matched = || {
        let cells = cells
            .values()
            .filter(|cell| cell.count.iter().all(|&count| count > 0));
        cells.map(|cell| {
            let mean = |i: usize| cell.sum[i] / cell.count[i] as f64;
            let weight = cell.count[0].min(cell.count[1]) as f64;
            (cell, weight, mean(0) - mean(1))
        })
    };
    let total: f64 = matched().map(|(_, weight, _)| weight).sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        let sum: f64 = matched().map(|(_, weight, gain)| weight * of(gain)).sum();
        (total > 0.0).then(|| sum / total)
    };
    let gain = mean(&|gain| gain);
    let square = mean(&|gain| gain * gain);
    WallRow {
        formation: formation.to_string(),
        length: u64::from(length),
        positions_with: matched().map(|(cell, ..)| cell.count[0]).sum(),
        positions_without: matched().map(|(cell, ..)| cell.count[1]).sum(),
        cells: matched().count() as u64,
        gain,
        spread: gain
            .zip(square)
            .map(|(gain, square)| (square - gain * gain).max(0.0).sqrt()),
        positive: mean(&|gain| f64::from(u8::from(gain > 0.0))),
        certified: if certified { "yes" } else { "no" }.to_string(),
        ..WallRow::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(list: &[u32]) -> SquareSet {
        SquareSet(list.iter().fold(0, |set, s| set | 1 << s))
    }

    #[test]
    fn rows_are_seen() {
        assert!(holds(squares(&[4, 5]), 2));
        assert!(!holds(squares(&[4, 6]), 2));
        assert!(holds(squares(&[28, 29, 30]), 3));
        assert!(!holds(squares(&[27, 28, 30]), 3));
    }

    /// Two cells: gains 0.2 with weight 1, and −0.1 with weight 3; a third has
    /// no match.
    #[test]
    fn gains_are_weighed_by_matched_positions() {
        let cell = |with: (u64, f64), without: (u64, f64)| Cell {
            count: [with.0, without.0],
            sum: [with.1, without.1],
        };
        let cells = BTreeMap::from([
            ([1, 1, 5, 5], cell((1, 0.7), (4, 2.0))),
            ([1, 1, 6, 6], cell((3, 1.2), (3, 1.5))),
            ([1, 1, 7, 7], cell((2, 2.0), (0, 0.0))),
        ]);
        let row = row("pair", 2, &cells, true);
        assert_eq!(
            (row.cells, row.positions_with, row.positions_without),
            (2, 4, 7)
        );
        assert!((row.gain.unwrap() - (0.2 - 0.3) / 4.0).abs() < 1e-12);
        assert_eq!(row.positive, Some(0.25));
    }
}
