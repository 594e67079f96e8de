//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

mod board;
pub mod chart;
mod csv;
mod data;
pub mod html;
mod latex;
mod picture;
mod rows;
mod text_tables;
mod whole;

pub use board::draw_board;
pub use csv::to_csv;
pub use data::{DataError, DataTable, number};
pub use picture::{BoardPicture, BoardSquare, SquareMark};
pub(crate) use rows::column;
pub use rows::{Cell, Column, Sheet, p_value, ratio};
pub use text_tables::{Caption, MOST_PAPER_ROWS, TableFormat, text_table};
pub use whole::{can_write, is_leftover, write_whole};
