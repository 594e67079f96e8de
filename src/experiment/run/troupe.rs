//! The agents of an experiment, each made once.

use super::read::PERFECT;
use super::spec::Spec;
use crate::agent::{Agent, AgentSpec, AnyAgent, Reproducible, Sources};
use crate::ruleset::Mechanics;

/// The agents that a spec names, by their texts.
pub struct Troupe(Vec<(String, AnyAgent)>);

impl Troupe {
    /// # Errors
    /// An agent that cannot be made, or one that plays by the clock, whose
    /// results could not be made again.
    pub fn new(spec: &Spec, sources: &dyn Sources) -> anyhow::Result<Troupe> {
        let mut agents: Vec<(String, AnyAgent)> = Vec::new();
        for text in spec.groups.iter().flat_map(|group| &group.agents) {
            if text == PERFECT || agents.iter().any(|(known, _)| known == text) {
                continue;
            }
            let parsed: AgentSpec = text.parse()?;
            anyhow::ensure!(
                parsed.reproducible()? != Reproducible::No,
                "agent `{text}` stops by the clock, so its results could not be made again; limit \
                 its nodes or iterations instead"
            );
            agents.push((text.clone(), parsed.build_with(sources)?));
        }
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
