//! What a ply did, as text (`docs/game-record.md` has the grammar).

use std::fmt;
use std::str::FromStr;

use crate::types::Square;

use super::choices::{Choice, ChoiceKind};
use super::play::Event;

/// Where pieces enter from, and where some go back to.
const HAND: &str = "hand";

/// What was done with a throw and what came of it.
///
/// Among the choices of one position and throw, no two have the same deed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Deed {
    /// `9-11`, `11x16`: a piece moved on the track, backward where `to` is
    /// below `from`.
    Move {
        from: Square,
        to: Square,
        target: Target,
        landing: Landing,
    },
    /// `hand-4`, `handx8`: a piece entered from the hand.
    Enter { to: Square, target: Target },
    /// `26-off`: a piece was borne off.
    Off { from: Square },
    /// `28!15`: a forward move was refused exit and ended in the refuge.
    Refused { from: Square, refuge: Square },
    /// `27>15`: a piece that stayed on a trap, or was held, went to the refuge.
    Leave { from: Square, refuge: Square },
    /// `1>hand`: a piece just entered went back to the hand.
    Withdraw { from: Square },
    /// `rethrow`
    Rethrow,
    /// `decline`: nothing moved although something could.
    Decline,
    /// `pass`: nothing could be done.
    Pass,
}

/// What a move found where it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// `-`
    Empty,
    /// `x`: an opponent's piece, which was captured.
    Captured,
}

/// What became of the piece where its move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// It rests there.
    Rests,
    /// `=`: it rests there although the square is a trap.
    Stays,
    /// `>15`: the trap sent it to this square.
    Trapped(Square),
    /// `>hand`: the trap sent it off the board, to enter again.
    TrappedToHand,
}

/// A throw and what was done with it: `2:9-11`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    pub points: u8,
    pub deed: Deed,
}

impl Ply {
    /// The ply of playing `choice` with a throw of `points`, which did `event`.
    pub fn of(points: u8, choice: Choice, event: &Event) -> Ply {
        Ply {
            points,
            deed: Deed::of(points, choice, event),
        }
    }
}

impl Deed {
    /// The deed of playing `choice` with a throw of `points`, which did `event`.
    pub fn of(points: u8, choice: Choice, event: &Event) -> Deed {
        let square = |number| Square::new(number).expect("a piece that moves has squares");
        let landed = || square(event.landed);
        let from = || choice.from().expect("this kind of choice moves a piece");
        match choice.kind {
            ChoiceKind::Rethrow => Deed::Rethrow,
            ChoiceKind::Decline => Deed::Decline,
            ChoiceKind::Pass => Deed::Pass,
            ChoiceKind::Enter => Deed::Enter {
                to: landed(),
                target: Target::of(event),
            },
            ChoiceKind::Leave if event.landed == 0 => Deed::Withdraw { from: from() },
            ChoiceKind::Leave => Deed::Leave {
                from: from(),
                refuge: landed(),
            },
            _ if event.off => Deed::Off { from: from() },
            _ if event.refused => Deed::Refused {
                from: from(),
                refuge: landed(),
            },
            ChoiceKind::Forward | ChoiceKind::Backward if !event.trapped => Deed::Move {
                from: from(),
                to: landed(),
                target: Target::of(event),
                landing: Landing::Rests,
            },
            ChoiceKind::Forward => Deed::trapped(from(), from().number() + points, event),
            ChoiceKind::Backward => Deed::trapped(from(), from().number() - points, event),
            ChoiceKind::ForwardStay | ChoiceKind::BackwardStay => Deed::Move {
                from: from(),
                to: landed(),
                target: Target::of(event),
                landing: Landing::Stays,
            },
        }
    }

    fn trapped(from: Square, trap: u8, event: &Event) -> Deed {
        Deed::Move {
            from,
            to: Square::new(trap).expect("traps are squares of the track"),
            target: Target::of(event),
            landing: Square::new(event.landed).map_or(Landing::TrappedToHand, Landing::Trapped),
        }
    }

    /// The square of the piece that moves, if one does.
    pub fn from(&self) -> Option<Square> {
        match *self {
            Deed::Move { from, .. }
            | Deed::Off { from }
            | Deed::Refused { from, .. }
            | Deed::Leave { from, .. }
            | Deed::Withdraw { from } => Some(from),
            Deed::Enter { .. } | Deed::Rethrow | Deed::Decline | Deed::Pass => None,
        }
    }
}

impl Target {
    fn of(event: &Event) -> Target {
        if event.captured == 0 {
            Target::Empty
        } else {
            Target::Captured
        }
    }

