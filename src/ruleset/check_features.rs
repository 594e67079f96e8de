//! Whether the keys of the [`features`](super::features) make sense together.

use super::check::blame;
use super::features::*;
use super::mechanics::*;
use super::reader::Section;
use super::words::listed;
use crate::types::{ByPlayer, PointSet, SquareSet};

/// Something that is wrong: the key to blame, the keys that must be sound for
/// it to be said, whether it is so, what is wrong and what would be right.
type Rule<'a> = (&'static str, &'a [&'a str], bool, String, &'static str);

pub(super) fn features(section: &mut Section<'_>, mechanics: &Mechanics) {
    for rules in [
        hands(mechanics),
        water(mechanics),
        marks(mechanics),
        tracks(mechanics),
    ] {
        for (key, sound, wrong, problem, right) in rules {
            if wrong && section.sound(sound) && section.sound(&[key]) {
                blame(section, key, problem, right);
            }
        }
    }
}

fn hands(mechanics: &Mechanics) -> Vec<Rule<'static>> {
    let hand = mechanics.hand.is_some();
    let points = mechanics
        .hand
        .map_or(PointSet::default(), |hand| hand.points);
    let never_enters = SquareSet(u32::from(points.0)) & (mechanics.traps | mechanics.held());
    let starts_empty = mechanics.start.squares == ByPlayer::both(SquareSet::EMPTY);
    vec![
        (
            "capture",
            &["enter"],
            mechanics.capture == Capture::Hand && !hand,
            "a captured piece could never enter again".into(),
            "say with which points pieces enter: enter = \"any\"",
        ),
        (
            "trap_to",
            &["enter"],
            mechanics.trap_to == TrapTo::Hand && !hand,
            "a piece sent to the hand could never enter again".into(),
            "say with which points pieces enter: enter = \"any\"",
        ),
        (
            "layout",
            &["enter", "start", "pieces"],
            starts_empty && !hand,
            "all pieces start in hand and none can enter".into(),
            "say with which points pieces enter: enter = \"any\"",
        ),
        (
            "enter",
            &["capture", "win"],
            hand && (mechanics.capture == Capture::Remove || mechanics.win == Win::MostHome),
            "pieces that are neither home nor on the board are in hand, so none can be out of the game".into(),
            "set capture to anything but \"remove\", and win = \"all-home\"",
        ),
        (
            "enter",
            &["traps", "hold"],
            !never_enters.is_empty(),
            format!("pieces would enter on {}, which is a trap or holds pieces", listed(never_enters)),
            "leave out these points",
        ),
        (
            "entered",
            &["enter"],
            mechanics.hand.is_some_and(|hand| {
                hand.then == Entered::MustMove && hand.points != PointSet(2)
            }),
            "only a piece entered on square 1 is known to have just entered".into(),
            "set enter = [1], or leave `entered` out",
        ),
    ]
}

fn water(mechanics: &Mechanics) -> Vec<Rule<'static>> {
    let wet_traps = mechanics.held() & mechanics.traps;
    let to_trap = |square| mechanics.traps.contains(square);
    let only = mechanics.refuge.map(|refuge| refuge.search) == Some(Search::Only);
    let fall = match mechanics.gate_mode {
        GateMode::FallTo(square) => Some(square),
        _ => None,
    };
    vec![
        (
            "hold",
            &["traps"],
            !wet_traps.is_empty(),
            format!("{} is a trap too", listed(wet_traps)),
            "a square either holds pieces or sends them on",
        ),
        (
            "hold",
            &["stay"],
            mechanics.hold.is_some() && mechanics.stay.is_some(),
            "pieces stay on traps already".into(),
            "use `stay` for water that may be declined, or `hold` for water that may not",
        ),
        (
            "hold_returned",
            &["hold", "refuge", "refuge_search"],
            mechanics.returned_to().is_some() && !only,
            "a piece that returns must be known by its square".into(),
            "set refuge_search = \"only\"",
        ),
        (
            "gate_fall",
            &["traps", "gates"],
            fall.is_some_and(to_trap),
            "this square is a trap".into(),
            "name a square on which a piece can rest",
        ),
        (
            "gate_fall",
            &["gates"],
            fall.is_some() && mechanics.gates.last() >= fall,
            "a move that would pass a gate cannot end before it".into(),
            "name a square above the last of `gates`",
        ),
        (
            "gate_mode",
            &["right_of_exit"],
            mechanics.gate_mode != GateMode::Exact && mechanics.right_of_exit.is_some(),
            "with a right of exit gates must be landed on exactly".into(),
            "set gate_mode = \"exact\"",
        ),
        (
            "divert_to",
            &["traps"],
            mechanics.divert.is_some_and(|divert| to_trap(divert.to)),
            "this square is a trap".into(),
            "name a square on which a piece can rest",
        ),
        (
            "bump_to",
            &["traps"],
            mechanics.bump.is_some_and(|bump| to_trap(bump.to)),
            "this square is a trap".into(),
            "name a square on which a piece can rest",
        ),
        (
            "bump_from",
            &["capture"],
            mechanics.bump.is_some() && mechanics.capture != Capture::Swap,
            "bumped pieces are those that would be swapped".into(),
            "set capture = \"swap\"",
        ),
        (
            "off_none_below",
            &["pieces", "length", "traps", "stay", "enter"],
            mechanics.off_none_below > 1
                && mechanics.hand.is_none()
                && mechanics.capture != Capture::Remove
                && room_at_the_end(mechanics) < u32::from(mechanics.pieces),
            format!(
                "only {} pieces of one colour find room from here on, so nobody could ever bear off",
                room_at_the_end(mechanics)
            ),
            "name a lower square, or play with fewer pieces",
        ),
        (
            "off_none_below",
            &["right_of_exit"],
            mechanics.off_none_below > 1 && mechanics.right_of_exit.is_some(),
            "with a right of exit nothing else decides who leaves".into(),
            "leave it out, or set right_of_exit = \"none\"",
        ),
    ]
}

