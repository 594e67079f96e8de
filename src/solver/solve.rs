//! Solving a whole game: the groups of layers in turn, each swept until its
//! values rest.
//!
//! See `docs/solver.md` for the theorem behind the bounds and its assumption.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use crate::rules::Rules;

use super::array::Array;
use super::colour::Colourings;
use super::encoding::Encoding;
use super::geometry::{Geometry, Source};
use super::kernel::{Frame, Kernel, Level};
use super::layers::{Layer, Unsupported};
use super::memory::resident_bytes;
use super::recolour::Routes;
use super::sweep::{Direction, MemberTables, SweepOrder, SweepReport, Sweeper};
use super::value::{Rounding, Value};

/// What is kept for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bounds {
    /// One value, near the true one.
    None,
    /// A value surely not above the true one and one surely not below it.
    Both,
}

impl Bounds {
    /// Tables a layer.
    pub fn tables(self) -> usize {
        match self {
            Bounds::None => 1,
            Bounds::Both => 2,
        }
    }

    fn rounding(self, table: usize) -> Rounding {
        match (self, table) {
            (Bounds::None, _) => Rounding::Nearest,
            (Bounds::Both, 0) => Rounding::Down,
            (Bounds::Both, _) => Rounding::Up,
        }
    }
}

/// How a game is to be solved.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub bounds: Bounds,
    /// Without bounds: a layer rests when no value changes by more in a sweep
    /// (or, in fixed point, by more than one step).
    /// With bounds: when no interval is wider.
    pub tolerance: f64,
    /// Sweeps after which a group is given up.
    pub most_sweeps: u32,
    /// 1 or more.
    pub threads: usize,
    /// Which instructions may be used; the values do not depend on it.
    pub level: Level,
    /// Memory that may be used, in bytes: above it, values in files are let go.
    pub memory: u64,
}

/// What is known of a solved group of layers.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupReport {
    pub layers: Vec<Layer>,
    pub sweeps: u32,
    /// Largest change of the last sweep, as a difference of chances.
    pub change: f64,
    /// Largest changes of all sweeps.
    pub changes: Vec<f64>,
    /// Values set anew in all sweeps.
    pub updated: u64,
    /// The widest interval and a place that has it, where there are bounds.
    pub widest: Option<Widest>,
    /// Whether the tolerance was reached.
    pub rests: bool,
}

/// The widest interval of a group.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widest {
    pub width: f64,
    pub layer: Layer,
    pub place: usize,
}

/// What the solver tells while it works.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    Group {
        layers: &'a [Layer],
        number: usize,
        groups: usize,
        units: u64,
    },
    Level {
        sweep: u32,
        done: u64,
    },
    Sweep {
        sweep: u32,
        report: &'a SweepReport,
        seconds: f64,
    },
}

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error("memory for the table: {0}")]
    Memory(std::io::Error),
    #[error("threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("table file: {0}")]
    Store(#[from] anyhow::Error),
    #[error("interrupted")]
    Interrupted,
}

/// The tables of one layer: one, or lower and upper.
pub type LayerTables<V> = Vec<Arc<Array<V>>>;

/// What becomes of the layers as they are finished.
pub trait Store<V: Value>: Send {
    /// A layer that was finished before, if there is one.
    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Vec<LayerTables<V>>>>;

    /// Takes the finished layers of a group and says what to read from now on.
    fn finish(
        &mut self,
        report: &GroupReport,
        tables: Vec<LayerTables<V>>,
    ) -> anyhow::Result<Vec<LayerTables<V>>>;

    /// Room for the tables of a group, by layer, where they are not to be in
    /// memory; `lens`: the values of each layer.
    fn allocate(
        &mut self,
        _group: &[Layer],
        _lens: &[usize],
    ) -> anyhow::Result<Option<Vec<Vec<Array<V>>>>> {
        Ok(None)
    }

    /// A state within a group to go on from: sweep number, stamps, changes.
    fn resume(
        &mut self,
        _group: &[Layer],
        _tables: &mut [Vec<Array<V>>],
    ) -> anyhow::Result<Option<Resumed>> {
        Ok(None)
    }

