//! What the solver must know of a game whose captured pieces go back to the
//! hand, read from its mechanics; and which games it serves.

use crate::rules::Rules;
use crate::ruleset::{
    AfterPass, Backward, Capture, Grants, Mechanics, Pairs, Passing, StartFile, Win,
};
use crate::solver::layers::Unsupported;
use crate::types::{Player, Square};

/// Squares are numbered from 1 to at most 30; 0 is the hand.
pub(super) const SQUARES: usize = 32;
/// Early squares that make up a block; further private ones go to the front.
const MOST_EARLY: u32 = 6;
/// Codes of fronts that a table of offsets may have.
const MOST_CODES: u64 = 1 << 25;

/// One throw, as far as squares alone decide what it can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cast {
    pub points: u32,
    pub chance: f64,
    /// Squares from which a move ends on the track; bit 0 = the hand.
    pub forward: u32,
    /// Squares from which a piece is borne off.
    pub off: u32,
    /// Whether these points grant another throw.
    pub again: bool,
}

/// A game on two tracks with pieces in hand, the same for both players.
#[derive(Clone, Debug)]
pub struct HandGame {
    pub(super) pieces: u8,
    pub(super) length: u32,
    /// The squares 1 to `early` are the owner's alone; a block holds all ways
    /// to stand on them.
    pub(super) early: u32,
    pub(super) casts: Vec<Cast>,
    /// By square: the other player's number of it, 0 where it is private.
    pub(super) other: [u8; SQUARES],
    /// Squares, by the attacker's numbers, on which nothing is captured.
    pub(super) safe: u32,
    /// Squares that grant a throw to the piece that comes to rest there.
    pub(super) resting_on: u32,
    pub(super) capture_grants: bool,
    pub(super) pass_keeps_turn: bool,
    /// What a piece of the mover adds to the code of the front, by square.
    pub(super) mine: [u32; SQUARES],
    /// What a piece of the other player adds, by that player's square.
    pub(super) theirs: [u32; SQUARES],
    /// Codes are below this.
    pub(super) codes: usize,
}

impl HandGame {
    /// Whether the game has pieces in hand and squares of two tracks, or at
    /// least the first: those that [`HandGame::new`] may serve.
    pub fn concerns(mechanics: &Mechanics) -> bool {
        mechanics.hand.is_some()
    }

    /// # Errors
    /// The game has mechanics that the solver does not know, is not the same
    /// for both players, or is too large.
    pub fn new(mechanics: &Mechanics) -> Result<HandGame, Unsupported> {
        if let Some(what) = unknown(mechanics) {
            return Err(Unsupported::Mechanic(what));
        }
        let length = u32::from(mechanics.length);
        let mut other = [0u8; SQUARES];
        for s in (1..=mechanics.length).filter_map(Square::new) {
            let seen = match &mechanics.cells {
                None => Some(s),
                // B's squares as A numbers them, and A's as B does, must be the same.
                Some(cells) => {
                    let seen = cells.seen_by(Player::A, s);
                    if seen != cells.seen_by(Player::B, s) {
                        return Err(Unsupported::Mechanic(
                            "`cells` that are not the same from both sides",
                        ));
                    }
                    seen
                }
            };
            other[usize::from(s.number())] = seen.map_or(0, Square::number);
        }
        let private = (1..=length).take_while(|&s| other[s as usize] == 0).count();
        let early = (private as u32).min(MOST_EARLY);
        let rules = Rules::new(mechanics);
        let throws = &mechanics.throws;
        let casts = throws.throws().iter().map(|throw| {
            let reach = rules.reach(throw.points);
            Cast {
                points: u32::from(throw.points),
                chance: throws.probability(throw.points),
                forward: reach.forward,
                off: reach.off,
                again: mechanics.again.contains(throw.points),
            }
        });
        let mut game = HandGame {
            pieces: mechanics.pieces,
            length,
            early,
            casts: casts.collect(),
            other,
            safe: match mechanics.capture {
                Capture::None => u32::MAX,
                _ => mechanics.safe.0,
            },
            resting_on: mechanics.grants.resting_on.0,
            capture_grants: mechanics.grants.capture,
            pass_keeps_turn: mechanics.after_pass == AfterPass::AsThrown,
            mine: [0; SQUARES],
            theirs: [0; SQUARES],
            codes: 1,
        };
        game.number_cells()?;
        Ok(game)
    }

