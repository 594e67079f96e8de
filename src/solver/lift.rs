//! Extrapolation: where the changes of the sweeps shrink by a steady factor, the
//! values are moved on to where that leads.
//!
//! Serves games with moves that go back (see [`super::sweep`]). Once the choices
//! have settled, sweeps are a linear iteration, whose error soon has the shape
//! of its slowest mode and shrinks by that mode's λ a sweep: x → x* + λ(x − x*).
//! Then x* = x + λ/(1 − λ) · (x − the value before). That is a guess, which the
//! sweeps after it put right; no result rests on it.
//!
//! Values are moved in place. A level is done with once the sweep has gone
//! further down than any move leads up; only the old values of the levels above
//! that are kept meanwhile.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::value::Value;

/// Sweeps at least between two extrapolations, and that λ is taken from.
const PLAIN: usize = 3;
/// λ is steady where the last two ratios differ by no more than this share of
/// it, and
const STEADY: f64 = 0.04;
/// by no more than this share of 1 − λ. A λ that is still rising towards that of
/// the slowest mode says little of what is left, and the guess disturbs the rest.
const KNOWN: f64 = 0.05;
/// Below this λ plain sweeps are as fast.
const SLOW: f64 = 0.6;
/// Above this a guess would lead anywhere.
const FROZEN: f64 = 0.9995;
/// Changes below so many steps of the format are rounding as much as change.
const COARSE: f64 = 24.0;
/// Values moved at a time.
const PART: usize = 1 << 16;

/// λ/(1 − λ) for the next sweep, if it is worth it. `changes`: largest changes of
/// the sweeps since the last extrapolation; `rest`: the change aimed at; `step`:
/// one step of the format.
pub fn factor(changes: &[f64], rest: f64, step: f64) -> Option<f64> {
    let tail = &changes[changes.len().checked_sub(PLAIN)?..];
    let (first, second) = (tail[1] / tail[0], tail[2] / tail[1]);
    let lambda = (first * second).sqrt();
    let apart = (STEADY * lambda).min(KNOWN * (1.0 - lambda));
    let steady = (first - second).abs() <= apart;
    let worth = tail[2] > rest && tail[2] > COARSE * step;
    (worth && steady && lambda > SLOW && lambda < FROZEN).then(|| lambda / (1.0 - lambda))
}

/// The old values of the levels that a sweep still reads.
pub(super) struct Lifter<V> {
    factor: f64,
    raise: usize,
    kept: VecDeque<Kept<V>>,
    spare: Vec<Vec<V>>,
}

struct Kept<V> {
    level: usize,
    values: *mut V,
    old: Vec<V>,
}

impl<V: Value> Lifter<V> {
    pub fn new(factor: f64, raise: usize) -> Lifter<V> {
        Lifter {
            factor,
            raise,
            kept: VecDeque::new(),
            spare: Vec::new(),
        }
    }

    /// Keeps `len` values of a level before they are updated.
    ///
    /// # Safety
    /// `values` points to them until [`Lifter::lift`] is done with the level, and
    /// no one else uses them while these functions run.
    pub unsafe fn keep(&mut self, level: usize, values: *mut V, len: usize) {
        let mut old = self.spare.pop().unwrap_or_default();
        old.clear();
        old.extend_from_slice(unsafe { std::slice::from_raw_parts(values, len) });
        self.kept.push_back(Kept { level, values, old });
    }

    /// Moves on the levels that a sweep which has come to `level` reads no more.
    pub fn lift(&mut self, level: usize) {
        let done = |kept: &Kept<V>| kept.level > level + self.raise;
        while self.kept.front().is_some_and(done) {
            let kept = self.kept.pop_front().expect("there is a first one");
            self.spare.push(self.lift_level(kept));
        }
    }

    /// Moves on what is left.
    pub fn finish(mut self) {
        while let Some(kept) = self.kept.pop_front() {
            self.lift_level(kept);
        }
    }

    fn lift_level(&self, kept: Kept<V>) -> Vec<V> {
        let Kept { values, old, .. } = kept;
        let factor = self.factor;
        // SAFETY: see `keep`.
        let new = unsafe { std::slice::from_raw_parts_mut(values, old.len()) };
        new.par_chunks_mut(PART)
            .zip(old.par_chunks(PART))
            .for_each(|(new, old)| {
                for (new, &old) in new.iter_mut().zip(old) {
                    *new = beyond(old, *new, factor);
                }
            });
        old
    }
}

/// `new` and `factor` times the way from `old` to it. A single step is no way:
/// it may be rounding.
#[inline(always)]
fn beyond<V: Value>(old: V, new: V, factor: f64) -> V {
    if V::distance(old, new) <= 1.5 * V::STEP {
        return new;
    }
    let (from, to) = (old.to_f64(), new.to_f64());
    V::from_f64((to + factor * (to - from)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_factor_is_found_and_leads_to_the_limit() {
        let changes: Vec<f64> = (0..6).map(|k| 0.8f64.powi(k)).collect();
        let found = factor(&changes, 1e-9, 0.0).unwrap();
        assert!((found - 4.0).abs() < 1e-9);
        // 1 − 0.8^k goes to 1.
        assert!((beyond(0.2, 0.36, found) - 1.0f64).abs() < 1e-12);
        assert_eq!(factor(&changes[..2], 1e-9, 0.0), None);
        // Near 1 it has to be known better.
        let near = factor(&[1.0, 0.9935, 0.9935 * 0.9937], 1e-9, 0.0).unwrap();
        assert!((near - 155.3).abs() < 0.1, "{near}");
        assert_eq!(factor(&[1.0, 0.993, 0.993 * 0.994], 1e-9, 0.0), None);
        assert_eq!(factor(&[1.0, 0.9999, 0.9998], 1e-9, 0.0), None);
        assert_eq!(factor(&[1.0, 0.5, 0.4], 1e-9, 0.0), None);
        assert_eq!(factor(&changes, 1.0, 0.0), None);
        assert_eq!(beyond(700u16, 701, 9.0), 701);
    }

    #[test]
    fn levels_are_moved_once_nothing_reads_them_any_more() {
        let mut values = [0.0f64, 0.0];
        let first = values.as_mut_ptr();
        let mut lifter = Lifter::new(1.0, 3);
        unsafe { lifter.keep(9, first, 1) };
        unsafe { *first = 0.25 };
        lifter.lift(6);
        assert_eq!(unsafe { *first }, 0.25);
        unsafe { lifter.keep(5, first.add(1), 1) };
        unsafe { *first.add(1) = 0.125 };
        lifter.lift(5);
        assert_eq!(unsafe { *first }, 0.5);
        lifter.finish();
        assert_eq!(values, [0.5, 0.25]);
    }
}
