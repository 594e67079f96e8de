//! The agents of an experiment, each made once.

use std::str::FromStr;

use super::plan::digest_of;
use super::read::PERFECT;
use super::spec::Spec;
use crate::agent::{Agent, AgentSpec, AnyAgent, Fingerprints, Sources};
use crate::experiment::manifest::sha256;
use crate::ruleset::Mechanics;
use crate::search::builtin_td_bytes;

/// The agents that a spec names.
pub struct Troupe(Vec<Member>);

struct Member {
    /// As the spec names it.
    text: String,
    agent: AnyAgent,
    /// Of the files that it was made with; empty without.
    files: String,
    /// Whether it plays by the learned weights that come with the program.
    learned: bool,
}

impl Troupe {
    /// # Errors
    /// Every agent that cannot be made.
    pub fn new(spec: &Spec, sources: &dyn Sources) -> anyhow::Result<Troupe> {
        let mut agents: Vec<Member> = Vec::new();
        let mut faults: Vec<String> = Vec::new();
        for group in &spec.groups {
            for text in &group.agents {
                if text == PERFECT || agents.iter().any(|known| known.text == *text) {
                    continue;
                }
                let sources = Fingerprints::new(sources);
                let made = AgentSpec::from_str(text).and_then(|parsed| parsed.build_with(&sources));
                match made {
                    Ok(agent) => agents.push(Member {
                        learned: text
                            .split(|c: char| !c.is_alphanumeric())
                            .any(|word| word == "td"),
                        text: text.clone(),
                        agent,
                        files: sources.taken().join(" "),
                    }),
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
        self.member(text).map(|member| &member.agent)
    }

    fn member(&self, text: &str) -> Option<&Member> {
        self.0.iter().find(|known| known.text == text)
    }

    /// Sixteen digits of the SHA-256 of all that the agent plays this game with
    /// beside the rules; `None` where that is nothing.
    pub fn data(&self, text: &str, mechanics: &Mechanics) -> Option<String> {
        let member = self.member(text)?;
        let mut data = member.files.clone();
        if member.learned
            && let Some(bytes) = builtin_td_bytes(&mechanics.digest().to_string())
        {
            data += &sha256(bytes);
        }
        (!data.is_empty()).then(|| digest_of(&data))
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
