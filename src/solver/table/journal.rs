//! `OUT.journal`: what a run has finished, so that another can go on.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::write::{PART, beside, suffixed};
use super::{Header, Table, hex, sha256_hex};
use crate::solver::memory::cpu_seconds;
use crate::solver::solve::GroupReport;

/// The version of journals that is written and read.
const JOURNAL_VERSION: u32 = 2;

/// What is known of a table in the making.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Journal {
    pub version: u32,
    pub header: Header,
    /// Sweeps after which a group is given up; `None` before the solving began.
    pub most_sweeps: Option<u32>,
    /// Of the finished groups, in the order in which they were solved.
    pub groups: Vec<GroupReport>,
    /// The runs that have worked on it, the one at hand last.
    pub parts: Vec<RunPart>,
}

/// What one of the runs that made a table has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunPart {
    /// Groups that it has finished.
    pub groups: usize,
    /// By the clock, up to its last note.
    pub seconds: f64,
    /// CPU-time likewise, of all threads; `None` where the system does not tell.
    pub cpu_seconds: Option<f64>,
}

/// When a part began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Began {
    clock: Instant,
    cpu: Option<f64>,
}

impl Began {
    pub fn now() -> Began {
        Began {
            clock: Instant::now(),
            cpu: cpu_seconds(),
        }
    }

    fn note(&self, part: &mut RunPart) {
        part.seconds = self.clock.elapsed().as_secs_f64();
        part.cpu_seconds = cpu_seconds()
            .zip(self.cpu)
            .map(|(now, before)| now - before);
    }
}

impl Journal {
    /// Nothing is finished.
    pub fn new(header: Header) -> Journal {
        Journal {
            version: JOURNAL_VERSION,
            header,
            most_sweeps: None,
            groups: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Whether no section is finished.
    pub fn is_blank(&self) -> bool {
        let mut sections = self.header.sections.iter();
        sections.all(|section| section.sha256.is_empty())
    }

    /// Whether it is about the table with the header `wanted`.
    ///
    /// # Errors
    /// It is about another.
    pub fn ensure_about(&self, wanted: &Header, out: &Path) -> anyhow::Result<()> {
        let mut blank = self.header.clone();
        for (section, fresh) in blank.sections.iter_mut().zip(&wanted.sections) {
            *section = fresh.clone();
        }
        ensure!(
            &blank == wanted,
            "{} is about another run ({} {} {:e}): finish that one with the same options, \
             name another --out, or delete {0} and {}",
            beside(out, "journal").display(),
            self.header.game.label,
            self.header.precision.name(),
            self.header.tolerance,
            beside(out, "partial").display()
        );
        Ok(())
    }

    /// Whether all is finished and `out` is the very table that it is about: the
    /// run was killed between giving the table its name and taking this away.
    pub fn is_named(&self, out: &Path) -> bool {
        let mut sections = self.header.sections.iter();
        sections.all(|section| !section.sha256.is_empty())
            && Table::open(out).is_ok_and(|table| {
                let mut found = table.header().clone();
                found.start = None;
                found == self.header
            })
    }

    /// Whether the finished sections of `file`, at `path`, are those of the
    /// journal at `journal`.
    ///
    /// # Errors
    /// The file cannot be read, or one is damaged.
    pub fn check_sections(
        &self,
        file: &mut File,
        path: &Path,
        journal: &Path,
    ) -> anyhow::Result<()> {
        let length = file.metadata()?.len();
        ensure!(
            length == self.header.file_bytes(),
            "{} has {length} bytes instead of {}: delete it and {}",
            path.display(),
            self.header.file_bytes(),
            journal.display()
        );
        let finished = self.header.sections.iter();
        for section in finished.filter(|section| !section.sha256.is_empty()) {
            let mut hasher = Sha256::new();
            file.seek(SeekFrom::Start(section.offset))?;
            let mut left = section.bytes as usize;
            let mut part = vec![0; PART];
            while left > 0 {
                let size = left.min(PART);
                file.read_exact(&mut part[..size])?;
                hasher.update(&part[..size]);
                left -= size;
            }
            let sum = hex(&hasher.finalize());
            ensure!(
                sum == section.sha256,
                "{}: layer ({}, {}) is damaged: its SHA-256 is {sum}, the journal says {}; \
                 delete the file and {} to begin again",
                path.display(),
                section.mine,
                section.theirs,
                section.sha256,
                journal.display()
            );
        }
        Ok(())
    }

    /// Brings the account of the part at hand up to date.
    pub fn note(&mut self, began: &Began) {
        if let Some(part) = self.parts.last_mut() {
            began.note(part);
        }
    }

    /// A line with the SHA-256 of the JSON that follows it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_vec(self)?;
        let fresh = suffixed(path, "new");
        let mut file = File::create(&fresh).with_context(|| format!("{}", fresh.display()))?;
        writeln!(file, "{}", sha256_hex(&[&text]))?;
        file.write_all(&text)?;
        drop(file);
        fs::rename(&fresh, path).with_context(|| format!("{}", path.display()))
    }

    /// # Errors
    /// The file cannot be read, is damaged, or of another version.
    pub fn read(path: &Path) -> anyhow::Result<Journal> {
        let bytes = fs::read(path).with_context(|| format!("{}", path.display()))?;
        let damaged = || format!("{} is damaged: delete it to begin again", path.display());
        let split = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .with_context(damaged)?;
        let (sum, text) = (&bytes[..split], &bytes[split + 1..]);
        ensure!(sum == sha256_hex(&[text]).as_bytes(), damaged());
        let value: serde_json::Value = serde_json::from_slice(text).with_context(damaged)?;
        // The first ones did not say.
        let version = value["version"].as_u64().unwrap_or(1);
        ensure!(
            version == u64::from(JOURNAL_VERSION),
            "{} is of version {version}, and this program reads {JOURNAL_VERSION}: finish that run \
             with the program that began it, name another --out, or delete the file and what \
             stands beside it to begin again",
            path.display()
        );
        serde_json::from_slice(text).with_context(damaged)
    }
}
