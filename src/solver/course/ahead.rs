//! Going ahead: where sweeps come to rest slowly, the limit is guessed from their
//! last changes.
//!
//! A sweep is a linear iteration, so its changes Δ₀ … Δₖ are powers of one matrix
//! applied to the first. The weights γ that sum to 1 and make Σ γⱼ Δⱼ smallest
//! give the guess Σ γⱼ xⱼ₊₁, which leaves out the k slowest modes, oscillating
//! ones too (reduced rank extrapolation, R. Eddy 1979 and M. Mešina 1977). Each
//! quantity has weights of its own. The sweeps after it put right what the guess
//! got wrong; no result rests on it.

use ndarray::Array2;
use rayon::prelude::*;

use super::Cell;
use crate::stats::solve_linear;

/// Changes that a guess is made from.
pub(super) const KEPT: usize = 5;
/// Sweeps after the beginning or a guess whose changes are not used: they take
/// out the fast modes.
const PLAIN: usize = 2;
/// Where changes shrink by less than this a sweep, plain sweeps are as fast.
const SLOW: f64 = 0.6;
/// What is added to the diagonal of the normal equations, as a part of its mean:
/// changes are known to about half the digits of the equations.
const RIDGE: f64 = 1e-13;
/// Cells that a thread takes at a time.
const PART: usize = 1 << 14;

/// The changes of one member of a group, by kept sweep and place.
pub(super) type Changes<const N: usize> = Vec<Vec<[f32; N]>>;

/// What is known of the last sweeps of a group.
pub(super) struct Ahead<const N: usize> {
    /// By member; empty where there is no room to keep them.
    pub changes: Vec<Changes<N>>,
    /// Largest change of the sweeps since the beginning or the last guess.
    course: Vec<f64>,
}

impl<const N: usize> Ahead<N> {
    /// Bytes that a position takes.
    pub const BYTES: usize = KEPT * size_of::<[f32; N]>();

    /// `places`: positions of each member; none where nothing is to be guessed.
    pub fn new(places: &[usize]) -> Ahead<N> {
        let of = |&places: &usize| vec![vec![[0.0; N]; places]; KEPT];
        Ahead {
            changes: places.iter().map(of).collect(),
            course: Vec::new(),
        }
    }

    /// Where the changes of the next sweep are to be kept, if they are; all 0.
    pub fn room(&mut self) -> Option<usize> {
        let kept = self.course.len().checked_sub(PLAIN)? % KEPT;
        for changes in &mut self.changes {
            changes[kept]
                .par_iter_mut()
                .for_each(|change| *change = [0.0; N]);
        }
        (!self.changes.is_empty()).then_some(kept)
    }

    /// Takes in the largest change of a sweep, and moves on the `cells` of the
    /// members (whose layers are `own`) if it is time. Returns whether it did.
    pub fn note(&mut self, largest: f64, cells: &mut [Vec<Cell<N>>], own: &[usize]) -> bool {
        self.course.push(largest);
        let kept = self.course.len().saturating_sub(PLAIN);
        if self.changes.is_empty() || kept == 0 || !kept.is_multiple_of(KEPT) {
            return false;
        }
        let first = self.course[self.course.len() - KEPT];
        if largest <= first * SLOW.powi(KEPT as i32 - 1) {
            return false;
        }
        self.course.clear();
        let weights = std::array::from_fn(|quantity| self.weights(quantity, cells, own));
        for (&own, changes) in own.iter().zip(&self.changes) {
            cells[own]
                .par_chunks_mut(PART)
                .enumerate()
                .for_each(|(part, cells)| {
                    for (cell, place) in cells.iter_mut().zip(part * PART..) {
                        move_on(cell, &weights, changes, place);
                    }
                });
        }
        true
    }

