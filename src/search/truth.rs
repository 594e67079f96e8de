//! What is known exactly, or between bounds: solved values.

use std::sync::Arc;

use crate::rules::{Choice, Position, Rules};
use crate::ruleset::Mechanics;
use crate::stats::{Confidence, Interval};
use crate::types::Player;

use super::evaluator::settled;
use super::expectimax::TIE;

/// Solved values of one ruleset, as from a table.
pub trait Truth: Send + Sync {
    /// Bounds on the equity of the player about to throw, both perfect from
    /// here on; equal where the value is taken as exact. The position must not
    /// be over.
    fn bounds(&self, position: &Position) -> Interval;

    /// Equities that differ by no more than this are held equal: twice the
    /// error of a value.
    fn resolution(&self) -> f64;

    /// Choices no farther than this from the best are of equal value to the
    /// perfect player, who then takes the first.
    fn tie(&self) -> f64 {
        TIE
    }

    /// Whether the intervals of [`Self::bounds`] are proven.
    fn certified(&self) -> bool;

    /// Whether the values are those of this game.
    ///
    /// # Errors
    /// Why not, with what would be right.
    fn suits(&self, mechanics: &Mechanics) -> Result<(), String>;

    /// Whether the bounds of a position that is not over say more than that it
    /// can be won or lost.
    fn holds(&self, position: &Position) -> bool {
        let _ = position;
        true
    }

    /// The middle of the bounds.
    #[inline]
    fn equity(&self, position: &Position) -> f64 {
        let bounds = self.bounds(position);
        0.5 * (bounds.lo + bounds.hi)
    }
}

impl<T: Truth + ?Sized> Truth for Arc<T> {
    #[inline]
    fn bounds(&self, position: &Position) -> Interval {
        (**self).bounds(position)
    }

    fn resolution(&self) -> f64 {
        (**self).resolution()
    }

    fn tie(&self) -> f64 {
        (**self).tie()
    }

    fn certified(&self) -> bool {
        (**self).certified()
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        (**self).suits(mechanics)
    }

    fn holds(&self, position: &Position) -> bool {
        (**self).holds(position)
    }

    #[inline]
    fn equity(&self, position: &Position) -> f64 {
        (**self).equity(position)
    }
}

/// The equity of `player`, whoever is about to throw and also where the game
/// is over.
#[inline]
pub fn true_equity(
    player: Player,
    truth: &(impl Truth + ?Sized),
    rules: &Rules,
    position: &Position,
) -> f64 {
    match position.to_throw() {
        Some(thrower) if thrower == player => truth.equity(position),
        Some(_) => 1.0 - truth.equity(position),
        None => settled(player, rules, position),
    }
}

/// Bounds on the equity of `player`, as [`true_equity`].
pub fn true_bounds(
    player: Player,
    truth: &(impl Truth + ?Sized),
    rules: &Rules,
    position: &Position,
) -> Interval {
    match position.to_throw() {
        Some(thrower) if thrower == player => truth.bounds(position),
        Some(_) => {
            let other = truth.bounds(position);
            Interval {
                lo: 1.0 - other.hi,
                hi: 1.0 - other.lo,
            }
        }
        None => Interval::around(settled(player, rules, position), 0.0),
    }
}

/// How far the equity of a choice can be trusted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// Nothing is known of its error.
    Estimated,
    /// The mean of sampled games.
    Sampled(Sample),
    /// The mean over so many descents into a tree that grows.
    Visited(u32),
    /// A table's value without proven bounds.
    Solved,
    /// Proven bounds.
    Proven(Interval),
}

/// What sampled games say beside their mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Of the mean, from the spread of the blocks; `None` for a single block.
    pub standard_error: Option<f64>,
    pub games: u64,
    /// Games come in so many independent blocks.
    pub blocks: u64,
    pub dropped: Dropped,
}

/// Whether a choice was shown to be worse than another before all its games
/// were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dropped {
    Yes,
    No,
}

/// A choice and what it is held to be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    pub choice: Choice,
    /// Of the mover, after the choice.
    pub equity: f64,
    pub evidence: Evidence,
}

impl Assessment {
    /// What comes before the equity where choices are compared: the visits of a
    /// tree; of sampled choices those not dropped.
    pub fn standing(&self) -> u32 {
        match self.evidence {
            Evidence::Visited(visits) => visits,
            Evidence::Sampled(sample) => u32::from(sample.dropped == Dropped::No),
            Evidence::Estimated | Evidence::Solved | Evidence::Proven(_) => 0,
        }
    }

    /// The bounds, or a 95 % interval by Student's law over the blocks of games.
    pub fn interval(&self) -> Option<Interval> {
        match self.evidence {
            Evidence::Estimated | Evidence::Visited(_) | Evidence::Solved => None,
            Evidence::Proven(interval) => Some(interval),
            Evidence::Sampled(sample) => {
                let error = sample.standard_error?;
                let freedom = (sample.blocks - 1) as f64;
                let half = Confidence::P95.student_quantile(freedom) * error;
                Some(Interval::around(self.equity, half))
            }
        }
    }
}

/// Every choice of the player about to throw with a throw of `points`, in
/// canonical order, with its true value.
pub fn true_values(
    truth: &(impl Truth + ?Sized),
    rules: &Rules,
    position: &Position,
    points: u8,
) -> Vec<Assessment> {
    let mover = position.to_throw().expect("a game that goes on");
    let choices = rules.choices(position, points);
    rules
        .successors(position, points, choices)
        .map(|(choice, after)| {
            let bounds = true_bounds(mover, truth, rules, &after);
            Assessment {
                choice,
                equity: 0.5 * (bounds.lo + bounds.hi),
                evidence: if truth.certified() {
                    Evidence::Proven(bounds)
                } else {
                    Evidence::Solved
                },
            }
        })
        .collect()
}

/// The place of the best of `assessments`: of those that stand best (see
/// [`Assessment::standing`]) and are within `tie` of the largest equity among
/// these, the first. `None` for an empty list.
pub fn best_of(assessments: &[Assessment], tie: f64) -> Option<usize> {
    let standing = assessments.iter().map(Assessment::standing).max()?;
    let first = |assessment: &&Assessment| assessment.standing() == standing;
    let largest = assessments
        .iter()
        .filter(first)
        .map(|assessment| assessment.equity)
        .fold(f64::NEG_INFINITY, f64::max);
    assessments
        .iter()
        .position(|assessment| first(&assessment) && assessment.equity >= largest - tie)
}
