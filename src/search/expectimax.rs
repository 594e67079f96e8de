//! Expectimax: the best choice when both play by `V_d`, every throw weighed.
//!
//! Serves every ruleset. Assumes that equities lie between 0 and 1. Depth
//! counts the throws looked ahead after the one in hand: 0 compares what the
//! evaluator says of the positions that the choices lead to.
//!
//! At a chance node with throws of chances `p_i`, values `v_i` and window
//! (α, β), having values for `j < i` and bounds `L_j ≤ v_j ≤ 1` for the rest,
//! throw `i` needs to be known only between
//!
//! ```text
//! α_i = (α − Σ_{j<i} p_j v_j − Σ_{j>i} p_j) / p_i
//! β_i = (β − Σ_{j<i} p_j v_j − Σ_{j>i} p_j L_j) / p_i
//! ```
//!
//! (Star1: `L_j` = 0.) Star2 first searches one choice of every throw, whose
//! value is such an `L_j`. B. W. Ballard, The *-minimax search procedure for
//! trees containing chance nodes, Artificial Intelligence 21 (1983); T. Hauk,
//! M. Buro, J. Schaeffer, Rediscovering *-minimax search, CG 2004. Bounds are
//! fail-soft and kept at chance nodes: J. Veness, A. Blair, Effective use of
//! transposition tables in stochastic game tree search, CIG 2007.

use std::time::{Duration, Instant};

use crate::rules::{Choice, Choices, Position, Rules};
use crate::types::Player;

use super::evaluator::{Evaluator, equity_of, settled};
use super::nodes::Counts;
use super::table::{HINTS, NO_HINT, Table};
use super::throws::Throws;

/// Choices whose values differ by no more than this are equal, and the first
/// in canonical order is taken: far above the rounding of sums in another
/// order, far below any difference that means something.
pub const TIE: f64 = 1e-12;

/// Root windows stay open this far below the best value, so that every choice
/// that ties with it gets its value and not a bound.
const TIE_WINDOW: f64 = 4.0 * TIE;

/// The largest number of choices whose order is worth finding.
const MOST: usize = 24;

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

    /// Every choice with its value at full depth, in canonical order; the
    /// limit does not count.
    pub fn rank(&mut self, rules: &Rules, position: &Position, points: u8) -> Vec<Ranked> {
        let choices = rules.choices(position, points);
        let depth = self.options.depth;
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
struct Root {
    choice: Choice,
    after: Position,
    mover: Player,
    /// The value, or an upper bound that is too low to matter.
    equity: f64,
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

/// Which values of the root's choices are wanted exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wanted {
    Best,
    All,
}

#[derive(Clone, Copy, Debug)]
enum Stop {
    Never,
    Nodes(u64),
    At(Instant),
}

/// Whether to look at the clock each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Check {
    Now,
    Sometimes,
}

/// What a value has to be known between: at or below `alpha` an upper bound
/// will do, at or above `beta` a lower one.
#[derive(Clone, Copy, Debug)]
struct Window {
    alpha: f64,
    beta: f64,
}

/// Wider than any equity.
const OPEN: Window = Window {
    alpha: -1.0,
    beta: 2.0,
};

impl Window {
    /// The same, seen from the other side.
    #[inline(always)]
    fn turned(self) -> Window {
        Window {
            alpha: 1.0 - self.beta,
            beta: 1.0 - self.alpha,
        }
    }

    #[inline(always)]
    fn above(self, value: f64) -> Window {
        Window {
            alpha: self.alpha.max(value),
            beta: self.beta,
        }
    }
}

/// One search under way. Functions that may be stopped give `None` then.
struct Run<'a, E> {
    rules: &'a Rules,
    evaluator: &'a E,
    throws: &'a Throws,
    prune: Prune,
    table: Option<&'a mut Table>,
    stop: Stop,
    counts: Counts,
}

