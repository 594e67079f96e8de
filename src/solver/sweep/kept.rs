//! Plans kept from one sweep for the next.
//!
//! What a block can do depends on its squares alone, so its plan is the same in
//! every sweep, and making it is a third of the work and more. Kept, a move takes
//! 8 bytes: the blocks of a chunk share a few hundred sets of colourings, so a
//! number says which; throw, route and source fit beside it. Where there is no
//! room left, plans are made anew in each sweep.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use crate::solver::geometry::{Op, Plan, Source};
use crate::solver::mask::Mask;

/// Bits of a number of colourings; the rest of the word is the throw.
const MASK_BITS: u32 = 12;
/// Bits of a route; the rest of the word is the source.
const ROUTE_BITS: u32 = 13;
const SOURCES: [Source; 5] = [
    Source::Own,
    Source::Partner,
    Source::Lower,
    Source::LowerPartner,
    Source::Won,
];

/// The plans of the blocks of one group, by chunk.
pub(super) struct KeptPlans<const W: usize> {
    chunks: Vec<OnceLock<Chunk<W>>>,
    /// Bytes that may still be used.
    room: AtomicU64,
}

/// The plans of the blocks that a thread takes at a time.
pub(super) struct Chunk<const W: usize> {
    masks: Box<[Mask<W>]>,
    /// Moves to other blocks and within the block, by block and member.
    counts: Box<[[u8; 2]]>,
    moves: Box<[Move]>,
}

/// An [`Op`] in short.
#[derive(Clone, Copy)]
struct Move {
    block: u32,
    mask_throw: u16,
    route_source: u16,
}

/// The plans of a chunk in the making.
#[derive(Default)]
pub(super) struct Recorder<const W: usize> {
    numbers: FxHashMap<Mask<W>, u16>,
    masks: Vec<Mask<W>>,
    counts: Vec<[u8; 2]>,
    moves: Vec<Move>,
    /// Something did not fit into the words of a [`Move`].
    failed: bool,
}

/// Goes through the blocks of a chunk.
pub(super) struct Reader<'a, const W: usize> {
    masks: &'a [Mask<W>],
    counts: &'a [[u8; 2]],
    moves: &'a [Move],
    members: usize,
}

/// The plans of one block, one a member.
pub(super) struct Page<'a, const W: usize> {
    masks: &'a [Mask<W>],
    counts: &'a [[u8; 2]],
    moves: &'a [Move],
}

impl<const W: usize> KeptPlans<W> {
    /// Room for `chunks` chunks and `room` bytes.
    pub fn new(chunks: usize, room: u64) -> KeptPlans<W> {
        KeptPlans {
            chunks: (0..chunks).map(|_| OnceLock::new()).collect(),
            room: AtomicU64::new(room),
        }
    }

    pub fn chunk(&self, number: usize) -> Option<&Chunk<W>> {
        self.chunks[number].get()
    }

    /// Whether there is no room for more.
    pub fn is_full(&self) -> bool {
        self.room.load(Relaxed) == 0
    }

    /// Keeps what was recorded, if there is room; else no more is kept at all.
    pub fn keep(&self, number: usize, recorder: &Recorder<W>) {
        if recorder.failed {
            return;
        }
        let bytes = recorder.bytes();
        let taken = self
            .room
            .fetch_update(Relaxed, Relaxed, |room| room.checked_sub(bytes));
        match taken {
            Ok(_) => {
                let _ = self.chunks[number].set(recorder.chunk());
            }
            Err(_) => self.room.store(0, Relaxed),
        }
    }
}

impl<const W: usize> Chunk<W> {
    pub fn read(&self, members: usize) -> Reader<'_, W> {
        Reader {
            masks: &self.masks,
            counts: &self.counts,
            moves: &self.moves,
            members,
        }
    }
}

impl<const W: usize> Recorder<W> {
    pub fn begin(&mut self) {
        self.numbers.clear();
        self.masks.clear();
        self.counts.clear();
        self.moves.clear();
        self.failed = false;
    }

    /// Takes in the plans of the next block.
    pub fn add(&mut self, plans: &[Plan<W>]) {
        for plan in plans {
            if self.failed {
                return;
            }
            let count = |ops: &[Op<W>]| u8::try_from(ops.len());
            let (Ok(outer), Ok(inner)) = (count(&plan.outer), count(&plan.inner)) else {
                self.failed = true;
                return;
            };
            self.counts.push([outer, inner]);
            for op in plan.outer.iter().chain(&plan.inner) {
                self.add_move(op);
            }
        }
    }

    #[inline(always)]
    fn add_move(&mut self, op: &Op<W>) {
        let next = self.masks.len() as u16;
        let mask = *self.numbers.entry(op.mask).or_insert(next);
        if mask == next {
            self.masks.push(op.mask);
        }
        self.failed |= mask >> MASK_BITS != 0
            || u32::from(op.throw) >> (u16::BITS - MASK_BITS) != 0
            || op.route >> ROUTE_BITS != 0;
        self.moves.push(Move {
            block: op.block,
            mask_throw: mask | u16::from(op.throw) << MASK_BITS,
            route_source: op.route | (op.source as u16) << ROUTE_BITS,
        });
    }

