//! Positions from which play may never end.
//!
//! Serves every listed game. Three sets, each the greatest that its rule
//! allows, found by striking out until nothing changes, groups from the last to
//! the first:
//!
//! * *Endless*: for every throw some choice leads to a position of the set. The
//!   two players together can play on for ever from here, whatever is thrown;
//!   from everywhere else every play ends with probability one (each position
//!   struck out has a throw after which every choice leads to one struck out
//!   before it, or to the end; so within as many plies as there are positions
//!   the game ends with some chance, whatever the players do). Where the set is
//!   empty, values are unique and bounds meet.
//! * *Held*: one player alone can play on for ever. For every throw of that
//!   player some choice, and for every throw of the other every choice leads to
//!   a position of the set.
//! * *Locked*: the player about to throw can only pass, now and for the rest of
//!   the game, whatever the other does.
//!
//! The first two are the maximal end components, without their parts apart, and
//! the sure winning region of a safety game: Chatterjee and Henzinger, *A survey
//! of stochastic ω-regular games* (2012), sections 3 and 4.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use rayon::prelude::*;

use crate::rules::{Choice, ChoiceKind, Ply, Position, Rules};

use super::GeneralError;
use super::list::{Found, List, Room};
use super::solve::prepare;
use super::ways::{Goal, Maker, Portion, Way, Ways, portions};

/// A set of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Set {
    Endless = 1,
    /// Held by the player about to throw.
    HeldByMover = 2,
    HeldByOther = 4,
    /// The player about to throw can only pass from now on.
    LockedMover = 8,
    LockedOther = 16,
}

const ALL: u8 = 31;

/// Bytes of a position: its key and its flags.
const EACH: usize = size_of::<u64>() + 1;

/// What was found of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Class {
    pub positions: usize,
    /// One of them.
    pub example: Option<Example>,
}

/// A position, and for each throw a ply that stays in its set.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    pub position: Position,
    pub plies: Vec<Ply>,
}

/// What was found of a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ends {
    /// Positions looked at: all that can arise.
    pub positions: usize,
    /// The players together can play on for ever; the example has the fewest
    /// pieces on the board.
    pub endless: Class,
    /// One of them alone can.
    pub held: Class,
    /// The player about to throw can only pass for the rest of the game; the
    /// example has the most pieces on the board.
    pub locked: Class,
    /// Of the locked positions, those that are endless.
    pub locked_and_endless: usize,
    /// What is done in endless positions to stay in them (the first such choice
    /// for each throw), and how often.
    pub deeds: BTreeMap<&'static str, u64>,
}

/// Looks through all that can arise in the game of `rules`.
///
/// # Errors
/// See [`GeneralError`].
pub fn find(
    rules: &Rules,
    memory: u64,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Found) + Send),
) -> Result<Ends, GeneralError> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .build()?;
    pool.install(|| {
        let room = Room { memory, each: EACH };
        let list = List::new(rules, &rules.start(), room, stop, progress)?;
        let flags: Vec<AtomicU8> = (0..list.positions()).map(|_| AtomicU8::new(ALL)).collect();
        for members in list.groups().iter().rev() {
            if stop.load(Relaxed) {
                return Err(GeneralError::Interrupted);
            }
            let maker = Maker {
                rules,
                list: &list,
                members,
            };
            let portions = portions(&list, members);
            let held = room.needed(list.positions());
            let ways = prepare(&maker, &portions, held, memory);
            while strike(&maker, &portions, &ways, &flags) {}
        }
        Ok(gather(rules, &list, &flags))
    })
}

/// Goes through a group once; whether anything was struck out.
fn strike(maker: &Maker, portions: &[Vec<Portion>], ways: &Ways, flags: &[AtomicU8]) -> bool {
    let first = maker.members.first;
    let mut any = false;
    for (level, own) in portions.iter().enumerate() {
        any |= own
            .par_iter()
            .enumerate()
            .map(|(number, portion)| {
                ways.with(maker, (level, number), portion, |ways| {
                    let mut any = false;
                    for (i, place) in portion.places.clone().enumerate() {
                        let flag = &flags[first + place];
                        let old = flag.load(Relaxed);
                        if old == 0 {
                            continue;
                        }
                        let new = old & allowed(ways.of(i), flags);
                        flag.store(new, Relaxed);
                        any |= new != old;
                    }
                    any
                })
            })
            .reduce(|| false, |a, b| a | b);
    }
    any
}

