//! Numbers for the sets of occupied squares: rank and unrank.
//!
//! Serves every swap game: pieces rest on the *resting squares* (the track
//! without its traps, but with the traps on which one may stay), at most one a
//! square, and their number changes only by bearing off.
//!
//! A *block* is a set U of n occupied resting squares together with the stars
//! (rights of exit, returned pieces) of those on it. Blocks are numbered by *level*, the
//! sum of the squares of U, from the highest level down; within a level by U
//! in colexicographic order (the highest square counts most); within U by the
//! stars, read as a binary number over the squares of U that can carry one.
//!
//! ```text
//! block(U, stars) = base(level) + Σ_{k=n..1} 2^{stars above u_k} · N(k, u_k, s_k) + star number
//! ```
//!
//! where u_1 < … < u_n are the squares of U, s_k = u_1 + … + u_k, and N(k, u, s)
//! counts the blocks of k squares, all below u, with sum s.

use crate::ruleset::Mechanics;
use crate::types::SquareSet;

/// Squares, bit 0 of a set word included, rounded up to a row of the count table.
const SQUARES: usize = 32;

/// Where pieces can rest and carry stars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// Squares on which a piece can rest.
    pub resting: SquareSet,
    /// Of these, the squares on which a piece may or may not have a star: a
    /// right of exit, or the mark of a returned piece.
    pub starrable: SquareSet,
}

impl Places {
    pub fn of(mechanics: &Mechanics) -> Places {
        let track = SquareSet::up_to(mechanics.length);
        let resting = track - mechanics.never_rested();
        let starred = |square| match mechanics.right_of_exit {
            Some(right) => square != right.won_on && right.lasts_on(square),
            None => Some(square) == mechanics.returned_to(),
        };
        let starrable = resting.iter().filter(|&square| starred(square)).collect();
        Places { resting, starrable }
    }
}

/// The numbering of the blocks of `n` pieces.
#[derive(Clone, Debug)]
pub struct BlockIndex {
    pieces: usize,
    places: Places,
    /// N(k, u, s) at `(k * 32 + u) * sums + s`.
    counts: Vec<u32>,
    sums: usize,
    /// By level, one more than there are: `base[s]` is the first block of it.
    base: Vec<u32>,
    blocks: u32,
}

/// One set of occupied squares and the first of its blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    pub set: u32,
    pub first: u32,
}

impl BlockIndex {
    /// `None` if there are 2³² blocks or more.
    pub fn new(places: Places, pieces: usize) -> Option<BlockIndex> {
        let highest: usize = (places.resting.iter().rev())
            .take(pieces)
            .map(|square| usize::from(square.number()))
            .sum();
        let sums = highest + 1;
        let at = |k: usize, u: usize, s: usize| (k * SQUARES + u) * sums + s;
        let mut counts = vec![0u64; (pieces + 1) * SQUARES * sums];
        for u in 0..SQUARES {
            counts[at(0, u, 0)] = 1;
        }
        for k in 1..=pieces {
            for u in 1..SQUARES {
                // Squares below u: those below u − 1, and u − 1 itself.
                let last = u - 1;
                let resting = places.resting.0 >> last & 1 == 1;
                let weight = 1 + u64::from(places.starrable.0 >> last & 1);
                for s in 0..sums {
                    let mut count = counts[at(k, last, s)];
                    if resting && s >= last {
                        count += weight * counts[at(k - 1, last, s - last)];
                    }
                    counts[at(k, u, s)] = count;
                }
            }
        }
        let mut base = vec![0u32; sums + 1];
        let mut blocks = 0u64;
        for s in (0..sums).rev() {
            base[s] = u32::try_from(blocks).ok()?;
            blocks += counts[at(pieces, SQUARES - 1, s)];
        }
        let blocks = u32::try_from(blocks).ok()?;
        let counts = counts
            .into_iter()
            .map(|count| u32::try_from(count).ok())
            .collect::<Option<Vec<u32>>>()?;
        Some(BlockIndex {
            pieces,
            places,
            counts,
            sums,
            base,
            blocks,
        })
    }

    pub fn pieces(&self) -> usize {
        self.pieces
    }

    pub fn places(&self) -> Places {
        self.places
    }

    /// How many blocks there are.
    pub fn blocks(&self) -> u32 {
        self.blocks
    }

    /// Whether every set of squares makes a single block.
    pub fn starless(&self) -> bool {
        self.places.starrable.is_empty()
    }

    /// Blocks of k squares below `u` with sum `s`.
    #[inline(always)]
    pub(super) fn count(&self, k: usize, u: usize, s: usize) -> u32 {
        self.counts[(k * SQUARES + u) * self.sums + s]
    }

    /// The sum of the highest squares.
    #[inline(always)]
    pub(super) fn highest_sum(&self) -> usize {
        self.sums - 1
    }

    /// The first block of the level.
    #[inline(always)]
    pub(super) fn base(&self, level: usize) -> u32 {
        self.base[level]
    }

    /// The block of the pieces on `set`, those on `stars` starred.
    ///
    /// `set` holds as many resting squares as the index has pieces, `stars` is
    /// a part of it on which stars can be.
    #[inline]
    pub fn rank(&self, set: u32, stars: u32) -> u32 {
        debug_assert_eq!(set.count_ones() as usize, self.pieces);
        debug_assert_eq!(set & !self.places.resting.0, 0);
        debug_assert_eq!(stars & !(set & self.places.starrable.0), 0);
        let mut sum = level(set);
        let mut rank = self.base[sum];
        let mut rest = set;
        let mut weight = 0;
        for k in (1..=self.pieces).rev() {
            let u = 31 - rest.leading_zeros();
            rest ^= 1 << u;
            rank += self.count(k, u as usize, sum) << weight;
            weight += self.places.starrable.0 >> u & 1;
            sum -= u as usize;
        }
        if stars == 0 {
            rank
        } else {
            rank + extract(stars, set & self.places.starrable.0)
        }
    }

