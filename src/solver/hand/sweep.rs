//! One pass over all blocks of a group, from the highest level down.

use std::sync::Mutex;

use rayon::prelude::*;

use super::fronts::Front;
use super::order::{LevelRange, Order};
use super::tables::Side;
use super::update::{Frame, Scratch, Slot, update};
use crate::solver::kernel::Level;
use crate::solver::sweep::SweepReport;

/// Blocks that a thread takes at a time.
const CHUNK: usize = 16;
/// Values copied at a time.
const COPIED: usize = 1 << 15;

/// What a sweep works on.
pub(super) struct Sweeper<'a> {
    pub frame: Frame<'a>,
    pub fronts: &'a [Front],
    pub order: &'a Order,
    /// By table: the player of either member, and the values to hold.
    pub sides: Vec<[Side; 2]>,
    pub held: Vec<Held>,
    pub level: Level,
    /// By thread.
    pub rooms: Vec<Mutex<Room>>,
    pub positions: usize,
}

/// What a thread works in: the block at hand and the next, planned ahead.
pub(super) struct Room {
    slots: [Slot; 2],
    scratch: Scratch,
}

// SAFETY: the pointers are made and used within one call.
unsafe impl Send for Room {}

impl Room {
    pub fn new(frame: &Frame, front: Front) -> Room {
        Room {
            slots: [Slot::new(front), Slot::new(front)],
            scratch: Scratch::new(frame),
        }
    }
}

/// An array of which a level is copied before it is touched.
pub(super) struct Held {
    pub member: usize,
    pub from: *const f64,
    pub copy: *mut f64,
}

// SAFETY: see `Side`; copies are made while no block is worked on.
unsafe impl Send for Held {}
unsafe impl Sync for Held {}

impl Sweeper<'_> {
    /// Sweeps over all levels in the current thread pool. `level_done` is told
    /// how many blocks are behind, and says whether to go on; a sweep that was
    /// stopped gives `None`.
    pub fn sweep(&self, mut level_done: impl FnMut(u64) -> bool) -> Option<SweepReport> {
        let mut change = 0.0f64;
        for range in &self.order.levels {
            self.hold(range);
            let sides = self.sides_at(range);
            let units = &self.order.units[range.units.clone()];
            let changed = if units.len() <= CHUNK {
                self.update_units(&sides, units)
            } else {
                units
                    .par_chunks(CHUNK)
                    .map(|units| self.update_units(&sides, units))
                    .reduce(|| 0.0, f64::max)
            };
            change = change.max(changed);
            if !level_done(range.units.end as u64) {
                return None;
            }
        }
        Some(SweepReport {
            change,
            updated: self.positions as u64,
            restless: 0,
            slipped: 0,
        })
    }

    /// Copies the level's values, for captures that keep the level.
    fn hold(&self, range: &LevelRange) {
        for held in &self.held {
            let places = range.places[held.member].clone();
            (0..places.len().div_ceil(COPIED))
                .into_par_iter()
                .for_each(|part| {
                    // The whole of `held` is taken, which may be shared.
                    let held: &Held = held;
                    let from = part * COPIED;
                    let len = COPIED.min(places.len() - from);
                    // SAFETY: the copy has room for the largest level.
                    unsafe {
                        let source = held.from.add(places.start + from);
                        held.copy.add(from).copy_from_nonoverlapping(source, len);
                    }
                });
        }
    }

    /// The players with what is held of the level at hand.
    fn sides_at(&self, range: &LevelRange) -> Vec<[Side; 2]> {
        let at = |side: &Side, role: usize| {
            let start = range.places[role % range.places.len()].start;
            Side {
                held_values: side.held_values.wrapping_sub(start),
                held_passed: side.held_passed.wrapping_sub(start),
                ..side.clone()
            }
        };
        let tables = self.sides.iter();
        tables.map(|[one, two]| [at(one, 0), at(two, 1)]).collect()
    }

    fn update_units(&self, sides: &[[Side; 2]], units: &[[u32; 2]]) -> f64 {
        let thread = rayon::current_thread_index().unwrap_or(0);
        let mut room = self.rooms[thread].lock().expect("no sweep panicked");
        #[cfg(target_arch = "x86_64")]
        if let Level::Avx512(_) = self.level {
            // SAFETY: the machine has been asked.
            return unsafe { self.update_avx512(sides, units, &mut room) };
        }
        self.update_each(sides, units, &mut room)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    fn update_avx512(&self, sides: &[[Side; 2]], units: &[[u32; 2]], room: &mut Room) -> f64 {
        self.update_each(sides, units, room)
    }

    #[inline(always)]
    fn update_each(&self, sides: &[[Side; 2]], units: &[[u32; 2]], room: &mut Room) -> f64 {
        let Room { slots, scratch } = room;
        // With bounds: one player's lower against the other's upper.
        let pair = |table: usize| [&sides[table][0], &sides[sides.len() - 1 - table][1]];
        let mut change = 0.0f64;
        let mut waiting: Option<usize> = None;
        let mut next = 0;
        let tasks = units
            .iter()
            .flat_map(|unit| (0..sides.len()).map(move |table| (unit, table)));
        for (unit, table) in tasks {
            let fronts = unit.map(|number| self.fronts[number as usize]);
            slots[next].plan(&self.frame, fronts, pair(table));
            if let Some(table) = waiting {
                // SAFETY: each block of the level is one thread's.
                let changed =
                    unsafe { update(&self.frame, &slots[1 - next], pair(table), scratch) };
                change = change.max(changed);
            }
            waiting = Some(table);
            next = 1 - next;
        }
        if let Some(table) = waiting {
            // SAFETY: as above.
            let changed = unsafe { update(&self.frame, &slots[1 - next], pair(table), scratch) };
            change = change.max(changed);
        }
        change
    }
}
