//! Dots with intervals, or bars, a row a category: sorted, so that the eye can
//! compare; up to four series in one panel, more in a panel each.

use super::figure::{FigureKind, FigureSpec, Points, Value};
use super::svg::{ACROSS, Anchor, Fill, LETTER, Svg, WIDTH, cut};
use crate::report::chart::axis::{Axis, Scale};

/// Series that share a panel.
const TOGETHER: usize = 4;
/// Share of the width that the labels of the rows may take, and on a phone.
const LABELS: [f64; 2] = [0.38, 0.65];
/// Least width of a panel among others, and on a phone.
const PANEL: [f64; 2] = [130.0, 105.0];

/// The picture of a figure over categories, `wide` units wide.
pub(super) fn draw(spec: &FigureSpec, points: &Points, id: &str, wide: f64) -> String {
    let points = &points.clone().dense(TOGETHER);
    let order = points.order();
    let names = points.series.len();
    let panels: Vec<Vec<usize>> = if names <= TOGETHER {
        vec![(0..names).collect()]
    } else {
        (0..names).map(|series| vec![series]).collect()
    };
    let longest = points.xs.iter().map(|x| x.chars().count()).max();
    let narrow = usize::from(wide < WIDTH);
    let most = (wide * LABELS[narrow] / LETTER) as usize;
    let left = 14.0 + LETTER * longest.unwrap_or(0).min(most) as f64;
    let across = if panels.len() == 1 {
        1
    } else {
        ((wide - left) / PANEL[narrow]).floor().clamp(1.0, 4.0) as usize
    };
    // The labels may leave no room for them.
    let figures = panels.len() == 1 && names == 1 && left < wide / 2.0;
    let right = if figures { 64.0 } else { 14.0 };
    let gap = 14.0;
    let width = (wide - left - right - gap * (across as f64 - 1.0)) / across as f64;
    let row = if panels.len() == 1 {
        8.0 + 11.0 * names as f64
    } else {
        16.0
    };
    let mut svg = Svg::new(wide);
    let mut top = 14.0;
    if panels.len() == 1 && names > 1 {
        top = svg.legend(&points.series, left, 12.0) + 6.0;
    }
    for line in panels.chunks(across) {
        if panels.len() > 1 {
            top += 16.0;
        }
        for (column, panel) in line.iter().enumerate() {
            let at = left + column as f64 * (width + gap);
            let panel = Panel {
                spec,
                points,
                order: &order,
                series: panel,
                scale: scale(spec, points, at, at + width),
                top,
                row,
                labels: (column == 0).then_some((left, most)),
                figures,
                heading: (panels.len() > 1).then(|| points.series[panel[0]].as_str()),
            };
            panel.draw(&mut svg);
        }
        top += row * order.len() as f64 + 38.0;
    }
    let caption = caption(spec, points);
    let bottom = svg.caption(left + (wide - left) / 2.0, top, &caption);
    svg.finish(id, &spec.title, &spec.alt, bottom + 10.0)
}

fn is_log(spec: &FigureSpec, points: &Points) -> bool {
    spec.kind == FigureKind::Dots && (points.wants_log() || spec.log_x && above_nought(points))
}

/// Whether values are above 0, or at least none is below it: one at 0 stands as
/// such where a logarithmic axis begins.
fn above_nought(points: &Points) -> bool {
    let mut values = points.extent();
    values.clone().all(|value| value >= 0.0) && values.any(|value| value > 0.0)
}

fn caption(spec: &FigureSpec, points: &Points) -> String {
    let label = if spec.y_label.is_empty() {
        &spec.y
    } else {
        &spec.y_label
    };
    if is_log(spec, points) {
        format!("{label} (by its logarithm)")
    } else {
        label.clone()
    }
}

fn scale(spec: &FigureSpec, points: &Points, from: f64, to: f64) -> Scale {
    let axis = Axis::new("", "");
    let axis = if is_log(spec, points) {
        axis.log()
    } else {
        axis
    };
    let zero = (spec.kind == FigureKind::Bars).then_some(0.0);
    let values = points.extent().chain(zero).chain(spec.reference);
    axis.scale(values, from, to)
}

struct Panel<'a> {
    spec: &'a FigureSpec,
    points: &'a Points,
    order: &'a [usize],
    series: &'a [usize],
    scale: Scale,
    top: f64,
    row: f64,
    /// Where the labels of the rows end, and their most letters, in the panel
    /// that has them.
    labels: Option<(f64, usize)>,
    /// Whether each row ends with its figure.
    figures: bool,
    heading: Option<&'a str>,
}

