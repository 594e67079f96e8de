//! Positions: an unchecked [`Setup`] becomes a checked [`Position`].

use super::position_faults::{PositionFault, faults};
use crate::ruleset::{Mechanics, Score, StartFile, Win};
use crate::types::{ByPlayer, Player, SquareSet};

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Won(Player),
    Draw,
}

impl Outcome {
    /// The outcome of the game with this many pieces home and on the board, or
    /// `None` while it goes on.
    pub fn of(mechanics: &Mechanics, home: ByPlayer<u8>, on: ByPlayer<u8>) -> Option<Outcome> {
        match mechanics.win {
            Win::AllHome => Player::BOTH
                .into_iter()
                .find(|&player| home[player] == mechanics.pieces)
                .map(Outcome::Won),
            Win::MostHome => Player::BOTH
                .into_iter()
                .find(|&player| home[player] > home[!player] + on[!player])
                .map(Outcome::Won)
                .or((on.a + on.b == 0).then_some(Outcome::Draw)),
        }
    }
}

/// What some rulesets must know of a position beside its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// `o`: the opening is still to come, see
    /// [`Opening`](crate::ruleset::Opening). Where it is the first ply of the
    /// game only the start position has the mark, and it is not written; the
    /// text of a position that is like the start later in a game is therefore
    /// read as the start.
    Unopened,
    /// `w<m>`: so many pieces of the start have not moved and wait. In
    /// rulesets where pieces wait ([`StartFile`](crate::ruleset::StartFile))
    /// every position has it, with `w0` at last.
    Waiting(u8),
    /// `e`: the piece on square 1 of the player about to throw has just been
    /// entered and must move on, see [`Entered`](crate::ruleset::Entered).
    Entered,
}

/// The parts of a position, not yet checked against a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Squares of the pieces on the board.
    pub on: ByPlayer<SquareSet>,
    /// Of these, the ones that carry a mark of their own. In rulesets with a
    /// right of exit (`28*`): they have it and do not stand on the square that
    /// wins it. In rulesets where a returned piece must move (`15!`): they are
    /// returned, see [`Returned::MustMove`](crate::ruleset::Returned). No
    /// ruleset has both.
    pub starred: ByPlayer<SquareSet>,
    /// Pieces borne off. What is neither on the board nor home is in hand
    /// where the ruleset has one, else out of the game.
    pub home: ByPlayer<u8>,
    /// What must be known beside the pieces.
    pub mark: Mark,
    /// `None` where the game is over.
    pub to_throw: Option<Player>,
}

/// A position that can stand in a game of its ruleset.
///
/// Ordered and hashed by its parts; small and `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Bit s = a piece on square s; index 0 is A.
    pub(super) on: [u32; 2],
    /// Subset of `on`: the starred pieces.
    pub(super) starred: [u32; 2],
    pub(super) home: [u8; 2],
    /// 0 or 1: the player about to throw; [`OVER`]: the game is over.
    pub(super) turn: u8,
    /// The [`Mark`]: 0 = none, [`UNOPENED`], [`UNOPENED_START`], [`ENTERED`], or
    /// [`WAITING`] with the number of waiting pieces; beside it [`RETURNS`].
    pub(super) mark: u8,
}

pub(super) const UNOPENED: u8 = 1;
/// As [`UNOPENED`], where it is not written.
pub(super) const UNOPENED_START: u8 = 3;
pub(super) const ENTERED: u8 = 2;
pub(super) const WAITING: u8 = 0x80;
/// In every position of a ruleset with returned pieces: stars are these.
pub(super) const RETURNS: u8 = 0x40;

/// `Position::turn` of a finished game.
pub(super) const OVER: u8 = 2;

impl Setup {
    /// Whether pieces and thrower are those of the start position.
    pub(super) fn is_start(&self, mechanics: &Mechanics) -> bool {
        let start = &mechanics.start;
        self.on == start.squares
            && self.to_throw == Some(start.to_throw)
            && self.home == ByPlayer::default()
    }
}

impl Mark {
    fn to_byte(self, mechanics: &Mechanics) -> u8 {
        let mark = match self {
            Mark::None => 0,
            Mark::Unopened if mechanics.writes_opening() => UNOPENED,
            Mark::Unopened => UNOPENED_START,
            Mark::Entered => ENTERED,
            Mark::Waiting(pieces) => WAITING | pieces,
        };
        match mechanics.returned_to() {
            None => mark,
            Some(_) => mark | RETURNS,
        }
    }

    fn from_byte(byte: u8) -> Mark {
        match byte & !RETURNS {
            UNOPENED | UNOPENED_START => Mark::Unopened,
            ENTERED => Mark::Entered,
            waiting if waiting & WAITING != 0 => Mark::Waiting(waiting & !WAITING),
            _ => Mark::None,
        }
    }

