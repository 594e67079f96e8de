//! Rollouts: each choice tried in many games by a simple policy.
//!
//! Serves every ruleset. The games of one choice come in blocks. Within a
//! block the first throws are drawn systematically (one random start, equal
//! steps through the cumulative chances), so that with four fair sticks a block
//! of 16 holds every throw exactly as often as it should; every block has the
//! same mean and is independent of the others. Block `b` uses the same random
//! numbers for every choice.
//!
//! Luck is taken out: with `g(s, t)` the evaluator's equity after the best reply
//! to the throw `t` at `s`,
//!
//! ```text
//! estimate = result − Σ_plies ± ( g(s, t) − Σ_u p(u) · g(s, u) )
//! ```
//!
//! with + where the player asked about throws. Every term has mean 0 whatever
//! the evaluator is worth, so nothing is biased, and a good evaluator leaves
//! little variance: the control variate of backgammon rollouts (D. Montgomery,
//! Variance reduction, GammOnLine 2000), in general form in M. Zinkevich,
//! M. Bowling, N. Bard, M. Kan, D. Billings, Optimal unbiased estimators for
//! evaluating agent performance, AAAI 2006.
//!
//! Sampling stops when the best choice is separated: a choice is dropped as
//! soon as a [`super::PairTest`] puts it below another; with α shared among all pairs,
//! the chance that a choice is ever wrongly dropped is at most α.

use rand::rngs::Xoshiro256PlusPlus;

use crate::rules::{Choice, Policy, Position, Rules};
use crate::types::Player;

use super::confidence::Moments;
use super::contest::{Candidate, Contest};
use super::evaluator::{Evaluator, best_reply, equity_of, settled};
use super::expectimax::TIE;
use super::randomness::{stream, uniform};
use super::throws::Throws;
use super::truth::{Dropped, Sample};

/// Games in a block.
const BLOCK: u32 = 16;

