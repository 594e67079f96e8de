//! From a spec to its jobs: every combination that each group lists.
//!
//! A job is one piece of work with a result of its own. Its key says in words
//! all that decides the result; the digests of all keys together identify the
//! plan, and a folder that was begun with another one is noticed by it.

use std::path::Path;

use anyhow::bail;
use sha2::{Digest, Sha256};

use super::rows::{AS_WRITTEN, Variant, table};
use super::spec::{Group, Kind, Spec, Variation};
use super::troupe::Troupe;
use crate::ruleset::{Ruleset, builtin_ids, device, load};

/// What is asked for beside the spec.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `--quick`.
    pub quick: bool,
    /// `--only`: ids of rulesets; empty for all.
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

#[derive(Clone, Debug)]
pub enum Work {
    Games {
        agent: String,
        seed: u64,
        games: u64,
        measures: bool,
        truth: bool,
    },
    Compare {
        base: Box<Ruleset>,
        /// Why the reading is one; empty for other changes.
        why: String,
        agent: String,
        seed: u64,
        games: u64,
    },
    Exact {
        agent: String,
        seed: u64,
        games: u64,
        lengths: bool,
        bounds: bool,
    },
    Pairs {
        agents: [String; 2],
        seed: u64,
        games: u64,
        truth: bool,
        kind: Kind,
    },
    Walls {
        bounds: bool,
    },
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
        for (number, group) in spec.groups.iter().enumerate() {
            if scope.quick && !group.quick {
                continue;
            }
            for id in named(group, spec, scope) {
                let Some(written) = plan.written(&id, &mut faults) else {
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
        if let Some(id) = scope.only.iter().find(|id| !plan.names(id)) {
            let known: Vec<&str> = plan.rulesets.iter().map(|r| r.id.as_str()).collect();
            bail!(
                "--only {id}: the experiment has no such ruleset{}",
                if known.is_empty() {
                    String::new()
                } else {
                    format!("; of those named it has {}", known.join(", "))
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

    fn names(&self, id: &str) -> bool {
        self.rulesets.iter().any(|ruleset| ruleset.id == id)
    }

    /// The ruleset as written; what is wrong with it is told once.
    fn written(&mut self, id: &str, faults: &mut Vec<String>) -> Option<Ruleset> {
        if let Some(known) = self.rulesets.iter().find(|ruleset| ruleset.id == id) {
            return Some(known.clone());
        }
        match load(id, &[], &[]) {
            Ok(ruleset) => {
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
            if asked && !ids.iter().any(|id| id == word) {
                ids.push(word.to_string());
            }
        }
    }
    ids
}

/// Makes the jobs of one ruleset of a group.
struct Planner<'a> {
    spec: &'a Spec,
    scope: &'a Scope,
    troupe: &'a Troupe,
    number: usize,
    group: &'a Group,
    id: &'a str,
    written: &'a Ruleset,
    plan: &'a mut Plan,
}

/// A reading or a set of keys laid over a game.
struct Change {
    name: String,
    why: String,
    readings: Vec<String>,
    sets: Vec<(String, String)>,
}

impl Planner<'_> {
    fn expand(&mut self) {
        let group = self.group;
        for sets in self.settings() {
            let base = match self.load(&[], &sets) {
                Ok(base) => base,
                Err(why) => {
                    self.skip(self.label(self.written, &sets, AS_WRITTEN), "", &why);
                    continue;
                }
            };
            if group.kind != Kind::Compare {
                let variant = self.label(&base, &sets, AS_WRITTEN);
                self.add(variant, &base, &base, "");
            }
            for change in self.changes() {
                let all: Vec<_> = sets.iter().chain(&change.sets).cloned().collect();
                let unchanged = self.label(&base, &all, &change.name);
                match self.load(&change.readings, &all) {
                    Err(why) => self.skip(unchanged, "", &why),
                    Ok(changed) if changed.mechanics == base.mechanics => {
                        self.skip(unchanged, "", "it changes nothing here");
                    }
                    Ok(changed) => {
                        let variant = self.label(&changed, &all, &change.name);
                        self.add(variant, &changed, &base, &change.why);
                    }
                }
            }
        }
    }

    /// Combinations of pieces, devices and sticks as keys to set.
    fn settings(&mut self) -> Vec<Vec<(String, String)>> {
        let group = self.group;
        let key = |key: &str, value: String| vec![(key.to_string(), value)];
        let pieces: Vec<_> = group
            .pieces
            .iter()
            .map(|n| key("pieces", n.to_string()))
            .collect();
        let devices: Vec<_> = group
            .devices
            .iter()
            .map(|d| key("throws", d.clone()))
            .collect();
        let sticks: Vec<_> = group
            .sticks
            .iter()
            .map(|p| key("stick_p", p.to_string()))
            .collect();
        let mut all = vec![group.sets.clone()];
        for choices in [pieces, devices, sticks] {
            if choices.is_empty() {
                continue;
            }
            let mut longer = Vec::new();
            for sets in &all {
                longer.extend(choices.iter().map(|choice| [&sets[..], choice].concat()));
            }
            all = longer;
        }
        all
    }

    fn changes(&self) -> Vec<Change> {
        let readings = self.written.readings.iter().filter(|_| self.group.readings);
        let readings = readings.map(|reading| Change {
            name: reading.name.clone(),
            why: reading.why.clone(),
            readings: vec![reading.name.clone()],
            sets: Vec::new(),
        });
        let variants = self
            .group
            .variants
            .iter()
            .map(|Variation { name, sets }| Change {
                name: name.clone(),
                why: String::new(),
                readings: Vec::new(),
                sets: sets.clone(),
            });
        readings.chain(variants).collect()
    }

    fn load(&self, readings: &[String], sets: &[(String, String)]) -> Result<Ruleset, String> {
        let readings: Vec<&str> = readings.iter().map(String::as_str).collect();
        let sets: Vec<(&str, &str)> = sets.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        load(self.id, &readings, &sets).map_err(|faults| faults.0[0].without_place())
    }

    fn label(&self, ruleset: &Ruleset, sets: &[(String, String)], name: &str) -> Variant {
        let set = |key: &str| {
            sets.iter()
                .rev()
                .find(|(k, _)| k == key)
                .map(|(_, v)| v.clone())
        };
        let casting = &ruleset.casting;
        let device_name = set("throws").unwrap_or_else(|| casting.device.name.clone());
        let has_sticks =
            device(&device_name).map_or(casting.device.has_sticks(), |d| d.has_sticks());
        let own_stick = casting.stick.to_f64();
        let stick = set("stick_p").and_then(|p| p.parse::<crate::ruleset::Probability>().ok());
        let changes: Vec<String> = [&ruleset.applied[..], &ruleset.changed].concat();
        Variant {
            ruleset: ruleset.id.clone(),
            digest: ruleset.digest().to_string(),
            changes: changes.join(";"),
            variant: name.to_string(),
            pieces: set("pieces")
                .and_then(|pieces| pieces.parse().ok())
                .unwrap_or(u64::from(ruleset.mechanics.pieces)),
            device: device_name,
            stick_p: has_sticks.then(|| stick.map_or(own_stick, |p| p.to_f64())),
        }
    }

    fn skip(&mut self, variant: Variant, agent: &str, why: &str) {
        self.plan.skipped.push(SkippedRow {
            variant,
            job: self.group.kind.word().to_string(),
            agent: agent.to_string(),
            why: why.to_string(),
        });
    }

    fn games(&self, even: bool) -> u64 {
        let games = self.group.games;
        if !self.scope.quick || games == 0 {
            return games;
        }
        let fewer = games.div_ceil(self.spec.quick.divide).max(2);
        if even {
            fewer.next_multiple_of(2)
        } else {
            fewer
        }
    }

    /// The jobs of one game; `base` is what it is compared with.
    fn add(&mut self, variant: Variant, ruleset: &Ruleset, base: &Ruleset, why: &str) {
        let group = self.group;
        if group.kind == Kind::Walls {
            let bounds = group.bounds;
            self.push(variant, ruleset, Work::Walls { bounds });
            return;
        }
        let agents = self.fit(&variant, ruleset);
        for &seed in &group.seeds {
            match group.kind {
                Kind::Ladder => {
                    for (i, one) in agents.iter().enumerate() {
                        for two in &agents[i + 1..] {
                            self.push(variant.clone(), ruleset, self.pairs(one, two, seed));
                        }
                    }
                }
                Kind::Trace => {
                    for steps in agents.windows(2) {
                        let work = self.pairs(&steps[1], &steps[0], seed);
                        self.push(variant.clone(), ruleset, work);
                    }
                }
                Kind::Match => {
                    for one in agents.iter().skip(1) {
                        self.push(variant.clone(), ruleset, self.pairs(one, &agents[0], seed));
                    }
                }
                _ => {
                    for agent in &agents {
                        let work = self.single(agent, seed, base, why);
                        self.push(variant.clone(), ruleset, work);
                    }
                }
            }
        }
    }

    /// The agents of the group that can play this game.
    fn fit(&mut self, variant: &Variant, ruleset: &Ruleset) -> Vec<String> {
        let mut fit = Vec::new();
        for agent in &self.group.agents {
            match self.troupe.suits(agent, &ruleset.mechanics) {
                Ok(()) => fit.push(agent.clone()),
                Err(why) => self.skip(variant.clone(), agent, &why),
            }
        }
        fit
    }

    fn single(&self, agent: &str, seed: u64, base: &Ruleset, why: &str) -> Work {
        let (agent, games) = (agent.to_string(), self.games(false));
        match self.group.kind {
            Kind::Compare => Work::Compare {
                base: Box::new(base.clone()),
                why: why.to_string(),
                agent,
                seed,
                games,
            },
            Kind::Exact => Work::Exact {
                agent,
                seed,
                games,
                lengths: self.group.lengths,
                bounds: self.group.bounds,
            },
            _ => Work::Games {
                agent,
                seed,
                games,
                measures: self.group.measures,
                truth: self.group.truth,
            },
        }
    }

    fn pairs(&self, one: &str, two: &str, seed: u64) -> Work {
        Work::Pairs {
            agents: [one.to_string(), two.to_string()],
            seed,
            games: self.games(true),
            truth: self.group.truth,
            kind: self.group.kind,
        }
    }

    fn push(&mut self, variant: Variant, ruleset: &Ruleset, work: Work) {
        let base = ruleset.base_digest;
        let key = format!(
            "{} {} {} of {base} {} max_plies={}",
            self.group.kind.word(),
            ruleset.label(),
            variant.digest,
            work.key(self.group.most_positions),
            self.spec.max_plies,
        );
        self.plan.jobs.push(Job {
            digest: digest_of(&key),
            key,
            group: self.number,
            variant,
            ruleset: ruleset.clone(),
            work,
        });
    }
}

impl Work {
    fn key(&self, most: u64) -> String {
        match self {
            Work::Games {
                agent,
                seed,
                games,
                measures,
                truth,
            } => format!(
                "agent={agent} seed={seed} games={games} measures={measures} truth={truth} most={most}"
            ),
            Work::Compare {
                base,
                agent,
                seed,
                games,
                ..
            } => {
                format!(
                    "against={} agent={agent} seed={seed} games={games} most={most}",
                    base.digest()
                )
            }
            Work::Exact {
                agent,
                seed,
                games,
                lengths,
                bounds,
            } => format!(
                "agent={agent} seed={seed} games={games} lengths={lengths} bounds={bounds} most={most}"
            ),
            Work::Pairs {
                agents: [one, two],
                seed,
                games,
                truth,
                ..
            } => {
                format!("agents={one},{two} seed={seed} games={games} truth={truth} most={most}")
            }
            Work::Walls { bounds } => format!("bounds={bounds} most={most}"),
        }
    }

    /// Who plays, for lists.
    pub fn agents(&self) -> String {
        match self {
            Work::Games { agent, .. } | Work::Compare { agent, .. } | Work::Exact { agent, .. } => {
                agent.clone()
            }
            Work::Pairs { agents, .. } => agents.join(" v "),
            Work::Walls { .. } => String::new(),
        }
    }

    /// Games played, each of a pair counted.
    pub fn games(&self) -> u64 {
        match self {
            Work::Games { games, .. } | Work::Exact { games, .. } | Work::Pairs { games, .. } => {
                *games
            }
            Work::Compare { games, .. } => 2 * games,
            Work::Walls { .. } => 0,
        }
    }
}

/// The folder that `--out` is by default.
pub fn usual_folder(name: &str, scope: &Scope) -> std::path::PathBuf {
    let ending = if scope.quick { "-quick" } else { "" };
    Path::new("out").join(format!("{name}{ending}"))
}
