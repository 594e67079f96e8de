//! Curves and points against two axes, in one panel or several.

use super::axis::{Axis, Scale};
use super::canvas::{Align, Canvas, Spot, Type};
use super::forest::Estimate;
use super::layout::{Sample, bottom_axis, headed, left_axis, left_ticks, legend, nothing};
use super::lettering::{widest, wrapped};
use super::output::Chart;
use super::style::{
    FAINT_INK, INK, LABEL_SIZE, MARGIN, REFERENCE_DASH, TICK_SIZE, WIDTH, colour, dash, marker,
    translucent,
};

/// Panels of curves or points (convergence, learning curves, a figure by
/// piece count or stick chance, one figure against another). A series of the
/// same name looks the same in all panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Plot {
    pub title: String,
    pub notes: Vec<String>,
    pub panels: Vec<PlotPanel>,
}

/// One pair of axes.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotPanel {
    pub x: Axis,
    pub y: Axis,
    /// Where a dashed line stands across the panel, in the data's units.
    pub reference: Option<f64>,
    pub series: Vec<PlotSeries>,
}

/// What is drawn of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A line with markers on some or all points, and a band for intervals.
    Line,
    /// Markers alone, with whiskers for intervals: a scatter.
    Points,
}

/// Points of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct PlotSeries {
    pub name: String,
    pub mark: Mark,
    /// x and the estimate there, in order of x for a line. What is not finite
    /// breaks the line.
    pub points: Vec<(f64, Estimate)>,
}

/// About as many markers as a line carries.
const MARKERS: usize = 12;

/// Whose turn a series has at the markers: the lines of a panel carry theirs
/// at different points, so that lines on top of each other both show.
#[derive(Clone, Copy)]
struct Markers {
    turn: usize,
    of: usize,
}

impl Markers {
    /// Whether a line of `count` points carries a marker on point `i`.
    fn on(self, i: usize, count: usize) -> bool {
        let every = count.div_ceil(MARKERS).max(1);
        if count < 2 * self.of {
            return i.is_multiple_of(every);
        }
        let every = every.max(self.of);
        i % every == self.turn * every / self.of
    }
}

impl PlotPanel {
    fn scales(&self, across: (f64, f64), down: (f64, f64)) -> (Scale, Scale) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let xs = points().map(|&(x, _)| x);
        let ys = points().flat_map(|(_, estimate)| estimate.extent());
        (
            self.x.scale(xs, across.0, across.1),
            self.y.scale(ys.chain(self.reference), down.1, down.0),
        )
    }

    fn draw(&self, canvas: &mut Canvas, names: &[&str], across: (f64, f64), top: f64) -> f64 {
        let mut above = top;
        let caption = Type::new(LABEL_SIZE, INK, Align::Left);
        for line in wrapped(&self.y.caption(), LABEL_SIZE, across.1 - across.0) {
            canvas.text((across.0, above + LABEL_SIZE / 2.0), line, caption);
            above += 1.15 * LABEL_SIZE;
        }
        let down = (above + 18.0, above + 18.0 + 420.0);
        // The tick texts do not depend on where the panel begins.
        let ticks = self
            .scales(across, down)
            .1
            .ticks(left_ticks(down.0, down.1));
        let room = widest(ticks.iter().map(|(_, text)| text.as_str()), TICK_SIZE);
        let across = (across.0 + room + 22.0, across.1);
        let (x, y) = self.scales(across, down);
        left_axis(canvas, &y, across, down);
        let below = bottom_axis(canvas, &x, across, down, &self.x.caption());
        if let Some(at) = self.reference.and_then(|value| y.pixel(value)) {
            canvas.line(
                &[(across.0, at), (across.1, at)],
                FAINT_INK,
                3,
                REFERENCE_DASH,
            );
        }
        let mut drawn = false;
        // What is named first lies on top.
        for (turn, series) in self.series.iter().enumerate().rev() {
            let style = names.iter().position(|name| *name == series.name);
            let markers = Markers {
                turn,
                of: self.series.len(),
            };
            drawn |= series.draw(canvas, style.unwrap_or(0), markers, &x, &y);
        }
        if !drawn {
            // Off the middle, where a lone reference line runs.
            let at = ((across.0 + across.1) / 2.0, 0.7 * down.0 + 0.3 * down.1);
            nothing(canvas, at, "no data", Align::Centre);
        }
        below
    }
}

