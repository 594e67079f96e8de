//! The linear systems of a group of layers, swept block by block.

use rayon::prelude::*;

use super::super::index::{BlockIndex, Unit};
use super::ahead::Changes;
use super::iterate::{CHUNK, blocks};
use super::{Cell, MEANS, Next};

/// Passes over the inner system of a block within one sweep.
const MOST_INNER: usize = 60;

/// The linear systems of one group of layers.
pub(super) struct System<'a> {
    pub index: &'a BlockIndex,
    /// By member: the layers it reads, by source.
    pub reads: Vec<[usize; 4]>,
    /// By member: colourings a block.
    pub lens: Vec<usize>,
    /// By member: where each throw leads from each place, throws innermost.
    pub nexts: Vec<Vec<Next>>,
    pub chances: &'a [f64],
}

/// How a sweep is to be made.
pub(super) struct Order {
    /// From 1.
    pub number: u32,
    /// Change at which the inner iterations of a block end.
    pub inner: f64,
    /// Change up to which a block counts as unchanged.
    pub settled: f64,
    /// Where the changes are to be kept, if they are.
    pub keep: Option<usize>,
}

/// A way from one position of a block to another of it.
struct Inner {
    from: u32,
    to: u32,
    chance: f64,
    /// Whether the other player throws next.
    passes: bool,
}

/// What a thread has made of some blocks.
struct Part<const N: usize> {
    /// Blocks brought up to date, and by how much they changed.
    blocks: Vec<(u32, f64)>,
    /// Their cells, by block and member.
    cells: Vec<Cell<N>>,
}

/// What a thread needs to bring a block up to date.
struct Bench<const N: usize> {
    /// What comes from outside the block, by member and colouring.
    outside: Vec<Cell<N>>,
    now: Vec<Cell<N>>,
    inner: Vec<Inner>,
}

impl System<'_> {
    /// Updates the blocks that need it and returns the largest change relative to
    /// the value above 1. `stamps` holds by block the sweep in which it last
    /// changed by more than `settled`; in `kept` go changes, by member.
    pub fn sweep<const N: usize>(
        &self,
        cells: &mut [Vec<Cell<N>>],
        stamps: &mut [u32],
        order: &Order,
        kept: &mut [Changes<N>],
    ) -> f64 {
        let mut change = 0.0f64;
        let mut units = Vec::new();
        let nothing = vec![Cell::NOTHING; self.lens.iter().sum()];
        for level in self.index.levels() {
            self.index.units(level, &mut units);
            for part in self.parts(cells, stamps, &units, order, &nothing) {
                let mut new = &part.cells[..];
                for (block, more) in part.blocks {
                    change = change.max(more);
                    if more > order.settled {
                        stamps[block as usize] = order.number;
                    }
                    for (m, &len) in self.lens.iter().enumerate() {
                        let at = block as usize * len;
                        let place = &mut cells[self.reads[m][Next::OWN]][at..at + len];
                        if let Some(number) = order.keep {
                            let kept = &mut kept[m][number][at..at + len];
                            for ((kept, new), old) in kept.iter_mut().zip(new).zip(&*place) {
                                *kept = new.less(old);
                            }
                        }
                        place.copy_from_slice(&new[..len]);
                        new = &new[len..];
                    }
                }
            }
        }
        change
    }

    /// What becomes of the blocks of a level.
    fn parts<const N: usize>(
        &self,
        cells: &[Vec<Cell<N>>],
        stamps: &[u32],
        units: &[Unit],
        order: &Order,
        nothing: &[Cell<N>],
    ) -> Vec<Part<N>> {
        let sources: Vec<[&[Cell<N>]; Next::SOURCES]> = self
            .reads
            .iter()
            .map(|reads| sources(cells, reads, nothing))
            .collect();
        units
            .par_chunks(CHUNK)
            .map(|units| {
                let mut bench = Bench {
                    outside: Vec::new(),
                    now: Vec::new(),
                    inner: Vec::new(),
                };
                let mut part = Part {
                    blocks: Vec::new(),
                    cells: Vec::new(),
                };
                for (block, _, _) in blocks(self.index, units) {
                    if order.number > 1 && self.is_settled(block as usize, stamps, order.number) {
                        continue;
                    }
                    self.update(&sources, block as usize, order.inner, &mut bench);
                    let (mut at, mut change) = (0, 0.0f64);
                    for (m, &len) in self.lens.iter().enumerate() {
                        let new = &bench.now[at..at + len];
                        let old = &sources[m][Next::OWN][block as usize * len..];
                        for (new, old) in new.iter().zip(old) {
                            change = change.max(new.change(old));
                        }
                        at += len;
                    }
                    part.blocks.push((block, change));
                    part.cells.extend_from_slice(&bench.now);
                }
                part
            })
            .collect()
    }

    /// Whether no block that this one reads has changed in the sweep before or in
    /// this one.
    fn is_settled(&self, block: usize, stamps: &[u32], number: u32) -> bool {
        let throws = self.chances.len();
        if stamps[block] + 1 >= number {
            return false;
        }
        let members = self.lens.len();
        self.lens.iter().enumerate().all(|(m, &len)| {
            let ways = &self.nexts[m][block * len * throws..][..len * throws];
            ways.iter().all(|way| {
                let len = match way.source() {
                    Next::OWN => len,
                    Next::PARTNER => self.lens[members - 1 - m],
                    _ => return true,
                };
                stamps[way.place() / len] + 1 < number
            })
        })
    }

    /// Brings one block to rest, the others held; the result is `bench.now`.
    ///
    /// What is read lies all over memory. So that many reads are under way at a
    /// time, nothing about them depends on a guess: a win and the ways within the
    /// block are read like any other position, from a cell that adds what they
    /// add.
    fn update<const N: usize>(
        &self,
        sources: &[[&[Cell<N>]; Next::SOURCES]],
        block: usize,
        tolerance: f64,
        bench: &mut Bench<N>,
    ) {
        bench.outside.clear();
        bench.now.clear();
        bench.inner.clear();
        let throws = self.chances.len();
        for ((&len, nexts), sources) in self.lens.iter().zip(&self.nexts).zip(sources) {
            let first = block * len;
            bench
                .now
                .extend_from_slice(&sources[Next::OWN][first..first + len]);
            let ways = &nexts[first * throws..(first + len) * throws];
            for ways in ways.chunks_exact(throws) {
                let from = bench.outside.len() as u32;
                let mut outside = Cell::STILL;
                for (&way, &chance) in ways.iter().zip(self.chances) {
                    let (source, place) = (way.source(), way.place());
                    let passes = Next::passes(source);
                    if source > Next::WON {
                        bench.inner.push(Inner {
                            from,
                            to: place as u32,
                            chance,
                            passes,
                        });
                    }
                    outside.add(
                        chance,
                        passes && source < Next::WON,
                        &sources[source][place],
                    );
                }
                bench.outside.push(outside);
            }
        }
        for _ in 0..MOST_INNER {
            let mut change = 0.0f64;
            let mut inner = bench.inner.iter().peekable();
            for (from, outside) in bench.outside.iter().enumerate() {
                let mut new = *outside;
                let mut moved = false;
                while let Some(way) = inner.next_if(|way| way.from as usize == from) {
                    new.add(way.chance, way.passes, &bench.now[way.to as usize]);
                    moved = true;
                }
                let old = &mut bench.now[from];
                if moved {
                    change = change.max(new.change(old));
                }
                *old = new;
            }
            if change <= tolerance {
                break;
            }
        }
    }
}

