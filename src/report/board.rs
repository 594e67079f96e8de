//! Positions drawn as boards of text.

use crate::rules::Position;
use crate::ruleset::Mechanics;
use crate::types::{Player, Square};

/// Squares in a row of the board.
const COLUMNS: u8 = 10;

/// The board of `position` with its squares' numbers, in rows of ten that run
/// to and fro as the track does; a star marks a piece with the right of exit.
/// No line break at the end.
pub fn board(mechanics: &Mechanics, position: &Position) -> String {
    let rule = format!("+{}", "----+".repeat(COLUMNS.into()));
    let mut lines = Vec::new();
    for row in 0..mechanics.length.div_ceil(COLUMNS) {
        let mut numbers = String::new();
        let mut pieces = "|".to_string();
        for column in 0..COLUMNS {
            let along = if row % 2 == 0 {
                column
            } else {
                COLUMNS - 1 - column
            };
            let square =
                Square::new(row * COLUMNS + along + 1).filter(|s| s.number() <= mechanics.length);
            match square {
                Some(square) => {
                    numbers += &format!("{square:>4} ");
                    pieces += &format!(" {} |", piece(position, square));
                }
                None => {
                    numbers += "     ";
                    pieces += "    |";
                }
            }
        }
        lines.push(format!(" {numbers}").trim_end().to_string());
        lines.push(rule.clone());
        lines.push(pieces);
        lines.push(rule.clone());
    }
    lines.push(format!(
        "home: A {}, B {}; {}",
        position.home(Player::A),
        position.home(Player::B),
        match position.to_throw() {
            Some(player) => format!("{player} throws"),
            None => "the game is over".to_string(),
        }
    ));
    lines.join("\n")
}

fn piece(position: &Position, square: Square) -> String {
    let Some(player) = Player::BOTH
        .into_iter()
        .find(|&player| position.on(player).contains(square))
    else {
        return "  ".to_string();
    };
    let star = if position.starred(player).contains(square) {
        '*'
    } else {
        ' '
    };
    format!("{player}{star}")
}
