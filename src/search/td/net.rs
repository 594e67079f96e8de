//! The net: one hidden layer beside a straight way, forward and backward.
//!
//! With row `i` of `layer` the weights from input `i` to the hidden units (the
//! last input is the constant 1), `a = Σ_i x_i · layer[i]`, `f(a) = a/(1 + |a|)`:
//!
//! ```text
//! score = Σ_i skip[i] · x_i + Σ_j out[j] · f(a_j)
//! ∂score/∂skip[i] = x_i                    ∂score/∂out[j] = f(a_j)
//! ∂score/∂layer[i][j] = x_i · out[j] · f′(a_j)          f′(a) = (1 − |f(a)|)²
//! ```

use ndarray::{Array1, Array2};

use super::inputs::{Active, DENSE};

/// Numbers of hidden units that a net may have.
pub const HIDDEN_WIDTHS: [usize; 6] = [8, 16, 24, 32, 40, 64];

/// The most hidden units.
const WIDEST: usize = 64;

/// The values of the hidden units, as many as there are.
pub type Hidden = [f32; WIDEST];

/// The weights, or a gradient by them. All arrays are contiguous.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    /// Inputs × hidden units.
    layer: Array2<f32>,
    /// A weight for each input.
    skip: Array1<f32>,
    /// A weight for each hidden unit.
    out: Array1<f32>,
}

impl Net {
    /// With all weights 0; `hidden` is one of [`HIDDEN_WIDTHS`].
    pub fn zeros(rows: usize, hidden: usize) -> Net {
        assert!(HIDDEN_WIDTHS.contains(&hidden) && rows > DENSE);
        Net {
            layer: Array2::zeros((rows, hidden)),
            skip: Array1::zeros(rows),
            out: Array1::zeros(hidden),
        }
    }

    pub fn rows(&self) -> usize {
        self.skip.len()
    }

    pub fn hidden(&self) -> usize {
        self.out.len()
    }

    /// How many weights a net has.
    pub fn size(rows: usize, hidden: usize) -> usize {
        rows * hidden + rows + hidden
    }

    /// All weights: the layer row by row, the straight way, the output.
    pub fn weights(&self) -> impl Iterator<Item = f32> + '_ {
        self.slices().into_iter().flatten().copied()
    }

    pub fn slices(&self) -> [&[f32]; 3] {
        [
            self.layer.as_slice(),
            self.skip.as_slice(),
            self.out.as_slice(),
        ]
        .map(|slice| slice.expect("arrays are contiguous"))
    }

    pub fn slices_mut(&mut self) -> [&mut [f32]; 3] {
        [
            self.layer.as_slice_mut(),
            self.skip.as_slice_mut(),
            self.out.as_slice_mut(),
        ]
        .map(|slice| slice.expect("arrays are contiguous"))
    }

    /// The score of the player about to throw.
    #[inline]
    pub fn score(&self, active: &Active) -> f32 {
        let mut hidden = [0.0; WIDEST];
        self.forward(active, &mut hidden)
    }

    /// The score; leaves the values of the hidden units in `hidden`.
    #[inline]
    pub fn forward(&self, active: &Active, hidden: &mut Hidden) -> f32 {
        match self.hidden() {
            8 => self.forward_as::<8>(active, hidden),
            16 => self.forward_as::<16>(active, hidden),
            24 => self.forward_as::<24>(active, hidden),
            32 => self.forward_as::<32>(active, hidden),
            40 => self.forward_as::<40>(active, hidden),
            _ => self.forward_as::<64>(active, hidden),
        }
    }

    #[inline(always)]
    fn forward_as<const H: usize>(&self, active: &Active, hidden: &mut Hidden) -> f32 {
        let [layer, skip, out] = self.slices();
        let row = |i: usize| -> &[f32; H] { layer[i * H..][..H].try_into().expect("H weights") };
        let mut sums = [0.0f32; H];
        let mut score = 0.0;
        for &input in active.ones() {
            let i = usize::from(input);
            for (sum, weight) in sums.iter_mut().zip(row(i)) {
                *sum += weight;
            }
            score += skip[i];
        }
        let dense = skip.len() - DENSE;
        for (i, &value) in (dense..).zip(&active.dense) {
            for (sum, weight) in sums.iter_mut().zip(row(i)) {
                *sum += value * weight;
            }
            score += value * skip[i];
        }
        for (unit, sum) in hidden.iter_mut().zip(&sums) {
            *unit = sum / (1.0 + sum.abs());
        }
        // Eight sums side by side, so that the order is fixed and short.
        let mut parts = [0.0f32; 8];
        for (units, weights) in hidden[..H].chunks_exact(8).zip(out.chunks_exact(8)) {
            for (part, (unit, weight)) in parts.iter_mut().zip(units.iter().zip(weights)) {
                *part += unit * weight;
            }
        }
        score + parts.iter().sum::<f32>()
    }

    /// Adds `slope` times the gradient of the score to `gradient`; `hidden` as
    /// [`Self::forward`] left it for these inputs.
    pub fn backward(&self, active: &Active, hidden: &Hidden, slope: f32, gradient: &mut Net) {
        let width = self.hidden();
        let out = self.slices()[2];
        let mut down = [0.0f32; WIDEST];
        for ((down, unit), weight) in down.iter_mut().zip(hidden).zip(out) {
            let left = 1.0 - unit.abs();
            *down = slope * weight * left * left;
        }
        let [layer, skip, out] = gradient.slices_mut();
        for (out, unit) in out.iter_mut().zip(hidden) {
            *out += slope * unit;
        }
        let down = &down[..width];
        for &input in active.ones() {
            let i = usize::from(input);
            for (weight, down) in layer[i * width..][..width].iter_mut().zip(down) {
                *weight += down;
            }
            skip[i] += slope;
        }
        let dense = skip.len() - DENSE;
        for (i, &value) in (dense..).zip(&active.dense) {
            for (weight, down) in layer[i * width..][..width].iter_mut().zip(down) {
                *weight += value * down;
            }
            skip[i] += value * slope;
        }
    }
}
