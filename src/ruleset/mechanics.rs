//! The checked mechanics of a ruleset: all that decides play, and nothing
//! else. Two rulesets with equal mechanics are the same game.

use crate::types::{ByPlayer, MAX_POINTS, Player, PointSet, Square, SquareSet, ThrowTable};

/// What happens to an opponent's piece on the square a move ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// It goes to the square the mover came from.
    Swap,
    /// It leaves the game for good.
    Remove,
}

/// Which pieces their neighbours protect from being captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pairs {
    /// None.
    None,
    /// Every piece with one of its colour on a neighbouring square.
    Any,
}

/// Where a piece goes that came to rest on a trap square, or was refused exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Refuge {
    pub square: Square,
    pub search: Search,
}

/// Which way to look for a free square where the refuge is taken. Trap squares
/// are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Search {
    /// refuge − 1, refuge − 2, …
    Before,
    /// refuge + 1, refuge + 2, …
    After,
}

/// Whether a player without a forward move must move backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Backward {
    None,
    /// The mover must make a backward move if there is no forward move.
    Forced {
        /// Backward moves start only from squares up to this one.
        from_at_most: Square,
        /// What protects an opponent's piece from a backward move.
        protection: Protection,
    },
}

/// Whether safe squares and pairs count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protection {
    /// As against forward moves.
    Same,
    /// Nothing but walls: any opponent's piece may be landed on.
    Nothing,
}

/// The right of exit of the `nile` family.
///
/// With it every forward move past the end is a move: the piece is borne off
/// if it has the right and the move ends exactly one past the last square, and
/// goes to the refuge otherwise. The bear-off table is not used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RightOfExit {
    /// A piece resting on this square has the right (26).
    pub won_on: Square,
    pub lasts: RightLasts,
    /// A legal forward move from one of these squares, other than bearing off,
    /// sends the piece to the refuge instead of where it would have ended; it
    /// captures nothing there.
    pub wrong_throw_returns: SquareSet,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RightLasts {
    /// Lost when the piece comes to rest on a square below `won_on`.
    UntilBelow,
    /// Kept for ever.
    Forever,
}

/// The squares on which a piece may stay although they are traps (`ankh`'s 27).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stay {
    /// Trap squares whose trap may be declined on arrival. While a player has
    /// a piece on one, only that piece may move, and only by bearing off with
    /// the points the bear-off table lists; anything else is a pass.
    pub on: SquareSet,
    pub leave: Leave,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leave {
    /// Staying is for good.
    Never,
    /// Instead of passing, the owner may send the piece to the refuge; that
    /// ends the turn. Not offered with points that the bear-off table lists
    /// for the square.
    Later,
}

/// With one of `points` and a piece on `from`, the mover may decline to move
/// and throw again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rethrow {
    pub from: Square,
    pub points: PointSet,
}

/// When the mover may or must pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Passing {
    /// Only where there is nothing else to choose.
    Forced,
    /// Always; the turn ends.
    Free,
}

/// What a forced pass does to the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AfterPass {
    /// The turn ends, whatever was thrown.
    TurnEnds,
    /// The mover throws again if the throw grants it.
    AsThrown,
}

/// How the game is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Win {
    /// All one's pieces home first.
    AllHome,
    /// More pieces home than the other has home and on the board together;
    /// equal with an empty board is a draw. Both are tested after every ply.
    MostHome,
}

/// The position in which a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    /// `pieces` squares each, disjoint.
    pub squares: ByPlayer<SquareSet>,
    pub to_throw: Player,
}

/// Everything that decides play, checked.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mechanics {
    /// Squares of the track, 30 in senet; at most [`crate::types::MAX_LENGTH`].
    pub length: u8,
    /// Pieces a side, 1 to 10.
    pub pieces: u8,
    pub start: Start,
    pub throws: ThrowTable,
    /// Points that grant another throw.
    pub again: PointSet,
    pub after_pass: AfterPass,
    pub passing: Passing,
    pub capture: Capture,
    /// Whose pieces protect each other: `pairs.a` is about A's own pieces.
    pub pairs: ByPlayer<Pairs>,
    /// How many of a player's pieces in a row the opponent may not pass; 0 =
    /// no walls, else at least 2. `wall.a` is about A's own pieces.
    pub wall: ByPlayer<u8>,
    /// Squares on which a piece cannot be captured.
    pub safe: SquareSet,
    /// Squares that a forward move may not jump.
    pub gates: SquareSet,
    /// Squares that a piece leaves only by bearing off (or backward).
    pub exit_only: SquareSet,
    /// Squares from which a piece on arrival goes to the refuge.
    pub traps: SquareSet,
    /// Present where there are traps or a right of exit.
    pub refuge: Option<Refuge>,
    /// `off[t]`: squares from which `t` points bear off. A listed move must
    /// run past the last square.
    pub off: [SquareSet; MAX_POINTS as usize + 1],
    pub right_of_exit: Option<RightOfExit>,
    pub backward: Backward,
    /// If a forward move starts from one of these squares, the mover must
    /// choose among those that do.
    pub must_leave: SquareSet,
    pub stay: Option<Stay>,
    pub rethrow: Option<Rethrow>,
    pub win: Win,
}

impl RightOfExit {
    /// Whether a piece that has the right keeps it while it rests on `square`.
    pub fn lasts_on(&self, square: Square) -> bool {
        match self.lasts {
            RightLasts::Forever => true,
            RightLasts::UntilBelow => square >= self.won_on,
        }
    }
}

impl Mechanics {
    /// The bear-off table by square, ascending: the points that bear off from
    /// each square that has any.
    pub fn bear_off(&self) -> impl Iterator<Item = (Square, PointSet)> + '_ {
        SquareSet::up_to(self.length).iter().filter_map(|square| {
            let thrown: PointSet = (0..=MAX_POINTS)
                .filter(|&t| self.off[usize::from(t)].contains(square))
                .collect();
            (!thrown.is_empty()).then_some((square, thrown))
        })
    }
}
