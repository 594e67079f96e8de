//! What a job comes to.

use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::compare::{CompareRow, compare};
use super::exact::{ExactRow, Exactly};
use super::game_rows::{GameRow, MeasureRow};
use super::games::Playing;
use super::plan::Job;
use super::solved::{Solutions, SolvedGame, Unsolved};
use super::spec::PlyLimits;
use super::troupe::Troupe;
use super::walls::{WallRow, walls};
use super::work::Work;
use crate::agent::{AnyAgent, Perfect};
use crate::arena::{Duel, DuelResult, Seeds};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::Truth;

/// The result of a job, as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Done {
    Games(Box<GameRow>, Vec<MeasureRow>),
    Compare(Box<CompareRow>),
    Exact(Box<ExactRow>),
    Pairs(Box<PairsDone>),
    Walls(Vec<WallRow>),
    /// It cannot be done: why.
    Refused(String),
}

/// Pairs of games between two agents.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PairsDone(pub DuelResult);

/// What the jobs share.
pub struct Workshop<'a> {
    pub troupe: &'a Troupe,
    pub solutions: Solutions,
    pub plies: &'a PlyLimits,
    /// By group: positions above which a game is not solved.
    pub most_positions: Vec<u64>,
}

/// An agent of the troupe, or one made for this game.
enum Player<'a> {
    Known(&'a AnyAgent),
    Made(AnyAgent),
}

impl Player<'_> {
    fn agent(&self) -> &AnyAgent {
        match self {
            Player::Known(agent) => agent,
            Player::Made(agent) => agent,
        }
    }
}

impl Workshop<'_> {
    /// Does a job on the calling thread; `pool` has one thread for what wants a
    /// pool. `None` once `cancel` is set.
    pub fn work(&self, job: &Job, pool: &rayon::ThreadPool, cancel: &AtomicBool) -> Option<Done> {
        match self.attempt(job, pool, cancel) {
            Ok(done) => Some(done),
            Err(Unsolved::Refused(why)) => Some(Done::Refused(why)),
            Err(Unsolved::Interrupted) => None,
        }
    }

    fn solved(
        &self,
        job: &Job,
        ruleset: &Ruleset,
        bounds: bool,
        cancel: &AtomicBool,
    ) -> Result<SolvedGame, Unsolved> {
        self.solutions
            .get(ruleset, bounds, self.most_positions[job.group], cancel)
    }

    fn player(
        &self,
        job: &Job,
        text: &str,
        ruleset: &Ruleset,
        cancel: &AtomicBool,
    ) -> Result<Player<'_>, Unsolved> {
        match self.troupe.get(text) {
            Some(agent) => Ok(Player::Known(agent)),
            None => {
                let solved = self.solved(job, ruleset, true, cancel)?;
                Ok(Player::Made(AnyAgent::Other(Box::new(Perfect::new(
                    solved,
                )))))
            }
        }
    }

    fn attempt(
        &self,
        job: &Job,
        pool: &rayon::ThreadPool,
        cancel: &AtomicBool,
    ) -> Result<Done, Unsolved> {
        let rules = Rules::new(&job.ruleset.mechanics);
        let max_plies = self.plies.of(&job.ruleset.id);
        let seeds = |seed: u64| Seeds::new(seed, u64::from_be_bytes(job.ruleset.base_digest.0));
        match &job.work {
            Work::Games {
                agent,
                seed,
                games,
                measures,
                truth,
            } => {
                let truth = match truth {
                    true => Some(self.solved(job, &job.ruleset, true, cancel)?),
                    false => None,
                };
                let player = self.player(job, agent, &job.ruleset, cancel)?;
                let playing = Playing {
                    rules: &rules,
                    agent: player.agent(),
                    seeds: seeds(*seed),
                    max_plies,
                    games: *games,
                    measures: *measures,
                    truth: truth.as_ref().map(|truth| truth as &dyn Truth),
                    // Other games than those that are measured.
                    calibration: seeds(!*seed),
                };
                let played = playing.run(cancel).ok_or(Unsolved::Interrupted)?;
                let mut row = played.row();
                row.variant = job.variant.clone();
                row.seed = *seed;
                row.agent = agent.clone();
                let mut measured = played.measure_rows();
                for row in &mut measured {
                    row.variant = job.variant.clone();
                    row.seed = *seed;
                    row.agent = agent.clone();
                }
                Ok(Done::Games(Box::new(row), measured))
            }
            Work::Compare {
                base,
                why,
                agent,
                seed,
                games,
            } => {
                // Perfect play is that of the rules as they are each time.
                let player = self.player(job, agent, &job.ruleset, cancel)?;
                let before = Rules::new(&base.mechanics);
                let agents = player.agent();
                let row = compare(
                    &before,
                    &rules,
                    agents,
                    seeds(*seed),
                    max_plies,
                    *games,
                    cancel,
                );
                let mut row = row.ok_or(Unsolved::Interrupted)?;
                row.variant = job.variant.clone();
                row.against = base.digest().to_string();
                row.why = why.clone();
                row.seed = *seed;
                row.agent = agent.clone();
                Ok(Done::Compare(Box::new(row)))
            }
            Work::Exact {
                agent,
                seed,
                games,
                lengths,
                bounds,
            } => {
                let exactly = Exactly {
                    rules: &rules,
                    seeds: seeds(*seed),
                    games: *games,
                    max_plies,
                    lengths: *lengths,
                    most: self.most_positions[job.group],
                };
                let mut row = match self.troupe.get(agent) {
                    Some(known) => exactly.agent(known, cancel)?,
                    None => {
                        let solved = self.solved(job, &job.ruleset, *bounds, cancel)?;
                        exactly.perfect(&solved, cancel)?
                    }
                };
                row.variant = job.variant.clone();
                row.seed = *seed;
                row.agent = agent.clone();
                Ok(Done::Exact(Box::new(row)))
            }
            Work::Pairs {
                agents,
                seed,
                games,
                truth,
                ..
            } => {
                let truth = match truth {
                    true => Some(self.solved(job, &job.ruleset, true, cancel)?),
                    false => None,
                };
                let one = self.player(job, &agents[0], &job.ruleset, cancel)?;
                let two = self.player(job, &agents[1], &job.ruleset, cancel)?;
                let duel = Duel::new(
                    &job.ruleset.mechanics,
                    [one.agent(), two.agent()],
                    seeds(*seed),
                    max_plies,
                    truth.as_ref().map(|truth| truth as &dyn Truth),
                );
                let on = |_: &DuelResult| std::ops::ControlFlow::Continue(());
                let result = duel.run(pool, games / 2, cancel, |_| {}, on);
                if cancel.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(Unsolved::Interrupted);
                }
                Ok(Done::Pairs(Box::new(PairsDone(result))))
            }
            Work::Walls { bounds } => {
                let solved = self.solved(job, &job.ruleset, *bounds, cancel)?;
                let mut rows = walls(&job.ruleset.mechanics, &solved, cancel)?;
                for row in &mut rows {
                    row.variant = job.variant.clone();
                }
                Ok(Done::Walls(rows))
            }
        }
    }
}
