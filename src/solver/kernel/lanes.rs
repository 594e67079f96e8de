//! The kernel for vectors of any width: what a vector must be able to do, and
//! the loops over groups of colourings.
//!
//! Rows hold the groups one after the other, so a colouring of which the last
//! two groups have a share stands in them twice (see [`Grouping`]).
//!
//! [`Grouping`]: crate::solver::recolour::Grouping

#[cfg(doc)]
use super::Kernel;
use super::{Frame, Scratch};
use crate::solver::geometry::{Op, Plan};
use crate::solver::recolour::{Grouping, Window};
use crate::solver::value::{Rounding, Value};

/// Vectors of one storage format. Every operation gives in each lane what the
/// format's own gives.
///
/// # Safety
/// The machine must have the instructions; loads and stores touch whole vectors.
pub trait Lanes<V: Value> {
    const LANES: usize;
    /// Neighbouring values that [`Lanes::select`] can reach.
    const SPAN: usize;
    type Wide: Copy;
    type Sums: Copy;
    type Narrow: Copy;
    type Change: Copy;

    unsafe fn load(row: *const V::Wide) -> Self::Wide;
    unsafe fn store(row: *mut V::Wide, wide: Self::Wide);
    /// Stored values, widened.
    unsafe fn read(values: *const V) -> Self::Wide;
    /// The same in reverse order.
    unsafe fn read_reversed(values: *const V) -> Self::Wide;
    /// What a window picks out of a source block.
    unsafe fn select(window: &Window, source: *const V) -> Self::Wide;
    unsafe fn flip(wide: Self::Wide) -> Self::Wide;
    /// The better of `old` and `new`, in the lanes of the set `lanes` alone.
    unsafe fn raise(old: Self::Wide, lanes: u32, new: Self::Wide) -> Self::Wide;
    unsafe fn empty() -> Self::Sums;
    unsafe fn add(sums: Self::Sums, weight: V::Weight, wide: Self::Wide) -> Self::Sums;
    unsafe fn close(sums: Self::Sums, rounding: Rounding, slack: V::Sum) -> Self::Narrow;
    unsafe fn still() -> Self::Change;
    /// Puts `new` in the place of `own`, and the larger of the differences and
    /// `change` out.
    unsafe fn replace(own: *mut V, new: Self::Narrow, change: Self::Change) -> Self::Change;
    /// The largest lane as a difference of chances.
    unsafe fn largest(change: Self::Change) -> f64;
}

/// See [`Kernel::gather`].
#[inline(always)]
pub(super) unsafe fn gather<V: Value, L: Lanes<V>, const W: usize>(
    frame: &Frame<V>,
    plan: &Plan<W>,
    scratch: &mut Scratch<V>,
) {
    scratch.best.fill(V::NONE);
    for op in &plan.outer {
        let start = usize::from(op.throw) * scratch.width;
        let row = &mut scratch.best[start..start + scratch.width];
        unsafe { take::<V, L, W>(frame, op, row) };
    }
}

/// See [`Kernel::relax`].
#[inline(always)]
pub(super) unsafe fn relax<V: Value, L: Lanes<V>, const W: usize>(
    frame: &Frame<V>,
    plan: &Plan<W>,
    scratch: &mut Scratch<V>,
    own: *mut V,
) -> f64 {
    let width = scratch.width;
    let mut inner = &plan.inner[..];
    let mut rows = [std::ptr::null(); MOST_THROWS];
    for (throw, values) in rows.iter_mut().enumerate().take(frame.weights.len()) {
        let range = throw * width..(throw + 1) * width;
        *values = scratch.best[range.clone()].as_ptr();
        let count = inner
            .iter()
            .take_while(|op| usize::from(op.throw) == throw)
            .count();
        if count > 0 {
            let row = &mut scratch.rows[range.clone()];
            row.copy_from_slice(&scratch.best[range]);
            for op in &inner[..count] {
                unsafe { take::<V, L, W>(frame, op, row) };
            }
            *values = row.as_ptr();
            inner = &inner[count..];
        }
    }
    let grouping = grouping::<V, L>(frame);
    let mut change = unsafe { L::still() };
    for group in 0..grouping.groups() {
        unsafe {
            let mut sums = L::empty();
            for (&weight, &values) in frame.weights.iter().zip(&rows) {
                sums = L::add(sums, weight, L::load(values.add(group * L::LANES)));
            }
            let new = L::close(sums, frame.rounding, frame.slack);
            change = L::replace(own.add(grouping.start(group)), new, change);
        }
    }
    unsafe { L::largest(change) }
}

/// The most throws that there are.
pub(super) const MOST_THROWS: usize = 16;

/// The frame's grouping, its lanes known to the compiler.
#[inline(always)]
fn grouping<V: Value, L: Lanes<V>>(frame: &Frame<V>) -> Grouping {
    debug_assert_eq!(frame.routes.grouping.lanes, L::LANES);
    Grouping {
        len: frame.len,
        lanes: L::LANES,
        span: L::SPAN,
    }
}

/// Raises `row` to what `op` yields where it is legal.
#[inline(always)]
unsafe fn take<V: Value, L: Lanes<V>, const W: usize>(
    frame: &Frame<V>,
    op: &Op<W>,
    row: &mut [V::Wide],
) {
    let source = unsafe { frame.block(op.source, op.block) };
    let grouping = grouping::<V, L>(frame);
    let row = row.as_mut_ptr();
    match op.route {
        0 => unsafe { keep::<V, L, W, false>(op, source, grouping, row) },
        1 => unsafe { keep::<V, L, W, true>(op, source, grouping, row) },
        route if frame.routes.routes[usize::from(route)].first.is_empty() => unsafe {
            singly::<V, L, W>(frame, op, source, row)
        },
        route if route & 1 == 0 => unsafe { pick::<V, L, W, false>(frame, op, source, row) },
        _ => unsafe { pick::<V, L, W, true>(frame, op, source, row) },
    }
}

