//! From the keys of `[rules]` to [`Mechanics`].

use super::casting::{Casting, read_again, read_casting};
use super::check;
use super::fault::{Fault, Place};
use super::features::TrapTo;
use super::features_file;
use super::idle;
use super::mechanics::*;
use super::reader::Section;
use super::standin;
use super::start;
use super::value::{Kind, Table, Value};
use crate::types::{
    ByPlayer, MAX_LENGTH, MAX_POINTS, Player, PointSet, Square, SquareSet, ThrowTable,
};

/// Checked mechanics and the device behind their throws.
pub(super) struct Built {
    pub mechanics: Mechanics,
    pub casting: Casting,
}

/// Reads and checks the merged keys. `base` is what they are laid over.
///
/// # Errors
/// Every fault found. Where keys are at fault, what depends on them is checked
/// with stand-ins.
pub(super) fn build(rules: &Table, base: &Table, whole: Place) -> Result<Built, Vec<Fault>> {
    let mut section = Section::new(rules, "rules", whole.clone());
    let (mechanics, casting) = read(&mut section);
    check::values(&mut section, &mechanics);
    if let Some(casting) = &casting {
        idle::points(&mut section, &casting.device);
        idle::moves(&mut section, &mechanics, &casting.device);
    }
    idle::must_leave(&mut section, &mechanics);
    if section.report_unknown() == 0 && section.sound(&check::GAME_KEYS) {
        check::game(&mut section, &mechanics);
    } else {
        let found = standin::check_game(rules, base, whole, &section.faults);
        section.faults.extend(found);
    }
    match casting {
        Some(casting) if section.faults.is_empty() => Ok(Built { mechanics, casting }),
        _ => Err(section.faults),
    }
}

/// The faults of single keys, for rules laid over a base that is not known.
pub(super) fn check_part(rules: &Table, whole: Place) -> Vec<Fault> {
    let mut section = Section::of_part(rules, "rules", whole);
    read(&mut section);
    section.report_unknown();
    section.faults
}

