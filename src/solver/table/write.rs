//! Writing a table: section by section into `OUT.partial`, with a journal of
//! what is finished in `OUT.journal` and the state within a group in
//! `OUT.checkpoint`. A run that was broken off goes on from there and ends with
//! the same bytes; what is damaged is refused. `OUT.lock` keeps other runs off.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use memmap2::MmapOptions;
use sha2::{Digest, Sha256};

use crate::solver::array::Array;
use crate::solver::layers::{Layer, Layers};
use crate::solver::solve::LayerTables;
use crate::solver::value::Value;

use super::checkpoint::checkpoint_title;
use super::journal::{Began, Journal, RunPart};
use super::lock::OutLock;
use super::{HEADER_BYTES, Header, MAGIC, StartValue, TEXT, VERSION};

/// Bytes hashed and written at a time.
pub(super) const PART: usize = 1 << 22;

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub struct WriteOptions {
    /// Least time between two checkpoints within a group.
    pub checkpoint_every: Duration,
    /// Tables of a layer larger than this are worked on in the file.
    pub in_memory: u64,
    /// Hears of a checkpoint that could not be written, for want of room say;
    /// the run goes on without it.
    pub warn: fn(&str),
}

/// A table in the making.
pub struct TableStore {
    pub(super) out: PathBuf,
    pub(super) file: File,
    /// Whether the file has got its name already: the run before was killed
    /// just then.
    named: bool,
    pub(super) journal: Journal,
    pub(super) layers: Layers,
    pub(super) options: WriteOptions,
    pub(super) saved: Instant,
    began: Began,
    _lock: OutLock,
}

impl TableStore {
    /// Begins a table that will be named `out`, or goes on with one.
    ///
    /// # Errors
    /// The files cannot be written, another run is at work on them, what is
    /// there belongs to another run, or is damaged.
    pub fn open(
        out: &Path,
        header: Header,
        layers: Layers,
        options: WriteOptions,
    ) -> anyhow::Result<TableStore> {
        let lock = OutLock::take(out)?;
        let began = Began::now();
        let [partial, path] = ["partial", "journal"].map(|name| beside(out, name));
        let journal = if path.exists() {
            let found = Journal::read(&path)?;
            found.ensure_about(&header, out)?;
            found
        } else {
            ensure!(
                !partial.exists(),
                "{}: there is such a file already, and no {} that says what it is: give another \
                 name, or remove it",
                partial.display(),
                path.display()
            );
            let journal = Journal::new(header);
            // First of all, so that no other file is without it.
            journal.write(&path)?;
            journal
        };
        let named = !partial.exists() && journal.is_named(out);
        ensure!(
            named || partial.exists() || journal.is_blank(),
            "{} lists finished layers, but {} is gone: delete it to begin again",
            path.display(),
            partial.display()
        );
        let file = if named { out } else { &partial };
        let mut store = TableStore {
            file: OpenOptions::new()
                .read(true)
                .write(true)
                .create(!named)
                .truncate(false)
                .open(file)
                .with_context(|| format!("{}", file.display()))?,
            named,
            out: out.to_path_buf(),
            journal,
            layers,
            options,
            saved: Instant::now(),
            began,
            _lock: lock,
        };
        if store.journal.is_blank() {
            let bytes = store.journal.header.file_bytes();
            store.file.set_len(0)?;
            store
                .file
                .set_len(bytes)
                .with_context(|| format!("{}: {bytes} bytes", partial.display()))?;
        } else {
            store.journal.check_sections(&mut store.file, file, &path)?;
            store.drop_stale_checkpoint()?;
        }
        store.journal.parts.push(RunPart::default());
        Ok(store)
    }

    /// Removes the checkpoint of a group that was finished just before the run
    /// was killed.
    fn drop_stale_checkpoint(&self) -> anyhow::Result<()> {
        let path = self.checkpoint_name();
        let title = checkpoint_title(&path);
        let mut finished = self.journal.groups.iter();
        if finished.any(|group| title.as_ref() == Some(&self.checkpoint_title(&group.layers))) {
            fs::remove_file(&path).with_context(|| format!("{}", path.display()))?;
        }
        Ok(())
    }

    pub(super) fn write_journal(&mut self) -> anyhow::Result<()> {
        self.journal.note(&self.began);
        self.journal.write(&beside(&self.out, "journal"))
    }

    /// Notes how long the run has worked, since it ends before its work is done.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn pause(mut self) -> anyhow::Result<()> {
        self.write_journal()
    }

    /// The runs that have made the table up to now, this one last.
    pub fn parts(&mut self) -> Vec<RunPart> {
        self.journal.note(&self.began);
        self.journal.parts.clone()
    }

    pub(super) fn map<V: Value>(&self, layer: Layer) -> anyhow::Result<LayerTables<V>> {
        self.journal
            .header
            .find(layer, self.layers.symmetric)
            .map(|i| {
                let section = &self.journal.header.sections[i];
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
        let mut header = self.journal.header;
        header.start = Some(start);
        if let Some(section) = header.sections.iter().find(|s| s.sha256.is_empty()) {
            bail!("layer ({}, {}) is not solved", section.mine, section.theirs);
        }
        if !self.named {
            let head = head(&header)?;
            self.file.seek(SeekFrom::Start(0))?;
            self.file.write_all(&head)?;
            self.file.sync_all()?;
            let partial = beside(&self.out, "partial");
            fs::rename(&partial, &self.out).with_context(|| format!("{}", partial.display()))?;
        }
        for leftover in ["checkpoint", "journal"] {
            let path = beside(&self.out, leftover);
            if path.exists() {
                fs::remove_file(&path).with_context(|| format!("{}", path.display()))?;
            }
        }
        Ok(header)
    }

    pub(super) fn checkpoint_name(&self) -> PathBuf {
        beside(&self.out, "checkpoint")
    }

    /// What a checkpoint must be about.
    pub(super) fn checkpoint_title(&self, group: &[Layer]) -> String {
        format!(
            "{} {} {:?} {:e} ({}, {})",
            self.journal.header.game.digest,
            self.journal.header.precision.name(),
            self.journal.header.bounds,
            self.journal.header.tolerance,
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
pub(super) fn beside(out: &Path, name: &str) -> PathBuf {
    suffixed(out, name)
}

pub(super) fn suffixed(path: &Path, name: &str) -> PathBuf {
    let mut text = OsString::from(path);
    text.push(".");
    text.push(name);
    PathBuf::from(text)
}
