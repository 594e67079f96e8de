//! What solved tables say: topics, the tasks that they are made of, and the
//! rows that come of them.
//!
//! Serves every game that the solver serves. A *task* looks at one table and
//! gives one [`Finding`]; a *topic* is a file or two of rows put together from
//! findings about several games. Findings are kept in files, so a study that
//! was broken off goes on from there.

mod check;
mod decisions;
mod derivatives;
mod figures;
mod game;
mod matched;
mod openings;
mod playing;
mod reach;
mod rows;
mod sheets;
mod store;

pub use check::{CheckFound, IdentityMeter, check};
pub use decisions::{DecisionsFound, MARGIN_EDGES, Notable, decisions};
pub use derivatives::{DerivativeFound, FormFound, derivatives};
pub use figures::{Figures, LengthFound, LengthKind, figures};
pub use game::{Game, GameLabel, TableKind};
pub use matched::{Holding, MatchedFound, matched};
pub use openings::{OpeningChoice, openings};
pub use playing::Playing;
pub use reach::{ReachFound, VisitedPoint, reach};
pub use rows::{
    AdvantageRow, AgentRow, BlockingValueRow, CheckRow, CurveRow, DerivativeRow, MarginRow,
    MatchedRow, NotableRow, OpeningRow, ReachRow, StickRow,
};
pub use sheets::{
    ADVANTAGE, BLOCKING_VALUE, CHECK, DECISION_AGENTS, DECISION_MARGINS, DERIVATIVES, MATCHED,
    NOTABLE_DECISIONS, OPENINGS, REACH, REACH_CURVE, STICK_STUDY,
};
pub use store::{Finding, JobEntry, JobStore, StudyManifest, TableEntry};

/// What a study is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, clap::ValueEnum)]
pub enum Topic {
    /// First player's chance and length of perfect play, by ruleset, reading
    /// and pieces
    Advantage,
    /// What pairs and walls are worth: removed, denied to one side, matched
    Blocking,
    /// The same figures as the sticks' chance p varies
    Sticks,
    /// Equity and regret of every first choice
    Openings,
    /// Closest decisions, and what natural heuristics lose
    Decisions,
    /// How much of the table can arise, and how much does in perfect play
    Reach,
    /// Perfect play against the exact figures: wins, lengths, the luck identity
    Check,
    /// Smaller tables made from a table, and the regret that they cost
    Derivatives,
}

impl Topic {
    /// All topics.
    pub const ALL: [Topic; 8] = [
        Topic::Advantage,
        Topic::Blocking,
        Topic::Sticks,
        Topic::Openings,
        Topic::Decisions,
        Topic::Reach,
        Topic::Check,
        Topic::Derivatives,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Topic::Advantage => "advantage",
            Topic::Blocking => "blocking",
            Topic::Sticks => "sticks",
            Topic::Openings => "openings",
            Topic::Decisions => "decisions",
            Topic::Reach => "reach",
            Topic::Check => "check",
            Topic::Derivatives => "derivatives",
        }
    }
}

/// One look at one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Task {
    Figures,
    Matched,
    Openings,
    Decisions,
    Reach,
    Check,
    Derivatives,
}

impl Task {
    pub fn name(self) -> &'static str {
        match self {
            Task::Figures => "figures",
            Task::Matched => "matched",
            Task::Openings => "openings",
            Task::Decisions => "decisions",
            Task::Reach => "reach",
            Task::Check => "check",
            Task::Derivatives => "derivatives",
        }
    }
}
