//! What an experiment keeps in its folder while it runs.
//!
//! ```text
//! run.json           the plan: the key of every job, in order, and what began it
//! jobs/00000.json    one result each, written whole when it is done
//! clock.json         when it began and the seconds it took so far
//! run.lock           empty; locked by the program that works in the folder
//! ```
//!
//! Every file is written beside its place, flushed to the disk and renamed, so
//! a run that is killed leaves each whole or not at all. Results are always
//! read back from their files, so the tables of a run that was broken off are
//! those of one that was not. Each holds the revision of the program that did
//! the job and a checksum. What was in the folder before and is not of an
//! experiment is left alone.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::super::folder::{lock, remove, sweep_leftovers};
use super::done::Done;
use super::plan::{Job, Plan, digest_of};
use super::tables::FILES;
use crate::report::write_whole;

/// What to do with the results of another plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Former {
    /// Refuse to go on.
    Refuse,
    /// Throw them away.
    Restart,
    /// Keep those of jobs that are in this plan too, throw the others away.
    Reuse,
}

/// The folder of one experiment.
#[derive(Debug)]
pub struct JobStore {
    folder: PathBuf,
    /// Held as long as the store is: the system lets go of it however the
    /// program ends.
    _lock: File,
}

#[derive(Serialize, Deserialize)]
struct Begun {
    digest: String,
    /// Of the program that began it.
    revision: String,
    /// What goes on with it.
    command: String,
    jobs: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    key: String,
    /// Of the program that did the job.
    revision: String,
    /// Of the text of `done`.
    digest: String,
    done: Box<RawValue>,
}

/// The result of a job, and the revision of the program that did it.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub done: Done,
    pub revision: String,
}

/// How long a run has taken, all its parts together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    pub started_unix: u64,
    pub seconds: f64,
}

impl JobStore {
    /// The store in `folder`, which is made where it is missing. `command` is what
    /// goes on with the run. Returns with it the revision of the program that
    /// began the run, if it was another.
    ///
    /// # Errors
    /// Another run works in the folder; it was begun with another plan and is to
    /// be refused; it holds files of the same names that are not of an
    /// experiment; or it cannot be read or written.
    pub fn open(
        folder: &Path,
        plan: &Plan,
        former: Former,
        command: &str,
    ) -> anyhow::Result<(JobStore, Option<String>)> {
        ensure!(
            !folder.is_file(),
            "--out {}: this is a file; give the name of a folder",
            folder.display()
        );
        let store = JobStore {
            folder: folder.to_path_buf(),
            _lock: lock(folder, "run.lock")?,
        };
        let path = folder.join("run.json");
        let begun = read(&path)?;
        if begun.is_none() {
            refuse_strange(folder)?;
        }
        let begun = match former {
            Former::Restart => None,
            Former::Refuse | Former::Reuse => begun,
        };
        let mut begin = begun.is_none();
        let mut other = None;
        match begun {
            Some(bytes) => {
                let begun: Begun = serde_json::from_slice(&bytes).with_context(|| {
                    format!(
                        "{}: not the plan of an experiment; --restart begins anew",
                        path.display()
                    )
                })?;
                if begun.digest != plan.digest && former == Former::Reuse {
                    store.reuse(plan)?;
                    begin = true;
                } else if begun.digest != plan.digest {
                    bail!(
                        "{} was begun with another plan ({} jobs, digest {}; now {} jobs, digest \
                         {}): {}; give another --out, --reuse to keep the results of the jobs that \
                         are the same, or --restart to throw all away",
                        folder.display(),
                        begun.jobs.len(),
                        begun.digest,
                        plan.jobs.len(),
                        plan.digest,
                        difference(&begun.jobs, plan)
                    );
                }
                if begun.revision != env!("SENET_REVISION") {
                    other = Some(begun.revision);
                }
            }
            None => {
                remove(&folder.join("clock.json"))?;
                remove_results(&folder.join("jobs"))?;
            }
        }
        let jobs = folder.join("jobs");
        sweep_leftovers(folder)?;
        sweep_leftovers(&jobs)?;
        // Before there is anything else: what has none is not taken for ours.
        if begin {
            let begun = Begun {
                digest: plan.digest.clone(),
                revision: env!("SENET_REVISION").to_string(),
                command: command.to_string(),
                jobs: plan.jobs.iter().map(|job| job.key.clone()).collect(),
            };
            write_whole(
                &path,
                (serde_json::to_string_pretty(&begun)? + "\n").as_bytes(),
            )?;
        }
        fs::create_dir_all(&jobs)
            .with_context(|| format!("cannot make the folder {}", jobs.display()))?;
        Ok((store, other))
    }

