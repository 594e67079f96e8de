use std::sync::Arc;

use super::per_rules::PerRules;
use super::{Agent, AgentSpec, AgentSpecError, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Linear, Weights, best_reply};

/// Weights and, for each game played, the evaluator they make.
pub(super) struct Evaluators {
    /// `None`: the hand-made ones that come with the program.
    weights: Option<Weights>,
    compiled: PerRules<Linear>,
}

impl Evaluators {
    /// With the weights that a spec names; no name, or `linear`, stands for
    /// the hand-made ones.
    pub fn named(
        spec: &AgentSpec,
        name: Option<&str>,
        sources: &dyn Sources,
    ) -> Result<Evaluators, AgentSpecError> {
        let read = |name: &str| {
            let text = sources.text(name).map_err(|why| spec.unusable(why))?;
            Weights::parse(&text).map_err(|error| spec.unusable(format!("{name}: {error}")))
        };
        Ok(Evaluators {
            weights: name
                .filter(|&name| name != "linear")
                .map(read)
                .transpose()?,
            compiled: PerRules::new(),
        })
    }

    pub fn of(&self, rules: &Rules) -> Arc<Linear> {
        self.compiled.get(rules, || match &self.weights {
            Some(weights) => Linear::new(rules, weights),
            None => Linear::new(rules, &Weights::hand(rules.mechanics())),
        })
    }

    pub fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.weights.as_ref().map_or(Ok(()), |weights| {
            weights
                .check(&mechanics.digest().to_string())
                .map_err(|error| error.to_string())
        })
    }
}

/// Takes the choice after which the linear evaluator sees it best, without
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
}

impl Agent for Greedy {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        _: &mut Stream,
    ) -> Choice {
        self.best(rules, position, points, choices)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.evaluators.suits(mechanics)
    }
}

impl Policy for Greedy {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        out.push((self.best(rules, position, points, choices), 1.0));
    }
}
