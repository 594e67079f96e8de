//! Chance: all throws come through one trait.

use rand::Rng;
use rand::rngs::Xoshiro256PlusPlus;

use crate::types::ThrowTable;

/// A source of throws.
pub trait Chance {
    /// The points of the next throw.
    fn throw(&mut self) -> u8;
}

/// Throws written down beforehand.
///
/// A script must be played to its end: dropping one with throws left over
/// panics, and so does throwing past the end.
#[derive(Debug)]
pub struct Scripted<'a> {
    points: std::slice::Iter<'a, u8>,
}

impl<'a> Scripted<'a> {
    pub fn new(points: &'a [u8]) -> Self {
        Scripted {
            points: points.iter(),
        }
    }
}

impl Chance for Scripted<'_> {
    fn throw(&mut self) -> u8 {
        *self.points.next().expect("the script has no throw left")
    }
}

impl Drop for Scripted<'_> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let left = self.points.as_slice();
            assert!(left.is_empty(), "throws {left:?} of the script are unused");
        }
    }
}

/// A [`ThrowTable`] made ready for casting.
///
/// Where the weights sum to a divisor of 16, as those of four fair sticks do,
/// a throw takes 4 bits of a random word, 16 throws a word:
///
/// ```text
/// word   63..60 | 59..56 | … | 7..4 | 3..0
/// throw    15       14          1      0      of the sixteen
/// ```
///
/// Any other table takes a word a throw and compares it with the cumulated
/// chances in units of 2⁻⁶⁴, rounded down: each chance is off by less than
/// 2⁻⁶⁴.
#[derive(Clone, Debug)]
pub struct Caster(Form);

#[derive(Clone, Debug)]
enum Form {
    /// Points of nibble value v in bits 4v to 4v + 3 (points are at most 15).
    Nibbles(u64),
    /// Points, and the first word past them; ascending, the last throw takes
    /// the rest.
    Thresholds { bounds: Vec<(u8, u64)>, last: u8 },
}

impl Caster {
    pub fn new(table: &ThrowTable) -> Caster {
        let throws = table.throws();
        if 16 % table.total() == 0 {
            let copies = (16 / table.total()) as usize;
            let packed = throws
                .iter()
                .flat_map(|throw| std::iter::repeat_n(throw.points, copies * throw.weight as usize))
                .enumerate()
                .fold(0, |packed, (i, points)| {
                    packed | u64::from(points) << (4 * i)
                });
            return Caster(Form::Nibbles(packed));
        }
        let mut sum = 0;
        let mut bounds: Vec<(u8, u64)> = throws
            .iter()
            .map(|throw| {
                sum += throw.weight;
                (throw.points, scaled(sum, table.total()))
            })
            .collect();
        let last = bounds.pop().map_or(0, |(points, _)| points);
        Caster(Form::Thresholds { bounds, last })
    }

    /// A source of this caster's throws that draws from `generator`.
    #[inline(always)]
    pub fn seeded(&self, generator: Xoshiro256PlusPlus) -> Seeded<'_> {
        Seeded {
            caster: self,
            generator,
            word: 0,
            left: 0,
        }
    }
}

/// ⌊`part` · 2⁶⁴ / `total`⌋ for `part` < `total` ≤ 2¹²⁷; 0 for the whole,
/// whose bound is never used.
fn scaled(part: u128, total: u128) -> u64 {
    let (mut quotient, mut rest) = (0u64, part % total);
    for _ in 0..64 {
        rest <<= 1;
        quotient = quotient << 1 | u64::from(rest >= total);
        if rest >= total {
            rest -= total;
        }
    }
    quotient
}

/// Throws drawn from a generator.
#[derive(Clone, Debug)]
pub struct Seeded<'a> {
    caster: &'a Caster,
    generator: Xoshiro256PlusPlus,
    word: u64,
    /// Nibbles of `word` not yet used.
    left: u32,
}

