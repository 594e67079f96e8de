//! From the keys of `[rules]` to the [`features`](super::features).

use super::features::*;
use super::reader::Section;
use super::value::Kind;
use crate::types::{Player, PointSet, Square, SquareSet};

/// All that is read here.
pub(super) struct Features {
    pub grants: Grants,
    pub group_limit: u8,
    pub gate_mode: GateMode,
    pub divert: Option<Divert>,
    pub bump: Option<Bump>,
    pub trap_to: TrapTo,
    pub off_none_below: u8,
    pub only_from: SquareSet,
    pub hold: Option<Hold>,
    pub opening: Option<Opening>,
    pub file: StartFile,
    pub hand: Option<Hand>,
    pub sweep: SquareSet,
    pub cells: Option<Cells>,
    pub score: Score,
}

impl Features {
    /// Whether one of them needs a refuge.
    pub fn send_to_refuge(&self) -> bool {
        self.hold.is_some() || self.divert.is_some() || !self.sweep.is_empty()
    }
}

pub(super) fn read(section: &mut Section<'_>, length: u8, thrown: Option<PointSet>) -> Features {
    Features {
        grants: read_grants(section, length),
        group_limit: read_limit(section, "group_limit", length, length),
        gate_mode: read_gate_mode(section, length),
        divert: read_divert(section, length),
        bump: read_bump(section, length),
        trap_to: section
            .word(
                "trap_to",
                &[("refuge", TrapTo::Refuge), ("hand", TrapTo::Hand)],
            )
            .unwrap_or(TrapTo::Refuge),
        off_none_below: read_limit(section, "off_none_below", length, 1),
        only_from: section.squares("only_from", length),
        hold: read_hold(section, length, thrown),
        opening: read_opening(section, length, thrown),
        file: section
            .word(
                "file",
                &[("free", StartFile::Free), ("waits", StartFile::Waits)],
            )
            .unwrap_or(StartFile::Free),
        hand: read_hand(section, thrown),
        sweep: section.squares("sweep", length),
        cells: read_cells(section, length),
        score: section
            .word("score", &[("none", Score::None), ("rows", Score::Rows)])
            .unwrap_or(Score::None),
    }
}

/// A square as a limit, `default` where the key is absent.
fn read_limit(section: &mut Section<'_>, key: &'static str, length: u8, default: u8) -> u8 {
    match section.get(key) {
        Some(value) => section
            .square_of(key, value, length)
            .map_or(default, Square::number),
        None => default,
    }
}

/// Points of the throw table; `None` where the key is absent.
fn read_points(
    section: &mut Section<'_>,
    key: &'static str,
    thrown: Option<PointSet>,
) -> Option<PointSet> {
    let value = section.get(key)?;
    let points = section.points_of(key, value);
    Some(PointSet(
        points.0 & thrown.map_or(points.0, |thrown| thrown.0),
    ))
}

fn read_grants(section: &mut Section<'_>, length: u8) -> Grants {
    let mut grants = Grants {
        resting_on: section.squares("again_on", length),
        ..Grants::default()
    };
    if let Some(value) = section.get("again_capture") {
        match value.kind {
            Kind::Switch(yes) => grants.capture = yes,
            _ => section.wrong_kind(
                "again_capture",
                value,
                "it is true or false: does a capture grant another throw?",
            ),
        }
    }
    if let Some(value) = section.get("again_not") {
        let right = "list \"backward\", \"trap\", or both";
        match &value.kind {
            Kind::List(items) => {
                for item in items {
                    match &item.kind {
                        Kind::Text(word) if word == "backward" => grants.never_backward = true,
                        Kind::Text(word) if word == "trap" => grants.never_on_trap = true,
                        _ => section.fault("again_not", item, "this is not known here", right),
                    }
                }
            }
            _ => section.wrong_kind("again_not", value, right),
        }
    }
    grants
}

fn read_gate_mode(section: &mut Section<'_>, length: u8) -> GateMode {
    let mode = section
        .word(
            "gate_mode",
            &[("exact", GateMode::Exact), ("halt", GateMode::Halt)],
        )
        .unwrap_or(GateMode::Exact);
    match section.optional_square("gate_fall", length) {
        None => mode,
        Some(square) => {
            if mode == GateMode::Halt
                && let Some(value) = section.get("gate_fall")
            {
                section.fault(
                    "gate_fall",
                    value,
                    "with gate_mode = \"halt\" no piece passes a gate",
                    "keep one of the two keys",
                );
            }
            GateMode::FallTo(square)
        }
    }
}

fn read_divert(section: &mut Section<'_>, length: u8) -> Option<Divert> {
    let from = section.squares("divert_from", length);
    let to = section.optional_square("divert_to", length);
    (!from.is_empty())
        .then(|| needed(section, "divert_to", to, "divert_from"))
        .flatten()
        .map(|to| Divert { from, to })
}

