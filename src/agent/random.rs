use super::{Agent, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};

/// Takes each legal choice with the same chance, choices counted as perft
/// counts them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl Agent for Random {
    #[inline(always)]
    fn choose(
        &self,
        _: &Rules,
        _: &Position,
        _: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        choices.nth(stream.below(choices.len()))
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }
}

impl Policy for Random {
    fn weigh(
        &self,
        _: &Rules,
        _: &Position,
        _: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        let chance = 1.0 / f64::from(choices.len());
        out.extend(choices.iter().map(|choice| (choice, chance)));
    }
}
