//! The squares of one block, prepared so that the number of a block that
//! differs in one piece costs a few additions.
//!
//! A piece that goes from u_k to a square above l others leaves the terms of
//! the pieces below it as they were, shifts those it overtakes by one, and
//! those above it only see another sum: for each throw they are added up once.

use super::colour::MAX_PIECES;
use super::index::{BlockIndex, level};

/// One set of occupied squares.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    set: u32,
    pieces: usize,
    level: u32,
    /// By piece.
    squares: [u32; MAX_PIECES],
    /// By square: how many pieces stand below it.
    places: [u8; 33],
    /// By piece: the sum of the squares up to it.
    sums: [u32; MAX_PIECES],
    /// By piece: how many pieces above it may carry stars.
    weights: [u32; MAX_PIECES],
    /// Entry k: the terms of the pieces below piece k.
    low: [u32; MAX_PIECES + 1],
    /// Entry k: the terms of piece k and those above it, their sums `shift`
    /// larger.
    high: [u32; MAX_PIECES + 2],
    shift: i32,
    /// The number of the stars among those of the set.
    star_number: u32,
}

impl Ground {
    #[inline(always)]
    pub fn new(index: &BlockIndex, set: u32, stars: u32) -> Ground {
        let mut ground = Ground {
            set,
            pieces: 0,
            level: level(set) as u32,
            squares: [0; MAX_PIECES],
            places: [0; 33],
            sums: [0; MAX_PIECES],
            weights: [0; MAX_PIECES],
            low: [0; MAX_PIECES + 1],
            high: [0; MAX_PIECES + 2],
            shift: 0,
            star_number: 0,
        };
        let (mut k, mut sum) = (0, 0);
        for square in 0..33u32 {
            ground.places[square as usize] = k as u8;
            if square < 32 && set >> square & 1 == 1 {
                sum += square;
                ground.squares[k] = square;
                ground.sums[k] = sum;
                k += 1;
            }
        }
        ground.pieces = k;
        if !index.starless() {
            let starrable = index.places().starrable.0;
            let mut above = 0;
            for k in (0..ground.pieces).rev() {
                ground.weights[k] = above;
                above += starrable >> ground.squares[k] & 1;
            }
            ground.star_number = super::index::extract(stars, set & starrable);
        }
        for k in 0..ground.pieces {
            ground.low[k + 1] = ground.low[k] + ground.term(index, k, k, 0);
        }
        ground
    }

    /// How many pieces stand below `square`.
    #[inline(always)]
    pub fn place(&self, square: u32) -> usize {
        usize::from(self.places[square as usize])
    }

    /// The term of piece `k` as piece `to`, its sum `shift` larger.
    #[inline(always)]
    fn term(&self, index: &BlockIndex, k: usize, to: usize, shift: i32) -> u32 {
        let sum = (self.sums[k] as i32 + shift) as usize;
        index.count(to + 1, self.squares[k] as usize, sum) << self.weights[k]
    }

    /// Prepares for moves by `shift` squares.
    #[inline(always)]
    pub fn aim(&mut self, index: &BlockIndex, shift: i32) {
        self.shift = shift;
        self.high[self.pieces] = 0;
        let highest = index.highest_sum() as i32;
        for k in (0..self.pieces).rev() {
            let sum = self.sums[k] as i32 + shift;
            let term = if sum < 0 || sum > highest {
                0
            } else {
                self.term(index, k, k, shift)
            };
            self.high[k] = self.high[k + 1] + term;
        }
    }

    /// The block after piece `k` has gone to the free square `square`, where it
    /// is piece `to`. `stars` are the stars before, `after` those after.
    #[inline(always)]
    pub fn displaced(
        &self,
        index: &BlockIndex,
        stars: u32,
        k: usize,
        to: usize,
        square: u32,
        after: u32,
    ) -> u32 {
        let from = self.squares[k];
        let starrable = index.places().starrable.0;
        if stars != after || (starrable >> from | starrable >> square) & 1 == 1 {
            return index.rank(self.set & !(1 << from) | 1 << square, after);
        }
        let shift = square as i32 - from as i32;
        let mut rank = index.base((self.level as i32 + shift) as usize) + self.star_number;
        rank += self.low[k.min(to)];
        if to >= k {
            for l in k..to {
                rank += self.term(index, l + 1, l, -(from as i32));
            }
            let sum = (self.sums[to] as i32 + shift) as usize;
            rank += index.count(to + 1, square as usize, sum) << self.weights[to];
        } else {
            for l in to..k {
                rank += self.term(index, l, l + 1, square as i32);
            }
            let below = if to == 0 { 0 } else { self.sums[to - 1] };
            let weight = self.weights[to] + (starrable >> self.squares[to] & 1);
            rank += index.count(to + 1, square as usize, (below + square) as usize) << weight;
        }
        let above = k.max(to) + 1;
        if shift == self.shift {
            rank + self.high[above]
        } else {
            (above..self.pieces).fold(rank, |rank, l| rank + self.term(index, l, l, shift))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;
    use crate::solver::index::Places;

    #[test]
    fn a_displaced_piece_gives_the_block_that_ranking_afresh_gives() {
        for (id, readings) in [
            ("anubis-5", &[][..]),
            ("nile-5-six", &[]),
            ("nile-5-six", &["right-kept"]),
            ("kendall-5", &[]),
        ] {
            let ruleset = load_builtin(id, readings, &[]).unwrap();
            let index = BlockIndex::new(Places::of(&ruleset.mechanics), 4).unwrap();
            for block in (0..index.blocks()).step_by(97) {
                let (set, stars) = index.unrank(block);
                let mut ground = Ground::new(&index, set, stars);
                for k in 0..4 {
                    let from = ground.squares[k];
                    for square in index.places().resting.iter().map(|s| u32::from(s.number())) {
                        if set >> square & 1 == 1 || stars >> from & 1 == 1 {
                            continue;
                        }
                        let moved = set ^ (1 << from | 1 << square);
                        let to = ground.place(square) - usize::from(square > from);
                        ground.aim(&index, [1, 4, -2][block as usize % 3]);
                        let rank = ground.displaced(&index, stars, k, to, square, stars);
                        assert_eq!(rank, index.rank(moved, stars));
                    }
                }
            }
        }
    }
}
