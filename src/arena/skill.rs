//! Play measured against the truth: regret, luck, and results with the luck
//! taken out.
//!
//! With V the true equity of the mover and V(s, c) that after a choice,
//!
//! ```text
//! regret = max_c V(s, c) − V(s, chosen)        luck = max_c V(s, c) − V(s)
//! result − V(start) = Σ luck of A − Σ luck of B − Σ regret of A + Σ regret of B
//! ```
//!
//! for A (1 for a win, ½ for a draw). V(s) is the mean of the best replies over
//! all throws, so the luck of each ply has mean 0 whatever is played, and
//! `result − luck` is as right on average as the result itself, with most of
//! its noise gone (D. Montgomery, "Variance reduction", GammOnLine 2000; M.
//! Zinkevich et al., AAAI 2006). Where V comes from a table, this holds within
//! the table's Bellman residual times the plies.
//!
//! All sums are of whole billionths of a game, so they are the same for any
//! number of threads.

use serde::{Deserialize, Serialize};

use super::game::{GameResult, Observer, Ply};
use super::pairing::half_points;
use crate::agent::pips_to_go;
use crate::rules::{Position, Rules};
use crate::search::{Truth, true_equity};
use crate::stats::{
    Confidence, Interval, Merge, Moments, PairedDifference, variance_ratio_interval,
};
use crate::types::Player;

/// What equities are counted in: parts of a won game.
pub const BILLION: f64 = 1e9;

/// Upper ends of the classes of errors; the last class has none. The first
/// holds the choices that are as good as the best.
pub const ERROR_EDGES: [f64; 8] = [0.0, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1];

/// Phases of a game: tenths of the squares that both sides together had to go
/// at the start, phase 0 with the most left.
pub const PHASES: usize = 10;

/// How well somebody chose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skill {
    pub plies: u64,
    /// Plies with two choices or more; all that follows is of these.
    pub decisions: u64,
    /// Decisions for a best choice.
    pub best: u64,
    /// Billionths.
    pub regret: Moments,
    /// Decisions by error, classes as in [`ERROR_EDGES`].
    pub errors: [u64; ERROR_EDGES.len() + 1],
    pub phases: [PhaseSkill; PHASES],
}

/// Decisions of one phase of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseSkill {
    pub decisions: u64,
    /// Summed, billionths.
    pub regret: u128,
}

/// Results of games or pairs, parted into luck and the rest; billionths of the
/// score a game of the first agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckSplit {
    pub result: PairedDifference,
    pub luck: PairedDifference,
    pub adjusted: PairedDifference,
}

/// Two agents against the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SkillResult {
    pub agents: [Skill; 2],
    pub games: LuckSplit,
    pub pairs: LuckSplit,
    /// Results of games less their luck and less what the seat is worth above ½ at
    /// the start: what the choices make. Billionths.
    #[serde(default)]
    pub choices: PairedDifference,
}

impl Skill {
    fn record(&mut self, ply: &Ply<'_>, truth: &PlyTruth, resolution: f64, phase: usize) {
        self.plies += 1;
        if ply.choices.len() < 2 {
            return;
        }
        self.decisions += 1;
        let regret = if truth.regret <= resolution {
            0.0
        } else {
            truth.regret
        };
        self.best += u64::from(regret == 0.0);
        let class = ERROR_EDGES.iter().position(|&edge| regret <= edge);
        self.errors[class.unwrap_or(ERROR_EDGES.len())] += 1;
        let billionths = billionths(truth.regret).max(0) as u64;
        self.regret.record(billionths);
        self.phases[phase].decisions += 1;
        self.phases[phase].regret += u128::from(billionths);
    }

    /// Equity lost a decision.
    pub fn mean_regret(&self) -> Option<f64> {
        Some(self.regret.mean()? / BILLION)
    }

    pub fn regret_error(&self) -> Option<f64> {
        Some(self.regret.standard_error()? / BILLION)
    }
}

impl LuckSplit {
    /// A score a game and the luck in it.
    fn record(&mut self, result: i64, luck: i64) {
        self.result.record(result);
        self.luck.record(luck);
        self.adjusted.record(result - luck);
    }

    /// How many times the variance of the plain results is that of the
    /// adjusted ones: so many times fewer games tell as much.
    pub fn variance_ratio(&self) -> Option<f64> {
        let adjusted = self.adjusted.variance().filter(|&v| v > 0.0)?;
        Some(self.result.variance()? / adjusted)
    }

    /// Variance of the luck as a share of that of the results. Where luck and
    /// choices go together the two do not add up, and it may pass 1.
    pub fn luck_share(&self) -> Option<f64> {
        let result = self.result.variance().filter(|&v| v > 0.0)?;
        Some(self.luck.variance()? / result)
    }

    /// Correlation of the luck with the results, −1 to 1.
    fn correlation(&self) -> Option<f64> {
        let [result, luck, rest] = [&self.result, &self.luck, &self.adjusted].map(|m| m.variance());
        let (result, luck) = (result?, luck?);
        let both = (result * luck).sqrt();
        (both > 0.0).then_some(((result + luck - rest?) / (2.0 * both)).clamp(-1.0, 1.0))
    }
}

