//! Estimates with intervals, a row each.

use super::axis::Axis;
use super::canvas::{Align, Canvas, Type, Weight};
use super::layout::{Sample, bottom_axis, headed, legend, nothing, row_labels};
use super::lettering::{text_width, widest};
use super::output::Chart;
use super::style::{
    BAND, FAINT_INK, INK, LABEL_SIZE, MARGIN, REFERENCE_DASH, SMALL_SIZE, TICK_SIZE, WIDTH, colour,
    marker,
};
use super::ticks::number;
use crate::stats::Interval;

/// A figure and how far it can be trusted, in the units of its axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub interval: Option<Interval>,
}

impl Estimate {
    /// Everything of it that takes room on an axis.
    pub(super) fn extent(&self) -> impl Iterator<Item = f64> + use<> {
        let ends = self.interval.map(|interval| [interval.lo, interval.hi]);
        std::iter::once(self.value).chain(ends.into_iter().flatten())
    }
}

/// Rows of estimates against one axis or several, side by side; within a row,
/// a mark for each series. Serves any comparison of many rows against a
/// reference.
#[derive(Clone, Debug, PartialEq)]
pub struct Forest {
    pub title: String,
    /// What the intervals are, sample sizes, what is left out.
    pub notes: Vec<String>,
    /// One name needs no legend and takes none.
    pub series: Vec<String>,
    pub panels: Vec<ForestPanel>,
    pub rows: Vec<ForestRow>,
}

/// One axis of a [`Forest`].
#[derive(Clone, Debug, PartialEq)]
pub struct ForestPanel {
    pub axis: Axis,
    /// Where a dashed line stands, in the data's units (0.5 for an even game).
    pub reference: Option<f64>,
}

/// One row of a [`Forest`].
#[derive(Clone, Debug, PartialEq)]
pub struct ForestRow {
    pub label: String,
    /// `cells[panel][series]`; what is missing or not finite is not drawn.
    pub cells: Vec<Vec<Option<Estimate>>>,
}

impl ForestRow {
    fn cell(&self, panel: usize, series: usize) -> Option<Estimate> {
        let estimate = *self.cells.get(panel)?.get(series)?;
        estimate.filter(|estimate| estimate.extent().all(f64::is_finite))
    }
}

impl Forest {
    fn values(&self, panel: usize) -> impl Iterator<Item = f64> + '_ {
        let series = self.series.len();
        let cells = self
            .rows
            .iter()
            .flat_map(move |row| (0..series).filter_map(move |s| row.cell(panel, s)));
        cells
            .flat_map(|estimate| estimate.extent())
            .chain(self.panels[panel].reference)
    }

    /// The figures written beside a lone series on a lone axis.
    fn figures(&self) -> Vec<String> {
        if self.series.len() != 1 || self.panels.len() != 1 {
            return Vec::new();
        }
        let factor = self.panels[0].axis.factor;
        let figure = |row: &ForestRow| row.cell(0, 0).map_or(String::new(), |e| figure(e, factor));
        self.rows.iter().map(figure).collect()
    }
}

/// The value, and half the width of its interval after a ±.
fn figure(estimate: Estimate, factor: f64) -> String {
    let value = estimate.value * factor;
    match estimate
        .interval
        .map(|interval| interval.width() / 2.0 * factor)
    {
        Some(half) if half > 0.0 => {
            // Two digits of the uncertainty.
            let decimals = (1.0 - half.log10().floor()).clamp(0.0, 6.0) as usize;
            format!("{} ± {}", number(value, decimals), number(half, decimals))
        }
        _ => number(value, 2),
    }
}