/// The sets in which a position may stay, by what follows it.
fn allowed(ways: &[Way], flags: &[AtomicU8]) -> u8 {
    let mut sets = ALL;
    let mut some = 0;
    let mut single = true;
    for way in ways {
        // The sets of what follows, as this position's mover counts them.
        let next = match way.goal() {
            Goal::Over(_) => Set::LockedOther as u8,
            Goal::Same(number) => flags[number].load(Relaxed),
            Goal::Other(number) => turned(flags[number].load(Relaxed)),
        };
        some |= next & (Set::Endless as u8 | Set::HeldByMover as u8);
        // What the other player wants of it must hold after every choice.
        sets &= next | !(Set::HeldByOther as u8 | Set::LockedOther as u8);
        if !(way.is_pass() && single && next & Set::LockedMover as u8 != 0) {
            sets &= !(Set::LockedMover as u8);
        }
        single = way.is_last();
        if way.is_last() {
            sets &= some | !(Set::Endless as u8 | Set::HeldByMover as u8);
            some = 0;
        }
    }
    sets
}

/// The same as the other player counts them.
fn turned(sets: u8) -> u8 {
    let swap = |sets: u8, one: Set, two: Set| {
        let (one, two) = (one as u8, two as u8);
        let to_two = if sets & one != 0 { two } else { 0 };
        to_two | if sets & two != 0 { one } else { 0 }
    };
    sets & Set::Endless as u8
        | swap(sets, Set::HeldByMover, Set::HeldByOther)
        | swap(sets, Set::LockedMover, Set::LockedOther)
}

fn gather(rules: &Rules, list: &List, flags: &[AtomicU8]) -> Ends {
    let has = |number: usize, sets: u8| flags[number].load(Relaxed) & sets != 0;
    let held = Set::HeldByMover as u8 | Set::HeldByOther as u8;
    let class = |sets: u8, number: Option<usize>| Class {
        positions: (0..flags.len()).filter(|&number| has(number, sets)).count(),
        example: number.map(|number| example(rules, list, flags, number, sets)),
    };
    // The first of the last group that has any.
    let fewest = |sets: u8| {
        list.groups().iter().rev().find_map(|members| {
            let numbers = members.first..members.first + members.keys().len();
            numbers.clone().find(|&number| has(number, sets))
        })
    };
    let most = |sets: u8| (0..flags.len()).find(|&number| has(number, sets));
    let locked = Set::LockedMover as u8;
    let endless = Set::Endless as u8;
    let both = locked | endless;
    let mut ends = Ends {
        positions: list.positions(),
        endless: class(endless, fewest(endless)),
        held: class(held, fewest(held)),
        locked: class(locked, most(locked)),
        locked_and_endless: flags
            .iter()
            .filter(|flag| flag.load(Relaxed) & both == both)
            .count(),
        deeds: BTreeMap::new(),
    };
    for number in (0..flags.len()).filter(|&number| has(number, endless)) {
        let position = list.codec().position(list.key_at(number));
        for (name, _) in staying(rules, list, flags, &position, endless) {
            *ends.deeds.entry(name).or_default() += 1;
        }
    }
    ends
}

fn example(rules: &Rules, list: &List, flags: &[AtomicU8], number: usize, sets: u8) -> Example {
    let position = list.codec().shown(list.key_at(number));
    Example {
        plies: staying(rules, list, flags, &position, sets)
            .into_iter()
            .map(|(_, ply)| ply)
            .collect(),
        position,
    }
}

/// For each throw the first choice that stays in one of `sets`, with a word for
/// what it does.
fn staying(
    rules: &Rules,
    list: &List,
    flags: &[AtomicU8],
    position: &Position,
    sets: u8,
) -> Vec<(&'static str, Ply)> {
    let own = list.number(position).expect("a listed position");
    let sets = sets & flags[own].load(Relaxed);
    let mover = position.to_throw();
    let mut found = Vec::new();
    for throw in rules.mechanics().throws.throws() {
        let points = throw.points;
        let stays = |choice: &Choice| {
            let mut next = *position;
            rules.play(&mut next, points, *choice);
            let Some(number) = list.number_if_on(&next) else {
                return false;
            };
            let after = flags[number].load(Relaxed);
            let after = if next.to_throw() == mover {
                after
            } else {
                turned(after)
            };
            after & sets != 0
        };
        let Some(choice) = rules.choices(position, points).iter().find(stays) else {
            continue;
        };
        let mut next = *position;
        let event = rules.play(&mut next, points, choice);
        let name = match choice.kind {
            _ if event.trapped => "trapped",
            _ if event.refused => "refused exit",
            ChoiceKind::Enter => "enter",
            ChoiceKind::Forward | ChoiceKind::ForwardStay => "forward",
            ChoiceKind::Backward | ChoiceKind::BackwardStay => "backward",
            ChoiceKind::Leave => "leave",
            ChoiceKind::Rethrow => "rethrow",
            ChoiceKind::Decline => "decline",
            ChoiceKind::Pass => "pass",
        };
        found.push((name, Ply::of(points, choice, &event)));
    }
    found
}
