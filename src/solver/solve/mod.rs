//! Solving a whole game: the groups of layers in turn, each swept until its
//! values rest.
//!
//! See `docs/solver.md` for the theorem behind the bounds and its assumption.

mod group;
mod phase;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::rules::Rules;

use super::array::Array;
use super::encoding::Encoding;
use super::kernel::{Kernel, Level};
use super::layers::{Layer, Unsupported};
use super::sweep::SweepReport;
use super::value::Value;
use group::GroupJob;
pub use phase::{Phase, State};

/// The most colourings a block may have: those of a mask of 16 words.
const MOST_COLOURINGS: usize = 64 * 16;

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
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
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

/// A finished group: what is known of it, and the tables of its layers.
pub struct Finished<V: Value> {
    pub report: GroupReport,
    pub tables: Vec<LayerTables<V>>,
}

/// What becomes of the layers as they are finished.
pub trait Store<V: Value>: Send {
    /// Told how the game is to be solved, before all else.
    fn begin(&mut self, _options: &Options) -> anyhow::Result<()> {
        Ok(())
    }

    /// A group that was finished before, if it was.
    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Finished<V>>>;

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

    /// A state within a group to go on from.
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
    pub state: State,
    pub stamps: Vec<u8>,
}

/// Keeps everything in memory.
pub struct InMemory;

impl<V: Value> Store<V> for InMemory {
    fn finished(&mut self, _: &[Layer]) -> anyhow::Result<Option<Finished<V>>> {
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
    /// All of them, those that an earlier run had finished too.
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
pub fn solve<V: Format>(
    rules: &Rules,
    options: &Options,
    keep: Keep,
    store: &mut dyn Store<V>,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Solved<V>, SolveError> {
    V::solve(Task {
        rules,
        options,
        keep,
        store,
        stop,
        progress,
    })
}

/// A game to be solved, as [`solve`] was given it.
pub struct Task<'a, V: Value> {
    rules: &'a Rules,
    options: &'a Options,
    keep: Keep,
    store: &'a mut dyn Store<V>,
    stop: &'a AtomicBool,
    progress: &'a mut (dyn FnMut(Progress) + Send),
}

/// A storage format that games are solved in. The solver is compiled here, once for
/// each, and not again in every program that uses the library.
pub trait Format: Kernel {
    /// # Errors
    /// See [`SolveError`].
    fn solve(task: Task<'_, Self>) -> Result<Solved<Self>, SolveError>;
}

macro_rules! formats {
    ($($value:ty),*) => {
        $(impl Format for $value {
            fn solve(task: Task<'_, Self>) -> Result<Solved<Self>, SolveError> {
                solve_groups(task)
            }
        })*
    };
}

formats!(u16, u32, f32, f64);

fn solve_groups<V: Kernel>(task: Task<'_, V>) -> Result<Solved<V>, SolveError> {
    let Task {
        rules,
        options,
        keep,
        store,
        stop,
        progress,
    } = task;
    let encoding = Encoding::new(rules.mechanics())?;
    let mut all = encoding.layers.groups().into_iter().flatten();
    if let Some(layer) = all.find(|&layer| encoding.shape(layer).0 > MOST_COLOURINGS) {
        return Err(Unsupported::Colourings(encoding.shape(layer).0).into());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(options.threads.max(1))
        .build()?;
    let mut layers: Vec<Option<LayerTables<V>>> = vec![None; encoding.layers.count()];
    let groups = encoding.layers.groups();
    let mut reports = Vec::new();
    store.begin(options)?;
    for (number, group) in groups.iter().enumerate() {
        if keep == Keep::Needed {
            let pieces = group[0].mine + group[0].theirs;
            for layer in groups.iter().flatten() {
                if layer.mine + layer.theirs + 1 < pieces {
                    layers[encoding.layers.number(*layer)] = None;
                }
            }
        }
        let Finished { report, tables } = match store.finished(group)? {
            Some(finished) => finished,
            None => {
                progress(Progress::Group {
                    layers: group,
                    number,
                    groups: groups.len(),
                    units: u64::from(
                        encoding
                            .blocks(usize::from(group[0].mine + group[0].theirs))
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
                Finished { report, tables }
            }
        };
        reports.push(report);
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
