//! One group of layers: its tables, its sweeps, its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::{
    Bounds, GroupReport, LayerTables, Options, Progress, Resumed, SolveError, Store, Widest,
};
use crate::rules::Rules;
use crate::solver::array::Array;
use crate::solver::colour::Colourings;
use crate::solver::encoding::Encoding;
use crate::solver::geometry::{Geometry, Source};
use crate::solver::kernel::{Frame, Kernel};
use crate::solver::layers::{Layer, Unsupported};
use crate::solver::memory::resident_bytes;
use crate::solver::recolour::Routes;
use crate::solver::sweep::{Direction, MemberTables, SweepOrder, SweepReport, Sweeper};
use crate::solver::value::Rounding;

/// The part of the last sweep's change at which inner iterations end.
const INNER_SHARE: f64 = 0.02;
/// The part of the tolerance up to which a change does not unsettle a block.
const SETTLED_SHARE: f64 = 0.1;
/// With bounds: a sweep that changes nothing by more will not close them.
const STUCK: f64 = 1e-14;

/// The solving of one group.
pub(super) struct GroupJob<'a, V: Kernel> {
    pub(super) rules: &'a Rules,
    pub(super) encoding: &'a Encoding,
    pub(super) options: &'a Options,
    pub(super) layers: &'a [Option<LayerTables<V>>],
    pub(super) group: &'a [Layer],
    pub(super) stop: &'a AtomicBool,
}

impl<V: Kernel> GroupJob<'_, V> {
    /// Sweeps until the values rest.
    pub(super) fn solve(
        &mut self,
        store: &mut dyn Store<V>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(GroupReport, Vec<LayerTables<V>>), SolveError> {
        let (colourings, _) = self.encoding.shape(self.group[0]);
        match colourings.div_ceil(64) {
            1..=2 => self.run::<2>(store, progress),
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
        let index = self.encoding.blocks(pieces);
        let movers: Vec<_> = self
            .group
            .iter()
            .zip(&colourings)
            .map(|(layer, colourings)| (layer.mover, colourings))
            .collect();
        let geometry = Geometry::new(self.rules, index, self.encoding.blocks(pieces - 1), &movers);
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
                // A single step may be rounding, and would keep every block awake.
                Bounds::None => (tolerance * SETTLED_SHARE).max(1.5 * V::STEP),
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
                if place.is_multiple_of(1 << 20) {
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
