//! The checked mechanics of a ruleset: all that decides play, and nothing
//! else. Two rulesets with equal mechanics are the same game.

use super::features::*;
use crate::types::{ByPlayer, MAX_POINTS, Player, PointSet, Square, SquareSet, ThrowTable};

/// What happens to an opponent's piece on the square a move ends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// It goes to the square the mover came from.
    Swap,
    /// It leaves the game for good.
    Remove,
    /// It goes to the lowest-numbered free square that is no trap. The square
    /// the mover came from counts as free, the one just taken does not.
    Low,
    /// It goes back to its owner's hand (only with a [`Hand`]).
    Hand,
    /// There is no capturing: no move may end on an occupied square.
    None,
}

/// Which pieces their neighbours protect from being captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pairs {
    /// None.
    None,
    /// Every piece with one of its colour on a neighbouring square.
    Any,
    /// The first and the last piece of each run, a *run* being two or more of
    /// one colour on consecutive squares that no further piece continues.
    /// Walls of a player whose pairs are so hinder as whole runs only: a move
    /// is barred if a run of at least `wall` squares lies entirely between its
    /// ends. (It may end inside a run, passing a part of it.)
    Ends,
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
    /// Nowhere: a move that would send a piece to a taken refuge is illegal.
    Only,
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
    /// Every piece is protected: backward moves end on empty squares alone.
    Everything,
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
    /// `pieces` squares each, disjoint; none where pieces start in hand.
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
    /// What grants or withholds one otherwise.
    pub grants: Grants,
    pub after_pass: AfterPass,
    pub passing: Passing,
    pub capture: Capture,
    /// Whose pieces protect each other: `pairs.a` is about A's own pieces.
    pub pairs: ByPlayer<Pairs>,
    /// How many of a player's pieces in a row the opponent may not pass; 0 =
    /// no walls, else at least 2. `wall.a` is about A's own pieces.
    pub wall: ByPlayer<u8>,
    /// Pairs and walls are made of pieces up to this square alone; those
    /// above count as if they were not there. `length` = no limit.
    pub group_limit: u8,
    /// Squares on which a piece cannot be captured. (Where the players'
    /// tracks differ, by the numbers of the attacker's.)
    pub safe: SquareSet,
    /// Squares that a forward move may not jump.
    pub gates: SquareSet,
    /// What a move does that would jump one.
    pub gate_mode: GateMode,
    pub divert: Option<Divert>,
    pub bump: Option<Bump>,
    /// Squares that a piece leaves only by bearing off (or backward).
    pub exit_only: SquareSet,
    /// Squares from which a piece on arrival goes to the refuge.
    pub traps: SquareSet,
    pub trap_to: TrapTo,
    /// Present where something sends a piece there: traps, a right of exit, a
    /// hold, a sweep, a diverted move.
    pub refuge: Option<Refuge>,
    /// `off[t]`: squares from which `t` points bear off. A listed move must
    /// run past the last square.
    pub off: [SquareSet; MAX_POINTS as usize + 1],
    /// Pieces bear off, from wherever, only while none of the mover's pieces
    /// on the board stands below this square (before the move, the moving
    /// piece included). 1 = always.
    pub off_none_below: u8,
    pub right_of_exit: Option<RightOfExit>,
    pub backward: Backward,
    /// If a forward move starts from one of these squares, the mover must
    /// choose among those that do.
    pub must_leave: SquareSet,
    /// While the mover has a piece on one of these squares, only such pieces
    /// may move: forward and backward moves are both looked for among them
    /// alone.
    pub only_from: SquareSet,
    pub stay: Option<Stay>,
    pub hold: Option<Hold>,
    pub rethrow: Option<Rethrow>,
    pub opening: Option<Opening>,
    pub file: StartFile,
    pub hand: Option<Hand>,
    /// At the end of each of a player's turns, a pass included, every piece of
    /// that player on one of these squares goes to the refuge, except the
    /// piece whose own move in this turn ended there: lowest square first,
    /// each to the first square free at that time. Not once the game is won.
    /// Only where no ply grants another throw, so that a turn is one ply.
    pub sweep: SquareSet,
    /// `None`: both players' tracks are the same squares. Else pairs, walls,
    /// swaps and backward moves do not occur.
    pub cells: Option<Cells>,
    pub win: Win,
    pub score: Score,
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
    /// Whether the text of a position says by a mark that the opening is still
    /// to come.
    pub fn writes_opening(&self) -> bool {
        self.opening
            .is_some_and(|opening| opening.player != self.start.to_throw)
    }

    /// How many pieces wait in the start position; 0 where none ever does.
    pub fn waiting_at_start(&self) -> u8 {
        if self.file == StartFile::Free {
            return 0;
        }
        let taken = self.start.squares.a | self.start.squares.b;
        (taken.0 >> 1).trailing_ones() as u8
    }

    /// The square on which a piece can be returned (written `15!`), if any.
    pub fn returned_to(&self) -> Option<Square> {
        let hold = self.hold?;
        (hold.returned == Returned::MustMove)
            .then(|| self.refuge.map(|refuge| refuge.square))
            .flatten()
    }

    /// Squares on which no piece ever rests: traps on which none may stay.
    pub fn never_rested(&self) -> SquareSet {
        self.traps - self.stay.map_or(SquareSet::EMPTY, |stay| stay.on)
    }

    /// Squares that hold pieces.
    pub fn held(&self) -> SquareSet {
        self.hold.map_or(SquareSet::EMPTY, |hold| hold.on)
    }

    /// The other player's `squares` as `player` numbers them, as far as they
    /// are on `player`'s track.
    pub fn seen_by(&self, player: Player, squares: SquareSet) -> SquareSet {
        match &self.cells {
            None => squares,
            Some(cells) => cells.all_seen_by(player, squares),
        }
    }

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
