//! The columns of analysed positions.

use super::shared_columns::{digest_column, ruleset_column};
use crate::report::{Sheet, column, ratio};
use crate::stats::{Confidence, Interval};

/// One choice of one position and throw, as one method sees it.
#[derive(Clone, Debug, Default)]
pub struct ChoiceRow {
    pub ruleset: String,
    pub digest: String,
    /// Number of the position in the run, from 1.
    pub number: u64,
    pub position: String,
    pub points: u64,
    /// The method: an agent's text, or `truth`.
    pub method: String,
    pub reproducible: bool,
    /// As game records write it.
    pub choice: String,
    /// From 1.
    pub rank: u64,
    pub equity: f64,
    pub interval: Option<Interval>,
    /// Against the method's own best.
    pub regret: f64,
    pub evidence: &'static str,
    /// Against the true best, where it is known.
    pub true_equity: Option<f64>,
    pub true_regret: Option<f64>,
}

/// `analysis.csv`.
pub static ANALYSIS: Sheet<ChoiceRow> = Sheet {
    file: "analysis.csv",
    version: 1,
    about: "A row is one choice of one position and throw, as one method sees it. Equities are the \
        mover's.",
    columns: &[
        ruleset_column!(|r| r.ruleset),
        digest_column!(|r| r.digest),
        column!(
            "number",
            "number",
            "number of the position in the run",
            |r| r.number
        ),
        column!("position", "text", "position before the throw", |r| r
            .position
            .as_str()),
        column!("throw", "points", "the throw", |r| r.points),
        column!(
            "method",
            "text",
            "agent that weighed the choices (or only chose), or `truth`",
            |r| r.method.as_str()
        ),
        column!(
            "reproducible",
            "text",
            "`no` where the method is limited by time",
            |r| if r.reproducible { "yes" } else { "no" }
        ),
        column!("rank", "number", "place of the choice, 1 the best", |r| r
            .rank),
        column!(
            "choice",
            "text",
            "the choice, as game records write it",
            |r| r.choice.as_str()
        ),
        column!("equity", "equity", "what it is held to be worth", |r| r
            .equity),
        column!("equity_lo", "equity", "lower end of its interval", |r| r
            .interval
            .map(|i| i.lo)),
        column!("equity_hi", "equity", "upper end", |r| r
            .interval
            .map(|i| i.hi)),
        column!(
            "evidence",
            "text",
            "`estimated`, `sampled` (95 % interval), `solved` or `proven` (bounds)",
            |r| r.evidence
        ),
        column!(
            "regret",
            "equity",
            "equity lost against the method's best choice",
            |r| r.regret
        ),
        column!("true_equity", "equity", "true value of the choice", |r| r
            .true_equity),
        column!(
            "true_regret",
            "equity",
            "true loss against the true best choice",
            |r| r.true_regret
        ),
    ],
};

/// One method over all positions of a run.
#[derive(Clone, Debug, Default)]
pub struct MethodRow {
    pub ruleset: String,
    pub method: String,
    pub reproducible: bool,
    /// Positions with two choices or more.
    pub positions: u64,
    /// In how many its best choice is that of the first method.
    pub agrees: u64,
    pub against_truth: Option<AgainstTruth>,
}

/// The choices of a method against the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AgainstTruth {
    /// Positions in which its choice is a true best.
    pub best: u64,
    /// Sums of the true regrets of its choices, and of their squares.
    pub regret: f64,
    pub squares: f64,
}

impl MethodRow {
    pub fn best_share(&self) -> Option<f64> {
        ratio(self.against_truth?.best, self.positions)
    }

    pub fn regret_mean(&self) -> Option<f64> {
        let sum = self.against_truth?.regret;
        (self.positions > 0).then(|| sum / self.positions as f64)
    }

    /// Of the mean regret, the positions held independent.
    pub fn regret_error(&self) -> Option<f64> {
        let mean = self.regret_mean().filter(|_| self.positions > 1)?;
        let n = self.positions as f64;
        let variance = self.against_truth?.squares / n - mean * mean;
        Some((variance.max(0.0) / (n - 1.0)).sqrt())
    }

    /// 95 % interval of the mean regret.
    pub fn regret_interval(&self) -> Option<Interval> {
        let half = Confidence::P95.normal_quantile() * self.regret_error()?;
        Some(Interval::around(self.regret_mean()?, half))
    }
}