/// The keys read; what is at fault and was reported has a stand-in.
pub(super) fn read(section: &mut Section<'_>) -> (Mechanics, Option<Casting>) {
    let length = match section.get("length") {
        Some(_) => section
            .number("length", 2..=MAX_LENGTH)
            .unwrap_or(MAX_LENGTH),
        None => MAX_LENGTH,
    };
    let pieces = required(section, "pieces", "say how many pieces each player has")
        .and_then(|_| section.number("pieces", 1..=start::MAX_PIECES));
    let casting = read_casting(section);
    let thrown = casting.as_ref().map(|(_, table)| table.points());
    let capture = required(
        section,
        "capture",
        "it is \"swap\", \"remove\", \"low\", \"hand\" or \"none\"",
    )
    .and_then(|_| {
        section.word(
            "capture",
            &[
                ("swap", Capture::Swap),
                ("remove", Capture::Remove),
                ("low", Capture::Low),
                ("hand", Capture::Hand),
                ("none", Capture::None),
            ],
        )
    });
    let pairs = required(section, "pairs", "it is true, false or \"ends\"").and_then(|_| {
        section.by_player("pairs", |section, key, value| match &value.kind {
            Kind::Switch(true) => Some(Pairs::Any),
            Kind::Switch(false) => Some(Pairs::None),
            Kind::Text(word) if word == "ends" => Some(Pairs::Ends),
            _ => {
                section.fault(
                    key,
                    value,
                    format!("this is {}", value.kind_name()),
                    "it is true or false: do neighbouring pieces protect each other? \
                     (or \"ends\": only the first and last of a row)",
                );
                None
            }
        })
    });
    let wall = required(section, "wall", "it is 0 for no walls, else at least 2").and_then(|_| {
        section.by_player("wall", |section, key, value| {
            let wall = section.number_of(key, value, 0..=length)?;
            if wall == 1 {
                section.fault(
                    key,
                    value,
                    "a single piece is no wall",
                    "it is 0 for no walls, else at least 2",
                );
                return None;
            }
            Some(wall)
        })
    });
    let win = required(section, "win", "it is \"all-home\" or \"most-home\"").and_then(|_| {
        section.word(
            "win",
            &[("all-home", Win::AllHome), ("most-home", Win::MostHome)],
        )
    });
    let traps = section.squares("traps", length);
    let right_of_exit = read_right(section, length);
    let features = features_file::read(section, length, thrown);
    let refuge = read_refuge(section, length).filter(|_| {
        !traps.is_empty() && features.trap_to == TrapTo::Refuge
            || right_of_exit.is_some()
            || features.send_to_refuge()
    });
    let backward = read_backward(section, length);
    let again = read_again(
        section,
        casting.as_ref().map(|(casting, _)| &casting.device),
    );
    let off = read_off(section, length, thrown);
    let rethrow = read_rethrow(section, length, thrown);
    let stay = read_stay(section, length);
    let after_pass = section
        .word(
            "after_pass",
            &[
                ("turn-ends", AfterPass::TurnEnds),
                ("as-thrown", AfterPass::AsThrown),
            ],
        )
        .unwrap_or(AfterPass::TurnEnds);
    let passing = section
        .word(
            "passing",
            &[("forced", Passing::Forced), ("free", Passing::Free)],
        )
        .unwrap_or(Passing::Forced);
    let special = start::Special {
        safe: section.squares("safe", length),
        gates: section.squares("gates", length),
        exit_only: section.squares("exit_only", length),
        traps,
        must_leave: section.squares("must_leave", length),
        off: off
            .iter()
            .fold(SquareSet::EMPTY, |all, &squares| all | squares),
        refuge,
    };
    let start = start::read(section, pieces, length, &special);
    let (casting, throws) = casting.unzip();
    let throws = throws.unwrap_or_else(ThrowTable::certain_one);
    let thrown = throws.points();
    let mechanics = Mechanics {
        length,
        pieces: pieces.unwrap_or(1),
        start: start.unwrap_or(Start {
            squares: ByPlayer::both(SquareSet::EMPTY),
            to_throw: Player::A,
        }),
        again: PointSet(again.0 & thrown.0),
        grants: features.grants,
        throws,
        after_pass,
        passing,
        capture: capture.unwrap_or(Capture::Swap),
        pairs: pairs.unwrap_or(ByPlayer::both(Pairs::None)),
        wall: wall.unwrap_or_default(),
        group_limit: features.group_limit,
        safe: special.safe,
        gates: special.gates,
        gate_mode: features.gate_mode,
        divert: features.divert,
        bump: features.bump,
        exit_only: special.exit_only,
        traps,
        trap_to: features.trap_to,
        refuge,
        off,
        off_none_below: features.off_none_below,
        right_of_exit,
        backward,
        must_leave: special.must_leave,
        only_from: features.only_from,
        stay,
        hold: features.hold,
        rethrow,
        opening: features.opening,
        file: features.file,
        hand: features.hand,
        sweep: features.sweep,
        cells: features.cells,
        win: win.unwrap_or(Win::AllHome),
        score: features.score,
    };
    (mechanics, casting)
}

/// The value of a key that must be there.
pub(super) fn required<'t>(
    section: &mut Section<'t>,
    key: &'static str,
    right: &'static str,
) -> Option<&'t Value> {
    let value = section.get(key);
    if value.is_none() {
        section.missing(key, right);
    }
    value
}

fn read_refuge(section: &mut Section<'_>, length: u8) -> Option<Refuge> {
    let square = section.optional_square("refuge", length);
    let search = section
        .word(
            "refuge_search",
            &[
                ("before", Search::Before),
                ("after", Search::After),
                ("only", Search::Only),
            ],
        )
        .unwrap_or(Search::Before);
    square.map(|square| Refuge { square, search })
}

fn read_right(section: &mut Section<'_>, length: u8) -> Option<RightOfExit> {
    let won_on = section.optional_square("right_of_exit", length);
    let lasts = section
        .word(
            "right_lasts",
            &[
                ("until-below", RightLasts::UntilBelow),
                ("forever", RightLasts::Forever),
            ],
        )
        .unwrap_or(RightLasts::UntilBelow);
    let wrong_throw_returns = section.squares("wrong_throw_returns", length);
    won_on.map(|won_on| RightOfExit {
        won_on,
        lasts,
        wrong_throw_returns,
    })
}

