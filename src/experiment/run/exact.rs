//! `kind = "exact"`: values and lengths without sampling, and simulated ones
//! beside them.
//!
//! Perfect play takes the choice of the highest true equity; where several are
//! equal, the first in canonical order. The value does not depend on which, the
//! length may.

use std::sync::atomic::AtomicBool;

use statrs::distribution::{ContinuousCDF, Normal};

use super::games::Playing;
use super::rows::{corrected, table};
use super::solved::{SolvedGame, Unsolved};
use crate::agent::{Agent, AnyAgent, Perfect};
use crate::arena::Seeds;
use crate::experiment::evaluation::{Limits, evaluate_policies};
use crate::rules::Rules;
use crate::search::{Room, Truth, true_bounds};

table! {
    /// An agent against itself, exactly.
    ExactRow, EXACT, "exact.csv", 1,
    "A row is one small game between two players of one kind, without sampling. Beside the exact \
     figures stand those of simulated games, with the p-value of the difference; verdicts are at \
     5 % after Holm's correction over both questions and all different games of the file (rulesets \
     that are the same game, on the same throws, count once).";
    agent: String, "text", "both players; `perfect` for perfect play";
    method: String, "text", "how it was computed";
    first_share: Option<f64>, "share", "share of the first player; for perfect play the middle of the bounds";
    first_lo: Option<f64>, "share", "proven lower bound; the share itself where it was computed without one";
    first_hi: Option<f64>, "share", "proven upper bound, likewise";
    certified: String, "text", "`yes` where the bounds are proven, `no` for 16-bit values (good to some 10⁻⁵), `solved` for linear systems solved to 10⁻¹²";
    plies_mean: Option<f64>, "plies", "mean length; of perfect play with ties broken in canonical order";
    plies_sd: Option<f64>, "plies", "its standard deviation";
    turns_mean: Option<f64>, "turns", "mean number of turns";
    turns_sd: Option<f64>, "turns", "its standard deviation";
    seed: u64, "number", "master seed of the simulated games";
    games: u64, "games", "simulated games";
    unfinished: u64, "games", "of these, given up at the ply limit";
    sim_first: Option<f64>, "share", "simulated share of the first player";
    sim_first_lo: Option<f64>, "share", "its 95 % interval, lower end";
    sim_first_hi: Option<f64>, "share", "upper end";
    sim_plies: Option<f64>, "plies", "simulated mean length";
    sim_plies_lo: Option<f64>, "plies", "its 95 % interval, lower end";
    sim_plies_hi: Option<f64>, "plies", "upper end";
    first_p: Option<f64>, "p-value", "p-value of the simulated share, were the exact one right";
    plies_p: Option<f64>, "p-value", "the same of the mean length";
    first_holm: Option<f64>, "p-value", "p-value of the share after Holm's correction";
    plies_holm: Option<f64>, "p-value", "that of the length";
    verdict: String, "text", "`agrees`, `differs`, or empty where nothing was simulated";
}

/// What is to be found out.
pub struct Exactly<'a> {
    pub rules: &'a Rules,
    pub seeds: Seeds,
    pub games: u64,
    pub max_plies: u32,
    pub lengths: bool,
    pub most: u64,
}