    /// Called between sweeps.
    fn checkpoint(
        &mut self,
        _group: &[Layer],
        _tables: &[Vec<Array<V>>],
        _state: &dyn Fn() -> Resumed,
    ) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Where a group that was broken off goes on.
#[derive(Clone, Debug, PartialEq)]
pub struct Resumed {
    pub changes: Vec<f64>,
    pub updated: u64,
    pub stamps: Vec<u8>,
}

/// Keeps everything in memory.
pub struct InMemory;

impl<V: Value> Store<V> for InMemory {
    fn finished(&mut self, _: &[Layer]) -> anyhow::Result<Option<Vec<LayerTables<V>>>> {
        Ok(None)
    }

    fn finish(
        &mut self,
        _: &GroupReport,
        tables: Vec<LayerTables<V>>,
    ) -> anyhow::Result<Vec<LayerTables<V>>> {
        Ok(tables)
    }
}

/// A solved game.
pub struct Solved<V: Value> {
    pub encoding: Encoding,
    /// By [`super::layers::Layers::number`]; layers that are no longer needed
    /// may be dropped.
    pub layers: Vec<Option<LayerTables<V>>>,
    pub groups: Vec<GroupReport>,
}

impl<V: Value> Solved<V> {
    /// The chance of winning of the player about to throw, from below and above
    /// (equal without bounds).
    pub fn interval(&self, position: &crate::rules::Position) -> (f64, f64) {
        let (layer, place) = self.encoding.place(position);
        let tables = self.layers[self.encoding.layers.number(layer)]
            .as_ref()
            .expect("the layer is kept");
        let value = |table: &Arc<Array<V>>| table.get(place).to_f64();
        (value(&tables[0]), value(&tables[tables.len() - 1]))
    }
}

/// Which layers to keep once nothing depends on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    All,
    /// Only those that later groups need.
    Needed,
}

/// Solves the game of `rules`.
///
/// # Errors
/// See [`SolveError`].
pub fn solve<V: Kernel>(
    rules: &Rules,
    options: &Options,
    keep: Keep,
    store: &mut dyn Store<V>,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solved<V>, SolveError> {
    let encoding = Encoding::new(rules.mechanics())?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()?;
    let mut layers: Vec<Option<LayerTables<V>>> = vec![None; encoding.layers.count()];
    let groups = encoding.layers.groups();
    let mut reports = Vec::new();
    for (number, group) in groups.iter().enumerate() {
        if keep == Keep::Needed {
            let pieces = group[0].mine + group[0].theirs;
            for layer in groups.iter().flatten() {
                if layer.mine + layer.theirs + 1 < pieces {
                    layers[encoding.layers.number(*layer)] = None;
                }
            }
        }
        let tables = match store.finished(group)? {
            Some(tables) => tables,
            None => {
                progress(Progress::Group {
                    layers: group,
                    number,
                    groups: groups.len(),
                    units: u64::from(
                        encoding
                            .index(usize::from(group[0].mine + group[0].theirs))
                            .blocks(),
                    ),
                });
                let mut job = GroupJob {
                    rules,
                    encoding: &encoding,
                    options,
                    layers: &layers,
                    group,
                    stop,
                };
                let (report, tables) = pool.install(|| job.solve(store, progress))?;
                let tables = store.finish(&report, tables)?;
                reports.push(report);
                tables
            }
        };
        for (layer, tables) in group.iter().zip(tables) {
            layers[encoding.layers.number(*layer)] = Some(tables);
        }
    }
    Ok(Solved {
        encoding,
        layers,
        groups: reports,
    })
}

struct GroupJob<'a, V: Kernel> {
    rules: &'a Rules,
    encoding: &'a Encoding,
    options: &'a Options,
    layers: &'a [Option<LayerTables<V>>],
    group: &'a [Layer],
    stop: &'a AtomicBool,
}

