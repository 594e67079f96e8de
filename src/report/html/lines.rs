//! Lines over numbers: up to five in one panel, named at their ends; more in
//! small multiples, each with all the others faint behind it. Where several
//! rows share a place, the line joins the first of them, and the others are
//! small dots.

use super::figure::{FigureKind, FigureSpec, Points};
use super::svg::{ACROSS, Anchor, Fill, LETTER, Svg, WIDTH, cut};
use crate::report::chart::axis::{Apart, Axis, Scale};

/// Series that share a panel.
const TOGETHER: usize = 5;
/// Ticks one above the other.
const DOWN: Apart = Apart {
    even: 28.0,
    log: 14.0,
};

/// The picture of a figure over numbers, `wide` units wide.
pub(super) fn draw(spec: &FigureSpec, points: &Points, xs: &[f64], id: &str, wide: f64) -> String {
    let chart = Lines {
        spec,
        points,
        xs,
        wide,
    };
    if points.series.len() <= TOGETHER {
        chart.together(id)
    } else {
        chart.multiples(id)
    }
}

struct Lines<'a> {
    spec: &'a FigureSpec,
    points: &'a Points,
    xs: &'a [f64],
    wide: f64,
}

/// A point of a line.
struct Spot {
    at: (f64, f64),
    /// Of its interval.
    ends: Option<(f64, f64)>,
    fill: Fill,
}

/// One panel's axes.
struct Frame {
    x: Scale,
    y: Scale,
}

