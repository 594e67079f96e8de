//! One group of layers: its tables, its sweeps, its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::phase::{Phase, State, Step};
use super::{Bounds, GroupReport, LayerTables, Options, Progress, Resumed, SolveError, Store};
use crate::rules::Rules;
use crate::solver::array::Array;
use crate::solver::colour::Colourings;
use crate::solver::encoding::Encoding;
use crate::solver::geometry::{Geometry, Source};
use crate::solver::kernel::{Frame, Kernel};
use crate::solver::layers::{Layer, Unsupported};
use crate::solver::memory::{group_bytes, relief_limit, resident_bytes};
use crate::solver::recolour::Routes;
use crate::solver::sweep::{Goal, MemberTables, Sweeper};
use crate::solver::value::{Rounding, Value};

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
            _ => Err(Unsupported::Colourings(colourings).into()),
        }
    }

    fn run<const W: usize>(
        &mut self,
        store: &mut dyn Store<V>,
        progress: &mut (dyn FnMut(Progress) + Send),
    ) -> Result<(GroupReport, Vec<LayerTables<V>>), SolveError> {
        let mut arrays = self.allocate(store)?;
        let (mut state, stamps) = match store.resume(self.group, &mut arrays)? {
            Some(Resumed { state, stamps }) => (state, Some(stamps)),
            None => {
                let state = State::new(self.options.bounds);
                self.fill(None, state.phase, &arrays);
                (state, None)
            }
        };
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
        let (level, grouping) = self.options.level.fitting::<V>(colourings[0].len());
        let routes: Vec<Routes> = colourings
            .iter()
            .map(|colourings| Routes::new(colourings, mechanics.stay.is_some(), grouping))
            .collect();
        let weights = V::weights(&mechanics.throws);
        let ends = Ends::new(self.lower_len());
        let pieces = colourings[0].pieces;
        let index = self.encoding.blocks(pieces);
        let movers: Vec<_> = self
            .group
            .iter()
            .zip(&colourings)
            .map(|(layer, colourings)| (layer.mover, colourings))
            .collect();
        let geometry = Geometry::new(self.rules, index, self.encoding.blocks(pieces - 1), &movers);
        let members = |phase: Phase| {
            (0..self.group.len())
                .map(|m| self.member(m, phase, &arrays, &routes[m], &weights, &ends))
                .collect()
        };
        let mut sweeper: Sweeper<V, W> = Sweeper::new(
            geometry,
            index,
            members(state.phase),
            level,
            self.encoding.raise(),
            self.options.threads,
            self.spare(),
        );
        let relieve = || self.relieve(&arrays);
        if arrays.iter().flatten().any(Array::is_shared) {
            sweeper.relief = Some(&relieve);
        }
        if let Some(stamps) = &stamps {
            sweeper.restore(stamps);
        }
        let mut widest = None;
        let rests = loop {
            let sweeps = state.changes.len() as u32;
            if sweeps >= self.options.most_sweeps {
                if self.options.bounds == Bounds::Both && state.phase != Phase::Bounds {
                    // What there is bounds nothing; this does.
                    self.fill(None, Phase::Bounds, &arrays);
                    widest = Some(self.widest(&arrays));
                }
                break false;
            }
            let began = Instant::now();
            let order = self.order(&state);
            sweeper.goal = match state.phase {
                Phase::Ending => Goal::Unending,
                _ => Goal::Values,
            };
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
            state.note(&swept, order.lift.is_some());
            widest = (state.phase.is_bounding()).then(|| self.widest(&arrays));
            progress(Progress::Sweep {
                sweep: order.number,
                report: &swept,
                seconds: began.elapsed().as_secs_f64(),
            });
            match self.next(&state, &swept, widest, &arrays) {
                Step::Sweep => {}
                Step::Rest { within } => break within,
                Step::Tighten => state.turn(Phase::Bounds),
                Step::Turn(phase) => {
                    self.fill(Some(state.phase), phase, &arrays);
                    state.turn(phase);
                    sweeper.members = members(phase);
                    sweeper.forget();
                }
            }
            store.checkpoint(self.group, &arrays, &|| Resumed {
                state: state.clone(),
                stamps: sweeper.stamps(),
            })?;
        };
        let report = GroupReport {
            layers: self.group.to_vec(),
            sweeps: state.changes.len() as u32,
            change: state.changes.last().copied().unwrap_or(1.0),
            changes: state.changes,
            updated: state.updated,
            widest,
            rests,
        };
        drop(sweeper);
        let tables = arrays
            .into_iter()
            .map(|tables| tables.into_iter().map(Arc::new).collect())
            .collect();
        Ok((report, tables))
    }

    /// Memory that this group's values leave, and those that it reads.
    fn spare(&self) -> u64 {
        let held = group_bytes(
            self.encoding,
            self.group,
            V::PRECISION,
            self.options.bounds,
            false,
        );
        relief_limit(self.options.memory).saturating_sub(held)
    }

    fn allocate(&self, store: &mut dyn Store<V>) -> Result<Vec<Vec<Array<V>>>, SolveError> {
        let lens: Vec<usize> = self
            .group
            .iter()
            .map(|&layer| self.encoding.positions(layer))
            .collect();
        if let Some(arrays) = store.allocate(self.group, &lens)? {
            return Ok(arrays);
        }
        let tables = self.options.bounds.tables();
        lens.iter()
            .map(|&len| (0..tables).map(|_| Array::in_memory(len)).collect())
            .collect::<std::io::Result<_>>()
            .map_err(SolveError::Memory)
    }

    /// Lets values in files go when the memory in use comes near the limit.
    fn relieve(&self, arrays: &[Vec<Array<V>>]) {
        let limit = relief_limit(self.options.memory);
        if resident_bytes().is_some_and(|bytes| bytes > limit) {
            arrays.iter().flatten().for_each(Array::release);
            for table in self.layers.iter().flatten().flatten() {
                table.release();
            }
        }
    }

    fn member<'b>(
        &self,
        m: usize,
        phase: Phase,
        arrays: &'b [Vec<Array<V>>],
        routes: &'b Routes,
        weights: &'b [V::Weight],
        ends: &'b Ends<V>,
    ) -> MemberTables<'b, V> {
        let layer = self.group[m];
        let partner = self.group.len() - 1 - m;
        let last = self.options.bounds.tables() - 1;
        let (len, _) = self.encoding.shape(layer);
        // By source: which table is read.
        let frame = |rounding, own: usize, partner_table: usize, lower: [usize; 2]| {
            let mut base = [ends.all.as_ptr(); 5];
            let mut stride = [0; 5];
            base[Source::Own as usize] = arrays[m][own].as_ptr();
            base[Source::Partner as usize] = arrays[partner][partner_table].as_ptr();
            stride[..2].fill(len);
            if phase == Phase::Ending {
                base[Source::Lower as usize] = ends.none.as_ptr();
                base[Source::Won as usize] = ends.none.as_ptr();
            } else if let Some((tables, len)) = self.lower(layer) {
                base[Source::Lower as usize] = tables[0][lower[0]].as_ptr();
                base[Source::LowerPartner as usize] = tables[1][lower[1]].as_ptr();
                stride[2..4].fill(len);
            }
            Frame {
                base,
                stride,
                routes,
                weights,
                len,
                rounding,
                slack: V::slack(&self.rules.mechanics().throws),
            }
        };
        let frames = match phase {
            Phase::Ending => vec![frame(Rounding::Up, 0, 1, [0, 0])],
            Phase::Values => vec![frame(Rounding::Nearest, 0, 0, [0, last])],
            Phase::Check { .. } | Phase::Bounds => vec![
                frame(Rounding::Down, 0, 1, [0, 1]),
                frame(Rounding::Up, 1, 0, [1, 0]),
            ],
        };
        MemberTables {
            arrays: arrays[m].iter().collect(),
            frames,
        }
    }

    /// The tables of the layer with one of the mover's pieces less, as he sees it
    /// and as the other side does, and the colourings of its blocks.
    pub(super) fn lower(&self, layer: Layer) -> Option<([&LayerTables<V>; 2], usize)> {
        if layer.mine == 1 {
            return None;
        }
        let layers = &self.encoding.layers;
        let lower = layers.layer(layer.mover, layer.mine - 1, layer.theirs);
        let read = |layer| {
            self.layers[layers.number(layer)]
                .as_ref()
                .expect("groups come in order")
        };
        let tables = [read(lower), read(layers.partner(lower))];
        Some((tables, self.encoding.shape(lower).0))
    }

    /// Colourings of the blocks of the layers with one piece less.
    fn lower_len(&self) -> usize {
        let lens = self.group.iter().filter_map(|&layer| self.lower(layer));
        lens.map(|(_, len)| len).max().unwrap_or(1)
    }
}

/// What the end of the game is worth: a block in which no position goes on for
/// ever, and one of certainties.
struct Ends<V> {
    none: Vec<V>,
    all: Vec<V>,
}

impl<V: Value> Ends<V> {
    fn new(len: usize) -> Ends<V> {
        Ends {
            none: vec![V::ZERO; len],
            all: vec![V::ONE; len],
        }
    }
}
