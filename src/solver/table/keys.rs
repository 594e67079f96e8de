//! Tables of listed positions: the keys in ascending order, and the bounds of
//! each at the same place.

use std::fs::{self, File};
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use crate::rules::Position;
use crate::ruleset::Win;
use crate::solver::general::key::Codec;
use crate::solver::general::solve::Solved;
use crate::solver::solve::Bounds;
use crate::solver::value::Precision;

use super::write::{head, suffixed};
use super::{
    ALIGNMENT, Game, HEADER_BYTES, Header, KeyPart, Section, SectionKind, StartValue, hex,
};

/// The name of this encoding in table files.
pub const KEYS: &str = "keys/1";

/// Bytes that writing needs beside a solved game, for each position.
pub const WRITING_BYTES: usize = 16;

/// Where the parts of a table of keys begin.
#[derive(Clone, Debug)]
pub(super) struct KeyTable {
    pub codec: Codec,
    pub positions: usize,
    keys: usize,
    lower: usize,
    upper: usize,
    plies: Option<usize>,
    draw: Option<usize>,
}

impl KeyTable {
    pub fn new(codec: Codec, header: &Header) -> Result<KeyTable, String> {
        let find = |kind| header.sections.iter().find(|section| section.kind == kind);
        let offset = |kind| find(kind).map(|section| section.offset as usize);
        let needed =
            |kind| offset(kind).ok_or_else(|| format!("there is no section of kind {kind:?}"));
        let parts: Vec<KeyPart> = key_parts(&codec);
        if header.key_parts.as_ref() != Some(&parts) {
            return Err("the parts of its keys are not those of the game".to_string());
        }
        let positions = find(SectionKind::Key).map_or(0, |section| section.blocks as usize);
        if let Some(section) = header
            .sections
            .iter()
            .find(|section| section.bytes != 8 * positions as u64)
        {
            return Err(format!(
                "section {:?} has {} bytes instead of 8 for each of {positions} positions",
                section.kind, section.bytes
            ));
        }
        Ok(KeyTable {
            positions,
            keys: needed(SectionKind::Key)?,
            lower: needed(SectionKind::Lower)?,
            upper: needed(SectionKind::Upper)?,
            plies: offset(SectionKind::Plies),
            draw: offset(SectionKind::Draw),
            codec,
        })
    }

    #[inline]
    pub fn key(&self, map: &[u8], place: usize) -> u64 {
        u64::from_le_bytes(word(map, self.keys, place))
    }

    /// The place of a position; `None` if it cannot arise from the start.
    #[inline]
    pub fn place(&self, map: &[u8], position: &Position) -> Option<usize> {
        let key = self.codec.key(position);
        let (mut low, mut high) = (0, self.positions);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.key(map, middle) < key {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        (low < self.positions && self.key(map, low) == key).then_some(low)
    }

    #[inline]
    pub fn interval(&self, map: &[u8], place: usize) -> (f64, f64) {
        let at = |offset| f64::from_le_bytes(word(map, offset, place));
        (at(self.lower), at(self.upper))
    }

    /// Mean plies of perfect play, and the chance of a draw.
    pub fn played(&self, map: &[u8], place: usize) -> Option<(f64, Option<f64>)> {
        let at = |offset| f64::from_le_bytes(word(map, offset, place));
        Some((at(self.plies?), self.draw.map(at)))
    }
}

#[inline]
fn word(map: &[u8], offset: usize, place: usize) -> [u8; 8] {
    let at = offset + 8 * place;
    map[at..at + 8].try_into().expect("8 bytes")
}

pub(super) fn key_parts(codec: &Codec) -> Vec<KeyPart> {
    let part = |(name, bits): (&str, u32)| KeyPart {
        name: name.to_string(),
        bits,
    };
    codec.parts().into_iter().map(part).collect()
}

/// Writes a solved game to `out`, whole or not at all.
///
/// # Errors
/// The file cannot be written.
pub fn write_keys(
    out: &Path,
    game: Game,
    solved: &Solved,
    from: &Position,
    tolerance: f64,
    start: StartValue,
) -> anyhow::Result<Header> {
    let list = &solved.list;
    let mut order: Vec<(u64, u32)> = list
        .groups()
        .iter()
        .flat_map(|members| {
            let numbers = members.first as u32..;
            members.keys().iter().copied().zip(numbers)
        })
        .collect();
    order.sort_unstable();
    let mut kinds = vec![SectionKind::Key, SectionKind::Lower, SectionKind::Upper];
    if solved.plays.is_some() {
        kinds.push(SectionKind::Plies);
        if list.codec().mechanics().win == Win::MostHome {
            kinds.push(SectionKind::Draw);
        }
    }
    let fresh = suffixed(out, "new");
    let file = File::create(&fresh).with_context(|| format!("{}", fresh.display()))?;
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let mut sections = Vec::new();
    let mut offset = HEADER_BYTES;
    for kind in kinds {
        file.seek(SeekFrom::Start(offset as u64))?;
        let mut hasher = Sha256::new();
        for part in order.chunks(1 << 16) {
            let mut bytes = Vec::with_capacity(8 * part.len());
            for &(key, number) in part {
                let number = number as usize;
                let played = || solved.plays.as_ref().expect("followed").get(number);
                bytes.extend(match kind {
                    SectionKind::Key => key.to_le_bytes(),
                    SectionKind::Upper => solved.values.get(number).hi.to_le_bytes(),
                    SectionKind::Plies => played().plies.to_le_bytes(),
                    SectionKind::Draw => played().draw.to_le_bytes(),
                    SectionKind::Lower | SectionKind::Value => {
                        solved.values.get(number).lo.to_le_bytes()
                    }
                });
            }
            hasher.update(&bytes);
            file.write_all(&bytes)?;
        }
        let last = solved.groups.iter().map(|group| group.change);
        let widest = solved.groups.iter().map(|group| group.widest);
        sections.push(Section {
            kind,
            mover: "both".to_string(),
            mine: 0,
            theirs: 0,
            blocks: order.len() as u64,
            colourings: 1,
            offset: offset as u64,
            bytes: 8 * order.len() as u64,
            sha256: hex(&hasher.finalize()),
            sweeps: solved.groups.iter().map(|group| group.sweeps).sum(),
            change: last.fold(0.0, f64::max),
            widest: Some(widest.fold(0.0, f64::max)),
        });
        offset = (offset + 8 * order.len()).next_multiple_of(ALIGNMENT);
    }
    let header = Header {
        game,
        encoding: KEYS.to_string(),
        precision: Precision::F64,
        bounds: Bounds::Both,
        tolerance,
        sections,
        start: Some(start),
        key_parts: Some(key_parts(list.codec())),
        from: Some(from.to_string()),
    };
    let head = head(&header)?;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&head)?;
    let file = file.into_inner().context("writing the table")?;
    ensure!(
        file.metadata()?.len() == header.file_bytes(),
        "{}: the table is not as long as it should be",
        fresh.display()
    );
    file.sync_all()?;
    fs::rename(&fresh, out).with_context(|| format!("{}", out.display()))?;
    Ok(header)
}
