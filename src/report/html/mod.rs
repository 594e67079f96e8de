//! One page of HTML that loads nothing: no network, no fonts, no framework; large
//! CSV files are linked beside it. It is read in light, dark and print, by keyboard
//! and by screen readers, and without JavaScript, which only sorts tables.
//!
//! The page is a template filled from plain data: it knows no rules and reads
//! no files.

mod board;
mod figure;
mod heat;
mod lines;
mod page;
mod rows;
mod svg;
mod table;

#[cfg(test)]
mod tests;

pub use figure::{FigureKind, FigureSpec, given_up};
pub use page::{
    FigureView, Made, Page, Pictures, PlayedRuleset, RulesetCard, Section, board_picture,
    draw_figure, render,
};
pub use table::{ColumnView, CsvLink, MOST_BYTES, MOST_ROWS, TableView};

pub(in crate::report) use table::rounded;