    /// The pieces and stars of block `block`.
    pub fn unrank(&self, block: u32) -> (u32, u32) {
        assert!(block < self.blocks, "block {block} of {}", self.blocks);
        // Bases fall as sums rise; of levels with equal bases only the lowest
        // has blocks.
        let mut sum = self.base.partition_point(|&base| base > block);
        let mut rank = block - self.base[sum];
        let (mut set, mut weight, mut below) = (0u32, 0u32, SQUARES - 1);
        for k in (1..=self.pieces).rev() {
            let u = (0..below)
                .rev()
                .find(|&u| {
                    self.places.resting.0 >> u & 1 == 1
                        && sum >= u
                        && self.count(k - 1, u, sum - u) > 0
                        && self.count(k, u, sum) << weight <= rank
                })
                .expect("ranks within a level are dense");
            rank -= self.count(k, u, sum) << weight;
            weight += self.places.starrable.0 >> u & 1;
            set |= 1 << u;
            sum -= u;
            below = u;
        }
        (set, deposit(rank, set & self.places.starrable.0))
    }

    /// The levels that hold blocks, from the highest down.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.sums)
            .rev()
            .filter(|&s| self.count(self.pieces, SQUARES - 1, s) > 0)
    }

    /// The sets of one level in the order of their blocks, put into `units`.
    pub fn units(&self, level: usize, units: &mut Vec<Unit>) {
        units.clear();
        let mut first = self.base[level];
        self.extend_units(self.pieces, SQUARES - 1, level, 0, &mut first, units);
    }

    fn extend_units(
        &self,
        k: usize,
        below: usize,
        sum: usize,
        set: u32,
        first: &mut u32,
        units: &mut Vec<Unit>,
    ) {
        if k == 0 {
            units.push(Unit { set, first: *first });
            *first += 1 << (set & self.places.starrable.0).count_ones();
            return;
        }
        for u in k..below.min(sum + 1) {
            if self.places.resting.0 >> u & 1 == 1 && self.count(k - 1, u, sum - u) > 0 {
                self.extend_units(k - 1, u, sum - u, set | 1 << u, first, units);
            }
        }
    }
}

/// The sum of the squares of a set.
#[inline]
pub fn level(mut set: u32) -> usize {
    let mut sum = 0;
    while set != 0 {
        sum += set.trailing_zeros() as usize;
        set &= set - 1;
    }
    sum
}

/// The bits of `word` at the ones of `mask`, packed together.
#[inline]
pub(in crate::solver) fn extract(word: u32, mut mask: u32) -> u32 {
    let (mut packed, mut k) = (0, 0);
    while mask != 0 {
        packed |= (word >> mask.trailing_zeros() & 1) << k;
        mask &= mask - 1;
        k += 1;
    }
    packed
}

/// The inverse of [`extract`].
#[inline]
pub(in crate::solver) fn deposit(packed: u32, mut mask: u32) -> u32 {
    let (mut word, mut k) = (0, 0);
    while mask != 0 {
        word |= (packed >> k & 1) << mask.trailing_zeros();
        mask &= mask - 1;
        k += 1;
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    fn round_trip(id: &str, readings: &[&str], pieces: usize) {
        let ruleset = load_builtin(id, readings, &[]).unwrap();
        let index = BlockIndex::new(Places::of(&ruleset.mechanics), pieces).unwrap();
        let mut next = 0;
        let mut units = Vec::new();
        for level in index.levels().collect::<Vec<_>>() {
            index.units(level, &mut units);
            for unit in &units {
                assert_eq!(unit.first, next);
                let starrable = unit.set & index.places().starrable.0;
                for packed in 0..1u32 << starrable.count_ones() {
                    let stars = deposit(packed, starrable);
                    assert_eq!(index.rank(unit.set, stars), next);
                    assert_eq!(index.unrank(next), (unit.set, stars));
                    next += 1;
                }
            }
        }
        assert_eq!(next, index.blocks());
    }

    #[test]
    fn every_block_has_its_number() {
        round_trip("anubis-5", &[], 3);
        round_trip("standard-5", &[], 2);
        round_trip("ankh-5", &[], 3);
        round_trip("nile-5-six", &[], 3);
        round_trip("nile-5-six", &["right-kept"], 2);
        round_trip("kendall-5", &[], 3);
    }

    #[test]
    fn counts_of_the_large_layers_are_those_of_the_binomials() {
        let blocks = |id, pieces| {
            let ruleset = load_builtin(id, &[], &[]).unwrap();
            BlockIndex::new(Places::of(&ruleset.mechanics), pieces)
                .unwrap()
                .blocks()
        };
        assert_eq!(blocks("anubis-5", 10), 20_030_010); // C(29, 10)
        assert_eq!(blocks("ankh-5", 10), 30_045_015); // C(30, 10)
        assert_eq!(blocks("nile-5-six", 10), 48_068_735);
        // A piece on 15 may be a returned one: C(29, 10) + 2 C(29, 9).
        assert_eq!(blocks("kendall-5", 10), 40_060_020);
    }
}
