//! What a ladder keeps in its folder while it is played.
//!
//! ```text
//! ladder.json            the plan: agents, rulesets, games, seed
//! pairings/0000.json     one result each, written whole when it is done
//! ```

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::arena::DuelResult;
use crate::report::write_whole;

/// Everything that decides the results of a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LadderPlan {
    pub agents: Vec<String>,
    /// Id and digest of each.
    pub rulesets: Vec<[String; 2]>,
    /// Of each two agents on each ruleset.
    pub games: u64,
    pub seed: u64,
    pub max_plies: u32,
    /// Where the true values come from, if plies are measured against them.
    pub truth: Vec<String>,
}

/// The folder of one ladder.
#[derive(Debug)]
pub struct LadderStore {
    pairings: PathBuf,
}

impl LadderPlan {
    /// What differs in `other`, in words; empty for the same plan.
    fn differences(&self, other: &LadderPlan) -> Vec<String> {
        let mut differences = Vec::new();
        let mut note = |what: &str, there: String, here: String| {
            if there != here {
                differences.push(format!("{what} {there} there, {here} now"));
            }
        };
        let names = |plan: &LadderPlan| {
            let ids = plan.rulesets.iter();
            ids.map(|[id, digest]| format!("{id} ({digest})"))
                .collect::<Vec<_>>()
                .join(",")
        };
        note("agents", self.agents.join(","), other.agents.join(","));
        note("rulesets", names(self), names(other));
        note("games", self.games.to_string(), other.games.to_string());
        note("truth", self.truth.join(","), other.truth.join(","));
        note("seed", self.seed.to_string(), other.seed.to_string());
        note(
            "max-plies",
            self.max_plies.to_string(),
            other.max_plies.to_string(),
        );
        differences
    }
}

impl LadderStore {
    /// The store in `folder`, which is made where it is missing.
    ///
    /// # Errors
    /// The folder holds a ladder with another plan and `restart` is not set, or
    /// cannot be read or written.
    pub fn open(folder: &Path, plan: &LadderPlan, restart: bool) -> anyhow::Result<LadderStore> {
        let store = LadderStore {
            pairings: folder.join("pairings"),
        };
        ensure!(
            !folder.is_file(),
            "--out {}: this is a file; give the name of a folder",
            folder.display()
        );
        let path = folder.join("ladder.json");
        let old = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        if let Some(text) = old.filter(|_| !restart) {
            let old: LadderPlan = serde_json::from_str(&text).with_context(|| {
                format!(
                    "{}: not the plan of a ladder; --restart begins anew",
                    path.display()
                )
            })?;
            let differences = old.differences(plan);
            if !differences.is_empty() {
                bail!(
                    "{} holds another ladder ({}); give another --out, or --restart to throw it \
                     away",
                    folder.display(),
                    differences.join("; ")
                );
            }
        } else {
            match fs::remove_dir_all(&store.pairings) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    return Err(error).with_context(|| store.pairings.display().to_string());
                }
                _ => {}
            }
        }
        fs::create_dir_all(&store.pairings)
            .with_context(|| format!("cannot make the folder {}", store.pairings.display()))?;
        write_whole(
            &path,
            (serde_json::to_string_pretty(plan)? + "\n").as_bytes(),
        )?;
        Ok(store)
    }

    fn path(&self, number: usize) -> PathBuf {
        self.pairings.join(format!("{number:04}.json"))
    }

    /// The result of pairing `number`, where it is done.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn load(&self, number: usize) -> anyhow::Result<Option<DuelResult>> {
        let path = self.path(number);
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(&text).map(Some).with_context(|| {
                format!("{}: damaged; remove it to play it again", path.display())
            }),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| path.display().to_string()),
        }
    }

    /// Keeps the result of pairing `number`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&self, number: usize, result: &DuelResult) -> anyhow::Result<()> {
        let text = serde_json::to_string(result)? + "\n";
        write_whole(&self.path(number), text.as_bytes())?;
        Ok(())
    }
}
