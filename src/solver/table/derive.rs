//! Smaller tables made from a table: values in 8 bits, or the best choices alone.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::Context;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::choices::{CHOICES_MAGIC, ChoiceHeader, ChoiceSection, Codes};
use super::{ALIGNMENT, HEADER_BYTES, Header, MAGIC, StartValue, TEXT, Table, VERSION, hex};
use crate::rules::Rules;
use crate::solver::encoding::{ENCODING, Encoding};
use crate::solver::numbering::Numbering;
use crate::solver::solve::Bounds;
use crate::solver::value::{Precision, Value};
use crate::types::Player;

/// Positions that a thread takes at a time: whole bytes at any width.
const PART: usize = 1 << 15;

/// Writes the values of `table` in 8 bits: the middle of the interval where it
/// has bounds, rounded to the nearest step. Runs in the current thread pool.
///
/// # Errors
/// The file cannot be written.
pub fn derive_u8(table: &Table, out: &Path) -> anyhow::Result<Header> {
    let encoding = blocks(table)?;
    let old = table.header();
    let mut header = Header::new(
        old.game.clone(),
        &Numbering::Swap(encoding.clone()),
        Precision::U8,
        Bounds::None,
        u8::STEP / 2.0 + old.tolerance,
    );
    let mut file = Sectioned::new(out)?;
    for layer in encoding.layers.groups().into_iter().flatten() {
        let number = encoding.layers.number(layer);
        let positions = encoding.positions(layer);
        let at = header.find(layer, encoding.layers.symmetric).next();
        let section = &mut header.sections[at.expect("every layer has a section")];
        let value = |place: usize| {
            let (low, high) = table.interval_at(number, place);
            u8::from_f64((low + high) / 2.0)
        };
        section.sha256 = file.section(section.offset, positions.div_ceil(PART), |part| {
            (part * PART..positions.min((part + 1) * PART))
                .map(value)
                .collect()
        })?;
        let first = old.find(layer, encoding.layers.symmetric).next();
        let from = &old.sections[first.expect("every layer has a section")];
        (section.sweeps, section.change) = (from.sweeps, from.change.max(u8::STEP));
    }
    let start = table.equity(&Rules::new(table.mechanics()).start());
    header.start = Some(StartValue {
        value: u8::from_f64(start).to_f64(),
        lower: None,
        upper: None,
    });
    file.close(MAGIC, &serde_json::to_vec(&header)?)?;
    Ok(header)
}

/// Writes the perfect player's choice for every position and throw. Runs in the
/// current thread pool.
///
/// # Errors
/// The file cannot be written.
pub fn derive_choices(table: &Table, out: &Path) -> anyhow::Result<ChoiceHeader> {
    let encoding = blocks(table)?;
    let rules = Rules::new(table.mechanics());
    let mut header = ChoiceHeader {
        game: table.header().game.clone(),
        encoding: table.header().encoding.clone(),
        precision: table.header().precision,
        bounds: table.header().bounds,
        tolerance: table.header().tolerance,
        sections: Vec::new(),
        start: table.header().start,
    };
    let mut file = Sectioned::new(out)?;
    let mut offset = HEADER_BYTES;
    for layer in encoding.layers.groups().into_iter().flatten() {
        let positions = encoding.positions(layer);
        let parts = positions.div_ceil(PART);
        let codes = Codes {
            table,
            rules: &rules,
            layer,
        };
        let places = |part: usize| part * PART..positions.min((part + 1) * PART);
        let most = (0..parts)
            .into_par_iter()
            .map(|part| places(part).map(|place| codes.count(place)).max())
            .max()
            .flatten();
        let bits = u64::BITS - (most.unwrap_or(1) - 1).leading_zeros();
        anyhow::ensure!(
            bits <= 56,
            "a position of layer ({}, {}) has {most:?} ways to choose, too many for a code",
            layer.mine,
            layer.theirs
        );
        let sha256 = file.section(offset as u64, parts, |part| {
            pack(places(part).map(|place| codes.code(place)), bits)
        })?;
        let bytes = (positions * bits as usize).div_ceil(8);
        let mover = match layer.mover {
            _ if encoding.layers.symmetric => "both",
            Player::A => "A",
            Player::B => "B",
        };
        header.sections.push(ChoiceSection {
            mover: mover.to_string(),
            mine: layer.mine,
            theirs: layer.theirs,
            positions: positions as u64,
            bits,
            offset: offset as u64,
            bytes: bytes as u64,
            sha256,
        });
        offset = (offset + bytes).next_multiple_of(ALIGNMENT);
    }
    file.end_at(offset as u64)?;
    file.close(CHOICES_MAGIC, &serde_json::to_vec(&header)?)?;
    Ok(header)
}

