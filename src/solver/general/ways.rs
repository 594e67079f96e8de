//! What can follow each position of a group.
//!
//! A *way* is 32 bits: the number of the position that follows (or how the
//! game has ended), and flags. The ways of a position are those of its first
//! throw in the order of the choices, then those of the next throw. Of choices
//! with one origin the one with the smaller position text comes first; a
//! position that two choices with a throw lead to stands once.
//!
//! Ways are made by the rules' engine, portion by portion (a few units each),
//! and kept if they fit into memory; otherwise each sweep makes them again.

use std::ops::Range;

use rayon::prelude::*;

use crate::rules::{Choice, ChoiceKind, Outcome, Position, Rules};

use super::list::{List, MOST_POSITIONS, Members};

/// One way on from a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way(u32);

const LAST: u32 = 1 << 31;
const PASSES: u32 = 1 << 30;
const NOTHING: u32 = 1 << 29;
const NUMBER: u32 = NOTHING - 1;
const LOST: u32 = NUMBER;
const DRAWN: u32 = NUMBER - 1;
const WON: u32 = NUMBER - 2;
const _: () = assert!(MOST_POSITIONS < WON as usize);

/// Where a way leads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Goal {
    /// The game is over; worth this to the mover.
    Over(f64),
    /// The same player throws again.
    Same(usize),
    /// The other player throws.
    Other(usize),
}

impl Way {
    #[inline]
    pub fn goal(self) -> Goal {
        match self.0 & NUMBER {
            WON => Goal::Over(1.0),
            DRAWN => Goal::Over(0.5),
            LOST => Goal::Over(0.0),
            number if self.0 & PASSES != 0 => Goal::Other(number as usize),
            number => Goal::Same(number as usize),
        }
    }

    /// Whether it is the last way of its throw.
    #[inline]
    pub fn is_last(self) -> bool {
        self.0 & LAST != 0
    }

    /// Whether it is a pass for want of anything else.
    pub fn is_pass(self) -> bool {
        self.0 & NOTHING != 0
    }
}

/// Positions of one level that are worked on by one thread: whole units.
#[derive(Clone, Debug)]
pub struct Portion {
    /// Places within the group.
    pub places: Range<usize>,
}

/// Units that one thread takes at a time hold at least so many positions,
/// but for the last of a level.
const PORTION: usize = 1 << 9;

/// The portions of each level, the highest level first.
pub fn portions(list: &List, members: &Members) -> Vec<Vec<Portion>> {
    let codec = list.codec();
    let keys = members.keys();
    members
        .levels()
        .map(|level| {
            let mut portions = Vec::new();
            let mut start = level.start;
            while start < level.end {
                let mut end = (start + PORTION).min(level.end);
                while end < level.end && codec.unit(keys[end]) == codec.unit(keys[end - 1]) {
                    end += 1;
                }
                portions.push(Portion { places: start..end });
                start = end;
            }
            portions
        })
        .collect()
}

/// The ways of the positions of one portion.
#[derive(Clone, Debug, Default)]
pub struct PortionWays {
    pub ways: Vec<Way>,
    /// Where those of each position begin, and the end.
    pub first: Vec<u32>,
}

impl PortionWays {
    /// The ways of the position at place `i` of the portion.
    #[inline]
    pub fn of(&self, i: usize) -> &[Way] {
        &self.ways[self.first[i] as usize..self.first[i + 1] as usize]
    }

    pub fn bytes(&self) -> u64 {
        (4 * (self.ways.capacity() + self.first.capacity()) + size_of::<PortionWays>()) as u64
    }

    /// Makes the ways of a portion.
    pub fn make(rules: &Rules, list: &List, members: &Members, portion: &Portion) -> PortionWays {
        let mut made = PortionWays {
            ways: Vec::with_capacity(portion.places.len() * 8),
            first: Vec::with_capacity(portion.places.len() + 1),
        };
        let mut run: Vec<(Choice, Position)> = Vec::new();
        for place in portion.places.clone() {
            made.first.push(made.ways.len() as u32);
            push_ways(rules, list, members.keys()[place], &mut run, &mut made.ways);
        }
        made.first.push(made.ways.len() as u32);
        made.ways.shrink_to_fit();
        made
    }
}