/// `methods.csv`.
pub static METHODS: Sheet<MethodRow> = Sheet {
    file: "methods.csv",
    version: 1,
    about: "A row is one method over the positions of one ruleset that have two choices or more.",
    columns: &[
        ruleset_column!(|r| r.ruleset),
        column!(
            "method",
            "text",
            "agent that weighed the choices (or only chose), or `truth`",
            |r| r.method.as_str()
        ),
        column!(
            "reproducible",
            "text",
            "`no` where the method is limited by time",
            |r| if r.reproducible { "yes" } else { "no" }
        ),
        column!(
            "positions",
            "positions",
            "positions with two or more choices",
            |r| r.positions
        ),
        column!(
            "agrees_share",
            "share",
            "its best choice is that of the first method",
            |r| ratio(r.agrees, r.positions)
        ),
        column!(
            "best_share",
            "share",
            "its best choice is a true best",
            |r| r.best_share()
        ),
        column!(
            "regret_mean",
            "equity",
            "true regret of its best choice",
            |r| r.regret_mean()
        ),
        column!("regret_lo", "equity", "its 95 % interval, lower end", |r| r
            .regret_interval()
            .map(|i| i.lo)),
        column!("regret_hi", "equity", "upper end", |r| r
            .regret_interval()
            .map(|i| i.hi)),
    ],
};

/// One ply of an annotated game.
#[derive(Clone, Debug)]
pub struct AnnotatedPly {
    /// From 1.
    pub number: u64,
    pub player: &'static str,
    /// As the record writes it.
    pub ply: String,
    pub choices: u64,
    /// Equities of A: before the throw, after the best choice, after the one
    /// taken.
    pub before: f64,
    pub best: f64,
    pub after: f64,
    pub best_choice: String,
    /// Of the player who threw.
    pub luck: f64,
    pub regret: f64,
}

/// `annotation.csv`.
pub static ANNOTATION: Sheet<AnnotatedPly> = Sheet {
    file: "annotation.csv",
    version: 1,
    about: "A row is one ply of an annotated game.",
    columns: &[
        column!("ply", "number", "number of the ply, from 1", |r| r.number),
        column!("player", "text", "who threw", |r| r.player),
        column!(
            "played",
            "text",
            "throw and choice, as the record writes them",
            |r| r.ply.as_str()
        ),
        column!("choices", "choices", "legal choices", |r| r.choices),
        column!("equity_before", "equity", "of A before the throw", |r| r
            .before),
        column!(
            "equity_best",
            "equity",
            "of A after the best choice with the throw",
            |r| r.best
        ),
        column!(
            "equity_after",
            "equity",
            "of A after the choice that was taken",
            |r| r.after
        ),
        column!("best", "text", "the best choice", |r| r
            .best_choice
            .as_str()),
        column!(
            "luck",
            "equity",
            "of the player who threw: equity gained by the throw",
            |r| r.luck
        ),
        column!(
            "regret",
            "equity",
            "of the player who threw: equity lost by the choice",
            |r| r.regret
        ),
    ],
};

/// One puzzle.
#[derive(Clone, Debug)]
pub struct PuzzleRow {
    /// From 1.
    pub number: u64,
    pub ruleset: String,
    pub digest: String,
    pub position: String,
    pub points: u64,
    /// `proven`, `solved` or `searched`.
    pub evidence: &'static str,
    pub solution: String,
    pub equity: f64,
    /// Second best choice, and how much less it is worth.
    pub second: String,
    pub margin: f64,
    /// What the heuristic takes, and what that loses.
    pub heuristic: String,
    pub tempting: String,
    pub regret: f64,
}

/// `puzzles.csv`.
pub static PUZZLES: Sheet<PuzzleRow> = Sheet {
    file: "puzzles.csv",
    version: 1,
    about: "A row is one puzzle: a position and throw with one choice far better than the others.",
    columns: &[
        column!("puzzle", "number", "its number", |r| r.number),
        ruleset_column!(|r| r.ruleset),
        digest_column!(|r| r.digest),
        column!("position", "text", "position before the throw", |r| r
            .position
            .as_str()),
        column!("throw", "points", "the throw", |r| r.points),
        column!(
            "evidence",
            "text",
            "`proven` by bounds, `solved` by a table without them, or only `searched`",
            |r| r.evidence
        ),
        column!("solution", "text", "the best choice", |r| r
            .solution
            .as_str()),
        column!("equity", "equity", "of the mover after it", |r| r.equity),
        column!("second", "text", "the second best choice", |r| r
            .second
            .as_str()),
        column!(
            "margin",
            "equity",
            "how much the second best is worth less",
            |r| r.margin
        ),
        column!("heuristic", "text", "agent that misses it", |r| r
            .heuristic
            .as_str()),
        column!("tempting", "text", "what that agent takes", |r| r
            .tempting
            .as_str()),
        column!("regret", "equity", "what it loses by that", |r| r.regret),
    ],
};
