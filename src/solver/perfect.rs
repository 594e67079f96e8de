//! The perfect player's choice, by a table.

use super::table::Table;
use crate::rules::{Choice, Choices, Outcome, Position, Rules};
use crate::types::Player;

/// The one of `choices` after which the mover's chance of winning is largest by
/// `table` (the middle of the interval where it has bounds), and the position
/// after it; of equal ones the lowest origin, then the position whose text is
/// smaller.
#[inline(always)]
pub fn perfect_choice(
    table: &Table,
    rules: &Rules,
    position: &Position,
    points: u8,
    choices: Choices,
) -> (Choice, Position) {
    let mover = position.to_throw();
    let mut best: Option<(Choice, Position, f64)> = None;
    for (choice, next) in rules.successors(position, points, choices) {
        let equity = match next.to_throw() {
            None => settled(mover, rules, &next),
            again if again == mover => table.equity(&next),
            _ => 1.0 - table.equity(&next),
        };
        let better = match &best {
            None => true,
            Some((held, other, value)) => {
                equity > *value
                    || equity == *value
                        && choice.from() == held.from()
                        && next.to_string() < other.to_string()
            }
        };
        if better {
            best = Some((choice, next, equity));
        }
    }
    let (choice, next, _) = best.expect("there is always a choice");
    (choice, next)
}

/// What a position that is over is worth to `mover`.
#[cold]
fn settled(mover: Option<Player>, rules: &Rules, position: &Position) -> f64 {
    match position.outcome(rules.mechanics()) {
        Some(Outcome::Draw) => 0.5,
        Some(Outcome::Won(winner)) if Some(winner) != mover => 0.0,
        _ => 1.0,
    }
}
