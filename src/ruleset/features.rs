//! The mechanics that some reconstructions have and most have not: throws
//! granted otherwise than by points, water to wait in, pieces in hand, two
//! tracks over one board. Every default means that a game does without.

use crate::types::{Player, PointSet, Square, SquareSet};

/// What grants another throw, or withholds it, beside the points thrown.
///
/// A ply grants at most one throw, however many reasons there are. A pass
/// never does (but see [`AfterPass`](super::AfterPass)). What a move does to
/// other pieces (a swap, a bump, a piece sent to the refuge) is no move and
/// grants nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Grants {
    /// A move of any kind, entering included, that ends on one of these
    /// squares and rests there grants a throw.
    pub resting_on: SquareSet,
    /// A capture grants a throw.
    pub capture: bool,
    /// A backward move never does, whatever else would.
    pub never_backward: bool,
    /// A move that ends on a trap or on a square of the [`Hold`] never does,
    /// whatever else would; it does not matter whether the piece rests there.
    pub never_on_trap: bool,
}

/// What becomes of a forward move that would pass a gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GateMode {
    /// It is no move: the gate must be landed on exactly.
    Exact,
    /// It ends on the first gate it meets, under the ordinary conditions for
    /// landing there; walls between origin and gate forbid it.
    Halt,
    /// It ends on this square instead, which must be empty of both colours;
    /// walls between origin and that square forbid it.
    FallTo(Square),
}

/// Where a forward move goes that cannot end where it should.
///
/// A forward move from a square of `from` whose destination on the track is
/// occupied, by either colour, goes to the square `to` and rests there; where
/// that is occupied too (or is the destination itself), to the refuge, like a
/// piece refused exit. It captures nothing. Walls count as far as the
/// destination. A move that bears off is not diverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Divert {
    pub from: SquareSet,
    pub to: Square,
}

/// A forward move from `from` that captures on one of `onto` sends the victim
/// to `to` and not to the mover's square. Such a move is legal only while `to`
/// is empty. The victim is not trapped there; it may be held (see [`Hold`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bump {
    pub from: Square,
    pub onto: SquareSet,
    pub to: Square,
}

/// Water that holds pieces: squares where a piece rests, and that it leaves
/// only for home or for the refuge.
///
/// A piece on one moves neither forward inside the track nor backward. If the
/// throw is listed for the square in the bear-off table (and bearing off is
/// allowed, and no wall forbids it), it may be borne off. Otherwise, if the
/// points are among `back` and the refuge has a free square, it may go there
/// ([`ChoiceKind::Leave`](crate::rules::ChoiceKind::Leave)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hold {
    /// No trap is among them.
    pub on: SquareSet,
    /// Points with which a piece that is not borne off may go to the refuge.
    pub back: PointSet,
    pub landing: HoldLanding,
    pub others: HoldOthers,
    pub wait: HoldWait,
    pub grants: HoldGrants,
    pub returned: Returned,
    pub pairs: HoldPairs,
}

/// Who may land on a holding square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldLanding {
    /// Anyone, by the ordinary rules.
    Ordinary,
    /// A move may end there only while the square is empty of both colours.
    EmptyOnly,
}

/// What the owner's other pieces do while one is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldOthers {
    /// They stand still: only held pieces may do anything. If any can be borne
    /// off, that is compulsory. This comes before every other condition on
    /// who moves, but not before [`Opening`].
    StandStill,
    /// They move as always: bearing a held piece off and sending it to the
    /// refuge are choices among the forward moves.
    Move,
}

/// Whether a player may leave a held piece where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldWait {
    /// Only where there is nothing else to choose.
    Never,
    /// Wherever a held piece may go to the refuge, its owner may decline to do
    /// anything instead, which ends the turn.
    Offered,
}

/// Whether bearing a held piece off, or sending it to the refuge, grants
/// another throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldGrants {
    /// As the points say.
    AsThrown,
    Never,
}

