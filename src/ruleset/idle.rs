//! Points and squares that a key lists in vain.
//!
//! What a later layer has made idle is let be: `throws = "sticks-6"` over a
//! base whose bear-off table lists a 5 is no fault, a 5 listed beside it is.

use super::device::Device;
use super::device_file::never_thrown;
use super::features::OpenWith;
use super::mechanics::Mechanics;
use super::reader::Section;
use super::value::Kind;
use crate::types::Square;

/// Reports listed points that `device` never makes, whatever its chances.
pub(super) fn points(section: &mut Section<'_>, device: &Device) {
    let throws = section.get("throws").map_or(0, |throws| throws.layer);
    for key in ["opening_points", "hold_back", "enter"] {
        if let Some(value) = section.get(key)
            && matches!(value.kind, Kind::List(_))
            && value.layer >= throws
            && section.sound(&[key])
        {
            let listed = section.points_of(key, value);
            never_thrown(section, key, value, listed, device.points());
        }
    }
    for key in ["off", "rethrow"] {
        let Some(Kind::Table(table)) = section.get(key).map(|value| &value.kind) else {
            continue;
        };
        for (entry, value) in &table.0 {
            let path = format!("{key}.{entry}");
            let listed = matches!(value.kind, Kind::List(_) | Kind::Integer(_));
            if listed && value.layer >= throws && section.sound(&[&path]) {
                let listed = section.points_of(&path, value);
                never_thrown(section, &path, value, listed, device.points());
            }
        }
    }
}

/// Reports a bump that no throw can lead to, and an opening move with a piece
/// that nobody has.
pub(super) fn moves(section: &mut Section<'_>, mechanics: &Mechanics, device: &Device) {
    let layer = |section: &mut Section<'_>, keys: &[&'static str]| {
        let layers = keys.iter().filter_map(|&key| section.get(key));
        layers.map(|value| value.layer).max().unwrap_or(0)
    };
    if let Some(bump) = mechanics.bump
        && section.sound(&["throws", "bump_from", "bump_onto"])
        && let Some(value) = section.get("bump_from")
        && value.layer >= layer(section, &["throws", "bump_onto"])
    {
        let leads = |to: Square| {
            let points = to.number().checked_sub(bump.from.number());
            points.is_some_and(|points| device.points().contains(points))
        };
        if !bump.onto.iter().any(leads) {
            section.fault(
                "bump_from",
                value,
                "no throw leads from here to a square of `bump_onto`",
                "name a square from which one does",
            );
        }
    }
    if let Some(opening) = mechanics.opening
        && let OpenWith::Piece(square) = opening.with
        && section.sound(&[
            "opening_piece",
            "opening_player",
            "start",
            "layout",
            "pieces",
        ])
        && let Some(value) = section.get("opening_piece")
        && value.layer >= layer(section, &["start", "layout", "pieces", "opening_player"])
        && !mechanics.start.squares[opening.player].contains(square)
    {
        section.fault(
            "opening_piece",
            value,
            format!(
                "{} has no piece there in the start position",
                opening.player
            ),
            "name a square on which one starts",
        );
    }
}

/// Reports squares of `must_leave` on which no piece ever rests.
pub(super) fn must_leave(section: &mut Section<'_>, mechanics: &Mechanics) {
    let Some(value) = section.get("must_leave") else {
        return;
    };
    let traps = section.get("traps").map_or(0, |traps| traps.layer);
    if value.layer < traps || !section.sound(&["must_leave", "traps", "stay"]) {
        return;
    }
    for square in (mechanics.must_leave & mechanics.never_rested()).iter() {
        section.fault(
            "must_leave",
            value,
            format!("{square} is a trap, where no piece comes to rest"),
            "leave it out",
        );
    }
}