impl<E: Evaluator> Run<'_, E> {
    /// The roots, in their order, with values at `depth` (at least 1).
    fn rank(&mut self, roots: &[Root], depth: u8, wanted: Wanted) -> Option<Vec<Root>> {
        if self.stopped(Check::Now) {
            return None;
        }
        let mut ranked = roots.to_vec();
        let mut top = OPEN.alpha;
        for root in &mut ranked {
            let alpha = match (wanted, self.prune) {
                (Wanted::All, _) | (_, Prune::None) => OPEN.alpha,
                (Wanted::Best, _) => top - TIE_WINDOW,
            };
            let window = Window { alpha, ..OPEN };
            root.equity = self.after(&root.after, root.mover, depth, window)?;
            top = top.max(root.equity);
        }
        Some(ranked)
    }

    /// The equity of `mover` in a position after its choice.
    #[inline(always)]
    fn after(
        &mut self,
        position: &Position,
        mover: Player,
        depth: u8,
        window: Window,
    ) -> Option<f64> {
        match position.to_throw() {
            None => Some(settled(mover, self.rules, position)),
            Some(thrower) if thrower == mover => self.chance(position, depth, window),
            Some(_) => Some(1.0 - self.chance(position, depth, window.turned())?),
        }
    }

    /// `V_depth` of a position that is not over, `depth` at least 1.
    fn chance(&mut self, position: &Position, depth: u8, window: Window) -> Option<f64> {
        let mut hints = [NO_HINT; HINTS];
        if let Some(entry) = self.table.as_ref().and_then(|table| table.get(position)) {
            hints = entry.hints;
            if entry.depth == depth {
                if entry.lower == entry.upper || entry.lower >= window.beta {
                    self.counts.table_hits += 1;
                    return Some(entry.lower);
                }
                if entry.upper <= window.alpha {
                    self.counts.table_hits += 1;
                    return Some(entry.upper);
                }
            }
        }
        self.counts.chance += 1;
        if self.stopped(Check::Sometimes) {
            return None;
        }
        let value = if self.prune == Prune::None {
            self.sum(position, depth, &mut hints)?
        } else {
            self.star(position, depth, window, &mut hints)?
        };
        if let Some(table) = &mut self.table {
            let bounds = if value <= window.alpha {
                (0.0, value)
            } else if value >= window.beta {
                (value, 1.0)
            } else {
                (value, value)
            };
            table.put(position, depth, bounds, hints);
        }
        Some(value)
    }

    #[inline(always)]
    fn stopped(&self, check: Check) -> bool {
        match self.stop {
            Stop::Never => false,
            Stop::Nodes(most) => self.counts.nodes() > most,
            Stop::At(end) => {
                (check == Check::Now || self.counts.chance % 256 == 0) && Instant::now() >= end
            }
        }
    }

    /// Every throw in full.
    fn sum(&mut self, position: &Position, depth: u8, hints: &mut [u8; HINTS]) -> Option<f64> {
        let throws = self.throws;
        let mut sum = 0.0;
        for (i, throw) in throws.all().iter().enumerate() {
            let hint = hints.get_mut(i);
            sum += throw.probability * self.decide(position, throw.points, depth, OPEN, hint)?;
        }
        Some(sum)
    }

    /// Star1, or Star2 where probing pays.
    fn star(
        &mut self,
        position: &Position,
        depth: u8,
        window: Window,
        hints: &mut [u8; HINTS],
    ) -> Option<f64> {
        let throws = self.throws.all();
        let mut lower = [0.0; 16];
        let mut lower_sum = 0.0;
        if self.prune == Prune::Star2 && depth > 1 && window.beta <= 1.0 {
            for (i, throw) in throws.iter().enumerate() {
                let hint = hints.get(i).copied().unwrap_or(NO_HINT);
                lower[i] = self.probe(position, throw.points, depth, hint)?;
                lower_sum += throw.probability * lower[i];
                if lower_sum >= window.beta {
                    return Some(lower_sum);
                }
            }
        }
        let (mut known, mut left) = (0.0, 1.0);
        for (i, throw) in throws.iter().enumerate() {
            let p = throw.probability;
            left -= p;
            lower_sum -= p * lower[i];
            let inner = Window {
                alpha: (window.alpha - known - left) / p,
                beta: (window.beta - known - lower_sum) / p,
            };
            let value = self.decide(position, throw.points, depth, inner, hints.get_mut(i))?;
            known += p * value;
            if value >= inner.beta {
                return Some(known + lower_sum);
            }
            if value <= inner.alpha {
                return Some(known + left);
            }
        }
        Some(known)
    }

    /// The value of the mover's best choice with `points`; the choice found
    /// best is left in `hint`.
    fn decide(
        &mut self,
        position: &Position,
        points: u8,
        depth: u8,
        window: Window,
        hint: Option<&mut u8>,
    ) -> Option<f64> {
        self.counts.decisions += 1;
        let choices = self.rules.choices(position, points);
        if depth == 1 {
            return Some(self.glance(position, points, choices, window.beta));
        }
        let mover = position.to_throw().expect("a game that goes on");
        let known = hint.as_ref().map_or(NO_HINT, |hint| **hint);
        let order = self.order(position, points, choices, known);
        let (mut top, mut top_number) = (OPEN.alpha, NO_HINT);
        for candidate in order.as_slice() {
            let inner = match self.prune {
                Prune::None => OPEN,
                _ => window.above(top),
            };
            let value = self.after(&candidate.after, mover, depth - 1, inner)?;
            if value > top {
                (top, top_number) = (value, candidate.number);
            }
            if top >= window.beta {
                break;
            }
        }
        if let Some(hint) = hint {
            *hint = top_number;
        }
        Some(top)
    }

    /// [`Run::decide`] at depth 1: the best of what the evaluator says.
    #[inline(always)]
    fn glance(&mut self, position: &Position, points: u8, choices: Choices, beta: f64) -> f64 {
        let mover = position.to_throw().expect("a game that goes on");
        let cuts = beta <= 1.0;
        let (mut top, mut settled_top) = (f64::NEG_INFINITY, 0.0);
        for choice in choices.iter() {
            let mut after = *position;
            self.rules.play(&mut after, points, choice);
            self.counts.leaves += 1;
            let score = match after.to_throw() {
                Some(thrower) if thrower == mover => self.evaluator.score(&after),
                Some(_) => -self.evaluator.score(&after),
                None => {
                    settled_top = f64::max(settled_top, settled(mover, self.rules, &after));
                    continue;
                }
            };
            if score > top {
                top = score;
                if cuts && self.evaluator.squash(top) >= beta {
                    break;
                }
            }
        }
        if top == f64::NEG_INFINITY {
            return settled_top;
        }
        f64::max(settled_top, self.evaluator.squash(top))
    }

    /// One choice's value, a lower bound of the value of all: the choice that
    /// was best before, or else looks best.
    fn probe(&mut self, position: &Position, points: u8, depth: u8, hint: u8) -> Option<f64> {
        self.counts.decisions += 1;
        let mover = position.to_throw().expect("a game that goes on");
        let choices = self.rules.choices(position, points);
        let mut after = *position;
        if u32::from(hint) < choices.len() {
            self.rules
                .play(&mut after, points, choices.nth(u32::from(hint)));
        } else {
            after = self.order(position, points, choices, NO_HINT).as_slice()[0].after;
        }
        self.after(&after, mover, depth - 1, OPEN)
    }

    /// The choices, the likely best first where pruning can gain by it.
    fn order(&mut self, position: &Position, points: u8, choices: Choices, hint: u8) -> Order {
        let mover = position.to_throw().expect("a game that goes on");
        let mut order = Order::new(*position);
        let pays = self.prune != Prune::None && choices.len() > 1;
        for (number, (_, after)) in (0u8..).zip(self.rules.successors(position, points, choices)) {
            let promise = if !pays {
                0.0
            } else if number == hint {
                f64::MAX
            } else {
                self.counts.leaves += 1;
                equity_of(mover, self.evaluator, self.rules, &after)
            };
            order.insert(Candidate {
                promise,
                number,
                after,
            });
        }
        order
    }
}

/// A choice waiting to be searched.
#[derive(Clone, Copy)]
struct Candidate {
    promise: f64,
    /// Its number in canonical order.
    number: u8,
    after: Position,
}

/// Candidates by falling promise, in canonical order among equals.
struct Order {
    candidates: [Candidate; MOST],
    len: usize,
}

impl Order {
    fn new(filler: Position) -> Order {
        let candidate = Candidate {
            promise: 0.0,
            number: 0,
            after: filler,
        };
        Order {
            candidates: [candidate; MOST],
            len: 0,
        }
    }

    fn insert(&mut self, candidate: Candidate) {
        let mut i = self.len;
        while i > 0 && self.candidates[i - 1].promise < candidate.promise {
            self.candidates[i] = self.candidates[i - 1];
            i -= 1;
        }
        self.candidates[i] = candidate;
        self.len += 1;
    }

    fn as_slice(&self) -> &[Candidate] {
        &self.candidates[..self.len]
    }
}
