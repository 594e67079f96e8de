//! Boards of any ruleset as text, in their real shape.
//!
//! Where the players have a track each, a square that both share bears both
//! numbers if they differ, and the piece of either.

use crate::experiment::account::picture;
use crate::report::{BoardSquare, draw_board};
use crate::ruleset::Ruleset;
use crate::types::{Player, Square};

/// The drawing, each line ended by a line feed. `piece` says what the player
/// has on a square by that player's numbers, `mark` what to write beside a
/// square's number.
pub(super) fn draw(
    ruleset: &Ruleset,
    piece: impl Fn(Player, Square) -> Option<String>,
    mark: impl Fn(Square) -> String,
) -> String {
    let number =
        |square: &BoardSquare, player: Player| square.numbers[player].and_then(Square::new);
    draw_board(
        &picture(&ruleset.mechanics, &ruleset.layout),
        |square| {
            let of = |player| piece(player, number(square, player)?);
            let mut pieces = Player::BOTH.into_iter().filter_map(of);
            pieces.next().unwrap_or_default()
        },
        |square| {
            let mut numbers = Player::BOTH.into_iter().filter_map(|p| number(square, p));
            numbers.next().map_or(String::new(), &mark)
        },
    )
}
