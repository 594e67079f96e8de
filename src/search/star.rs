//! The recursion of expectimax: chance nodes and decisions with windows.
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

use std::time::Instant;

use crate::rules::{Choices, Position, Rules};
use crate::types::Player;

use super::evaluator::{Evaluator, equity_at, score_of, settled};
use super::expectimax::{Prune, Root, TIE};
use super::nodes::Counts;
use super::order::{Candidate, Order};
use super::table::{HINTS, NO_HINT, Table};
use super::throws::Throws;
use super::window::{OPEN, Window};

/// Root windows stay open this far below the best value, so that every choice
/// that ties with it gets its value and not a bound.
const TIE_WINDOW: f64 = 4.0 * TIE;

/// Which values of the root's choices are wanted exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Best,
    All,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
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

/// One search under way. Functions that may be stopped give `None` then.
pub(super) struct Run<'a, E> {
    pub rules: &'a Rules,
    pub evaluator: &'a E,
    pub throws: &'a Throws,
    pub prune: Prune,
    pub table: Option<&'a mut Table>,
    pub stop: Stop,
    pub counts: Counts,
}

impl<E: Evaluator> Run<'_, E> {
    /// The roots, in their order, with values at `depth` (at least 1).
    pub fn rank(&mut self, roots: &[Root], depth: u8, wanted: Wanted) -> Option<Vec<Root>> {
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
    pub fn chance(&mut self, position: &Position, depth: u8, window: Window) -> Option<f64> {
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
                (check == Check::Now || self.counts.chance.is_multiple_of(256))
                    && Instant::now() >= end
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
        let mut top = f64::NEG_INFINITY;
        for choice in choices.iter() {
            let mut after = *position;
            self.rules.play(&mut after, points, choice);
            self.counts.leaves += 1;
            let score = score_of(mover, self.evaluator, self.rules, &after);
            if score > top {
                top = score;
                if cuts && equity_at(self.evaluator, top) >= beta {
                    break;
                }
            }
        }
        equity_at(self.evaluator, top)
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
                f64::INFINITY
            } else {
                self.counts.leaves += 1;
                score_of(mover, self.evaluator, self.rules, &after)
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
