//! The state of a group of layers between two sweeps, in a file.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use super::write::{PART, suffixed};
use crate::solver::array::Array;
use crate::solver::solve::{Resumed, State};
use crate::solver::value::Value;

/// The state of a group between two sweeps.
#[derive(serde::Serialize, serde::Deserialize)]
struct CheckpointHead {
    title: String,
    state: State,
    stamps: usize,
    bytes: usize,
}

/// A line of JSON, the stamps, the values, and the SHA-256 of all before it. A
/// checkpoint that cannot be written whole leaves the one before it as it is.
pub(super) fn write_checkpoint<V: Value>(
    path: &Path,
    title: &str,
    tables: &[Vec<Array<V>>],
    state: &Resumed,
) -> anyhow::Result<()> {
    let arrays = || tables.iter().flatten();
    let head = CheckpointHead {
        title: title.to_string(),
        state: state.state.clone(),
        stamps: state.stamps.len(),
        bytes: arrays().map(|array| array.bytes().len()).sum(),
    };
    let mut line = serde_json::to_vec(&head)?;
    line.push(b'\n');
    let fresh = suffixed(path, "new");
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&fresh)?;
        let mut hasher = Sha256::new();
        let parts = [&line[..], &state.stamps]
            .into_iter()
            .chain(arrays().flat_map(|array| array.bytes().chunks(PART)));
        for part in parts {
            hasher.update(part);
            file.write_all(part)?;
            arrays().for_each(Array::release);
        }
        file.write_all(&hasher.finalize())?;
        drop(file);
        fs::rename(&fresh, path)
    };
    write().inspect_err(|_| {
        // It may not have been made at all.
        let _ = fs::remove_file(&fresh);
    })?;
    Ok(())
}

/// What the checkpoint at `path` is about; `None` where it cannot be told.
pub(super) fn checkpoint_title(path: &Path) -> Option<String> {
    let mut line = Vec::new();
    let mut file = std::io::BufReader::new(File::open(path).ok()?);
    std::io::BufRead::read_until(&mut file, b'\n', &mut line).ok()?;
    let head: CheckpointHead = serde_json::from_slice(&line).ok()?;
    Some(head.title)
}

pub(super) fn read_checkpoint<V: Value>(
    path: &Path,
    title: &str,
    tables: &mut [Vec<Array<V>>],
) -> anyhow::Result<Resumed> {
    let mut file = std::io::BufReader::with_capacity(PART, File::open(path)?);
    let mut line = Vec::new();
    std::io::BufRead::read_until(&mut file, b'\n', &mut line)?;
    let head: CheckpointHead =
        serde_json::from_slice(&line).context("its first line is damaged")?;
    ensure!(
        head.title == title,
        "it is about {}, not about {title}",
        head.title
    );
    let bytes: usize = tables
        .iter()
        .flatten()
        .map(|array| array.bytes().len())
        .sum();
    ensure!(
        head.bytes == bytes,
        "it holds {} bytes instead of {bytes}",
        head.bytes
    );
    let mut hasher = Sha256::new();
    hasher.update(&line);
    let mut stamps = vec![0; head.stamps];
    file.read_exact(&mut stamps).context("it is cut short")?;
    hasher.update(&stamps);
    for array in tables.iter_mut().flatten() {
        for part in array.bytes_mut().chunks_mut(PART) {
            file.read_exact(part).context("it is cut short")?;
            hasher.update(&*part);
        }
        array.release();
    }
    let mut sum = [0; 32];
    file.read_exact(&mut sum).context("it is cut short")?;
    ensure!(
        sum[..] == hasher.finalize()[..],
        "its checksum is wrong: it is damaged"
    );
    Ok(Resumed {
        state: head.state,
        stamps,
    })
}
