//! One pass over all blocks of a group of layers.
//!
//! Blocks of one level need each other for nothing (a single piece that moves
//! changes the sum of the squares), so the blocks of a level are shared out to
//! the threads; blocks with the same squares and other stars stay with one
//! thread. What goes forward has its final value when it is read, what goes
//! back has the value of the sweep before: the same for any number of threads.
//!
//! Within a block swaps, passes and rethrows form a small cyclic system; it is
//! iterated in cache, the members of the group in turn.

mod kept;
mod order;
mod stamps;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::array::Array;
use super::geometry::{Geometry, Plan};
use super::index::{BlockIndex, Unit, deposit};
use super::kernel::{Frame, Kernel, Level, Scratch};
use super::lift::Lifter;
use super::value::{Rounding, Value};
use kept::{KeptPlans, Recorder};
pub use order::{Goal, SweepOrder, SweepReport};
use stamps::Stamps;

/// Units that a thread takes at a time.
const CHUNK: usize = 64;
/// Chunks between two looks at the memory in use.
const RELIEF: usize = 32;
/// Passes over the inner system of a block within one sweep.
const MOST_INNER: usize = 60;
/// One layer's arrays in a group: one, or the lower and the upper bounds.
pub struct MemberTables<'a, V: Value> {
    pub arrays: Vec<&'a Array<V>>,
    /// By table as in `arrays`.
    pub frames: Vec<Frame<'a, V>>,
}

/// The blocks of one group and all that a sweep over them needs.
pub struct Sweeper<'a, V: Kernel, const W: usize> {
    pub geometry: Geometry<'a, W>,
    pub index: &'a BlockIndex,
    pub members: Vec<MemberTables<'a, V>>,
    pub level: Level,
    pub goal: Goal,
    /// Levels that a move can raise a block by at most.
    pub raise: usize,
    /// Called now and then to keep within the memory allowed.
    pub relief: Option<&'a (dyn Fn() + Sync)>,
    stamps: Stamps,
    plans: KeptPlans<W>,
    workspaces: Vec<Mutex<Workspace<V, W>>>,
    /// Chunks done, to call `relief` by.
    chunks: AtomicUsize,
}

struct Workspace<V: Value, const W: usize> {
    /// The block at hand and the one after it, planned ahead.
    slots: [Slot<W>; 2],
    recorder: Recorder<W>,
    /// By member and table.
    scratch: Vec<Scratch<V>>,
    old: Vec<V>,
    /// One table's values before a pass.
    before: Vec<V>,
}

struct Slot<const W: usize> {
    block: u32,
    /// By member.
    plans: Vec<Plan<W>>,
}

// SAFETY: the frames' raw pointers point into the arrays beside them.
unsafe impl<V: Kernel, const W: usize> Sync for Sweeper<'_, V, W> {}

