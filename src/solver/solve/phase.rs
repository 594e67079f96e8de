//! What is done with a group of layers, sweep by sweep.
//!
//! Without bounds there is one phase, [`Phase::Values`]. With bounds:
//!
//! 1. [`Phase::Ending`]: is there a set of positions in which both players
//!    together could keep the game for ever? If not, the values are the only
//!    solution of their equations.
//! 2. [`Phase::Values`]: one table, near the solution.
//! 3. [`Phase::Check`]: a margin is put around it, and sweeps with directed
//!    rounding follow until one lets the lower table rise and the upper one fall
//!    everywhere. Then the solution lies between them. If none does, a wider
//!    margin is tried.
//! 4. [`Phase::Bounds`]: both tables are iterated on, should they be too far
//!    apart. Where the first or the third phase proves nothing, this one begins
//!    with 0 and 1, which bound the values of every game.
//!
//! See `docs/solver.md` for the theorems. What comes next depends on the changes
//! of the sweeps alone, so a run that was broken off goes on alike.

use super::group::GroupJob;
use super::{Bounds, Widest};
use crate::solver::array::Array;
use crate::solver::kernel::Kernel;
use crate::solver::lift;
use crate::solver::sweep::{SweepOrder, SweepReport};

/// The part of the last sweep's change at which inner iterations end.
const INNER_SHARE: f64 = 0.02;
/// The part of the change aimed at up to which one does not unsettle a block.
const SETTLED_SHARE: f64 = 0.1;
/// A sweep of bounds that changes nothing by more will not close them.
const STUCK: f64 = 1e-14;
/// With bounds, values rest at this part of the margin put around them.
const REST_SHARE: f64 = 1.0 / 256.0;
/// How much wider a margin is tried where one proves nothing.
const WIDER: f64 = 4.0;
/// Sweeps with one margin.
const CHECKS: usize = 12;
/// With bounds, values whose smallest change is none the smaller for so many
/// sweeps go to and fro by rounding.
const PATIENCE: usize = 40;
/// Values handled between two releases of what lies in files.
const PART: usize = 1 << 20;

#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    Ending,
    Values,
    /// `margin`: put below the values, and above them beside what the layers
    /// below leave open.
    Check {
        margin: f64,
    },
    Bounds,
}

impl Phase {
    /// Whether there are a lower and an upper table.
    pub fn is_bounding(self) -> bool {
        matches!(self, Phase::Check { .. } | Phase::Bounds)
    }
}

/// Where the work on a group stands between two sweeps.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct State {
    pub phase: Phase,
    /// Largest change of each sweep, as a difference of chances.
    pub changes: Vec<f64>,
    /// Values set anew in all sweeps.
    pub updated: u64,
    /// Sweeps before the phase.
    begun: usize,
    /// Sweeps up to the last one that was moved on (see [`lift`]).
    lifted: usize,
}

impl State {
    pub fn new(bounds: Bounds) -> State {
        State {
            phase: match bounds {
                Bounds::None => Phase::Values,
                Bounds::Both => Phase::Ending,
            },
            changes: Vec::new(),
            updated: 0,
            begun: 0,
            lifted: 0,
        }
    }

    /// Takes in what a sweep did.
    pub fn note(&mut self, swept: &SweepReport, lifted: bool) {
        self.changes.push(swept.change);
        self.updated += swept.updated;
        if lifted {
            self.lifted = self.changes.len();
        }
    }

    pub fn turn(&mut self, phase: Phase) {
        self.phase = phase;
        self.begun = self.changes.len();
        self.lifted = 0;
    }

    /// Whether sweeps no longer bring the values nearer.
    fn is_stuck(&self) -> bool {
        let tail = self.tail();
        let least = |changes: &[f64]| changes.iter().copied().fold(f64::INFINITY, f64::min);
        tail.len() > PATIENCE && {
            let (before, last) = tail.split_at(tail.len() - PATIENCE);
            least(last) >= least(before)
        }
    }

    /// The changes of the phase's sweeps since the last one that was moved on.
    fn tail(&self) -> &[f64] {
        &self.changes[self.begun.max(self.lifted)..]
    }
}

/// What to do after a sweep.
pub(super) enum Step {
    Sweep,
    /// Begin another phase with values of its own.
    Turn(Phase),
    /// Iterate the bounds on that were found.
    Tighten,
    /// `within`: whether the tolerance was reached.
    Rest {
        within: bool,
    },
}

