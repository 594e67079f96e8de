//! One look for all charts: sizes, colours, markers and dashes.

use plotters::style::{RGBAColor, RGBColor};

/// Width of every picture in pixels; shown at half of it, text stays readable.
pub(super) const WIDTH: f64 = 1600.0;
/// Blank border of a picture, in pixels.
pub(super) const MARGIN: f64 = 36.0;

/// Text sizes in pixels of line height (an em is about 0.8 of it).
pub(super) const TITLE_SIZE: f64 = 48.0;
pub(super) const LABEL_SIZE: f64 = 34.0;
pub(super) const TICK_SIZE: f64 = 31.0;
pub(super) const SMALL_SIZE: f64 = 28.0;

pub(super) const INK: RGBColor = RGBColor(34, 34, 34);
pub(super) const FAINT_INK: RGBColor = RGBColor(85, 85, 85);
pub(super) const GRID: RGBColor = RGBColor(221, 221, 221);
pub(super) const BAND: RGBColor = RGBColor(246, 246, 246);
pub(super) const PAPER: RGBColor = RGBColor(255, 255, 255);

/// Okabe & Ito's colours (2008, "Color universal design"), which people with
/// any common kind of colour blindness can tell apart, then two dark ones; the
/// yellow, too faint for lines on white, comes last.
const COLOURS: [RGBColor; 10] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
    RGBColor(136, 34, 85),
    RGBColor(128, 128, 128),
    RGBColor(240, 228, 66),
];

/// The colour of series `index`; from the eleventh on, paler ones.
pub(super) fn colour(index: usize) -> RGBColor {
    let base = COLOURS[index % COLOURS.len()];
    if index < COLOURS.len() {
        base
    } else {
        tint(base, 0.45)
    }
}

/// `colour` mixed with white: 1 leaves it, 0 is white.
pub(super) fn tint(colour: RGBColor, strength: f64) -> RGBColor {
    mix(PAPER, colour, strength)
}

/// The colour at `share` (0 to 1) of the way between two.
pub(super) fn mix(from: RGBColor, to: RGBColor, share: f64) -> RGBColor {
    let channel =
        |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))).round() as u8;
    RGBColor(
        channel(from.0, to.0),
        channel(from.1, to.1),
        channel(from.2, to.2),
    )
}

/// `colour` with an opacity of 0 to 1.
pub(super) fn translucent(colour: RGBColor, opacity: f64) -> RGBAColor {
    RGBAColor(colour.0, colour.1, colour.2, opacity)
}

/// Ink or paper, whichever stands out more from `ground` (contrast ratio of
/// the Web Content Accessibility Guidelines 2.1).
pub(in crate::report) fn ink_on(ground: RGBColor) -> RGBColor {
    let ground = luminance(ground) + 0.05;
    let on_ink = ground / (luminance(INK) + 0.05);
    let on_paper = (luminance(PAPER) + 0.05) / ground;
    if on_ink > on_paper { INK } else { PAPER }
}

/// `#rrggbb`.
pub(in crate::report) fn channels(colour: RGBColor) -> String {
    let RGBColor(red, green, blue) = colour;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Relative luminance of an sRGB colour, 0 to 1.
fn luminance(colour: RGBColor) -> f64 {
    let linear = |channel: u8| {
        let share = f64::from(channel) / 255.0;
        if share <= 0.04045 {
            share / 12.92
        } else {
            ((share + 0.055) / 1.055).powf(2.4)
        }
    };
    0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
}

/// The shape of a point, so that colour is never the only difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Disc,
    Square,
    Triangle,
    Diamond,
    Cross,
}

/// The marker of series `index`.
pub(super) fn marker(index: usize) -> Marker {
    const MARKERS: [Marker; 5] = [
        Marker::Disc,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
        Marker::Cross,
    ];
    MARKERS[index % MARKERS.len()]
}

/// Drawn and left out lengths in pixels by turns; empty is a whole line.
pub(super) type Dash = &'static [f64];

pub(super) const REFERENCE_DASH: Dash = &[10.0, 8.0];

/// The dash of series `index`.
pub(super) fn dash(index: usize) -> Dash {
    const DASHES: [Dash; 5] = [
        &[],
        &[22.0, 10.0],
        &[5.0, 8.0],
        &[24.0, 8.0, 5.0, 8.0],
        &[34.0, 14.0],
    ];
    DASHES[index % DASHES.len()]
}
