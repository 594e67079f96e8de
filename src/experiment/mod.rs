//! From what was played to rows: the column lists of every file, and the
//! manifest that says how they were made.

pub mod account;
mod analysis;
pub mod chance_grid;
mod ladder;
mod ladder_store;
mod manifest;
mod matches;
pub mod run;
pub mod section;
mod sheets;
pub mod sticks;
mod summary;
mod summary_columns;

pub use analysis::{
    ANALYSIS, ANNOTATION, AnnotatedPly, ChoiceRow, METHODS, MethodRow, PUZZLES, PuzzleRow,
};
pub use ladder::{CROSS, CrossRow, RATINGS, RatingRow};
pub use ladder_store::{LadderPlan, LadderStore};
pub use manifest::{FileEntry, Manifest, RulesetEntry, Status};
pub use matches::{ERRORS, MATCH, MatchRow, PAIRINGS, PHASE_REGRET, SKILL, SkillRow};
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
        MATCH.describe(),
        PAIRINGS.describe(),
        RATINGS.describe(),
        CROSS.describe(),
        SKILL.describe(),
        ERRORS.describe(),
        PHASE_REGRET.describe(),
        ANALYSIS.describe(),
        METHODS.describe(),
        ANNOTATION.describe(),
        PUZZLES.describe(),
    ];
    let experiments = run::describe();
    let cast = [
        sticks::STICKS.describe(),
        sticks::STICKS_CHANCES.describe(),
        section::SECTIONS.describe(),
        account::RULESETS.describe(),
    ];
    format!(
        "# Columns\n\n\
        The files that `senet` writes, one table each. An empty cell is a figure that \
        there is not. Shares and chances go from 0 to 1. A file's version goes up when a column \
        changes its name, place or meaning; new columns come at the end and leave it. Files of one \
        name that different commands write are told apart below.\n\n{}\n{}\n\
        # Columns of experiments\n\n\
        The files that `senet run` writes (see experiments.md).\n\n{}",
        simulated.join("\n"),
        cast.join("\n"),
        experiments.join("\n")
    )
}
