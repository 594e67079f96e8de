//! Bringing one block up to date: all ways to stand on the early squares for
//! one front, seen by both players.
//!
//! With fixed sets of early squares (m, o) let x be the value of the player with
//! m, about to throw, and y that of the player with o. Where a cast leaves no
//! choice the turn passes, so
//!
//! ```text
//! x = α + π (1 − y) + σ x        α = Σ p · best choice over the other casts
//! y = β + ρ (1 − x) + τ y        π, σ: chance to pass and give, keep the turn
//! ```
//!
//! which is solved at once. The best choices read sets further on and other
//! fronts, so going from the largest sums of early squares down settles the
//! block in one pass, as far as other blocks are settled.

use super::early::EarlySets;
use super::fronts::Front;
use super::game::HandGame;
use super::plan::Plan;
use super::tables::Side;
use crate::solver::value::Rounding;

/// Values that are worked on together.
const LANES: usize = 8;
/// A determinant below this: both can only pass, for ever.
const ENDLESS: f64 = 1e-300;

/// Room for one block.
pub(super) struct Scratch {
    /// By side: the best choice that leaves the block, by cast, the side's set
    /// and the other's.
    best: [Vec<f64>; 2],
    /// By side, cast and set: whether a choice leaves the block.
    leaves: [Vec<bool>; 2],
    /// By side and set: chance to pass and to give the turn, and to keep it.
    given: [Vec<f64>; 2],
    kept: [Vec<f64>; 2],
    /// By side: the block as it will be.
    values: [Vec<f64>; 2],
    passed: [Vec<f64>; 2],
    row: Vec<f64>,
    cast_row: Vec<f64>,
    sources: Vec<*const f64>,
}

/// What all blocks share.
pub(super) struct Frame<'a> {
    pub game: &'a HandGame,
    pub early: &'a EarlySets,
    /// P(k) by k.
    pub sizes: Vec<usize>,
}

impl Scratch {
    pub fn new(frame: &Frame) -> Scratch {
        let sets = frame.early.squares.len();
        let casts = frame.game.casts.len();
        let each = |len: usize| [vec![0.0; len], vec![0.0; len]];
        Scratch {
            best: each(casts * sets * sets),
            leaves: [vec![false; casts * sets], vec![false; casts * sets]],
            given: each(sets),
            kept: each(sets),
            values: each(sets * sets),
            passed: each(sets * sets),
            row: vec![0.0; sets],
            cast_row: vec![0.0; sets],
            sources: Vec::new(),
        }
    }
}

/// A block that is about to be brought up to date.
pub(super) struct Slot {
    /// As the mover sees it, and as the other does.
    fronts: [Front; 2],
    /// By side.
    plans: [Plan; 2],
    rooms: [u8; 2],
    /// By side: sets of early squares.
    sets: [usize; 2],
}

impl Slot {
    pub fn new(front: Front) -> Slot {
        Slot {
            fronts: [front; 2],
            plans: Default::default(),
            rooms: [0; 2],
            sets: [0; 2],
        }
    }

    /// Plans the block of `fronts[0]` (and of `fronts[1]`, the same seen by the
    /// other player) and asks for the values that it reads.
    #[inline(always)]
    pub fn plan(&mut self, frame: &Frame, fronts: [Front; 2], sides: [&Side; 2]) {
        self.fronts = fronts;
        for side in 0..2 {
            self.rooms[side] = sides[side].layer.mine - fronts[side].mine_count;
            self.sets[side] = frame.sizes[usize::from(self.rooms[side])];
            let plan = &mut self.plans[side];
            plan.make(frame.game, &frame.sizes, &fronts[side], sides[side]);
            plan.prefetch(self.sets[side]);
        }
    }
}

/// Brings a planned block up to date and returns the largest change.
///
/// # Safety
/// The tables of `sides` are those of the layers they name and those that the
/// block was planned with; no other thread writes what it reads or writes.
#[inline(always)]
pub(super) unsafe fn update(
    frame: &Frame,
    slot: &Slot,
    sides: [&Side; 2],
    scratch: &mut Scratch,
) -> f64 {
    for side in 0..2 {
        let sets = [slot.sets[side], slot.sets[1 - side]];
        // SAFETY: as for this function.
        unsafe {
            gather(
                frame,
                &slot.plans[side],
                scratch,
                side,
                slot.rooms[side],
                sets,
            )
        };
    }
    settle(frame, scratch, sides, &slot.fronts, slot.rooms, slot.sets)
}

