//! The linear systems of a group of layers, swept block by block.

use rayon::prelude::*;

use super::super::index::BlockIndex;
use super::iterate::{CHUNK, blocks};
use super::{Cell, Next};

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

/// A way from one position of a block to another of it.
struct Inner {
    from: u32,
    to: u32,
    chance: f64,
    /// Whether the other player throws next.
    passes: bool,
}

/// What a thread has made of some blocks.
#[derive(Default)]
struct Part {
    /// Blocks brought up to date, and by how much they changed.
    blocks: Vec<(u32, f64)>,
    /// Their cells, by block and member.
    cells: Vec<Cell>,
}

/// What a thread needs to bring a block up to date.
#[derive(Default)]
struct Bench {
    /// What comes from outside the block, by member and colouring.
    outside: Vec<Cell>,
    now: Vec<Cell>,
    inner: Vec<Inner>,
}

impl System<'_> {
    /// Updates the blocks that need it and returns the largest relative change.
    /// `stamps` holds by block the sweep in which it last changed by more than
    /// `settled`.
    pub fn sweep(
        &self,
        cells: &mut [Vec<Cell>],
        stamps: &mut [u32],
        number: u32,
        inner: f64,
        settled: f64,
    ) -> f64 {
        let mut change = 0.0f64;
        let mut units = Vec::new();
        let nothing = vec![Cell::NOTHING; self.lens.iter().sum()];
        for level in self.index.levels() {
            self.index.units(level, &mut units);
            let (held, held_stamps) = (&*cells, &*stamps);
            let sources: Vec<[&[Cell]; Next::SOURCES]> = self
                .reads
                .iter()
                .map(|reads| sources(held, reads, &nothing))
                .collect();
            let parts: Vec<Part> = units
                .par_chunks(CHUNK)
                .map(|units| {
                    let mut bench = Bench::default();
                    let mut part = Part::default();
                    for (block, _, _) in blocks(self.index, units) {
                        if number > 1 && self.is_settled(block as usize, held_stamps, number) {
                            continue;
                        }
                        self.update(&sources, block as usize, inner, &mut bench);
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
                .collect();
            for part in parts {
                let mut new = &part.cells[..];
                for (block, more) in part.blocks {
                    change = change.max(more);
                    if more > settled {
                        stamps[block as usize] = number;
                    }
                    for (m, &len) in self.lens.iter().enumerate() {
                        let at = block as usize * len;
                        let layer = &mut cells[self.reads[m][Next::OWN]];
                        layer[at..at + len].copy_from_slice(&new[..len]);
                        new = &new[len..];
                    }
                }
            }
        }
        change
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
    fn update(
        &self,
        sources: &[[&[Cell]; Next::SOURCES]],
        block: usize,
        tolerance: f64,
        bench: &mut Bench,
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
fn sources<'a>(
    cells: &'a [Vec<Cell>],
    reads: &[usize; 4],
    nothing: &'a [Cell],
) -> [&'a [Cell]; Next::SOURCES] {
    std::array::from_fn(|source| match source {
        Next::WON => &[Cell::WON][..],
        Next::INNER | Next::INNER_PARTNER => nothing,
        _ => &cells[reads[source]],
    })
}

impl Cell {
    /// One ply and nothing after it.
    const STILL: Cell = Cell {
        win: 0.0,
        plies: 1.0,
        plies_square: 1.0,
        changes: 0.0,
        changes_square: 0.0,
    };

    /// A position of which nothing is known, and one that is won.
    const NOTHING: Cell = Cell {
        win: 0.0,
        plies: 0.0,
        plies_square: 0.0,
        changes: 0.0,
        changes_square: 0.0,
    };
    const WON: Cell = Cell {
        win: 1.0,
        ..Cell::NOTHING
    };

    #[inline(always)]
    fn add(&mut self, chance: f64, passes: bool, next: &Cell) {
        let (passes, side) = if passes { (1.0, -1.0) } else { (0.0, 1.0) };
        self.win += chance * (passes + side * next.win);
        self.plies += chance * next.plies;
        self.plies_square += chance * (2.0 * next.plies + next.plies_square);
        self.changes += chance * (passes + next.changes);
        self.changes_square += chance * (passes * (1.0 + 2.0 * next.changes) + next.changes_square);
    }

    /// The largest change from `old`, relative to the value above 1.
    #[inline(always)]
    fn change(&self, old: &Cell) -> f64 {
        let of = |new: f64, old: f64| (new - old).abs() / new.abs().max(1.0);
        of(self.win, old.win)
            .max(of(self.plies_square, old.plies_square))
            .max(of(self.plies, old.plies))
            .max(of(self.changes_square, old.changes_square))
    }
}
