//! Tests of whole games.

mod ludii;
mod merging;
mod recount;
mod scripted;
mod skill;
mod throws;

use super::*;
use crate::agent::{AgentSpec, AnyAgent};
use crate::rules::{Position, Rules};
use crate::ruleset::load_builtin;
use crate::stats::Merge;

fn agent(name: &str) -> AnyAgent {
    name.parse::<AgentSpec>().unwrap().build().unwrap()
}

/// The rules of a ruleset with keys changed, and its throws.
struct Bench {
    rules: Rules,
    caster: Caster,
}

impl Bench {
    fn new(id: &str, sets: &[(&str, &str)]) -> Bench {
        let ruleset = load_builtin(id, &[], sets).unwrap();
        Bench {
            rules: Rules::new(&ruleset.mechanics),
            caster: Caster::new(&ruleset.mechanics.throws),
        }
    }

    fn seating<'a>(&'a self, agents: [&'a AnyAgent; 2]) -> Seating<'a, AnyAgent> {
        Seating {
            rules: &self.rules,
            caster: &self.caster,
            seeds: Seeds::new(11, 12),
            agents,
            max_plies: 100_000,
        }
    }
}

/// One piece a side on 1 and 2: every choice is forced.
fn duel() -> Bench {
    Bench::new("anubis-5", &[("pieces", "1")])
}

/// A's whole way: 1, 6, 11, 16, 21, 26, home, while B stands on 2.
const ONE_TURN: &[u8] = &[5; 6];

/// A swap, a fall from 27 to 15, and a pass of B on 29.
const SWAP_FALL_PASS: &[u8] = &[
    1, 2, // A swaps 1 with 2, then goes on to 4
    2, // B 1 to 3
    5, 5, 5, 4, 3, // A to 26
    2, // B to 5
    1, 3, // A falls from 27 to 15, then goes on to 18
    5, 5, 5, 5, 1, 3, // B to 26 and 29
    2, // A to 20
    3, // B cannot leave 29 and passes
    2, // A to 22
    2, // B bears off
];

/// Plays a game of `bench` with these throws, the first choice each time.
fn play_script(
    bench: &Bench,
    points: &[u8],
    max_plies: u32,
    meter: &mut impl Observer,
) -> GameResult {
    let first = agent("first");
    let mut seating = bench.seating([&first; 2]);
    seating.max_plies = max_plies;
    seating.play_with(0, bench.rules.start(), Scripted::new(points), meter)
}

/// A ply as it was, to be looked at later.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Recorded {
    before: Position,
    after: Position,
    points: u8,
    choices: crate::rules::Choices,
    choice: crate::rules::Choice,
}

/// Keeps every ply of the one game it watches.
#[derive(Default)]
struct Recorder {
    plies: Vec<Recorded>,
}

impl Observer for Recorder {
    type Game = ();

    fn ply(&mut self, (): &mut (), ply: &Ply<'_>) {
        self.plies.push(Recorded {
            before: *ply.before,
            after: *ply.after,
            points: ply.points,
            choices: ply.choices,
            choice: ply.choice,
        });
    }

    fn end(&mut self, (): &(), last: &Position, result: &GameResult) {
        assert_eq!(self.plies.len(), result.plies as usize);
        assert_eq!(self.plies.last().unwrap().after, *last);
    }
}
