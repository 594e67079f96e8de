//! One group of layers: its tables, its sweeps, its end.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::encoding::HandEncoding;
use super::fronts::LayerIndex;
use super::leap::Leap;
use super::order::Order;
use super::sweep::{Held, Room, Sweeper};
use super::tables::{Below, Side};
use super::turn::turn;
use super::update::Frame;
use crate::solver::array::Array;
use crate::solver::layers::Layer;
use crate::solver::solve::{
    Bounds, GroupReport, LayerTables, Options, Progress, Resumed, SolveError, State, Store, Widest,
};
use crate::solver::value::Rounding;

/// With bounds: a sweep that changes nothing by more will not close them.
const STUCK: f64 = 1e-17;

/// The solving of one group.
pub(super) struct GroupJob<'a> {
    pub encoding: &'a HandEncoding,
    pub options: &'a Options,
    pub layers: &'a [Option<LayerTables<f64>>],
    pub group: &'a [Layer],
    /// By member.
    pub indices: Vec<Arc<LayerIndex>>,
    pub stop: &'a AtomicBool,
}

impl GroupJob<'_> {
    /// Sweeps until the values rest.
    pub fn solve(
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
            let changes;
            (leap, changes) = Leap::from_bytes(&resumed.stamps);
            report.sweeps = changes.len() as u32;
            report.change = *changes.last().unwrap_or(&1.0);
            report.changes = changes;
            report.updated = resumed.state.updated;
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
            store.checkpoint(self.group, &values, &|| {
                let mut state = State::new(self.options.bounds);
                state.changes.clone_from(&report.changes);
                state.updated = report.updated;
                Resumed {
                    state,
                    stamps: leap.to_bytes(&report.changes),
                }
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
            let array: Array<f64> = memory(self.encoding.positions(layer))?;
            // SAFETY: nobody else knows of the array.
            unsafe { array.replace(0..array.len(), |_| value) };
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
