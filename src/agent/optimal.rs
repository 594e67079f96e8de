//! `optimal:FILE`: plays by a table of solved values.
//!
//! It takes the choice after which its chance of winning is largest (the middle
//! of the interval where the table has bounds); of equal ones the lowest
//! origin, then the position whose text is smaller.

use std::sync::Arc;

use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, Truth, true_values};
use crate::solver::perfect::perfect_choice;
use crate::solver::solve::Bounds;
use crate::solver::table::Table;
use crate::solver::value::Precision;
use crate::stats::Interval;

use super::deterministic::Deterministic;
use super::endgame::Solved;
use super::{AgentSpec, AgentSpecError, AnyAgent, Chosen, Sources};

/// The perfect player, as far as its table is exact.
#[derive(Clone)]
pub struct Optimal {
    table: Arc<Table>,
}

impl Optimal {
    pub(super) fn build(
        spec: &AgentSpec,
        sources: &dyn Sources,
    ) -> Result<AnyAgent, AgentSpecError> {
        let name = spec
            .bare()
            .ok_or_else(|| spec.unusable("it needs a table, as in optimal:FILE".to_string()))?;
        let unusable = |why| spec.unusable(why);
        Ok(AnyAgent::Other(
            match Solved::read(name, sources).map_err(unusable)? {
                Solved::Choices(choices) => Box::new(Chosen::new(choices)),
                Solved::Values(table) => Box::new(Optimal { table }),
            },
        ))
    }

    /// An agent that plays by `table`.
    pub fn new(table: Arc<Table>) -> Optimal {
        Optimal { table }
    }
}

impl Deterministic for Optimal {
    #[inline]
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        perfect_choice(&self.table, rules, position, points, *choices).0
    }

    fn weighs(&self) -> bool {
        true
    }

    fn assess(&self, rules: &Rules, position: &Position, points: u8) -> Option<Vec<Assessment>> {
        Some(true_values(&*self.table, rules, position, points))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        Truth::suits(&*self.table, mechanics)
    }
}

impl Truth for Table {
    fn holds(&self, position: &Position) -> bool {
        Table::holds(self, position)
    }

    #[inline]
    fn bounds(&self, position: &Position) -> Interval {
        let (lo, hi) = self.interval(position);
        Interval { lo, hi }
    }

    fn resolution(&self) -> f64 {
        let step = match self.header().precision {
            Precision::U8 => 1.0 / f64::from(u8::MAX),
            Precision::U16 => 1.0 / f64::from(u16::MAX),
            Precision::U32 => 1.0 / f64::from(u32::MAX),
            Precision::F32 => f64::from(f32::EPSILON),
            Precision::F64 => f64::EPSILON,
        };
        2.0 * self.header().tolerance.max(step)
    }

    fn certified(&self) -> bool {
        self.header().bounds == Bounds::Both
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let (own, game) = (self.mechanics().digest(), mechanics.digest());
        if own == game {
            Ok(())
        } else {
            Err(format!(
                "the table is about another game: {} (digest {own}), not digest {game}",
                self.header().game.label
            ))
        }
    }
}
