//! Positions as text; [`super::notation`] reads it back.

use std::fmt;

use super::position::{Mark, Position, RETURNS, UNOPENED_START};
use crate::types::Player;

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::None => Ok(()),
            Mark::Unopened => f.write_str("o"),
            Mark::Waiting(pieces) => write!(f, "w{pieces}"),
            Mark::Entered => f.write_str("e"),
        }
    }
}

/// The text of RULES section 6: `1,3/2,4 0-0 A`; see [`super::parse_position`].
///
/// Built up by hand and handed on in one piece: listing positions by the
/// million spends most of its time here.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(96);
        let star = if self.mark & RETURNS == 0 { '*' } else { '!' };
        push_side(&mut text, self.on[0], self.starred[0], star);
        text.push('/');
        push_side(&mut text, self.on[1], self.starred[1], star);
        text.push(' ');
        push_number(&mut text, self.home[0]);
        text.push('-');
        push_number(&mut text, self.home[1]);
        text.push_str(match self.to_throw() {
            Some(Player::A) => " A",
            Some(Player::B) => " B",
            None => " -",
        });
        match self.mark() {
            Mark::None => {}
            Mark::Waiting(pieces) => {
                text.push_str(" w");
                push_number(&mut text, pieces);
            }
            Mark::Unopened if self.mark & !RETURNS == UNOPENED_START => {}
            Mark::Unopened => text.push_str(" o"),
            Mark::Entered => text.push_str(" e"),
        }
        f.write_str(&text)
    }
}

fn push_side(text: &mut String, mut on: u32, starred: u32, star: char) {
    if on == 0 {
        text.push('-');
    }
    while on != 0 {
        let square = on.trailing_zeros();
        push_number(text, square as u8);
        if starred >> square & 1 == 1 {
            text.push(star);
        }
        on &= on - 1;
        if on != 0 {
            text.push(',');
        }
    }
}

/// `number` is below 100.
fn push_number(text: &mut String, number: u8) {
    if number >= 10 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
