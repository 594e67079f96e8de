//! What a folder is that the report cannot read, and what to do about it.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::studied;
use crate::experiment::sticks::STICKS;

/// Folders that can be read.
pub(super) const READABLE: &str = "`senet report` reads folders of `senet run`, `simulate`, `study`, `match`, `ladder`, `skill` and `train`";

/// What a folder without a manifest is.
pub(super) fn without_manifest(path: &Path) -> String {
    let at = path.display();
    if !path.exists() {
        return format!("{at}: there is no such folder; {READABLE}");
    }
    if path.is_file() {
        return format!("{at}: this is a file; {READABLE}");
    }
    if let Some(Unfinished {
        command,
        done,
        jobs,
    }) = unfinished(path)
    {
        return format!(
            "{at}: an experiment that is not finished, {done} of {jobs} jobs are done: `{command}` \
             goes on from there and writes the tables"
        );
    }
    let topic = topics(path).next();
    if let Some(topic) = topic {
        return format!(
            "{at}: a folder of `senet study`, whose topics have folders of their own: give those, \
             like {}",
            path.join(topic).display()
        );
    }
    if path.join(STICKS.file).exists() {
        return format!(
            "{at}: a folder of `senet sticks`, which has its chart beside {}; {READABLE}",
            STICKS.file
        );
    }
    for (kept, command) in [("checkpoints", "train"), ("pairings", "ladder")] {
        if path.join(kept).is_dir() {
            return format!(
                "{at}: a `senet {command}` that is not finished: the same command goes on from there"
            );
        }
    }
    format!("{at}: no folder of results, it has no manifest.json; {READABLE}")
}

/// An experiment that was begun.
struct Unfinished {
    /// What goes on with it.
    command: String,
    done: usize,
    jobs: usize,
}

fn unfinished(path: &Path) -> Option<Unfinished> {
    #[derive(Deserialize)]
    struct Begun {
        command: String,
        jobs: Vec<String>,
    }
    let begun: Begun = serde_json::from_slice(&fs::read(path.join("run.json")).ok()?).ok()?;
    let kept = fs::read_dir(path.join("jobs")).ok()?.flatten();
    let done = kept.filter(|file| file.path().extension().is_some_and(|e| e == "json"));
    Some(Unfinished {
        command: begun.command,
        done: done.count(),
        jobs: begun.jobs.len(),
    })
}

/// The folders of a study's topics.
fn topics(path: &Path) -> impl Iterator<Item = String> {
    let mut topics: Vec<String> = fs::read_dir(path)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|folder| {
            let manifest = folder.path().join("manifest.json");
            let text = fs::read(manifest).unwrap_or_default();
            serde_json::from_slice(&text).is_ok_and(|mut read| studied::adapt(&mut read))
        })
        .map(|folder| folder.file_name().to_string_lossy().into_owned())
        .collect();
    topics.sort();
    topics.into_iter()
}
