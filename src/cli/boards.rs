//! Boards of any ruleset as text.
//!
//! One common track runs to and fro in rows of ten. Where each player has a
//! track of their own, the two are drawn one below the other, each by its own
//! numbers, and a square that both share shows the pieces of both.

use crate::report::Board;
use crate::ruleset::Mechanics;
use crate::types::{Player, Square, SquareSet};

/// Squares in a row of the board.
const ROW: usize = 10;

/// The drawing, each line ended by a line feed. `piece` says what the player
/// has on a square by that player's numbers, `mark` what to write beside a
/// square's number.
pub(super) fn draw(
    mechanics: &Mechanics,
    piece: impl Fn(Player, Square) -> Option<String>,
    mark: impl Fn(Square) -> String,
) -> String {
    let track = |owner: Player| {
        let mut board = Board::new(mechanics.length.into(), ROW);
        for square in SquareSet::up_to(mechanics.length).iter() {
            let number = usize::from(square.number());
            board.mark(number, &mark(square));
            let theirs = mechanics.seen_by(!owner, SquareSet::single(square)).first();
            let other = theirs.and_then(|theirs| piece(!owner, theirs));
            if let Some(text) = piece(owner, square).or(other) {
                board.piece(number, text);
            }
        }
        board.draw()
    };
    match &mechanics.cells {
        None => track(Player::A),
        Some(_) => Player::BOTH
            .map(|player| format!("  {player}'s track\n{}", track(player)))
            .concat(),
    }
}