    fn sign(self) -> char {
        match self {
            Target::Empty => '-',
            Target::Captured => 'x',
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.points, self.deed)
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Move {
                from,
                to,
                target,
                landing,
            } => {
                write!(f, "{from}{}{to}", target.sign())?;
                match landing {
                    Landing::Rests => Ok(()),
                    Landing::Stays => f.write_str("="),
                    Landing::Trapped(refuge) => write!(f, ">{refuge}"),
                    Landing::TrappedToHand => write!(f, ">{HAND}"),
                }
            }
            Deed::Enter { to, target } => write!(f, "{HAND}{}{to}", target.sign()),
            Deed::Withdraw { from } => write!(f, "{from}>{HAND}"),
            Deed::Off { from } => write!(f, "{from}-off"),
            Deed::Refused { from, refuge } => write!(f, "{from}!{refuge}"),
            Deed::Leave { from, refuge } => write!(f, "{from}>{refuge}"),
            Deed::Rethrow => f.write_str("rethrow"),
            Deed::Decline => f.write_str("decline"),
            Deed::Pass => f.write_str("pass"),
        }
    }
}

/// Why a text is no ply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyError {
    #[error("`{0}` has no colon between the points and what was done with them, like 2:9-11")]
    NoColon(String),
    #[error("`{0}` should be the points of a throw, a number without sign or leading zeros")]
    Points(String),
    #[error("`{0}` is no square: squares are 1 to 30, without leading zeros")]
    Square(String),
    #[error(
        "`{0}` is nothing to do with a throw: write 9-11 (move), 11x16 (capture), 26-27>15 \
         (trapped), 24-27= (stays on a trap), 26-off (borne off), 28!15 (refused exit), 27>15 \
         (leaves a trap), hand-4 (enters), 1>hand (goes back), rethrow, decline or pass"
    )]
    Deed(String),
}

impl FromStr for Ply {
    type Err = PlyError;

    fn from_str(text: &str) -> Result<Ply, PlyError> {
        let (points, deed) = text
            .split_once(':')
            .ok_or_else(|| PlyError::NoColon(text.to_string()))?;
        Ok(Ply {
            points: canonical(points).ok_or_else(|| PlyError::Points(points.to_string()))?,
            deed: deed.parse()?,
        })
    }
}

impl FromStr for Deed {
    type Err = PlyError;

    fn from_str(text: &str) -> Result<Deed, PlyError> {
        match text {
            "rethrow" => return Ok(Deed::Rethrow),
            "decline" => return Ok(Deed::Decline),
            "pass" => return Ok(Deed::Pass),
            _ => {}
        }
        let unknown = || PlyError::Deed(text.to_string());
        let mark = text.find(['-', 'x', '!', '>']).ok_or_else(unknown)?;
        let (from, rest) = (&text[..mark], &text[mark + 1..]);
        if from == HAND {
            let target = match text.as_bytes()[mark] {
                b'-' => Target::Empty,
                b'x' => Target::Captured,
                _ => return Err(unknown()),
            };
            let to = square(rest)?;
            return Ok(Deed::Enter { to, target });
        }
        let from = square(from)?;
        let target = match text.as_bytes()[mark] {
            b'-' if rest == "off" => return Ok(Deed::Off { from }),
            b'-' => Target::Empty,
            b'x' => Target::Captured,
            b'>' if rest == HAND => return Ok(Deed::Withdraw { from }),
            mark => {
                let refuge = square(rest)?;
                return Ok(match mark {
                    b'!' => Deed::Refused { from, refuge },
                    _ => Deed::Leave { from, refuge },
                });
            }
        };
        let (to, landing) = if let Some(to) = rest.strip_suffix('=') {
            (to, Landing::Stays)
        } else if let Some((to, refuge)) = rest.split_once('>') {
            let landing = match refuge {
                HAND => Landing::TrappedToHand,
                _ => Landing::Trapped(square(refuge)?),
            };
            (to, landing)
        } else {
            (rest, Landing::Rests)
        };
        Ok(Deed::Move {
            from,
            to: square(to)?,
            target,
            landing,
        })
    }
}

fn square(text: &str) -> Result<Square, PlyError> {
    canonical(text)
        .and_then(Square::new)
        .ok_or_else(|| PlyError::Square(text.to_string()))
}

/// A number written as it would be printed.
fn canonical(text: &str) -> Option<u8> {
    text.parse()
        .ok()
        .filter(|_| text == "0" || !text.starts_with(['0', '+']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_survives_the_round_trip() {
        for text in [
            "2:9-11",
            "5:11x16",
            "3:14-11",
            "1:26-27>15",
            "2:25x27>14",
            "3:24-27=",
            "1:28x27=",
            "5:26-off",
            "6:28!15",
            "2:27>15",
            "4:hand-4",
            "3:handx3",
            "5:1>hand",
            "1:26-27>hand",
            "1:rethrow",
            "3:decline",
            "4:pass",
        ] {
            assert_eq!(text.parse::<Ply>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            ":",
            "9-11",
            "2:",
            "2:9",
            "2:9-",
            "2:9+11",
            "02:9-11",
            "2:09-11",
            "2:9-31",
            "2:0-2",
            "2:9-11>",
            "2:9-11>15=",
            "2:hand",
            "2:hand>4",
            "2:hand-off",
            "2:9-hand",
            "2:9x",
            "2:26-Off",
            "2:passed",
            "+2:9-11",
            "2:é-3",
        ] {
            assert!(text.parse::<Ply>().is_err(), "{text}");
        }
    }
}
