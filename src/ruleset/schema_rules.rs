//! The `[rules]` part of the JSON Schema; see [`super::schema`].

use std::collections::BTreeMap;

use schemars::JsonSchema;

/// What decides play. With a `base`, only what differs from it.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
pub(super) struct Rules {
    /// Squares of the track.
    #[schemars(range(min = 2, max = 30))]
    length: Option<u8>,
    /// Pieces a side.
    #[schemars(range(min = 1, max = 10))]
    pieces: Option<u8>,
    /// How the start is built for any number of pieces.
    layout: Option<Layout>,
    /// By how many squares the layout is moved up.
    layout_shift: Option<u8>,
    /// The start written out, instead of a layout.
    start: Option<StartSquares>,
    /// Who throws first.
    first: Option<Side>,
    /// A casting device by name, or written out.
    throws: Option<Throws>,
    /// The chance of a single stick's light face: a decimal, or a fraction in
    /// quotation marks.
    stick_p: Option<Chance>,
    /// Points that grant another throw, instead of the device's.
    again: Option<PointList>,
    /// Squares on which a move that ends there grants another throw.
    again_on: Option<Vec<Square>>,
    /// Whether a capture grants another throw.
    again_capture: Option<bool>,
    /// Moves that never grant another throw: backward ones, or those that end
    /// on a trap or on holding water.
    again_not: Option<Vec<AgainNot>>,
    /// What a forced pass does to the turn.
    after_pass: Option<AfterPass>,
    /// When the mover may pass.
    passing: Option<Passing>,
    /// What happens to an opponent's piece that is landed on.
    capture: Option<Capture>,
    /// Whether neighbouring pieces protect each other.
    pairs: Option<BySide<PairsWord>>,
    /// How many in a row the opponent cannot pass; 0 = no walls, never 1.
    wall: Option<BySide<u8>>,
    /// Pairs and walls are made of pieces up to this square alone.
    group_limit: Option<Square>,
    /// Squares on which a piece cannot be hit.
    safe: Option<Vec<Square>>,
    /// Squares that must be landed on exactly.
    gates: Option<Vec<Square>>,
    /// What a move does that would pass a gate.
    gate_mode: Option<GateMode>,
    /// Moves that would pass a gate end here instead, if this square is empty.
    gate_fall: Option<OptionalSquare>,
    /// Squares from which a forward move onto a taken square goes to
    /// `divert_to` instead, or where that is taken too to the refuge.
    divert_from: Option<Vec<Square>>,
    divert_to: Option<OptionalSquare>,
    /// A capture by a forward move from this square, on one of `bump_onto`,
    /// sends the victim to `bump_to`, which must be empty.
    bump_from: Option<OptionalSquare>,
    bump_onto: Option<Vec<Square>>,
    bump_to: Option<OptionalSquare>,
    /// Squares from which a piece moves forward only off the board.
    exit_only: Option<Vec<Square>>,
    /// Squares that send a piece to the refuge.
    traps: Option<Vec<Square>>,
    /// Where traps send a piece.
    trap_to: Option<TrapTo>,
    /// Where traps and refused exits send a piece.
    refuge: Option<OptionalSquare>,
    /// Where to look for a free square if the refuge is taken.
    refuge_search: Option<Search>,
    /// By square: the points that bear a piece off, or "any"; or "exact" or
    /// "over" for all squares.
    off: Option<Off>,
    /// Pieces bear off only while none of the player's stands below this
    /// square.
    off_none_below: Option<Square>,
    /// The square that wins the right of exit.
    right_of_exit: Option<OptionalSquare>,
    /// How long the right of exit is kept.
    right_lasts: Option<RightLasts>,
    /// Squares from which any move but bearing off goes to the refuge.
    wrong_throw_returns: Option<Vec<Square>>,
    /// What a player does who cannot go forward.
    backward: Option<Backward>,
    /// The last square from which a backward move may start.
    back_from: Option<Square>,
    /// Whether pairs and safe squares protect against backward moves.
    backward_protection: Option<Protection>,
    /// If a piece on one of these squares can move forward, such a piece must.
    must_leave: Option<Vec<Square>>,
    /// While a player has a piece on one of these squares, only such pieces
    /// may move.
    only_from: Option<Vec<Square>>,
    /// Traps on which a piece may stay.
    stay: Option<Vec<Square>>,
    /// Whether a staying piece may go to the refuge later.
    stay_leave: Option<Leave>,
    /// One square with the points that allow another throw instead of a move.
    rethrow: Option<BTreeMap<String, PointList>>,
    /// Squares of water in which a piece waits until it is borne off or goes
    /// to the refuge.
    hold: Option<Vec<Square>>,
    /// Points with which a held piece may go to the refuge.
    hold_back: Option<PointList>,
    /// Who may land on holding water.
    hold_landing: Option<HoldLanding>,
    /// What the player's other pieces do meanwhile.
    hold_others: Option<HoldOthers>,
    /// Whether a player may leave a held piece where it is.
    hold_wait: Option<HoldWait>,
    /// Whether a held piece's leaving grants another throw.
    hold_grants: Option<HoldGrants>,
    /// What a piece is that came back to the refuge.
    hold_returned: Option<Returned>,
    /// Whether pairs protect while a piece of the player is held or returned.
    hold_pairs: Option<HoldPairs>,
    /// Whom `opening_points` or `opening_piece` concerns.
    opening_player: Option<Side>,
    /// The player passes until one of these points is thrown.
    opening_points: Option<PointList>,
    /// The player's first move is made with the piece on this square, if it
    /// can.
    opening_piece: Option<OptionalSquare>,
    /// Whether the pieces of the start wait for those ahead of them.
    file: Option<StartFile>,
    /// Points with which a piece in hand enters on the square of that number.
    enter: Option<Enter>,
    /// What follows on entering.
    entered: Option<Entered>,
    /// Squares from which the player's pieces go to the refuge at the end of
    /// each turn, but for one that has just come there.
    sweep: Option<Vec<Square>>,
    /// Where each player has a track of his own: by A's number of a square that
    /// both tracks share, B's number of it.
    cells: Option<BTreeMap<String, Square>>,
    /// How the game is won.
    win: Option<Win>,
    /// What a won game is worth.
    score: Option<Score>,
}

macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$word_doc:meta])* $word:ident),* })*) => {
        $(
            $(#[$doc])*
            #[derive(JsonSchema)]
            #[schemars(rename_all = "kebab-case")]
            #[expect(dead_code, reason = "schema only")]
            enum $name { $($(#[$word_doc])* $word),* }
        )*
    };
}

words! {
    Layout {
        /// A on the odd squares, B on the even.
        Odd,
        /// A on the even squares, B on the odd.
        Even,
        /// As even, A's foremost piece one square further.
        EvenAhead,
        /// All pieces in hand.
        Hand
    }
    Side { A, B }
    AfterPass { TurnEnds, AsThrown }
    Passing { Forced, Free }
    AgainNot { Backward, Trap }
    Capture {
        /// The victim goes to the square the mover came from.
        Swap,
        /// It leaves the game.
        Remove,
        /// It goes to the lowest free square.
        Low,
        /// It goes back to the hand.
        Hand,
        /// Taken squares cannot be landed on.
        None
    }
    PairsOf {
        /// Only the first and the last piece of a row are protected, and walls
        /// bar only as whole rows.
        Ends
    }
    GateMode {
        /// It is no move.
        Exact,
        /// It ends on the gate.
        Halt
    }
    TrapTo { Refuge, Hand }
    Search {
        Before,
        After,
        /// Nowhere: such a move is illegal.
        Only
    }
    HoldLanding { Ordinary, EmptyOnly }
    HoldOthers { StandStill, Move }
    HoldWait { Never, Offered }
    HoldGrants { AsThrown, Never }
    Returned {
        Free,
        /// It is the only piece its owner may move until it has moved.
        MustMove
    }
    HoldPairs { Protect, Lost }
    StartFile { Free, Waits }
    AnyWord { Any }
    Entered {
        Nothing,
        /// It grants a throw, with which the piece must move on.
        MustMove
    }
    OffWord {
        /// Every throw that ends exactly one square past the track.
        Exact,
        /// Every throw that runs past the track.
        Over
    }
    Score { None, Rows }
    RightLasts { UntilBelow, Forever }
    Backward { None, Forced }
    Protection { Same, Nothing, Everything }
    Leave { Never, Later }
    Win { AllHome, MostHome }
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
struct StartSquares {
    a: Vec<Square>,
    b: Vec<Square>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum Chance {
    Number(#[schemars(range(min = 0, max = 1))] f64),
    Text(String),
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum Throws {
    /// A built-in device, like sticks-5.
    Named(String),
    Written(Device),
}

/// A casting device: either sticks or a table of weights.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
struct Device {
    /// What it is, in a sentence.
    text: Option<String>,
    /// Where its counting or its weights come from.
    source: Option<String>,
    /// How many two-sided sticks are thrown.
    #[schemars(range(min = 1, max = 15))]
    sticks: Option<u8>,
    /// The points when no stick shows its light face.
    blank: Option<Points>,
    /// By points: the weight.
    points: Option<BTreeMap<String, f64>>,
    /// The sum of the weights, checked.
    of: Option<f64>,
    /// Points that grant another throw.
    again: Option<PointList>,
}

/// A square of the track, counted from 1 in the order of travel.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Square(
    #[schemars(range(min = 1, max = 30))]
    #[expect(dead_code, reason = "schema only")]
    u8,
);

/// A number of points thrown.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Points(
    #[schemars(range(min = 0, max = 15))]
    #[expect(dead_code, reason = "schema only")]
    u8,
);

/// Points, one number or a list.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum PointList {
    One(Points),
    Many(Vec<Points>),
}

/// true, false, or "ends".
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum PairsWord {
    Switch(bool),
    Word(PairsOf),
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum Off {
    BySquare(BTreeMap<String, OffPoints>),
    All(OffWord),
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum OffPoints {
    Points(PointList),
    Any(AnyWord),
}

/// Points, or "any".
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum Enter {
    Points(PointList),
    Any(AnyWord),
}

/// One value for both players, or one for each.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum BySide<T> {
    Both(T),
    Each {
        /// For A's own pieces.
        a: Option<T>,
        /// For B's own pieces.
        b: Option<T>,
    },
}

/// A square, or "none".
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum OptionalSquare {
    Square(Square),
    None(NoneWord),
}

#[derive(JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[expect(dead_code, reason = "schema only")]
enum NoneWord {
    None,
}
