//! The tables and the manifest of an experiment that is done.

use std::path::Path;

use serde::Serialize;

use super::super::folder::remove;
use super::plan::{Data, Plan};
use super::spec::{Figure, PlyLimits, Spec};
use super::store::{Clock, Found};
use super::tables::{FILES, Results, tables_of};
use super::work::Work;
use crate::experiment::Status;
use crate::experiment::manifest::sha256;
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
    /// Of the programs that did the jobs.
    pub revision: String,
    /// Of the program that made the tables from them.
    pub tables_revision: &'static str,
    /// Seconds since 1970 (UTC).
    pub started_unix: u64,
    /// Wall-clock time of all parts of the run together.
    pub seconds: f64,
    pub threads: usize,
    pub status: Status,
    pub seed: u64,
    #[serde(flatten)]
    pub plies: PlyLimits,
    /// Of everything in the spec that decides the tables.
    pub spec_digest: String,
    pub jobs: usize,
    pub rulesets: Vec<PlayedRuleset>,
    /// Files and learned weights that agents played with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub data: Vec<Data>,
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
    pub sha256: String,
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
    found: Vec<Found>,
    ran: &Ran<'_>,
) -> anyhow::Result<ExperimentManifest> {
    let mut revisions: Vec<&str> = Vec::new();
    for one in &found {
        if !revisions.contains(&one.revision.as_str()) {
            revisions.push(&one.revision);
        }
    }
    let revision = revisions.join(", ");
    let done = found.into_iter().map(|one| one.done).collect();
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
            sha256: sha256(&bytes),
        });
    }
    write_whole(&folder.join("spec.toml"), spec.text.as_bytes())?;
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
        limits: limits(spec, plan),
        command: ran.command.to_string(),
        program: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        revision,
        tables_revision: env!("SENET_REVISION"),
        started_unix: ran.clock.started_unix,
        seconds: ran.clock.seconds,
        threads: ran.threads,
        status: Status::Complete,
        seed: spec.seed,
        plies: spec.plies.clone(),
        spec_digest: plan.digest.clone(),
        jobs: plan.jobs.len(),
        rulesets,
        data: plan.data.clone(),
        tables,
        figures: spec.figures.clone(),
    };
    let text = serde_json::to_string_pretty(&manifest)? + "\n";
    write_whole(&folder.join("manifest.json"), text.as_bytes())?;
    Ok(manifest)
}

/// The limits that the spec tells of, and that of a part of it.
fn limits(spec: &Spec, plan: &Plan) -> String {
    if plan.only.is_empty() {
        return spec.limits.clone();
    }
    format!(
        "{}\n\nOnly a part of the experiment was run ({}): corrections for many comparisons count \
         those of this part alone.",
        spec.limits.trim_end(),
        plan.only.join(", ")
    )
}
