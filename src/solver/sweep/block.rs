//! Bringing one block up to date: swaps, passes and rethrows tie its colourings
//! together, so its members are updated in turn until they rest.

use super::kept::Recorder;
use super::order::{Goal, SweepOrder, SweepReport};
use super::{MemberTables, Sweeper};
use crate::solver::geometry::Plan;
use crate::solver::kernel::{Kernel, Scratch};
use crate::solver::value::{Rounding, Value};

/// Passes over the inner system of a block within one sweep.
const MOST_INNER: usize = 60;

/// What one thread works with.
pub(super) struct Workspace<V: Value, const W: usize> {
    /// The block at hand and the one after it, planned ahead.
    pub(super) slots: [Slot<W>; 2],
    pub(super) recorder: Recorder<W>,
    /// By member and table.
    pub(super) scratch: Vec<Scratch<V>>,
    pub(super) old: Vec<V>,
    /// One table's values before a pass.
    pub(super) before: Vec<V>,
}

pub(super) struct Slot<const W: usize> {
    pub(super) block: u32,
    /// By member.
    pub(super) plans: Vec<Plan<W>>,
}

impl<V: Kernel, const W: usize> Workspace<V, W> {
    pub fn new(members: &[MemberTables<V>]) -> Workspace<V, W> {
        let first = &members[0].frames[0];
        let (throws, len, tables) = (first.weights.len(), first.len, members[0].arrays.len());
        Workspace {
            slots: std::array::from_fn(|_| Slot {
                block: 0,
                plans: vec![Plan::default(); members.len()],
            }),
            recorder: Recorder::default(),
            scratch: (0..members.len() * tables)
                .map(|_| Scratch::new(throws, len))
                .collect(),
            old: Vec::with_capacity(members.len() * tables * len),
            before: Vec::with_capacity(len),
        }
    }
}

impl<V: Kernel, const W: usize> Sweeper<'_, V, W> {
    /// Asks for the values that a plan reads.
    #[inline(always)]
    pub(super) fn prefetch(&self, slot: &Slot<W>) {
        #[cfg(target_arch = "x86_64")]
        for (member, plan) in self.members.iter().zip(&slot.plans) {
            for frame in &member.frames {
                for op in &plan.outer {
                    let source = op.source as usize;
                    let bytes = frame.stride[source] * size_of::<V>();
                    let first = frame.base[source]
                        .wrapping_add(op.block as usize * frame.stride[source])
                        .cast::<i8>();
                    for line in 0..bytes.div_ceil(64) {
                        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                        // SAFETY: a prefetch touches nothing.
                        unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
                    }
                }
            }
        }
    }

    /// Brings one planned block up to date.
    #[inline(always)]
    pub(super) fn update(
        &self,
        slot: usize,
        order: SweepOrder,
        workspace: &mut Workspace<V, W>,
    ) -> SweepReport {
        let Workspace {
            slots,
            scratch,
            old,
            before,
            ..
        } = workspace;
        let Slot { block, plans } = &slots[slot];
        let block = *block;
        let len = self.members[0].frames[0].len;
        let tables = self.members[0].frames.len();
        let own = |m: usize, t: usize| unsafe {
            self.members[m].arrays[t]
                .as_mut_ptr()
                .add(block as usize * len)
        };
        old.clear();
        for (m, member) in self.members.iter().enumerate() {
            for (t, frame) in member.frames.iter().enumerate() {
                // SAFETY: only this thread writes the block, and no other reads it.
                old.extend_from_slice(unsafe { std::slice::from_raw_parts(own(m, t), len) });
                unsafe { V::gather(self.level, frame, &plans[m], &mut scratch[m * tables + t]) };
            }
        }
        let bounding = self.goal == Goal::Values && tables > 1;
        let (mut last, mut slipped) = (f64::INFINITY, 0);
        for _ in 0..MOST_INNER {
            (last, slipped) = (0.0, 0);
            for (m, member) in self.members.iter().enumerate() {
                for (t, frame) in member.frames.iter().enumerate() {
                    let scratch = &mut scratch[m * tables + t];
                    // SAFETY: as above.
                    let values = || unsafe { std::slice::from_raw_parts(own(m, t), len) };
                    if bounding {
                        before.clear();
                        before.extend_from_slice(values());
                    }
                    // SAFETY: as above.
                    let mut change =
                        unsafe { V::relax(self.level, frame, &plans[m], scratch, own(m, t)) };
                    if self.goal == Goal::Unending {
                        // SAFETY: as above.
                        change = unsafe { decide(own(m, 0), own(m, 1), len) };
                    }
                    if bounding {
                        slipped += slips(before, values(), frame.rounding);
                    }
                    last = last.max(change);
                }
            }
            if last <= order.inner_tolerance {
                break;
            }
        }
        let mut change = 0.0f64;
        for (m, member) in self.members.iter().enumerate() {
            for (t, frame) in member.frames.iter().enumerate() {
                // SAFETY: as above.
                let new = unsafe { std::slice::from_raw_parts(own(m, t), len) };
                let old = &old[(m * tables + t) * len..][..len];
                if new != old {
                    slipped += slips(old, new, frame.rounding);
                    change = change.max(V::farthest(new, old));
                }
            }
        }
        let restless = last > order.settled;
        if change > order.settled || restless {
            self.stamps.mark(block, order.number, restless);
        }
        SweepReport {
            change,
            updated: (len * self.members.len()) as u64,
            restless: u64::from(restless),
            slipped,
        }
    }
}

/// Rounds chances of going on for ever to none or certainty, and turns them for
/// the other side. Returns 1 if any is another than it was, which the turned
/// ones tell, else 0.
///
/// # Safety
/// Both point to `len` values that no one else uses.
unsafe fn decide<V: Value>(own: *mut V, turned: *mut V, len: usize) -> f64 {
    let own = unsafe { std::slice::from_raw_parts_mut(own, len) };
    let turned = unsafe { std::slice::from_raw_parts_mut(turned, len) };
    let mut change = 0.0;
    for (own, turned) in own.iter_mut().zip(turned) {
        let (decided, opposite) = if *own == V::ONE {
            (V::ONE, V::ZERO)
        } else {
            (V::ZERO, V::ONE)
        };
        if *turned != opposite {
            change = 1.0;
        }
        (*own, *turned) = (decided, opposite);
    }
    change
}

/// Values that went the wrong way for their rounding.
fn slips<V: Value>(old: &[V], new: &[V], rounding: Rounding) -> u64 {
    let pairs = old.iter().zip(new);
    let count = match rounding {
        Rounding::Nearest => 0,
        Rounding::Down => pairs.filter(|(old, new)| new < old).count(),
        Rounding::Up => pairs.filter(|(old, new)| new > old).count(),
    };
    count as u64
}
