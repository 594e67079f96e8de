//! How long the jobs of a plan will take, roughly.
//!
//! Every agent plays a few games of every ruleset on one thread, for some
//! hundredths of a second; that rate is taken for all jobs of the two, whatever
//! their pieces, sticks and readings. Exact jobs are reckoned at a fixed time a
//! position, which is within a factor of a few.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::games::play;
use super::plan::{Job, Plan};
use super::troupe::Troupe;
use super::work::Work;
use crate::arena::{Meter, Seeds};
use crate::rules::Rules;
use crate::solver::encoding::Encoding;

/// How long each agent plays each ruleset.
const MEASURED: Duration = Duration::from_millis(20);

/// Of a position of an exact job: solved with bounds, solved in 16 bits, and
/// followed for the lengths.
const BOUNDED: f64 = 1e-5;
const COARSE: f64 = 1e-6;
const FOLLOWED: f64 = 1e-5;

/// Positions of a game whose number is not known beforehand.
const LISTED: u64 = 300_000;

/// Taking Ludii's measures costs about so much more than playing at random.
const MEASURES_SECONDS: f64 = 1e-4;

/// Seconds of one thread that each job will take, in the order of the plan.
pub fn estimate(plan: &Plan, troupe: &Troupe, max_plies: u32) -> Vec<f64> {
    let mut rates: BTreeMap<(String, String), f64> = BTreeMap::new();
    let mut rate = |job: &Job, agent: &str| -> f64 {
        let key = (job.ruleset.id.clone(), agent.to_string());
        *rates
            .entry(key)
            .or_insert_with(|| seconds_a_game(job, agent, troupe, max_plies))
    };
    let positions = |job: &Job| {
        Encoding::new(&job.ruleset.mechanics)
            .map_or(LISTED, |encoding| encoding.total_positions() as u64)
    };
    let jobs = plan.jobs.iter().map(|job| match &job.work {
        Work::Games {
            agent,
            games,
            measures,
            ..
        } => {
            let extra = if *measures { MEASURES_SECONDS } else { 0.0 };
            *games as f64 * (rate(job, agent) + extra)
        }
        Work::Compare { agent, games, .. } => 2.0 * *games as f64 * rate(job, agent),
        Work::Exact {
            agent,
            games,
            lengths,
            bounds,
            ..
        } => {
            let solved = if *bounds { BOUNDED } else { COARSE };
            let followed = if *lengths { FOLLOWED } else { 0.0 };
            *games as f64 * rate(job, agent) + positions(job) as f64 * (solved + followed)
        }
        Work::Pairs {
            agents: [one, two],
            games,
            ..
        } => *games as f64 * (rate(job, one) + rate(job, two)) / 2.0,
        Work::Walls { bounds } => {
            let solved = if *bounds { BOUNDED } else { COARSE };
            positions(job) as f64 * (solved + COARSE)
        }
    });
    jobs.collect()
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