impl Chart for Forest {
    fn canvas(&self) -> Canvas {
        let (mut canvas, y) = headed(&self.title, &self.notes);
        let samples = self.series.iter().enumerate();
        let samples: Vec<_> = samples
            .map(|(s, name)| (name.clone(), Sample::Point(marker(s), colour(s))))
            .collect();
        let top = match samples.len() {
            0 | 1 => y,
            _ => legend(&mut canvas, y, &samples),
        };

        let row_height = (self.series.len() as f64 * 27.0 + 18.0).max(48.0);
        let bottom = top + row_height * self.rows.len().max(1) as f64;
        let (names, labels) = row_labels(self.rows.iter().map(|row| row.label.as_str()));
        let figures = self.figures();
        let beside = widest(figures.iter().map(String::as_str), TICK_SIZE);
        let left = MARGIN + labels + 24.0;
        let right = WIDTH - MARGIN - if beside > 0.0 { beside + 24.0 } else { 12.0 };

        let middle = |row: usize| top + row_height * (row as f64 + 0.5);
        for (r, name) in names.iter().enumerate() {
            if r % 2 == 0 {
                let half = row_height / 2.0;
                canvas.rectangle(
                    (MARGIN - 12.0, middle(r) - half),
                    (WIDTH - MARGIN + 12.0, middle(r) + half),
                    BAND,
                );
            }
            let look = Type::new(LABEL_SIZE, INK, Align::Right);
            canvas.text((left - 24.0, middle(r)), name.as_str(), look);
        }
        for (r, text) in figures.into_iter().enumerate() {
            let look = Type::new(TICK_SIZE, INK, Align::Right);
            canvas.text((WIDTH - MARGIN, middle(r)), text, look);
        }
        if self.rows.is_empty() {
            nothing(
                &mut canvas,
                (WIDTH / 2.0, middle(0)),
                "no data",
                Align::Centre,
            );
        }

        let gap = 60.0;
        let count = self.panels.len().max(1) as f64;
        let width = (right - left - gap * (count - 1.0)) / count;
        let mut end = bottom;
        for p in 0..self.panels.len() {
            let from = left + p as f64 * (width + gap);
            let below = self.panel(
                &mut canvas,
                p,
                (from, from + width),
                (top, bottom),
                row_height,
            );
            end = end.max(below);
        }
        canvas.height = end + MARGIN;
        canvas
    }
}

impl Forest {
    fn panel(
        &self,
        canvas: &mut Canvas,
        p: usize,
        across: (f64, f64),
        (top, bottom): (f64, f64),
        row_height: f64,
    ) -> f64 {
        let panel = &self.panels[p];
        let scale = panel.axis.scale(self.values(p), across.0, across.1);
        let below = bottom_axis(canvas, &scale, across, (top, bottom), &panel.axis.caption());
        if let Some(x) = panel.reference.and_then(|at| scale.pixel(at)) {
            canvas.line(&[(x, top), (x, bottom)], FAINT_INK, 3, REFERENCE_DASH);
        }
        let count = self.series.len();
        for (r, row) in self.rows.iter().enumerate() {
            let middle = top + row_height * (r as f64 + 0.5);
            let mut drawn = false;
            for s in 0..count {
                let Some(estimate) = row.cell(p, s) else {
                    continue;
                };
                drawn = true;
                let y = middle + (s as f64 - (count as f64 - 1.0) / 2.0) * 27.0;
                if let Some(interval) = estimate.interval
                    && let (Some(lo), Some(hi)) =
                        (scale.clamped(interval.lo), scale.clamped(interval.hi))
                {
                    canvas.line(&[(lo, y), (hi, y)], colour(s), 4, &[]);
                    for end in [lo, hi] {
                        canvas.line(&[(end, y - 9.0), (end, y + 9.0)], colour(s), 3, &[]);
                    }
                }
                if let Some(x) = scale.pixel(estimate.value) {
                    canvas.marker((x, y), marker(s), 9.0, colour(s));
                }
            }
            if !drawn {
                let text = "no data";
                let fits = text_width(text, SMALL_SIZE, Weight::Regular) < across.1 - across.0;
                let text = if fits { text } else { "–" };
                nothing(canvas, (across.0 + 12.0, middle), text, Align::Left);
            }
        }
        below
    }
}