impl SkillResult {
    /// Interval of [`LuckSplit::luck_share`] over the games, each pair counted as
    /// one game: its two games share their throws.
    pub fn luck_share_interval(&self, confidence: Confidence) -> Option<Interval> {
        variance_ratio_interval(
            self.games.luck_share()?,
            self.games.correlation()?,
            self.pairs.result.count(),
            confidence,
        )
    }

    /// A pair: results of both games, the luck of the first agent in them, and
    /// what A's seat is worth above ½ at the start, billionths.
    pub fn record_pair(&mut self, results: [&GameResult; 2], luck: [i64; 2], seat_a: i64) {
        let points = [
            half_points(results[0], Player::A),
            half_points(results[1], Player::B),
        ];
        let [Some(one), Some(two)] = points else {
            return;
        };
        let half = BILLION as i64 / 2;
        self.games.record(one * half, luck[0]);
        self.games.record(two * half, luck[1]);
        self.choices.record(one * half - luck[0] - seat_a);
        self.choices.record(two * half - luck[1] + seat_a);
        // Halved only here, so that no half billionth is lost twice.
        self.pairs
            .record((one + two) * half / 2, (luck[0] + luck[1]) / 2);
    }
}

/// What A's seat is worth above ½ at the start of a game, billionths.
pub fn seat_of_a(truth: &dyn Truth, rules: &Rules) -> i64 {
    billionths(true_equity(Player::A, truth, rules, &rules.start()) - 0.5)
}

/// One ply against the truth, equities of its mover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlyTruth {
    /// Before the throw.
    pub before: f64,
    /// After the best choice, and after the one taken.
    pub best: f64,
    pub taken: f64,
    pub luck: f64,
    pub regret: f64,
}

impl PlyTruth {
    pub fn of(truth: &dyn Truth, ply: &Ply<'_>) -> PlyTruth {
        let mover = Player::BOTH[ply.mover];
        let before = truth.equity(ply.before);
        let taken = true_equity(mover, truth, ply.rules, ply.after);
        let others = ply
            .rules
            .successors(ply.before, ply.points, ply.choices)
            .filter(|(choice, _)| *choice != ply.choice);
        let best = others.fold(taken, |best, (_, after)| {
            best.max(true_equity(mover, truth, ply.rules, &after))
        });
        PlyTruth {
            before,
            best,
            taken,
            luck: best - before,
            regret: best - taken,
        }
    }
}

/// Watches the games of one seating.
pub struct SkillMeter<'a> {
    truth: &'a dyn Truth,
    start_pips: u32,
    /// By seat.
    pub seats: [Skill; 2],
    /// Luck of A in each game that ended, in the order of their ends.
    pub luck_of_a: Vec<i64>,
}

impl<'a> SkillMeter<'a> {
    pub fn new(truth: &'a dyn Truth, rules: &Rules) -> SkillMeter<'a> {
        SkillMeter {
            truth,
            start_pips: pips_to_go(rules, &rules.start()),
            seats: [Skill::default(); 2],
            luck_of_a: Vec::new(),
        }
    }

    fn phase(&self, rules: &Rules, position: &Position) -> usize {
        let left = pips_to_go(rules, position).min(self.start_pips) as usize;
        let gone = self.start_pips as usize - left;
        (gone * PHASES / (self.start_pips as usize).max(1)).min(PHASES - 1)
    }
}

impl Observer for SkillMeter<'_> {
    /// Luck of A so far, billionths.
    type Game = i64;

    fn ply(&mut self, luck_of_a: &mut i64, ply: &Ply<'_>) {
        let truth = PlyTruth::of(self.truth, ply);
        let phase = self.phase(ply.rules, ply.before);
        self.seats[ply.mover].record(ply, &truth, self.truth.resolution(), phase);
        let luck = billionths(truth.luck);
        *luck_of_a += if ply.mover == 0 { luck } else { -luck };
    }

    fn end(&mut self, luck_of_a: &i64, _: &Position, _: &GameResult) {
        self.luck_of_a.push(*luck_of_a);
    }
}

fn billionths(equity: f64) -> i64 {
    (equity * BILLION).round() as i64
}

impl Merge for Skill {
    fn merge(&mut self, other: &Self) {
        self.plies += other.plies;
        self.decisions += other.decisions;
        self.best += other.best;
        self.regret.merge(&other.regret);
        for (count, more) in self.errors.iter_mut().zip(other.errors) {
            *count += more;
        }
        for (phase, more) in self.phases.iter_mut().zip(other.phases) {
            phase.decisions += more.decisions;
            phase.regret += more.regret;
        }
    }
}

impl Merge for LuckSplit {
    fn merge(&mut self, other: &Self) {
        self.result.merge(&other.result);
        self.luck.merge(&other.luck);
        self.adjusted.merge(&other.adjusted);
    }
}

impl Merge for SkillResult {
    fn merge(&mut self, other: &Self) {
        for (agent, more) in self.agents.iter_mut().zip(&other.agents) {
            agent.merge(more);
        }
        self.choices.merge(&other.choices);
        self.games.merge(&other.games);
        self.pairs.merge(&other.pairs);
    }
}
