//! From a spec to its jobs: every combination that each group lists.
//!
//! A job is one piece of work with a result of its own. Its key says in words
//! all that decides the result; the digests of all keys together identify the
//! plan, and a folder that was begun with another one is noticed by it.

use std::path::Path;

use anyhow::{bail, ensure};

use super::planner::Planner;
use super::rows::{Variant, table};
use super::spec::{Group, Spec};
use super::troupe::Troupe;
use super::work::Work;
use crate::experiment::manifest::sha256;
use crate::ruleset::{Ruleset, builtin_ids, load_from};

/// What is asked for beside the spec.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `--quick`.
    pub quick: bool,
    /// `--only`: rulesets, by the words of the spec, their ids or their paths;
    /// empty for all.
    pub only: Vec<String>,
}

/// The jobs of an experiment.
#[derive(Clone, Debug)]
pub struct Plan {
    pub jobs: Vec<Job>,
    pub skipped: Vec<SkippedRow>,
    /// The rulesets named, as written.
    pub rulesets: Vec<Ruleset>,
    /// What agents play with beside the rules, in the order of the jobs.
    pub data: Vec<Data>,
    /// `--only`.
    pub only: Vec<String>,
    pub digest: String,
}

/// Files or learned weights that an agent plays a game with.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Data {
    pub agent: String,
    /// Of the game.
    pub game: String,
    /// Sixteen digits of the SHA-256 of the data.
    pub data: String,
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
    let mut digits = sha256(text.as_bytes());
    digits.truncate(16);
    digits
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
            data: Vec::new(),
            only: scope.only.clone(),
            digest: String::new(),
        };
        let mut faults = Vec::new();
        let mut known = Vec::new();
        for (number, group) in spec.groups.iter().enumerate() {
            if scope.quick && !group.quick {
                continue;
            }
            for word in named(group, spec, scope) {
                let Some(written) = written(&spec.folder, &word, &mut known, &mut faults) else {
                    continue;
                };
                if !scope.asks(spec, &word, &written) {
                    continue;
                }
                let mut planner = Planner {
                    spec,
                    scope,
                    troupe,
                    number,
                    group,
                    id: &word,
                    written: &written,
                    plan: &mut plan,
                };
                planner.expand();
            }
        }
        if !faults.is_empty() {
            bail!("{}", faults.join("\n"));
        }
        for asked in &scope.only {
            let is = |(word, ruleset): &(String, Ruleset)| called(spec, word, ruleset, asked);
            ensure!(
                known.iter().any(is),
                "--only {asked}: the experiment has no such ruleset; it has {}",
                known
                    .iter()
                    .map(|(word, ruleset)| names(word, ruleset))
                    .collect::<Vec<_>>()
                    .join(", ")
            );
        }
        plan.rulesets = known
            .into_iter()
            .filter(|(word, ruleset)| scope.asks(spec, word, ruleset))
            .map(|(_, ruleset)| ruleset)
            .collect();
        if plan.jobs.is_empty() {
            bail!(
                "{}: nothing is left to be done: {}",
                spec.name,
                plan.why_empty()
            );
        }
        let keys: Vec<&str> = plan.jobs.iter().map(|job| job.digest.as_str()).collect();
        plan.digest = digest_of(&keys.join("\n"));
        Ok(plan)
    }

    /// Why there is no job.
    fn why_empty(&self) -> String {
        match self.skipped.first() {
            Some(SkippedRow {
                variant,
                job,
                agent,
                why,
            }) => {
                let words = [job, &variant.ruleset, &variant.changes, agent];
                let words = words.map(String::as_str);
                let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
                format!(
                    "{}: {why} (the first of {} skipped)",
                    words.join(" "),
                    self.skipped.len()
                )
            }
            None => "no job names a ruleset that is asked for and not left out, and agents that \
                     are enough for it"
                .to_string(),
        }
    }
}

impl Scope {
    /// Whether `--only` leaves the ruleset in.
    fn asks(&self, spec: &Spec, word: &str, ruleset: &Ruleset) -> bool {
        let only = &self.only;
        only.is_empty() || only.iter().any(|asked| called(spec, word, ruleset, asked))
    }
}

/// Whether `asked` is the word of the spec for a ruleset, its id or its path.
fn called(spec: &Spec, word: &str, ruleset: &Ruleset, asked: &str) -> bool {
    asked == word || asked == ruleset.id || Path::new(asked) == spec.folder.join(word)
}

/// What a ruleset may be called by.
fn names(word: &str, ruleset: &Ruleset) -> String {
    if word == ruleset.id {
        word.to_string()
    } else {
        format!("{} ({word})", ruleset.id)
    }
}

/// The ruleset as written; what is wrong with it is told once. `known` are those
/// that were met, with the words that they were called by.
fn written(
    folder: &Path,
    word: &str,
    known: &mut Vec<(String, Ruleset)>,
    faults: &mut Vec<String>,
) -> Option<Ruleset> {
    if let Some((_, ruleset)) = known.iter().find(|(name, _)| name == word) {
        return Some(ruleset.clone());
    }
    match load_from(folder, word, &[], &[]) {
        Ok(ruleset) => {
            known.push((word.to_string(), ruleset.clone()));
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

/// The rulesets of a group, or those of `--quick`, each once.
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
            let left_out = group.except.iter().any(|id| id == word);
            if !left_out && !ids.iter().any(|id| id == word) {
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
