//! Rows, CSV, charts, board drawings. Reads rows and calls no rules.

mod board;
mod csv;
mod manifest;
mod rows;
mod sheets;
mod summary;

pub use board::{Board, BoardCell};
pub use csv::{to_csv, write_whole};
pub use manifest::{FileEntry, Manifest, RulesetEntry, Status};
pub use rows::{Cell, Column, Sheet, ratio};
pub use sheets::{
    BLOCKING, BlockingRow, HISTOGRAMS, LENGTHS, OCCUPANCY, PAIRS, PairRow, SWAPS, SquareRow,
    ValueRow,
};
pub use summary::{Label, SUMMARY, SummaryRow};