    /// The mark of the start position.
    fn at_start(mechanics: &Mechanics) -> Mark {
        if mechanics.file == StartFile::Waits {
            Mark::Waiting(mechanics.waiting_at_start())
        } else if mechanics.opening.is_some() {
            Mark::Unopened
        } else {
            Mark::None
        }
    }
}

impl Position {
    /// Checks `setup` against `mechanics`.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn new(mechanics: &Mechanics, setup: &Setup) -> Result<Position, Vec<PositionFault>> {
        let faults = faults(mechanics, setup);
        if faults.is_empty() {
            Ok(Position::unchecked(mechanics, setup))
        } else {
            Err(faults)
        }
    }

    /// The position of parts that are known to be right: without any check.
    pub(crate) fn unchecked(mechanics: &Mechanics, setup: &Setup) -> Position {
        Position {
            on: [setup.on.a.0, setup.on.b.0],
            starred: [setup.starred.a.0, setup.starred.b.0],
            home: [setup.home.a, setup.home.b],
            turn: setup.to_throw.map_or(OVER, |player| player as u8),
            mark: setup.mark.to_byte(mechanics),
        }
    }

    /// The position in which games of this ruleset begin.
    pub fn start(mechanics: &Mechanics) -> Position {
        let start = &mechanics.start;
        Position {
            on: [start.squares.a.0, start.squares.b.0],
            starred: [0; 2],
            home: [0; 2],
            turn: start.to_throw as u8,
            mark: Mark::at_start(mechanics).to_byte(mechanics),
        }
    }

    /// The same with so many fewer pieces at home on both sides: a position of the
    /// game that differs in having so many pieces fewer. `None` where one side has
    /// not so many at home, or where more than the pieces is to be known (see
    /// [`Self::mark`]).
    pub fn with_fewer_home(&self, pieces: u8) -> Option<Position> {
        if pieces == 0 {
            return Some(*self);
        }
        let home = [
            self.home[0].checked_sub(pieces)?,
            self.home[1].checked_sub(pieces)?,
        ];
        (self.mark() == Mark::None).then_some(Position { home, ..*self })
    }

    /// The parts.
    pub fn setup(&self) -> Setup {
        let sets = |words: [u32; 2]| ByPlayer::new(SquareSet(words[0]), SquareSet(words[1]));
        Setup {
            on: sets(self.on),
            starred: sets(self.starred),
            home: ByPlayer::new(self.home[0], self.home[1]),
            to_throw: self.to_throw(),
            mark: self.mark(),
        }
    }

    /// [`Self::mark`] as a number, different for different marks.
    #[inline(always)]
    pub(crate) fn mark_byte(&self) -> u8 {
        self.mark
    }

    /// Whether the opening is still to come.
    #[inline]
    pub(super) fn is_unopened(&self) -> bool {
        self.mark & UNOPENED != 0 && self.mark & WAITING == 0
    }

    /// What must be known beside the pieces.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark::from_byte(self.mark)
    }

    /// Squares of the player's pieces on the board.
    #[inline(always)]
    pub fn on(&self, player: Player) -> SquareSet {
        SquareSet(self.on[player.index()])
    }

    /// Of these, the starred ones (see [`Setup::starred`]).
    #[inline(always)]
    pub fn starred(&self, player: Player) -> SquareSet {
        SquareSet(self.starred[player.index()])
    }

    /// Pieces borne off.
    #[inline(always)]
    pub fn home(&self, player: Player) -> u8 {
        self.home[player.index()]
    }

    /// The player about to throw, `None` where the game is over.
    #[inline(always)]
    pub fn to_throw(&self) -> Option<Player> {
        match self.turn {
            0 => Some(Player::A),
            1 => Some(Player::B),
            _ => None,
        }
    }

    /// [`Self::to_throw`] as an index, 0 for A and 1 for B, without a branch;
    /// the game must not be over.
    #[inline(always)]
    pub(crate) fn thrower_index(&self) -> usize {
        debug_assert!(!self.is_over());
        usize::from(self.turn & 1)
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.turn == OVER
    }

    /// How the game ended, `None` while it goes on.
    pub fn outcome(&self, mechanics: &Mechanics) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let setup = self.setup();
        Outcome::of(mechanics, setup.home, setup.on.map(|set| set.len() as u8))
    }

    /// What the won game is worth by the ruleset's score; `None` while it goes
    /// on, for a draw, and where the ruleset has no score.
    pub fn score(&self, mechanics: &Mechanics) -> Option<u32> {
        let Some(Outcome::Won(winner)) = self.outcome(mechanics) else {
            return None;
        };
        match mechanics.score {
            Score::None => None,
            Score::Rows => Some(
                self.on(!winner)
                    .iter()
                    .map(|square| 3 - u32::from(square.number() - 1) / 10)
                    .sum(),
            ),
        }
    }
}