impl<'a, V: Kernel, const W: usize> Sweeper<'a, V, W> {
    /// `room`: bytes that plans may take which are kept from sweep to sweep.
    pub fn new(
        geometry: Geometry<'a, W>,
        index: &'a BlockIndex,
        members: Vec<MemberTables<'a, V>>,
        level: Level,
        raise: usize,
        threads: usize,
        room: u64,
    ) -> Sweeper<'a, V, W> {
        let first = &members[0].frames[0];
        let (throws, len, tables) = (first.weights.len(), first.len, members[0].arrays.len());
        let workspace = || {
            Mutex::new(Workspace {
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
            })
        };
        Sweeper {
            stamps: Stamps::new(index.blocks()),
            plans: KeptPlans::new(
                index.blocks() as usize / CHUNK + index.levels().count(),
                room,
            ),
            workspaces: (0..threads.max(1)).map(|_| workspace()).collect(),
            geometry,
            index,
            members,
            level,
            goal: Goal::Values,
            raise,
            relief: None,
            chunks: AtomicUsize::new(0),
        }
    }

    /// The stamps, for a checkpoint.
    pub fn stamps(&self) -> Vec<u8> {
        self.stamps.saved()
    }

    /// Takes the stamps of a checkpoint.
    pub fn restore(&mut self, stamps: &[u8]) {
        self.stamps.restore(stamps);
    }

    /// Forgets what has changed and when.
    pub fn forget(&mut self) {
        self.stamps.forget();
    }

    /// Sweeps over all levels from the highest down. Runs in the current thread pool. `level_done` is
    /// told how many blocks are behind, and says whether to go on; a sweep that
    /// was stopped gives `None`.
    pub fn sweep(
        &self,
        order: SweepOrder,
        mut level_done: impl FnMut(u64) -> bool,
    ) -> Option<SweepReport> {
        let mut lifter = order.lift.map(|factor| Lifter::new(factor, self.raise));
        let mut report = SweepReport::default();
        let mut units = Vec::new();
        let mut done = 0;
        for (ordinal, level) in self.index.levels().enumerate() {
            self.index.units(level, &mut units);
            if let Some(lifter) = &mut lifter {
                self.keep(level, &units, lifter);
            }
            let chunk = |units: &[Unit]| {
                let thread = rayon::current_thread_index().unwrap_or(0);
                let mut workspace = self.workspaces[thread].lock().expect("no sweep panicked");
                if let Some(relief) = self.relief
                    && self.chunks.fetch_add(1, Relaxed).is_multiple_of(RELIEF)
                {
                    relief();
                }
                // The chunks of a level begin `CHUNK` blocks or more apart.
                let number = units[0].first as usize / CHUNK + ordinal;
                self.update_units(number, units, order, &mut workspace)
            };
            let level_report = if units.len() <= CHUNK {
                chunk(&units)
            } else {
                units
                    .par_chunks(CHUNK)
                    .map(chunk)
                    .reduce(SweepReport::default, SweepReport::and)
            };
            report = report.and(level_report);
            done += units.len() as u64;
            if let Some(lifter) = &mut lifter {
                lifter.lift(level);
            }
            if !level_done(done) {
                return None;
            }
        }
        if let Some(lifter) = lifter {
            lifter.finish();
        }
        Some(report)
    }

    /// Keeps the values of a level as they are.
    fn keep(&self, level: usize, units: &[Unit], lifter: &mut Lifter<V>) {
        let starrable = self.index.places().starrable.0;
        let (first, last) = (units[0], units[units.len() - 1]);
        let blocks = last.first - first.first + (1 << (last.set & starrable).count_ones());
        for member in &self.members {
            let len = member.frames[0].len;
            for array in &member.arrays[..member.frames.len()] {
                // SAFETY: the blocks of the level are neighbours, and no thread
                // is at work between two levels.
                unsafe {
                    let values = array.as_mut_ptr().add(first.first as usize * len);
                    lifter.keep(level, values, blocks as usize * len);
                }
            }
        }
    }

    /// Brings the blocks of the units of chunk `number` up to date, those that need
    /// it. Each is planned while the values for the one before are on their way.
    fn update_units(
        &self,
        number: usize,
        units: &[Unit],
        order: SweepOrder,
        workspace: &mut Workspace<V, W>,
    ) -> SweepReport {
        let mut report = SweepReport::default();
        let (mut next, mut waiting) = (0, false);
        let mut kept = (self.plans.chunk(number)).map(|chunk| chunk.read(self.members.len()));
        let records = kept.is_none() && !self.plans.is_full();
        workspace.recorder.begin();
        for unit in units {
            let starrable = unit.set & self.index.places().starrable.0;
            let blocks = 1u32 << starrable.count_ones();
            for star in 0..blocks {
                let Workspace {
                    slots, recorder, ..
                } = &mut *workspace;
                let slot = &mut slots[next];
                slot.block = unit.first + star;
                let same_squares = unit.first..unit.first + blocks;
                if let Some(kept) = &mut kept {
                    let page = kept.next();
                    let sources = page.sources();
                    if !order.all
                        && self
                            .stamps
                            .is_settled(slot.block, sources, same_squares, order)
                    {
                        continue;
                    }
                    page.unpack(&mut slot.plans);
                } else {
                    let stars = deposit(star, starrable);
                    self.geometry
                        .plan(self.level, unit.set, stars, slot.block, &mut slot.plans);
                    if records {
                        recorder.add(&slot.plans);
                    }
                    let sources = slot.plans.iter().flat_map(Plan::sources);
                    if !order.all
                        && self
                            .stamps
                            .is_settled(slot.block, sources, same_squares, order)
                    {
                        continue;
                    }
                }
                self.prefetch(slot);
                next ^= 1;
                if waiting {
                    report = report.and(self.update(next, order, workspace));
                }
                waiting = true;
            }
        }
        if records {
            self.plans.keep(number, &workspace.recorder);
        }
        if waiting {
            report = report.and(self.update(next ^ 1, order, workspace));
        }
        report
    }

    /// Asks for the values that a plan reads.
    #[inline(always)]
    fn prefetch(&self, slot: &Slot<W>) {
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
    fn update(
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
