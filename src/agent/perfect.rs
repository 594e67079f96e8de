use super::{Agent, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, TIE, Truth, best_of, true_values};

/// Takes the choice of the highest true equity; of equals the first in
/// canonical order.
pub struct Perfect<T> {
    truth: T,
}

impl<T: Truth> Perfect<T> {
    pub fn new(truth: T) -> Perfect<T> {
        Perfect { truth }
    }

    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        let values = true_values(&self.truth, rules, position, points);
        values[best_of(&values, TIE).expect("there is a choice")].choice
    }
}

impl<T: Truth> Agent for Perfect<T> {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        _: &mut Stream,
    ) -> Choice {
        self.best(rules, position, points, choices)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        _: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        Some(true_values(&self.truth, rules, position, points))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.truth.suits(mechanics)
    }
}

impl<T: Truth> Policy for Perfect<T> {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        out.push((self.best(rules, position, points, choices), 1.0));
    }
}
