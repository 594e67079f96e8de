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

mod block;
mod kept;
mod order;
mod stamps;

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::prelude::*;

use super::array::Array;
use super::geometry::{Geometry, Plan, Source};
use super::index::{BlockIndex, Unit, deposit};
use super::kernel::{Frame, Kernel, Level};
use super::lift::Lifter;
use super::value::Value;
use block::Workspace;
use kept::KeptPlans;
pub use order::{Goal, SweepOrder, SweepReport};
use stamps::Stamps;

/// Units that a thread takes at a time.
const CHUNK: usize = 64;
/// Chunks between two looks at the memory in use.
const RELIEF: usize = 32;
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
        Sweeper {
            stamps: Stamps::new(index.blocks()),
            plans: KeptPlans::new(
                index.blocks() as usize / CHUNK + index.levels().count(),
                room,
            ),
            workspaces: (0..threads.max(1))
                .map(|_| Mutex::new(Workspace::new(&members)))
                .collect(),
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

    /// Whether a block is to be updated; for the arguments see
    /// [`Stamps::is_settled`].
    #[inline(always)]
    fn is_needed(
        &self,
        block: u32,
        sources: impl Iterator<Item = (Source, u32)>,
        unit: Range<u32>,
        order: SweepOrder,
    ) -> bool {
        order.all || !self.stamps.is_settled(block, sources, unit, order)
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
                    if !self.is_needed(slot.block, page.sources(), same_squares, order) {
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
                    if !self.is_needed(slot.block, sources, same_squares, order) {
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
}