impl<V: Kernel> GroupJob<'_, V> {
    pub(super) fn order(&self, state: &State) -> SweepOrder {
        let sweeps = state.changes.len();
        let first = sweeps == state.begun;
        let rest = self.rest(state.phase);
        let last = if first {
            1.0
        } else {
            state.changes[sweeps - 1]
        };
        // There is no use in settling a block's inner system far below the
        // error of what it reads.
        let inner = last.max(rest) * INNER_SHARE;
        let values = state.phase == Phase::Values;
        let lift = lift::factor(state.tail(), rest, V::STEP).filter(|_| values);
        SweepOrder {
            number: sweeps as u32 + 1,
            all: first,
            disturbed: state.lifted == sweeps && !first,
            lift,
            inner_tolerance: match state.phase {
                Phase::Ending => 0.0,
                Phase::Values => inner / (1.0 + lift.unwrap_or(0.0)),
                Phase::Check { margin } => margin * INNER_SHARE,
                Phase::Bounds => inner,
            },
            settled: match state.phase {
                // A single step may be rounding, and would keep every block awake.
                Phase::Values => (rest * SETTLED_SHARE).max(1.5 * V::STEP),
                _ => 0.0,
            },
        }
    }

    /// The change at which a phase's values rest.
    fn rest(&self, phase: Phase) -> f64 {
        match (phase, self.options.bounds) {
            // A single step may be rounding, to and fro.
            (Phase::Values, Bounds::Both) => (self.margin() * REST_SHARE).max(1.5 * V::STEP),
            _ => self.options.tolerance.max(1.5 * V::STEP),
        }
    }

    /// The first margin tried: so that those of all layers that build on each
    /// other keep within the tolerance.
    fn margin(&self) -> f64 {
        self.options.tolerance / (4.0 * f64::from(self.encoding.layers.pieces))
    }

    pub(super) fn next(
        &self,
        state: &State,
        swept: &SweepReport,
        widest: Option<Widest>,
        arrays: &[Vec<Array<V>>],
    ) -> Step {
        let within = widest.is_some_and(|widest| widest.width <= self.options.tolerance);
        match state.phase {
            Phase::Ending if self.all_end(arrays) => Step::Turn(Phase::Values),
            Phase::Ending if swept.change == 0.0 => Step::Turn(Phase::Bounds),
            Phase::Values => {
                let rests = swept.change <= self.rest(state.phase);
                match self.options.bounds {
                    Bounds::None if rests => Step::Rest { within: true },
                    Bounds::Both if rests || state.is_stuck() => Step::Turn(Phase::Check {
                        margin: self.margin(),
                    }),
                    _ => Step::Sweep,
                }
            }
            Phase::Check { .. } if swept.slipped == 0 && within => Step::Rest { within },
            Phase::Check { .. } if swept.slipped == 0 => Step::Tighten,
            Phase::Check { .. } if state.changes.len() < state.begun + CHECKS => Step::Sweep,
            Phase::Check { margin } if margin > 0.0 && margin * WIDER <= self.options.tolerance => {
                Step::Turn(Phase::Check {
                    margin: margin * WIDER,
                })
            }
            Phase::Check { .. } => Step::Turn(Phase::Bounds),
            Phase::Bounds if within => Step::Rest { within },
            Phase::Bounds if swept.change <= STUCK => Step::Rest { within },
            Phase::Ending | Phase::Bounds => Step::Sweep,
        }
    }

    /// Sets the values with which a phase begins. No sweep is on.
    pub(super) fn fill(&self, before: Option<Phase>, phase: Phase, arrays: &[Vec<Array<V>>]) {
        let open = match (before, phase) {
            (Some(Phase::Values), Phase::Check { .. }) => self.open_below(),
            _ => 0.0,
        };
        for tables in arrays {
            let [own, other] = [&tables[0], &tables[tables.len() - 1]];
            for first in (0..own.len()).step_by(PART) {
                let part = first..(first + PART).min(own.len());
                // SAFETY: no one else uses the arrays meanwhile.
                unsafe {
                    match phase {
                        Phase::Ending => {
                            own.replace(part.clone(), |_| V::ONE);
                            other.replace(part, |_| V::ZERO);
                        }
                        Phase::Values => own.replace(part, |_| V::HALF),
                        Phase::Check { margin } => {
                            let more = match before {
                                Some(Phase::Check { margin: before }) => margin - before,
                                _ => {
                                    other.copy(part.clone(), own);
                                    margin
                                }
                            };
                            own.replace(part.clone(), |value| shifted(value, -more));
                            other.replace(part, |value| shifted(value, more + open));
                        }
                        Phase::Bounds => {
                            own.replace(part.clone(), |_| V::ZERO);
                            other.replace(part, |_| V::ONE);
                        }
                    }
                }
                own.release();
                other.release();
            }
        }
    }

    /// Whether no position goes on for ever.
    fn all_end(&self, arrays: &[Vec<Array<V>>]) -> bool {
        arrays.iter().all(|tables| {
            let array = &tables[0];
            (0..array.len()).step_by(PART).all(|first| {
                let last = (first + PART).min(array.len());
                let all = (first..last).all(|place| array.get(place) == V::ZERO);
                array.release();
                all
            })
        })
    }

    /// The widest interval of the group.
    pub(super) fn widest(&self, arrays: &[Vec<Array<V>>]) -> Widest {
        let mut widest = Widest {
            width: 0.0,
            layer: self.group[0],
            place: 0,
        };
        for (&layer, tables) in self.group.iter().zip(arrays) {
            let (place, width) = widest_of(&tables[0], &tables[1]);
            if width > widest.width {
                widest = Widest {
                    width,
                    layer,
                    place,
                };
            }
        }
        widest
    }

    /// The widest interval of the layers that this one reads.
    fn open_below(&self) -> f64 {
        let lower = self.group.iter().filter_map(|&layer| self.lower(layer));
        lower
            .flat_map(|(tables, _)| tables)
            .map(|tables| widest_of(&tables[0], &tables[1]).1)
            .fold(0.0, f64::max)
    }
}

/// Where two tables are furthest apart, and how far.
fn widest_of<V: Kernel>(low: &Array<V>, high: &Array<V>) -> (usize, f64) {
    let mut widest = (0, 0.0);
    for place in 0..low.len() {
        let width = V::distance(low.get(place), high.get(place));
        if width > widest.1 {
            widest = (place, width);
        }
        if place.is_multiple_of(PART) {
            low.release();
            high.release();
        }
    }
    widest
}

fn shifted<V: Kernel>(value: V, by: f64) -> V {
    V::from_f64((value.to_f64() + by).clamp(0.0, 1.0))
}
