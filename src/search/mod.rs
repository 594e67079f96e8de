//! Looking ahead: what a position is worth and which choice is best, without a
//! solved table.
//!
//! Serves every ruleset: nothing here knows a square by its number, all is
//! read from the mechanics or asked of the compiled rules.
//!
//! Throughout, the *equity* of a position is the chance of winning, plus half
//! the chance of a draw, of the player about to throw; seen from the other
//! side it is 1 minus that. A throw that grants another leaves the side as it
//! is, so signs follow the thrower and never the depth. With `e` an
//! [`Evaluator`], `p(t)` the chance of the throw `t` and `c` its choices:
//!
//! ```text
//! V₀(s) = e(s)          V_d(s) = Σ_t p(t) · max_c V_{d−1}(s after t, c)
//! ```
//!
//! - [`Linear`]: an evaluator from weighted features.
//! - [`Td`]: an evaluator learned by self-play.
//! - [`Expectimax`]: `V_d` exactly, with Star1 and Star2 and a table.
//! - [`Rollout`]: many games by a policy, luck taken out.
//! - [`Mcts`]: a tree grown where it matters (UCT).
//!
//! The formulas, and where they come from, stand in `docs/search.md`.

mod any_evaluator;
mod chain;
mod confidence;
mod contest;
mod enumerated;
mod evaluator;
mod expectimax;
mod features;
mod linear;
mod lone;
mod mcts;
mod nodes;
mod order;
mod randomness;
mod rollout;
mod square_sum;
mod star;
mod table;
mod td;
mod throws;
mod truth;
mod weights;
mod window;

pub use any_evaluator::{AnyEvaluator, SolvedEvaluator};
pub use chain::{ChainError, ChainProgress, ChainResult, Room, Spread, evaluate_listed};
pub use confidence::{PairTest, Verdict};
pub use enumerated::{Enumerated, TooLarge};
pub use evaluator::{Evaluator, best_reply, equity_of, logistic};
pub use expectimax::{Expectimax, Found, Limit, Options, Prune, Ranked, TIE};
pub use features::{FEATURE_COUNT, FEATURES, Feature, FeatureInfo};
pub use linear::Linear;
pub use lone::Lone;
pub use mcts::{Mcts, MctsOptions};
pub use nodes::{Counts, Savings, savings};
pub use rollout::{Estimate, Luck, Playing, Rollout, RolloutOptions, RolloutResult};
pub use td::{
    Active, BUILTIN_TD, HIDDEN_WIDTHS, Hidden, Inputs, Learning, Net, Td, TdError, TdWeights,
    builtin_td, builtin_td_bytes,
};
pub use throws::{Chance, Throws};
pub use truth::{
    Assessment, Dropped, Evidence, Sample, Truth, best_of, true_bounds, true_equity, true_values,
};
pub use weights::{Weights, WeightsError};
