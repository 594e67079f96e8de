//! What the solver does with a table in the making: finished layers written and
//! mapped, the state of a group kept and taken up again.

use std::fs;
use std::io::{Seek, SeekFrom, Write};
use std::time::Instant;

use anyhow::{Context, ensure};
use memmap2::MmapOptions;
use sha2::{Digest, Sha256};

use crate::solver::array::Array;
use crate::solver::layers::Layer;
use crate::solver::solve::{Finished, GroupReport, LayerTables, Options, Resumed, Store};
use crate::solver::value::Value;

use super::checkpoint::{read_checkpoint, write_checkpoint};
use super::hex;
use super::write::{PART, TableStore, beside};

impl<V: Value> Store<V> for TableStore {
    fn begin(&mut self, options: &Options) -> anyhow::Result<()> {
        let most = options.most_sweeps;
        let found = *self.journal.most_sweeps.get_or_insert(most);
        ensure!(
            found == most,
            "{} is about another run (--most-sweeps {found} instead of {most}): finish that one \
             with the same options, name another --out, or delete it and {}",
            beside(&self.out, "journal").display(),
            beside(&self.out, "partial").display()
        );
        self.write_journal()
    }

    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Finished<V>>> {
        self.saved = Instant::now();
        let mut reports = self.journal.groups.iter();
        let Some(report) = reports.find(|report| report.layers == group).cloned() else {
            return Ok(None);
        };
        let tables = group.iter().map(|&layer| self.map(layer));
        let tables = tables.collect::<anyhow::Result<_>>()?;
        Ok(Some(Finished { report, tables }))
    }

    fn finish(
        &mut self,
        report: &GroupReport,
        tables: Vec<LayerTables<V>>,
    ) -> anyhow::Result<Vec<LayerTables<V>>> {
        for (&layer, tables) in report.layers.iter().zip(&tables) {
            let sections: Vec<usize> = self
                .journal
                .header
                .find(layer, self.layers.symmetric)
                .collect();
            for (i, table) in sections.into_iter().zip(tables) {
                let mut hasher = Sha256::new();
                self.file
                    .seek(SeekFrom::Start(self.journal.header.sections[i].offset))?;
                for part in table.bytes().chunks(PART) {
                    hasher.update(part);
                    if !table.is_shared() {
                        self.file.write_all(part).context("writing the table")?;
                    }
                    table.release();
                }
                let section = &mut self.journal.header.sections[i];
                section.sha256 = hex(&hasher.finalize());
                section.sweeps = report.sweeps;
                section.change = report.change;
                section.widest = report.widest.map(|widest| widest.width);
            }
        }
        drop(tables);
        self.journal.groups.push(report.clone());
        if let Some(part) = self.journal.parts.last_mut() {
            part.groups += 1;
        }
        self.write_journal()?;
        let checkpoint = self.checkpoint_name();
        if checkpoint.exists() {
            fs::remove_file(checkpoint)?;
        }
        report.layers.iter().map(|&layer| self.map(layer)).collect()
    }

    fn allocate(
        &mut self,
        group: &[Layer],
        lens: &[usize],
    ) -> anyhow::Result<Option<Vec<Vec<Array<V>>>>> {
        let sections = |layer: &Layer| self.journal.header.find(*layer, self.layers.symmetric);
        let bytes: u64 = group
            .iter()
            .flat_map(sections)
            .map(|i| self.journal.header.sections[i].bytes)
            .sum();
        if bytes <= self.options.in_memory {
            return Ok(None);
        }
        let shared = |(layer, &len): (&Layer, &usize)| {
            sections(layer)
                .map(|i| {
                    let section = &self.journal.header.sections[i];
                    // SAFETY: the file belongs to this run alone.
                    let map = unsafe {
                        MmapOptions::new()
                            .offset(section.offset)
                            .len(section.bytes as usize)
                            .map_mut(&self.file)
                    }?;
                    Ok(Array::in_shared_file(map, len))
                })
                .collect()
        };
        group
            .iter()
            .zip(lens)
            .map(shared)
            .collect::<anyhow::Result<_>>()
            .map(Some)
    }

    fn resume(
        &mut self,
        group: &[Layer],
        tables: &mut [Vec<Array<V>>],
    ) -> anyhow::Result<Option<Resumed>> {
        let path = self.checkpoint_name();
        if !path.exists() {
            return Ok(None);
        }
        read_checkpoint(&path, &self.checkpoint_title(group), tables)
            .map(Some)
            .map_err(|error| {
                anyhow::anyhow!(
                    "{}: {error:#}; delete it to begin the layer again",
                    path.display()
                )
            })
    }

    fn checkpoint(
        &mut self,
        group: &[Layer],
        tables: &[Vec<Array<V>>],
        state: &dyn Fn() -> Resumed,
    ) -> anyhow::Result<()> {
        if self.saved.elapsed() < self.options.checkpoint_every {
            return Ok(());
        }
        let path = self.checkpoint_name();
        let title = self.checkpoint_title(group);
        match write_checkpoint(&path, &title, tables, &state()) {
            Ok(()) => self.write_journal()?,
            Err(error) => (self.options.warn)(&format!(
                "{}: {error:#}; the layer is gone on with, and would begin anew if the run broke off",
                path.display()
            )),
        }
        self.saved = Instant::now();
        Ok(())
    }
}
