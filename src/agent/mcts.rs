use std::sync::Arc;

use super::evaluators::Evaluators;
use super::per_rules::PerRules;
use super::{Agent, AgentSpec, AgentSpecError, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{AnyEvaluator, Assessment, Mcts, MctsOptions};

/// Grows a tree where it matters.
pub struct TreeSearcher {
    evaluators: Evaluators,
    options: MctsOptions,
    searches: PerRules<Mcts<Arc<AnyEvaluator>>>,
}

impl TreeSearcher {
    pub(super) const ARGUMENTS: &[(&str, &str)] = &[
        (
            "iterations=N",
            "descents into the tree, 1 to 10000000 (2000)",
        ),
        (
            "c=C",
            "how much seldom visited choices are favoured, 0 to 10 (0.2)",
        ),
        ("eval=FILE", Evaluators::WORDS),
    ];

    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<TreeSearcher, AgentSpecError> {
        let default = MctsOptions::default();
        Ok(TreeSearcher {
            options: MctsOptions {
                iterations: spec
                    .number("iterations", 1..=10_000_000)?
                    .unwrap_or(default.iterations),
                exploration: spec.number("c", 0.0..=10.0)?.unwrap_or(default.exploration),
            },
            evaluators: Evaluators::named(spec, spec.value("eval"), sources)?,
            searches: PerRules::new(),
        })
    }

    fn search(&self, rules: &Rules) -> Arc<Mcts<Arc<AnyEvaluator>>> {
        self.searches.get(rules, || {
            Mcts::new(rules, self.evaluators.of(rules), self.options)
        })
    }
}

impl Agent for TreeSearcher {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        stream: &mut Stream,
    ) -> Choice {
        let seed = stream.word();
        if choices.len() == 1 {
            return choices.nth(0);
        }
        self.search(rules).choose(rules, position, points, seed)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        None
    }

    fn weighs(&self) -> bool {
        true
    }

    fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        stream: &mut Stream,
    ) -> Option<Vec<Assessment>> {
        let seed = stream.word();
        Some(self.search(rules).visits(rules, position, points, seed))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.evaluators.suits(mechanics)
    }
}
