//! The columns of puzzles.

use super::shared_columns::{digest_column, reproducible_column, ruleset_column};
use crate::report::{Sheet, column};

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
    /// Whether the agents that found it find it again.
    pub reproducible: bool,
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
        reproducible_column!(
            |r| r.reproducible,
            "`no` where an agent that plays, searches or misses it is limited by time"
        ),
    ],
};
