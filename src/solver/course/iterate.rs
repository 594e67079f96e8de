//! The choices of a group of layers, and its linear systems iterated to rest.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;

use super::super::colour::Colourings;
use super::super::geometry::{Geometry, Plan};
use super::super::index::{BlockIndex, Unit, deposit};
use super::super::kernel::Level;
use super::super::layers::Layer;
use super::super::table::Table;
use super::super::value::Value;
use super::ahead::Ahead;
use super::choose::Chooser;
use super::system::{Order, System};
use super::{ALL, Beside, Cell, Course, CourseError, CourseOptions, Next, read_by};
use crate::rules::Rules;

/// Units that a thread takes at a time.
pub(super) const CHUNK: usize = 64;
/// The part of the last sweep's change at which inner iterations end.
const INNER_SHARE: f64 = 0.001;
/// The part of the tolerance up to which a change does not unsettle a block.
const SETTLED_SHARE: f64 = 0.1;

pub(super) fn follow<V: Value, const N: usize>(
    table: &Table,
    rules: &Rules,
    options: CourseOptions,
    stop: &AtomicBool,
) -> Result<Course, CourseError> {
    let encoding = table.blocks();
    let throws = &rules.mechanics().throws;
    let chances: Vec<f64> = throws
        .throws()
        .iter()
        .map(|throw| throws.probability(throw.points))
        .collect();
    let mut cells: Vec<Vec<Cell<N>>> = vec![Vec::new(); encoding.layers.count()];
    let (mut gap, mut sweeps, mut ties) = (0.0f64, 0, 0);
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
            cells[encoding.layers.number(layer)] = vec![Cell::NOTHING; positions];
        }
        let (nexts, tied) = choices::<V>(table, rules, &group);
        ties += tied;
        let system = System {
            index: encoding.blocks(usize::from(pieces)),
            reads: group.iter().map(|&layer| read_by(table, layer)).collect(),
            lens: group.iter().map(|&layer| encoding.shape(layer).0).collect(),
            nexts,
            chances: &chances,
        };
        let rested = rest(&system, &mut cells, options, stop);
        if stop.load(Relaxed) {
            return Err(CourseError::Interrupted);
        }
        sweeps = sweeps.max(rested.ok_or(CourseError::Unrested {
            mine: group[0].mine,
            theirs: group[0].theirs,
            sweeps: options.most_sweeps,
        })?);
        for &layer in &group {
            let number = encoding.layers.number(layer);
            let [low, high] = table.stored::<V>(number);
            for (place, cell) in cells[number].iter().enumerate() {
                let Some(win) = cell.win() else { break };
                let value = (low[place].to_f64() + high[place].to_f64()) / 2.0;
                gap = gap.max((win - value).abs());
            }
        }
    }
    let (layer, place) = encoding.place(&rules.start());
    let start = cells[encoding.layers.number(layer)][place];
    Ok(Course {
        plies: start.plies(),
        turns: start.changes() + 1.0,
        beside: start
            .win()
            .zip(start.variances())
            .map(|(win, [plies, turns])| Beside {
                win,
                plies_variance: plies,
                turns_variance: turns,
                gap,
            }),
        sweeps,
        ties,
    })
}

/// Sweeps a group until it rests, and returns after how many sweeps it did.
/// `None` where it does not, or was stopped.
fn rest<const N: usize>(
    system: &System,
    cells: &mut [Vec<Cell<N>>],
    options: CourseOptions,
    stop: &AtomicBool,
) -> Option<u32> {
    let mut stamps = vec![0; system.index.blocks() as usize];
    let own: Vec<usize> = system.reads.iter().map(|reads| reads[Next::OWN]).collect();
    let places: Vec<usize> = own.iter().map(|&own| cells[own].len()).collect();
    // Where variances have no room, these have none either.
    let mut ahead = Ahead::new(if N == ALL { &places } else { &[] });
    let mut last = 1.0f64;
    for number in 1..=options.most_sweeps {
        if stop.load(Relaxed) {
            return None;
        }
        let order = Order {
            number,
            inner: last.max(options.tolerance) * INNER_SHARE,
            settled: options.tolerance * SETTLED_SHARE,
            keep: ahead.room(),
        };
        last = system.sweep(cells, &mut stamps, &order, &mut ahead.changes);
        if last <= options.tolerance {
            return Some(number);
        }
        if ahead.note(last, cells, &own) {
            stamps.fill(number);
        }
    }
    None
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
    let lens: Vec<usize> = choosers.iter().map(|chooser| chooser.len).collect();
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
                        let first = out[m].len();
                        ties += chooser.choose(&plans[m], block, set, &mut rooms[m], &mut out[m]);
                        for next in &mut out[m][first..] {
                            *next = next.seen_from(block, m, &lens);
                        }
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
pub(super) fn blocks<'a>(
    index: &'a BlockIndex,
    units: &'a [Unit],
) -> impl Iterator<Item = (u32, u32, u32)> + 'a {
    units.iter().flat_map(move |unit| {
        let starrable = unit.set & index.places().starrable.0;
        (0..1u32 << starrable.count_ones())
            .map(move |star| (unit.first + star, unit.set, deposit(star, starrable)))
    })
}
