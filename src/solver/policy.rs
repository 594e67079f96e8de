//! Exact results of given policies: chance of winning, plies and turns with
//! their variance.
//!
//! Serves the games that the encoding serves, as far as every position and what
//! may follow it fit into memory (two pieces a side; three for policies that
//! do not choose by chance). The players are told apart, whatever the rules.
//!
//! With q(s → s′) the chance of the next position under the policies, the
//! quantities solve linear systems, layer by layer:
//!
//! ```text
//! w(s)  = Σ q · ( 1 if won, w(s′) if the same player throws, else 1 − w(s′) )
//! n(s)  = 1 + Σ q · n(s′)                     expected plies
//! n₂(s) = 1 + 2 Σ q · n(s′) + Σ q · n₂(s′)    expected square of the plies
//! ```
//!
//! and likewise for turns, with 1 replaced by "another player throws next".
//! They are iterated in place, levels from the highest down, until nothing
//! changes by more than the tolerance. The game must end with certainty under
//! the policies; the number of sweeps is limited.

use rayon::prelude::*;

use crate::rules::{Policy, Rules};

use super::encoding::Encoding;
use super::layers::{Layer, Unsupported};

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moments {
    pub mean: f64,
    pub variance: f64,
}

/// What two policies come to from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The chance of winning of the first player, who throws first.
    pub win: f64,
    pub plies: Moments,
    pub turns: Moments,
    /// Sweeps of the layer that took most.
    pub sweeps: u32,
}

/// Why policies were not evaluated.
#[derive(Debug, thiserror::Error)]
pub enum EvaluateError {
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error("{positions} positions need about {needed} bytes, more than the {allowed} allowed")]
    Memory {
        positions: usize,
        needed: u64,
        allowed: u64,
    },
    #[error(
        "layer ({mine}, {theirs}) does not come to rest in {sweeps} sweeps: games are very long, \
         or may never end"
    )]
    Unrested { mine: u8, theirs: u8, sweeps: u32 },
}

/// How exactly, and with how much.
#[derive(Clone, Copy, Debug)]
pub struct EvaluateOptions {
    /// Largest change, relative to the value, at which a layer is left.
    pub tolerance: f64,
    pub most_sweeps: u32,
    /// Bytes that may be used.
    pub memory: u64,
}

impl Default for EvaluateOptions {
    fn default() -> Self {
        EvaluateOptions {
            tolerance: 1e-13,
            most_sweeps: 100_000,
            memory: 8 << 30,
        }
    }
}

/// What an evaluation tells while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluateProgress {
    pub layer: Layer,
    pub positions: usize,
    /// 0 while what may follow the positions is worked out.
    pub sweep: u32,
    /// Largest relative change of the sweep.
    pub change: f64,
}

/// The quantities of one position.
#[derive(Clone, Copy, Default)]
struct Cell {
    win: f64,
    plies: f64,
    plies_square: f64,
    changes: f64,
    changes_square: f64,
}

/// One way on from a position.
#[derive(Clone, Copy)]
struct Step {
    chance: f64,
    place: u32,
    layer: u16,
    way: Way,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Won,
    Again,
    Passes,
}

/// Bytes a position and a step take, for the estimate.
const STEPS_A_POSITION: u64 = 12;

/// Evaluates `policies` (of A and B) against each other from the start; `tell`
/// hears how far it is.
///
/// # Errors
/// See [`EvaluateError`].
pub fn evaluate(
    rules: &Rules,
    policies: [&dyn Policy; 2],
    options: EvaluateOptions,
    tell: &mut dyn FnMut(EvaluateProgress),
) -> Result<Evaluation, EvaluateError> {
    let encoding = Encoding::by_player(rules.mechanics())?;
    let positions = encoding.total_positions();
    let each = size_of::<Cell>() as u64 + STEPS_A_POSITION * size_of::<Step>() as u64;
    let needed = positions as u64 * each;
    if needed > options.memory {
        return Err(EvaluateError::Memory {
            positions,
            needed,
            allowed: options.memory,
        });
    }
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); encoding.layers.count()];
    let mut most = 0;
    for group in encoding.layers.groups() {
        let mut progress = EvaluateProgress {
            layer: group[0],
            positions: group.iter().map(|&layer| encoding.positions(layer)).sum(),
            sweep: 0,
            change: 0.0,
        };
        tell(progress);
        let steps: Vec<Steps> = group
            .iter()
            .map(|&layer| Steps::of(rules, policies, &encoding, layer))
            .collect();
        for &layer in &group {
            cells[encoding.layers.number(layer)] = vec![Cell::default(); encoding.positions(layer)];
        }
        let rested = (1..=options.most_sweeps).find(|&sweeps| {
            let mut change = 0.0f64;
            for (&layer, steps) in group.iter().zip(&steps) {
                change = change.max(sweep(&mut cells, encoding.layers.number(layer), steps));
            }
            (progress.sweep, progress.change) = (sweeps, change);
            tell(progress);
            change <= options.tolerance
        });
        most = most.max(rested.ok_or(EvaluateError::Unrested {
            mine: group[0].mine,
            theirs: group[0].theirs,
            sweeps: options.most_sweeps,
        })?);
    }
    let (layer, place) = encoding.place(&rules.start());
    let cell = cells[encoding.layers.number(layer)][place];
    Ok(Evaluation {
        win: cell.win,
        plies: moments(cell.plies, cell.plies_square, 0.0),
        turns: moments(cell.changes, cell.changes_square, 1.0),
        sweeps: most,
    })
}

