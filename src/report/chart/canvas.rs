//! A picture as a list of shapes, laid out once and written twice.

use std::sync::Once;

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, RGBAColor, register_font};

use super::style::{Dash, Marker, PAPER};

/// Registered with the embedded font; in an SVG, where text stays text, the
/// later names stand in on machines without it (Verdana is as wide).
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// Where along a text its given point lies; vertically it is always the middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Left,
    Centre,
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub size: f64,
    pub colour: RGBColor,
    pub weight: Weight,
    pub align: Align,
}

impl Type {
    pub fn new(size: f64, colour: RGBColor, align: Align) -> Type {
        Type {
            size,
            colour,
            weight: Weight::Regular,
            align,
        }
    }

    pub fn bold(self) -> Type {
        Type {
            weight: Weight::Bold,
            ..self
        }
    }
}

/// A point in pixels, from the upper left corner.
pub(super) type Spot = (f64, f64);

#[derive(Clone, Debug)]
enum Shape {
    Rectangle {
        from: Spot,
        to: Spot,
        fill: RGBAColor,
    },
    Line {
        points: Vec<Spot>,
        colour: RGBAColor,
        width: u32,
    },
    Polygon {
        points: Vec<Spot>,
        fill: RGBAColor,
    },
    Disc {
        centre: Spot,
        radius: f64,
        fill: RGBAColor,
    },
    Text {
        at: Spot,
        text: String,
        look: Type,
    },
}

/// The shapes of a picture, from back to front.
#[derive(Clone, Debug)]
pub struct Canvas {
    shapes: Vec<Shape>,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    pub(super) description: String,
}

impl Canvas {
    /// An empty picture; `title` and `description` go into the SVG for readers
    /// who cannot see it. The height is set when the layout is known.
    pub(super) fn new(width: f64, title: &str, description: &str) -> Canvas {
        Canvas {
            shapes: Vec::new(),
            width,
            height: 0.0,
            title: title.to_owned(),
            description: description.to_owned(),
        }
    }

    pub(super) fn rectangle(&mut self, from: Spot, to: Spot, fill: impl Into<RGBAColor>) {
        let fill = fill.into();
        self.shapes.push(Shape::Rectangle { from, to, fill });
    }

    pub(super) fn frame(&mut self, from: Spot, to: Spot, colour: RGBColor, width: u32) {
        let corners = [from, (to.0, from.1), to, (from.0, to.1), from];
        self.line(&corners, colour, width, &[]);
    }

    pub(super) fn line(&mut self, points: &[Spot], colour: RGBColor, width: u32, dash: Dash) {
        for points in dashed(points, dash) {
            self.shapes.push(Shape::Line {
                points,
                colour: colour.into(),
                width,
            });
        }
    }

    pub(super) fn polygon(&mut self, points: Vec<Spot>, fill: impl Into<RGBAColor>) {
        let fill = fill.into();
        self.shapes.push(Shape::Polygon { points, fill });
    }

    /// `radius` is half the marker's width, in pixels.
    pub(super) fn marker(&mut self, at: Spot, marker: Marker, radius: f64, colour: RGBColor) {
        let (x, y) = at;
        let r = radius;
        match marker {
            Marker::Disc => self.shapes.push(Shape::Disc {
                centre: at,
                radius: r,
                fill: colour.into(),
            }),
            Marker::Square => {
                let r = 0.88 * r;
                self.rectangle((x - r, y - r), (x + r, y + r), colour);
            }
            Marker::Triangle => self.polygon(
                vec![(x - 1.1 * r, y + r), (x + 1.1 * r, y + r), (x, y - 1.1 * r)],
                colour,
            ),
            Marker::Diamond => self.polygon(
                vec![
                    (x - 1.25 * r, y),
                    (x, y - 1.25 * r),
                    (x + 1.25 * r, y),
                    (x, y + 1.25 * r),
                ],
                colour,
            ),
            Marker::Cross => {
                self.line(&[(x - r, y - r), (x + r, y + r)], colour, 4, &[]);
                self.line(&[(x - r, y + r), (x + r, y - r)], colour, 4, &[]);
            }
        }
    }

    /// `at` is the middle of the line's height.
    pub(super) fn text(&mut self, at: Spot, text: impl Into<String>, look: Type) {
        let text = text.into();
        if !text.is_empty() {
            self.shapes.push(Shape::Text { at, text, look });
        }
    }

