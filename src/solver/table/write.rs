//! Writing a table: section by section into `OUT.partial`, with a journal of
//! what is finished in `OUT.journal` and the state within a group in
//! `OUT.checkpoint`. A run that was broken off goes on from there and ends with
//! the same bytes; what is damaged is refused.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use memmap2::MmapOptions;
use sha2::{Digest, Sha256};

use crate::solver::array::Array;
use crate::solver::layers::{Layer, Layers};
use crate::solver::solve::{GroupReport, LayerTables, Resumed, Store};
use crate::solver::value::Value;

use super::checkpoint::{read_checkpoint, write_checkpoint};
use super::{HEADER_BYTES, Header, MAGIC, StartValue, TEXT, VERSION, hex, sha256_hex};

/// Bytes hashed and written at a time.
pub(super) const PART: usize = 1 << 22;

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Least time between two checkpoints within a group.
    pub checkpoint_every: Duration,
    /// Tables of a layer larger than this are worked on in the file.
    pub in_memory: u64,
}

/// A table in the making.
pub struct TableStore {
    out: PathBuf,
    file: File,
    header: Header,
    layers: Layers,
    options: WriteOptions,
    saved: Instant,
}

impl TableStore {
    /// Begins a table that will be named `out`, or goes on with one.
    ///
    /// # Errors
    /// The files cannot be written, what is there belongs to another run, or is
    /// damaged.
    pub fn open(
        out: &Path,
        header: Header,
        layers: Layers,
        options: WriteOptions,
    ) -> anyhow::Result<TableStore> {
        let partial = beside(out, "partial");
        let journal = beside(out, "journal");
        let mut store = TableStore {
            file: OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&partial)
                .with_context(|| format!("{}", partial.display()))?,
            out: out.to_path_buf(),
            header,
            layers,
            options,
            saved: Instant::now(),
        };
        if journal.exists() {
            let found: Header = read_sealed(&journal)?;
            store.take_over(found, &journal)?;
        } else {
            let bytes = store.header.file_bytes();
            store.file.set_len(0)?;
            store
                .file
                .set_len(bytes)
                .with_context(|| format!("{}: {bytes} bytes", partial.display()))?;
            store.write_journal()?;
        }
        Ok(store)
    }

    /// Takes finished sections from the journal of a broken run.
    fn take_over(&mut self, found: Header, journal: &Path) -> anyhow::Result<()> {
        let mut blank = found.clone();
        for (section, fresh) in blank.sections.iter_mut().zip(&self.header.sections) {
            *section = fresh.clone();
        }
        ensure!(
            blank == self.header,
            "{} is about another run ({} {} {:e}): finish that one with the same options, \
             name another --out, or delete {0} and {}",
            journal.display(),
            found.game.label,
            found.precision.name(),
            found.tolerance,
            beside(&self.out, "partial").display()
        );
        let length = self.file.metadata()?.len();
        ensure!(
            length == found.file_bytes(),
            "{} has {length} bytes instead of {}: delete it and {}",
            beside(&self.out, "partial").display(),
            found.file_bytes(),
            journal.display()
        );
        self.header = found;
        for i in 0..self.header.sections.len() {
            let section = &self.header.sections[i];
            if section.sha256.is_empty() {
                continue;
            }
            let mut hasher = Sha256::new();
            self.file.seek(SeekFrom::Start(section.offset))?;
            let mut left = section.bytes as usize;
            let mut part = vec![0; PART];
            while left > 0 {
                let size = left.min(PART);
                self.file.read_exact(&mut part[..size])?;
                hasher.update(&part[..size]);
                left -= size;
            }
            let sum = hex(&hasher.finalize());
            ensure!(
                sum == section.sha256,
                "{}: layer ({}, {}) is damaged: its SHA-256 is {sum}, the journal says {}; \
                 delete the file and {} to begin again",
                beside(&self.out, "partial").display(),
                section.mine,
                section.theirs,
                section.sha256,
                journal.display()
            );
        }
        Ok(())
    }

    fn write_journal(&self) -> anyhow::Result<()> {
        write_sealed(&beside(&self.out, "journal"), &self.header)
    }

    /// Whether the layer's sections are all there.
    fn is_finished(&self, layer: Layer) -> bool {
        self.header
            .find(layer, self.layers.symmetric)
            .all(|i| !self.header.sections[i].sha256.is_empty())
    }

    fn map<V: Value>(&self, layer: Layer) -> anyhow::Result<LayerTables<V>> {
        self.header
            .find(layer, self.layers.symmetric)
            .map(|i| {
                let section = &self.header.sections[i];
                let bytes = section.bytes as usize;
                // SAFETY: a finished section is not written again.
                let map = unsafe {
                    MmapOptions::new()
                        .offset(section.offset)
                        .len(bytes)
                        .map(&self.file)
                }?;
                Ok(Arc::new(Array::in_file(
                    Arc::new(map),
                    0,
                    bytes / size_of::<V>(),
                )))
            })
            .collect()
    }

    /// Puts the header in, makes the bytes durable, and gives the file its name.
    ///
    /// # Errors
    /// A layer is missing, or the file cannot be written.
    pub fn close(mut self, start: StartValue) -> anyhow::Result<Header> {
        self.header.start = Some(start);
        if let Some(section) = self.header.sections.iter().find(|s| s.sha256.is_empty()) {
            bail!("layer ({}, {}) is not solved", section.mine, section.theirs);
        }
        let head = head(&self.header)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&head)?;
        self.file.sync_all()?;
        fs::rename(beside(&self.out, "partial"), &self.out)?;
        for leftover in ["journal", "checkpoint"] {
            let path = beside(&self.out, leftover);
            if path.exists() {
                fs::remove_file(path)?;
            }
        }
        Ok(self.header)
    }

    fn checkpoint_name(&self) -> PathBuf {
        beside(&self.out, "checkpoint")
    }
}

