//! Charts as PNG and SVG, from plain figures: no rules, no games.
//!
//! A chart is laid out once, as a list of shapes, and drawn from it in both
//! formats with an embedded font, so the same data give the same bytes on any
//! machine. Colours can be told apart by colour-blind readers, and markers,
//! dashes or labels carry the difference too. What is missing or not finite is
//! left out and said to be missing, never drawn as 0.

pub(in crate::report) mod axis;
mod board;
mod canvas;
mod dash;
mod figures;
mod forest;
mod layout;
mod lengths;
mod lettering;
mod output;
mod plot;
mod stacked;
mod style;
pub(in crate::report) mod ticks;

#[cfg(test)]
mod samples;
#[cfg(test)]
mod tests;

pub use axis::{Axis, Spacing};
pub(in crate::report) use board::ramp;
pub use board::{Board, Boards};
pub use canvas::Canvas;
pub use figures::{
    AdvantageRow, BlockingRow, ThrowRow, ThrowTableCurve, advantage, blocking, occupancy,
    throw_tables, where_plies_go,
};
pub use forest::{Estimate, Forest, ForestPanel, ForestRow};
pub use lengths::{LengthRow, Lengths};
pub use output::{Chart, draw};
pub use plot::{Mark, Plot, PlotPanel, PlotSeries};
pub use stacked::{Stacked, StackedRow};
pub(in crate::report) use style::{channels, ink_on};
