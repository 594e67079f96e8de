//! The tables and the manifest of an experiment that is done.

use std::path::Path;

use serde::Serialize;

use super::done::Done;
use super::plan::Plan;
use super::spec::{Figure, Spec};
use super::store::{Clock, remove};
use super::tables::{FILES, Results, tables_of};
use super::work::Work;
use crate::experiment::Status;
use crate::report::write_whole;

/// `manifest.json` of an experiment.
#[derive(Clone, Debug, Serialize)]
pub struct ExperimentManifest {
    pub experiment: String,
    pub title: String,
    pub question: String,
    pub method: String,
    pub limits: String,
    /// What makes it again.
    pub command: String,
    pub program: &'static str,
    pub version: &'static str,
    pub revision: &'static str,
    /// Seconds since 1970 (UTC).
    pub started_unix: u64,
    /// Wall-clock time of all parts of the run together.
    pub seconds: f64,
    pub threads: usize,
    pub status: Status,
    pub seed: u64,
    pub max_plies: u32,
    /// Of everything in the spec that decides the tables.
    pub spec_digest: String,
    pub jobs: usize,
    pub rulesets: Vec<PlayedRuleset>,
    pub tables: Vec<WrittenTable>,
    pub figures: Vec<Figure>,
}

/// A game of the experiment.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlayedRuleset {
    pub ruleset: String,
    /// Readings and keys changed.
    pub changes: Vec<String>,
    pub digest: String,
}

/// A file of the folder.
#[derive(Clone, Debug, Serialize)]
pub struct WrittenTable {
    pub file: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub columns_version: u32,
    pub rows: usize,
}

/// How the run went.
pub struct Ran<'a> {
    pub command: &'a str,
    pub threads: usize,
    pub clock: Clock,
}

/// Writes every table and, last of all, the manifest; returns what it wrote.
///
/// # Errors
/// A file cannot be written.
pub fn write_experiment(
    folder: &Path,
    spec: &Spec,
    plan: &Plan,
    done: Vec<Done>,
    ran: &Ran<'_>,
) -> anyhow::Result<ExperimentManifest> {
    let results = Results::collect(spec, plan, done);
    let mut tables = Vec::new();
    let written = tables_of(spec);
    // What another spec left here must not be read with this one's.
    for file in FILES {
        if written.iter().all(|table| table.file != file) {
            remove(&folder.join(file))?;
        }
    }
    for table in written {
        let (bytes, rows) = results.csv(table.file);
        write_whole(&folder.join(table.file), &bytes)?;
        tables.push(WrittenTable {
            file: table.file,
            title: table.title,
            description: table.about,
            columns_version: table.version,
            rows,
        });
    }
    let mut rulesets: Vec<PlayedRuleset> = Vec::new();
    for job in &plan.jobs {
        let base = match &job.work {
            Work::Compare { base, .. } => Some(base.as_ref()),
            _ => None,
        };
        for ruleset in base.into_iter().chain([&job.ruleset]) {
            let played = PlayedRuleset {
                ruleset: ruleset.id.clone(),
                changes: [&ruleset.applied[..], &ruleset.changed].concat(),
                digest: ruleset.digest().to_string(),
            };
            if !rulesets.contains(&played) {
                rulesets.push(played);
            }
        }
    }
    let manifest = ExperimentManifest {
        experiment: spec.name.clone(),
        title: spec.title.clone(),
        question: spec.question.clone(),
        method: spec.method.clone(),
        limits: spec.limits.clone(),
        command: ran.command.to_string(),
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        revision: env!("SENET_REVISION"),
        started_unix: ran.clock.started_unix,
        seconds: ran.clock.seconds,
        threads: ran.threads,
        status: Status::Complete,
        seed: spec.seed,
        max_plies: spec.max_plies,
        spec_digest: plan.digest.clone(),
        jobs: plan.jobs.len(),
        rulesets,
        tables,
        figures: spec.figures.clone(),
    };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    write_whole(&folder.join("manifest.json"), text.as_bytes())?;
    Ok(manifest)
}