impl Chance for Seeded<'_> {
    #[inline(always)]
    fn throw(&mut self) -> u8 {
        match &self.caster.0 {
            Form::Nibbles(packed) => {
                if self.left == 0 {
                    self.word = self.generator.next_u64();
                    self.left = 16;
                }
                let nibble = self.word & 15;
                self.word >>= 4;
                self.left -= 1;
                (packed >> (4 * nibble) & 15) as u8
            }
            Form::Thresholds { bounds, last } => {
                let word = self.generator.next_u64();
                bounds
                    .iter()
                    .find(|&&(_, bound)| word < bound)
                    .map_or(*last, |&(points, _)| points)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Seeds;
    use crate::stats::chi_square_fit;

    fn sticks() -> ThrowTable {
        ThrowTable::new([(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)]).unwrap()
    }

    fn seeded_counts(table: &ThrowTable, throws: u32, master: u64) -> [u64; 16] {
        let caster = Caster::new(table);
        let mut counts = [0; 16];
        for game in 0..u64::from(throws / 100) {
            let mut source = caster.seeded(Seeds::new(master, 1).throws(game));
            for _ in 0..100 {
                counts[usize::from(source.throw())] += 1;
            }
        }
        counts
    }

    /// Level of each χ² test below: a sound generator fails one seed in ten
    /// thousand; the seeds are fixed, so a failure is a change of the code.
    const LEVEL: f64 = 1e-4;

    fn assert_fits(table: &ThrowTable, master: u64) {
        let counts = seeded_counts(table, 1_000_000, master);
        let observed: Vec<u64> = table
            .throws()
            .iter()
            .map(|throw| counts[usize::from(throw.points)])
            .collect();
        assert_eq!(observed.iter().sum::<u64>(), 1_000_000, "foreign points");
        let weights: Vec<f64> = table.throws().iter().map(|t| t.weight as f64).collect();
        let fit = chi_square_fit(&observed, &weights).unwrap();
        assert!(fit.p_value > LEVEL, "{table:?}: {fit:?}");
    }

    #[test]
    fn points_come_with_their_weights() {
        let tables = [
            sticks(),
            ThrowTable::new([(1, 1), (2, 1), (3, 1), (4, 1)]).unwrap(),
            // Four sticks with p = 0.6, in units of 1/625.
            ThrowTable::new([(5, 16), (1, 96), (2, 216), (3, 216), (4, 81)]).unwrap(),
            // Astragali.
            ThrowTable::new([(1, 1), (3, 4), (4, 4), (6, 1)]).unwrap(),
            ThrowTable::new([(2, (1 << 127) / 3), (7, (1 << 127) / 3 + 1)]).unwrap(),
        ];
        for (seed, table) in tables.iter().enumerate() {
            assert_fits(table, seed as u64);
        }
    }

    #[test]
    fn chi_square_notices_a_wrong_weight() {
        let counts = seeded_counts(&sticks(), 1_000_000, 1);
        let fit = chi_square_fit(&counts[1..=5], &[4.0, 6.0, 4.0, 1.05, 0.95]).unwrap();
        assert!(fit.p_value < LEVEL, "{fit:?}");
    }

    /// Throw n of game g and throw n of game g + 1, and throws n and n + 1 of
    /// one game, are independent: χ² over the 5 × 5 pairs.
    #[test]
    fn neighbouring_throws_are_independent() {
        let table = sticks();
        let caster = Caster::new(&table);
        let seeds = Seeds::new(3, 3);
        let (mut within, mut across) = (vec![0u64; 25], vec![0u64; 25]);
        for game in 0..20_000 {
            let mut one = caster.seeded(seeds.throws(2 * game));
            let mut two = caster.seeded(seeds.throws(2 * game + 1));
            for _ in 0..20 {
                let (x, next, y) = (one.throw(), one.throw(), two.throw());
                within[usize::from(5 * (x - 1) + next - 1)] += 1;
                across[usize::from(5 * (x - 1) + y - 1)] += 1;
            }
        }
        let weights: Vec<f64> = table
            .throws()
            .iter()
            .flat_map(|x| table.throws().iter().map(|y| (x.weight * y.weight) as f64))
            .collect();
        for observed in [within, across] {
            let fit = chi_square_fit(&observed, &weights).unwrap();
            assert!(fit.p_value > LEVEL, "{fit:?}");
        }
    }

    #[test]
    fn thresholds_are_exact() {
        assert_eq!(scaled(1, 2), 1 << 63);
        assert_eq!(scaled(1, 3), u64::MAX / 3);
        assert_eq!(scaled(2, 3), u64::MAX / 3 * 2);
        assert_eq!(scaled((1 << 127) - 1, 1 << 127), u64::MAX);
    }

    #[test]
    fn script_is_thrown_in_order() {
        let mut script = Scripted::new(&[2, 4, 1]);
        assert_eq!([script.throw(), script.throw(), script.throw()], [2, 4, 1]);
    }

    #[test]
    #[should_panic(expected = "throws [4, 1] of the script are unused")]
    fn script_must_be_used_up() {
        let mut script = Scripted::new(&[2, 4, 1]);
        script.throw();
    }

    #[test]
    #[should_panic(expected = "no throw left")]
    fn script_must_suffice() {
        Scripted::new(&[]).throw();
    }
}
