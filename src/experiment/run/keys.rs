//! The mechanics of a ruleset as a few yes-or-no keys, so that rulesets can be
//! set side by side and against their figures.

use crate::ruleset::{
    Backward, Capture, Entered, HoldOthers, Mechanics, Pairs, Returned, StartFile, TrapTo, Win,
};
use crate::types::Player;

/// A question about the rules.
pub struct Key {
    pub name: &'static str,
    pub about: &'static str,
    pub holds: fn(&Mechanics) -> bool,
}

/// Squares of a row of the senet board.
const FIRST_ROW: u8 = 10;

/// The questions, in the order of the tables.
pub static KEYS: &[Key] = &[
    Key {
        name: "more-than-5-pieces",
        about: "each side has more than five pieces",
        holds: |m| m.pieces > 5,
    },
    Key {
        name: "short-track",
        about: "the track has fewer than 29 squares",
        holds: |m| m.length < 29,
    },
    Key {
        name: "from-hand",
        about: "pieces enter from the hand",
        holds: |m| m.hand.is_some(),
    },
    Key {
        name: "swaps",
        about: "a captured piece goes to the square that the capturer came from",
        holds: |m| m.capture == Capture::Swap,
    },
    Key {
        name: "sends-back",
        about: "a captured piece goes back to the start of the board or to the hand",
        holds: |m| matches!(m.capture, Capture::Low | Capture::Hand),
    },
    Key {
        name: "pairs",
        about: "two of a colour side by side protect each other",
        holds: |m| m.pairs[Player::A] != Pairs::None,
    },
    Key {
        name: "walls",
        about: "pieces in a row cannot be passed",
        holds: |m| m.wall[Player::A] != 0,
    },
    Key {
        name: "backward",
        about: "who cannot move forward must move backward",
        holds: |m| m.backward != Backward::None,
    },
    Key {
        name: "gate",
        about: "a square must be landed on",
        holds: |m| !m.gates.is_empty(),
    },
    Key {
        name: "water",
        about: "a square sends pieces back or holds them",
        holds: |m| !m.traps.is_empty() || !m.held().is_empty(),
    },
    Key {
        name: "back-to-start",
        about: "water sends a piece back to the first ten squares or to the hand",
        holds: |m| {
            let low = m
                .refuge
                .is_some_and(|refuge| refuge.square.number() <= FIRST_ROW);
            !m.traps.is_empty() && (m.trap_to == TrapTo::Hand || low)
        },
    },
    Key {
        name: "safe-squares",
        about: "a piece on some squares cannot be captured",
        holds: |m| !m.safe.is_empty(),
    },
    Key {
        name: "home-together",
        about: "no piece goes home before all have come to the last squares",
        holds: |m| m.off_none_below > 1,
    },
    Key {
        name: "no-waiting",
        about: "pieces that do not go home at once are sent back",
        holds: |m| !m.sweep.is_empty(),
    },
    Key {
        name: "in-file",
        about: "the pieces of the start wait for those ahead of them",
        holds: |m| m.file == StartFile::Waits,
    },
    Key {
        name: "right-of-exit",
        about: "a piece must win the right to leave the board",
        holds: |m| m.right_of_exit.is_some(),
    },
    Key {
        name: "house-grants",
        about: "resting on some square, or capturing, grants a throw",
        holds: |m| !m.grants.resting_on.is_empty() || m.grants.capture,
    },
    Key {
        name: "throws-again",
        about: "some points grant another throw",
        holds: |m| m.again != crate::types::PointSet::default(),
    },
    Key {
        name: "compulsory",
        about: "a piece in some places must move before all others",
        holds: |m| {
            !m.must_leave.is_empty()
                || !m.only_from.is_empty()
                || m.stay.is_some()
                || m.hand.is_some_and(|hand| hand.then == Entered::MustMove)
                || m.hold.is_some_and(|hold| {
                    hold.others == HoldOthers::StandStill || hold.returned == Returned::MustMove
                })
        },
    },
    Key {
        name: "first-majority-wins",
        about: "the game is won by most pieces home, not by all",
        holds: |m| m.win == Win::MostHome,
    },
];

/// The keys that hold, in a line.
pub fn keys_of(mechanics: &Mechanics) -> String {
    let names: Vec<&str> = KEYS
        .iter()
        .filter(|key| (key.holds)(mechanics))
        .map(|key| key.name)
        .collect();
    names.join(" ")
}
