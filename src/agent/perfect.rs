use super::deterministic::Deterministic;
use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, Truth, best_of, true_values};

/// Takes the choice of the highest true equity; of those no farther from it than
/// [`Truth::tie`] the first in canonical order.
pub struct Perfect<T> {
    truth: T,
}

impl<T: Truth> Perfect<T> {
    pub fn new(truth: T) -> Perfect<T> {
        Perfect { truth }
    }
}

impl<T: Truth> Deterministic for Perfect<T> {
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        let values = true_values(&self.truth, rules, position, points);
        values[best_of(&values, self.truth.tie()).expect("there is a choice")].choice
    }

    fn weighs(&self) -> bool {
        true
    }

    fn assess(&self, rules: &Rules, position: &Position, points: u8) -> Option<Vec<Assessment>> {
        Some(true_values(&self.truth, rules, position, points))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.truth.suits(mechanics)
    }
}