    /// Draws every shape on `backend`.
    pub(super) fn paint<B: DrawingBackend>(&self, backend: B) -> anyhow::Result<()>
    where
        B::ErrorType: 'static,
    {
        register();
        let area = backend.into_drawing_area();
        area.fill(&PAPER)?;
        for shape in &self.shapes {
            match shape {
                Shape::Rectangle { from, to, fill } => {
                    area.draw(&Rectangle::new([pixel(*from), pixel(*to)], fill.filled()))?;
                }
                Shape::Line {
                    points,
                    colour,
                    width,
                } => {
                    let points: Vec<_> = points.iter().map(|&spot| pixel(spot)).collect();
                    area.draw(&PathElement::new(points, colour.stroke_width(*width)))?;
                }
                Shape::Polygon { points, fill } => {
                    let points: Vec<_> = points.iter().map(|&spot| pixel(spot)).collect();
                    area.draw(&Polygon::new(points, fill.filled()))?;
                }
                Shape::Disc {
                    centre,
                    radius,
                    fill,
                } => {
                    area.draw(&Circle::new(pixel(*centre), *radius, fill.filled()))?;
                }
                Shape::Text { at, text, look } => {
                    let across = match look.align {
                        Align::Left => HPos::Left,
                        Align::Centre => HPos::Center,
                        Align::Right => HPos::Right,
                    };
                    let style = TextStyle::from(font(look.size, look.weight))
                        .color(&look.colour)
                        .pos(Pos::new(across, VPos::Center));
                    area.draw(&Text::new(text.as_str(), pixel(*at), style))?;
                }
            }
        }
        area.present()?;
        Ok(())
    }

    /// Each text with the box it fills: left, top, right, bottom.
    #[cfg(test)]
    pub(super) fn text_boxes(&self) -> Vec<(&str, [f64; 4])> {
        let texts = self.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { at, text, look } => Some((at, text, look)),
            _ => None,
        });
        texts
            .map(|(&(x, y), text, look)| {
                let width = text_width(text, look.size, look.weight);
                let left = match look.align {
                    Align::Left => x,
                    Align::Centre => x - width / 2.0,
                    Align::Right => x - width,
                };
                let half = 0.36 * look.size;
                (text.as_str(), [left, y - half, left + width, y + half])
            })
            .collect()
    }
}

/// Width of `text` in pixels.
pub(super) fn text_width(text: &str, size: f64, weight: Weight) -> f64 {
    register();
    let size = font(size, weight).box_size(text);
    f64::from(size.expect("the embedded font is registered").0)
}

/// The width of the widest of `texts` in regular weight; 0 for none.
pub(super) fn widest<'a>(texts: impl IntoIterator<Item = &'a str>, size: f64) -> f64 {
    let widths = texts
        .into_iter()
        .map(|text| text_width(text, size, Weight::Regular));
    widths.fold(0.0, f64::max)
}

/// `text` in lines no wider than `width` where its words allow.
pub(super) fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
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

fn font(size: f64, weight: Weight) -> FontDesc<'static> {
    let style = match weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    (FAMILY, size, style).into()
}

fn register() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let faces = [
            (FontStyle::Normal, dejavu::sans::regular()),
            (FontStyle::Bold, dejavu::sans::bold()),
        ];
        for (style, bytes) in faces {
            let registered = register_font(FAMILY, style, bytes);
            assert!(registered.is_ok(), "the embedded font is a font");
        }
    });
}

fn pixel((x, y): Spot) -> (i32, i32) {
    (x.round() as i32, y.round() as i32)
}

/// The drawn pieces of a line; plotters' backends draw whole lines only.
fn dashed(points: &[Spot], dash: Dash) -> Vec<Vec<Spot>> {
    if dash.is_empty() {
        return vec![points.to_vec()];
    }
    let mut pieces = Vec::new();
    let (mut phase, mut left) = (0, dash[0]);
    let mut piece: Vec<Spot> = points.first().copied().into_iter().collect();
    for ends in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [ends[0], ends[1]];
        let length = (x1 - x0).hypot(y1 - y0);
        let mut done = 0.0;
        while length - done > left {
            done += left;
            let at = (
                x0 + (x1 - x0) * done / length,
                y0 + (y1 - y0) * done / length,
            );
            if phase % 2 == 0 {
                piece.push(at);
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at];
            }
            phase = (phase + 1) % dash.len();
            left = dash[phase];
        }
        left -= length - done;
        if phase % 2 == 0 {
            piece.push((x1, y1));
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_go_on_round_corners() {
        let pieces = dashed(&[(0.0, 0.0), (5.0, 0.0), (5.0, 9.0)], &[4.0, 3.0]);
        let expected = vec![vec![(0.0, 0.0), (4.0, 0.0)], vec![(5.0, 2.0), (5.0, 6.0)]];
        assert_eq!(pieces, expected);
    }

    #[test]
    fn wrapping_keeps_the_words() {
        let text = "the sum of the lines is the text again";
        let lines = wrapped(text, 30.0, 200.0);
        assert!(lines.len() > 2);
        assert_eq!(lines.join(" "), text);
        assert!(widest(lines.iter().map(String::as_str), 30.0) <= 200.0);
    }
}
