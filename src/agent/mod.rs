//! Agents: who plays. One trait, one text form, one file an agent.
//!
//! An agent sees the position, the throw and the legal choices, and draws
//! from a [`Stream`] of its own. Agents whose choice depends on nothing else
//! are also a [`Policy`], which the solver can evaluate exactly.

mod abstain;
mod arguments;
mod cautious;
mod chosen;
mod deterministic;
mod endgame;
mod evaluators;
mod expectimax;
mod first;
mod greedy;
mod hybrid;
mod kinds;
mod look;
mod mcts;
mod optimal;
mod per_rules;
mod perfect;
mod racer;
mod random;
mod rollout;
mod rule_list;
mod sources;
mod spec;
mod stream;
mod tabled;

pub use abstain::Abstainer;
pub use cautious::Cautious;
pub use chosen::Chosen;
pub use expectimax::Searcher;
pub use first::First;
pub use greedy::Greedy;
pub use hybrid::{Hybrid, pips_to_go};
pub use kinds::{AgentKind, KINDS, Reproducible};
pub use look::{CONDITIONS, FACTS, QUANTITIES};
pub use mcts::TreeSearcher;
pub use optimal::Optimal;
pub use perfect::Perfect;
pub use racer::Racer;
pub use random::Random;
pub use rollout::Roller;
pub use rule_list::{RuleList, STRATEGIES};
pub use sources::{Fingerprints, NoSources, Sources, header_fingerprint};
pub use spec::{AgentSpec, AgentSpecError, Argument};
pub use stream::Stream;
pub use tabled::Tabled;

use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::Assessment;

/// One who chooses.
pub trait Agent: Send + Sync {
    /// One of `choices`, the legal choices of `position` with `points`.
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice;

    /// The agent as a stationary policy, where it is one.
    fn policy(&self) -> Option<&dyn Policy>;

    /// Whether the agent gives equities, see [`Self::assess`].
    fn weighs(&self) -> bool {
        false
    }

    /// What the agent holds every choice with `points` to be worth, in
    /// canonical order; `None` where it weighs no equities. The choice it takes is
    /// the best of them (see [`crate::search::best_of`]).
    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        let _ = (rules, position, points, stream);
        None
    }

    /// Whether the agent can play this game; to be asked before the first one.
    ///
    /// # Errors
    /// Why not, such as weights that were made for another ruleset.
    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let _ = mechanics;
        Ok(())
    }
}

/// An agent made from its text form.
///
/// The plain ones stand here by name, so that a loop over millions of games
/// can be compiled for them; all others are behind [`Other`](Self::Other).
pub enum AnyAgent {
    Random(Random),
    First(First),
    Racer(Racer),
    Cautious(Cautious),
    Other(Box<dyn Agent>),
}

impl AnyAgent {
    fn as_agent(&self) -> &dyn Agent {
        match self {
            AnyAgent::Random(agent) => agent,
            AnyAgent::First(agent) => agent,
            AnyAgent::Racer(agent) => agent,
            AnyAgent::Cautious(agent) => agent,
            AnyAgent::Other(agent) => agent.as_ref(),
        }
    }
}

impl Agent for AnyAgent {
    #[inline(always)]
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        match self {
            AnyAgent::Random(agent) => agent.choose(rules, position, points, choices, stream),
            AnyAgent::First(agent) => agent.choose(rules, position, points, choices, stream),
            AnyAgent::Racer(agent) => agent.choose(rules, position, points, choices, stream),
            AnyAgent::Cautious(agent) => agent.choose(rules, position, points, choices, stream),
            AnyAgent::Other(agent) => agent.choose(rules, position, points, choices, stream),
        }
    }

    fn policy(&self) -> Option<&dyn Policy> {
        self.as_agent().policy()
    }

    fn weighs(&self) -> bool {
        self.as_agent().weighs()
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        self.as_agent().assess(rules, position, points, stream)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.as_agent().suits(mechanics)
    }
}

#[cfg(test)]
mod tests;