    /// Gives the results of another plan that are those of jobs of `plan` their
    /// numbers in it, and removes the others.
    fn reuse(&self, plan: &Plan) -> anyhow::Result<()> {
        let jobs = self.folder.join("jobs");
        let mut kept = HashMap::new();
        for path in results(&jobs)? {
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            if let Ok(Kept { key, .. }) = serde_json::from_slice(&bytes) {
                kept.insert(key, bytes);
            }
        }
        remove_results(&jobs)?;
        for (number, job) in plan.jobs.iter().enumerate() {
            if let Some(bytes) = kept.get(&job.key) {
                write_whole(&self.path(number), bytes)?;
            }
        }
        Ok(())
    }

    fn path(&self, number: usize) -> PathBuf {
        self.folder.join(format!("jobs/{number:05}.json"))
    }

    /// Whether job `number` is done.
    pub fn has(&self, number: usize) -> bool {
        self.path(number).exists()
    }

    /// Removes results that are damaged or those of another job, so that the
    /// jobs are done again; returns why each was removed.
    ///
    /// # Errors
    /// A file cannot be read or removed.
    pub fn drop_damaged(&self, plan: &Plan) -> anyhow::Result<Vec<String>> {
        let mut dropped = Vec::new();
        for (number, job) in plan.jobs.iter().enumerate() {
            let path = self.path(number);
            if let Some(bytes) = read(&path)?
                && let Err(why) = understand(&bytes, job)
            {
                remove(&path)?;
                dropped.push(format!("{}: {why}", path.display()));
            }
        }
        Ok(dropped)
    }

    /// The result of job `number`.
    ///
    /// # Errors
    /// It is missing, damaged, or that of another job.
    pub fn load(&self, number: usize, job: &Job) -> anyhow::Result<Found> {
        let path = self.path(number);
        let bytes = read(&path)?.with_context(|| format!("{} is missing", path.display()))?;
        understand(&bytes, job)
            .with_context(|| format!("{}: run again to do the job again", path.display()))
    }

    /// Keeps the result of job `number`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, number: usize, job: &Job, done: Done) -> anyhow::Result<()> {
        let done = serde_json::value::to_raw_value(&done)?;
        let kept = Kept {
            key: job.key.clone(),
            revision: env!("SENET_REVISION").to_string(),
            digest: digest_of(done.get()),
            done,
        };
        let text = serde_json::to_string(&kept)? + "\n";
        write_whole(&self.path(number), text.as_bytes())?;
        Ok(())
    }

    /// The clock of the parts of the run before this one.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn clock(&self) -> anyhow::Result<Option<Clock>> {
        let bytes = read(&self.folder.join("clock.json"))?;
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    /// # Errors
    /// The file cannot be written.
    pub fn set_clock(&self, clock: Clock) -> anyhow::Result<()> {
        let text = serde_json::to_string(&clock)? + "\n";
        write_whole(&self.folder.join("clock.json"), text.as_bytes())?;
        Ok(())
    }
}

/// The result of `job` in the bytes of its file.
fn understand(bytes: &[u8], job: &Job) -> anyhow::Result<Found> {
    const DAMAGED: &str = "this result is damaged";
    let kept: Kept = serde_json::from_slice(bytes).context(DAMAGED)?;
    if kept.key != job.key {
        bail!("this result is of another job");
    }
    let digest = digest_of(kept.done.get());
    ensure!(
        digest == kept.digest,
        "{DAMAGED}: its digest is {digest}, and {} was written with it",
        kept.digest
    );
    Ok(Found {
        done: serde_json::from_str(kept.done.get()).context(DAMAGED)?,
        revision: kept.revision,
    })
}

/// # Errors
/// The folder, in which no experiment was begun, holds what one would write
/// over.
fn refuse_strange(folder: &Path) -> anyhow::Result<()> {
    let own = ["jobs", "clock.json", "manifest.json"];
    match own
        .iter()
        .chain(&FILES)
        .find(|name| folder.join(name).exists())
    {
        None => Ok(()),
        Some(name) => bail!(
            "{}: there is something of this name that no experiment has written here (run.json is \
             missing); give another --out, or move it away",
            folder.join(name).display()
        ),
    }
}

/// Removes the results of another plan; files of other names are left alone.
fn remove_results(jobs: &Path) -> anyhow::Result<()> {
    for path in results(jobs)? {
        remove(&path)?;
    }
    Ok(())
}

/// The files of results in a folder that there may not be.
fn results(jobs: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !jobs.is_dir() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(jobs).with_context(|| jobs.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let number = name.strip_suffix(".json");
        if number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit())) {
            found.push(path);
        }
    }
    Ok(found)
}

/// The first job in which the plans differ.
fn difference(begun: &[String], plan: &Plan) -> String {
    let now = plan.jobs.iter().map(|job| job.key.as_str());
    let first = begun.iter().map(String::as_str).zip(now).enumerate();
    for (number, (there, here)) in first {
        if there != here {
            return format!("job {number} was `{there}` and is `{here}`");
        }
    }
    "one has more jobs than the other".to_string()
}

fn read(path: &Path) -> anyhow::Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}
