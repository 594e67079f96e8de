//! The kernel for every storage format: plain loops over the set colourings.

#[cfg(doc)]
use super::Kernel;
use super::{Frame, Scratch};
use crate::solver::geometry::{Op, Plan};
use crate::solver::value::Value;

/// See [`Kernel::gather`].
pub(super) unsafe fn gather<V: Value, const W: usize>(
    frame: &Frame<V>,
    plan: &Plan<W>,
    scratch: &mut Scratch<V>,
) {
    scratch.best.fill(V::NONE);
    for op in &plan.outer {
        let start = usize::from(op.throw) * scratch.width;
        let row = &mut scratch.best[start..start + scratch.width];
        unsafe { take(frame, op, row) };
    }
}

/// See [`Kernel::relax`].
pub(super) unsafe fn relax<V: Value, const W: usize>(
    frame: &Frame<V>,
    plan: &Plan<W>,
    scratch: &mut Scratch<V>,
    own: *mut V,
) -> f64 {
    let (len, width) = (frame.len, scratch.width);
    scratch.sums[..len].fill(V::EMPTY);
    let mut inner = plan.inner.iter().peekable();
    for (throw, &weight) in frame.weights.iter().enumerate() {
        let row = &mut scratch.rows[..width];
        row.copy_from_slice(&scratch.best[throw * width..(throw + 1) * width]);
        while let Some(op) = inner.next_if(|op| usize::from(op.throw) == throw) {
            unsafe { take(frame, op, row) };
        }
        for (sum, &wide) in scratch.sums[..len].iter_mut().zip(&*row) {
            *sum = V::add(*sum, weight, wide);
        }
    }
    let own = unsafe { std::slice::from_raw_parts_mut(own, len) };
    let mut change = 0.0f64;
    for (value, &sum) in own.iter_mut().zip(&scratch.sums) {
        let new = V::close(sum, frame.rounding, frame.slack);
        change = change.max(V::distance(new, *value));
        *value = new;
    }
    change
}

/// Raises `row` to what `op` yields where it is legal.
///
/// # Safety
/// As for [`Kernel::gather`].
#[inline(always)]
unsafe fn take<V: Value, const W: usize>(frame: &Frame<V>, op: &Op<W>, row: &mut [V::Wide]) {
    let source = unsafe { frame.block(op.source, op.block) };
    let route = &frame.routes.routes[usize::from(op.route)].source;
    let passes = op.route & 1 == 1;
    for c in op.mask.iter() {
        let wide = unsafe { *source.add(usize::from(route[c])) }.widen();
        let wide = if passes { V::flip(wide) } else { wide };
        row[c] = V::better(row[c], wide);
    }
}
