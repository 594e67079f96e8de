//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

pub mod board;
pub mod chart;

pub use board::{Board, BoardCell};
