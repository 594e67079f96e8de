//! Stationary policies: what an agent without memory does.

use super::choices::{Choice, Choices};
use super::compile::Rules;
use super::position::Position;

/// A rule that decides from the position and the throw alone, possibly by
/// chance. The solver evaluates policies exactly; agents wrap them to play.
pub trait Policy: Sync {
    /// Appends the choices that may be taken and their chances (positive,
    /// summing to 1) to `out`, which is empty. All are members of `choices`.
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    );
}
