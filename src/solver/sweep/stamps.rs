//! Which blocks have changed and when, and so which need no update.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::order::SweepOrder;
use crate::solver::geometry::Source;

/// Sweeps are told apart by 7 bits in the stamps; bit 7 marks a block whose
/// inner system has not come to rest.
const STAMP: u8 = 0x7f;
const RESTLESS: u8 = 0x80;

/// By block: the sweep in which it last changed, and [`RESTLESS`].
pub(super) struct Stamps(Vec<AtomicU8>);

impl Stamps {
    pub fn new(blocks: u32) -> Stamps {
        Stamps((0..blocks).map(|_| AtomicU8::new(0)).collect())
    }

    pub fn saved(&self) -> Vec<u8> {
        self.0.iter().map(|stamp| stamp.load(Relaxed)).collect()
    }

    pub fn restore(&mut self, saved: &[u8]) {
        assert_eq!(saved.len(), self.0.len());
        for (stamp, &saved) in self.0.iter_mut().zip(saved) {
            *stamp.get_mut() = saved;
        }
    }

    pub fn forget(&mut self) {
        for stamp in &mut self.0 {
            *stamp.get_mut() = 0;
        }
    }

    /// The block has changed in sweep number `sweep`.
    #[inline(always)]
    pub fn mark(&self, block: u32, sweep: u32, restless: bool) {
        let mark = if restless { RESTLESS } else { 0 };
        self.0[block as usize].store(stamp(sweep) | mark, Relaxed);
    }

    /// Whether nothing that the block depends on has changed since its last
    /// update. `sources`: what its moves to other blocks read; `unit`: the blocks
    /// with the same squares, which may be updated after they are asked for here.
    #[inline(always)]
    pub fn is_settled(
        &self,
        block: u32,
        mut sources: impl Iterator<Item = (Source, u32)>,
        unit: Range<u32>,
        order: SweepOrder,
    ) -> bool {
        let (now, before) = (stamp(order.number), stamp(order.number - 1));
        let own = self.0[block as usize].load(Relaxed);
        if own == before | RESTLESS || order.disturbed && own == before {
            return false;
        }
        sources.all(|(source, read)| {
            if !matches!(source, Source::Own | Source::Partner) {
                return true;
            }
            let done = read < block;
            let changed = self.0[read as usize].load(Relaxed) & STAMP;
            if order.disturbed || unit.contains(&read) {
                changed != now && changed != before
            } else {
                changed != if done { now } else { before }
            }
        })
    }
}

/// The mark of a sweep: 1 to 126, so that neighbours differ and 0 is none.
#[inline(always)]
fn stamp(sweep: u32) -> u8 {
    (1 + (sweep - 1) % 126) as u8
}
