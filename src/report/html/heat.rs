//! Heat maps: a grid of x and series, or the boards themselves where x is a
//! square. Every cell has its figure, so that colour is never alone.

use super::board::{self, Tint};
use super::figure::{FigureSpec, Points};
use super::rows::figure;
use super::svg::{Anchor, LETTER, Svg, WIDTH, cut, escaped};
use crate::report::chart::{channels, ink_on, ramp};
use crate::report::picture::BoardPicture;

/// Letters of a label.
const LABEL: usize = 30;

/// The colours of a share of the range, for the square and for what stands in
/// it.
fn style(share: f64) -> (String, String) {
    let fill = ramp(share);
    (
        format!("fill:{}", channels(fill)),
        format!("fill:{}", channels(ink_on(fill))),
    )
}

/// A figure with as many decimals as `room` letters hold, at least none.
fn fitted(value: f64, points: &Points, room: f64) -> String {
    let mut text = figure(value, points);
    while text.contains('.') && text.chars().count() as f64 > room {
        let point = text.find('.').unwrap_or(0);
        let decimals = text.len() - point - 1;
        if decimals <= 1 {
            return format!("{value:.0}").replace('-', "\u{2212}");
        }
        text = format!("{value:.*}", decimals - 1).replace('-', "\u{2212}");
    }
    text
}

/// Where a value lies between the ends.
struct Range {
    lo: f64,
    hi: f64,
}