/// By source: what a member that reads these layers finds there.
fn sources<'a, const N: usize>(
    cells: &'a [Vec<Cell<N>>],
    reads: &[usize; 4],
    nothing: &'a [Cell<N>],
) -> [&'a [Cell<N>]; Next::SOURCES] {
    std::array::from_fn(|source| match source {
        Next::WON => &[Cell::WON][..],
        Next::INNER | Next::INNER_PARTNER => nothing,
        _ => &cells[reads[source]],
    })
}

impl<const N: usize> Cell<N> {
    const PLIES: usize = 0;
    const CHANGES: usize = 1;
    const WIN: usize = 2;
    const PLIES_SQUARE: usize = 3;
    const CHANGES_SQUARE: usize = 4;

    /// A position of which nothing is known, one ply and nothing after it, and a
    /// position that is won.
    pub const NOTHING: Cell<N> = Cell([0.0; N]);
    const STILL: Cell<N> = Cell::NOTHING
        .with(Self::PLIES, 1.0)
        .with(Self::PLIES_SQUARE, 1.0);
    const WON: Cell<N> = Cell::NOTHING.with(Self::WIN, 1.0);

    /// The same with a quantity changed, if it is one of a cell's.
    const fn with(mut self, quantity: usize, value: f64) -> Self {
        if quantity < N {
            self.0[quantity] = value;
        }
        self
    }

    pub fn plies(&self) -> f64 {
        self.0[Self::PLIES]
    }

    pub fn changes(&self) -> f64 {
        self.0[Self::CHANGES]
    }

    pub fn win(&self) -> Option<f64> {
        self.0.get(Self::WIN).copied()
    }

    /// Of the plies and of the changes of thrower.
    pub fn variances(&self) -> Option<[f64; 2]> {
        let of = |mean: f64, square: f64| (square - mean * mean).max(0.0);
        let plies = of(self.plies(), *self.0.get(Self::PLIES_SQUARE)?);
        let changes = of(self.changes(), *self.0.get(Self::CHANGES_SQUARE)?);
        Some([plies, changes])
    }

    #[inline(always)]
    fn add(&mut self, chance: f64, passes: bool, next: &Self) {
        let (passes, side) = if passes { (1.0, -1.0) } else { (0.0, 1.0) };
        let (here, next) = (&mut self.0, &next.0);
        here[Self::PLIES] += chance * next[Self::PLIES];
        here[Self::CHANGES] += chance * (passes + next[Self::CHANGES]);
        if N > MEANS {
            here[Self::WIN] += chance * (passes + side * next[Self::WIN]);
            here[Self::PLIES_SQUARE] +=
                chance * (2.0 * next[Self::PLIES] + next[Self::PLIES_SQUARE]);
            here[Self::CHANGES_SQUARE] +=
                chance * (passes * (1.0 + 2.0 * next[Self::CHANGES]) + next[Self::CHANGES_SQUARE]);
        }
    }

    /// The largest change from `old`, relative to the value above 1.
    #[inline(always)]
    fn change(&self, old: &Self) -> f64 {
        let pairs = self.0.iter().zip(&old.0);
        let of = pairs.map(|(new, old)| (new - old).abs() / new.abs().max(1.0));
        of.fold(0.0, f64::max)
    }

    /// The way from `old`.
    fn less(&self, old: &Self) -> [f32; N] {
        std::array::from_fn(|quantity| (self.0[quantity] - old.0[quantity]) as f32)
    }
}
