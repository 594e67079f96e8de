//! What a search cost, in nodes.

use std::ops::AddAssign;

use crate::rules::{Position, Rules};

use super::evaluator::Evaluator;
use super::expectimax::{Expectimax, Options, Prune};

/// Nodes of a search. They depend on the position and the options alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Chance nodes looked into (positions whose throws were gone through).
    pub chance: u64,
    /// Decision nodes looked into (a position and a throw).
    pub decisions: u64,
    /// Positions evaluated, for their value or to order choices.
    pub leaves: u64,
    /// Chance nodes that the table answered.
    pub table_hits: u64,
}

impl Counts {
    /// Everything a limit counts.
    pub fn nodes(&self) -> u64 {
        self.chance + self.decisions + self.leaves
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.chance += other.chance;
        self.decisions += other.decisions;
        self.leaves += other.leaves;
        self.table_hits += other.table_hits;
    }
}

/// The cost of one way to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Savings {
    pub prune: Prune,
    pub with_table: bool,
    pub depth: u8,
    /// Summed over the positions and throws searched.
    pub counts: Counts,
}

/// Searches every one of `positions` (none of them over) with every throw at
/// `depth`, each way there is: plain, Star1 and Star2, without a table and
/// with one. Plain without a table comes first.
pub fn savings<E: Evaluator + Clone>(
    rules: &Rules,
    evaluator: &E,
    positions: &[Position],
    depth: u8,
) -> Vec<Savings> {
    let ways = [false, true].into_iter().flat_map(|with_table| {
        [Prune::None, Prune::Star1, Prune::Star2].map(|prune| (prune, with_table))
    });
    ways.map(|(prune, with_table)| {
        let options = Options {
            depth,
            prune,
            table_bits: with_table.then_some(Options::default_table_bits()),
            ..Options::default()
        };
        let mut search = Expectimax::new(rules, evaluator.clone(), options);
        let mut counts = Counts::default();
        for position in positions {
            for throw in rules.mechanics().throws.throws() {
                counts += search.choose(rules, position, throw.points).counts;
            }
        }
        Savings {
            prune,
            with_table,
            depth,
            counts,
        }
    })
    .collect()
}