fn read_bump(section: &mut Section<'_>, length: u8) -> Option<Bump> {
    let from = section.optional_square("bump_from", length);
    let onto = section.squares("bump_onto", length);
    let to = section.optional_square("bump_to", length);
    let from = from?;
    let to = needed(section, "bump_to", to, "bump_from")?;
    if onto.is_empty() {
        section.missing(
            "bump_onto",
            "`bump_from` needs it: list the squares whose pieces are bumped",
        );
    }
    Some(Bump { from, onto, to })
}

/// `square`, after reporting that it is missing where it is.
fn needed(
    section: &mut Section<'_>,
    key: &'static str,
    square: Option<Square>,
    by: &str,
) -> Option<Square> {
    if square.is_none() && section.sound(&[key]) {
        section.missing(key, format!("`{by}` needs it: give a square"));
    }
    square
}

fn read_hold(section: &mut Section<'_>, length: u8, thrown: Option<PointSet>) -> Option<Hold> {
    let on = section.squares("hold", length);
    let hold = Hold {
        on,
        back: read_points(section, "hold_back", thrown).unwrap_or_default(),
        landing: section
            .word(
                "hold_landing",
                &[
                    ("ordinary", HoldLanding::Ordinary),
                    ("empty-only", HoldLanding::EmptyOnly),
                ],
            )
            .unwrap_or(HoldLanding::Ordinary),
        others: section
            .word(
                "hold_others",
                &[
                    ("stand-still", HoldOthers::StandStill),
                    ("move", HoldOthers::Move),
                ],
            )
            .unwrap_or(HoldOthers::StandStill),
        wait: section
            .word(
                "hold_wait",
                &[("never", HoldWait::Never), ("offered", HoldWait::Offered)],
            )
            .unwrap_or(HoldWait::Never),
        grants: section
            .word(
                "hold_grants",
                &[
                    ("as-thrown", HoldGrants::AsThrown),
                    ("never", HoldGrants::Never),
                ],
            )
            .unwrap_or(HoldGrants::AsThrown),
        returned: section
            .word(
                "hold_returned",
                &[("free", Returned::Free), ("must-move", Returned::MustMove)],
            )
            .unwrap_or(Returned::Free),
        pairs: section
            .word(
                "hold_pairs",
                &[("protect", HoldPairs::Protect), ("lost", HoldPairs::Lost)],
            )
            .unwrap_or(HoldPairs::Protect),
    };
    (!on.is_empty()).then_some(hold)
}

fn read_opening(
    section: &mut Section<'_>,
    length: u8,
    thrown: Option<PointSet>,
) -> Option<Opening> {
    let player = section
        .word("opening_player", &[("a", Player::A), ("b", Player::B)])
        .unwrap_or(Player::B);
    let points = read_points(section, "opening_points", thrown);
    let piece = section.optional_square("opening_piece", length);
    let with = match (points.filter(|points| !points.is_empty()), piece) {
        (Some(points), None) => OpenWith::Points(points),
        (None, Some(square)) => OpenWith::Piece(square),
        (Some(_), Some(_)) => {
            if let Some(value) = section.get("opening_piece") {
                section.fault(
                    "opening_piece",
                    value,
                    "`opening_points` is given too",
                    "keep one of the two keys",
                );
            }
            return None;
        }
        (None, None) => return None,
    };
    Some(Opening { player, with })
}

fn read_hand(section: &mut Section<'_>, thrown: Option<PointSet>) -> Option<Hand> {
    let then = section
        .word(
            "entered",
            &[
                ("nothing", Entered::Nothing),
                ("must-move", Entered::MustMove),
            ],
        )
        .unwrap_or(Entered::Nothing);
    let points = match section.get("enter")?.kind {
        Kind::Text(_) => {
            section.word("enter", &[("any", ())])?;
            thrown.unwrap_or(PointSet(u16::MAX))
        }
        _ => read_points(section, "enter", thrown)?,
    };
    let points = PointSet(points.0 & !1);
    (!points.is_empty()).then_some(Hand { points, then })
}

fn read_cells(section: &mut Section<'_>, length: u8) -> Option<Cells> {
    section.get("cells")?;
    let example = "{ 5 = 5, 12 = 16 }";
    let mut shared = Vec::new();
    let mut seen = SquareSet::EMPTY;
    for (number, value) in section.numbered("cells", 1..=length, example) {
        let key = format!("cells.{number}");
        let Some(b) = section.square_of(&key, value, length) else {
            continue;
        };
        if seen.contains(b) {
            section.fault(
                &key,
                value,
                format!("B's square {b} stands there twice"),
                "each square of B's track is one square of A's at most",
            );
        }
        seen.insert(b);
        shared.extend(Square::new(number).map(|a| (a, b)));
    }
    Some(Cells { shared })
}
