use std::sync::Arc;

use super::per_rules::PerRules;
use super::{Agent, AgentSpec, AgentSpecError, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, Evidence, Linear, Weights, best_reply, equity_of};

/// Where weights come from.
enum Which {
    /// The hand-made ones that come with the program.
    Hand,
    /// These without the features of blocking.
    Unblocking,
    Given(Weights),
}

/// Weights and, for each game played, the evaluator they make.
pub(super) struct Evaluators {
    weights: Which,
    compiled: PerRules<Linear>,
}

impl Evaluators {
    /// With the weights that a spec names; no name, or `linear`, stands for
    /// the hand-made ones, `unblocking` for these blind to pairs and walls.
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
            weights: match name {
                None | Some("linear") => Which::Hand,
                Some("unblocking") => Which::Unblocking,
                Some(name) => Which::Given(read(name)?),
            },
            compiled: PerRules::new(),
        })
    }

    pub fn of(&self, rules: &Rules) -> Arc<Linear> {
        self.compiled.get(rules, || {
            let hand = || Weights::hand(rules.mechanics());
            match &self.weights {
                Which::Given(weights) => Linear::new(rules, weights),
                Which::Hand => Linear::new(rules, &hand()),
                Which::Unblocking => Linear::new(rules, &hand().without_blocking()),
            }
        })
    }

    pub fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        match &self.weights {
            Which::Hand | Which::Unblocking => Ok(()),
            Which::Given(weights) => weights
                .check(&mechanics.digest().to_string())
                .map_err(|error| error.to_string()),
        }
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

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        _: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        let mover = position.to_throw()?;
        let linear = self.evaluators.of(rules);
        let choices = rules.choices(position, points);
        let after = rules.successors(position, points, choices);
        Some(
            after
                .map(|(choice, after)| Assessment {
                    choice,
                    equity: equity_of(mover, &linear, rules, &after),
                    evidence: Evidence::Estimated,
                })
                .collect(),
        )
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
