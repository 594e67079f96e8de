use std::sync::Arc;

use super::evaluator::{Evaluator, logistic};
use super::linear::Linear;
use super::td::Td;
use super::truth::Truth;
use crate::rules::Position;

/// An evaluator that an agent can name.
pub enum AnyEvaluator {
    Linear(Box<Linear>),
    Td(Box<Td>),
    Solved(Box<SolvedEvaluator>),
}

/// Solved values where they are known, elsewhere the linear evaluator. Its
/// scores are equities less ½, so that both meet on one scale.
pub struct SolvedEvaluator {
    pub truth: Arc<dyn Truth>,
    pub elsewhere: Linear,
}

impl Evaluator for SolvedEvaluator {
    fn score(&self, position: &Position) -> f64 {
        let equity = if self.truth.holds(position) {
            self.truth.equity(position)
        } else {
            self.elsewhere.equity(position)
        };
        equity - 0.5
    }

    fn squash(&self, score: f64) -> f64 {
        score + 0.5
    }

    fn exact(&self, position: &Position) -> bool {
        self.truth.holds(position)
    }
}

impl Evaluator for AnyEvaluator {
    #[inline(always)]
    fn score(&self, position: &Position) -> f64 {
        match self {
            AnyEvaluator::Linear(linear) => linear.score(position),
            AnyEvaluator::Td(td) => td.score(position),
            AnyEvaluator::Solved(solved) => solved.score(position),
        }
    }

    #[inline(always)]
    fn squash(&self, score: f64) -> f64 {
        match self {
            AnyEvaluator::Linear(_) | AnyEvaluator::Td(_) => logistic(score),
            AnyEvaluator::Solved(solved) => solved.squash(score),
        }
    }

    #[inline(always)]
    fn exact(&self, position: &Position) -> bool {
        match self {
            AnyEvaluator::Linear(_) | AnyEvaluator::Td(_) => false,
            AnyEvaluator::Solved(solved) => solved.exact(position),
        }
    }
}
