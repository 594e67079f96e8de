//! A figure for each square, drawn on the board.

use super::axis::Axis;
use super::canvas::{Align, Canvas, Spot, Type, Weight};
use super::layout::{headed, nothing};
use super::lettering::shortened;
use super::output::Chart;
use super::style::{
    FAINT_INK, INK, LABEL_SIZE, MARGIN, SMALL_SIZE, TICK_SIZE, WIDTH, ink_on, mix, tint,
};
use super::ticks::number;
use crate::report::picture::{BoardPicture, BoardSquare, SquareMark};
use plotters::style::RGBColor;

/// Boards in small multiples over one colour scale from 0 up.
#[derive(Clone, Debug, PartialEq)]
pub struct Boards {
    pub title: String,
    pub notes: Vec<String>,
    /// What the colours mean, with the unit ("plies with a piece on the square, %").
    pub caption: String,
    /// Shown figures are the data's times this (100 for shares in %).
    pub factor: f64,
    pub boards: Vec<Board>,
}

/// One board.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    pub label: String,
    pub picture: BoardPicture,
    /// Of each square of the picture; `None` where there is no figure.
    pub values: Vec<Option<f64>>,
}

/// Light to dark through yellow, green and blue: every step darker than the
/// last, so it reads without colour too (after Brewer's YlGnBu).
const RAMP: [RGBColor; 6] = [
    RGBColor(255, 255, 229),
    RGBColor(199, 233, 180),
    RGBColor(127, 205, 187),
    RGBColor(65, 182, 196),
    RGBColor(34, 94, 168),
    RGBColor(8, 29, 88),
];

/// The colour of `share`, held within 0 to 1.
pub(in crate::report) fn ramp(share: f64) -> RGBColor {
    let at = share.clamp(0.0, 1.0) * (RAMP.len() - 1) as f64;
    let step = (at as usize).min(RAMP.len() - 2);
    mix(RAMP[step], RAMP[step + 1], at - step as f64)
}

const GAP: f64 = 48.0;
/// Room for one of the two boards of a row.
const ROOM: f64 = (WIDTH - 2.0 * MARGIN - GAP) / 2.0;
/// Columns up to which squares have their full width.
const COLUMNS: f64 = 10.0;
const CELL_HEIGHT: f64 = 86.0;

impl Boards {
    fn highest(&self) -> f64 {
        let values = self.boards.iter().flat_map(|board| &board.values);
        let finite = values.flatten().copied().filter(|value| value.is_finite());
        finite.fold(0.0, f64::max)
    }

    /// Decimals that give the highest figure about two digits.
    fn decimals(&self) -> usize {
        let highest = self.highest() * self.factor;
        if highest > 0.0 {
            (1.0 - highest.log10().floor()).clamp(0.0, 4.0) as usize
        } else {
            0
        }
    }

    fn colour_bar(&self, canvas: &mut Canvas, y: f64) -> f64 {
        const STEPS: usize = 100;
        let (left, width) = (MARGIN + 30.0, 560.0);
        let edge = |step: usize| left + width * step as f64 / STEPS as f64;
        for step in 0..STEPS {
            let fill = ramp((step as f64 + 0.5) / STEPS as f64);
            canvas.rectangle((edge(step), y), (edge(step + 1), y + 30.0), fill);
        }
        canvas.frame((left, y), (left + width, y + 30.0), FAINT_INK, 1);
        let look = Type::new(TICK_SIZE, INK, Align::Centre);
        let highest = self.highest();
        if highest > 0.0 {
            let axis = Axis {
                factor: self.factor,
                ..Axis::new("", "").range(0.0, highest)
            };
            let scale = axis.scale(std::iter::empty(), left, left + width);
            for (x, text) in scale.ticks(6) {
                canvas.line(&[(x, y + 30.0), (x, y + 37.0)], FAINT_INK, 2, &[]);
                canvas.text((x, y + 56.0), text, look);
            }
        } else {
            canvas.text((left, y + 56.0), "0", look);
        }
        let look = Type::new(LABEL_SIZE, INK, Align::Left);
        canvas.text((left + width + 40.0, y + 16.0), self.caption.as_str(), look);
        y + 84.0
    }

