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
    /// What a forced pass does to the turn.
    after_pass: Option<AfterPass>,
    /// When the mover may pass.
    passing: Option<Passing>,
    /// What happens to an opponent's piece that is landed on.
    capture: Option<Capture>,
    /// Whether neighbouring pieces protect each other.
    pairs: Option<BySide<bool>>,
    /// How many in a row the opponent cannot pass; 0 = no walls, never 1.
    wall: Option<BySide<u8>>,
    /// Squares on which a piece cannot be hit.
    safe: Option<Vec<Square>>,
    /// Squares that must be landed on exactly.
    gates: Option<Vec<Square>>,
    /// Squares from which a piece moves forward only off the board.
    exit_only: Option<Vec<Square>>,
    /// Squares that send a piece to the refuge.
    traps: Option<Vec<Square>>,
    /// Where traps and refused exits send a piece.
    refuge: Option<OptionalSquare>,
    /// Where to look for a free square if the refuge is taken.
    refuge_search: Option<Search>,
    /// By square: the points that bear a piece off.
    off: Option<BTreeMap<String, PointList>>,
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
    /// Traps on which a piece may stay.
    stay: Option<Vec<Square>>,
    /// Whether a staying piece may go to the refuge later.
    stay_leave: Option<Leave>,
    /// One square with the points that allow another throw instead of a move.
    rethrow: Option<BTreeMap<String, PointList>>,
    /// How the game is won.
    win: Option<Win>,
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
        EvenAhead
    }
    Side { A, B }
    AfterPass { TurnEnds, AsThrown }
    Passing { Forced, Free }
    Capture { Swap, Remove }
    Search { Before, After }
    RightLasts { UntilBelow, Forever }
    Backward { None, Forced }
    Protection { Same, Nothing }
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
