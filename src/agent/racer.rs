use super::deterministic::Deterministic;
use crate::rules::{Choice, Choices, Position, Rules};

/// Moves the piece that is furthest along; ties (staying on a trap or going to
/// the refuge) by canonical order. Throws again or passes only where no piece
/// can move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Racer;

impl Deterministic for Racer {
    #[inline(always)]
    fn best(&self, _: &Rules, _: &Position, _: u8, choices: &Choices) -> Choice {
        choices.last_origin().unwrap_or_else(|| choices.nth(0))
    }
}
