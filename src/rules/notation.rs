//! The text of a position (RULES section 6).
//!
//! ```text
//! position = side "/" side " " home "-" home " " letter [ " " mark ]
//! side     = "-" | square { "," square }        ascending
//! square   = number [ "*" | "!" ]               * = has the right of exit
//!                                               ! = returned, and must move on
//! letter   = "A" | "B" | "-"                    who is about to throw; - = over
//! mark     = "o" | "w" number | "e"             see Mark
//! ```

use super::position::{Mark, Position, Setup};
use super::position_faults::PositionFault;
use crate::ruleset::Mechanics;
use crate::types::{ByPlayer, Player, Square, SquareSet};

/// Why a text is no position of the ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    #[error("{0}")]
    Syntax(String),
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Faults(Vec<PositionFault>),
}

/// Reads a position and checks it against `mechanics`.
///
/// # Errors
/// [`NotationError::Syntax`] where the text has not the form above,
/// [`NotationError::Faults`] where it has but cannot stand in a game.
pub fn parse_position(mechanics: &Mechanics, text: &str) -> Result<Position, NotationError> {
    let star = match mechanics.returned_to() {
        None => '*',
        Some(_) => '!',
    };
    let mut setup = parse_setup(text, star).map_err(NotationError::Syntax)?;
    let unwritten = mechanics.opening.is_some() && !mechanics.writes_opening();
    if unwritten && setup.mark != Mark::None {
        let text = format!("no mark is written here, but there is `{}`", setup.mark);
        return Err(NotationError::Syntax(text));
    }
    if unwritten && setup.is_start(mechanics) {
        setup.mark = Mark::Unopened;
    }
    Position::new(mechanics, &setup).map_err(NotationError::Faults)
}

/// `star` is the mark that a single piece can carry.
fn parse_setup(text: &str, star: char) -> Result<Setup, String> {
    let form = "a position is written like 1,3,5,7,9/2,4,6,8,10 0-0 A";
    let fields: Vec<&str> = text.split(' ').collect();
    let (sides, home, letter, mark) = match fields[..] {
        [sides, home, letter] => (sides, home, letter, Mark::None),
        [sides, home, letter, mark] => (sides, home, letter, parse_mark(mark)?),
        _ => {
            return Err(format!(
                "`{text}` has {} fields divided by single spaces instead of 3: {form}",
                fields.len()
            ));
        }
    };
    let (a, b) = sides
        .split_once('/')
        .ok_or_else(|| format!("`{sides}` has no / between the two players' squares: {form}"))?;
    let (on_a, star_a) = parse_side(a, star)?;
    let (on_b, star_b) = parse_side(b, star)?;
    let (home_a, home_b) = home
        .split_once('-')
        .ok_or_else(|| format!("`{home}` should be the pieces home, like 0-2: {form}"))?;
    let to_throw = match letter {
        "A" => Some(Player::A),
        "B" => Some(Player::B),
        "-" => None,
        other => {
            return Err(format!(
                "`{other}` should be A, B or -, the player to throw"
            ));
        }
    };
    Ok(Setup {
        on: ByPlayer::new(on_a, on_b),
        starred: ByPlayer::new(star_a, star_b),
        home: ByPlayer::new(parse_number(home_a)?, parse_number(home_b)?),
        to_throw,
        mark,
    })
}

fn parse_mark(text: &str) -> Result<Mark, String> {
    match text {
        "o" => Ok(Mark::Unopened),
        "e" => Ok(Mark::Entered),
        _ => match text.strip_prefix('w') {
            Some(number) => Ok(Mark::Waiting(parse_number(number)?)),
            None => Err(format!(
                "`{text}` should be a mark of the position: o, e, or w and a number"
            )),
        },
    }
}

fn parse_side(text: &str, star: char) -> Result<(SquareSet, SquareSet), String> {
    let (mut on, mut starred) = (SquareSet::EMPTY, SquareSet::EMPTY);
    if text == "-" {
        return Ok((on, starred));
    }
    for item in text.split(',') {
        let number = item.strip_suffix(star).unwrap_or(item);
        let square = Square::new(parse_number(number)?)
            .ok_or_else(|| format!("`{item}` is no square: squares are 1 to 30"))?;
        if let Some(last) = on.last().filter(|&last| last >= square) {
            return Err(format!(
                "squares must ascend without repeats, but {square} follows {last}"
            ));
        }
        on.insert(square);
        if number.len() < item.len() {
            starred.insert(square);
        }
    }
    Ok((on, starred))
}

fn parse_number(text: &str) -> Result<u8, String> {
    let canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse()
        .ok()
        .filter(|_| canonical)
        .ok_or_else(|| format!("`{text}` should be a number without sign or leading zeros"))
}
