use std::sync::Arc;
use std::time::Duration;

use super::deterministic::Deterministic;
use super::evaluators::Evaluators;
use super::per_rules::{PerRules, Pool};
use super::{AgentSpec, AgentSpecError, Sources};
use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{AnyEvaluator, Assessment, Evidence, Expectimax, Limit, Options, Prune};

/// Looks ahead `depth` throws after the one in hand.
pub struct Searcher {
    evaluators: Evaluators,
    options: Options,
    pools: PerRules<Pool<Expectimax<Arc<AnyEvaluator>>>>,
}

const PRUNES: [(&str, Prune); 3] = [
    ("none", Prune::None),
    ("star1", Prune::Star1),
    ("star2", Prune::Star2),
];

impl Searcher {
    pub(super) const ARGUMENTS: &[(&str, &str)] = &[
        ("depth=D", "throws looked ahead, 0 to 12 (2)"),
        ("eval=FILE", Evaluators::WORDS),
        ("prune=WORD", "none, star1 or star2 (star2)"),
        (
            "table=BITS",
            "a table of 2^BITS positions, 4 to 24, or off (16)",
        ),
        ("nodes=N", "stop after so many nodes"),
        ("ms=N", "stop after so many milliseconds; not reproducible"),
    ];

    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<Searcher, AgentSpecError> {
        let default = Options::default();
        let nodes = spec.number("nodes", 1..=u64::MAX)?.map(Limit::Nodes);
        let time = spec
            .number("ms", 1..=3_600_000)?
            .map(|ms| Limit::Time(Duration::from_millis(ms)));
        let limit = match (nodes, time) {
            (Some(_), Some(_)) => {
                return Err(spec.unusable("nodes and ms exclude each other".to_string()));
            }
            (nodes, time) => nodes.or(time).unwrap_or(Limit::None),
        };
        let options = Options {
            depth: spec.number("depth", 0..=12)?.unwrap_or(default.depth),
            prune: spec.word("prune", &PRUNES)?.unwrap_or(default.prune),
            table_bits: spec
                .number_or("table", "off", 4..=24)?
                .unwrap_or(default.table_bits),
            limit,
        };
        Ok(Searcher {
            evaluators: Evaluators::named(spec, spec.value("eval"), sources)?,
            options,
            pools: PerRules::new(),
        })
    }
}

impl Deterministic for Searcher {
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        self.pools.get(rules, Pool::new).with(
            || Expectimax::new(rules, self.evaluators.of(rules), self.options),
            |search| search.choose(rules, position, points).choice,
        )
    }

    fn stationary(&self) -> bool {
        !matches!(self.options.limit, Limit::Time(_))
    }

    fn weighs(&self) -> bool {
        true
    }

    fn assess(&self, rules: &Rules, position: &Position, points: u8) -> Option<Vec<Assessment>> {
        let ranked = self.pools.get(rules, Pool::new).with(
            || Expectimax::new(rules, self.evaluators.of(rules), self.options),
            |search| search.rank(rules, position, points),
        );
        Some(
            ranked
                .into_iter()
                .map(|ranked| Assessment {
                    choice: ranked.choice,
                    equity: ranked.equity,
                    evidence: Evidence::Estimated,
                })
                .collect(),
        )
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        self.evaluators.suits(mechanics)
    }
}