impl PlotSeries {
    /// Whether anything was drawn.
    fn draw(
        &self,
        canvas: &mut Canvas,
        style: usize,
        markers: Markers,
        x: &Scale,
        y: &Scale,
    ) -> bool {
        let spot = |&(at, estimate): &(f64, Estimate)| x.pixel(at).zip(y.pixel(estimate.value));
        let ends = |&(at, estimate): &(f64, Estimate)| {
            let interval = estimate.interval?;
            Some((
                x.pixel(at)?,
                y.clamped(interval.lo)?,
                y.clamped(interval.hi)?,
            ))
        };
        let spots: Vec<Option<Spot>> = self.points.iter().map(spot).collect();
        match self.mark {
            Mark::Line => {
                let fill = translucent(colour(style), 0.18);
                for run in runs(self.points.iter().map(ends)) {
                    // By itself an interval has no width to be a band of.
                    if let [(x, lo, hi)] = run[..] {
                        canvas.line(&[(x, lo), (x, hi)], colour(style), 3, &[]);
                        continue;
                    }
                    let upper = run.iter().map(|&(x, _, hi)| (x, hi));
                    let lower = run.iter().rev().map(|&(x, lo, _)| (x, lo));
                    canvas.polygon(upper.chain(lower).collect(), fill);
                }
                for run in runs(spots.iter().copied())
                    .iter()
                    .filter(|run| run.len() > 1)
                {
                    canvas.line(run, colour(style), 4, dash(style));
                }
            }
            Mark::Points => {
                for (x, lo, hi) in self.points.iter().filter_map(ends) {
                    canvas.line(&[(x, lo), (x, hi)], colour(style), 3, &[]);
                }
            }
        }
        // A point between two gaps shows only by its marker.
        let alone = |i: usize| {
            let gap =
                |at: Option<usize>| at.and_then(|at| spots.get(at)).is_none_or(|s| s.is_none());
            gap(i.checked_sub(1)) && gap(Some(i + 1))
        };
        for (i, at) in spots.iter().enumerate() {
            let marked = self.mark == Mark::Points || markers.on(i, spots.len()) || alone(i);
            if let (Some(at), true) = (at, marked) {
                canvas.marker(*at, marker(style), 9.0, colour(style));
            }
        }
        spots.iter().any(Option::is_some)
    }
}

/// The unbroken stretches.
fn runs<T>(items: impl Iterator<Item = Option<T>>) -> Vec<Vec<T>> {
    let mut runs = vec![Vec::new()];
    for item in items {
        match (item, runs.last_mut()) {
            (Some(item), Some(run)) => run.push(item),
            _ => runs.push(Vec::new()),
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

impl Chart for Plot {
    fn canvas(&self) -> Canvas {
        let (mut canvas, y) = headed(&self.title, &self.notes);
        let mut names: Vec<&str> = Vec::new();
        let mut samples = Vec::new();
        for series in self.panels.iter().flat_map(|panel| &panel.series) {
            if names.contains(&series.name.as_str()) {
                continue;
            }
            let style = names.len();
            let sample = match series.mark {
                Mark::Line => Sample::Line(dash(style), marker(style), colour(style)),
                Mark::Points => Sample::Point(marker(style), colour(style)),
            };
            samples.push((series.name.clone(), sample));
            names.push(&series.name);
        }
        let mut top = match samples.len() {
            0 | 1 => y,
            _ => legend(&mut canvas, y, &samples),
        };

        let columns = if self.panels.len() > 1 { 2 } else { 1 };
        let gap = 60.0;
        let width = (WIDTH - 2.0 * MARGIN - 20.0 - gap * (columns - 1) as f64) / columns as f64;
        for line in self.panels.chunks(columns) {
            let mut end = top;
            for (column, panel) in line.iter().enumerate() {
                let left = MARGIN + column as f64 * (width + gap);
                end = end.max(panel.draw(&mut canvas, &names, (left, left + width), top));
            }
            top = end + 40.0;
        }
        if self.panels.is_empty() {
            nothing(
                &mut canvas,
                (WIDTH / 2.0, top + 20.0),
                "no data",
                Align::Centre,
            );
            top += 40.0;
        }
        canvas.height = top;
        canvas
    }
}