/// The best choices that leave the block, for all sets of both players.
///
/// # Safety
/// The plan's pointers lead to blocks with as many values as it says.
#[inline(always)]
unsafe fn gather(
    frame: &Frame,
    plan: &Plan,
    scratch: &mut Scratch,
    side: usize,
    room: u8,
    sets: [usize; 2],
) {
    let [rows, len] = sets;
    let sources = &mut scratch.sources;
    for cast in 0..frame.game.casts.len() {
        let (whole, leaving) = plan.starts[cast];
        let (whole_end, leaving_end) = plan.starts[cast + 1];
        for row in 0..rows {
            sources.clear();
            for whole in &plan.whole[whole..whole_end] {
                sources.push(whole.first.wrapping_add(row * whole.stride));
            }
            for leaving in &plan.leaving[leaving..leaving_end] {
                let to = frame.early.without(row, leaving.from);
                let held = leaving.from != 0 || frame.early.count[row] < room;
                if held && to != super::early::NONE {
                    sources.push(leaving.first.wrapping_add(usize::from(to) * leaving.stride));
                }
            }
            scratch.leaves[side][cast * rows + row] = !sources.is_empty();
            let best = &mut scratch.best[side][(cast * rows + row) * len..][..len];
            // SAFETY: every source is a row of at least `len` values.
            unsafe { maxima(best, sources) };
        }
    }
}

/// The largest of the sources, place by place; 0 without any.
///
/// # Safety
/// Each source has as many values as `best`.
#[inline(always)]
unsafe fn maxima(best: &mut [f64], sources: &[*const f64]) {
    let len = best.len();
    if len < LANES {
        best.fill(0.0);
        for &source in sources {
            for (i, best) in best.iter_mut().enumerate() {
                // SAFETY: `i` is below the length of the row.
                let value = unsafe { *source.add(i) };
                *best = larger(*best, value);
            }
        }
        return;
    }
    let mut at = 0;
    loop {
        let mut lanes = [0.0f64; LANES];
        for &source in sources {
            // SAFETY: `at + LANES` is at most the length of the row.
            let values = unsafe { source.add(at).cast::<[f64; LANES]>().read_unaligned() };
            for (lane, value) in lanes.iter_mut().zip(values) {
                *lane = larger(*lane, value);
            }
        }
        best[at..at + LANES].copy_from_slice(&lanes);
        if at + LANES == len {
            return;
        }
        // The last vector may overlap the one before it.
        at = (at + LANES).min(len - LANES);
    }
}

#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}

