//! What a whole is made of, a bar a row.

use super::axis::Axis;
use super::canvas::{Align, Canvas, Type, Weight};
use super::layout::{Sample, bottom_axis, headed, legend, nothing, row_labels};
use super::lettering::text_width;
use super::output::Chart;
use super::style::{INK, LABEL_SIZE, MARGIN, PAPER, SMALL_SIZE, WIDTH, colour, ink_on};
use super::ticks::number;

/// Horizontal bars of equal length, each cut in proportion to counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Stacked {
    pub title: String,
    pub notes: Vec<String>,
    /// What the whole bar is ("share of plies").
    pub whole: String,
    /// Kinds in order from the left; beyond eight, colours repeat paler.
    pub kinds: Vec<String>,
    pub rows: Vec<StackedRow>,
}

/// One bar of a [`Stacked`] chart.
#[derive(Clone, Debug, PartialEq)]
pub struct StackedRow {
    pub label: String,
    /// How many of each kind, in the order of the kinds.
    pub counts: Vec<u64>,
}

impl Chart for Stacked {
    fn canvas(&self) -> Canvas {
        const ROW: f64 = 58.0;
        const BAR: f64 = 42.0;
        let (mut canvas, y) = headed(&self.title, &self.notes);
        let kinds = self.kinds.iter().enumerate();
        let samples: Vec<_> = kinds
            .map(|(kind, name)| (name.clone(), Sample::Patch(colour(kind))))
            .collect();
        let top = legend(&mut canvas, y, &samples);

        let (names, labels) = row_labels(self.rows.iter().map(|row| row.label.as_str()));
        let across = (MARGIN + labels + 24.0, WIDTH - MARGIN - 40.0);
        let bottom = top + ROW * self.rows.len().max(1) as f64;
        let axis = Axis::percent(self.whole.as_str()).range(0.0, 1.0);
        let scale = axis.scale(std::iter::empty(), across.0, across.1);
        let below = bottom_axis(&mut canvas, &scale, across, (top, bottom), &axis.caption());

        for (r, row) in self.rows.iter().enumerate() {
            let middle = top + ROW * (r as f64 + 0.5);
            let look = Type::new(LABEL_SIZE, INK, Align::Right);
            canvas.text((across.0 - 24.0, middle), names[r].as_str(), look);
            let total: u128 = row.counts.iter().map(|&count| u128::from(count)).sum();
            if total == 0 {
                nothing(
                    &mut canvas,
                    (across.0 + 12.0, middle),
                    "no data",
                    Align::Left,
                );
                continue;
            }
            let mut before = 0u128;
            for (kind, &count) in row.counts.iter().enumerate() {
                let share = |part: u128| part as f64 / total as f64;
                let place = |part: u128| across.0 + share(part) * (across.1 - across.0);
                let (from, to) = (place(before), place(before + u128::from(count)));
                before += u128::from(count);
                if count == 0 {
                    continue;
                }
                let (upper, lower) = (middle - BAR / 2.0, middle + BAR / 2.0);
                canvas.rectangle((from, upper), (to, lower), colour(kind));
                canvas.line(&[(to, upper), (to, lower)], PAPER, 2, &[]);
                let text = number(100.0 * share(u128::from(count)), 1);
                if text_width(&text, SMALL_SIZE, Weight::Regular) + 14.0 < to - from {
                    let look = Type::new(SMALL_SIZE, ink_on(colour(kind)), Align::Centre);
                    canvas.text(((from + to) / 2.0, middle), text, look);
                }
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
