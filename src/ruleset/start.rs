//! The position in which a game begins: written out, or built by a layout.

use super::mechanics::{Refuge, Start};
use super::reader::Section;
use super::value::{Kind, Value};
use crate::types::{ByPlayer, Player, Square, SquareSet};

/// The most pieces a player can have.
pub(super) const MAX_PIECES: u8 = 10;

/// How the start is built for any number of pieces, on the squares 1 to 2k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layout {
    /// A on the odd squares, B on the even.
    Odd,
    /// A on the even squares, B on the odd.
    Even,
    /// As `Even`, with A's foremost piece one square further: it has played
    /// the throw of 1 that decided who begins.
    EvenAhead,
    /// All pieces in hand.
    Hand,
}

/// The squares that mean something, for checking the start against them.
pub(super) struct Special {
    pub safe: SquareSet,
    pub gates: SquareSet,
    pub exit_only: SquareSet,
    pub traps: SquareSet,
    pub must_leave: SquareSet,
    pub off: SquareSet,
    pub refuge: Option<Refuge>,
}

/// Reads `start`, or `layout` and `layout_shift`, and `first`.
pub(super) fn read(
    section: &mut Section<'_>,
    pieces: Option<u8>,
    length: u8,
    special: &Special,
) -> Option<Start> {
    let to_throw = section
        .word("first", &[("a", Player::A), ("b", Player::B)])
        .unwrap_or(Player::A);
    let layout_value = section.get("layout");
    let layout = section.word(
        "layout",
        &[
            ("odd", Layout::Odd),
            ("even", Layout::Even),
            ("even-ahead", Layout::EvenAhead),
            ("hand", Layout::Hand),
        ],
    );
    let shift_value = section.get("layout_shift");
    let shift = match shift_value {
        Some(_) => section.number("layout_shift", 0..=length),
        None => Some(0),
    };
    let squares = match (section.get("start"), layout_value) {
        (Some(start), Some(_)) => {
            section.fault(
                "start",
                start,
                "both `start` and `layout` are given",
                "write the squares out, or name a layout, not both",
            );
            None
        }
        (Some(start), None) => {
            if let Some(value) = shift_value {
                section.fault(
                    "layout_shift",
                    value,
                    "there is no layout to shift",
                    "leave it out: `start` says the squares",
                );
            }
            written(section, start, pieces, length)
        }
        (None, Some(value)) => {
            let (layout, shift, pieces) = (layout?, shift?, pieces?);
            let blamed = section.get("pieces").filter(|p| p.layer >= value.layer);
            let blamed = blamed.map_or(("layout", value), |pieces| ("pieces", pieces));
            built(section, blamed, layout, shift, pieces, length, special)
        }
        (None, None) => {
            section.missing(
                "layout",
                "name a layout, \"odd\", \"even\", \"even-ahead\" or \"hand\", \
                 or write the squares out: start = { a = [1, 3], b = [2, 4] }",
            );
            None
        }
    }?;
    let key = if layout_value.is_some() {
        "layout"
    } else {
        "start"
    };
    for square in ((squares.a | squares.b) & special.traps).iter() {
        if let Some(value) = section.get(key) {
            section.fault(
                key,
                value,
                format!("square {square} is a trap, where no piece can stand at the start"),
                "start on other squares",
            );
        }
    }
    Some(Start { squares, to_throw })
}

fn written(
    section: &mut Section<'_>,
    value: &Value,
    pieces: Option<u8>,
    length: u8,
) -> Option<ByPlayer<SquareSet>> {
    if !matches!(value.kind, Kind::Table(_)) {
        section.fault(
            "start",
            value,
            format!("this is {}", value.kind_name()),
            "give each player's squares, like { a = [1, 3], b = [2, 4] }",
        );
        return None;
    }
    let faults = section.faults.len();
    let squares = section.by_player("start", |section, key, value| {
        let squares = section.squares_of(key, value, length);
        (section.faults.len() == faults).then_some((squares, value.clone()))
    })?;
    for player in Player::BOTH {
        let (set, value) = &squares[player];
        if let Some(pieces) = pieces
            && set.len() != u32::from(pieces)
        {
            section.fault(
                format!("start.{}", player.to_string().to_lowercase()),
                value,
                format!("{} squares are listed for {pieces} pieces", set.len()),
                "list as many squares as `pieces` says; with a `layout` instead of `start`, \
                 any number of pieces is placed by itself",
            );
        }
    }
    let squares = squares.map(|(set, value)| (set, value));
    for square in (squares.a.0 & squares.b.0).iter() {
        section.fault(
            "start.b",
            &squares.b.1,
            format!("both players would stand on square {square}"),
            "each square holds one piece",
        );
    }
    Some(squares.map(|(set, _)| set))
}

fn built(
    section: &mut Section<'_>,
    (key, blamed): (&'static str, &Value),
    layout: Layout,
    shift: u8,
    pieces: u8,
    length: u8,
    special: &Special,
) -> Option<ByPlayer<SquareSet>> {
    if layout == Layout::Hand {
        return Some(ByPlayer::both(SquareSet::EMPTY));
    }
    let last = 2 * pieces + u8::from(layout == Layout::EvenAhead) + shift;
    let (limit, why) = limit(length, special);
    if last > limit {
        let room = (limit.saturating_sub(shift + u8::from(layout == Layout::EvenAhead))) / 2;
        section.fault(
            key,
            blamed,
            format!("{pieces} pieces a side would stand as far as square {last}"),
            format!(
                "{why}, so this layout has room for {} pieces a side",
                room.min(MAX_PIECES)
            ),
        );
        return None;
    }
    let odd = (0..pieces).filter_map(|i| Square::new(2 * i + 1 + shift));
    let even = (0..pieces).filter_map(|i| {
        let ahead = layout == Layout::EvenAhead && i + 1 == pieces;
        Square::new(2 * i + 2 + shift + u8::from(ahead))
    });
    let (odd, even) = (odd.collect(), even.collect());
    Some(match layout {
        Layout::Hand => return None,
        Layout::Odd => ByPlayer::new(odd, even),
        Layout::Even | Layout::EvenAhead => ByPlayer::new(even, odd),
    })
}

/// The last square a layout may reach, and why: a piece sent back to the refuge
/// is not to come back among the start, and nobody starts among the last
/// squares. A refuge on square 1 is a new beginning and no limit.
fn limit(length: u8, special: &Special) -> (u8, String) {
    if let Some(refuge) = special.refuge.filter(|refuge| refuge.square.number() > 1) {
        let square = refuge.square.number();
        return (
            square,
            format!("the start may not go beyond the refuge, square {square}"),
        );
    }
    let marked = special.safe
        | special.gates
        | special.exit_only
        | special.traps
        | special.must_leave
        | special.off;
    match marked.first() {
        Some(first) => (
            first.number() - 1,
            format!("the start must end before the first special square, {first}"),
        ),
        None => (length - 1, format!("the track has {length} squares")),
    }
}
