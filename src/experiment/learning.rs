//! The columns of a learning curve.

use super::shared_columns::{digest_column, ruleset_column};
use serde::{Deserialize, Serialize};

use crate::report::{Sheet, column};

/// One measure of an evaluator at one time of its learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveRow {
    pub ruleset: String,
    pub digest: String,
    /// Learned from so far.
    pub games: u64,
    pub plies: u64,
    /// Whose figures: `td`, or an agent to compare with.
    pub agent: String,
    pub measure: Measure,
    /// Against whom, for a score.
    pub opponent: Option<String>,
    /// Pairs of games, or decisions.
    pub of: u64,
    pub value: Option<f64>,
    /// 95 % interval.
    pub interval: Option<[f64; 2]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    Score,
    Regret,
    Best,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::Score => "score",
            Measure::Regret => "regret",
            Measure::Best => "best",
        }
    }
}

/// `curve.csv`.
pub static CURVE: Sheet<CurveRow> = Sheet {
    file: "curve.csv",
    version: 1,
    about: "A row is one measure of an evaluator while it was learned: `score` (points a game \
        against an agent, over pairs on the same throws), `regret` (equity lost a decision, against \
        the truth, on the same positions each time) or `best` (share of decisions for a best choice).",
    columns: &[
        ruleset_column!(|r| r.ruleset),
        digest_column!(|r| r.digest),
        column!("games", "games", "games of self-play learned from", |r| r
            .games),
        column!("plies", "plies", "plies of these games", |r| r.plies),
        column!(
            "agent",
            "text",
            "`td`, or an agent to compare it with",
            |r| r.agent.as_str()
        ),
        column!("measure", "text", "`score`, `regret` or `best`", |r| r
            .measure
            .name()),
        column!("opponent", "text", "for a score: against whom", |r| r
            .opponent
            .as_deref()),
        column!(
            "of",
            "pairs or plies",
            "pairs of games, or decisions",
            |r| r.of
        ),
        column!("value", "share or equity", "the figure", |r| r.value),
        column!(
            "value_lo",
            "share or equity",
            "its 95 % interval, lower end",
            |r| r.interval.map(|i| i[0])
        ),
        column!("value_hi", "share or equity", "upper end", |r| r
            .interval
            .map(|i| i[1])),
    ],
};
