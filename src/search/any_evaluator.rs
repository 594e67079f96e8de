use super::evaluator::{Evaluator, logistic};
use super::linear::Linear;
use super::td::Td;
use crate::rules::Position;

/// An evaluator that an agent can name.
#[derive(Clone, Debug)]
pub enum AnyEvaluator {
    Linear(Box<Linear>),
    Td(Box<Td>),
}

impl Evaluator for AnyEvaluator {
    #[inline(always)]
    fn score(&self, position: &Position) -> f64 {
        match self {
            AnyEvaluator::Linear(linear) => linear.score(position),
            AnyEvaluator::Td(td) => td.score(position),
        }
    }

    /// Both kinds squash alike.
    #[inline(always)]
    fn squash(&self, score: f64) -> f64 {
        logistic(score)
    }
}
