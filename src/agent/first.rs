use super::{Agent, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};

/// Takes the first choice in canonical order: lowest origin, staying before
/// going to the refuge, a rethrow last.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Agent for First {
    #[inline(always)]
    fn choose(&self, _: &Rules, _: &Position, _: u8, choices: &Choices, _: &mut Stream) -> Choice {
        choices.nth(0)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }
}

impl Policy for First {
    fn weigh(
        &self,
        _: &Rules,
        _: &Position,
        _: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        out.push((choices.nth(0), 1.0));
    }
}