fn read_backward(section: &mut Section<'_>, length: u8) -> Backward {
    let forced = match required(section, "backward", "it is \"none\" or \"forced\"") {
        Some(_) => section.word("backward", &[("none", false), ("forced", true)]),
        None => None,
    };
    let from_at_most = match section.get("back_from") {
        Some(value) => section.square_of("back_from", value, length),
        None => Square::new(length),
    };
    let protection = section
        .word(
            "backward_protection",
            &[
                ("same", Protection::Same),
                ("nothing", Protection::Nothing),
                ("everything", Protection::Everything),
            ],
        )
        .unwrap_or(Protection::Same);
    match (forced, from_at_most) {
        (Some(true), Some(from_at_most)) => Backward::Forced {
            from_at_most,
            protection,
        },
        _ => Backward::None,
    }
}

/// Points that are never thrown are left out: they decide nothing.
fn read_off(
    section: &mut Section<'_>,
    length: u8,
    thrown: Option<PointSet>,
) -> [SquareSet; MAX_POINTS as usize + 1] {
    let mut off = [SquareSet::EMPTY; MAX_POINTS as usize + 1];
    if let Some(Value {
        kind: Kind::Text(_),
        ..
    }) = section.get("off")
    {
        let exact = section.word("off", &[("exact", true), ("over", false)]);
        for square in SquareSet::up_to(length).iter() {
            for points in 1..=MAX_POINTS {
                let past = (square.number() + points).saturating_sub(length);
                let bears_off = exact.is_some_and(|exact| past == 1 || past > 1 && !exact);
                if bears_off && thrown.is_none_or(|thrown| thrown.contains(points)) {
                    off[usize::from(points)].insert(square);
                }
            }
        }
        return off;
    }
    for (number, value) in section.numbered("off", 1..=length, "{ 28 = [3], 29 = [2] }") {
        let key = format!("off.{number}");
        let Some(square) = Square::new(number) else {
            continue;
        };
        if matches!(&value.kind, Kind::Text(word) if word == "any") {
            for points in (length + 1 - number)..=MAX_POINTS {
                if thrown.is_none_or(|thrown| thrown.contains(points)) {
                    off[usize::from(points)].insert(square);
                }
            }
            continue;
        }
        for points in section.points_of(&key, value).iter() {
            if u16::from(number) + u16::from(points) <= u16::from(length) {
                section.fault(
                    &key,
                    value,
                    format!(
                        "{points} from {number} ends on {}, inside the track",
                        number + points
                    ),
                    format!("bearing off takes {} or more", length + 1 - number),
                );
            } else if thrown.is_none_or(|thrown| thrown.contains(points)) {
                off[usize::from(points)].insert(square);
            }
        }
    }
    off
}

fn read_rethrow(
    section: &mut Section<'_>,
    length: u8,
    thrown: Option<PointSet>,
) -> Option<Rethrow> {
    let entries = section.numbered("rethrow", 1..=length, "{ 26 = [1] }");
    let &(number, value) = entries.first()?;
    if let Some(&(second, value)) = entries.get(1) {
        section.fault(
            format!("rethrow.{second}"),
            value,
            "only one square can grant a rethrow",
            "keep one entry, like { 26 = [1] }",
        );
    }
    let points = section.points_of(format!("rethrow.{number}"), value);
    if points.is_empty() {
        section.fault(
            format!("rethrow.{number}"),
            value,
            "no points are listed, so nothing could ever be thrown again",
            "list points, like [1], or leave `rethrow` out",
        );
    }
    let points = PointSet(points.0 & thrown.map_or(points.0, |thrown| thrown.0));
    (!points.is_empty()).then_some(Rethrow {
        from: Square::new(number)?,
        points,
    })
}

fn read_stay(section: &mut Section<'_>, length: u8) -> Option<Stay> {
    let on = section.squares("stay", length);
    let leave = section
        .word(
            "stay_leave",
            &[("never", Leave::Never), ("later", Leave::Later)],
        )
        .unwrap_or(Leave::Never);
    (!on.is_empty()).then_some(Stay { on, leave })
}
