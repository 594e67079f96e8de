//! Whether the keys of a ruleset make sense together.

use super::check_features::features;
use super::features::*;
use super::mechanics::*;
use super::reach;
use super::reader::Section;
use super::value::Kind;
use super::words::listed;
use crate::types::SquareSet;

/// All that the analysis of a whole game depends on.
pub(super) const GAME_KEYS: [&str; 36] = [
    "length",
    "pieces",
    "layout",
    "layout_shift",
    "start",
    "throws",
    "stick_p",
    "capture",
    "gates",
    "exit_only",
    "traps",
    "refuge",
    "refuge_search",
    "off",
    "right_of_exit",
    "wrong_throw_returns",
    "backward",
    "back_from",
    "stay",
    "stay_leave",
    "gate_mode",
    "gate_fall",
    "divert_from",
    "divert_to",
    "bump_from",
    "bump_onto",
    "bump_to",
    "trap_to",
    "off_none_below",
    "only_from",
    "hold",
    "hold_back",
    "enter",
    "entered",
    "sweep",
    "cells",
];

/// Checks that need no more than the values themselves.
pub(super) fn values(section: &mut Section<'_>, mechanics: &Mechanics) {
    refuge(section, mechanics);
    special_squares(section, mechanics);
    winning(section, mechanics);
    features(section, mechanics);
    idle_keys(section, mechanics);
}

/// Checks of the whole game: every gate can be reached, every piece can leave.
pub(super) fn game(section: &mut Section<'_>, mechanics: &Mechanics) {
    let reach = reach::analyse(mechanics);
    for gate in (mechanics.gates - reach.rests).iter() {
        blame(
            section,
            "gates",
            format!("no piece can ever come to rest on the gate {gate}"),
            "no piece could pass it: a gate needs a throw that lands on it from a square that can be reached",
        );
    }
    if !section.sound(&["gates"]) {
        return;
    }
    if !reach.stuck.is_empty() {
        let key = if mechanics.right_of_exit.is_some() {
            "right_of_exit"
        } else {
            "off"
        };
        let only = only_throw(section, mechanics);
        blame(
            section,
            key,
            format!(
                "{only}a piece on {} could never leave the board",
                listed(reach.stuck)
            ),
            "list the points that bear it off there, or let it move on",
        );
    }
    if let Some(rethrow) = mechanics.rethrow
        && !reach.rests.contains(rethrow.from)
        && section.sound(&["rethrow"])
    {
        blame(
            section,
            "rethrow",
            format!("no piece can come to rest on {}", rethrow.from),
            "name a square on which a piece can stand",
        );
    }
}

/// Says so where the sticks leave but one throw.
fn only_throw(section: &mut Section<'_>, mechanics: &Mechanics) -> String {
    let Some(stick) = section.get("stick_p") else {
        return String::new();
    };
    match mechanics.throws.throws() {
        [only] => format!(
            "with stick_p = {} only {} is ever thrown, so ",
            stick.text, only.points
        ),
        _ => String::new(),
    }
}

fn refuge(section: &mut Section<'_>, mechanics: &Mechanics) {
    let trapped = !mechanics.traps.is_empty() && mechanics.trap_to == TrapTo::Refuge;
    let needs = [
        (trapped, "traps"),
        (mechanics.right_of_exit.is_some(), "right_of_exit"),
        (mechanics.hold.is_some(), "hold"),
        (mechanics.divert.is_some(), "divert_from"),
        (!mechanics.sweep.is_empty(), "sweep"),
    ]
    .into_iter()
    .find_map(|(needed, key)| needed.then_some(key));
    match (mechanics.refuge, needs) {
        (None, Some(needs)) if section.sound(&["refuge"]) => blame(
            section,
            "refuge",
            format!("`{needs}` needs a refuge to send pieces to"),
            "give the refuge's square, like refuge = 15",
        ),
        (Some(refuge), _) if mechanics.traps.contains(refuge.square) => blame(
            section,
            "refuge",
            format!("the refuge {} is itself a trap", refuge.square),
            "choose a square that is not among `traps`",
        ),
        _ => {}
    }
}

