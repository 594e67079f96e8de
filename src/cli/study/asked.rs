//! The agents of the topic `decisions`.

use anyhow::bail;

use super::super::contest::Named;
use super::plan::{Plan, What};
use crate::agent::{Agent, AnyAgent};

/// The agents whose decisions are looked at.
#[derive(Default)]
pub struct Asked {
    /// By the texts that name them.
    pub agents: Vec<(String, AnyAgent)>,
    /// Fingerprints of the files that they have read.
    pub files: Vec<String>,
}

impl Asked {
    /// # Errors
    /// A text that names no agent, or one whose files will not do.
    pub fn named(texts: &[String]) -> anyhow::Result<Asked> {
        let mut asked = Asked::default();
        for text in texts {
            let named = Named::new(text)?;
            asked.files.extend(named.files.into_values());
            asked.agents.push((named.text, named.agent));
        }
        Ok(asked)
    }

    /// # Errors
    /// A game of the plan that one of them cannot play.
    pub fn check(&self, plan: &Plan) -> anyhow::Result<()> {
        for entry in &plan.entries {
            let What::Decisions(number) = entry.what else {
                continue;
            };
            let game = &plan.sources[number].game;
            for (text, agent) in &self.agents {
                if let Err(why) = agent.suits(&game.mechanics) {
                    let (name, pieces) = (entry.label.name(), entry.label.pieces);
                    bail!("agent `{text}` cannot play {name} with pieces={pieces}: {why}");
                }
            }
        }
        Ok(())
    }
}
