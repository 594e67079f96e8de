//! Bounds of one group, improved sweep by sweep.
//!
//! A sweep goes through the levels of the group, from the highest down, or up,
//! and within a level through its units; the positions of a unit, which swaps
//! and passes tie together, are updated until they rest. Units whose intervals
//! are all narrow enough are left alone.
//!
//! Rounding: a sum of at most 16 products of chances and values is wrong by
//! less than 2⁻⁴⁹ of itself (twelve roundings of 2⁻⁵³ for usual tables, each
//! further throw one more), and lower bounds are made smaller by so much, upper
//! bounds larger.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::ways::{Goal, Maker, Portion, PortionWays, Way, Ways};

/// Bounds of all positions, by number.
pub struct Values(Vec<[AtomicU64; 2]>);

/// A lower and an upper bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    pub lo: f64,
    pub hi: f64,
}

impl Pair {
    pub const OPEN: Pair = Pair { lo: 0.0, hi: 1.0 };

    pub fn width(self) -> f64 {
        self.hi - self.lo
    }

    pub fn middle(self) -> f64 {
        0.5 * (self.lo + self.hi)
    }

    /// As the other player sees it.
    #[inline]
    pub fn turned(self) -> Pair {
        Pair {
            lo: 1.0 - self.hi,
            hi: 1.0 - self.lo,
        }
    }
}

impl Values {
    /// Nothing known of so many positions.
    pub fn open(positions: usize) -> Values {
        let open = || [0.0f64, 1.0].map(|bound| AtomicU64::new(bound.to_bits()));
        Values((0..positions).map(|_| open()).collect())
    }

    #[inline]
    pub fn get(&self, number: usize) -> Pair {
        let [lo, hi] = &self.0[number];
        Pair {
            lo: f64::from_bits(lo.load(Relaxed)),
            hi: f64::from_bits(hi.load(Relaxed)),
        }
    }

    #[inline]
    fn set(&self, number: usize, pair: Pair) {
        let [lo, hi] = &self.0[number];
        lo.store(pair.lo.to_bits(), Relaxed);
        hi.store(pair.hi.to_bits(), Relaxed);
    }

    /// What a way is worth to the mover.
    #[inline]
    pub fn of(&self, way: Way) -> Pair {
        match way.goal() {
            Goal::Over(value) => Pair {
                lo: value,
                hi: value,
            },
            Goal::Same(number) => self.get(number),
            Goal::Other(number) => self.get(number).turned(),
        }
    }
}

const DOWN: f64 = 1.0 - 1.0 / (1u64 << 49) as f64;
const UP: f64 = 1.0 + 1.0 / (1u64 << 49) as f64;

/// The expectation over the throws of the best way, rounded down and up.
/// `read` gives the bounds of a number.
#[inline]
pub fn backed_up(ways: &[Way], chances: &[f64], read: impl Fn(usize) -> Pair) -> Pair {
    let (mut lo, mut hi) = (0.0, 0.0);
    let mut best = Pair { lo: 0.0, hi: 0.0 };
    let mut chances = chances.iter();
    for &way in ways {
        let pair = match way.goal() {
            Goal::Over(value) => Pair {
                lo: value,
                hi: value,
            },
            Goal::Same(number) => read(number),
            Goal::Other(number) => read(number).turned(),
        };
        best.lo = best.lo.max(pair.lo);
        best.hi = best.hi.max(pair.hi);
        if way.is_last() {
            let chance = chances.next().expect("as many throws as chances");
            lo += chance * best.lo;
            hi += chance * best.hi;
            best = Pair { lo: 0.0, hi: 0.0 };
        }
    }
    Pair {
        lo: lo * DOWN,
        hi: (hi * UP).min(1.0),
    }
}

/// Which way a sweep goes through the levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From the highest level down.
    Down,
    Up,
}

/// Updates of a unit's positions in one visit, at most.
const MOST_ROUNDS: u32 = 40;

/// A unit is left when a round changes less than this part of what its first
/// round changed.
const ROUGHLY: f64 = 0.1;

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SweepReport {
    /// Largest change of a bound.
    pub change: f64,
    /// Widest interval of the units that were visited.
    pub widest: f64,
    /// Updates of positions.
    pub updated: u64,
}

impl SweepReport {
    fn merged(self, other: SweepReport) -> SweepReport {
        SweepReport {
            change: self.change.max(other.change),
            widest: self.widest.max(other.widest),
            updated: self.updated + other.updated,
        }
    }
}

