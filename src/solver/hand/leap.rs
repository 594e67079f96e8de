//! A leap towards the limit, which the sweeps after it check.
//!
//! Once the choices hardly change any more, a sweep multiplies the error by a
//! fixed matrix, and soon the part of its largest factor λ is what is left. The
//! changes then shrink by λ from sweep to sweep, and what is still to come is
//! the geometric series
//!
//! ```text
//! V ← V + λ / (1 − λ) · (V − V of the sweep before)
//! ```
//!
//! (Aitken's extrapolation with one factor for all positions). It takes out
//! that part and leaves the others. Where it does not help nothing is lost but
//! a few sweeps: values are held finished only by the change of a plain sweep.
//! Bounds are left alone, since a leap is no bound.

use rayon::prelude::*;

use crate::solver::array::Array;
use crate::solver::solve::GroupReport;

/// Sweeps between two leaps, for the other parts to show.
const APART: u32 = 4;
/// How much two factors may differ, as a part of them, to be held one.
const STEADY: f64 = 0.02;
/// Factors above this are no sign of a limit that is near.
const LARGEST: f64 = 0.97;
/// Values changed by a thread at a time.
const PART: usize = 1 << 15;

/// When to leap.
#[derive(Default)]
pub(super) struct Leap {
    /// The sweep after which the last leap was made.
    last: u32,
}

impl Leap {
    /// For a checkpoint: the last leap and the changes, to the last bit, since
    /// a leap's weight is made of them.
    pub fn to_bytes(&self, changes: &[f64]) -> Vec<u8> {
        let mut bytes = self.last.to_le_bytes().to_vec();
        bytes.extend(changes.iter().flat_map(|change| change.to_le_bytes()));
        bytes
    }

    /// From a checkpoint, with the changes.
    pub fn from_bytes(bytes: &[u8]) -> (Leap, Vec<f64>) {
        let (last, changes) = bytes.split_at(bytes.len().min(4));
        let last = last.try_into().map_or(0, u32::from_le_bytes);
        let changes = changes.chunks_exact(8);
        let changes = changes.map(|eight| f64::from_le_bytes(eight.try_into().expect("8 bytes")));
        (Leap { last }, changes.collect())
    }

    /// Whether a leap can be made after the next sweep.
    pub fn is_due(&self, report: &GroupReport) -> bool {
        report.sweeps >= self.last + APART && steady(&report.changes).is_some()
    }

    /// The leap after a sweep that began with `before`, by member, if the
    /// changes are still steady. Returns whether it was made.
    pub fn make(
        &mut self,
        report: &GroupReport,
        values: &[Vec<Array<f64>>],
        before: &[Array<f64>],
    ) -> bool {
        let Some(factor) = steady(&report.changes) else {
            return false;
        };
        self.last = report.sweeps;
        let weight = factor / (1.0 - factor);
        for (values, before) in values.iter().zip(before) {
            let values = &values[0];
            (0..values.len().div_ceil(PART))
                .into_par_iter()
                .for_each(|part| {
                    for place in part * PART..((part + 1) * PART).min(values.len()) {
                        let value = values.get(place);
                        let leapt = value + weight * (value - before.get(place));
                        // SAFETY: each part is one thread's.
                        unsafe { *values.as_mut_ptr().add(place) = leapt.clamp(0.0, 1.0) };
                    }
                });
        }
        true
    }
}

/// The factor of the last changes, if it is the same three times.
fn steady(changes: &[f64]) -> Option<f64> {
    let &[.., a, b, c, d] = changes else {
        return None;
    };
    let last = d / c;
    let near = |factor: f64| (factor - last).abs() <= STEADY * last;
    (near(c / b) && near(b / a) && last < LARGEST).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_steady_changes_are_followed() {
        assert_eq!(steady(&[1.0, 0.5, 0.25, 0.125]), Some(0.5));
        assert_eq!(steady(&[1.0, 0.6, 0.3, 0.15]), None);
        assert_eq!(steady(&[1.0, 0.99, 0.9801, 0.970299]), None);
        assert_eq!(steady(&[0.5, 0.25, 0.125]), None);
    }
}
