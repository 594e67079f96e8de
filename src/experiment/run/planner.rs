//! The jobs of one ruleset: every combination that a group lists.

use std::str::FromStr;

use super::plan::{Data, Job, Plan, Scope, SkippedRow, digest_of};
use super::rows::{AS_WRITTEN, Variant};
use super::spec::{Group, Kind, Spec, Variation};
use super::troupe::Troupe;
use super::work::Work;
use crate::agent::{Abstainer, AgentSpec};
use crate::ruleset::{Probability, Ruleset, device, load_from};

/// Makes the jobs of one ruleset of a group.
pub struct Planner<'a> {
    pub spec: &'a Spec,
    pub scope: &'a Scope,
    pub troupe: &'a Troupe,
    pub number: usize,
    pub group: &'a Group,
    pub id: &'a str,
    pub written: &'a Ruleset,
    pub plan: &'a mut Plan,
}

/// Why a change of rules, or an agent who abstains from what there is not, is
/// left out.
const IDLE: &str = "it changes nothing here";

/// A reading or a set of keys laid over a game.
struct Change {
    name: String,
    why: String,
    readings: Vec<String>,
    sets: Vec<(String, String)>,
}

impl Planner<'_> {
    /// Adds the jobs and what is skipped to the plan.
    pub fn expand(&mut self) {
        let group = self.group;
        for sets in self.settings() {
            // Games with other devices are variants of the game as written.
            let device = sets
                .iter()
                .find(|(key, _)| key == "throws" && !group.devices.is_empty());
            let name = device.map_or(AS_WRITTEN, |(_, device)| device.as_str());
            let base = match self.load(&[], &sets) {
                Ok(base) => base,
                Err(why) => {
                    self.skip(self.label(self.written, &sets, name), "", &why);
                    continue;
                }
            };
            if group.kind != Kind::Compare {
                let variant = self.label(&base, &sets, name);
                self.add(variant, &base, &base, "");
            }
            for change in self.changes() {
                let all: Vec<_> = sets.iter().chain(&change.sets).cloned().collect();
                let unchanged = self.label(&base, &all, &change.name);
                match self.load(&change.readings, &all) {
                    Err(why) => self.skip(unchanged, "", &why),
                    Ok(changed) if changed.mechanics == base.mechanics => {
                        self.skip(unchanged, "", IDLE);
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
        load_from(&self.spec.folder, self.id, &readings, &sets)
            .map_err(|faults| faults.0[0].without_place())
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
        let stick = set("stick_p").and_then(|p| p.parse::<Probability>().ok());
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
                        let spec = AgentSpec::from_str(one);
                        if spec.is_ok_and(|spec| Abstainer::idle(&spec, &ruleset.mechanics)) {
                            self.skip(variant.clone(), one, IDLE);
                            continue;
                        }
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
        let mut key = format!(
            "{} {} {} of {base} {} max_plies={}",
            self.group.kind.word(),
            ruleset.label(),
            variant.digest,
            work.key(self.group.most_positions),
            self.spec.plies.of(&ruleset.id),
        );
        for agent in work.players() {
            let Some(data) = self.troupe.data(agent, &ruleset.mechanics) else {
                continue;
            };
            key += &format!(" data={data}");
            let data = Data {
                agent: agent.to_string(),
                game: variant.digest.clone(),
                data,
            };
            if !self.plan.data.contains(&data) {
                self.plan.data.push(data);
            }
        }
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
