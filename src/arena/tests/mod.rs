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
