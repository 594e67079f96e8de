use super::deterministic::Deterministic;
use crate::rules::{Choice, Choices, Position, Rules};

/// Takes the first choice in canonical order: lowest origin, staying before
/// going to the refuge, a rethrow last.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl Deterministic for First {
    #[inline(always)]
    fn best(&self, _: &Rules, _: &Position, _: u8, choices: &Choices) -> Choice {
        choices.nth(0)
    }
}
