//! The agents of an experiment, each made once.

use std::str::FromStr;

use super::read::PERFECT;
use super::spec::Spec;
use crate::agent::{Agent, AgentSpec, AnyAgent, Sources};
use crate::ruleset::Mechanics;

/// The agents that a spec names, by their texts.
pub struct Troupe(Vec<(String, AnyAgent)>);

impl Troupe {
    /// # Errors
    /// Every agent that cannot be made.
    pub fn new(spec: &Spec, sources: &dyn Sources) -> anyhow::Result<Troupe> {
        let mut agents: Vec<(String, AnyAgent)> = Vec::new();
        let mut faults: Vec<String> = Vec::new();
        for group in &spec.groups {
            for text in &group.agents {
                if text == PERFECT || agents.iter().any(|(known, _)| known == text) {
                    continue;
                }
                let made = AgentSpec::from_str(text).and_then(|parsed| parsed.build_with(sources));
                match made {
                    Ok(agent) => agents.push((text.clone(), agent)),
                    Err(error) => faults.push(format!("{}: job.agents: {error}", group.place)),
                }
            }
        }
        anyhow::ensure!(faults.is_empty(), "{}", faults.join("\n"));
        Ok(Troupe(agents))
    }

    /// The agent of that text; `None` for `perfect`, which is made for each
    /// game.
    pub fn get(&self, text: &str) -> Option<&AnyAgent> {
        let found = self.0.iter().find(|(known, _)| known == text);
        found.map(|(_, agent)| agent)
    }

    /// Whether the agent can play this game.
    ///
    /// # Errors
    /// Why not.
    pub fn suits(&self, text: &str, mechanics: &Mechanics) -> Result<(), String> {
        self.get(text)
            .map_or(Ok(()), |agent| agent.suits(mechanics))
    }
}
