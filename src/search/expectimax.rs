//! Expectimax: the best choice when both play by `V_d`, every throw weighed.
//!
//! Serves every ruleset. Assumes that equities lie between 0 and 1. Depth
//! counts the throws looked ahead after the one in hand: 0 compares what the
//! evaluator says of the positions that the choices lead to.
//!
//! How chance nodes are cut is told in `star.rs`.

use std::time::{Duration, Instant};

use crate::rules::{Choice, Choices, Position, Rules};
use crate::types::Player;

use super::evaluator::{Evaluator, equity_of};
use super::nodes::Counts;
use super::star::{Run, Stop, Wanted};
use super::table::Table;
use super::throws::Throws;
use super::window::OPEN;

/// Choices whose values differ by no more than this are equal, and the first
/// in canonical order is taken: far above the rounding of sums in another
/// order, far below any difference that means something.
pub const TIE: f64 = 1e-12;

/// How chance nodes are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prune {
    /// Not at all: every node within the depth is looked into.
    None,
    Star1,
    Star2,
}

/// When to stop before the depth is reached. The last depth done in full
/// counts; depth 0 always is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Limit {
    None,
    /// After so many nodes (see [`Counts::nodes`]); the same every time.
    Nodes(u64),
    /// After so long; what comes out depends on the machine.
    Time(Duration),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Throws to look ahead after the one in hand.
    pub depth: u8,
    pub prune: Prune,
    /// A table of 2^bits positions, 64 bytes each; `None`: no table.
    pub table_bits: Option<u8>,
    pub limit: Limit,
}

impl Options {
    /// 2^16 positions, 4 MiB.
    pub const fn default_table_bits() -> u8 {
        16
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            depth: 2,
            prune: Prune::Star2,
            table_bits: Some(Options::default_table_bits()),
            limit: Limit::None,
        }
    }
}

/// A choice and the equity of the mover after it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    pub choice: Choice,
    pub equity: f64,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    pub choice: Choice,
    /// Of the mover, after the choice.
    pub equity: f64,
    /// The depth that was done in full.
    pub depth: u8,
    pub counts: Counts,
}

/// The search, for one ruleset and evaluator.
pub struct Expectimax<E> {
    evaluator: E,
    options: Options,
    throws: Throws,
    table: Option<Table>,
}

impl<E: Evaluator> Expectimax<E> {
    pub fn new(rules: &Rules, evaluator: E, options: Options) -> Expectimax<E> {
        Expectimax {
            evaluator,
            options,
            throws: Throws::new(rules),
            table: options.table_bits.map(Table::new),
        }
    }

    /// The best choice of the player about to throw with a throw of `points`;
    /// among equals (see [`TIE`]) the first in canonical order. The position
    /// must not be over. Nothing is carried over from one call to the next.
    pub fn choose(&mut self, rules: &Rules, position: &Position, points: u8) -> Found {
        let choices = rules.choices(position, points);
        let deepest = self.options.depth;
        let (mut ranked, mut run) = self.root(rules, position, points, choices);
        let mut depth = 0;
        while depth < deepest {
            ranked.sort_by(|a, b| b.equity.total_cmp(&a.equity));
            let Some(deeper) = run.rank(&ranked, depth + 1, Wanted::Best) else {
                break;
            };
            depth += 1;
            ranked = deeper;
        }
        let found = best(&ranked);
        Found {
            choice: found.choice,
            equity: found.equity,
            depth,
            counts: run.counts,
        }
    }

    /// Every choice in canonical order with its value at the depth that
    /// [`Self::choose`] does in full, so that its choice is the best of them.
    pub fn rank(&mut self, rules: &Rules, position: &Position, points: u8) -> Vec<Ranked> {
        let choices = rules.choices(position, points);
        let depth = match self.options.limit {
            Limit::None => self.options.depth,
            Limit::Nodes(_) | Limit::Time(_) => self.choose(rules, position, points).depth,
        };
        let (flat, mut run) = self.root(rules, position, points, choices);
        run.stop = Stop::Never;
        let mut ranked: Vec<Ranked> = match depth {
            0 => flat.iter().map(Root::ranked).collect(),
            _ => run
                .rank(&flat, depth, Wanted::All)
                .expect("no limit was set")
                .iter()
                .map(Root::ranked)
                .collect(),
        };
        ranked.sort_by_key(|ranked| ranked.choice);
        ranked
    }

    /// `V_depth` of a position: the equity of the player about to throw, the
    /// limit does not count.
    pub fn value(&mut self, rules: &Rules, position: &Position, depth: u8) -> f64 {
        if depth == 0 {
            return self.evaluator.equity(position);
        }
        let mut run = self.run(rules);
        run.stop = Stop::Never;
        (1..=depth)
            .map(|depth| run.chance(position, depth, OPEN))
            .last()
            .flatten()
            .expect("no limit was set")
    }

    fn run<'a>(&'a mut self, rules: &'a Rules) -> Run<'a, E> {
        if let Some(table) = &mut self.table {
            table.clear();
        }
        Run {
            rules,
            evaluator: &self.evaluator,
            throws: &self.throws,
            prune: self.options.prune,
            table: self.table.as_mut(),
            stop: match self.options.limit {
                Limit::None => Stop::Never,
                Limit::Nodes(nodes) => Stop::Nodes(nodes),
                Limit::Time(time) => Stop::At(Instant::now() + time),
            },
            counts: Counts::default(),
        }
    }

    /// The choices with their values at depth 0, and a search to go on with.
    fn root<'a>(
        &'a mut self,
        rules: &'a Rules,
        position: &Position,
        points: u8,
        choices: Choices,
    ) -> (Vec<Root>, Run<'a, E>) {
        let mover = position.to_throw().expect("a game that goes on");
        let mut run = self.run(rules);
        let roots = rules
            .successors(position, points, choices)
            .map(|(choice, after)| Root {
                choice,
                after,
                mover,
                equity: equity_of(mover, run.evaluator, rules, &after),
            })
            .collect::<Vec<_>>();
        run.counts.decisions += 1;
        run.counts.leaves += roots.len() as u64;
        (roots, run)
    }
}

/// A choice at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Root {
    pub choice: Choice,
    pub after: Position,
    pub mover: Player,
    /// The value, or an upper bound that is too low to matter.
    pub equity: f64,
}

impl Root {
    fn ranked(&self) -> Ranked {
        Ranked {
            choice: self.choice,
            equity: self.equity,
        }
    }
}

/// The first in canonical order of those that tie for the best.
fn best(roots: &[Root]) -> Ranked {
    let top = roots
        .iter()
        .map(|root| root.equity)
        .fold(f64::MIN, f64::max);
    roots
        .iter()
        .filter(|root| root.equity >= top - TIE)
        .min_by_key(|root| root.choice)
        .expect("a position has a choice")
        .ranked()
}
