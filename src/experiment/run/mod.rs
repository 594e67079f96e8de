//! Experiments as files: a `spec.toml` becomes jobs, jobs become rows, rows
//! become tables and a manifest.
//!
//! Serves every ruleset; which job serves which games, and by what formulas,
//! stands with each kind: `games.rs`, `compare.rs`, `exact.rs`, `contest.rs`,
//! `trace.rs`, `walls.rs`. A run can be killed at any moment: each job's result is a file
//! that is there whole or not at all, and everything else is made from these
//! files. `docs/experiments.md` explains the format.

mod blocking;
mod compare;
mod contest;
mod done;
mod effects;
mod engine;
mod estimate;
mod exact;
mod fairest;
mod figures;
mod game_rows;
mod games;
mod grand;
mod keys;
mod output;
mod plan;
mod planner;
mod read;
mod read_figure;
mod read_group;
mod read_rules;
mod read_values;
mod rows;
mod solutions;
mod solved;
mod spec;
mod store;
mod tables;
mod trace;
mod troupe;
mod walls;
mod work;

pub use engine::{Progress, Watcher, results, run_jobs};
pub use estimate::estimate;
pub use output::{ExperimentManifest, Ran, write_experiment};
pub use plan::{Job, Plan, Scope, usual_folder};
pub use spec::{Figure, FigureKind, Kind, Spec};
pub use store::{Clock, Former, Found, JobStore};
pub use tables::{TableInfo, describe, tables_of};
pub use troupe::Troupe;
