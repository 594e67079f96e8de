//! The sweeps: choices of a group of layers, and the linear systems iterated to
//! rest.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::super::colour::Colourings;
use super::super::geometry::{Geometry, Plan};
use super::super::index::{BlockIndex, Unit, deposit};
use super::super::kernel::Level;
use super::super::layers::Layer;
use super::super::policy::Moments;
use super::super::table::Table;
use super::super::value::Value;
use super::choose::Chooser;
use super::{Cell, Course, CourseError, CourseOptions, Next, needed_bytes, read_by};
use crate::rules::Rules;

/// Units that a thread takes at a time.
const CHUNK: usize = 64;
/// Passes over the inner system of a block within one sweep.
const MOST_INNER: usize = 60;
/// The part of the last sweep's change at which inner iterations end.
const INNER_SHARE: f64 = 0.02;
/// The part of the tolerance up to which a change does not unsettle a block.
const SETTLED_SHARE: f64 = 0.1;

pub(super) fn course_of<V: Value>(
    table: &Table,
    rules: &Rules,
    options: CourseOptions,
    stop: &AtomicBool,
) -> Result<Course, CourseError> {
    let encoding = table.blocks();
    let needed = needed_bytes(encoding, rules.mechanics().throws.throws().len());
    if needed > options.memory {
        return Err(CourseError::Memory {
            positions: encoding.total_positions(),
            needed,
            allowed: options.memory,
        });
    }
    let throws = &rules.mechanics().throws;
    let chances: Vec<f64> = throws
        .throws()
        .iter()
        .map(|throw| throws.probability(throw.points))
        .collect();
    let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); encoding.layers.count()];
    let mut course = Course {
        win: 0.0,
        plies: Moments {
            mean: 0.0,
            variance: 0.0,
        },
        turns: Moments {
            mean: 0.0,
            variance: 0.0,
        },
        gap: 0.0,
        sweeps: 0,
        ties: 0,
    };
    for group in encoding.layers.groups() {
        let pieces = group[0].mine + group[0].theirs;
        for layer in encoding.layers.groups().into_iter().flatten() {
            if layer.mine + layer.theirs + 1 < pieces {
                cells[encoding.layers.number(layer)] = Vec::new();
            }
        }
        for &layer in &group {
            let positions = encoding.positions(layer);
            if positions >= 1 << Next::BITS {
                return Err(CourseError::TooLarge {
                    mine: layer.mine,
                    theirs: layer.theirs,
                });
            }
            cells[encoding.layers.number(layer)] = vec![Cell::default(); positions];
        }
        let (nexts, ties) = choices::<V>(table, rules, &group);
        course.ties += ties;
        let system = System {
            index: encoding.blocks(usize::from(pieces)),
            reads: group.iter().map(|&layer| read_by(table, layer)).collect(),
            lens: group.iter().map(|&layer| encoding.shape(layer).0).collect(),
            nexts,
            chances: &chances,
        };
        let mut change = 1.0f64;
        let mut stamps = vec![0; system.index.blocks() as usize];
        let rested = (1..=options.most_sweeps).find(|&number| {
            if stop.load(Relaxed) {
                return true;
            }
            let inner = (change * INNER_SHARE).max(options.tolerance * INNER_SHARE);
            let settled = options.tolerance * SETTLED_SHARE;
            change = system.sweep(&mut cells, &mut stamps, number, inner, settled);
            change <= options.tolerance
        });
        if stop.load(Relaxed) {
            return Err(CourseError::Interrupted);
        }
        course.sweeps = course.sweeps.max(rested.ok_or(CourseError::Endless {
            mine: group[0].mine,
            theirs: group[0].theirs,
        })?);
        for &layer in &group {
            let number = encoding.layers.number(layer);
            let [low, high] = table.stored::<V>(number);
            for (place, cell) in cells[number].iter().enumerate() {
                let value = (low[place].to_f64() + high[place].to_f64()) / 2.0;
                course.gap = course.gap.max((cell.win - value).abs());
            }
        }
    }
    let (layer, place) = encoding.place(&rules.start());
    let start = cells[encoding.layers.number(layer)][place];
    course.win = start.win;
    course.plies = moments(start.plies, start.plies_square, 0.0);
    course.turns = moments(start.changes, start.changes_square, 1.0);
    Ok(course)
}

fn moments(mean: f64, square: f64, shift: f64) -> Moments {
    Moments {
        mean: mean + shift,
        variance: (square - mean * mean).max(0.0),
    }
}

/// By member of the group: where each throw leads from each place, throws
/// innermost; and the decisions between equals.
fn choices<V: Value>(table: &Table, rules: &Rules, group: &[Layer]) -> (Vec<Vec<Next>>, u64) {
    match table.blocks().shape(group[0]).0.div_ceil(64) {
        1..=2 => choices_as::<V, 2>(table, rules, group),
        3..=4 => choices_as::<V, 4>(table, rules, group),
        _ => choices_as::<V, 16>(table, rules, group),
    }
}

