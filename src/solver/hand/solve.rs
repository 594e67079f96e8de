//! Solving a whole game: the groups of layers in turn, each swept until its
//! values rest.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use rayon::prelude::*;

use super::encoding::HandEncoding;
use super::fronts::LayerIndex;
use super::leap::Leap;
use super::sweep::{Held, LevelRange, Order, Room, Sweeper};
use super::tables::{Below, Side};
use super::update::Frame;
use crate::rules::{Position, Rules};
use crate::solver::array::Array;
use crate::solver::layers::Layer;
use crate::solver::solve::{
    Bounds, GroupReport, Keep, LayerTables, Options, Progress, Resumed, SolveError, Store, Widest,
};
use crate::solver::value::Rounding;

/// With bounds: a sweep that changes nothing by more will not close them.
const STUCK: f64 = 1e-17;
/// Fronts turned by a thread at a time.
const PART: usize = 1024;
/// What threads, numbering and routes need at most beside the tables.
const ALLOWANCE: u64 = 64 << 20;

/// A solved game.
pub struct HandSolved {
    pub encoding: HandEncoding,
    /// By number of the layer; layers that are no longer needed may be dropped.
    pub layers: Vec<Option<LayerTables<f64>>>,
    pub groups: Vec<GroupReport>,
}

impl HandSolved {
    /// The chance of winning of the player about to throw, from below and above
    /// (equal without bounds).
    pub fn interval(&self, position: &Position) -> (f64, f64) {
        let (layer, place) = self.encoding.place(position);
        let tables = self.layers[self.encoding.layers.number(layer)]
            .as_ref()
            .expect("the layer is kept");
        (tables[0].get(place), tables[tables.len() - 1].get(place))
    }
}

/// The largest resident set while solving, in bytes. `stored`: finished layers
/// are mapped from a file.
pub fn peak_bytes(encoding: &HandEncoding, bounds: Bounds, stored: bool) -> u64 {
    let tables = bounds.tables() as u64;
    let bytes = |layer: &Layer| encoding.positions(*layer) as u64 * 8 * tables;
    let groups = encoding.layers.groups();
    let peak = groups.iter().map(|group| {
        // Values and what the other side sees of them, and the copy of a level.
        let own: u64 = group.iter().map(bytes).sum();
        let below: Vec<Layer> = below(encoding, group).collect();
        let turned: u64 = below.iter().map(bytes).sum();
        let kept: u64 = if stored {
            turned
        } else {
            let sum = group[0].mine + group[0].theirs;
            let before = |layer: &&Layer| layer.mine + layer.theirs + 1 == sum;
            groups.iter().flatten().filter(before).map(bytes).sum()
        };
        let indices = (group.len() + below.len()) as u64 * encoding.index_bytes();
        2 * own + own / 10 + turned + kept + indices
    });
    peak.max().unwrap_or(0) + ALLOWANCE
}

/// The layers that one bears off into from those of a group.
fn below<'a>(encoding: &'a HandEncoding, group: &'a [Layer]) -> impl Iterator<Item = Layer> + 'a {
    group.iter().filter(|layer| layer.mine > 1).map(|layer| {
        encoding
            .layers
            .layer(layer.mover, layer.mine - 1, layer.theirs)
    })
}

/// Solves the game of `rules`.
///
/// # Errors
/// See [`SolveError`].
pub fn solve(
    rules: &Rules,
    options: &Options,
    keep: Keep,
    store: &mut dyn Store<f64>,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<HandSolved, SolveError> {
    let encoding = HandEncoding::new(rules.mechanics())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()?;
    let mut layers: Vec<Option<LayerTables<f64>>> = vec![None; encoding.layers.count()];
    let groups = encoding.layers.groups();
    let mut reports = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        if keep == Keep::Needed {
            let sum = group[0].mine + group[0].theirs;
            for layer in groups.iter().flatten() {
                if layer.mine + layer.theirs + 1 < sum {
                    layers[encoding.layers.number(*layer)] = None;
                }
            }
        }
        let tables = match store.finished(group)? {
            Some(tables) => tables,
            None => {
                let indices = group.iter().map(|&layer| Arc::new(encoding.index(layer)));
                let mut job = GroupJob {
                    indices: indices.collect(),
                    encoding: &encoding,
                    options,
                    layers: &layers,
                    group,
                    stop,
                };
                let order = job.order();
                progress(Progress::Group {
                    layers: group,
                    number,
                    groups: groups.len(),
                    units: order.units.len() as u64,
                });
                let (report, tables) = pool.install(|| job.solve(order, store, progress))?;
                let tables = store.finish(&report, tables)?;
                reports.push(report);
                tables
            }
        };
        for (layer, tables) in group.iter().zip(tables) {
            layers[encoding.layers.number(*layer)] = Some(tables);
        }
    }
    Ok(HandSolved {
        encoding,
        layers,
        groups: reports,
    })
}

