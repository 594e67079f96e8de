//! The parts that charts share: heading, legend, value axes.

use super::axis::Scale;
use super::canvas::{Align, Canvas, Spot, Type, Weight};
use super::lettering::{shortened, text_width, widest, wrapped};
use super::style::{
    Dash, FAINT_INK, GRID, INK, LABEL_SIZE, MARGIN, Marker, SMALL_SIZE, TICK_SIZE, TITLE_SIZE,
    WIDTH,
};
use plotters::style::RGBColor;

/// How a legend shows a series.
#[derive(Clone, Copy, Debug)]
pub(super) enum Sample {
    Patch(RGBColor),
    Point(Marker, RGBColor),
    Line(Dash, Marker, RGBColor),
}

/// A picture with title and notes drawn; returns the y below them.
pub(super) fn headed(title: &str, notes: &[String]) -> (Canvas, f64) {
    let mut canvas = Canvas::new(WIDTH, title, &notes.join(" "));
    let mut y = MARGIN;
    let look = Type::new(TITLE_SIZE, INK, Align::Left).bold();
    // Bold is wider than the regular weight that wrapping measures.
    for line in wrapped(title, TITLE_SIZE, 0.86 * (WIDTH - 2.0 * MARGIN)) {
        canvas.text((MARGIN, y + TITLE_SIZE / 2.0), line, look);
        y += 1.15 * TITLE_SIZE;
    }
    let look = Type::new(SMALL_SIZE, FAINT_INK, Align::Left);
    for note in notes {
        for line in wrapped(note, SMALL_SIZE, WIDTH - 2.0 * MARGIN) {
            canvas.text((MARGIN, y + SMALL_SIZE / 2.0), line, look);
            y += 1.25 * SMALL_SIZE;
        }
    }
    (canvas, y + 14.0)
}

/// Draws a legend in as many lines as it takes; returns the y below it.
pub(super) fn legend(canvas: &mut Canvas, mut y: f64, entries: &[(String, Sample)]) -> f64 {
    const LINE: f64 = 1.35 * TICK_SIZE;
    let mut x = MARGIN;
    for (name, sample) in entries {
        let shown = match sample {
            Sample::Patch(_) | Sample::Point(..) => 34.0,
            Sample::Line(..) => 84.0,
        };
        let width = shown + 10.0 + text_width(name, TICK_SIZE, Weight::Regular);
        if x > MARGIN && x + width > WIDTH - MARGIN {
            x = MARGIN;
            y += LINE;
        }
        let middle = y + LINE / 2.0;
        match *sample {
            Sample::Patch(colour) => {
                canvas.rectangle((x, middle - 14.0), (x + 30.0, middle + 14.0), colour);
            }
            Sample::Point(marker, colour) => {
                canvas.marker((x + 16.0, middle), marker, 11.0, colour)
            }
            Sample::Line(dash, marker, colour) => {
                canvas.line(&[(x, middle), (x + 78.0, middle)], colour, 4, dash);
                canvas.marker((x + 39.0, middle), marker, 9.0, colour);
            }
        }
        let look = Type::new(TICK_SIZE, INK, Align::Left);
        canvas.text((x + shown + 6.0, middle), name.as_str(), look);
        x += width + 40.0;
    }
    if entries.is_empty() {
        y
    } else {
        y + LINE + 12.0
    }
}

/// A horizontal value axis below a panel from `top` to `bottom`: grid, ticks,
/// caption. Returns the y below it.
pub(super) fn bottom_axis(
    canvas: &mut Canvas,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
    caption: &str,
) -> f64 {
    let look = Type::new(TICK_SIZE, INK, Align::Centre);
    let most = ((right - left) / 95.0) as usize;
    let middle = bottom + 12.0 + TICK_SIZE / 2.0;
    let mut free_from = f64::NEG_INFINITY;
    for (x, text) in scale.ticks(most.clamp(2, 10)) {
        canvas.line(&[(x, top), (x, bottom + 8.0)], GRID, 2, &[]);
        let half = text_width(&text, TICK_SIZE, Weight::Regular) / 2.0;
        if x - half >= free_from {
            canvas.text((x, middle), text, look);
            free_from = x + half + 12.0;
        }
    }
    canvas.line(&[(left, bottom), (right, bottom)], INK, 2, &[]);
    let mut y = middle + TICK_SIZE / 2.0 + 8.0;
    for line in wrapped(caption, LABEL_SIZE, right - left) {
        let look = Type::new(LABEL_SIZE, INK, Align::Centre);
        canvas.text(((left + right) / 2.0, y + LABEL_SIZE / 2.0), line, look);
        y += 1.15 * LABEL_SIZE;
    }
    y
}

/// Grid and ticks of a vertical value axis at the left of a panel.
pub(super) fn left_axis(
    canvas: &mut Canvas,
    scale: &Scale,
    (left, right): (f64, f64),
    (top, bottom): (f64, f64),
) {
    let look = Type::new(TICK_SIZE, INK, Align::Right);
    for (y, text) in scale.ticks(left_ticks(top, bottom)) {
        canvas.line(&[(left - 8.0, y), (right, y)], GRID, 2, &[]);
        canvas.text((left - 14.0, y), text, look);
    }
    canvas.line(&[(left, top), (left, bottom)], INK, 2, &[]);
}

/// How many ticks a vertical axis of that height bears.
pub(super) fn left_ticks(top: f64, bottom: f64) -> usize {
    (((bottom - top) / 70.0) as usize).clamp(2, 10)
}

/// Labels of rows, cut to leave most of the width to the figures, and the room
/// that they take.
pub(super) fn row_labels<'a>(labels: impl Iterator<Item = &'a str>) -> (Vec<String>, f64) {
    const MOST: f64 = 0.36 * WIDTH;
    let labels: Vec<_> = labels
        .map(|label| shortened(label, LABEL_SIZE, Weight::Regular, MOST))
        .collect();
    let room = widest(labels.iter().map(String::as_str), LABEL_SIZE);
    (labels, room)
}

/// A line across the middle of a place that has nothing to show.
pub(super) fn nothing(canvas: &mut Canvas, at: Spot, text: &str, align: Align) {
    canvas.text(at, text, Type::new(SMALL_SIZE, FAINT_INK, align));
}
