//! What can be wrong with the parts of a position, and the search for all of it.

use super::position::{Mark, Outcome, Setup};
use crate::ruleset::{Capture, Entered, Mechanics, StartFile, Win};
use crate::types::{Player, Square, SquareSet};

/// What is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    #[error("square {0} is past the end of the track")]
    OffTrack(Square),
    #[error("both players have a piece on square {0}")]
    Overlap(Square),
    #[error("{player} has {on} on the board and {home} home, together {}, where the ruleset has {pieces} pieces a side", on + home)]
    PieceCount {
        player: Player,
        on: u8,
        home: u8,
        pieces: u8,
    },
    #[error("no piece can rest on the trap square {0}")]
    OnTrap(Square),
    #[error("a star marks a piece that has the right of exit, and this ruleset has no such right")]
    StarWithoutRight,
    #[error("{player}'s star on {square} is wrong: {why}")]
    Star {
        player: Player,
        square: Square,
        why: &'static str,
    },
    #[error("{player}'s mark ! on {square} is wrong: {why}")]
    Returned {
        player: Player,
        square: Square,
        why: &'static str,
    },
    #[error("{}", mark_text(*.mark, .right))]
    Mark { mark: Mark, right: String },
    #[error("square {0} of A's track and {1} of B's are one, and both have a piece there")]
    SameCell(Square, Square),
    #[error("both players have all their pieces home")]
    BothHome,
    #[error("the game is over here, so the last letter must be -")]
    Over,
    #[error("the game is not over here, so the last letter must be A or B")]
    NotOver,
}

/// Every fault of `setup`; none means that it is a position.
pub(super) fn faults(mechanics: &Mechanics, setup: &Setup) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    let track = SquareSet::up_to(mechanics.length);
    let on = setup.on;
    faults.extend(((on.a | on.b) - track).iter().map(PositionFault::OffTrack));
    match &mechanics.cells {
        None => faults.extend((on.a & on.b).iter().map(PositionFault::Overlap)),
        Some(cells) => faults.extend(
            cells
                .shared
                .iter()
                .filter(|&&(a, b)| on.a.contains(a) && on.b.contains(b))
                .map(|&(a, b)| PositionFault::SameCell(a, b)),
        ),
    }
    faults.extend(
        ((on.a | on.b) & mechanics.never_rested())
            .iter()
            .map(PositionFault::OnTrap),
    );
    let count = on.map(|set| set.len() as u8);
    for player in Player::BOTH {
        let (on, home, pieces) = (count[player], setup.home[player], mechanics.pieces);
        let sum = u16::from(on) + u16::from(home);
        let may_lack = mechanics.hand.is_some() || mechanics.capture == Capture::Remove;
        let fits = sum == u16::from(pieces) || may_lack && sum < u16::from(pieces);
        if !fits {
            faults.push(PositionFault::PieceCount {
                player,
                on,
                home,
                pieces,
            });
        }
        star_faults(mechanics, setup, player, &mut faults);
    }
    if faults.is_empty() {
        mark_faults(mechanics, setup, &mut faults);
        if mechanics.win == Win::AllHome && setup.home.a.min(setup.home.b) == mechanics.pieces {
            faults.push(PositionFault::BothHome);
        }
        let over = Outcome::of(mechanics, setup.home, count).is_some();
        match setup.to_throw {
            Some(_) if over => faults.push(PositionFault::Over),
            None if !over => faults.push(PositionFault::NotOver),
            _ => {}
        }
    }
    faults
}

fn star_faults(
    mechanics: &Mechanics,
    setup: &Setup,
    player: Player,
    faults: &mut Vec<PositionFault>,
) {
    let stars = setup.starred[player];
    if mechanics.returned_to().is_some() {
        return returned_faults(mechanics, setup, player, faults);
    }
    let Some(right) = mechanics.right_of_exit else {
        if !stars.is_empty() {
            faults.push(PositionFault::StarWithoutRight);
        }
        return;
    };
    for square in stars.iter() {
        let why = if !setup.on[player].contains(square) {
            "there is no piece of that player"
        } else if square == right.won_on {
            "a piece there always has the right and takes no star"
        } else if !right.lasts_on(square) {
            "the right of exit is lost there"
        } else {
            continue;
        };
        faults.push(PositionFault::Star {
            player,
            square,
            why,
        });
    }
}

fn returned_faults(
    mechanics: &Mechanics,
    setup: &Setup,
    player: Player,
    faults: &mut Vec<PositionFault>,
) {
    for square in setup.starred[player].iter() {
        let why = if Some(square) != mechanics.returned_to() {
            "pieces return to the refuge alone"
        } else if !setup.on[player].contains(square) {
            "there is no piece of that player"
        } else {
            continue;
        };
        faults.push(PositionFault::Returned {
            player,
            square,
            why,
        });
    }
}

fn mark_faults(mechanics: &Mechanics, setup: &Setup, faults: &mut Vec<PositionFault>) {
    let start = &mechanics.start;
    let right = match setup.mark {
        _ if mechanics.file == StartFile::Waits => {
            let at_start = mechanics.waiting_at_start();
            match setup.mark {
                Mark::Waiting(pieces) if pieces <= at_start => {
                    let waiting = SquareSet::up_to(pieces);
                    let stand = |player| setup.on[player] & waiting;
                    let right = |player| start.squares[player] & waiting;
                    if Player::BOTH.map(stand) == Player::BOTH.map(right) {
                        return;
                    }
                    format!("the pieces of the start must still stand on 1 to {pieces}")
                }
                _ => format!("the mark here is w0 to w{at_start}, the pieces that wait"),
            }
        }
        Mark::None => return,
        Mark::Unopened if mechanics.writes_opening() => {
            let opener = mechanics.opening.map(|opening| opening.player);
            if opener.is_none_or(|opener| setup.home[opener] == 0) {
                return;
            }
            "a player with a piece home has opened".to_string()
        }
        Mark::Unopened if mechanics.opening.is_some() => {
            if setup.is_start(mechanics) {
                return;
            }
            "only the start position has it".to_string()
        }
        Mark::Entered
            if mechanics
                .hand
                .is_some_and(|hand| hand.then == Entered::MustMove) =>
        {
            let on_one = |player: Player| setup.on[player].0 >> 1 & 1 == 1;
            if setup.to_throw.is_some_and(on_one) {
                return;
            }
            "the player about to throw must have a piece on 1".to_string()
        }
        _ => "no position of this ruleset has it".to_string(),
    };
    faults.push(PositionFault::Mark {
        mark: setup.mark,
        right,
    });
}

fn mark_text(mark: Mark, right: &str) -> String {
    match mark {
        Mark::None => format!("a mark is missing at the end: {right}"),
        mark => format!("the mark {mark} at the end is wrong: {right}"),
    }
}
