//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

mod board;

pub use board::{Board, BoardCell};