fn choices_as<V: Value, const W: usize>(
    table: &Table,
    rules: &Rules,
    group: &[Layer],
) -> (Vec<Vec<Next>>, u64) {
    let encoding = table.blocks();
    let pieces = usize::from(group[0].mine + group[0].theirs);
    let colourings: Vec<Colourings> = group
        .iter()
        .map(|layer| Colourings::new(pieces, usize::from(layer.mine)))
        .collect();
    let movers: Vec<_> = group
        .iter()
        .zip(&colourings)
        .map(|(layer, colourings)| (layer.mover, colourings))
        .collect();
    let index = encoding.blocks(pieces);
    let geometry: Geometry<W> = Geometry::new(rules, index, encoding.blocks(pieces - 1), &movers);
    let choosers: Vec<Chooser<V>> = group
        .iter()
        .zip(&colourings)
        .map(|(&layer, colourings)| Chooser::new(table, rules, layer, colourings))
        .collect();
    let throws = rules.mechanics().throws.throws().len();
    let mut all: Vec<Vec<Next>> = choosers
        .iter()
        .map(|chooser| Vec::with_capacity(index.blocks() as usize * chooser.len * throws))
        .collect();
    let level_of_machine = Level::detect();
    let (mut units, mut ties) = (Vec::new(), 0);
    for level in index.levels() {
        index.units(level, &mut units);
        let parts: Vec<(Vec<Vec<Next>>, u64)> = units
            .par_chunks(CHUNK)
            .map(|units| {
                let mut plans = vec![Plan::default(); group.len()];
                let mut rooms: Vec<_> = choosers.iter().map(Chooser::room).collect();
                let mut out = vec![Vec::new(); group.len()];
                let mut ties = 0;
                for (block, set, stars) in blocks(index, units) {
                    geometry.plan(level_of_machine, set, stars, block, &mut plans);
                    for (m, chooser) in choosers.iter().enumerate() {
                        ties += chooser.choose(&plans[m], block, set, &mut rooms[m], &mut out[m]);
                    }
                }
                (out, ties)
            })
            .collect();
        for (part, more) in parts {
            ties += more;
            for (all, part) in all.iter_mut().zip(part) {
                all.extend(part);
            }
        }
    }
    (all, ties)
}

/// Number, squares and stars of the blocks of some units, ascending.
fn blocks<'a>(
    index: &'a BlockIndex,
    units: &'a [Unit],
) -> impl Iterator<Item = (u32, u32, u32)> + 'a {
    units.iter().flat_map(move |unit| {
        let starrable = unit.set & index.places().starrable.0;
        (0..1u32 << starrable.count_ones())
            .map(move |star| (unit.first + star, unit.set, deposit(star, starrable)))
    })
}

/// The linear systems of one group of layers.
struct System<'a> {
    index: &'a BlockIndex,
    /// By member: the layers it reads, by source.
    reads: Vec<[usize; 4]>,
    /// By member: colourings a block.
    lens: Vec<usize>,
    /// By member: see [`choices`].
    nexts: Vec<Vec<Next>>,
    chances: &'a [f64],
}

/// A way from one position of a block to another of it.
struct Inner {
    from: u32,
    to: u32,
    chance: f64,
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
    fn sweep(
        &self,
        cells: &mut [Vec<Cell>],
        stamps: &mut [u32],
        number: u32,
        inner: f64,
        settled: f64,
    ) -> f64 {
        let mut change = 0.0f64;
        let mut units = Vec::new();
        for level in self.index.levels() {
            self.index.units(level, &mut units);
            let (held, held_stamps) = (&*cells, &*stamps);
            let parts: Vec<Part> = units
                .par_chunks(CHUNK)
                .map(|units| {
                    let mut bench = Bench::default();
                    let mut part = Part::default();
                    for (block, _, _) in blocks(self.index, units) {
                        if number > 1 && self.is_settled(block as usize, held_stamps, number) {
                            continue;
                        }
                        self.update(held, block as usize, inner, &mut bench);
                        let (mut at, mut change) = (0, 0.0f64);
                        for (m, &len) in self.lens.iter().enumerate() {
                            let new = &bench.now[at..at + len];
                            let old = &held[self.reads[m][Next::OWN]][block as usize * len..];
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
    fn update(&self, cells: &[Vec<Cell>], block: usize, tolerance: f64, bench: &mut Bench) {
        bench.outside.clear();
        bench.now.clear();
        bench.inner.clear();
        let throws = self.chances.len();
        let members = self.lens.len();
        // The member that holds the other side's view of the block.
        let partner = |m: usize| members - 1 - m;
        let start = |m: usize| if m == 0 { 0 } else { self.lens[0] };
        for (m, &len) in self.lens.iter().enumerate() {
            let reads = &self.reads[m];
            let first = block * len;
            bench
                .now
                .extend_from_slice(&cells[reads[Next::OWN]][first..first + len]);
            for c in 0..len {
                let from = bench.outside.len() as u32;
                let mut outside = Cell::STILL;
                let ways = &self.nexts[m][(first + c) * throws..][..throws];
                for (&way, &chance) in ways.iter().zip(self.chances) {
                    let (source, place) = (way.source(), way.place());
                    let home = match source {
                        Next::WON => {
                            outside.win += chance;
                            continue;
                        }
                        Next::OWN => Some(m),
                        Next::PARTNER => Some(partner(m)),
                        _ => None,
                    };
                    let passes = Next::passes(source);
                    if let Some(home) = home
                        && place / self.lens[home] == block
                    {
                        bench.inner.push(Inner {
                            from,
                            to: (start(home) + place % self.lens[home]) as u32,
                            chance,
                            passes,
                        });
                    } else {
                        outside.add(chance, passes, &cells[reads[source]][place]);
                    }
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

impl Cell {
    /// One ply and nothing after it.
    const STILL: Cell = Cell {
        win: 0.0,
        plies: 1.0,
        plies_square: 1.0,
        changes: 0.0,
        changes_square: 0.0,
    };

    #[inline(always)]
    fn add(&mut self, chance: f64, passes: bool, next: &Cell) {
        self.plies += chance * next.plies;
        self.plies_square += chance * (2.0 * next.plies + next.plies_square);
        if passes {
            self.win += chance * (1.0 - next.win);
            self.changes += chance * (1.0 + next.changes);
            self.changes_square += chance * (1.0 + 2.0 * next.changes + next.changes_square);
        } else {
            self.win += chance * next.win;
            self.changes += chance * next.changes;
            self.changes_square += chance * next.changes_square;
        }
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
