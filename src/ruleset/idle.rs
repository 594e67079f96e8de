//! Points and squares that a key lists in vain.
//!
//! What a later layer has made idle is let be: `throws = "sticks-6"` over a
//! base whose bear-off table lists a 5 is no fault, a 5 listed beside it is.

use super::device::Device;
use super::device_file::never_thrown;
use super::mechanics::Mechanics;
use super::reader::Section;
use super::value::Kind;
use crate::types::SquareSet;

/// Reports listed points that `device` never makes, whatever its chances.
pub(super) fn points(section: &mut Section<'_>, device: &Device) {
    let throws = section.get("throws").map_or(0, |throws| throws.layer);
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

/// Reports squares of `must_leave` on which no piece ever rests.
pub(super) fn must_leave(section: &mut Section<'_>, mechanics: &Mechanics) {
    let stay = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
    let Some(value) = section.get("must_leave") else {
        return;
    };
    let traps = section.get("traps").map_or(0, |traps| traps.layer);
    if value.layer < traps || !section.sound(&["must_leave", "traps", "stay"]) {
        return;
    }
    for square in (mechanics.must_leave & (mechanics.traps - stay)).iter() {
        section.fault(
            "must_leave",
            value,
            format!("{square} is a trap, where no piece comes to rest"),
            "leave it out",
        );
    }
}
