use std::sync::Arc;

use super::evaluators::Evaluators;
use super::per_rules::PerRules;
use super::{Agent, AgentSpec, AgentSpecError, Cautious, First, Racer, Random, Sources, Stream};
use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{AnyEvaluator, Assessment, Evidence, Luck, Playing, Rollout, RolloutOptions};

type MakePlaying = fn() -> Playing;

/// Tries every choice in many games.
pub struct Roller {
    evaluators: Evaluators,
    options: RolloutOptions,
    playing: MakePlaying,
    rollouts: PerRules<Rollout<Arc<AnyEvaluator>>>,
}

const POLICIES: [(&str, MakePlaying); 5] = [
    ("greedy", || Playing::Greedy),
    ("random", || Playing::By(Box::new(Random))),
    ("first", || Playing::By(Box::new(First))),
    ("racer", || Playing::By(Box::new(Racer))),
    ("cautious", || Playing::By(Box::new(Cautious))),
];

const LUCK: [(&str, Luck); 2] = [("kept", Luck::Kept), ("out", Luck::TakenOut)];

impl Roller {
    pub(super) const ARGUMENTS: &[(&str, &str)] = &[
        ("n=N", "games a choice at most, 16 to 1000000 (1024)"),
        (
            "policy=NAME",
            "greedy, random, first, racer or cautious (greedy)",
        ),
        (
            "truncate=PLIES",
            "plies until the evaluator's word, 1 to 10000, or end (16)",
        ),
        ("luck=WORD", "out: taken out, kept: left in (out)"),
        (
            "error=P",
            "chance of dropping a choice wrongly, 0.000001 to 0.5, or none: play all games (0.05)",
        ),
        ("eval=FILE", Evaluators::WORDS),
    ];

    pub(super) fn build(spec: &AgentSpec, sources: &dyn Sources) -> Result<Roller, AgentSpecError> {
        let default = RolloutOptions::default();
        Ok(Roller {
            options: RolloutOptions {
                games: spec.number("n", 16..=1_000_000)?.unwrap_or(default.games),
                truncate: spec
                    .number_or("truncate", "end", 1..=10_000)?
                    .unwrap_or(default.truncate),
                luck: spec.word("luck", &LUCK)?.unwrap_or(default.luck),
                error: spec
                    .number_or("error", "none", 1e-6..=0.5)?
                    .unwrap_or(default.error),
                ..default
            },
            playing: spec.word("policy", &POLICIES)?.unwrap_or(POLICIES[0].1),
            evaluators: Evaluators::named(spec, spec.value("eval"), sources)?,
            rollouts: PerRules::new(),
        })
    }

    fn rollout(&self, rules: &Rules) -> Arc<Rollout<Arc<AnyEvaluator>>> {
        self.rollouts.get(rules, || {
            let evaluator = self.evaluators.of(rules);
            Rollout::new(rules, evaluator, (self.playing)(), self.options)
        })
    }
}

impl Agent for Roller {
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
        self.rollout(rules)
            .choose(rules, position, points, seed)
            .best
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
        let tried = self
            .rollout(rules)
            .choose(rules, position, points, stream.word());
        Some(
            tried
                .estimates
                .into_iter()
                .map(|estimate| Assessment {
                    choice: estimate.choice,
                    equity: estimate.equity,
                    evidence: Evidence::Sampled(estimate.sample),
                })
                .collect(),
        )
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.evaluators.suits(mechanics)
    }
}