fn special_squares(section: &mut Section<'_>, mechanics: &Mechanics) {
    // What was read of a faulty key can be missing here, and is never wrong.
    let if_sound = |section: &Section<'_>, key, squares| {
        if section.sound(&[key]) {
            squares
        } else {
            SquareSet::EMPTY
        }
    };
    let stay = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
    let rests_nowhere = if_sound(section, "stay", mechanics.never_rested());
    for square in if_sound(section, "traps", stay - mechanics.traps).iter() {
        blame(
            section,
            "stay",
            format!("{square} is no trap"),
            "a piece can only choose to stay on one of `traps`",
        );
    }
    if let Some(right) = mechanics.right_of_exit {
        if mechanics.traps.contains(right.won_on) {
            blame(
                section,
                "right_of_exit",
                format!(
                    "{} is a trap, where no piece can rest to win the right",
                    right.won_on
                ),
                "choose a square that is not among `traps`",
            );
        }
        if mechanics.off.iter().any(|squares| !squares.is_empty()) {
            blame(
                section,
                "off",
                "with a right of exit the bear-off table is not used".into(),
                "leave `off` out, or set right_of_exit = \"none\"",
            );
        }
    }
    for square in (mechanics.gates & rests_nowhere).iter() {
        blame(
            section,
            "gates",
            format!("the gate {square} is a trap, so no piece could pass it"),
            "a gate must be a square on which a piece can rest",
        );
    }
    if let Some(rethrow) = mechanics.rethrow
        && mechanics.traps.contains(rethrow.from)
    {
        blame(
            section,
            "rethrow",
            format!("{} is a trap", rethrow.from),
            "name a square on which a piece stands and moves by the ordinary rules",
        );
    }
}

fn winning(section: &mut Section<'_>, mechanics: &Mechanics) {
    if !section.sound(&["capture", "win"]) || section.get("win").is_none() {
        return;
    }
    match (mechanics.capture, mechanics.win) {
        (capture, Win::MostHome) if capture != Capture::Remove => blame(
            section,
            "win",
            "without capture = \"remove\" no piece is ever lost, so nobody could get ahead of what the other may still bring home".into(),
            "set win = \"all-home\", or capture = \"remove\"",
        ),
        (Capture::Remove, Win::AllHome) => blame(
            section,
            "win",
            "with capture = \"remove\" a player who has lost a piece could never have all of them home".into(),
            "set win = \"most-home\", or capture = \"swap\"",
        ),
        _ => {}
    }
}

/// Keys that decide nothing because another key leaves them no room. A key
/// inherited from a base is let be.
fn idle_keys(section: &mut Section<'_>, mechanics: &Mechanics) {
    let backward = matches!(mechanics.backward, Backward::Forced { .. });
    let right = mechanics.right_of_exit.is_some();
    let stay = mechanics.stay.is_some();
    let gates = !mechanics.gates.is_empty();
    let traps = !mechanics.traps.is_empty();
    let hand = mechanics.hand.is_some();
    let divert = mechanics.divert.is_some();
    let bump = mechanics.bump.is_some();
    let hold = mechanics.hold.is_some();
    for (key, governor, active, remedy) in [
        (
            "back_from",
            "backward",
            backward,
            "set backward = \"forced\"",
        ),
        (
            "backward_protection",
            "backward",
            backward,
            "set backward = \"forced\"",
        ),
        (
            "right_lasts",
            "right_of_exit",
            right,
            "give right_of_exit a square",
        ),
        (
            "wrong_throw_returns",
            "right_of_exit",
            right,
            "give right_of_exit a square",
        ),
        ("stay_leave", "stay", stay, "list squares in `stay`"),
        ("gate_mode", "gates", gates, "list squares in `gates`"),
        ("gate_fall", "gates", gates, "list squares in `gates`"),
        ("trap_to", "traps", traps, "list squares in `traps`"),
        (
            "entered",
            "enter",
            hand,
            "say with which points pieces enter",
        ),
        (
            "divert_to",
            "divert_from",
            divert,
            "list squares in `divert_from`",
        ),
        ("bump_onto", "bump_from", bump, "give `bump_from` a square"),
        ("bump_to", "bump_from", bump, "give `bump_from` a square"),
        ("hold_back", "hold", hold, "list squares in `hold`"),
        ("hold_landing", "hold", hold, "list squares in `hold`"),
        ("hold_others", "hold", hold, "list squares in `hold`"),
        ("hold_wait", "hold", hold, "list squares in `hold`"),
        ("hold_grants", "hold", hold, "list squares in `hold`"),
        ("hold_returned", "hold", hold, "list squares in `hold`"),
        ("hold_pairs", "hold", hold, "list squares in `hold`"),
    ] {
        let Some(value) = section.get(key) else {
            continue;
        };
        let layer = section.get(governor).map_or(0, |governor| governor.layer);
        let empty = matches!(&value.kind, Kind::List(items) if items.is_empty());
        if !active && !empty && value.layer >= layer && section.sound(&[governor]) {
            section.fault(
                key,
                value,
                format!("this decides nothing without `{governor}`"),
                format!("{remedy}, or leave `{key}` out"),
            );
        }
    }
}

/// Reports the value of `key`, or the lack of it.
pub(super) fn blame(section: &mut Section<'_>, key: &'static str, problem: String, right: &str) {
    match section.get(key) {
        Some(value) => section.fault(key, value, problem, right),
        None => section.missing(key, format!("{problem}; {right}")),
    }
}