/// What a piece is that went from a holding square to the refuge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Returned {
    /// A piece like any other.
    Free,
    /// It is *returned*, which is part of the position (written `15!`), until
    /// it leaves that square by its own move or is captured. While a player
    /// has a returned piece and none that is held, it is the only piece that
    /// may move, forward or else, where the ruleset has that, backward; its
    /// moves grant no throw. Only with [`Search::Only`](super::Search::Only).
    MustMove,
}

/// Whether a player's pairs protect while a piece of that player is held or
/// returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HoldPairs {
    Protect,
    Lost,
}

/// How a player must begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opening {
    /// Whom it concerns. That the opening is still to come is part of the
    /// position ([`Mark::Unopened`](crate::rules::Mark)). It is written `o`,
    /// unless this player throws first in the start position: then the
    /// opening is over with the first ply of the game, and the text of the
    /// start position says by itself that it is still to come.
    pub player: Player,
    pub with: OpenWith,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenWith {
    /// The player passes until one of these points is thrown (which ends the
    /// turn); that throw is played by the ordinary rules. The opening is over
    /// with the first such throw, whatever is done with it. Only for the
    /// player who does not throw first.
    Points(PointSet),
    /// The player's first move is made with the piece on this square, if there
    /// is one and it can move forward; otherwise it is free. The opening is
    /// over with that player's first ply that moves a piece (but see
    /// [`Opening::player`]).
    Piece(Square),
}

/// Whether the pieces of the start leave in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StartFile {
    Free,
    /// The starting pieces wait for those ahead of them. The position has a
    /// number w: the hindmost w pieces of the start, on squares 1 to w, have
    /// not moved (in the start position, as many squares as are taken from 1
    /// on without a gap). Of them only the one on w may move, by whoever owns
    /// it; when it does, w falls by one. Pieces above w are free. Written
    /// `w9`, and `w0` when all have moved.
    Waits,
}

/// Pieces that start in hand.
///
/// A piece neither home nor on the board is in hand: after `capture = "hand"`,
/// a trap that sends to the hand, or from the start. With one of `points` a
/// piece in hand may enter on the square of that number, a forward move from
/// a square 0 under all the conditions of one, and one choice however many
/// are in hand ([`ChoiceKind::Enter`](crate::rules::ChoiceKind::Enter)).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Hand {
    /// None of these squares is a trap or holds pieces.
    pub points: PointSet,
    pub then: Entered,
}

/// What follows on entering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entered {
    /// Nothing: throws are granted as for any move.
    Nothing,
    /// Entering always grants a throw, and the piece just entered (only
    /// square 1 can be entered; written `e`) must be moved forward with it. If
    /// it cannot, it goes back to the hand, which ends the turn
    /// ([`ChoiceKind::Leave`](crate::rules::ChoiceKind::Leave) from square 1,
    /// the only choice).
    MustMove,
}

/// Where a trap sends a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TrapTo {
    Refuge,
    /// Off the board, to enter again.
    Hand,
}

/// Which squares of the two tracks are one and the same.
///
/// Each player's squares are numbered along that player's own track. Numbers
/// that are not listed are squares of one track alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    /// A's number and B's number of each shared square, ascending by A's; no
    /// number stands twice.
    pub shared: Vec<(Square, Square)>,
}

/// What a won game is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Nothing but the win.
    None,
    /// Each of the loser's pieces on the board counts 3 on squares 1 to 10, 2
    /// on 11 to 20, 1 above.
    Rows,
}

impl Cells {
    /// `player`'s number of the square that the other player calls `square`,
    /// if it is one of both tracks.
    pub fn seen_by(&self, player: Player, square: Square) -> Option<Square> {
        self.shared.iter().find_map(|&(a, b)| match player {
            Player::A => (b == square).then_some(a),
            Player::B => (a == square).then_some(b),
        })
    }

    /// Those of the other player's `squares` that are on `player`'s track, by
    /// `player`'s numbers.
    pub fn all_seen_by(&self, player: Player, squares: SquareSet) -> SquareSet {
        squares
            .iter()
            .filter_map(|square| self.seen_by(player, square))
            .collect()
    }
}