    fn board(&self, canvas: &mut Canvas, board: &Board, (left, top): Spot) {
        let look = Type::new(LABEL_SIZE, INK, Align::Left).bold();
        let label = shortened(&board.label, LABEL_SIZE, Weight::Bold, ROOM);
        canvas.text((left, top + LABEL_SIZE / 2.0), label, look);
        let top = top + 1.3 * LABEL_SIZE;
        let highest = self.highest();
        let width = ROOM / COLUMNS.max(f64::from(board.picture.columns));
        let corners = |square: &BoardSquare| {
            let from = (
                left + f64::from(square.column) * width,
                top + f64::from(square.row) * CELL_HEIGHT,
            );
            (from, (from.0 + width, from.1 + CELL_HEIGHT))
        };
        let figures = board.picture.squares.iter().zip(&board.values);
        for (square, value) in figures {
            let (from, to) = corners(square);
            let value = value.filter(|value| value.is_finite());
            let fill = match value {
                Some(value) if highest > 0.0 => ramp(value / highest),
                Some(_) => ramp(0.0),
                None => tint(FAINT_INK, 0.15),
            };
            canvas.rectangle(from, to, fill);
            let ink = ink_on(fill);
            let middle = (from.0 + to.0) / 2.0;
            let small = Type::new(CORNER_SIZE, ink, Align::Left);
            canvas.text((from.0 + 6.0, from.1 + 16.0), square.label(), small);
            let small = Type::new(CORNER_SIZE, ink, Align::Centre).bold();
            canvas.text((middle, from.1 + 70.0), square.letters(), small);
            let text = value.map_or("–".to_owned(), |value| {
                number(value * self.factor, self.decimals())
            });
            let look = Type::new(SMALL_SIZE, ink, Align::Centre);
            canvas.text((middle, from.1 + 43.0), text, look);
        }
        for square in &board.picture.squares {
            let (from, to) = corners(square);
            canvas.frame(from, to, tint(FAINT_INK, 0.6), 1);
        }
    }
}

/// Square numbers at the upper left of a cell, letters at its foot.
const CORNER_SIZE: f64 = 24.0;

impl Chart for Boards {
    fn canvas(&self) -> Canvas {
        let mut notes = self.notes.clone();
        let used = |mark: &SquareMark| {
            let mut boards = self.boards.iter();
            boards.any(|board| {
                let mut squares = board.picture.squares.iter();
                squares.any(|square| square.marks.contains(mark))
            })
        };
        let letters: Vec<_> = SquareMark::ALL
            .into_iter()
            .filter(used)
            .map(|mark| format!("{} {}", mark.letter(), mark.name()))
            .collect();
        if !letters.is_empty() {
            notes.push(format!(
                "Letters mark special squares: {}.",
                letters.join(", ")
            ));
        }
        let (mut canvas, y) = headed(&self.title, &notes);
        let mut top = self.colour_bar(&mut canvas, y);
        if self.boards.is_empty() {
            nothing(
                &mut canvas,
                (WIDTH / 2.0, top + 20.0),
                "no data",
                Align::Centre,
            );
            top += 40.0;
        }
        for pair in self.boards.chunks(2) {
            for (column, board) in pair.iter().enumerate() {
                let left = MARGIN + column as f64 * (ROOM + GAP);
                self.board(&mut canvas, board, (left, top));
            }
            let rows = pair.iter().map(|board| board.picture.rows).max();
            top += 1.3 * LABEL_SIZE + f64::from(rows.unwrap_or(0)) * CELL_HEIGHT + 30.0;
        }
        canvas.height = top + MARGIN - 30.0;
        canvas
    }
}
