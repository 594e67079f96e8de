//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

mod board;
pub mod chart;
mod csv;
mod rows;

pub use board::{Board, BoardCell};
pub use csv::{to_csv, write_whole};
pub(crate) use rows::column;
pub use rows::{Cell, Column, Sheet, ratio};