impl Lines<'_> {
    fn frame(&self, (left, top): (f64, f64), (right, bottom): (f64, f64)) -> Frame {
        let x = Axis::new("", "");
        let x = if self.spec.log_x { x.log() } else { x };
        let y = Axis::new("", "");
        let y = if self.points.wants_log() { y.log() } else { y };
        let values = self.points.extent().chain(self.spec.reference);
        Frame {
            x: x.scale(self.xs.iter().copied(), left, right),
            y: y.scale(values, bottom, top),
        }
    }

    fn labels(&self) -> (String, String) {
        let or =
            |label: &String, column: &String| if label.is_empty() { column } else { label }.clone();
        let log = |text: String, is: bool| {
            if is {
                text + " (by its logarithm)"
            } else {
                text
            }
        };
        (
            log(or(&self.spec.x_label, &self.spec.x), self.spec.log_x),
            log(
                or(&self.spec.y_label, &self.spec.y),
                self.points.wants_log(),
            ),
        )
    }

    fn axes(&self, svg: &mut Svg, frame: &Frame, numbers: (bool, bool)) {
        let (left, right) = (frame.x.from(), frame.x.to());
        let bottom = frame.y.from();
        for (y, text) in frame.y.ticks_apart(DOWN) {
            svg.line("g", (left, y), (right, y));
            if numbers.0 {
                svg.text("t", Anchor::End, (left - 5.0, y + 4.0), &text);
            }
        }
        for (x, text) in frame.x.ticks_apart(ACROSS) {
            svg.line("g", (x, bottom), (x, bottom + 4.0));
            if numbers.1 {
                svg.text("t", Anchor::Middle, (x, bottom + 16.0), &text);
            }
        }
        if let Some(y) = self.spec.reference.and_then(|value| frame.y.pixel(value)) {
            svg.line("ref", (left, y), (right, y));
        }
    }

    /// Points of a series from left to right.
    fn series(&self, frame: &Frame, series: usize) -> Vec<Spot> {
        let mut order: Vec<usize> = (0..self.xs.len()).collect();
        order.sort_by(|&i, &j| self.xs[i].total_cmp(&self.xs[j]));
        let spot = |x: usize| {
            let value = self.points.value(series, x)?;
            let ends = value
                .interval
                .and_then(|(lo, hi)| Some((frame.y.clamped(lo)?, frame.y.clamped(hi)?)));
            Some(Spot {
                at: (frame.x.pixel(self.xs[x])?, frame.y.pixel(value.at)?),
                ends,
                fill: value.fill(),
            })
        };
        order.into_iter().filter_map(spot).collect()
    }

    /// The line of a series in the colours of number `look`.
    fn line(&self, svg: &mut Svg, frame: &Frame, series: usize, look: usize) -> Option<(f64, f64)> {
        let spots = self.series(frame, series);
        let track: Vec<(f64, f64)> = spots.iter().map(|spot| spot.at).collect();
        let joined = self.spec.kind == FigureKind::Lines;
        let band: Option<Vec<(f64, f64)>> = spots.iter().map(|spot| spot.ends).collect();
        match band {
            Some(ends) if joined && ends.len() > 1 => {
                let low = spots.iter().zip(&ends).map(|(s, e)| (s.at.0, e.0));
                let high = spots.iter().zip(&ends).map(|(s, e)| (s.at.0, e.1));
                let around: Vec<(f64, f64)> = low.chain(high.rev()).collect();
                svg.area(&format!("band c{look}"), &around);
            }
            _ => {
                for spot in &spots {
                    if let Some((lo, hi)) = spot.ends {
                        svg.line(&format!("w l{look}"), (spot.at.0, lo), (spot.at.0, hi));
                    }
                }
            }
        }
        if joined {
            svg.path(&format!("line l{look} d{look}"), &track);
        }
        for spot in &spots {
            if !joined || track.len() <= 12 || spot.fill == Fill::Hollow {
                svg.marker(look, spot.fill, spot.at);
            }
        }
        for (x, &at) in self.xs.iter().enumerate() {
            for value in self.points.all(series, x).iter().skip(1) {
                let spot = frame.x.pixel(at).zip(frame.y.pixel(value.at));
                if let Some(spot) = spot {
                    svg.dot(look, spot);
                }
            }
        }
        track.last().copied()
    }

    fn together(&self, id: &str) -> String {
        let names = &self.points.series;
        let named = names.len() > 1;
        let longest = names.iter().map(|name| name.chars().count()).max();
        let right = if named {
            (16.0 + LETTER * longest.unwrap_or(0) as f64).min(0.32 * self.wide)
        } else {
            16.0
        };
        let mut svg = Svg::new(self.wide);
        let (x_label, y_label) = self.labels();
        let top = svg.caption(0.0, 14.0, &y_label) + 16.0;
        let bottom = top + 300.0;
        let frame = self.frame((60.0, top), (self.wide - right, bottom));
        self.axes(&mut svg, &frame, (true, true));
        let mut ends: Vec<(f64, f64, usize)> = Vec::new();
        for series in 0..names.len() {
            if let Some((x, y)) = self.line(&mut svg, &frame, series, series) {
                ends.push((x, y, series));
            }
        }
        if named {
            ends.sort_by(|a, b| a.1.total_cmp(&b.1));
            let mut lowest = f64::NEG_INFINITY;
            for (x, y, series) in ends {
                let at = y.max(lowest + 14.0);
                lowest = at;
                let room = ((self.wide - x - 14.0) / LETTER) as usize;
                let name = cut(&names[series], room);
                svg.text(
                    &format!("l n{series}"),
                    Anchor::Start,
                    (x + 10.0, at + 4.0),
                    &name,
                );
            }
        }
        let middle = (60.0 + self.wide - right) / 2.0;
        let bottom = svg.caption(middle, bottom + 36.0, &x_label);
        svg.finish(id, &self.spec.title, &self.spec.alt, bottom + 10.0)
    }

    fn multiples(&self, id: &str) -> String {
        let across = if self.wide < WIDTH { 2 } else { 4 };
        let (left, gap, height) = (52.0, 12.0, 84.0);
        let width = (self.wide - left - 8.0 - gap * (across as f64 - 1.0)) / across as f64;
        let names = &self.points.series;
        let mut svg = Svg::new(self.wide);
        let (x_label, y_label) = self.labels();
        let mut top = svg.caption(0.0, 14.0, &y_label) + 24.0;
        let count = names.len();
        for (line, panels) in names.chunks(across).enumerate() {
            for (column, name) in panels.iter().enumerate() {
                let series = line * across + column;
                let at = left + column as f64 * (width + gap);
                let frame = self.frame((at, top), (at + width, top + height));
                // Numbers stand below a panel that has none under it.
                let foot = series + across >= count;
                self.axes(&mut svg, &frame, (column == 0, foot));
                for other in (0..count).filter(|&other| other != series) {
                    let spots = self.series(&frame, other);
                    let track: Vec<_> = spots.iter().map(|spot| spot.at).collect();
                    svg.path("faint", &track);
                }
                self.line(&mut svg, &frame, series, 0);
                let room = (width / LETTER) as usize;
                let name = cut(name, room);
                svg.text("l b", Anchor::Start, (at, top - 5.0), &name);
            }
            top += height + 24.0;
        }
        top += 12.0;
        let bottom = svg.caption(self.wide / 2.0, top, &x_label);
        svg.finish(id, &self.spec.title, &self.spec.alt, bottom + 10.0)
    }
}
