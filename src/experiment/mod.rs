//! From what was played to rows: the column lists of every file, and the
//! manifest that says how they were made.

mod manifest;
mod sheets;
pub mod sticks;
mod summary;

pub use manifest::{FileEntry, Manifest, RulesetEntry, Status};
pub use sheets::{
    BLOCKING, BlockingRow, HISTOGRAMS, LENGTHS, OCCUPANCY, PAIRS, PairRow, SWAPS, SquareRow,
    ValueRow,
};
pub use summary::{Label, SUMMARY, SummaryRow};

/// Every column of every file, in Markdown: the page `docs/columns.md`.
pub fn describe_columns() -> String {
    let sheets = [
        SUMMARY.describe(),
        LENGTHS.describe(),
        HISTOGRAMS.describe(),
        OCCUPANCY.describe(),
        SWAPS.describe(),
        PAIRS.describe(),
        BLOCKING.describe(),
    ];
    format!(
        "# Columns\n\n\
        The files that `senet simulate` writes, one table each. An empty cell is a figure that \
        there is not. Shares and chances go from 0 to 1. A file's version goes up when a column \
        changes its name, place or meaning; new columns come at the end and leave it.\n\n{}",
        sheets.join("\n")
    )
}