/// The solving of one group.
struct GroupJob<'a> {
    encoding: &'a HandEncoding,
    options: &'a Options,
    layers: &'a [Option<LayerTables<f64>>],
    group: &'a [Layer],
    /// By member.
    indices: Vec<Arc<LayerIndex>>,
    stop: &'a AtomicBool,
}

impl GroupJob<'_> {
    /// The group's blocks by level, each with its mirror once.
    fn order(&self) -> Order {
        let fronts = &self.encoding.fronts;
        let layer = self.group[0];
        let alike = self.group.len() == 1;
        let mut by_code = vec![u32::MAX; self.encoding.game.codes];
        for (number, front) in (0..).zip(fronts.iter()) {
            by_code[front.code as usize] = number;
        }
        let indices = &self.indices;
        let mut units: Vec<[u32; 2]> = Vec::new();
        let mut levels: Vec<LevelRange> = Vec::new();
        // By member: the level's first block among its starts.
        let mut firsts = vec![0; self.group.len()];
        let held = |&(_, front): &&(u32, u32)| fronts[*front as usize].level;
        while firsts[0] < indices[0].starts.len() {
            let level = held(&&indices[0].starts[firsts[0]]);
            let mut places = Vec::new();
            let from = units.len();
            for (member, index) in indices.iter().enumerate() {
                let first = firsts[member];
                let last = first + index.starts[first..].partition_point(|s| held(&s) == level);
                let end = match index.starts.get(last) {
                    Some(&(start, _)) => start as usize,
                    None => self.encoding.positions(self.group[member]),
                };
                places.push(index.starts[first].0 as usize..end);
                if member == 0 {
                    for &(_, number) in &index.starts[first..last] {
                        let front = &fronts[number as usize];
                        if !alike || front.code <= front.mirror {
                            units.push([number, by_code[front.mirror as usize]]);
                        }
                    }
                }
                firsts[member] = last;
            }
            levels.push(LevelRange {
                units: from..units.len(),
                places,
            });
        }
        debug_assert!(layer.mine <= layer.theirs);
        Order { units, levels }
    }

    /// Sweeps until the values rest.
    fn solve(
        &mut self,
        order: Order,
        store: &mut dyn Store<f64>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(GroupReport, Vec<LayerTables<f64>>), SolveError> {
        let tables = self.options.bounds.tables();
        let mut values = self.arrays()?;
        let resumed = store.resume(self.group, &mut values)?;
        let passed = alike(&values)?;
        for (member, turned) in passed.iter().enumerate() {
            self.turn_own(member, &values, turned);
        }
        let below = (0..self.group.len())
            .map(|member| self.turned_below(member))
            .collect::<Result<Vec<_>, _>>()?;
        let most = |member: usize| {
            let lens = order.levels.iter().map(|range| range.places[member].len());
            lens.max().unwrap_or(0)
        };
        let mut held = Vec::new();
        let mut copies = Vec::new();
        for member in 0..self.group.len() {
            for array in values[member].iter().chain(&passed[member]) {
                let copy = memory(most(member))?;
                held.push(Held {
                    member,
                    from: array.as_ptr(),
                    copy: copy.as_mut_ptr(),
                });
                copies.push(copy);
            }
        }
        let won = vec![1.0; self.encoding.early.squares.len()];
        let side = |table: usize, role: usize| {
            let member = role % self.group.len();
            let layer = self.group[member];
            let copy = |passed: usize| copies[(member * 2 + passed) * tables + table].as_ptr();
            Side {
                layer,
                index: self.indices[member].clone(),
                values: values[member][table].as_mut_ptr(),
                passed: passed[member][table].as_mut_ptr(),
                held_values: copy(0),
                held_passed: copy(1),
                below: below[member].as_ref().map(|below| Below {
                    index: below.index.clone(),
                    passed: below.passed[table].as_ptr(),
                    values: below.values[table].as_ptr(),
                }),
                won: won.as_ptr(),
                rounding: match (self.options.bounds, table) {
                    (Bounds::None, _) => Rounding::Nearest,
                    (Bounds::Both, 0) => Rounding::Down,
                    (Bounds::Both, _) => Rounding::Up,
                },
            }
        };
        let frame = || Frame {
            game: &self.encoding.game,
            early: &self.encoding.early,
            sizes: (0..=self.encoding.game.pieces)
                .map(|k| self.encoding.early.size(k))
                .collect(),
        };
        let threads = self.options.threads.max(1);
        let sweeper = Sweeper {
            rooms: (0..threads)
                .map(|_| Mutex::new(Room::new(&frame(), self.encoding.fronts[0])))
                .collect(),
            frame: frame(),
            fronts: &self.encoding.fronts,
            order: &order,
            sides: (0..tables).map(|t| [side(t, 0), side(t, 1)]).collect(),
            held,
            level: self.options.level,
            positions: self.group.iter().map(|&l| self.encoding.positions(l)).sum(),
        };
        let mut report = GroupReport {
            layers: self.group.to_vec(),
            sweeps: 0,
            change: 1.0,
            changes: Vec::new(),
            updated: 0,
            widest: None,
            rests: false,
        };
        let mut leap = Leap::default();
        if let Some(resumed) = resumed {
            leap = Leap::from_bytes(&resumed.stamps);
            report.sweeps = resumed.changes.len() as u32;
            report.change = *resumed.changes.last().unwrap_or(&1.0);
            report.changes = resumed.changes;
            report.updated = resumed.updated;
        }
        while report.sweeps < self.options.most_sweeps && !report.rests {
            let began = Instant::now();
            let number = report.sweeps + 1;
            let due = tables == 1 && leap.is_due(&report);
            let before = due.then(|| first_tables(&values)).transpose()?;
            let swept = sweeper.sweep(|done| {
                progress(Progress::Level {
                    sweep: number,
                    done,
                });
                !self.stop.load(Relaxed)
            });
            let Some(swept) = swept else {
                return Err(SolveError::Interrupted);
            };
            report.sweeps = number;
            report.change = swept.change;
            report.changes.push(swept.change);
            report.updated += swept.updated;
            report.widest = (tables == 2).then(|| self.widest(&values));
            report.rests = match report.widest {
                Some(widest) => widest.width <= self.options.tolerance,
                None => swept.change <= self.options.tolerance,
            };
            progress(Progress::Sweep {
                sweep: number,
                report: &swept,
                seconds: began.elapsed().as_secs_f64(),
            });
            if tables == 2 && !report.rests && swept.change <= STUCK {
                break;
            }
            if let Some(before) = before
                && !report.rests
                && leap.make(&report, &values, &before)
            {
                for (member, turned) in passed.iter().enumerate() {
                    self.turn_own(member, &values, turned);
                }
            }
            store.checkpoint(self.group, &values, &|| Resumed {
                changes: report.changes.clone(),
                updated: report.updated,
                stamps: leap.to_bytes(),
            })?;
        }
        drop(sweeper);
        let tables = values.into_iter();
        let tables = tables.map(|tables| tables.into_iter().map(Arc::new).collect());
        Ok((report, tables.collect()))
    }

    /// By member and table: the values with which the sweeps begin.
    fn arrays(&self) -> Result<Vec<Vec<Array<f64>>>, SolveError> {
        let begin: &[f64] = match self.options.bounds {
            Bounds::None => &[0.5],
            Bounds::Both => &[0.0, 1.0],
        };
        let array = |layer: Layer, &value: &f64| {
            let mut array = memory(self.encoding.positions(layer))?;
            array.fill(value);
            Ok(array)
        };
        self.group
            .iter()
            .map(|&layer| begin.iter().map(|value| array(layer, value)).collect())
            .collect()
    }

    /// What the other side sees of a member's values, by table.
    fn turn_own(&self, member: usize, values: &[Vec<Array<f64>>], turned: &[Array<f64>]) {
        let partner = self.group.len() - 1 - member;
        let indices = [&*self.indices[member], &self.indices[partner]];
        for (seen, turned) in values[partner].iter().rev().zip(turned) {
            turn(self.encoding, self.group[member], indices, seen, turned);
        }
    }

    /// The layer that a member bears off into.
    fn turned_below(&self, member: usize) -> Result<Option<BelowTables>, SolveError> {
        let layer = self.group[member];
        if layer.mine == 1 {
            return Ok(None);
        }
        let lower = self
            .encoding
            .layers
            .layer(layer.mover, layer.mine - 1, layer.theirs);
        let finished = |layer: Layer| {
            self.layers[self.encoding.layers.number(layer)]
                .as_ref()
                .expect("groups come in order")
        };
        let partner = self.encoding.layers.partner(lower);
        let seen = finished(partner);
        let index = Arc::new(self.encoding.index(lower));
        let mirror = self.encoding.index(partner);
        Ok(Some(BelowTables {
            index: index.clone(),
            passed: seen
                .iter()
                .rev()
                .map(|seen| {
                    let turned = memory(self.encoding.positions(lower))?;
                    turn(self.encoding, lower, [&index, &mirror], seen, &turned);
                    Ok(turned)
                })
                .collect::<Result<_, SolveError>>()?,
            values: finished(lower).clone(),
        }))
    }

    fn widest(&self, values: &[Vec<Array<f64>>]) -> Widest {
        let mut widest = Widest {
            width: 0.0,
            layer: self.group[0],
            place: 0,
        };
        for (&layer, tables) in self.group.iter().zip(values) {
            for place in 0..tables[0].len() {
                let width = tables[1].get(place) - tables[0].get(place);
                if width > widest.width {
                    widest = Widest {
                        width,
                        layer,
                        place,
                    };
                }
            }
        }
        widest
    }
}

