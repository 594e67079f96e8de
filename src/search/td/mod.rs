//! The learned evaluator: a linear one and a small net that corrects it.
//!
//! Serves every ruleset, each with weights of its own (`senet train` learns
//! them by self-play, see [`crate::train`]). With `b` the score of a
//! [`Linear`](super::Linear) evaluator whose weights are part of the file, `x`
//! the [`Inputs`] of a position seen by the player about to throw, and
//! `f(a) = a/(1 + |a|)`:
//!
//! ```text
//! score  = Σ_i s_i · x_i + Σ_j v_j · f( Σ_i w_ij · x_i )        b is one of the x_i
//! equity = σ(score)
//! ```
//!
//! Most inputs are 0 or 1 and few of them are 1, so a position costs a few
//! hundred additions. All arithmetic is by additions, multiplications and
//! divisions in a fixed order, so every machine gives the same bits.
//!
//! G. Tesauro, Temporal difference learning and TD-Gammon, *Communications of
//! the ACM* 38 (1995); sparse first layers: Y. Nasu, Efficiently updatable
//! neural-network-based evaluation functions, 2018.

mod builtin;
mod file;
mod inputs;
mod net;

pub use builtin::{BUILTIN_TD, builtin_td, builtin_td_bytes};
pub use file::{Learning, TdError, TdWeights};
pub use inputs::{Active, Inputs};
pub use net::{HIDDEN_WIDTHS, Hidden, Net};

use crate::rules::{Position, Rules};

use super::evaluator::{Evaluator, logistic};

/// [`TdWeights`] compiled for their ruleset.
#[derive(Clone, Debug)]
pub struct Td {
    inputs: Inputs,
    net: Net,
}

impl Td {
    /// # Errors
    /// Weights of another ruleset or of another size.
    pub fn new(rules: &Rules, weights: &TdWeights) -> Result<Td, TdError> {
        weights.check(rules.mechanics())?;
        let inputs = Inputs::new(rules, &weights.base);
        weights.check_size(&inputs)?;
        Ok(Td {
            inputs,
            net: weights.net.clone(),
        })
    }

    /// An evaluator that is still being learned.
    pub fn of_parts(inputs: Inputs, net: Net) -> Td {
        assert_eq!(net.rows(), inputs.rows(), "a net for these inputs");
        Td { inputs, net }
    }

    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    pub fn net(&self) -> &Net {
        &self.net
    }

    pub fn set_net(&mut self, net: &Net) {
        self.net.clone_from(net);
    }
}

impl Evaluator for Td {
    #[inline]
    fn score(&self, position: &Position) -> f64 {
        let mut active = Active::default();
        self.inputs.fill(position, &mut active);
        f64::from(self.net.score(&active))
    }

    #[inline(always)]
    fn squash(&self, score: f64) -> f64 {
        logistic(score)
    }
}
