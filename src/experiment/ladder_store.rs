//! What a ladder keeps in its folder while it is played.
//!
//! ```text
//! ladder.json            the plan: agents, rulesets, games, seed
//! pairings/0000.json     one result each, written whole when it is done, with whose
//!                        it is and a checksum
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use super::manifest::sha256;
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
    /// Every file that agents and truths are read from, and the learned weights
    /// that come along, with the SHA-256 of what stands there.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
}

/// Whose result a pairing is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairingId {
    /// Id and digest.
    pub ruleset: [String; 2],
    pub agents: [String; 2],
    pub games: u64,
}

/// A pairing as it is kept.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    pairing: PairingId,
    result: DuelResult,
    /// Of both, as JSON.
    sha256: String,
}

impl Kept {
    fn new(pairing: &PairingId, result: &DuelResult) -> Kept {
        let text = serde_json::to_string(&(pairing, result));
        let text = text.expect("every field has a form in JSON");
        Kept {
            pairing: pairing.clone(),
            result: result.clone(),
            sha256: sha256(text.as_bytes()),
        }
    }

    /// Why it is not the result of `pairing`, if so.
    fn fault(&self, pairing: &PairingId) -> Option<String> {
        let PairingId {
            ruleset, agents, ..
        } = &self.pairing;
        let played = self.result.games() + 2 * self.result.unfinished;
        if self.sha256 != Kept::new(&self.pairing, &self.result).sha256 {
            Some("damaged: its SHA-256 is not that of what stands in it".to_string())
        } else if self.pairing != *pairing {
            Some(format!(
                "this is the result of {} against {} on {}",
                agents[0], agents[1], ruleset[0]
            ))
        } else if played != pairing.games {
            Some(format!(
                "it has {played} games instead of {}",
                pairing.games
            ))
        } else {
            None
        }
    }
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
            let said = |text: &str| if text.is_empty() { "none" } else { text }.to_string();
            if there != here {
                differences.push(format!(
                    "{what} {} there, {} now",
                    said(&there),
                    said(&here)
                ));
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
        let changed = self.files.keys().chain(other.files.keys()).filter(|name| {
            let [there, here] = [self, other].map(|plan| plan.files.get(*name));
            there != here && there.is_some() == here.is_some()
        });
        let changed: BTreeSet<&str> = changed.map(String::as_str).collect();
        differences.extend(
            changed
                .iter()
                .map(|name| format!("{name} holds something else now")),
        );
        if differences.is_empty() && self.files != other.files {
            differences.push("what its agents were read from was not noted".to_string());
        }
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
    /// The file cannot be read, is damaged, or is about something else.
    pub fn load(&self, number: usize, pairing: &PairingId) -> anyhow::Result<Option<DuelResult>> {
        let path = self.path(number);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(|| path.display().to_string()),
        };
        let kept: Kept = serde_json::from_str(&text)
            .with_context(|| format!("{}: damaged; remove it to play it again", path.display()))?;
        match kept.fault(pairing) {
            Some(why) => bail!("{}: {why}; remove it to play it again", path.display()),
            None => Ok(Some(kept.result)),
        }
    }

    /// Keeps the result of pairing `number`.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(
        &self,
        number: usize,
        pairing: &PairingId,
        result: &DuelResult,
    ) -> anyhow::Result<()> {
        let text = serde_json::to_string(&Kept::new(pairing, result))? + "\n";
        write_whole(&self.path(number), text.as_bytes())?;
        Ok(())
    }
}