/// The moves within the block, the passes, and the values themselves.
#[inline(always)]
fn settle(
    frame: &Frame,
    scratch: &mut Scratch,
    sides: [&Side; 2],
    fronts: &[Front; 2],
    rooms: [u8; 2],
    sets: [usize; 2],
) -> f64 {
    let game = frame.game;
    for side in 0..2 {
        for set in 0..sets[side] {
            let inner = frame.early.inner(set, rooms[side]);
            let (mut given, mut kept) = (0.0, 0.0);
            for (number, cast) in game.casts.iter().enumerate() {
                let leaves = scratch.leaves[side][number * sets[side] + set];
                if leaves || inner.any(set, number) {
                    continue;
                }
                if cast.again && game.pass_keeps_turn {
                    kept += cast.chance;
                } else {
                    given += cast.chance;
                }
            }
            scratch.given[side][set] = given;
            scratch.kept[side][set] = kept;
        }
    }
    let at = [0, 1].map(|side| sides[side].index.offsets[fronts[side].code as usize] as usize);
    let olds = [0, 1].map(|side| sides[side].values.wrapping_add(at[side]).cast_const());
    let [rows, columns] = sets;
    let slack = slack(game);
    let mut change = 0.0f64;
    for &mine in frame
        .early
        .order
        .iter()
        .filter(|&&set| usize::from(set) < rows)
    {
        let mine = usize::from(mine);
        expect_row(frame, scratch, mine, rooms[0], sets);
        let (given, kept) = (scratch.given[0][mine], scratch.kept[0][mine]);
        for &theirs in frame
            .early
            .order
            .iter()
            .filter(|&&set| usize::from(set) < columns)
        {
            let theirs = usize::from(theirs);
            let alpha = scratch.row[theirs];
            let beta = expect(frame, scratch, theirs, mine, rooms[1], sets);
            let (their_given, their_kept) = (scratch.given[1][theirs], scratch.kept[1][theirs]);
            let places = [mine * columns + theirs, theirs * rows + mine];
            // SAFETY: the places are within the blocks, which only this thread
            // writes.
            let old = [0, 1].map(|side| unsafe { *olds[side].add(places[side]) });
            let determinant = (1.0 - kept) * (1.0 - their_kept) - given * their_given;
            let mut new = old;
            if determinant > ENDLESS {
                let (a, b) = (alpha + given, beta + their_given);
                new = [
                    ((1.0 - their_kept) * a - given * b) / determinant,
                    ((1.0 - kept) * b - their_given * a) / determinant,
                ];
                for side in 0..2 {
                    new[side] = match sides[side].rounding {
                        Rounding::Nearest => new[side],
                        Rounding::Down => old[side].max(new[side] - slack / determinant),
                        Rounding::Up => old[side].min(new[side] + slack / determinant),
                    };
                }
            }
            for side in 0..2 {
                change = change.max((new[side] - old[side]).abs());
                scratch.values[side][places[side]] = new[side];
                scratch.passed[1 - side][places[1 - side]] = 1.0 - new[side];
            }
        }
    }
    // The same block twice: one copy is kept, and what is seen of it is made
    // of that copy to the last bit, as a run that goes on from here makes it.
    let written = if olds[0] == olds[1] { 1 } else { 2 };
    if written == 1 {
        for place in 0..rows * columns {
            let mirror = place % columns * rows + place / columns;
            scratch.passed[0][place] = 1.0 - scratch.values[0][mirror];
        }
    }
    for side in 0..written {
        let len = rows * columns;
        // SAFETY: as above.
        unsafe {
            let values = sides[side].values.add(at[side]);
            let passed = sides[side].passed.add(at[side]);
            values.copy_from_nonoverlapping(scratch.values[side].as_ptr(), len);
            passed.copy_from_nonoverlapping(scratch.passed[side].as_ptr(), len);
        }
    }
    change
}

/// What rounding can cost at most, before the division by the determinant: one
/// step for each throw's product and sum, some for the passes.
fn slack(game: &HandGame) -> f64 {
    (2 * game.casts.len() + 12) as f64 * f64::EPSILON / 2.0
}

/// α for the first side's set `mine` and all sets of the other.
#[inline(always)]
fn expect_row(frame: &Frame, scratch: &mut Scratch, mine: usize, room: u8, sets: [usize; 2]) {
    let [rows, columns] = sets;
    let row = &mut scratch.row[..columns];
    row.fill(0.0);
    let inner = frame.early.inner(mine, room);
    for (number, cast) in frame.game.casts.iter().enumerate() {
        let best = &scratch.best[0][(number * rows + mine) * columns..][..columns];
        let held = &mut scratch.cast_row[..columns];
        held.copy_from_slice(best);
        for inner in inner.of(mine, number) {
            let source = if inner.again {
                &scratch.values[0]
            } else {
                &scratch.passed[0]
            };
            let source = &source[usize::from(inner.to) * columns..][..columns];
            for (held, &value) in held.iter_mut().zip(source) {
                *held = larger(*held, value);
            }
        }
        for (sum, &value) in row.iter_mut().zip(&*held) {
            *sum += cast.chance * value;
        }
    }
}

/// β for the second side's set `theirs` and the first's `mine`.
#[inline(always)]
fn expect(
    frame: &Frame,
    scratch: &Scratch,
    theirs: usize,
    mine: usize,
    room: u8,
    sets: [usize; 2],
) -> f64 {
    let [rows, columns] = sets;
    let inner = frame.early.inner(theirs, room);
    let mut sum = 0.0;
    for (number, cast) in frame.game.casts.iter().enumerate() {
        let mut best = scratch.best[1][(number * columns + theirs) * rows + mine];
        for inner in inner.of(theirs, number) {
            let place = usize::from(inner.to) * rows + mine;
            let value = if inner.again {
                scratch.values[1][place]
            } else {
                scratch.passed[1][place]
            };
            best = larger(best, value);
        }
        sum += cast.chance * best;
    }
    sum
}