/// A position has one star a piece and one mark at most.
/// Squares on which pieces can wait for all to stand where they are borne off.
fn room_at_the_end(mechanics: &Mechanics) -> u32 {
    let before = SquareSet::up_to(mechanics.off_none_below.saturating_sub(1));
    let resting = SquareSet::up_to(mechanics.length) - before - mechanics.never_rested();
    resting.len()
}

fn marks(mechanics: &Mechanics) -> Vec<Rule<'static>> {
    let entered = mechanics
        .hand
        .is_some_and(|hand| hand.then == Entered::MustMove);
    let waits = mechanics.file == StartFile::Waits;
    let returns = mechanics.returned_to().is_some();
    let backward_hits = match mechanics.backward {
        Backward::None => false,
        Backward::Forced { protection, .. } => protection != Protection::Everything,
    };
    let first = mechanics
        .opening
        .is_some_and(|opening| opening.player == mechanics.start.to_throw);
    let by_points = matches!(
        mechanics.opening,
        Some(Opening {
            with: OpenWith::Points(_),
            ..
        })
    );
    vec![
        (
            "hold_returned",
            &["right_of_exit"],
            returns && mechanics.right_of_exit.is_some(),
            "a piece cannot be marked both as returned and with the right of exit".into(),
            "set right_of_exit = \"none\"",
        ),
        (
            "file",
            &["entered"],
            waits && (entered || mechanics.opening.is_some() || mechanics.hand.is_some()),
            "a position tells of waiting pieces, an opening, or an entered piece, and not of two of them".into(),
            "leave out all but one of `file`, `opening_…` and `enter`",
        ),
        (
            "entered",
            &["hold_returned"],
            entered && (returns || mechanics.opening.is_some()),
            "a position tells of an entered piece, of an opening or of a returned piece, and not of two of them".into(),
            "leave out all but one",
        ),
        (
            "file",
            &["backward", "backward_protection"],
            waits && backward_hits,
            "a backward move could hit a piece that waits".into(),
            "set backward_protection = \"everything\"",
        ),
        (
            "file",
            &["start", "layout", "pieces"],
            waits && mechanics.waiting_at_start() == 0,
            "no piece stands on square 1, so none waits".into(),
            "start from square 1 on, or leave `file` out",
        ),
        (
            "opening_points",
            &["first", "opening_player"],
            first && by_points,
            "the player who throws first cannot wait for a throw".into(),
            "set opening_player to the other player",
        ),
    ]
}

fn tracks(mechanics: &Mechanics) -> Vec<Rule<'static>> {
    let plain = Grants::default() == mechanics.grants
        && mechanics.again.is_empty()
        && mechanics.rethrow.is_none()
        && mechanics
            .hand
            .is_none_or(|hand| hand.then == Entered::Nothing);
    let two = mechanics.cells.is_some();
    let meets = mechanics.pairs != ByPlayer::both(Pairs::None)
        || mechanics.wall != ByPlayer::default()
        || mechanics.backward != Backward::None
        || mechanics.refuge.is_some()
        || matches!(mechanics.capture, Capture::Swap | Capture::Low);
    vec![
        (
            "sweep",
            &["again", "throws", "rethrow"],
            !mechanics.sweep.is_empty() && !plain,
            "a turn must be one throw, so that it is known which piece has just come".into(),
            "let no throw grant another: again = []",
        ),
        (
            "cells",
            &["pairs", "wall", "backward", "refuge", "capture"],
            two && meets,
            "with two tracks there are no pairs, walls, backward moves, refuges or swaps".into(),
            "leave these out, and set capture = \"hand\", \"remove\" or \"none\"",
        ),
    ]
}
