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
//! soon as a [`PairTest`] puts it below another; with α shared among all pairs,
//! the chance that a choice is ever wrongly dropped is at most α.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::types::Player;

use super::confidence::{Moments, PairTest, Verdict};
use super::evaluator::{Evaluator, equity_of, settled};
use super::expectimax::TIE;
use super::throws::Throws;

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
    /// Plies after which the evaluator's word is taken; `None`: to the end.
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
            max_plies: 10_000,
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
    /// From the spread of the blocks; `None` for a single block.
    pub standard_error: Option<f64>,
    pub games: u64,
    /// Still in the running when sampling ended.
    pub standing: bool,
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

/// One choice while it is tried.
struct Candidate {
    choice: Choice,
    after: Position,
    moments: Moments,
    standing: bool,
    /// The mean of the block just played.
    block: f64,
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
            let throw = self.throws.at(quantile);
            let points = self.throws.all()[throw].points;
            let choices = rules.choices(&position, points);
            if self.options.luck == Luck::TakenOut {
                let luck_here = self.luck(rules, &position, thrower, throw);
                luck += if thrower == mover {
                    luck_here
                } else {
                    -luck_here
                };
            }
            let choice = match &self.playing {
                Playing::Greedy => self.greedy(rules, &position, thrower, points, &choices).0,
                Playing::By(policy) => {
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

    /// How much better than the mean the throw is for the thrower.
    fn luck(&self, rules: &Rules, position: &Position, thrower: Player, throw: usize) -> f64 {
        let (mut mean, mut drawn) = (0.0, 0.0);
        for (i, chance) in self.throws.all().iter().enumerate() {
            let choices = rules.choices(position, chance.points);
            let (_, best) = self.greedy(rules, position, thrower, chance.points, &choices);
            mean += chance.probability * best;
            if i == throw {
                drawn = best;
            }
        }
        drawn - mean
    }

    /// The choice after which the evaluator sees the mover best, the first
    /// such in canonical order, and the mover's equity there.
    fn greedy(
        &self,
        rules: &Rules,
        position: &Position,
        mover: Player,
        points: u8,
        choices: &Choices,
    ) -> (Choice, f64) {
        rules
            .successors(position, points, *choices)
            .map(|(choice, after)| (choice, equity_of(mover, &self.evaluator, rules, &after)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
            .expect("a position has a choice")
    }
}

/// The tests between all pairs of choices.
struct Contest {
    /// `tests[i][j]` for `j < i`: the mean of `i` less that of `j`.
    tests: Vec<Vec<PairTest>>,
}

impl Contest {
    fn new(choices: usize, error: Option<f64>) -> Contest {
        let pairs = (choices * choices.saturating_sub(1) / 2).max(1);
        let tests = |alpha: f64| {
            let test = PairTest::new(alpha / pairs as f64);
            (0..choices).map(|i| vec![test; i]).collect()
        };
        Contest {
            tests: error.map_or_else(Vec::new, tests),
        }
    }

    /// Takes in the blocks just played and drops who is below another.
    fn judge(&mut self, candidates: &mut [Candidate]) {
        let standing: Vec<bool> = candidates.iter().map(|c| c.standing).collect();
        for (i, row) in self.tests.iter_mut().enumerate() {
            for (j, test) in row.iter_mut().enumerate() {
                if !(standing[i] && standing[j]) {
                    continue;
                }
                test.add(candidates[i].block - candidates[j].block);
                match test.verdict() {
                    Verdict::Open => {}
                    Verdict::Positive => candidates[j].standing = false,
                    Verdict::Negative => candidates[i].standing = false,
                }
            }
        }
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
                standard_error: c.moments.standard_error(),
                games: c.moments.count * u64::from(BLOCK),
                standing: c.standing,
            })
            .collect(),
    }
}

/// The random numbers of one game, or of a block's start.
fn stream(seed: u64, block: u64, game: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed ^ mix(block)).wrapping_add(game)))
}

/// The finaliser of SplitMix64.
pub(super) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// From 0 to below 1.
fn uniform(stream: &mut Xoshiro256PlusPlus) -> f64 {
    unit(stream.next_u64())
}

/// 53 bits of `word` as a number from 0 to below 1.
pub(super) fn unit(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
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
