//! Findings put together into the files of a topic.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::plan::{Entry, Plan, What};
use super::rows::Rows;
use super::work::{Done, Workshop};
use super::{Args, charts};
use crate::experiment::folder::remove;
use crate::experiment::study::{
    ADVANTAGE, BLOCKING_VALUE, CHECK, DECISION_AGENTS, DECISION_MARGINS, DERIVATIVES, JobEntry,
    MATCHED, NOTABLE_DECISIONS, OPENINGS, REACH, REACH_CURVE, STICK_STUDY, StudyManifest,
    TableEntry, Topic,
};
use crate::experiment::{FileEntry, Status, day};
use crate::report::{Sheet, write_whole};

/// What files are made from.
pub struct Making<'a> {
    pub args: &'a Args,
    pub plan: &'a Plan,
    pub workshop: &'a Workshop<'a>,
    /// Of this run.
    pub seconds: f64,
    pub unix: u64,
    pub done: Done,
}

/// The tables behind the rows of a topic, and the time they took.
#[derive(Default)]
struct Origins {
    tables: BTreeMap<usize, Vec<String>>,
    jobs: BTreeMap<String, f64>,
}

impl Making<'_> {
    /// Fills the folder of a topic and returns it.
    pub fn topic(&self, topic: Topic) -> anyhow::Result<PathBuf> {
        let folder = self.args.out.join(topic.name());
        fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        let mut origins = Origins::default();
        let mut rows = Rows::default();
        let (mut whole, mut any) = (true, false);
        for entry in self.plan.entries.iter().filter(|e| e.what.topic() == topic) {
            any = true;
            match self.findings(entry, &mut origins)? {
                Some(findings) => rows.add(self.plan, entry, findings),
                None => whole = false,
            }
        }
        if !any {
            eprintln!(
                "note: {}: none of the games has anything to it",
                topic.name()
            );
        }
        let mut files = Vec::new();
        let out = &folder;
        match topic {
            Topic::Advantage => write(out, &ADVANTAGE, &rows.advantage, &mut files)?,
            Topic::Sticks => write(out, &STICK_STUDY, &rows.sticks, &mut files)?,
            Topic::Blocking => {
                self.blocking_value(out, &rows, &mut files)?;
                write(out, &MATCHED, &rows.matched, &mut files)?;
            }
            Topic::Openings => write(out, &OPENINGS, &rows.openings, &mut files)?,
            Topic::Decisions => {
                write(out, &DECISION_AGENTS, &rows.agents, &mut files)?;
                write(out, &DECISION_MARGINS, &rows.margins, &mut files)?;
                write(out, &NOTABLE_DECISIONS, &rows.notable, &mut files)?;
            }
            Topic::Reach => {
                write(out, &REACH, &rows.reach, &mut files)?;
                write(out, &REACH_CURVE, &rows.curve, &mut files)?;
            }
            Topic::Check => write(out, &CHECK, &rows.checks, &mut files)?,
            Topic::Derivatives => write(out, &DERIVATIVES, &rows.derivatives, &mut files)?,
        }
        charts::draw_topic(topic, &rows, &folder)?;
        let status = if whole && self.done == Done::All {
            Status::Complete
        } else {
            Status::Partial
        };
        let manifest = self.manifest(topic, status, origins, files);
        write_whole(&folder.join("manifest.json"), manifest.to_json().as_bytes())?;
        Ok(folder)
    }

    /// The worth of the rules of blocking; of a table that was given there is
    /// none, as it is of the game as written alone.
    fn blocking_value(
        &self,
        folder: &Path,
        rows: &Rows,
        files: &mut Vec<FileEntry>,
    ) -> anyhow::Result<()> {
        let of_rules = |entry: &Entry| matches!(entry.what, What::Blocking { .. });
        if self.plan.entries.iter().any(of_rules) {
            return write(folder, &BLOCKING_VALUE, &rows.blocking, files);
        }
        let file = BLOCKING_VALUE.file;
        eprintln!(
            "note: blocking: no {file}: it compares games with and without pairs and walls, which \
             are solved for --rulesets that have them; a --table is looked at as it is"
        );
        remove(&folder.join(file))
    }

    /// The findings that an entry rests on, in the order of its tasks; `None`
    /// where one is missing.
    fn findings(
        &self,
        entry: &Entry,
        origins: &mut Origins,
    ) -> anyhow::Result<Option<Vec<JobEntry>>> {
        let mut all = Vec::new();
        for (task, number) in entry.what.tasks() {
            let job = self.workshop.job(task, number);
            let Some(found) = self.workshop.store.get(&job)? else {
                return Ok(None);
            };
            let revisions = origins.tables.entry(number).or_default();
            if !revisions.contains(&found.revision) {
                revisions.push(found.revision.clone());
            }
            origins.jobs.insert(job, found.seconds);
            all.push(found);
        }
        Ok(Some(all))
    }

    fn manifest(
        &self,
        topic: Topic,
        status: Status,
        origins: Origins,
        files: Vec<FileEntry>,
    ) -> StudyManifest {
        let mut tables: Vec<TableEntry> = origins
            .tables
            .into_iter()
            .map(|(number, revisions)| {
                let source = &self.plan.sources[number];
                let label = &source.game.label;
                TableEntry {
                    ruleset: label.ruleset.clone(),
                    changes: label.changes.clone(),
                    pieces: label.pieces,
                    digest: label.digest.clone(),
                    table: source.kind.name(),
                    revisions,
                }
            })
            .collect();
        tables.sort();
        StudyManifest {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            revision: env!("SENET_REVISION"),
            topic: topic.name(),
            command_line: crate::experiment::command_line(),
            status,
            date: day(self.unix),
            started_unix: self.unix,
            seconds: self.seconds,
            task_seconds: origins.jobs.values().sum(),
            threads: self.workshop.pool.current_num_threads(),
            seed: self.args.seed,
            tables,
            files,
        }
    }
}

fn write<R: Clone>(
    folder: &Path,
    sheet: &'static Sheet<R>,
    rows: &[R],
    files: &mut Vec<FileEntry>,
) -> anyhow::Result<()> {
    files.push(FileEntry::write(folder, sheet, rows.iter().cloned())?);
    Ok(())
}
