//! Pictures inside the page. Colours are classes, so that they follow light,
//! dark and print; every picture has a title and a description.

use std::fmt::Write;

use crate::report::chart::axis::Apart;

/// Width of a chart in its own units; the page scales it.
pub(super) const WIDTH: f64 = 720.0;
/// The same for the width of a phone, where letters of the other would be too
/// small to read.
pub(super) const NARROW: f64 = 340.0;
/// Mean width of a letter at the size of labels.
pub(super) const LETTER: f64 = 6.5;
/// Ticks side by side, with four digits each.
pub(super) const ACROSS: Apart = Apart {
    even: 54.0,
    log: 36.0,
};
/// How many series have a colour and a marker of their own.
pub(super) const SERIES: usize = 6;

/// Where a text stands about its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How a marker is filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fill {
    Solid,
    /// A value that is not quite what it is called.
    Hollow,
}

/// A picture under construction.
#[derive(Debug)]
pub(super) struct Svg {
    /// In its own units.
    pub width: f64,
    body: String,
}

impl Svg {
    pub fn new(width: f64) -> Svg {
        Svg {
            width,
            body: String::new(),
        }
    }

    pub fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(short);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"
        );
    }

    /// A polyline through the points.
    pub fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"{}\"/>",
            outline(points)
        );
    }

    /// A closed, filled shape.
    pub fn area(&mut self, class: &str, points: &[(f64, f64)]) {
        let _ = writeln!(
            self.body,
            "<path class=\"{class}\" d=\"{}Z\"/>",
            outline(points)
        );
    }

    /// A rectangle; `style` adds to the class, empty for none.
    pub fn rect(&mut self, class: &str, style: &str, at: (f64, f64), size: (f64, f64)) {
        let [x, y, w, h] = [at.0, at.1, size.0, size.1].map(short);
        let style = match style {
            "" => String::new(),
            style => format!(" style=\"{style}\""),
        };
        let _ = writeln!(
            self.body,
            "<rect class=\"{class}\"{style} x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>"
        );
    }

    pub fn text(&mut self, class: &str, anchor: Anchor, at: (f64, f64), text: &str) {
        self.styled_text(class, "", anchor, at, text);
    }

    pub fn styled_text(
        &mut self,
        class: &str,
        style: &str,
        anchor: Anchor,
        (x, y): (f64, f64),
        text: &str,
    ) {
        let anchor = match anchor {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        };
        let style = match style {
            "" => String::new(),
            style => format!(" style=\"{style}\""),
        };
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\"{style}{anchor} x=\"{}\" y=\"{}\">{}</text>",
            short(x),
            short(y),
            escaped(text)
        );
    }

    /// A text that runs upward to the right from its point.
    pub fn slanted(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let [x, y] = [x, y].map(short);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" transform=\"translate({x} {y}) rotate(-45)\">{}</text>",
            escaped(text)
        );
    }

    /// What an axis means, about `middle` as far as the picture's edges let it,
    /// in as many lines as it needs; the baseline of the last.
    pub fn caption(&mut self, middle: f64, y: f64, text: &str) -> f64 {
        let room = (self.width / LETTER) as usize;
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ') {
            match lines.last_mut() {
                Some(line) if line.chars().count() + word.chars().count() < room => {
                    *line += " ";
                    *line += word;
                }
                _ => lines.push(word.to_string()),
            }
        }
        let mut below = y;
        for (number, line) in lines.iter().enumerate() {
            below = y + 15.0 * number as f64;
            let half = LETTER * line.chars().count() as f64 / 2.0;
            let at = middle.min(self.width - half).max(half);
            self.text("l", Anchor::Middle, (at, below), line);
        }
        below
    }

    /// The marker of series `index`: shape and colour differ.
    pub fn marker(&mut self, index: usize, fill: Fill, (x, y): (f64, f64)) {
        let class = match fill {
            Fill::Solid => format!("m c{}", index % SERIES),
            Fill::Hollow => format!("m h l{}", index % SERIES),
        };
        let at = |dx: f64, dy: f64| (x + dx, y + dy);
        match index % SERIES {
            0 => {
                let _ = writeln!(
                    self.body,
                    "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"4\"/>",
                    short(x),
                    short(y)
                );
            }
            1 => self.rect(&class, "", at(-3.6, -3.6), (7.2, 7.2)),
            2 => self.area(&class, &[at(0.0, -4.8), at(4.6, 3.6), at(-4.6, 3.6)]),
            3 => self.area(
                &class,
                &[at(0.0, -5.0), at(5.0, 0.0), at(0.0, 5.0), at(-5.0, 0.0)],
            ),
            4 => self.area(&class, &[at(0.0, 4.8), at(4.6, -3.6), at(-4.6, -3.6)]),
            _ => self.area(
                &class,
                &[
                    at(-1.5, -5.0),
                    at(1.5, -5.0),
                    at(1.5, -1.5),
                    at(5.0, -1.5),
                    at(5.0, 1.5),
                    at(1.5, 1.5),
                    at(1.5, 5.0),
                    at(-1.5, 5.0),
                    at(-1.5, 1.5),
                    at(-5.0, 1.5),
                    at(-5.0, -1.5),
                    at(-1.5, -1.5),
                ],
            ),
        }
    }

    /// A small dot in the colour of series `index`.
    pub fn dot(&mut self, index: usize, (x, y): (f64, f64)) {
        let _ = writeln!(
            self.body,
            "<circle class=\"m c{}\" cx=\"{}\" cy=\"{}\" r=\"2\"/>",
            index % SERIES,
            short(x),
            short(y)
        );
    }

    /// Markers and names in a row (or several) from `y` down; the `y` below.
    pub fn legend(&mut self, names: &[String], left: f64, y: f64) -> f64 {
        let (mut x, mut y) = (left, y);
        for (index, name) in names.iter().enumerate() {
            let width = 26.0 + LETTER * name.chars().count() as f64 + 12.0;
            if x > left && x + width > self.width {
                (x, y) = (left, y + 18.0);
            }
            self.marker(index, Fill::Solid, (x + 8.0, y));
            self.text("l", Anchor::Start, (x + 18.0, y + 4.0), name);
            x += width;
        }
        y + 20.0
    }

    /// The finished picture of that height. `id` must be unique in the page.
    pub fn finish(self, id: &str, title: &str, description: &str, height: f64) -> String {
        let [width, height] = [self.width, height].map(short);
        format!(
            "<svg class=\"picture\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             aria-labelledby=\"{id}-title {id}-desc\">\n<title id=\"{id}-title\">{}</title>\n\
             <desc id=\"{id}-desc\">{}</desc>\n{}</svg>\n",
            escaped(title),
            escaped(description),
            self.body
        )
    }
}

fn outline(points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (i, &(x, y)) in points.iter().enumerate() {
        let step = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{step}{} {}", short(x), short(y));
    }
    path
}

/// With one decimal at most.
pub(super) fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_string()
}

/// Text as it may stand in HTML and SVG.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// `text`, cut with an ellipsis to at most `most` letters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    kept + "…"
}
