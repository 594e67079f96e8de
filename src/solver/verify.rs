//! A second look at a finished table: the Bellman residual, through the rules.
//!
//! Positions are decoded, their choices generated and played by the rules'
//! engine, and what follows is looked up again, so that the numbering, the
//! geometry of the solver and the values are checked at once.
//!
//! ```text
//! residual(s) = | V(s) − Σ_t p(t) · max over choices ( V(s′) if the mover throws again, else 1 − V(s′) ) |
//! ```
//!
//! With bounds the lower value must not exceed what follows from the lower and
//! upper values after it, nor the upper value fall below it.

use rayon::prelude::*;

use crate::rules::{Choice, Outcome, Position, Rules};
use crate::solver::layers::Layer;

use super::solve::Bounds;
use super::table::{Header, Table};
use super::value::{Precision, Value};

/// Positions looked at by one thread at a time.
const PART: usize = 4096;

/// What the residual pass over one layer found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayerResidual {
    pub layer: Layer,
    /// Positions looked at.
    pub positions: u64,
    /// The largest residual of a value; with bounds, by how much a bound fails
    /// to follow from the others at most (0 if all do).
    pub largest: f64,
    /// A position with the largest residual.
    pub worst: Option<Position>,
    /// The widest interval met.
    pub widest: f64,
}

/// A choice with what it is worth to the player who makes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    pub choice: Choice,
    pub next: Position,
    /// The chance of winning after it, from below and above.
    pub lower: f64,
    pub upper: f64,
}

impl Valued {
    /// The middle of the interval.
    pub fn equity(&self) -> f64 {
        (self.lower + self.upper) / 2.0
    }
}

/// What each choice of a position and a throw is worth, in canonical order.
pub fn valued_choices<'a>(
    table: &'a Table,
    rules: &'a Rules,
    position: &'a Position,
    points: u8,
) -> impl Iterator<Item = Valued> + 'a {
    let mover = position.to_throw();
    let choices = rules.choices(position, points);
    rules
        .successors(position, points, choices)
        .map(move |(choice, next)| {
            let (lower, upper) = match next.to_throw() {
                None => {
                    let value = match next.outcome(rules.mechanics()) {
                        Some(Outcome::Draw) => 0.5,
                        Some(Outcome::Won(winner)) if Some(winner) != mover => 0.0,
                        _ => 1.0,
                    };
                    (value, value)
                }
                again if again == mover => table.interval(&next),
                _ => {
                    let (low, high) = table.interval(&next);
                    (1.0 - high, 1.0 - low)
                }
            };
            Valued {
                choice,
                next,
                lower,
                upper,
            }
        })
}

/// The residual that tolerance and rounding explain; with bounds, by how much a
/// bound may fail to follow from the others.
pub fn allowed_residual(header: &Header) -> f64 {
    // Half a step of rounding in the value itself; what a sweep may leave, which
    // in fixed point is a step to and fro. The changes that the file tells of have
    // no say: they may be those of a table that does not rest.
    let step = match header.precision {
        Precision::U8 => u8::STEP,
        Precision::U16 => u16::STEP,
        Precision::U32 => u32::STEP,
        Precision::F32 => f64::from(f32::EPSILON),
        Precision::F64 => f64::EPSILON * 16.0,
    };
    let rest = match header.precision {
        // Made of another table, no sweeps: its tolerance has the rounding in it.
        Precision::U8 => header.tolerance,
        _ => header.tolerance.max(1.5 * step),
    };
    match header.bounds {
        Bounds::None => 2.0 * step + 2.0 * rest,
        Bounds::Both => f64::EPSILON * 16.0,
    }
}

/// The expectation over throws of the best choice, from below and above.
pub fn backed_up(table: &Table, rules: &Rules, position: &Position) -> (f64, f64) {
    let throws = &rules.mechanics().throws;
    let (mut low, mut high) = (0.0, 0.0);
    for throw in throws.throws() {
        let chance = throws.probability(throw.points);
        let (mut best_low, mut best_high) = (0.0f64, 0.0f64);
        for valued in valued_choices(table, rules, position, throw.points) {
            best_low = best_low.max(valued.lower);
            best_high = best_high.max(valued.upper);
        }
        low += chance * best_low;
        high += chance * best_high;
    }
    (low, high)
}