fn blocks(table: &Table) -> anyhow::Result<&Encoding> {
    match table.encoding() {
        Some(Numbering::Swap(encoding)) => Ok(encoding),
        _ => anyhow::bail!(
            "positions are numbered by {} here; smaller forms are made of tables numbered by {ENCODING} (senet table info)",
            table.header().encoding
        ),
    }
}

/// Codes of `bits` bits one after the other, the lowest bits first.
fn pack(codes: impl Iterator<Item = u64>, bits: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut held, mut filled) = (0u128, 0);
    for code in codes {
        held |= u128::from(code) << filled;
        filled += bits;
        while filled >= 8 {
            bytes.push(held as u8);
            held >>= 8;
            filled -= 8;
        }
    }
    if filled > 0 {
        bytes.push(held as u8);
    }
    bytes
}

/// A file of sections in the making; it gets its name when it is whole.
struct Sectioned<'a> {
    out: &'a Path,
    file: tempfile::NamedTempFile,
}

impl<'a> Sectioned<'a> {
    fn new(out: &'a Path) -> anyhow::Result<Sectioned<'a>> {
        let folder = match out.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.suffix(".partial");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(std::fs::Permissions::from_mode(0o644));
        }
        let file = builder
            .tempfile_in(folder)
            .with_context(|| format!("{}", out.display()))?;
        // So that it is not taken for what a killed process has left.
        let _ = file.as_file().try_lock();
        Ok(Sectioned { out, file })
    }

    fn file(&mut self) -> &mut File {
        self.file.as_file_mut()
    }

    /// Writes `parts` parts from `offset` on and returns their SHA-256.
    fn section(
        &mut self,
        offset: u64,
        parts: usize,
        make: impl Fn(usize) -> Vec<u8> + Sync,
    ) -> anyhow::Result<String> {
        const AT_ONCE: usize = 64;
        let mut hasher = Sha256::new();
        self.file().seek(SeekFrom::Start(offset))?;
        for first in (0..parts).step_by(AT_ONCE) {
            let made: Vec<Vec<u8>> = (first..parts.min(first + AT_ONCE))
                .into_par_iter()
                .map(&make)
                .collect();
            for bytes in made {
                hasher.update(&bytes);
                let out = self.out;
                self.file()
                    .write_all(&bytes)
                    .with_context(|| format!("{}", out.display()))?;
            }
        }
        Ok(hex(&hasher.finalize()))
    }

    /// Makes the file this long at least.
    fn end_at(&mut self, bytes: u64) -> anyhow::Result<()> {
        let length = self.file().metadata()?.len();
        Ok(self.file().set_len(length.max(bytes))?)
    }

    fn close(mut self, magic: [u8; 8], text: &[u8]) -> anyhow::Result<()> {
        anyhow::ensure!(TEXT + text.len() <= HEADER_BYTES, "the header does not fit");
        let mut head = Vec::with_capacity(TEXT + text.len());
        head.extend(magic);
        head.extend(VERSION.to_le_bytes());
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(Sha256::digest(text).iter());
        head.extend(text);
        let out = self.out;
        self.file().seek(SeekFrom::Start(0))?;
        self.file().write_all(&head)?;
        self.file().sync_all()?;
        self.file
            .persist(out)
            .with_context(|| format!("{}", out.display()))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_packed_from_the_lowest_bit_on() {
        assert_eq!(
            pack([0b101, 0b011, 0b110].into_iter(), 3),
            [0b1001_1101, 0b1]
        );
        assert_eq!(pack([0, 0, 0].into_iter(), 0), [0u8; 0]);
        let whole = pack((0..16).map(|code| code * 7), 12);
        assert_eq!(whole.len(), 24);
    }
}
