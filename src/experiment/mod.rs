//! From what was played to rows: the column lists of every file, and the
//! manifest that says how they were made.

mod manifest;
mod sheets;
pub mod sticks;
mod summary;
mod summary_columns;

pub use manifest::{FileEntry, Manifest, RulesetEntry, Status};
pub use sheets::{
    BLOCKING, BlockingRow, HISTOGRAMS, LENGTHS, OCCUPANCY, PAIRS, PairRow, SWAPS, SquareRow,
    ValueRow,
};
pub use summary::{Label, SummaryRow};
pub use summary_columns::SUMMARY;

/// Every column of every file, in Markdown: the page `docs/columns.md`.
pub fn describe_columns() -> String {
    let simulated = [
        SUMMARY.describe(),
        LENGTHS.describe(),
        HISTOGRAMS.describe(),
        OCCUPANCY.describe(),
        SWAPS.describe(),
        PAIRS.describe(),
        BLOCKING.describe(),
    ];
    let cast = [sticks::STICKS.describe(), sticks::STICKS_CHANCES.describe()];
    format!(
        "# Columns\n\n\
        The files that `senet simulate` writes, one table each, and at the end those of `senet \
        sticks`. An empty cell is a figure that \
        there is not. Shares and chances go from 0 to 1. A file's version goes up when a column \
        changes its name, place or meaning; new columns come at the end and leave it.\n\n{}\n{}",
        simulated.join("\n"),
        cast.join("\n")
    )
}