impl<V: Value> Store<V> for TableStore {
    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Vec<LayerTables<V>>>> {
        self.saved = Instant::now();
        if !group.iter().all(|&layer| self.is_finished(layer)) {
            return Ok(None);
        }
        group
            .iter()
            .map(|&layer| self.map(layer))
            .collect::<anyhow::Result<_>>()
            .map(Some)
    }

    fn finish(
        &mut self,
        report: &GroupReport,
        tables: Vec<LayerTables<V>>,
    ) -> anyhow::Result<Vec<LayerTables<V>>> {
        for (&layer, tables) in report.layers.iter().zip(&tables) {
            let sections: Vec<usize> = self.header.find(layer, self.layers.symmetric).collect();
            for (i, table) in sections.into_iter().zip(tables) {
                let mut hasher = Sha256::new();
                self.file
                    .seek(SeekFrom::Start(self.header.sections[i].offset))?;
                for part in table.bytes().chunks(PART) {
                    hasher.update(part);
                    if !table.is_shared() {
                        self.file.write_all(part).context("writing the table")?;
                    }
                    table.release();
                }
                let section = &mut self.header.sections[i];
                section.sha256 = hex(&hasher.finalize());
                section.sweeps = report.sweeps;
                section.change = report.change;
                section.widest = report.widest.map(|widest| widest.width);
            }
        }
        drop(tables);
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
        let sections = |layer: &Layer| self.header.find(*layer, self.layers.symmetric);
        let bytes: u64 = group
            .iter()
            .flat_map(sections)
            .map(|i| self.header.sections[i].bytes)
            .sum();
        if bytes <= self.options.in_memory {
            return Ok(None);
        }
        let shared = |(layer, &len): (&Layer, &usize)| {
            sections(layer)
                .map(|i| {
                    let section = &self.header.sections[i];
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
            .with_context(|| format!("{}: delete it to begin the layer again", path.display()))
            .map(Some)
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
        write_checkpoint(&path, &self.checkpoint_title(group), tables, &state())
            .with_context(|| format!("{}", path.display()))?;
        self.saved = Instant::now();
        Ok(())
    }
}

impl TableStore {
    /// What a checkpoint must be about.
    fn checkpoint_title(&self, group: &[Layer]) -> String {
        format!(
            "{} {} {:?} {:e} ({}, {})",
            self.header.game.digest,
            self.header.precision.name(),
            self.header.bounds,
            self.header.tolerance,
            group[0].mine,
            group[0].theirs
        )
    }
}

/// The first bytes of a finished table.
pub(super) fn head(header: &Header) -> anyhow::Result<Vec<u8>> {
    let text = serde_json::to_vec(header)?;
    ensure!(TEXT + text.len() <= HEADER_BYTES, "the header does not fit");
    let mut head = Vec::with_capacity(TEXT + text.len());
    head.extend(MAGIC);
    head.extend(VERSION.to_le_bytes());
    head.extend((text.len() as u32).to_le_bytes());
    head.extend(Sha256::digest(&text).iter());
    head.extend(&text);
    Ok(head)
}

/// What an unfinished run of the layered solvers has left beside `out`, the
/// table that it was to become; empty where there is none.
pub fn unfinished(out: &Path) -> Vec<PathBuf> {
    let files = ["partial", "journal", "checkpoint"].map(|name| beside(out, name));
    files.into_iter().filter(|file| file.exists()).collect()
}

/// `OUT.name`.
fn beside(out: &Path, name: &str) -> PathBuf {
    suffixed(out, name)
}

pub(super) fn suffixed(path: &Path, name: &str) -> PathBuf {
    let mut text = OsString::from(path);
    text.push(".");
    text.push(name);
    PathBuf::from(text)
}

/// A line with the SHA-256 of the JSON that follows it.
fn write_sealed(path: &Path, value: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_vec(value)?;
    let fresh = suffixed(path, "new");
    let mut file = File::create(&fresh).with_context(|| format!("{}", fresh.display()))?;
    writeln!(file, "{}", sha256_hex(&[&text]))?;
    file.write_all(&text)?;
    drop(file);
    fs::rename(&fresh, path).with_context(|| format!("{}", path.display()))
}

fn read_sealed<T: serde::de::DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    let bytes = fs::read(path).with_context(|| format!("{}", path.display()))?;
    let damaged = || format!("{} is damaged: delete it to begin again", path.display());
    let split = bytes
        .iter()
        .position(|&byte| byte == b'\n')
        .with_context(damaged)?;
    let (sum, text) = (&bytes[..split], &bytes[split + 1..]);
    ensure!(sum == sha256_hex(&[text]).as_bytes(), damaged());
    serde_json::from_slice(text).with_context(damaged)
}
