//! `optimal:FILE` with a file of best choices: plays as the table it was made
//! from, and knows no equities.

use std::sync::Arc;

use super::deterministic::Deterministic;
use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::solver::table::ChoiceTable;

/// Plays the choices of a file.
#[derive(Clone)]
pub struct Chosen {
    table: Arc<ChoiceTable>,
}

impl Chosen {
    /// An agent that plays by `table`.
    pub fn new(table: Arc<ChoiceTable>) -> Chosen {
        Chosen { table }
    }
}

impl Deterministic for Chosen {
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        self.table.best(rules, position, points, choices)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let (own, game) = (self.table.mechanics().digest(), mechanics.digest());
        if own == game {
            Ok(())
        } else {
            Err(format!(
                "the choices are of another game: {} (digest {own}), not digest {game}",
                self.table.header().game.label
            ))
        }
    }
}
