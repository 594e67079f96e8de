//! Solving a whole game: the groups of layers in turn, each swept until its
//! values rest.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::encoding::HandEncoding;
use super::group::GroupJob;
use super::order::Order;
use crate::rules::{Position, Rules};
use crate::solver::layers::Layer;
use crate::solver::solve::{
    Bounds, Finished, GroupReport, Keep, LayerTables, Options, Progress, SolveError, Store,
};

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
    store.begin(options)?;
    for (number, group) in groups.iter().enumerate() {
        if keep == Keep::Needed {
            let sum = group[0].mine + group[0].theirs;
            for layer in groups.iter().flatten() {
                if layer.mine + layer.theirs + 1 < sum {
                    layers[encoding.layers.number(*layer)] = None;
                }
            }
        }
        let Finished { report, tables } = match store.finished(group)? {
            Some(finished) => finished,
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
                let order = Order::new(&encoding, group, &job.indices);
                progress(Progress::Group {
                    layers: group,
                    number,
                    groups: groups.len(),
                    units: order.units.len() as u64,
                });
                let (report, tables) = pool.install(|| job.solve(order, store, progress))?;
                let tables = store.finish(&report, tables)?;
                Finished { report, tables }
            }
        };
        reports.push(report);
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
