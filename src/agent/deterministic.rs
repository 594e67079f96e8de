//! Players that always answer a position and a throw with the same choice.

use super::{Agent, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::Assessment;

/// One who draws nothing: an [`Agent`], and a [`Policy`] with one choice of
/// chance 1.
pub trait Deterministic: Send + Sync {
    /// One of `choices`, the legal choices of `position` with `points`.
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice;

    /// Whether nothing else, such as the clock, has a say.
    fn stationary(&self) -> bool {
        true
    }

    /// See [`Agent::weighs`].
    fn weighs(&self) -> bool {
        false
    }

    /// See [`Agent::assess`].
    fn assess(&self, rules: &Rules, position: &Position, points: u8) -> Option<Vec<Assessment>> {
        let _ = (rules, position, points);
        None
    }

    /// See [`Agent::suits`].
    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let _ = mechanics;
        Ok(())
    }
}

impl<T: Deterministic> Agent for T {
    #[inline(always)]
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
        self.stationary().then_some(self)
    }

    fn weighs(&self) -> bool {
        Deterministic::weighs(self)
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        _: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        Deterministic::assess(self, rules, position, points)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        Deterministic::suits(self, mechanics)
    }
}

impl<T: Deterministic> Policy for T {
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