impl Panel<'_> {
    fn draw(&self, svg: &mut Svg) {
        let bottom = self.top + self.row * self.order.len() as f64;
        let (from, to) = (self.scale.from(), self.scale.to());
        if let Some(heading) = self.heading {
            let room = ((to - from) / LETTER) as usize;
            svg.text(
                "l b",
                Anchor::Start,
                (from, self.top - 6.0),
                &cut(heading, room),
            );
        }
        let ticks = self.scale.ticks_apart(ACROSS);
        for (x, text) in &ticks {
            svg.line("g", (*x, self.top), (*x, bottom));
            svg.text("t", Anchor::Middle, (*x, bottom + 14.0), text);
        }
        let reference = self
            .spec
            .reference
            .and_then(|value| self.scale.pixel(value));
        if let Some(x) = reference {
            svg.line("ref", (x, self.top), (x, bottom));
        }
        for (number, &x) in self.order.iter().enumerate() {
            let y = self.top + self.row * (number as f64 + 0.5);
            if let Some((left, most)) = self.labels {
                let label = cut(&self.points.xs[x], most);
                svg.text("l", Anchor::End, (left - 8.0, y + 4.0), &label);
            }
            if number > 0 && number % 5 == 0 {
                let edge = y - self.row / 2.0;
                svg.line("g", (from, edge), (to, edge));
            }
            self.row(svg, x, y);
        }
    }

    fn row(&self, svg: &mut Svg, x: usize, middle: f64) {
        let some = self
            .series
            .iter()
            .any(|&s| self.points.value(s, x).is_some());
        if !some {
            svg.text(
                "t",
                Anchor::Start,
                (self.scale.from() + 2.0, middle + 4.0),
                "–",
            );
        }
        for (number, &series) in self.series.iter().enumerate() {
            let values = self.points.all(series, x);
            let shift = 11.0 * (number as f64 - (self.series.len() as f64 - 1.0) / 2.0);
            // A panel of its own needs no colour of its own.
            let look = if self.heading.is_some() { 0 } else { series };
            for &value in values {
                self.mark(svg, look, value, middle + shift);
            }
            if let [value] = values
                && self.figures
            {
                let text = rounded(*value, self.points);
                svg.text("t", Anchor::End, (svg.width - 2.0, middle + 4.0), &text);
            }
        }
    }

    fn mark(&self, svg: &mut Svg, series: usize, value: Value, y: f64) {
        let Some(at) = self.scale.pixel(value.at) else {
            let spot = (self.scale.from() + 2.0, y + 4.0);
            svg.text(&format!("t n{series}"), Anchor::Start, spot, "0");
            return;
        };
        if self.spec.kind == FigureKind::Bars {
            let zero = self.scale.clamped(0.0).unwrap_or(self.scale.from());
            let (from, to) = (zero.min(at), zero.max(at));
            let class = match value.fill() {
                Fill::Solid => format!("m c{series}"),
                Fill::Hollow => format!("m h l{series}"),
            };
            svg.rect(&class, "", (from, y - 4.0), (to - from, 8.0));
        }
        let ends = value.interval.map(|(lo, hi)| {
            let end = |value: f64| self.scale.clamped(value);
            (end(lo).unwrap_or(at), end(hi).unwrap_or(at))
        });
        if let Some((lo, hi)) = ends {
            let class = match self.spec.kind {
                FigureKind::Bars => "whisker".to_string(),
                _ => format!("w l{series}"),
            };
            svg.line(&class, (lo, y), (hi, y));
        }
        if self.spec.kind == FigureKind::Dots {
            svg.marker(series, value.fill(), (at, y));
        }
    }
}

/// A figure with as many decimals as its interval leaves some meaning.
fn rounded(value: Value, points: &Points) -> String {
    let half = value.interval.map_or(0.0, |(lo, hi)| (hi - lo) / 2.0);
    let text = figure(value.at, points);
    let decimals = text
        .split_once('.')
        .map_or(0, |(_, decimals)| decimals.len());
    if half <= 0.0 {
        return text;
    }
    let fewer = (-half.log10()).ceil().max(0.0) as usize;
    format!("{:.*}", decimals.min(fewer), value.at).replace('-', "\u{2212}")
}

/// A figure beside its row, with about four digits.
pub(super) fn figure(value: f64, points: &Points) -> String {
    let largest = points.extent().fold(0.0, |m: f64, v| m.max(v.abs()));
    let decimals = match largest {
        l if l >= 1000.0 => 0,
        l if l >= 100.0 => 1,
        l if l >= 10.0 => 2,
        _ => 4,
    };
    let whole = points.extent().all(|value| value.fract() == 0.0);
    format!("{value:.*}", if whole { 0 } else { decimals }).replace('-', "\u{2212}")
}