    /// A digit for every cell past the early squares: of base 3 where both
    /// players can stand, of base 2 where one can.
    fn number_cells(&mut self) -> Result<(), Unsupported> {
        let mut weight = 1u64;
        for s in self.early as usize + 1..=self.length as usize {
            self.mine[s] = weight as u32;
            match usize::from(self.other[s]) {
                0 => {
                    weight *= 2;
                    self.theirs[s] = weight as u32;
                    weight *= 2;
                }
                seen => {
                    self.theirs[seen] = 2 * weight as u32;
                    weight *= 3;
                }
            }
            if weight > MOST_CODES {
                return Err(Unsupported::Fronts(MOST_CODES));
            }
        }
        self.codes = weight as usize;
        Ok(())
    }

    /// The code of a front.
    #[inline]
    pub(super) fn code(&self, mine: u32, theirs: u32) -> usize {
        let sum = |mut set: u32, weights: &[u32; SQUARES]| {
            let mut sum = 0;
            while set != 0 {
                sum += weights[set.trailing_zeros() as usize];
                set &= set - 1;
            }
            sum as usize
        };
        sum(mine, &self.mine) + sum(theirs, &self.theirs)
    }

    /// The squares past the early ones.
    pub(super) fn front_squares(&self) -> u32 {
        ((2u64 << self.length) - (2u64 << self.early)) as u32
    }

    /// A piece of the other player on the mover's `square`, if the front
    /// `theirs` has one: its number of the square.
    #[inline(always)]
    pub(super) fn opponent_on(&self, square: u32, theirs: u32) -> Option<u32> {
        let seen = u32::from(self.other[square as usize]);
        (seen != 0 && theirs >> seen & 1 == 1).then_some(seen)
    }
}

/// A mechanic that this solver does not know.
fn unknown(mechanics: &Mechanics) -> Option<&'static str> {
    let grants = Grants {
        never_backward: false,
        ..mechanics.grants
    };
    let pairs = mechanics.pairs;
    let entered = mechanics.hand.map(|hand| hand.then);
    [
        (mechanics.hand.is_none(), "no pieces in hand (`enter`)"),
        (
            entered == Some(crate::ruleset::Entered::MustMove),
            "a piece just entered must move (`entered`)",
        ),
        (
            !matches!(mechanics.capture, Capture::Hand | Capture::None),
            "`capture` other than \"hand\" and \"none\"",
        ),
        (
            pairs.a != Pairs::None || pairs.b != Pairs::None,
            "`pairs` with pieces in hand",
        ),
        (
            mechanics.wall.a != 0 || mechanics.wall.b != 0,
            "`wall` with pieces in hand",
        ),
        (
            grants.never_on_trap && !mechanics.traps.is_empty(),
            "`again_not`",
        ),
        (mechanics.passing == Passing::Free, "`passing` = \"free\""),
        (!mechanics.gates.is_empty(), "`gates` with pieces in hand"),
        (mechanics.divert.is_some(), "`divert_from`"),
        (mechanics.bump.is_some(), "`bump_from`"),
        (!mechanics.traps.is_empty(), "`traps` with pieces in hand"),
        (mechanics.off_none_below > 1, "`off_none_below`"),
        (
            mechanics.right_of_exit.is_some(),
            "a right of exit with pieces in hand",
        ),
        (
            mechanics.backward != Backward::None,
            "`backward` with pieces in hand",
        ),
        (!mechanics.must_leave.is_empty(), "`must_leave`"),
        (!mechanics.only_from.is_empty(), "`only_from`"),
        (mechanics.stay.is_some(), "`stay`"),
        (mechanics.hold.is_some(), "`hold`"),
        (mechanics.rethrow.is_some(), "`rethrow`"),
        (mechanics.opening.is_some(), "`opening_player`"),
        (mechanics.file == StartFile::Waits, "`file`"),
        (!mechanics.sweep.is_empty(), "`sweep`"),
        (
            mechanics.win != Win::AllHome,
            "`win` other than \"all-home\"",
        ),
    ]
    .into_iter()
    .find_map(|(has, what)| has.then_some(what))
}