    /// By kept sweep: how much of its change is to be added to a quantity.
    /// Changes count relative to the value above 1.
    fn weights(&self, quantity: usize, cells: &[Vec<Cell<N>>], own: &[usize]) -> [f64; KEPT] {
        let mut products = Array2::zeros((KEPT, KEPT));
        for (&own, changes) in own.iter().zip(&self.changes) {
            let parts: Vec<Array2<f64>> = cells[own]
                .par_chunks(PART)
                .enumerate()
                .map(|(part, cells)| {
                    let mut products = Array2::zeros((KEPT, KEPT));
                    for (cell, place) in cells.iter().zip(part * PART..) {
                        let scale = cell.0[quantity].abs().max(1.0).recip();
                        let of = |k: usize| f64::from(changes[k][place][quantity]) * scale;
                        let of: [f64; KEPT] = std::array::from_fn(of);
                        for (i, j) in (0..KEPT).flat_map(|i| (0..=i).map(move |j| (i, j))) {
                            products[[i, j]] += of[i] * of[j];
                        }
                    }
                    products
                })
                .collect();
            // In their order, so that the sum does not depend on the threads.
            parts.iter().for_each(|part| products += part);
        }
        still_to_come(products).unwrap_or([0.0; KEPT])
    }
}

/// The weights of the changes whose products these are (below the diagonal).
/// `None` where they do not determine any.
fn still_to_come(mut products: Array2<f64>) -> Option<[f64; KEPT]> {
    let ridge = RIDGE * products.diag().mean()?;
    for i in 0..KEPT {
        products[[i, i]] += ridge;
        for j in 0..i {
            products[[j, i]] = products[[i, j]];
        }
    }
    // The smallest sum under Σ γ = 1 is where all products with it are equal.
    let gamma = solve_linear(products, Array2::ones((KEPT, 1)))?;
    let sum = gamma.sum();
    let mut before = 0.0;
    let weights: [f64; KEPT] = std::array::from_fn(|k| {
        let weight = -before / sum;
        before += gamma[[k, 0]];
        weight
    });
    weights
        .iter()
        .all(|weight| weight.is_finite())
        .then_some(weights)
}

#[inline(always)]
fn move_on<const N: usize>(
    cell: &mut Cell<N>,
    weights: &[[f64; KEPT]; N],
    changes: &Changes<N>,
    place: usize,
) {
    for (kept, changes) in changes.iter().enumerate() {
        let change = &changes[place];
        for ((value, weights), change) in cell.0.iter_mut().zip(weights).zip(change) {
            *value += weights[kept] * f64::from(*change);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cells whose error is made of a few modes, one of them oscillating, go to
    /// their limit at once.
    #[test]
    fn the_limit_of_three_modes_is_found() {
        let modes = [0.9f64, 0.6, -0.8];
        let value = |place: usize, sweep: usize| -> f64 {
            let error = |(k, mode): (usize, &f64)| {
                ((place * (k + 2)) % 7 + 1) as f64 * mode.powi(sweep as i32)
            };
            10.0 + modes.iter().enumerate().map(error).sum::<f64>()
        };
        let places = 50;
        let mut ahead: Ahead<2> = Ahead::new(&[places]);
        let mut cells: Vec<Vec<Cell<2>>> = vec![Vec::new()];
        let mut moved = false;
        for sweep in 1..=PLAIN + KEPT {
            let kept = ahead.room();
            cells[0] = (0..places)
                .map(|place| {
                    let (old, new) = (value(place, sweep - 1), value(place, sweep));
                    if let Some(kept) = kept {
                        ahead.changes[0][kept][place] = [(new - old) as f32, 0.0];
                    }
                    Cell([new, 3.0])
                })
                .collect();
            assert!(!moved);
            moved = ahead.note(0.9f64.powi(sweep as i32), &mut cells, &[0]);
        }
        assert!(moved);
        for cell in &cells[0] {
            assert!((cell.0[0] - 10.0).abs() < 1e-4, "{cell:?}");
            assert_eq!(cell.0[1], 3.0);
        }
    }

    #[test]
    fn nothing_is_guessed_where_sweeps_are_fast_or_nothing_is_kept() {
        for (factor, places) in [(0.3f64, &[1][..]), (0.9, &[])] {
            let mut ahead: Ahead<2> = Ahead::new(places);
            let mut cells = [vec![Cell([1.0, 1.0])]];
            for sweep in 0..20 {
                ahead.room();
                assert!(!ahead.note(factor.powi(sweep), &mut cells, &[0]));
            }
        }
    }
}
