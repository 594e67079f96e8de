use super::{Agent, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};

/// Moves the piece that is furthest along; ties (staying on a trap or going to
/// the refuge) by canonical order. Throws again or passes only where no piece
/// can move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Racer;

#[inline(always)]
fn furthest(choices: &Choices) -> Choice {
    choices.last_origin().unwrap_or_else(|| choices.nth(0))
}

impl Agent for Racer {
    #[inline(always)]
    fn choose(&self, _: &Rules, _: &Position, _: u8, choices: &Choices, _: &mut Stream) -> Choice {
        furthest(choices)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }
}

impl Policy for Racer {
    fn weigh(
        &self,
        _: &Rules,
        _: &Position,
        _: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        out.push((furthest(choices), 1.0));
    }
}