    /// What the chunk takes, with the allocator's share.
    fn bytes(&self) -> u64 {
        let parts = [
            size_of_val(&self.masks[..]),
            size_of_val(&self.counts[..]),
            size_of_val(&self.moves[..]),
        ];
        parts.iter().map(|bytes| *bytes as u64 + 16).sum()
    }

    fn chunk(&self) -> Chunk<W> {
        Chunk {
            masks: self.masks[..].into(),
            counts: self.counts[..].into(),
            moves: self.moves[..].into(),
        }
    }
}

impl<'a, const W: usize> Reader<'a, W> {
    /// The plans of the next block.
    #[inline(always)]
    pub fn next(&mut self) -> Page<'a, W> {
        let (counts, later) = self.counts.split_at(self.members);
        let moves = counts
            .iter()
            .flatten()
            .map(|&count| usize::from(count))
            .sum();
        let (moves, rest) = self.moves.split_at(moves);
        (self.counts, self.moves) = (later, rest);
        Page {
            masks: self.masks,
            counts,
            moves,
        }
    }
}

impl<const W: usize> Page<'_, W> {
    /// What the moves to other blocks read.
    #[inline(always)]
    pub fn sources(&self) -> impl Iterator<Item = (Source, u32)> {
        let mut rest = self.moves;
        self.counts.iter().flat_map(move |&[outer, inner]| {
            let (moves, later) = rest.split_at(usize::from(outer) + usize::from(inner));
            rest = later;
            moves[..usize::from(outer)]
                .iter()
                .map(|kept| (kept.source(), kept.block))
        })
    }

    /// Writes the plans out, one a member.
    #[inline(always)]
    pub fn unpack(&self, plans: &mut [Plan<W>]) {
        let mut rest = self.moves;
        for (plan, &[outer, inner]) in plans.iter_mut().zip(self.counts) {
            for (ops, count) in [(&mut plan.outer, outer), (&mut plan.inner, inner)] {
                let (moves, later) = rest.split_at(usize::from(count));
                rest = later;
                ops.clear();
                ops.extend(moves.iter().map(|kept| kept.op(self.masks)));
            }
        }
    }
}

impl Move {
    #[inline(always)]
    fn source(self) -> Source {
        SOURCES[usize::from(self.route_source >> ROUTE_BITS)]
    }

    #[inline(always)]
    fn op<const W: usize>(self, masks: &[Mask<W>]) -> Op<W> {
        Op {
            mask: masks[usize::from(self.mask_throw & ((1 << MASK_BITS) - 1))],
            block: self.block,
            route: self.route_source & ((1 << ROUTE_BITS) - 1),
            throw: (self.mask_throw >> MASK_BITS) as u8,
            source: self.source(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn op(k: u32) -> Op<2> {
        Op {
            mask: Mask([u64::from(k % 7), 1 << (k % 3)]),
            block: 1_000_000_007u32.wrapping_mul(k),
            route: (61 * k % (1 << ROUTE_BITS)) as u16,
            throw: (k % 16) as u8,
            source: SOURCES[k as usize % 5],
        }
    }

    /// Two blocks of a group of two, and one without moves.
    fn blocks() -> Vec<[Plan<2>; 2]> {
        let plan = |first: u32| Plan {
            outer: (first..first + 5).map(op).collect(),
            inner: (first + 5..first + 8).map(op).collect(),
        };
        vec![
            [plan(0), plan(8)],
            [Plan::default(), Plan::default()],
            [plan(300), plan(900)],
        ]
    }

    fn recorded(blocks: &[[Plan<2>; 2]]) -> Recorder<2> {
        let mut recorder = Recorder::default();
        recorder.begin();
        blocks.iter().for_each(|plans| recorder.add(plans));
        recorder
    }

    #[test]
    fn what_is_kept_is_what_was_planned() {
        let (blocks, plans) = (blocks(), KeptPlans::new(2, 1 << 20));
        plans.keep(1, &recorded(&blocks));
        assert!(plans.chunk(0).is_none());
        let mut reader = plans.chunk(1).expect("there is room").read(2);
        let mut slot = [Plan::default(), Plan::default()];
        for planned in &blocks {
            let page = reader.next();
            let sources: Vec<_> = planned.iter().flat_map(Plan::sources).collect();
            assert_eq!(page.sources().collect::<Vec<_>>(), sources);
            page.unpack(&mut slot);
            for (kept, planned) in slot.iter().zip(planned) {
                assert_eq!(kept.outer, planned.outer);
                assert_eq!(kept.inner, planned.inner);
            }
        }
    }

    #[test]
    fn nothing_is_kept_beyond_the_room_or_the_words() {
        let blocks = blocks();
        let recorder = recorded(&blocks);
        let plans = KeptPlans::new(2, recorder.bytes());
        plans.keep(0, &recorder);
        assert!(plans.chunk(0).is_some());
        plans.keep(1, &recorder);
        assert!(plans.is_full() && plans.chunk(1).is_none());

        let mut far = blocks;
        far[2][1].inner[0].route = 1 << ROUTE_BITS;
        let plans = KeptPlans::new(1, 1 << 20);
        plans.keep(0, &recorded(&far));
        assert!(plans.chunk(0).is_none());
    }
}