fn moments(mean: f64, square: f64, shift: f64) -> Moments {
    Moments {
        mean: mean + shift,
        variance: square - mean * mean,
    }
}

/// The steps of all positions of a layer.
struct Steps {
    steps: Vec<Step>,
    /// By place, and one more: where its steps begin.
    first: Vec<u64>,
}

impl Steps {
    fn of(rules: &Rules, policies: [&dyn Policy; 2], encoding: &Encoding, layer: Layer) -> Steps {
        let policy = policies[layer.mover.index()];
        let lists: Vec<Vec<Step>> = (0..encoding.positions(layer))
            .into_par_iter()
            .map(|place| ways(rules, policy, encoding, layer, place))
            .collect();
        let mut first = vec![0];
        let mut steps = Vec::with_capacity(lists.iter().map(Vec::len).sum());
        for list in lists {
            steps.extend(list);
            first.push(steps.len() as u64);
        }
        Steps { steps, first }
    }
}

fn ways(
    rules: &Rules,
    policy: &dyn Policy,
    encoding: &Encoding,
    layer: Layer,
    place: usize,
) -> Vec<Step> {
    let position = encoding.position(rules.mechanics(), layer, place);
    let throws = &rules.mechanics().throws;
    let mut steps: Vec<Step> = Vec::new();
    let mut weighed = Vec::new();
    for throw in throws.throws() {
        weighed.clear();
        let choices = rules.choices(&position, throw.points);
        policy.weigh(rules, &position, throw.points, &choices, &mut weighed);
        for &(choice, share) in &weighed {
            let chance = throws.probability(throw.points) * share;
            let mut next = position;
            rules.play(&mut next, throw.points, choice);
            let (way, (layer, place)) = match next.to_throw() {
                None => (Way::Won, (layer, 0)),
                Some(player) if player == layer.mover => (Way::Again, encoding.place(&next)),
                Some(_) => (Way::Passes, encoding.place(&next)),
            };
            steps.push(Step {
                chance,
                place: place as u32,
                layer: encoding.layers.number(layer) as u16,
                way,
            });
        }
    }
    steps
}

/// Updates a layer in place and returns the largest relative change.
fn sweep(cells: &mut [Vec<Cell>], layer: usize, steps: &Steps) -> f64 {
    let mut change = 0.0f64;
    for place in 0..cells[layer].len() {
        let mut new = Cell {
            plies: 1.0,
            plies_square: 1.0,
            ..Cell::default()
        };
        let range = steps.first[place] as usize..steps.first[place + 1] as usize;
        for step in &steps.steps[range] {
            let q = step.chance;
            if step.way == Way::Won {
                new.win += q;
                continue;
            }
            let next = cells[usize::from(step.layer)][step.place as usize];
            new.plies += q * next.plies;
            new.plies_square += q * (2.0 * next.plies + next.plies_square);
            if step.way == Way::Again {
                new.win += q * next.win;
                new.changes += q * next.changes;
                new.changes_square += q * next.changes_square;
            } else {
                new.win += q * (1.0 - next.win);
                new.changes += q * (1.0 + next.changes);
                new.changes_square += q * (1.0 + 2.0 * next.changes + next.changes_square);
            }
        }
        let old = &mut cells[layer][place];
        for (new, old) in [
            (new.win, old.win),
            (new.plies, old.plies),
            (new.plies_square, old.plies_square),
            (new.changes_square, old.changes_square),
        ] {
            change = change.max((new - old).abs() / new.abs().max(1.0));
        }
        *old = new;
    }
    change
}