impl Exactly<'_> {
    /// Perfect play on both sides.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn perfect(&self, solved: &SolvedGame, cancel: &AtomicBool) -> Result<ExactRow, Unsolved> {
        let start = self.rules.start();
        let bounds = true_bounds(self.rules.first(), solved, self.rules, &start);
        let agent = AnyAgent::Other(Box::new(Perfect::new(solved.clone())));
        let mut row = match (self.lengths, agent.policy()) {
            (true, Some(_)) => self.lengths_of(&agent)?,
            _ => ExactRow::default(),
        };
        row.method = solved.method().to_string();
        row.first_share = Some((bounds.lo + bounds.hi) / 2.0);
        row.first_lo = Some(bounds.lo);
        row.first_hi = Some(bounds.hi);
        row.certified = if solved.certified() { "yes" } else { "no" }.to_string();
        self.simulate(&agent, row, cancel)
    }

    /// An agent without memory on both sides.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn agent(&self, agent: &AnyAgent, cancel: &AtomicBool) -> Result<ExactRow, Unsolved> {
        let mut row = self.lengths_of(agent)?;
        row.certified = "solved".to_string();
        self.simulate(agent, row, cancel)
    }

    /// Share and lengths by the linear systems: those of the solver's layers
    /// where they hold the game, else position by position.
    fn lengths_of(&self, agent: &AnyAgent) -> Result<ExactRow, Unsolved> {
        let policy = agent.policy().ok_or_else(|| {
            Unsolved::Refused("it remembers: only agents without memory have exact results".into())
        })?;
        let limits = Limits {
            layers: self.most * 400,
            list: Room {
                positions: self.most as usize,
                memory: u64::MAX,
            },
        };
        let found = evaluate_policies(self.rules, [policy; 2], limits, &mut |_| {})
            .map_err(|error| Unsolved::Refused(error.to_string()))?;
        Ok(ExactRow {
            method: found.method.to_string(),
            first_share: Some(found.first_share),
            first_lo: Some(found.first_share),
            first_hi: Some(found.first_share),
            plies_mean: Some(found.plies.mean),
            plies_sd: Some(found.plies.variance.sqrt()),
            turns_mean: Some(found.turns.mean),
            turns_sd: Some(found.turns.variance.sqrt()),
            ..ExactRow::default()
        })
    }

    fn simulate(
        &self,
        agent: &AnyAgent,
        mut row: ExactRow,
        cancel: &AtomicBool,
    ) -> Result<ExactRow, Unsolved> {
        if self.games == 0 {
            return Ok(row);
        }
        let playing = Playing {
            rules: self.rules,
            agent,
            seeds: self.seeds,
            max_plies: self.max_plies,
            games: self.games,
            measures: false,
            truth: None,
            calibration: self.seeds,
        };
        let played = playing.run(cancel).ok_or(Unsolved::Interrupted)?.row();
        row.games = played.games;
        row.unfinished = played.unfinished;
        row.sim_first = played.first_share;
        row.sim_first_lo = played.first_lo;
        row.sim_first_hi = played.first_hi;
        row.sim_plies = played.plies_mean;
        row.sim_plies_lo = played.plies_lo;
        row.sim_plies_hi = played.plies_hi;
        let finished = (played.games - played.unfinished) as f64;
        let tail = |z: f64| 2.0 * Normal::standard().sf(z.abs());
        // Score test; with draws the variance is less, so it errs on the safe
        // side. Bounds count where they lie nearest.
        row.first_p = row
            .first_lo
            .zip(row.first_hi)
            .zip(row.sim_first)
            .map(|((lo, hi), sim)| {
                let nearest = sim.clamp(lo, hi);
                let error = (nearest * (1.0 - nearest) / finished).sqrt();
                if error > 0.0 {
                    tail((sim - nearest) / error)
                } else {
                    1.0
                }
            });
        row.plies_p =
            row.plies_mean
                .zip(row.plies_sd)
                .zip(row.sim_plies)
                .map(|((mean, sd), sim)| {
                    if sd > 0.0 {
                        tail((sim - mean) / (sd / finished.sqrt()))
                    } else {
                        1.0
                    }
                });
        Ok(row)
    }
}

/// The level of verdicts.
const LEVEL: f64 = 0.05;

/// Fills in corrected p-values and verdicts.
pub fn correct(rows: &mut [ExactRow]) {
    let tests = rows.iter().flat_map(|row| {
        let question = format!("{} {} {}", row.variant.digest, row.agent, row.seed);
        let first = (format!("first {question}"), row.first_p);
        [first, (format!("length {question}"), row.plies_p)]
    });
    let mut corrected = corrected(tests.collect()).into_iter();
    for row in rows {
        row.first_holm = corrected.next().flatten();
        row.plies_holm = corrected.next().flatten();
        let all = [row.first_holm, row.plies_holm];
        row.verdict = match all.iter().flatten().fold(None, |least: Option<f64>, &p| {
            Some(least.map_or(p, |least| least.min(p)))
        }) {
            None => "",
            Some(p) if p < LEVEL => "differs",
            Some(_) => "agrees",
        }
        .to_string();
    }
}