/// Appends the ways of one position.
fn push_ways(
    rules: &Rules,
    list: &List,
    key: u64,
    run: &mut Vec<(Choice, Position)>,
    ways: &mut Vec<Way>,
) {
    let codec = list.codec();
    let position = codec.position(key);
    let mover = position.to_throw().expect("listed positions go on");
    for throw in rules.mechanics().throws.throws() {
        let choices = rules.choices(&position, throw.points);
        run.clear();
        run.extend(rules.successors(&position, throw.points, choices));
        for i in 1..run.len() {
            let same_origin = run[i].0.from() == run[i - 1].0.from();
            if same_origin && run[i].1.to_string() < run[i - 1].1.to_string() {
                run.swap(i, i - 1);
            }
        }
        let begin = ways.len();
        for (choice, next) in run.iter() {
            let goal = match next.outcome(rules.mechanics()) {
                Some(Outcome::Won(winner)) if winner == mover => WON,
                Some(Outcome::Won(_)) => LOST,
                Some(Outcome::Draw) => DRAWN,
                None => {
                    let number = list.number(next).expect("what follows is listed");
                    let passes = next.to_throw() != Some(mover);
                    number as u32 | if passes { PASSES } else { 0 }
                }
            };
            let nothing = if choice.kind == ChoiceKind::Pass {
                NOTHING
            } else {
                0
            };
            let way = Way(goal | nothing);
            if !ways[begin..].contains(&way) {
                ways.push(way);
            }
        }
        let last = ways.last_mut().expect("there is always a choice");
        last.0 |= LAST;
    }
}

/// The ways of a group: kept, or made when they are wanted.
pub enum Ways {
    /// By level and portion.
    Kept(Vec<Vec<PortionWays>>),
    Made,
}

impl Ways {
    /// Makes the ways of all portions and keeps them.
    pub fn keep(rules: &Rules, list: &List, members: &Members, portions: &[Vec<Portion>]) -> Ways {
        let make = |portion: &Portion| PortionWays::make(rules, list, members, portion);
        Ways::Kept(
            portions
                .par_iter()
                .map(|level| level.par_iter().map(make).collect())
                .collect(),
        )
    }

    /// What the ways of a group take, by the ways of some of its portions.
    pub fn estimate(
        rules: &Rules,
        list: &List,
        members: &Members,
        portions: &[Vec<Portion>],
    ) -> u64 {
        const SAMPLE: usize = 64;
        let all: Vec<&Portion> = portions.iter().flatten().collect();
        let step = all.len().div_ceil(SAMPLE).max(1);
        let sample: Vec<&Portion> = all.into_iter().step_by(step).collect();
        let positions: usize = sample.iter().map(|portion| portion.places.len()).sum();
        let bytes: u64 = sample
            .par_iter()
            .map(|portion| PortionWays::make(rules, list, members, portion).bytes())
            .sum();
        // A tenth more, because a sample may be small.
        (bytes as f64 / positions.max(1) as f64 * members.keys().len() as f64 * 1.1) as u64
    }

    /// Hands the ways of a portion to `work`.
    pub fn with<R>(
        &self,
        maker: &Maker,
        (level, number): (usize, usize),
        portion: &Portion,
        work: impl FnOnce(&PortionWays) -> R,
    ) -> R {
        match self {
            Ways::Kept(ways) => work(&ways[level][number]),
            Ways::Made => work(&PortionWays::make(
                maker.rules,
                maker.list,
                maker.members,
                portion,
            )),
        }
    }
}

/// What ways are made from.
#[derive(Clone, Copy)]
pub struct Maker<'a> {
    pub rules: &'a Rules,
    pub list: &'a List,
    pub members: &'a Members,
}
