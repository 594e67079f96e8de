//! Distributions of game length, one ridge a ruleset.

use super::axis::{Axis, Scale};
use super::canvas::{Align, Canvas, Type};
use super::layout::{bottom_axis, headed, nothing, row_labels};
use super::lettering::widest;
use super::output::Chart;
use super::style::{FAINT_INK, INK, LABEL_SIZE, MARGIN, PAPER, SMALL_SIZE, WIDTH, colour, tint};
use super::ticks::number;
use crate::stats::Histogram;

/// Ridges over one logarithmic axis, each scaled to its own peak, with the
/// median and the middle 90 % marked below.
#[derive(Clone, Debug, PartialEq)]
pub struct Lengths {
    pub title: String,
    pub notes: Vec<String>,
    /// What a length is counted in ("plies").
    pub unit: String,
    pub rows: Vec<LengthRow>,
}

/// One ridge.
#[derive(Clone, Debug, PartialEq)]
pub struct LengthRow {
    pub label: String,
    /// Lengths of the finished games; 0 has no place on the logarithmic axis.
    pub lengths: Histogram,
    /// Games cut off by a limit, which have no length.
    pub unfinished: u64,
}

impl LengthRow {
    /// Median, middle 90 % and the unfinished share, for the margin.
    fn figures(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let percentiles = [5, 50, 95].map(|percent| self.lengths.percentile(percent));
        if let [Some(low), Some(median), Some(high)] = percentiles {
            let text = |value: u64| number(value as f64, 0);
            lines.push(format!("median {}", text(median)));
            lines.push(format!("5–95 %: {} to {}", text(low), text(high)));
        }
        if self.unfinished > 0 {
            let games = self.lengths.count() + self.unfinished;
            let share = 100.0 * self.unfinished as f64 / games as f64;
            lines.push(if share < 0.01 {
                "unfinished < 0.01 %".to_owned()
            } else {
                format!("unfinished {} %", number(share, 2))
            });
        }
        lines
    }

    /// Corners of the ridge as (length, share of its peak). Bins are about
    /// equally wide on the logarithmic axis and hold whole lengths; their
    /// height is the share of games per unit of that axis, so bins that hold
    /// one length more do not stand out.
    fn ridge(&self, lo: f64, hi: f64) -> Vec<(f64, f64)> {
        const BINS: i32 = 90;
        let ratio = (hi / lo).powf(1.0 / f64::from(BINS));
        let mut edges: Vec<u64> = (0..=BINS)
            .map(|bin| (lo * ratio.powi(bin)).ceil() as u64)
            .collect();
        edges.dedup();
        // Length L fills L − ½ to L + ½; lengths below ½ have no logarithm.
        let border = |edge: u64| (edge as f64 - 0.5).max(lo);
        let mut heights = vec![0.0; edges.len().saturating_sub(1)];
        for (length, count) in self.lengths.iter() {
            let bin = edges.partition_point(|&edge| edge <= length);
            if let Some(height) = bin.checked_sub(1).and_then(|bin| heights.get_mut(bin)) {
                *height += count as f64;
            }
        }
        for (bin, height) in heights.iter_mut().enumerate() {
            *height /= (border(edges[bin + 1]) / border(edges[bin])).ln();
        }
        let peak = heights.iter().copied().fold(0.0, f64::max);
        if peak == 0.0 {
            return Vec::new();
        }
        let bins = heights.iter().enumerate();
        bins.flat_map(|(bin, height)| {
            [border(edges[bin]), border(edges[bin + 1])].map(|edge| (edge, height / peak))
        })
        .collect()
    }
}

const ROW: f64 = 112.0;
const RIDGE: f64 = 74.0;

impl Lengths {
    /// From well below the 1st percentile of the shortest games to well above
    /// the 99th of the longest; a few very long games must not squeeze the rest.
    fn axis(&self) -> Axis {
        let ends = |percent| {
            let rows = self.rows.iter();
            rows.filter_map(move |row| row.lengths.percentile(percent))
        };
        let lo = ends(1).min().unwrap_or(1).max(1) as f64;
        let hi = ends(99).max().unwrap_or(10).max(1) as f64;
        let axis = Axis::new("length of the game, logarithmic", self.unit.as_str());
        axis.log().range((lo / 1.4).max(0.6), hi * 1.4)
    }
}

