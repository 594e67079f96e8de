//! Findings in files, so that a study that was broken off goes on; and the
//! manifest of a study.

use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use super::check::CheckFound;
use super::decisions::DecisionsFound;
use super::derivatives::DerivativeFound;
use super::figures::Figures;
use super::matched::MatchedFound;
use super::openings::OpeningChoice;
use super::reach::ReachFound;
use crate::experiment::manifest::{FileEntry, Status};
use crate::report::write_whole;

/// What a task gives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finding {
    Figures(Figures),
    Matched(Vec<MatchedFound>),
    Openings(Vec<OpeningChoice>),
    Decisions(DecisionsFound),
    Reach(ReachFound),
    Check(CheckFound),
    Derivatives(DerivativeFound),
}

/// A finished task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JobEntry {
    /// Task, game, table and whatever else decides the finding.
    pub job: String,
    /// Of the program that did it.
    pub revision: String,
    pub seconds: f64,
    pub finding: Finding,
}

/// The finished tasks of a folder.
pub struct JobStore {
    folder: PathBuf,
}

impl JobStore {
    /// # Errors
    /// The folder cannot be made.
    pub fn open(folder: &Path) -> anyhow::Result<JobStore> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(JobStore {
            folder: folder.to_path_buf(),
        })
    }

    fn path(&self, job: &str) -> PathBuf {
        self.folder.join(format!("{job}.json"))
    }

    pub fn has(&self, job: &str) -> bool {
        self.path(job).exists()
    }

    /// The finding of a finished task; `None` where it is not finished.
    ///
    /// # Errors
    /// The file is damaged.
    pub fn get(&self, job: &str) -> anyhow::Result<Option<JobEntry>> {
        let path = self.path(job);
        if !path.exists() {
            return Ok(None);
        }
        let text = std::fs::read(&path).with_context(|| format!("{}", path.display()))?;
        let entry: JobEntry = serde_json::from_slice(&text)
            .with_context(|| format!("{}: delete it to do it again", path.display()))?;
        anyhow::ensure!(
            entry.job == job,
            "{} is about {}: delete it to do it again",
            path.display(),
            entry.job
        );
        Ok(Some(entry))
    }

    /// Keeps a finding.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn put(&self, entry: &JobEntry) -> anyhow::Result<()> {
        let mut text = serde_json::to_vec_pretty(entry)?;
        text.push(b'\n');
        Ok(write_whole(&self.path(&entry.job), &text)?)
    }
}

/// `manifest.json` of a study: everything that may differ between two runs.
#[derive(Clone, Debug, Serialize)]
pub struct StudyManifest {
    pub program: &'static str,
    pub version: &'static str,
    /// The git revision it was built from, `-dirty` with changes on top.
    pub revision: &'static str,
    pub topic: &'static str,
    pub command_line: Vec<String>,
    pub status: Status,
    /// The day it was put together, UTC.
    pub date: String,
    pub started_unix: u64,
    /// Seconds of this run, and of all tasks that its rows come from, whenever
    /// they were done.
    pub seconds: f64,
    pub task_seconds: f64,
    pub threads: usize,
    /// The master seed of the games that were played.
    pub seed: u64,
    pub tables: Vec<TableEntry>,
    pub files: Vec<FileEntry>,
}

/// A table that rows come from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TableEntry {
    pub ruleset: String,
    pub changes: String,
    pub pieces: u8,
    pub digest: String,
    /// Precision, bounds and tolerance.
    pub table: String,
    /// The revisions of the program that did its tasks.
    pub revisions: Vec<String>,
}

impl StudyManifest {
    /// As JSON with a newline at the end.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("every field has a form in JSON") + "\n"
    }
}
