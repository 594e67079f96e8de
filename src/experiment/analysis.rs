//! The columns of analysed positions.

use super::shared_columns::{digest_column, reproducible_column, ruleset_column, yes_or_no};
use crate::report::{Sheet, column, ratio};
use crate::stats::{Confidence, Interval};

/// The column of the players that positions are sampled from.
macro_rules! players_column {
    () => {
        column!(
            "players_reproducible",
            "text",
            "`no` where the positions come from games of players limited by time",
            |r| yes_or_no(r.players_reproducible)
        )
    };
}

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
    /// `None` of a method that only chooses.
    pub equity: Option<f64>,
    pub interval: Option<Interval>,
    /// Against the method's own best.
    pub regret: Option<f64>,
    pub evidence: &'static str,
    /// Against the true best, where it is known.
    pub true_equity: Option<f64>,
    pub true_regret: Option<f64>,
    /// Of sampled games, where there were any.
    pub sample: Option<SampleFigures>,
    /// Of a tree, where one was grown.
    pub visits: Option<u64>,
    /// Whether the games that the position was sampled from can be played again.
    pub players_reproducible: bool,
}

/// What the sampled games of a choice say beside their mean.
#[derive(Clone, Copy, Debug)]
pub struct SampleFigures {
    pub standard_error: Option<f64>,
    pub games: u64,
    pub dropped: bool,
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
        reproducible_column!(
            |r| r.reproducible,
            "`no` where the method is limited by time"
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
            "`estimated`, `sampled` (95 % interval by Student's law over blocks of games), `visited` \
             (mean over descents into a tree, which ranks by visits), `solved`, `proven` (bounds), or \
             `chosen`: the one row of an agent that weighs no equities",
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
        column!(
            "equity_se",
            "equity",
            "standard error of the equity, of sampled games",
            |r| r.sample.and_then(|sample| sample.standard_error)
        ),
        column!("games", "games", "games sampled with the choice", |r| r
            .sample
            .map(|sample| sample.games)),
        column!(
            "dropped",
            "text",
            "of sampled games: `yes` where the choice was shown to be worse than another and given \
             up; it ranks below those that were not",
            |r| r.sample.map(|sample| yes_or_no(sample.dropped))
        ),
        column!(
            "visits",
            "visits",
            "descents into the tree with the choice",
            |r| r.visits
        ),
        players_column!(),
    ],
};

/// One method over all positions of a run.
#[derive(Clone, Debug, Default)]
pub struct MethodRow {
    pub ruleset: String,
    pub method: String,
    pub reproducible: bool,
    /// Whether the games that the positions were sampled from can be played again.
    pub players_reproducible: bool,
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
        reproducible_column!(
            |r| r.reproducible,
            "`no` where the method is limited by time"
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
            "the choice it takes is that of the first method",
            |r| ratio(r.agrees, r.positions)
        ),
        column!(
            "best_share",
            "share",
            "the choice it takes is a true best",
            |r| r.best_share()
        ),
        column!(
            "regret_mean",
            "equity",
            "true regret of the choice it takes",
            |r| r.regret_mean()
        ),
        column!("regret_lo", "equity", "its 95 % interval, lower end", |r| r
            .regret_interval()
            .map(|i| i.lo)),
        column!("regret_hi", "equity", "upper end", |r| r
            .regret_interval()
            .map(|i| i.hi)),
        players_column!(),
    ],
};
