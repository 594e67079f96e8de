//! A picture as a list of shapes, laid out once and written twice.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontStyle, RGBAColor};

use super::dash::dashed;
use super::lettering::{self, BASELINE};
use super::style::{Dash, Marker, PAPER};

/// In an SVG text stays text; the later names stand in for the first on
/// machines without it (Verdana is as wide).
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

/// Who sets the letters of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lettering {
    /// The backend, as text.
    Backend,
    /// [`Canvas::letter`], afterwards.
    Apart,
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

    /// Draws every shape on `backend`, places and sizes times `enlarged`.
    pub(super) fn paint<B: DrawingBackend>(
        &self,
        backend: B,
        enlarged: f64,
        lettering: Lettering,
    ) -> anyhow::Result<()>
    where
        B::ErrorType: 'static,
    {
        let pixel = |(x, y): Spot| ((x * enlarged).round() as i32, (y * enlarged).round() as i32);
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
                    let width = (f64::from(*width) * enlarged).round() as u32;
                    area.draw(&PathElement::new(points, colour.stroke_width(width)))?;
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
                    let radius = radius * enlarged;
                    area.draw(&Circle::new(pixel(*centre), radius, fill.filled()))?;
                }
                Shape::Text { at, text, look } => {
                    if lettering == Lettering::Backend {
                        area.draw(&backend_text(text, pixel(*at), look))?;
                    }
                }
            }
        }
        area.present()?;
        Ok(())
    }

    /// Calls `cover` with each pixel that a text touches, its colour, and how
    /// much of the pixel, 0 to 1.
    pub(super) fn letter(&self, enlarged: f64, mut cover: impl FnMut(i32, i32, RGBColor, f32)) {
        for shape in &self.shapes {
            if let Shape::Text { at, text, look } = shape {
                lettering::draw_text(text, *at, *look, enlarged, |x, y, share| {
                    cover(x, y, look.colour, share);
                });
            }
        }
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
                let width = lettering::text_width(text, look.size, look.weight);
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

/// A text as the SVG backend takes it; half an x-height from the middle is
/// where that puts the baseline, so the rest is added.
fn backend_text<'a>(
    text: &'a str,
    (x, y): (i32, i32),
    look: &'a Type,
) -> Text<'a, (i32, i32), &'a str> {
    const HALF_X_HEIGHT: f64 = 0.22;
    let across = match look.align {
        Align::Left => HPos::Left,
        Align::Centre => HPos::Center,
        Align::Right => HPos::Right,
    };
    let weight = match look.weight {
        Weight::Regular => FontStyle::Normal,
        Weight::Bold => FontStyle::Bold,
    };
    let style = TextStyle::from((FAMILY, look.size, weight).into_font())
        .color(&look.colour)
        .pos(Pos::new(across, VPos::Center));
    let down = ((BASELINE - HALF_X_HEIGHT) * look.size).round() as i32;
    Text::new(text, (x, y + down), style)
}