impl Chart for Lengths {
    fn canvas(&self) -> Canvas {
        let mut notes = self.notes.clone();
        notes.push(
            "Each ridge is scaled to its own peak. Below it, the bar spans the middle 90 % of \
             the finished games and the tick in it marks the median. Beyond either end of the \
             axis lies at most 1 % of any row."
                .to_owned(),
        );
        let (mut canvas, top) = headed(&self.title, &notes);
        let (names, labels) = row_labels(self.rows.iter().map(|row| row.label.as_str()));
        let figures: Vec<_> = self.rows.iter().map(LengthRow::figures).collect();
        let beside = widest(figures.iter().flatten().map(String::as_str), SMALL_SIZE);
        let across = (MARGIN + labels + 24.0, WIDTH - MARGIN - beside - 24.0);
        let bottom = top + ROW * self.rows.len().max(1) as f64 + 10.0;
        let axis = self.axis();
        let scale = axis.scale(std::iter::empty(), across.0, across.1);
        let down = (top, bottom);
        let below = bottom_axis(&mut canvas, &scale, across, down, &axis.caption());
        for (r, row) in self.rows.iter().enumerate() {
            let base = top + ROW * r as f64 + RIDGE + 12.0;
            let look = Type::new(LABEL_SIZE, INK, Align::Right);
            let middle = base - RIDGE / 2.0 + 14.0;
            canvas.text((across.0 - 24.0, middle), names[r].as_str(), look);
            if row.lengths.is_empty() {
                let at = (across.0 + 12.0, middle);
                nothing(&mut canvas, at, "no finished games", Align::Left);
            }
            ridge(&mut canvas, row, (scale, axis.range), base, r);
            let look = Type::new(SMALL_SIZE, FAINT_INK, Align::Left);
            let first = middle - 1.15 * SMALL_SIZE * (figures[r].len() as f64 - 1.0) / 2.0;
            for (line, text) in figures[r].iter().enumerate() {
                let y = first + 1.15 * SMALL_SIZE * line as f64;
                canvas.text((across.1 + 24.0, y), text.as_str(), look);
            }
        }
        if self.rows.is_empty() {
            let at = (WIDTH / 2.0, top + ROW / 2.0);
            nothing(&mut canvas, at, "no data", Align::Centre);
        }
        canvas.height = below + MARGIN;
        canvas
    }
}

fn ridge(
    canvas: &mut Canvas,
    row: &LengthRow,
    (scale, range): (Scale, Option<(f64, f64)>),
    base: f64,
    index: usize,
) {
    // Neighbours differ by colour; the label, not the colour, names a row.
    let colour = colour(index % 3);
    let corners = range.map_or(Vec::new(), |(lo, hi)| row.ridge(lo, hi));
    let place =
        |&(length, height): &(f64, f64)| Some((scale.clamped(length)?, base - RIDGE * height));
    let outline: Vec<_> = corners.iter().filter_map(place).collect();
    if let (Some(first), Some(last)) = (outline.first(), outline.last()) {
        let mut filled = vec![(first.0, base)];
        filled.extend(&outline);
        filled.push((last.0, base));
        canvas.polygon(filled, tint(colour, 0.35));
        canvas.line(&outline, colour, 3, &[]);
    }
    let at = |percent| scale.clamped(row.lengths.percentile(percent)? as f64);
    if let (Some(low), Some(median), Some(high)) = (at(5), at(50), at(95)) {
        canvas.rectangle((low - 1.0, base + 5.0), (high + 1.0, base + 17.0), colour);
        canvas.rectangle(
            (median - 3.0, base + 3.0),
            (median + 3.0, base + 19.0),
            PAPER,
        );
        canvas.rectangle((median - 1.0, base + 3.0), (median + 1.0, base + 19.0), INK);
    }
}
