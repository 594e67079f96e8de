//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

mod board;
pub mod chart;
pub mod sticks;

pub use board::{Board, BoardCell};
