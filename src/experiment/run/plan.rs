//! From a spec to its jobs: every combination that each group lists.
//!
//! A job is one piece of work with a result of its own. Its key says in words
//! all that decides the result; the digests of all keys together identify the
//! plan, and a folder that was begun with another one is noticed by it.

use std::path::Path;

use anyhow::bail;
use sha2::{Digest, Sha256};

use super::planner::Planner;
use super::rows::{Variant, table};
use super::spec::{Group, Spec};
use super::troupe::Troupe;
use super::work::Work;
use crate::ruleset::{Ruleset, builtin_ids, load_from};

/// What is asked for beside the spec.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `--quick`.
    pub quick: bool,
    /// `--only`: rulesets, by the words of the spec; empty for all.
    pub only: Vec<String>,
}

/// The jobs of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    pub jobs: Vec<Job>,
    pub skipped: Vec<SkippedRow>,
    /// The rulesets named, as written.
    pub rulesets: Vec<Ruleset>,
    pub digest: String,
}

/// One piece of work.
#[derive(Clone, Debug)]
pub struct Job {
    /// All that decides its result, in words.
    pub key: String,
    /// Of the key.
    pub digest: String,
    /// The `[[job]]` it came from.
    pub group: usize,
    pub variant: Variant,
    pub ruleset: Ruleset,
    pub work: Work,
}

table! {
    /// A combination that is not played, and why.
    SkippedRow, SKIPPED, "skipped.csv", 1,
    "A row is one combination that the experiment lists and that cannot be played or solved.";
    job: String, "text", "what was to be done";
    agent: String, "text", "agent or agents; empty where the game itself is at fault";
    why: String, "text", "why it was not done";
}

/// Sixteen digits of the SHA-256 of a text.
pub fn digest_of(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

impl Plan {
    /// # Errors
    /// A ruleset that there is not, or one with faults; an agent that cannot be
    /// made is in `troupe` already.
    pub fn new(spec: &Spec, scope: &Scope, troupe: &Troupe) -> anyhow::Result<Plan> {
        let mut plan = Plan {
            jobs: Vec::new(),
            skipped: Vec::new(),
            rulesets: Vec::new(),
            digest: String::new(),
        };
        let mut faults = Vec::new();
        let mut words = Vec::new();
        for (number, group) in spec.groups.iter().enumerate() {
            if scope.quick && !group.quick {
                continue;
            }
            for id in named(group, spec, scope) {
                let Some(written) = plan.written(&spec.folder, &id, &mut words, &mut faults) else {
                    continue;
                };
                let mut planner = Planner {
                    spec,
                    scope,
                    troupe,
                    number,
                    group,
                    id: &id,
                    written: &written,
                    plan: &mut plan,
                };
                planner.expand();
            }
        }
        if !faults.is_empty() {
            bail!("{}", faults.join("\n"));
        }
        if let Some(id) = scope.only.iter().find(|id| !words.contains(id)) {
            bail!(
                "--only {id}: the experiment has no such ruleset{}",
                if words.is_empty() {
                    String::new()
                } else {
                    format!("; of those named it has {}", words.join(", "))
                }
            );
        }
        if plan.jobs.is_empty() {
            bail!("{}: nothing is left to be done", spec.name);
        }
        let keys: Vec<&str> = plan.jobs.iter().map(|job| job.digest.as_str()).collect();
        plan.digest = digest_of(&keys.join("\n"));
        Ok(plan)
    }

    /// The ruleset as written; what is wrong with it is told once. `words` are
    /// what the rulesets of the plan were called by.
    fn written(
        &mut self,
        folder: &Path,
        word: &str,
        words: &mut Vec<String>,
        faults: &mut Vec<String>,
    ) -> Option<Ruleset> {
        if let Some(known) = words.iter().position(|known| known == word) {
            return Some(self.rulesets[known].clone());
        }
        match load_from(folder, word, &[], &[]) {
            Ok(ruleset) => {
                words.push(word.to_string());
                self.rulesets.push(ruleset.clone());
                Some(ruleset)
            }
            Err(found) => {
                let text = found.to_string();
                if !faults.contains(&text) {
                    faults.push(text);
                }
                None
            }
        }
    }
}

/// The rulesets of a group within the scope, each once.
fn named(group: &Group, spec: &Spec, scope: &Scope) -> Vec<String> {
    let list = if scope.quick && !spec.quick.rulesets.is_empty() {
        &spec.quick.rulesets
    } else {
        &group.rulesets
    };
    let mut ids: Vec<String> = Vec::new();
    for word in list {
        let words: Vec<&str> = match word.as_str() {
            "all" => builtin_ids().collect(),
            word => vec![word],
        };
        for word in words {
            let asked = scope.only.is_empty() || scope.only.iter().any(|only| only == word);
            let left_out = group.except.iter().any(|id| id == word);
            if asked && !left_out && !ids.iter().any(|id| id == word) {
                ids.push(word.to_string());
            }
        }
    }
    ids
}

/// The folder that `--out` is by default.
pub fn usual_folder(name: &str, scope: &Scope) -> std::path::PathBuf {
    let ending = if scope.quick { "-quick" } else { "" };
    Path::new("out").join(format!("{name}{ending}"))
}
