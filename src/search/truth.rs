//! What is known exactly, or between bounds: solved values.

use std::sync::Arc;

use crate::rules::{Choice, Position, Rules};
use crate::ruleset::Mechanics;
use crate::stats::Interval;
use crate::types::Player;

use super::evaluator::settled;

/// Solved values of one ruleset, as from a table.
pub trait Truth: Send + Sync {
    /// Bounds on the equity of the player about to throw, both perfect from
    /// here on; equal where the value is taken as exact. The position must not
    /// be over.
    fn bounds(&self, position: &Position) -> Interval;

    /// Equities that differ by no more than this are held equal: twice the
    /// error of a value.
    fn resolution(&self) -> f64;

    /// Whether the intervals of [`Self::bounds`] are proven.
    fn certified(&self) -> bool;

    /// Whether the values are those of this game.
    ///
    /// # Errors
    /// Why not, with what would be right.
    fn suits(&self, mechanics: &Mechanics) -> Result<(), String>;

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

    fn certified(&self) -> bool {
        (**self).certified()
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        (**self).suits(mechanics)
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
    /// A 95 % interval from sampled games.
    Sampled(Interval),
    /// A table's value without proven bounds.
    Solved,
    /// Proven bounds.
    Proven(Interval),
}

impl Evidence {
    pub fn interval(&self) -> Option<Interval> {
        match *self {
            Evidence::Estimated | Evidence::Solved => None,
            Evidence::Sampled(interval) | Evidence::Proven(interval) => Some(interval),
        }
    }
}

/// A choice and what it is held to be worth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Assessment {
    pub choice: Choice,
    /// Of the mover, after the choice.
    pub equity: f64,
    pub evidence: Evidence,
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

/// The place of the best of `assessments`; of those within `tie` of the
/// largest equity, the first. `None` for an empty list.
pub fn best_of(assessments: &[Assessment], tie: f64) -> Option<usize> {
    let largest = assessments
        .iter()
        .map(|assessment| assessment.equity)
        .fold(f64::NEG_INFINITY, f64::max);
    assessments
        .iter()
        .position(|assessment| assessment.equity >= largest - tie)
}