/// Looks at every `step`-th position of each layer; of a table of listed
/// positions see [`listed_residual`].
pub fn residuals(
    table: &Table,
    rules: &Rules,
    step: impl Fn(usize) -> usize,
    mut done: impl FnMut(&LayerResidual),
) -> Vec<LayerResidual> {
    let Some(encoding) = table.encoding() else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for layer in encoding.layers().groups().into_iter().flatten() {
        let positions = encoding.positions(layer);
        let step = step(positions).max(1);
        let looked = positions.div_ceil(step);
        let parts: Vec<LayerResidual> = (0..looked.div_ceil(PART))
            .into_par_iter()
            .map(|part| {
                let places = (part * PART..((part + 1) * PART).min(looked)).map(|i| i * step);
                part_residual(table, rules, layer, places)
            })
            .collect();
        // In order, so that the first of equally bad positions is named.
        let all = parts.into_iter().reduce(|a, b| {
            let worse = if b.largest > a.largest { b } else { a };
            LayerResidual {
                positions: a.positions + b.positions,
                widest: a.widest.max(b.widest),
                ..worse
            }
        });
        if let Some(all) = all {
            done(&all);
            found.push(all);
        }
    }
    found
}

/// What the residual pass over a table of listed positions found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ListedResidual {
    /// Positions looked at.
    pub positions: usize,
    /// By how much a bound fails to follow from the others at most.
    pub largest: f64,
    /// The first position with the largest residual.
    pub worst: Position,
    /// The widest interval met.
    pub widest: f64,
}

/// Looks at every `step`-th of the listed positions. `None` in other tables.
pub fn listed_residual(table: &Table, rules: &Rules, step: usize) -> Option<ListedResidual> {
    let looked = table.listed()?.div_ceil(step.max(1));
    let parts: Vec<ListedResidual> = (0..looked.div_ceil(PART))
        .into_par_iter()
        .filter_map(|part| {
            (part * PART..((part + 1) * PART).min(looked))
                .map(|i| {
                    let (position, (low, high)) = table.listed_at(i * step.max(1));
                    let (backed_low, backed_high) = backed_up(table, rules, &position);
                    ListedResidual {
                        positions: 1,
                        largest: (low - backed_low).max(backed_high - high).max(0.0),
                        worst: position,
                        widest: high - low,
                    }
                })
                .reduce(worse)
        })
        .collect();
    parts.into_iter().reduce(worse)
}

fn worse(a: ListedResidual, b: ListedResidual) -> ListedResidual {
    let worst = if b.largest > a.largest { b } else { a };
    ListedResidual {
        positions: a.positions + b.positions,
        widest: a.widest.max(b.widest),
        ..worst
    }
}

fn part_residual(
    table: &Table,
    rules: &Rules,
    layer: Layer,
    places: impl Iterator<Item = usize>,
) -> LayerResidual {
    let encoding = table.encoding().expect("a table of layers");
    let number = encoding.layers().number(layer);
    let mut residual = LayerResidual {
        layer,
        positions: 0,
        largest: 0.0,
        worst: None,
        widest: 0.0,
    };
    for place in places {
        let position = encoding.position(rules.mechanics(), layer, place);
        let (low, high) = table.interval_at(number, place);
        let (backed_low, backed_high) = backed_up(table, rules, &position);
        let off = if low == high {
            (low - backed_low).abs()
        } else {
            (low - backed_low).max(backed_high - high).max(0.0)
        };
        residual.positions += 1;
        residual.widest = residual.widest.max(high - low);
        if off > residual.largest || residual.worst.is_none() {
            residual.largest = off;
            residual.worst = Some(position);
        }
    }
    residual
}
