//! The columns of a ladder's ratings.

use super::shared_columns::reproducible_column;
use crate::report::{Sheet, column};
use crate::stats::{Confidence, Interval, Pentanomial};

/// One agent on one ruleset, or on all together.
#[derive(Clone, Debug)]
pub struct RatingRow {
    /// `all` for all rulesets together.
    pub ruleset: String,
    pub agent: String,
    pub reproducible: bool,
    /// From 1; `None` where no finite ratings fit the results.
    pub rank: Option<u64>,
    pub elo: Option<f64>,
    pub standard_error: Option<f64>,
    /// All pairs of the agent.
    pub pairs: Pentanomial,
}

impl RatingRow {
    /// 95 % interval of the rating.
    pub fn interval(&self) -> Option<Interval> {
        let half = Confidence::P95.normal_quantile() * self.standard_error?;
        Some(Interval::around(self.elo?, half))
    }
}

/// `ratings.csv`.
pub static RATINGS: Sheet<RatingRow> = Sheet {
    file: "ratings.csv",
    version: 1,
    about: "A row is one agent on one ruleset, or on `all` together. Ratings are the most likely \
        ones of the model of Bradley and Terry, about a mean of 0.",
    columns: &[
        column!("ruleset", "text", "id of the ruleset, or `all`", |r| r
            .ruleset
            .as_str()),
        column!("rank", "number", "place, 1 the best", |r| r.rank),
        column!("agent", "text", "the agent", |r| r.agent.as_str()),
        reproducible_column!(
            |r| r.reproducible,
            "`no` where the agent is limited by time"
        ),
        column!(
            "elo",
            "Elo",
            "rating; empty where no finite ratings fit",
            |r| r.elo
        ),
        column!(
            "elo_se",
            "Elo",
            "its standard error, from the spread between pairs",
            |r| r.standard_error
        ),
        column!("elo_lo", "Elo", "its 95 % interval, lower end", |r| r
            .interval()
            .map(|i| i.lo)),
        column!("elo_hi", "Elo", "upper end", |r| r.interval().map(|i| i.hi)),
        column!("pairs", "pairs", "pairs of games of the agent", |r| r
            .pairs
            .pairs()),
        column!("score", "share", "points a game against all others", |r| r
            .pairs
            .score()),
    ],
};

/// One agent against another by their ratings.
#[derive(Clone, Debug)]
pub struct CrossRow {
    pub ruleset: String,
    pub agents: [String; 2],
    /// Whether both play the same again.
    pub reproducible: bool,
    /// Their own games, seen by the first.
    pub pairs: Pentanomial,
    /// Rating of the first minus that of the second, and its standard error.
    pub difference: Option<(f64, Option<f64>)>,
    pub superiority: Option<f64>,
}

/// `cross.csv`.
pub static CROSS: Sheet<CrossRow> = Sheet {
    file: "cross.csv",
    version: 1,
    about: "A row is one cell of the cross table: an agent against another.",
    columns: &[
        column!("ruleset", "text", "id of the ruleset, or `all`", |r| r
            .ruleset
            .as_str()),
        column!("agent", "text", "whose figures these are", |r| r.agents[0]
            .as_str()),
        column!("opponent", "text", "against whom", |r| r.agents[1].as_str()),
        column!("pairs", "pairs", "pairs they played with each other", |r| r
            .pairs
            .pairs()),
        column!("score", "share", "points a game in these", |r| r
            .pairs
            .score()),
        column!("score_lo", "share", "its 95 % interval, lower end", |r| r
            .pairs
            .interval(Confidence::P95)
            .map(|i| i.lo)),
        column!("score_hi", "share", "upper end", |r| r
            .pairs
            .interval(Confidence::P95)
            .map(|i| i.hi)),
        column!("elo_difference", "Elo", "difference of the ratings", |r| r
            .difference
            .map(|d| d.0)),
        column!("elo_difference_se", "Elo", "its standard error", |r| r
            .difference
            .and_then(|d| d.1)),
        column!(
            "superiority",
            "share",
            "likelihood that the agent is the better one, by the ratings",
            |r| r.superiority
        ),
        reproducible_column!(
            |r| r.reproducible,
            "`no` where one of the two is limited by time"
        ),
    ],
};
