//! The columns of annotated games.

use super::shared_columns::reproducible_column;
use crate::report::{Sheet, column};

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
    /// Whether the method that weighed it says the same again.
    pub reproducible: bool,
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
        reproducible_column!(
            |r| r.reproducible,
            "`no` where the agent whose equities these are is limited by time"
        ),
    ],
};