/// A group being solved.
pub struct GroupSweep<'a> {
    pub maker: Maker<'a>,
    pub portions: &'a [Vec<Portion>],
    pub ways: &'a Ways,
    pub chances: &'a [f64],
    pub values: &'a Values,
    /// By level and portion: 1 = every interval is narrow enough.
    pub settled: Vec<Vec<AtomicU8>>,
    /// Intervals no wider than this are left alone.
    pub narrow: f64,
}

impl<'a> GroupSweep<'a> {
    pub fn new(
        maker: Maker<'a>,
        portions: &'a [Vec<Portion>],
        ways: &'a Ways,
        chances: &'a [f64],
        values: &'a Values,
        narrow: f64,
    ) -> GroupSweep<'a> {
        let blank = |level: &Vec<Portion>| level.iter().map(|_| AtomicU8::new(0)).collect();
        GroupSweep {
            maker,
            portions,
            ways,
            chances,
            values,
            settled: portions.iter().map(blank).collect(),
            narrow,
        }
    }

    /// Goes through all levels once.
    pub fn sweep(&self, direction: Direction) -> SweepReport {
        let mut report = SweepReport::default();
        let levels = self.portions.len();
        let mut before: Vec<Pair> = Vec::new();
        for i in 0..levels {
            let level = match direction {
                Direction::Down => i,
                Direction::Up => levels - 1 - i,
            };
            let portions = &self.portions[level];
            let live: Vec<usize> = (0..portions.len())
                .filter(|&number| self.settled[level][number].load(Relaxed) == 0)
                .collect();
            if live.is_empty() {
                continue;
            }
            let first = self.maker.members.first;
            let start = first + portions[0].places.start;
            let end = first + portions[portions.len() - 1].places.end;
            before.clear();
            before.extend((start..end).map(|number| self.values.get(number)));
            let visit = |&number: &usize| self.visit(level, number, start, &before);
            report = live
                .par_iter()
                .map(visit)
                .reduce(SweepReport::default, SweepReport::merged)
                .merged(report);
        }
        report
    }

    fn visit(&self, level: usize, number: usize, start: usize, before: &[Pair]) -> SweepReport {
        let portion = &self.portions[level][number];
        let ways = (level, number);
        let report = self.ways.with(&self.maker, ways, portion, |ways| {
            self.visit_portion(portion, ways, start, before)
        });
        if report.widest <= self.narrow {
            self.settled[level][number].store(1, Relaxed);
        }
        report
    }

    fn visit_portion(
        &self,
        portion: &Portion,
        ways: &PortionWays,
        start: usize,
        before: &[Pair],
    ) -> SweepReport {
        let codec = self.maker.list.codec();
        let keys = self.maker.members.keys();
        let first = self.maker.members.first;
        let mut report = SweepReport::default();
        let mut unit_start = portion.places.start;
        while unit_start < portion.places.end {
            let unit = codec.unit(keys[unit_start]);
            let length = keys[unit_start..portion.places.end]
                .iter()
                .take_while(|&&key| codec.unit(key) == unit)
                .count();
            let own = first + unit_start..first + unit_start + length;
            // Numbers of other units of this level are read as they were.
            let read = |number: usize| {
                let at = number.wrapping_sub(start);
                if at < before.len() && !own.contains(&number) {
                    before[at]
                } else {
                    self.values.get(number)
                }
            };
            let mut enough = 0.0;
            for round in 0..MOST_ROUNDS {
                let mut change = 0.0f64;
                let mut widest = 0.0f64;
                for i in 0..length {
                    let number = own.start + i;
                    let old = self.values.get(number);
                    let at = unit_start - portion.places.start + i;
                    let found = backed_up(ways.of(at), self.chances, read);
                    let new = Pair {
                        lo: old.lo.max(found.lo),
                        hi: old.hi.min(found.hi),
                    };
                    self.values.set(number, new);
                    change = change.max(new.lo - old.lo).max(old.hi - new.hi);
                    widest = widest.max(new.width());
                }
                report.updated += length as u64;
                report.change = report.change.max(change);
                if round == 0 {
                    enough = (change * ROUGHLY).max(self.narrow * ROUGHLY);
                }
                if change <= enough || round + 1 == MOST_ROUNDS {
                    report.widest = report.widest.max(widest);
                    break;
                }
            }
            unit_start += length;
        }
        report
    }
}