/// The finished layer that a player bears off into, by table.
struct BelowTables {
    index: Arc<LayerIndex>,
    passed: Vec<Array<f64>>,
    values: LayerTables<f64>,
}

/// Room for the tables of each member once more.
fn alike(values: &[Vec<Array<f64>>]) -> Result<Vec<Vec<Array<f64>>>, SolveError> {
    let room = |tables: &Vec<Array<f64>>| tables.iter().map(|t| memory(t.len())).collect();
    values.iter().map(room).collect()
}

/// A copy of the first table of each member.
fn first_tables(values: &[Vec<Array<f64>>]) -> Result<Vec<Array<f64>>, SolveError> {
    let copy = |tables: &Vec<Array<f64>>| {
        let mut copy = memory(tables[0].len())?;
        copy.bytes_mut().copy_from_slice(tables[0].bytes());
        Ok(copy)
    };
    values.iter().map(copy).collect()
}

fn memory(len: usize) -> Result<Array<f64>, SolveError> {
    Array::in_memory(len).map_err(SolveError::Memory)
}

/// For each position of `layer` the chance of winning of its mover if not he
/// but the other were about to throw: 1 − the value `seen` of the mirror.
fn turn(
    encoding: &HandEncoding,
    layer: Layer,
    [index, mirror]: [&LayerIndex; 2],
    seen: &Array<f64>,
    turned: &Array<f64>,
) {
    let early = &encoding.early;
    index.starts.par_chunks(PART).for_each(|blocks| {
        for &(start, front) in blocks {
            let front = &encoding.fronts[front as usize];
            let rows = early.size(layer.mine - front.mine_count);
            let columns = early.size(layer.theirs - front.their_count);
            let from = mirror.offsets[front.mirror as usize] as usize;
            for row in 0..rows {
                for column in 0..columns {
                    let value = 1.0 - seen.get(from + column * rows + row);
                    // SAFETY: every block is turned by one thread.
                    unsafe {
                        let place = start as usize + row * columns + column;
                        *turned.as_mut_ptr().add(place) = value;
                    }
                }
            }
        }
    });
}
