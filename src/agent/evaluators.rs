//! The evaluators that agents name: linear ones and learned ones.

use std::sync::Arc;

use super::endgame::{Endgame, Solved};
use super::per_rules::PerRules;
use super::{AgentSpec, AgentSpecError, Sources};
use crate::rules::Rules;
use crate::ruleset::Mechanics;
use crate::search::{AnyEvaluator, Linear, SolvedEvaluator, Td, TdWeights, Weights, builtin_td};

/// Where weights come from.
enum Which {
    /// The linear ones that come with the program.
    Hand,
    /// These without the features of blocking.
    Unblocking,
    Given(Weights),
    /// The learned ones that come with the program, by ruleset.
    Learned,
    GivenLearned(Box<TdWeights>),
    /// A table of the game, or of the same with fewer pieces.
    Solved(Solved),
}

/// Weights and, for each game played, the evaluator they make.
pub(super) struct Evaluators {
    weights: Which,
    compiled: PerRules<AnyEvaluator>,
}

impl Evaluators {
    /// What `eval=` takes, for listings.
    pub const WORDS: &str = "linear, unblocking (linear, blind to pairs and walls), td (learned), a \
                             file of weights, or a solved table of the game or of its end (elsewhere \
                             linear)";

    fn new(weights: Which) -> Evaluators {
        Evaluators {
            weights,
            compiled: PerRules::new(),
        }
    }

    /// With the weights that a spec names for its `eval`: `linear`, or no name,
    /// stands for the linear ones that come along, `unblocking` for these blind
    /// to pairs and walls, `td` for the learned ones of the ruleset; any other
    /// name for a file of either kind, or for a solved table.
    pub fn named(
        spec: &AgentSpec,
        name: Option<&str>,
        sources: &dyn Sources,
    ) -> Result<Evaluators, AgentSpecError> {
        let Some(name) = name.filter(|name| !["linear", "unblocking", "td"].contains(name)) else {
            return Ok(Evaluators::new(match name {
                Some("unblocking") => Which::Unblocking,
                Some("td") => Which::Learned,
                _ => Which::Hand,
            }));
        };
        if sources.is_table(name) {
            let table = sources.table(name).map_err(|why| spec.unusable(why))?;
            return Ok(Evaluators::new(Which::Solved(Solved::Values(table))));
        }
        let bytes = sources.bytes(name).map_err(|why| spec.unusable(why))?;
        if TdWeights::is_like(&bytes) {
            return learned(spec, name, &bytes);
        }
        let wrong = |why: String| spec.unusable(format!("{name}: {why}"));
        let text = String::from_utf8(bytes).map_err(|_| {
            wrong("neither a text of weights, nor a file of learned ones, nor a table".into())
        })?;
        let weights = Weights::parse(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(Evaluators::new(Which::Given(weights)))
    }

    /// With the learned weights of a file; without a name, or with `builtin`,
    /// those that come along for the ruleset that is played.
    pub fn learned(
        spec: &AgentSpec,
        name: Option<&str>,
        sources: &dyn Sources,
    ) -> Result<Evaluators, AgentSpecError> {
        match name {
            None | Some("builtin") => Ok(Evaluators::new(Which::Learned)),
            Some(name) => {
                let bytes = sources.bytes(name).map_err(|why| spec.unusable(why))?;
                learned(spec, name, &bytes)
            }
        }
    }

    /// With these weights.
    pub fn of_learned(weights: TdWeights) -> Evaluators {
        Evaluators::new(Which::GivenLearned(Box::new(weights)))
    }

    /// With these weights.
    pub fn of_linear(weights: Weights) -> Evaluators {
        Evaluators::new(Which::Given(weights))
    }

    /// The evaluator of a game that suits.
    pub fn of(&self, rules: &Rules) -> Arc<AnyEvaluator> {
        self.compiled.get(rules, || {
            let linear =
                |weights: &Weights| AnyEvaluator::Linear(Box::new(Linear::new(rules, weights)));
            let learned = |weights: &TdWeights| {
                let td = Td::new(rules, weights).expect("asked before whether it suits");
                AnyEvaluator::Td(Box::new(td))
            };
            let hand = || Weights::hand(rules.mechanics());
            match &self.weights {
                Which::Given(weights) => linear(weights),
                Which::Hand => linear(&hand()),
                Which::Unblocking => linear(&hand().without_blocking()),
                Which::GivenLearned(weights) => learned(weights),
                Which::Solved(solved) => {
                    let endgame = Endgame::new(solved, rules.mechanics());
                    AnyEvaluator::Solved(Box::new(SolvedEvaluator {
                        truth: Arc::new(endgame.expect("asked before whether it suits")),
                        elsewhere: Linear::new(rules, &hand()),
                    }))
                }
                Which::Learned => {
                    let weights = builtin_td(&rules.mechanics().digest().to_string());
                    learned(&weights.expect("asked before whether it suits"))
                }
            }
        })
    }

    pub fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let digest = mechanics.digest().to_string();
        match &self.weights {
            Which::Hand | Which::Unblocking => Ok(()),
            Which::Given(weights) => weights.check(&digest).map_err(|error| error.to_string()),
            Which::GivenLearned(weights) => Td::new(&Rules::new(mechanics), weights)
                .map(|_| ())
                .map_err(|error| error.to_string()),
            Which::Solved(solved) => solved.fewer(mechanics).map(|_| ()),
            Which::Learned => builtin_td(&digest).map(|_| ()).ok_or_else(|| {
                format!(
                    "no learned weights come along for the game with digest {digest}; learn some \
                     with `senet train`, then name their file"
                )
            }),
        }
    }
}

fn learned(spec: &AgentSpec, name: &str, bytes: &[u8]) -> Result<Evaluators, AgentSpecError> {
    let weights =
        TdWeights::parse(bytes).map_err(|error| spec.unusable(format!("{name}: {error}")))?;
    Ok(Evaluators::of_learned(weights))
}
