//! Games of agents over one table.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::game::Game;
use crate::agent::{AnyAgent, Optimal};
use crate::arena::{Caster, GameResult, Observer, Ply, Seating, Seeds, run_until};
use crate::rules::{Position, Rules};
use crate::solver::table::Table;
use crate::stats::{Merge, Moments};

/// Games that a thread plays at a time.
const CHUNK: u64 = 16;

/// What games are played with.
#[derive(Clone, Copy)]
pub struct Playing<'a> {
    pub pool: &'a rayon::ThreadPool,
    pub seed: u64,
    pub games: u64,
    /// A game not over after so many plies is given up.
    pub max_plies: u32,
    pub stop: &'a AtomicBool,
}

impl Playing<'_> {
    /// Plays all games and folds what each chunk gives, in order. `None` where
    /// the run was stopped.
    pub(super) fn each<T: Send>(
        &self,
        play: impl Fn(Range<u64>) -> T + Sync,
        mut fold: impl FnMut(T) + Send,
    ) -> Option<()> {
        let played = run_until(
            self.pool,
            self.games,
            CHUNK,
            self.stop,
            play,
            |_| {},
            |part| {
                fold(part);
                std::ops::ControlFlow::Continue(())
            },
        );
        (played == self.games).then_some(())
    }

    pub(super) fn seating<'b>(
        &self,
        game: &Game,
        rules: &'b Rules,
        caster: &'b Caster,
        agents: [&'b AnyAgent; 2],
    ) -> Seating<'b, AnyAgent> {
        Seating {
            rules,
            caster,
            seeds: Seeds::new(self.seed, game.key()),
            agents,
            max_plies: self.max_plies,
        }
    }
}

/// The perfect player by `table`.
pub(super) fn perfect(table: &Arc<Table>) -> AnyAgent {
    AnyAgent::Other(Box::new(Optimal::new(table.clone())))
}

/// Results, plies and turns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub finished: u64,
    /// Won by the player who threw first.
    pub first: u64,
    pub plies: Moments,
    pub turns: Moments,
}

/// Counts the turns of each game.
pub(super) struct TallyMeter<'a> {
    pub rules: &'a Rules,
    pub tally: Tally,
}

impl Observer for TallyMeter<'_> {
    /// Who threw last, and the turns so far.
    type Game = (Option<usize>, u64);

    fn ply(&mut self, (last, turns): &mut Self::Game, ply: &Ply<'_>) {
        *turns += u64::from(*last != Some(ply.mover));
        *last = Some(ply.mover);
    }

    fn end(&mut self, (_, turns): &Self::Game, _: &Position, result: &GameResult) {
        use crate::rules::Outcome;
        let Some(outcome) = result.outcome else {
            return;
        };
        self.tally.finished += 1;
        let first = self.rules.start().to_throw();
        self.tally.first += u64::from(matches!(outcome, Outcome::Won(who) if Some(who) == first));
        self.tally.plies.record(u64::from(result.plies));
        self.tally.turns.record(*turns);
    }
}

impl Merge for Tally {
    fn merge(&mut self, other: &Self) {
        self.finished += other.finished;
        self.first += other.first;
        self.plies.merge(&other.plies);
        self.turns.merge(&other.turns);
    }
}
