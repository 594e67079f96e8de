//! From what was played to rows: the column lists of every file, and the
//! manifest that says how they were made.

pub mod account;
mod analysis;
mod annotation;
pub mod chance_grid;
pub mod evaluation;
pub mod folder;
mod ladder;
mod ladder_store;
mod learning;
mod manifest;
mod matches;
mod puzzles;
pub mod run;
pub mod section;
mod shared_columns;
mod sheets;
mod skill_luck;
mod skill_rows;
pub mod sticks;
pub mod study;
mod summary;
mod summary_columns;

pub use analysis::{ANALYSIS, AgainstTruth, ChoiceRow, METHODS, MethodRow, SampleFigures};
pub use annotation::{ANNOTATION, AnnotatedPly};
pub use ladder::{CROSS, CrossRow, RATINGS, RatingRow};
pub use ladder_store::{LadderPlan, LadderStore, PairingId};
pub use learning::{CURVE, CurveRow, Measure};
pub use manifest::{
    FileEntry, LearnedEntry, Manifest, RulesetEntry, Status, command_line, day, sha256, typed,
};
pub use matches::{MATCH, MatchRow, PAIRINGS};
pub use puzzles::{PUZZLES, PuzzleRow};
pub use sheets::{
    BLOCKING, BlockingRow, HISTOGRAMS, LENGTHS, OCCUPANCY, PAIRS, PairRow, SWAPS, SquareRow,
    ValueRow,
};
pub use skill_luck::{SKILL_LUCK, SkillLuckRow, Study};
pub use skill_rows::{ERRORS, PHASE_REGRET, SKILL, SkillRow};
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
        CURVE.describe(),
        SKILL_LUCK.describe(),
    ];
    let studied = [
        study::ADVANTAGE.describe(),
        study::BLOCKING_VALUE.describe(),
        study::MATCHED.describe(),
        study::STICK_STUDY.describe(),
        study::OPENINGS.describe(),
        study::DECISION_AGENTS.describe(),
        study::DECISION_MARGINS.describe(),
        study::NOTABLE_DECISIONS.describe(),
        study::REACH.describe(),
        study::REACH_CURVE.describe(),
        study::CHECK.describe(),
        study::DERIVATIVES.describe(),
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
         name that different commands write are told apart below.

{}
{}
{}
\
         # Columns of experiments

\
         The files that `senet run` writes (see experiments.md).

{}",
         simulated.join("
"),
         studied.join("
"),
         cast.join("
"),
         experiments.join("
")
    )
}