impl Range {
    fn of(points: &Points) -> Range {
        let values = || {
            let at = |series| {
                (0..points.xs.len()).filter_map(move |x| points.value(series, x).map(|v| v.at))
            };
            (0..points.series.len()).flat_map(at)
        };
        Range {
            lo: values().fold(f64::INFINITY, f64::min).min(0.0),
            hi: values().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    fn share(&self, value: f64) -> f64 {
        if self.hi > self.lo {
            (value - self.lo) / (self.hi - self.lo)
        } else {
            0.0
        }
    }
}

/// A grid, columns by x, rows by series.
pub(super) fn draw(spec: &FigureSpec, points: &Points, id: &str) -> String {
    let range = Range::of(points);
    let order = if points.numeric().is_some() {
        points.order()
    } else {
        (0..points.xs.len()).collect()
    };
    let longest = points.series.iter().map(|name| name.chars().count()).max();
    let left = 14.0 + LETTER * longest.unwrap_or(0).min(LABEL) as f64;
    let width = ((WIDTH - left - 4.0) / order.len() as f64).min(90.0);
    let longest = points
        .xs
        .iter()
        .map(|x| x.chars().count())
        .max()
        .unwrap_or(0);
    let slanted = LETTER * longest as f64 > width - 4.0;
    let top = if slanted {
        24.0 + 0.7 * LETTER * longest.min(LABEL) as f64
    } else {
        24.0
    };
    let height = 20.0;
    let mut svg = Svg::new(WIDTH);
    for (column, &x) in order.iter().enumerate() {
        let middle = left + width * (column as f64 + 0.5);
        let label = cut(&points.xs[x], LABEL);
        if slanted {
            svg.slanted("l", (middle, top - 6.0), &label);
        } else {
            svg.text("l", Anchor::Middle, (middle, top - 6.0), &label);
        }
    }
    for (row, name) in points.series.iter().enumerate() {
        let y = top + height * row as f64;
        svg.text("l", Anchor::End, (left - 6.0, y + 14.0), &cut(name, LABEL));
        for (column, &x) in order.iter().enumerate() {
            let at = (left + width * column as f64, y);
            let Some(value) = points.value(row, x) else {
                svg.rect("none", "", at, (width - 1.0, height - 1.0));
                continue;
            };
            let (fill, ink) = style(range.share(value.at));
            svg.rect("cell", &fill, at, (width - 1.0, height - 1.0));
            let text = fitted(value.at, points, (width - 2.0) / 6.0);
            let spot = (at.0 + width / 2.0, y + 14.0);
            svg.styled_text("t", &ink, Anchor::Middle, spot, &text);
        }
    }
    let bottom = top + height * points.series.len() as f64;
    let label = [spec.x_label.as_str(), spec.y_label.as_str()];
    let label: Vec<&str> = label.into_iter().filter(|text| !text.is_empty()).collect();
    svg.text(
        "l",
        Anchor::Start,
        (left, bottom + 18.0),
        &label.join("; cells: "),
    );
    svg.finish(id, &spec.title, &spec.alt, bottom + 28.0)
}

/// Width of a board with its frame, in its own units.
const BOARD: f64 = 352.0;

/// Boards, one a series, a figure in each square: by the numbers of the player
/// to whom the figure's filter limits it, else by A's. Each is a picture of its
/// own, so that they stand side by side where there is room; below them are the
/// scale of the colours and the key of the letters. `pictures` has the board of
/// each series.
pub(super) fn boards(
    spec: &FigureSpec,
    points: &Points,
    pictures: &[&BoardPicture],
    id: &str,
) -> String {
    let range = Range::of(points);
    let room = BOARD - 2.0;
    let mut html = "<div class=\"boards\">\n".to_string();
    for (series, (name, picture)) in points.series.iter().zip(pictures).enumerate() {
        let mut svg = Svg::new(BOARD);
        svg.text("l b", Anchor::Start, (1.0, 12.0), &cut(name, 44));
        let tints: Vec<Tint> = picture
            .squares
            .iter()
            .map(|square| {
                let number = match spec.filter.get("player").map(String::as_str) {
                    Some("B") => square.numbers.b?,
                    Some("A") => square.numbers.a?,
                    _ => square.numbers.a.or(square.numbers.b)?,
                };
                let number = number.to_string();
                let x = points.xs.iter().position(|x| *x == number)?;
                let value = points.value(series, x)?;
                let (fill, ink) = style(range.share(value.at));
                let side = room / f64::from(picture.columns.max(10));
                Some((fill, ink, fitted(value.at, points, side / 6.8)))
            })
            .collect();
        let top = 20.0;
        let height = board::tinted(&mut svg, picture, (1.0, top), room, &tints);
        let title = format!("{}: {name}", spec.title);
        html += &svg.finish(
            &format!("{id}-{series}"),
            &title,
            &board::described(picture),
            top + height + 1.0,
        );
    }
    html += "</div>\n";
    html += &scale(spec, points, &range, id);
    let key = board::key(pictures);
    if !key.is_empty() {
        html += &format!("<p class=\"key\">{key}</p>\n");
    }
    html
}

/// The colours from the least value to the greatest.
fn scale(spec: &FigureSpec, points: &Points, range: &Range, id: &str) -> String {
    const STEPS: u32 = 20;
    let (width, top) = (240.0, 2.0);
    let caption = if spec.y_label.is_empty() {
        &spec.y
    } else {
        &spec.y_label
    };
    let mut svg = Svg::new(BOARD);
    let each = width / f64::from(STEPS);
    for step in 0..STEPS {
        let (fill, _) = style(f64::from(step) / f64::from(STEPS - 1));
        let at = (f64::from(step) * each, top);
        svg.rect("step", &fill, at, (each, 10.0));
    }
    let low = if range.lo == 0.0 {
        "0".to_string()
    } else {
        fitted(range.lo, points, 5.0)
    };
    let high = fitted(range.hi, points, 5.0);
    let below = top + 22.0;
    svg.text("t", Anchor::Start, (0.0, below), &low);
    svg.text("t", Anchor::End, (width, below), &high);
    let words = format!("From {low} to {high}.");
    let id = format!("{id}-scale");
    let picture = svg.finish(&id, "Scale of the colours", &words, below + 4.0);
    let caption = escaped(caption);
    format!("<div class=\"scale\">\n<p class=\"key\">{caption}</p>\n{picture}</div>\n")
}
