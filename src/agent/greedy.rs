use super::deterministic::Deterministic;
use super::evaluators::Evaluators;
use super::{AgentSpec, AgentSpecError, Sources};
use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, Evidence, TdWeights, Weights, best_reply, equity_of};

/// Takes the choice after which its evaluator sees it best, without
/// looking ahead; ties by canonical order.
pub struct Greedy {
    evaluators: Evaluators,
}

impl Greedy {
    pub(super) fn build(spec: &AgentSpec, sources: &dyn Sources) -> Result<Greedy, AgentSpecError> {
        Ok(Greedy {
            evaluators: Evaluators::named(spec, spec.bare(), sources)?,
        })
    }

    /// With learned weights, see [`Evaluators::learned`].
    pub(super) fn build_learned(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<Greedy, AgentSpecError> {
        Ok(Greedy {
            evaluators: Evaluators::learned(spec, spec.bare(), sources)?,
        })
    }

    /// By learned weights.
    pub fn of_learned(weights: TdWeights) -> Greedy {
        Greedy {
            evaluators: Evaluators::of_learned(weights),
        }
    }

    /// By a linear evaluator.
    pub fn of_linear(weights: Weights) -> Greedy {
        Greedy {
            evaluators: Evaluators::of_linear(weights),
        }
    }
}

impl Deterministic for Greedy {
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        best_reply(
            &self.evaluators.of(rules),
            rules,
            position,
            points,
            *choices,
        )
        .0
    }

    fn weighs(&self) -> bool {
        true
    }

    fn assess(&self, rules: &Rules, position: &Position, points: u8) -> Option<Vec<Assessment>> {
        let mover = position.to_throw()?;
        let evaluator = self.evaluators.of(rules);
        let choices = rules.choices(position, points);
        let after = rules.successors(position, points, choices);
        Some(
            after
                .map(|(choice, after)| Assessment {
                    choice,
                    equity: equity_of(mover, &evaluator, rules, &after),
                    evidence: Evidence::Estimated,
                })
                .collect(),
        )
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.evaluators.suits(mechanics)
    }
}