impl<V: Kernel> GroupJob<'_, V> {
    fn solve(
        &mut self,
        store: &mut dyn Store<V>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(GroupReport, Vec<LayerTables<V>>), SolveError> {
        let (colourings, _) = self.encoding.shape(self.group[0]);
        match colourings.div_ceil(64) {
            1 => self.run::<1>(store, progress),
            2 => self.run::<2>(store, progress),
            3..=4 => self.run::<4>(store, progress),
            5..=16 => self.run::<16>(store, progress),
            _ => Err(
                Unsupported::TooLarge(usize::from(self.group[0].mine + self.group[0].theirs))
                    .into(),
            ),
        }
    }

    fn run<const W: usize>(
        &mut self,
        store: &mut dyn Store<V>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(GroupReport, Vec<LayerTables<V>>), SolveError> {
        let mut arrays = self.arrays(store)?;
        let resumed = store.resume(self.group, &mut arrays)?;
        let mechanics = self.rules.mechanics();
        let colourings: Vec<Colourings> = self
            .group
            .iter()
            .map(|layer| {
                Colourings::new(
                    usize::from(layer.mine + layer.theirs),
                    usize::from(layer.mine),
                )
            })
            .collect();
        let routes: Vec<Routes> = colourings
            .iter()
            .map(|colourings| Routes::new(colourings, mechanics.stay.is_some()))
            .collect();
        let weights = V::weights(&mechanics.throws);
        let won = [V::ONE];
        let pieces = colourings[0].pieces;
        let index = self.encoding.index(pieces);
        let movers: Vec<_> = self
            .group
            .iter()
            .zip(&colourings)
            .map(|(layer, colourings)| (layer.mover, colourings))
            .collect();
        let geometry = Geometry::new(self.rules, index, self.encoding.index(pieces - 1), &movers);
        let members = (0..self.group.len())
            .map(|m| self.member(m, &arrays, &routes[m], &weights, &won))
            .collect();
        let mut sweeper: Sweeper<V, W> = Sweeper::new(
            geometry,
            index,
            members,
            self.options.level,
            self.options.threads,
        );
        let mut report = GroupReport {
            layers: self.group.to_vec(),
            sweeps: 0,
            change: 1.0,
            changes: Vec::new(),
            updated: 0,
            widest: None,
            rests: false,
        };
        let relieve = || self.relieve(&arrays);
        if arrays.iter().flatten().any(Array::is_shared) {
            sweeper.relief = Some(&relieve);
        }
        if let Some(resumed) = resumed {
            sweeper.restore(&resumed.stamps);
            report.sweeps = resumed.changes.len() as u32;
            report.change = *resumed.changes.last().unwrap_or(&1.0);
            report.changes = resumed.changes;
            report.updated = resumed.updated;
        }
        let mut widest = None;
        while report.sweeps < self.options.most_sweeps && !report.rests {
            let began = Instant::now();
            let order = self.order(&report);
            let swept = sweeper.sweep(order, |done| {
                progress(Progress::Level {
                    sweep: order.number,
                    done,
                });
                !self.stop.load(Relaxed)
            });
            let Some(swept) = swept else {
                return Err(SolveError::Interrupted);
            };
            report.sweeps = order.number;
            report.change = swept.change;
            report.changes.push(swept.change);
            report.updated += swept.updated;
            if self.options.bounds == Bounds::Both {
                widest = Some(self.widest(&arrays));
            }
            report.rests = self.rests(&swept, widest);
            let seconds = began.elapsed().as_secs_f64();
            progress(Progress::Sweep {
                sweep: order.number,
                report: &swept,
                seconds,
            });
            if widest.is_some() && !report.rests && swept.change <= STUCK {
                break;
            }
            store.checkpoint(self.group, &arrays, &|| Resumed {
                changes: report.changes.clone(),
                updated: report.updated,
                stamps: sweeper.stamps(),
            })?;
        }
        report.widest = widest;
        drop(sweeper);
        let tables = arrays
            .into_iter()
            .map(|tables| tables.into_iter().map(Arc::new).collect())
            .collect();
        Ok((report, tables))
    }

    fn order(&self, report: &GroupReport) -> SweepOrder {
        let tolerance = self.options.tolerance;
        // There is no use in settling a block's inner system far below the
        // error of what it reads.
        let inner = (report.change * INNER_SHARE).max(tolerance * INNER_SHARE);
        SweepOrder {
            number: report.sweeps + 1,
            direction: Direction::Down,
            turned: false,
            inner_tolerance: inner,
            settled: match self.options.bounds {
                Bounds::None => tolerance * SETTLED_SHARE,
                Bounds::Both => 0.0,
            },
        }
    }

    fn rests(&self, swept: &SweepReport, widest: Option<Widest>) -> bool {
        match widest {
            Some(widest) => widest.width <= self.options.tolerance,
            // A single step may be rounding, to and fro.
            None => swept.change <= self.options.tolerance.max(1.5 * V::STEP),
        }
    }

    fn arrays(&self, store: &mut dyn Store<V>) -> Result<Vec<Vec<Array<V>>>, SolveError> {
        let lens: Vec<usize> = self
            .group
            .iter()
            .map(|&layer| self.encoding.positions(layer))
            .collect();
        let mut arrays = match store.allocate(self.group, &lens)? {
            Some(arrays) => arrays,
            None => {
                let tables = self.options.bounds.tables();
                lens.iter()
                    .map(|&len| (0..tables).map(|_| Array::in_memory(len)).collect())
                    .collect::<std::io::Result<_>>()
                    .map_err(SolveError::Memory)?
            }
        };
        for tables in &mut arrays {
            for (table, array) in tables.iter_mut().enumerate() {
                array.fill(match self.options.bounds.rounding(table) {
                    Rounding::Nearest => V::HALF,
                    Rounding::Down => V::ZERO,
                    Rounding::Up => V::ONE,
                });
            }
        }
        Ok(arrays)
    }

    /// Lets values in files go when the memory in use comes near the limit.
    fn relieve(&self, arrays: &[Vec<Array<V>>]) {
        let limit = self.options.memory - self.options.memory / 8;
        if resident_bytes().is_some_and(|bytes| bytes > limit) {
            arrays.iter().flatten().for_each(Array::release);
            for table in self.layers.iter().flatten().flatten() {
                table.release();
            }
        }
    }

    fn widest(&self, arrays: &[Vec<Array<V>>]) -> Widest {
        let mut widest = Widest {
            width: 0.0,
            layer: self.group[0],
            place: 0,
        };
        for (&layer, tables) in self.group.iter().zip(arrays) {
            for place in 0..tables[0].len() {
                let width = V::distance(tables[0].get(place), tables[1].get(place));
                if width > widest.width {
                    widest = Widest {
                        width,
                        layer,
                        place,
                    };
                }
                if place % (1 << 20) == 0 {
                    tables.iter().for_each(Array::release);
                }
            }
        }
        widest
    }

    fn member<'b>(
        &self,
        m: usize,
        arrays: &'b [Vec<Array<V>>],
        routes: &'b Routes,
        weights: &'b [V::Weight],
        won: &'b [V; 1],
    ) -> MemberTables<'b, V> {
        let layer = self.group[m];
        let partner = self.group.len() - 1 - m;
        let tables = self.options.bounds.tables();
        let (len, _) = self.encoding.shape(layer);
        let lower = (layer.mine > 1).then(|| {
            let lower = self
                .encoding
                .layers
                .layer(layer.mover, layer.mine - 1, layer.theirs);
            let partner = self.encoding.layers.partner(lower);
            let read = |layer| {
                self.layers[self.encoding.layers.number(layer)]
                    .as_ref()
                    .expect("groups come in order")
            };
            (read(lower), read(partner), self.encoding.shape(lower).0)
        });
        let frame = |t: usize| {
            let other = tables - 1 - t;
            let mut base = [won.as_ptr(); 5];
            let mut stride = [0; 5];
            base[Source::Own as usize] = arrays[m][t].as_ptr();
            base[Source::Partner as usize] = arrays[partner][other].as_ptr();
            stride[..2].fill(len);
            if let Some((own, partner, len)) = &lower {
                base[Source::Lower as usize] = own[t].as_ptr();
                base[Source::LowerPartner as usize] = partner[other].as_ptr();
                stride[2..4].fill(*len);
            }
            Frame {
                base,
                stride,
                routes,
                weights,
                len,
                rounding: self.options.bounds.rounding(t),
                slack: V::slack(&self.rules.mechanics().throws),
            }
        };
        MemberTables {
            arrays: arrays[m].iter().collect(),
            frames: (0..tables).map(frame).collect(),
        }
    }
}

/// The part of the last sweep's change at which inner iterations end.
const INNER_SHARE: f64 = 0.02;
/// The part of the tolerance up to which a change does not unsettle a block.
const SETTLED_SHARE: f64 = 0.1;
/// With bounds: a sweep that changes nothing by more will not close them.
const STUCK: f64 = 1e-14;
