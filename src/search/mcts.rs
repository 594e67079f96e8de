//! Monte Carlo tree search: UCT with explicit chance nodes.
//!
//! Serves every ruleset. The tree alternates decision nodes (a position and a
//! throw) and chance nodes (a position). At a decision node the child with the
//! largest
//!
//! ```text
//! mean + c · √( ln N / n )
//! ```
//!
//! is entered (`N` visits of the node, `n` of the child; unvisited children
//! first). At a chance node the throws come in their due shares: the v-th visit
//! takes the throw at the quantile `frac(u + v·φ)` of the cumulative chances,
//! `φ` the golden ratio and `u` drawn from the seed, a sequence that spreads
//! evenly at every length. A chance node met for the first time is worth what
//! the evaluator says. L. Kocsis, C. Szepesvári, Bandit based Monte-Carlo
//! planning, ECML 2006; chance nodes in the tree: M. Lanctot et al., Monte
//! Carlo *-minimax search, IJCAI 2013.

use crate::rules::{Choice, Position, Rules};
use crate::types::Player;

use super::evaluator::{Evaluator, equity_of};
use super::expectimax::TIE;
use super::randomness::{mix, unit};
use super::throws::Throws;
use super::truth::{Assessment, Evidence, best_of};

/// The fractional part of the golden ratio.
const GOLDEN: f64 = 0.618_033_988_749_894_9;

/// Nothing has been grown below.
const BARE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MctsOptions {
    /// Descents into the tree, at least 1.
    pub iterations: u32,
    /// `c`: how much a seldom visited choice is favoured, in equity.
    pub exploration: f64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions {
            iterations: 2000,
            exploration: 0.2,
        }
    }
}

/// The search, for one ruleset and evaluator.
pub struct Mcts<E> {
    evaluator: E,
    options: MctsOptions,
    throws: Throws,
}

/// A position before a throw.
#[derive(Clone, Copy)]
struct ChanceNode {
    position: Position,
    visits: u32,
    /// Sum of the equities of player A over the visits.
    sum: f64,
    /// Its decision nodes, one a throw, in a row from here.
    decisions: u32,
}

/// A position and a throw; the position stands in the node above.
#[derive(Clone, Copy)]
struct DecisionNode {
    /// Its chance nodes, one a choice in canonical order, in a row from here.
    children: u32,
    count: u8,
}

struct Tree {
    chances: Vec<ChanceNode>,
    decisions: Vec<DecisionNode>,
}

impl<E: Evaluator> Mcts<E> {
    pub fn new(rules: &Rules, evaluator: E, options: MctsOptions) -> Mcts<E> {
        Mcts {
            evaluator,
            options,
            throws: Throws::new(rules),
        }
    }

    /// The choices of the player about to throw with a throw of `points`, in
    /// canonical order: how often each was entered, and the mean of what it was
    /// worth (0 without visits). The same seed gives the same result.
    pub fn visits(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        seed: u64,
    ) -> Vec<Assessment> {
        let mover = position.to_throw().expect("a game that goes on");
        let mut tree = Tree {
            chances: Vec::new(),
            decisions: Vec::new(),
        };
        let root = tree.grow(rules, position, points);
        let mut path = Vec::new();
        for iteration in 1..=self.options.iterations.max(1) {
            path.clear();
            let child = tree.select(root, mover, iteration - 1, self.options.exploration);
            let value = self.descend(rules, &mut tree, child, seed, &mut path);
            for &node in &path {
                let node = &mut tree.chances[node as usize];
                node.visits += 1;
                node.sum += value;
            }
        }
        let choices = rules.choices(position, points);
        choices
            .iter()
            .zip(tree.children(root))
            .map(|(choice, node)| Assessment {
                choice,
                evidence: Evidence::Visited(node.visits),
                equity: if node.visits == 0 {
                    0.0
                } else {
                    node.mean(mover)
                },
            })
            .collect()
    }

    /// The choice visited most; of equals the one worth most, then the first
    /// in canonical order (see [`best_of`]).
    pub fn choose(&self, rules: &Rules, position: &Position, points: u8, seed: u64) -> Choice {
        let visited = self.visits(rules, position, points, seed);
        visited[best_of(&visited, TIE).expect("a position has a choice")].choice
    }

    /// From a chance node down to one not met before, or the end of a game;
    /// its equity for player A.
    fn descend(
        &self,
        rules: &Rules,
        tree: &mut Tree,
        mut at: u32,
        seed: u64,
        path: &mut Vec<u32>,
    ) -> f64 {
        loop {
            path.push(at);
            let node = tree.chances[at as usize];
            let Some(thrower) = node.position.to_throw().filter(|_| node.visits > 0) else {
                return equity_of(Player::A, &self.evaluator, rules, &node.position);
            };
            if node.decisions == BARE {
                tree.chances[at as usize].decisions = tree.sprout(self.throws.all().len());
            }
            let offset = unit(mix(seed ^ mix(u64::from(at))));
            let quantile = (offset + f64::from(node.visits) * GOLDEN).fract();
            let throw = self.throws.at(quantile);
            let decision = tree.chances[at as usize].decisions as usize + throw;
            if tree.decisions[decision].children == BARE {
                let points = self.throws.all()[throw].points;
                tree.decisions[decision] = tree.grow(rules, &node.position, points);
            }
            let decision = tree.decisions[decision];
            let visits = tree.children(decision).map(|child| child.visits).sum();
            at = tree.select(decision, thrower, visits, self.options.exploration);
        }
    }
}

impl ChanceNode {
    fn mean(&self, player: Player) -> f64 {
        let mean = self.sum / f64::from(self.visits);
        match player {
            Player::A => mean,
            Player::B => 1.0 - mean,
        }
    }
}

impl Tree {
    fn children(&self, decision: DecisionNode) -> impl Iterator<Item = &ChanceNode> {
        let first = decision.children as usize;
        self.chances[first..first + usize::from(decision.count)].iter()
    }

    /// Bare decision nodes for every throw; the first one's number.
    fn sprout(&mut self, throws: usize) -> u32 {
        let first = self.decisions.len() as u32;
        let bare = DecisionNode {
            children: BARE,
            count: 0,
        };
        self.decisions.resize(self.decisions.len() + throws, bare);
        first
    }

    /// A decision node with unvisited children.
    fn grow(&mut self, rules: &Rules, position: &Position, points: u8) -> DecisionNode {
        let first = self.chances.len();
        let choices = rules.choices(position, points);
        self.chances.extend(
            rules
                .successors(position, points, choices)
                .map(|(_, position)| ChanceNode {
                    position,
                    visits: 0,
                    sum: 0.0,
                    decisions: BARE,
                }),
        );
        DecisionNode {
            children: first as u32,
            count: (self.chances.len() - first) as u8,
        }
    }

    /// The child to enter.
    fn select(&self, decision: DecisionNode, mover: Player, visits: u32, c: f64) -> u32 {
        let log = f64::from(visits.max(1)).ln();
        let mut best = (f64::NEG_INFINITY, 0);
        for (i, child) in (decision.children..).zip(self.children(decision)) {
            let bound = match child.visits {
                0 => f64::INFINITY,
                n => child.mean(mover) + c * (log / f64::from(n)).sqrt(),
            };
            if bound > best.0 {
                best = (bound, i);
            }
        }
        best.1
    }
}
