//! The slow twin of the compiled engine: the rules again, square by square,
//! written from their prose and from nothing else.
//!
//! It exists to be compared with [`Rules`](super::Rules) and shares no code
//! with it but the types of its answers. A board is an array of squares, every
//! question is asked by walking along it, and every choice is answered
//! together with the position after it.
//!
//! Where the mechanics are combined as no source does, the conditions simply
//! add up: a piece on an exit-only square is not refused exit either, a gate
//! stops a refused exit as it stops any other forward move, and no points move
//! no piece.

mod after;
mod board;
mod moves;
mod obstacles;
mod options;

use crate::ruleset::{Mechanics, Win};
use crate::types::{Player, Square, SquareSet};

use self::board::Board;
use super::choices::Choice;
use super::position::{Mark, Outcome, Position, Setup};

/// Every legal choice of the player about to throw, with the position after
/// it, in canonical order. There is always at least one.
///
/// # Panics
/// Where the game is over, or where a choice would lead to a position that
/// cannot stand in a game of these mechanics.
pub fn choices(mechanics: &Mechanics, position: &Position, points: u8) -> Vec<(Choice, Position)> {
    let setup = position.setup();
    let mover = setup.to_throw.expect("the game goes on");
    let ply = Ply {
        mechanics,
        board: Board::of(mechanics, &setup),
        mark: setup.mark,
        mover,
        points,
    };
    let mut choices: Vec<(Choice, Position)> = ply
        .choices()
        .into_iter()
        .map(|(choice, moved)| {
            let after = ply.setup_after(choice, moved);
            let position = Position::new(mechanics, &after)
                .unwrap_or_else(|faults| panic!("{choice:?} in {position}: {faults:?}"));
            (choice, position)
        })
        .collect();
    choices.sort_by_key(|&(choice, _)| choice);
    choices
}

/// How the game stands: `None` while it goes on. Who is to throw plays no part.
pub fn outcome(mechanics: &Mechanics, setup: &Setup) -> Option<Outcome> {
    let on = setup.on.map(|set| set.iter().count() as u8);
    let wins = |player: Player| match mechanics.win {
        Win::AllHome => setup.home[player] == mechanics.pieces,
        Win::MostHome => setup.home[player] > setup.home[!player] + on[!player],
    };
    let board_is_empty = on.a == 0 && on.b == 0;
    if wins(Player::A) {
        Some(Outcome::Won(Player::A))
    } else if wins(Player::B) {
        Some(Outcome::Won(Player::B))
    } else if mechanics.win == Win::MostHome && board_is_empty {
        Some(Outcome::Draw)
    } else {
        None
    }
}

/// One throw in one position.
struct Ply<'a> {
    mechanics: &'a Mechanics,
    board: Board<'a>,
    mark: Mark,
    mover: Player,
    points: u8,
}

fn holds(set: SquareSet, number: u8) -> bool {
    Square::new(number).is_some_and(|square| set.contains(square))
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square of the track")
}