/// How the games are played on.
pub enum Playing {
    /// By the choice after which the evaluator sees the mover best.
    Greedy,
    By(Box<dyn Policy + Send>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RolloutOptions {
    /// Games a choice at most; rounded up to whole blocks of 16.
    pub games: u32,
    /// Plies after which the evaluator's word is taken; `None`: to the end. It
    /// is taken before where it is exact.
    pub truncate: Option<u32>,
    /// A game that lasts this many plies is cut off with the evaluator's word,
    /// so that policies which never finish do not hang the search.
    pub max_plies: u32,
    /// Whether luck is taken out.
    pub luck: Luck,
    /// The chance of ever dropping a choice wrongly; `None`: drop none and
    /// play all games.
    pub error: Option<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Luck {
    Kept,
    TakenOut,
}

impl Default for RolloutOptions {
    fn default() -> RolloutOptions {
        RolloutOptions {
            games: 1024,
            truncate: Some(16),
            max_plies: 20_000,
            luck: Luck::TakenOut,
            error: Some(0.05),
        }
    }
}

/// A choice and what its games say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub choice: Choice,
    /// Of the mover; may leave 0 to 1 a little where luck is taken out.
    pub equity: f64,
    pub sample: Sample,
}

#[derive(Clone, Debug, PartialEq)]
pub struct RolloutResult {
    /// In canonical order.
    pub estimates: Vec<Estimate>,
    /// Of those standing the best, in canonical order among equals.
    pub best: Choice,
    /// Whether all other choices were dropped.
    pub separated: bool,
}

/// Rollouts for one ruleset, evaluator and policy.
pub struct Rollout<E> {
    evaluator: E,
    playing: Playing,
    options: RolloutOptions,
    throws: Throws,
}

impl<E: Evaluator> Rollout<E> {
    pub fn new(
        rules: &Rules,
        evaluator: E,
        playing: Playing,
        options: RolloutOptions,
    ) -> Rollout<E> {
        Rollout {
            evaluator,
            playing,
            options,
            throws: Throws::new(rules),
        }
    }

    /// Tries the choices of the player about to throw with a throw of
    /// `points`. The same seed gives the same result.
    pub fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        seed: u64,
    ) -> RolloutResult {
        let mover = position.to_throw().expect("a game that goes on");
        let choices = rules.choices(position, points);
        let mut candidates: Vec<Candidate> = rules
            .successors(position, points, choices)
            .map(|(choice, after)| Candidate {
                choice,
                after,
                moments: Moments::default(),
                standing: true,
                block: 0.0,
            })
            .collect();
        let mut contest = Contest::new(candidates.len(), self.options.error);
        for block in 0..self.options.games.div_ceil(BLOCK).max(1) {
            for candidate in candidates.iter_mut().filter(|c| c.standing) {
                candidate.block =
                    self.block(rules, &candidate.after, mover, seed, u64::from(block));
                candidate.moments.add(candidate.block);
            }
            contest.judge(&mut candidates);
            if candidates.len() > 1 && candidates.iter().filter(|c| c.standing).count() == 1 {
                break;
            }
        }
        result(&candidates)
    }

    /// The equity of `mover` in `start`, the mean of one block.
    fn block(&self, rules: &Rules, start: &Position, mover: Player, seed: u64, block: u64) -> f64 {
        let mut first = stream(seed, block, u64::MAX);
        let offset = uniform(&mut first);
        let sum: f64 = (0..BLOCK)
            .map(|game| {
                let quantile = (f64::from(game) + offset) / f64::from(BLOCK);
                let mut stream = stream(seed, block, u64::from(game));
                self.game(rules, start, mover, quantile, &mut stream)
            })
            .sum();
        sum / f64::from(BLOCK)
    }

    /// One game from `start`, seen by `mover`, its first throw given as a
    /// quantile.
    fn game(
        &self,
        rules: &Rules,
        start: &Position,
        mover: Player,
        first_quantile: f64,
        stream: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let last = self.options.truncate.unwrap_or(u32::MAX);
        let last = last.min(self.options.max_plies);
        let (mut position, mut quantile) = (*start, first_quantile);
        let mut luck = 0.0;
        let mut weighed = Vec::new();
        for _ in 0..last {
            let Some(thrower) = position.to_throw() else {
                return settled(mover, rules, &position) - luck;
            };
            if self.evaluator.exact(&position) {
                break;
            }
            let throw = self.throws.at(quantile);
            let points = self.throws.all()[throw].points;
            let choices = rules.choices(&position, points);
            let mut greedy = None;
            if self.options.luck == Luck::TakenOut {
                let (luck_here, best) = self.luck(rules, &position, throw);
                greedy = Some(best);
                luck += if thrower == mover {
                    luck_here
                } else {
                    -luck_here
                };
            }
            let choice = match (&self.playing, greedy) {
                (Playing::Greedy, Some(choice)) => choice,
                (Playing::Greedy, None) => {
                    best_reply(&self.evaluator, rules, &position, points, choices).0
                }
                (Playing::By(policy), _) => {
                    weighed.clear();
                    policy.weigh(rules, &position, points, &choices, &mut weighed);
                    drawn(&weighed, stream)
                }
            };
            rules.play(&mut position, points, choice);
            quantile = uniform(stream);
        }
        equity_of(mover, &self.evaluator, rules, &position) - luck
    }

    /// How much better than the mean the throw is for the thrower, and the
    /// choice that the evaluator likes best with it.
    fn luck(&self, rules: &Rules, position: &Position, throw: usize) -> (f64, Choice) {
        let (mut mean, mut drawn) = (0.0, (Choice::PASS, 0.0));
        for (i, chance) in self.throws.all().iter().enumerate() {
            let choices = rules.choices(position, chance.points);
            let best = best_reply(&self.evaluator, rules, position, chance.points, choices);
            mean += chance.probability * best.1;
            if i == throw {
                drawn = best;
            }
        }
        (drawn.1 - mean, drawn.0)
    }
}

fn result(candidates: &[Candidate]) -> RolloutResult {
    let standing = || candidates.iter().filter(|c| c.standing);
    let top = standing()
        .map(|c| c.moments.mean)
        .fold(f64::NEG_INFINITY, f64::max);
    let best = standing()
        .find(|c| c.moments.mean >= top - TIE)
        .expect("the best choice is never dropped");
    RolloutResult {
        best: best.choice,
        separated: standing().count() == 1,
        estimates: candidates
            .iter()
            .map(|c| Estimate {
                choice: c.choice,
                equity: c.moments.mean,
                sample: Sample {
                    standard_error: c.moments.standard_error(),
                    games: c.moments.count * u64::from(BLOCK),
                    blocks: c.moments.count,
                    dropped: if c.standing {
                        Dropped::No
                    } else {
                        Dropped::Yes
                    },
                },
            })
            .collect(),
    }
}

fn drawn(weighed: &[(Choice, f64)], stream: &mut Xoshiro256PlusPlus) -> Choice {
    let (last, others) = weighed.split_last().expect("a policy has a choice");
    if others.is_empty() {
        return last.0;
    }
    let mut left = uniform(stream);
    for (choice, chance) in others {
        if left < *chance {
            return *choice;
        }
        left -= chance;
    }
    last.0
}
