//! The perfect player's choice, by a table.

use super::general::play::TIE;
use super::table::Table;
use crate::rules::{Choice, Choices, Outcome, Position, Rules};
use crate::types::Player;

/// The one of `choices` after which the mover's chance of winning is largest by
/// `table` (the middle of the interval where it has bounds), and the position
/// after it; of equal ones the lowest origin, then the position whose text is
/// smaller. In a table of the general solver values closer than [`TIE`] are equal,
/// so that its lengths are those of this player.
#[inline(always)]
pub fn perfect_choice(
    table: &Table,
    rules: &Rules,
    position: &Position,
    points: u8,
    choices: Choices,
) -> (Choice, Position) {
    let mover = position.to_throw();
    let equity = |next: &Position| match next.to_throw() {
        None => settled(mover, rules, next),
        again if again == mover => table.equity(next),
        _ => 1.0 - table.equity(next),
    };
    if table.listed().is_some() {
        return best_of_close_ones(rules.successors(position, points, choices), equity);
    }
    let mut best: Option<(Choice, Position, f64)> = None;
    for (choice, next) in rules.successors(position, points, choices) {
        let equity = equity(&next);
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

/// As [`perfect_choice`], values closer than [`TIE`] to the largest being equal.
#[cold]
fn best_of_close_ones(
    successors: impl Iterator<Item = (Choice, Position)>,
    equity: impl Fn(&Position) -> f64,
) -> (Choice, Position) {
    let valued: Vec<_> = successors
        .map(|(c, next)| (c, next, equity(&next)))
        .collect();
    let largest = valued.iter().map(|&(.., value)| value).fold(0.0, f64::max);
    let close = valued
        .into_iter()
        .filter(|&(.., value)| value >= largest - TIE);
    close
        .map(|(choice, next, _)| (choice, next))
        .reduce(|held, new| {
            let same_origin = new.0.from() == held.0.from();
            if same_origin && new.1.to_string() < held.1.to_string() {
                new
            } else {
                held
            }
        })
        .expect("there is always a choice")
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
