//! The embedded font: how wide a text is, and its letters as pixels.
//!
//! Letters are set here and not by the bitmap backend, which rounds each of
//! them to whole pixels and drops the space at their left.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef, PxScale, ScaleFont, point};

use super::canvas::{Align, Spot, Type, Weight};

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| load(dejavu::sans::regular()));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| load(dejavu::sans::bold()));

/// The SVG backend writes a size of 1.24 as a font size of 1.
const SIZE_PER_EM: f64 = 1.24;
/// From the middle of a line down to the baseline, in sizes: half a capital.
pub(super) const BASELINE: f64 = 0.29;

fn load(bytes: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(bytes).expect("the embedded font is a font")
}

fn face(weight: Weight) -> &'static FontRef<'static> {
    match weight {
        Weight::Regular => &REGULAR,
        Weight::Bold => &BOLD,
    }
}

/// The font's own measure of a text size.
fn px_scale(face: &FontRef<'_>, size: f64) -> PxScale {
    let units = face.units_per_em().expect("the embedded font has an em");
    PxScale::from((size / SIZE_PER_EM) as f32 * face.height_unscaled() / units)
}

/// Width of `text` in pixels.
pub(super) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    let face = face(weight);
    let scaled = face.as_scaled(px_scale(face, size));
    let advances = text.chars().map(|c| scaled.h_advance(scaled.glyph_id(c)));
    f64::from(advances.sum::<f32>())
}

/// Calls `cover` with each pixel that `text` touches and how much of it,
/// 0 to 1; `at` is the middle of the line's height, `enlarged` multiplies
/// place and size.
pub(super) fn draw_text(
    text: &str,
    at: Spot,
    look: Type,
    enlarged: f64,
    mut cover: impl FnMut(i32, i32, f32),
) {
    let face = face(look.weight);
    let scale = px_scale(face, look.size * enlarged);
    let scaled = face.as_scaled(scale);
    let width = text_width(text, look.size, look.weight);
    let left = match look.align {
        Align::Left => at.0,
        Align::Centre => at.0 - width / 2.0,
        Align::Right => at.0 - width,
    };
    let mut x = (left * enlarged) as f32;
    let baseline = ((at.1 + BASELINE * look.size) * enlarged).round() as f32;
    for letter in text.chars() {
        let id = scaled.glyph_id(letter);
        let glyph = id.with_scale_and_position(scale, point(x, baseline));
        if let Some(outline) = face.outline_glyph(glyph) {
            let corner = outline.px_bounds().min;
            outline.draw(|dx, dy, share| {
                cover(
                    corner.x as i32 + dx as i32,
                    corner.y as i32 + dy as i32,
                    share,
                );
            });
        }
        x += scaled.h_advance(id);
    }
}

/// The width of the widest of `texts` in regular weight; 0 for none.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    let widths = texts
        .into_iter()
        .map(|text| text_width(text, size, Weight::Regular));
    widths.fold(0.0, f64::max)
}

/// `text`, or its two ends around an ellipsis where it is wider than `width`.
pub(super) fn shortened(text: &str, size: f64, weight: Weight, width: f64) -> String {
    if text_width(text, size, weight) <= width {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let ends = |kept: usize| -> String {
        let head = letters[..kept.div_ceil(2)].iter();
        let tail = letters[letters.len() - kept / 2..].iter();
        head.chain(&['…']).chain(tail).collect()
    };
    let fitting = (0..letters.len()).rev().map(ends);
    let mut fitting = fitting.filter(|short| text_width(short, size, weight) <= width);
    fitting.next().unwrap_or_default()
}

/// `text` in lines no wider than `width` where its words allow; a no-break
/// space holds words together.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), size, Weight::Regular) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_keeps_the_words() {
        let text = "the sum of the lines is the text again";
        let lines = wrapped(text, 30.0, 200.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
        assert!(widest(lines.iter().map(String::as_str), 30.0) <= 200.0);
    }

    #[test]
    fn long_labels_keep_their_ends() {
        let short = shortened("a-ruleset-with-a-long-name", 30.0, Weight::Bold, 200.0);
        assert!(short.starts_with("a-r") && short.ends_with("me"), "{short}");
        assert!(text_width(&short, 30.0, Weight::Bold) <= 200.0);
        assert_eq!(shortened("ankh-7", 30.0, Weight::Bold, 200.0), "ankh-7");
    }
}