/// The lanes of one group in which a move is legal.
#[inline(always)]
fn lanes<const W: usize>(op: &Op<W>, grouping: Grouping, group: usize) -> u32 {
    let start = grouping.start(group);
    let (word, shift) = (start / 64, start % 64);
    let mut bits = op.mask.0[word] >> shift;
    if shift + grouping.lanes > 64 {
        bits |= op.mask.0[word + 1] << (64 - shift);
    }
    (bits & ((1 << grouping.lanes) - 1)) as u32
}

/// A move that overtakes no piece, made by a player who throws again or, if
/// `TURNED`, not.
#[inline(always)]
unsafe fn keep<V: Value, L: Lanes<V>, const W: usize, const TURNED: bool>(
    op: &Op<W>,
    source: *const V,
    grouping: Grouping,
    row: *mut V::Wide,
) {
    for group in 0..grouping.groups() {
        let lanes = lanes(op, grouping, group);
        let start = grouping.start(group);
        unsafe {
            let best = row.add(group * L::LANES);
            let value = if TURNED {
                // Lane l comes from len − 1 − (start + l).
                L::flip(L::read_reversed(
                    source.add(grouping.len - L::LANES - start),
                ))
            } else {
                L::read(source.add(start))
            };
            L::store(best, L::raise(L::load(best), lanes, value));
        }
    }
}

/// A move that permutes the colourings.
#[inline(always)]
unsafe fn pick<V: Value, L: Lanes<V>, const W: usize, const TURNED: bool>(
    frame: &Frame<V>,
    op: &Op<W>,
    source: *const V,
    row: *mut V::Wide,
) {
    let grouping = grouping::<V, L>(frame);
    let route = &frame.routes.routes[usize::from(op.route)];
    for group in 0..grouping.groups() {
        let legal = lanes(op, grouping, group);
        if legal == 0 {
            continue;
        }
        unsafe {
            let windows = *route.first.get_unchecked(group) as usize
                ..*route.first.get_unchecked(group + 1) as usize;
            let best = row.add(group * L::LANES);
            let mut old = L::load(best);
            for window in route.windows.get_unchecked(windows) {
                let value = L::select(window, source);
                let value = if TURNED { L::flip(value) } else { value };
                old = L::raise(old, legal & window.lanes, value);
            }
            L::store(best, old);
        }
    }
}

/// One colouring after the other, for sources shorter than a vector.
#[inline(always)]
unsafe fn singly<V: Value, L: Lanes<V>, const W: usize>(
    frame: &Frame<V>,
    op: &Op<W>,
    source: *const V,
    row: *mut V::Wide,
) {
    let grouping = grouping::<V, L>(frame);
    let route = &frame.routes.routes[usize::from(op.route)].source;
    for group in 0..grouping.groups() {
        let mut legal = lanes(op, grouping, group);
        while legal != 0 {
            let lane = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            unsafe {
                let value = *source.add(usize::from(route[grouping.start(group) + lane]));
                let value = value.widen();
                let value = if op.route & 1 == 1 {
                    V::flip(value)
                } else {
                    value
                };
                let best = row.add(group * L::LANES + lane);
                *best = V::better(*best, value);
            }
        }
    }
}

/// [`gather`] and [`relax`] compiled for machines that have `$features`.
macro_rules! for_machines_with {
    ($features:literal) => {
        /// # Safety
        /// As for [`super::Kernel::gather`], on a machine with the instructions.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn gather<V: Value, L: Lanes<V>, const W: usize>(
            frame: &Frame<V>,
            plan: &Plan<W>,
            scratch: &mut Scratch<V>,
        ) {
            unsafe { lanes::gather::<V, L, W>(frame, plan, scratch) }
        }

        /// # Safety
        /// As for [`super::Kernel::relax`], on a machine with the instructions.
        #[target_feature(enable = $features)]
        pub(super) unsafe fn relax<V: Value, L: Lanes<V>, const W: usize>(
            frame: &Frame<V>,
            plan: &Plan<W>,
            scratch: &mut Scratch<V>,
            own: *mut V,
        ) -> f64 {
            unsafe { lanes::relax::<V, L, W>(frame, plan, scratch, own) }
        }
    };
}

/// What the vectors of whole numbers share: values are as wide as they are
/// stored, and 1 − x is −x. The instructions load, store, make zeros and
/// subtract.
macro_rules! whole_lanes {
    ($value:ty, $vector:ty, $load:ident, $store:ident, $zero:ident, $subtract:ident) => {
        type Wide = $vector;
        /// Those of the even and of the odd lanes.
        type Sums = [$vector; 2];
        type Narrow = $vector;
        type Change = $vector;

        #[inline(always)]
        unsafe fn load(row: *const $value) -> $vector {
            unsafe { $load(row.cast()) }
        }
        #[inline(always)]
        unsafe fn store(row: *mut $value, wide: $vector) {
            unsafe { $store(row.cast(), wide) }
        }
        #[inline(always)]
        unsafe fn read(values: *const $value) -> $vector {
            unsafe { $load(values.cast()) }
        }
        #[inline(always)]
        unsafe fn flip(wide: $vector) -> $vector {
            unsafe { $subtract($zero(), wide) }
        }
        #[inline(always)]
        unsafe fn empty() -> [$vector; 2] {
            unsafe { [$zero(); 2] }
        }
        #[inline(always)]
        unsafe fn still() -> $vector {
            unsafe { $zero() }
        }
    };
}

pub(super) use {for_machines_with, whole_lanes};
