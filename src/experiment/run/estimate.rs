//! How long the jobs of a plan will take, roughly.
//!
//! Every agent plays a few games of every ruleset, number of pieces and variant
//! on one thread, for a hundredth of a second; that rate is taken for all jobs
//! of these, whatever their sticks. Solving is reckoned at a fixed time a
//! position, which is within a factor of a few.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::games::play;
use super::plan::{Job, Plan};
use super::read::PERFECT;
use super::spec::Spec;
use super::troupe::Troupe;
use super::work::Work;
use crate::arena::{Meter, Seeds};
use crate::rules::Rules;
use crate::solver::encoding::Encoding;

/// How long each agent plays each game.
const MEASURED: Duration = Duration::from_millis(10);

/// Of a position: solved with bounds, solved in 16 bits, and followed for the
/// lengths.
const BOUNDED: f64 = 1e-5;
const COARSE: f64 = 1e-6;
const FOLLOWED: f64 = 1e-5;

/// Positions of a game whose number is not known beforehand.
const LISTED: u64 = 300_000;

/// Taking Ludii's measures costs about so much more than playing at random.
const MEASURES_SECONDS: f64 = 1e-4;

/// Seconds of one thread that each job will take, in the order of the plan.
pub fn estimate(plan: &Plan, troupe: &Troupe, spec: &Spec) -> Vec<f64> {
    let mut reckoner = Reckoner {
        troupe,
        spec,
        rates: BTreeMap::new(),
        solved: BTreeSet::new(),
    };
    plan.jobs
        .iter()
        .map(|job| reckoner.seconds(job).unwrap_or(0.0))
        .collect()
}

struct Reckoner<'a> {
    troupe: &'a Troupe,
    spec: &'a Spec,
    /// Seconds a game, by ruleset, pieces, variant and agent.
    rates: BTreeMap<[String; 4], f64>,
    /// Games solved by earlier jobs, which keep what they found.
    solved: BTreeSet<(String, bool)>,
}

impl Reckoner<'_> {
    /// `None` for a job that will be refused: its game is too large.
    fn seconds(&mut self, job: &Job) -> Option<f64> {
        let mut seconds = match &job.work {
            Work::Exact { bounds, .. } | Work::Walls { bounds } => self.solving(job, *bounds)?,
            Work::Games { truth: true, .. } | Work::Pairs { truth: true, .. } => {
                self.solving(job, true)?
            }
            work if work.players().iter().any(|agent| agent == PERFECT) => {
                self.solving(job, true)?
            }
            _ => 0.0,
        };
        seconds += match &job.work {
            Work::Games {
                games,
                measures: true,
                ..
            } => *games as f64 * MEASURES_SECONDS,
            Work::Exact { lengths: true, .. } => positions(job) as f64 * FOLLOWED,
            Work::Walls { .. } => positions(job) as f64 * COARSE,
            _ => 0.0,
        };
        let players = job.work.players();
        for agent in players {
            seconds += job.work.games() as f64 * self.rate(job, agent) / players.len() as f64;
        }
        Some(seconds)
    }

    /// Of the job's game, unless a job before has solved it.
    fn solving(&mut self, job: &Job, bounds: bool) -> Option<f64> {
        let positions = positions(job);
        if positions > self.spec.groups[job.group].most_positions {
            return None;
        }
        let first = self.solved.insert((job.variant.digest.clone(), bounds));
        let each = if bounds { BOUNDED } else { COARSE };
        Some(if first { positions as f64 * each } else { 0.0 })
    }

    fn rate(&mut self, job: &Job, agent: &str) -> f64 {
        let variant = &job.variant;
        let key = [
            variant.ruleset.clone(),
            variant.pieces.to_string(),
            variant.variant.clone(),
            agent.to_string(),
        ];
        let (troupe, max_plies) = (self.troupe, self.spec.plies.of(&job.ruleset.id));
        *self
            .rates
            .entry(key)
            .or_insert_with(|| seconds_a_game(job, agent, troupe, max_plies))
    }
}

fn positions(job: &Job) -> u64 {
    Encoding::new(&job.ruleset.mechanics)
        .map_or(LISTED, |encoding| encoding.total_positions() as u64)
}

/// Measured; an agent that is made for each game is taken to be quick.
fn seconds_a_game(job: &Job, agent: &str, troupe: &Troupe, max_plies: u32) -> f64 {
    let Some(agent) = troupe.get(agent) else {
        return 1e-4;
    };
    if agent_refuses(agent, job) {
        return 0.0;
    }
    let rules = Rules::new(&job.ruleset.mechanics);
    let seeds = Seeds::new(0, 0);
    let began = Instant::now();
    let mut games = 0;
    while games == 0 || began.elapsed() < MEASURED {
        let mut meter = Meter::new(&rules);
        play(
            &rules,
            [agent; 2],
            seeds,
            max_plies,
            games..games + 1,
            &mut meter,
        );
        games += 1;
    }
    began.elapsed().as_secs_f64() / games as f64
}

fn agent_refuses(agent: &crate::agent::AnyAgent, job: &Job) -> bool {
    use crate::agent::Agent;
    agent.suits(&job.ruleset.mechanics).is_err()
}
