//! Reading a table: open, check, probe.

use std::cmp::Ordering;
use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use sha2::{Digest, Sha256};

use crate::rules::Position;
use crate::ruleset::Mechanics;
use crate::solver::encoding::Encoding;
use crate::solver::general::key::Codec;
use crate::solver::layers::Layers;
use crate::solver::numbering::Numbering;
use crate::solver::value::{Precision, Value};

use super::frame::header_text;
use super::keys::{KEYS, KeyTable};
use super::{Header, MAGIC, SectionKind, hex};

/// Why a file is no table that can be used.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {what}")]
    Form { path: PathBuf, what: String },
    #[error("{path}: section {section} is damaged: its SHA-256 is {found} instead of {expected}")]
    Damaged {
        path: PathBuf,
        section: String,
        found: String,
        expected: String,
    },
}

/// A finished table in a mapped file.
pub struct Table {
    path: PathBuf,
    map: Mmap,
    header: Header,
    mechanics: Mechanics,
    values: Values,
}

/// How positions find their values.
#[allow(clippy::large_enum_variant, reason = "there is one to a table")]
enum Values {
    Layers {
        numbering: Numbering,
        layers: Layers,
        /// By layer number: offsets of the value (or the lower bound) and of
        /// the upper bound (or the value again).
        offsets: Vec<[usize; 2]>,
        /// By layer number: its positions.
        positions: Vec<usize>,
    },
    Keys(KeyTable),
}

impl Table {
    /// Opens a table and checks its header; its sections are not read.
    ///
    /// # Errors
    /// The file cannot be read, is no table, of another version, damaged in its
    /// header, or cut short.
    pub fn open(path: &Path) -> Result<Table, TableError> {
        let io = |source| TableError::Io {
            path: path.to_path_buf(),
            source,
        };
        let form = |what: String| TableError::Form {
            path: path.to_path_buf(),
            what,
        };
        let file = File::open(path).map_err(io)?;
        // SAFETY: tables are written under another name and renamed when they
        // are finished; nothing here writes to them afterwards.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let header = parse_header(&map).map_err(form)?;
        check_length(map.len() as u64, header.file_bytes()).map_err(form)?;
        let mechanics = header.game.checked_mechanics().map_err(form)?;
        let values = if header.encoding == KEYS {
            let codec = Codec::new(&mechanics).map_err(|error| form(error.to_string()))?;
            Values::Keys(KeyTable::new(codec, &header).map_err(form)?)
        } else {
            Table::layers(&mechanics, &header).map_err(form)?
        };
        Ok(Table {
            path: path.to_path_buf(),
            map,
            header,
            mechanics,
            values,
        })
    }

    fn layers(mechanics: &Mechanics, header: &Header) -> Result<Values, String> {
        let numbering = Numbering::new(mechanics).map_err(|error| error.to_string())?;
        if header.encoding != numbering.name() {
            return Err(format!(
                "positions are numbered by {}, and this program numbers those of this game by {} or {KEYS}",
                header.encoding,
                numbering.name()
            ));
        }
        let layers = numbering.layers();
        let mut offsets = vec![[0; 2]; layers.count()];
        let mut positions = vec![0; layers.count()];
        for layer in layers.groups().into_iter().flatten() {
            let sections: Vec<usize> = header
                .find(layer, layers.symmetric)
                .map(|i| header.sections[i].offset as usize)
                .collect();
            positions[layers.number(layer)] = numbering.positions(layer);
            offsets[layers.number(layer)] = match sections[..] {
                [value] => [value; 2],
                [lower, upper] => [lower, upper],
                _ => return Err(format!("no section for layer {layer:?}")),
            };
        }
        Ok(Values::Layers {
            numbering,
            layers,
            offsets,
            positions,
        })
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The rules of the solved game.
    pub fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// How positions are numbered; `None` in a table of listed positions.
    pub fn encoding(&self) -> Option<&Numbering> {
        match &self.values {
            Values::Layers { numbering, .. } => Some(numbering),
            Values::Keys(_) => None,
        }
    }

    /// How positions are numbered in a table of blocks.
    ///
    /// # Panics
    /// In another table.
    pub fn blocks(&self) -> &Encoding {
        match self.encoding() {
            Some(Numbering::Swap(encoding)) => encoding,
            _ => panic!("no table of blocks"),
        }
    }

    /// How many positions are listed, in a table of listed positions.
    pub fn listed(&self) -> Option<usize> {
        match &self.values {
            Values::Layers { .. } => None,
            Values::Keys(keys) => Some(keys.positions),
        }
    }

    /// A listed position (the player about to throw is A where the rules are
    /// the same for both), with its bounds.
    ///
    /// # Panics
    /// In a table that is not of listed positions, or without such a place.
    pub fn listed_at(&self, place: usize) -> (Position, (f64, f64)) {
        let Values::Keys(keys) = &self.values else {
            panic!("no table of listed positions");
        };
        let position = keys.codec.shown(keys.key(&self.map, place));
        (position, keys.interval(&self.map, place))
    }

    /// Whether the table knows of a position that is not over: a table of
    /// listed positions lacks those that cannot arise from its start.
    pub fn holds(&self, position: &Position) -> bool {
        match &self.values {
            Values::Layers { .. } => true,
            Values::Keys(keys) => keys.place(&self.map, position).is_some(),
        }
    }

    /// Mean plies of perfect play from a position, and the chance of a draw
    /// where the game has draws; `None` where the table does not say.
    pub fn played(&self, position: &Position) -> Option<(f64, Option<f64>)> {
        match &self.values {
            Values::Layers { .. } => None,
            Values::Keys(keys) => keys.played(&self.map, keys.place(&self.map, position)?),
        }
    }

    /// The chance of winning of the player about to throw, from below and
    /// above; equal where the table has no bounds, 0 and 1 for a position that
    /// is not listed.
    ///
    /// The position must not be over.
    #[inline]
    pub fn interval(&self, position: &Position) -> (f64, f64) {
        match &self.values {
            Values::Layers {
                numbering,
                layers,
                offsets,
                ..
            } => {
                let (layer, place) = numbering.place(position);
                self.bounds_at(offsets[layers.number(layer)], place)
            }
            Values::Keys(keys) => match keys.place(&self.map, position) {
                Some(place) => keys.interval(&self.map, place),
                None => (0.0, 1.0),
            },
        }
    }

    /// The same for a place of a layer, given by its number.
    ///
    /// # Panics
    /// In a table of listed positions.
    #[inline]
    pub fn interval_at(&self, layer: usize, place: usize) -> (f64, f64) {
        let Values::Layers { offsets, .. } = &self.values else {
            panic!("a table of listed positions has no layers");
        };
        self.bounds_at(offsets[layer], place)
    }

    #[inline]
    fn bounds_at(&self, [lower, upper]: [usize; 2], place: usize) -> (f64, f64) {
        let low = self.value(lower, place);
        (
            low,
            if upper == lower {
                low
            } else {
                self.value(upper, place)
            },
        )
    }

    /// The values of a layer as they are stored, by its number: values (or lower
    /// bounds) and upper bounds (or the values again).
    ///
    /// # Panics
    /// If the table's precision is another, or it is of listed positions.
    pub fn stored<V: Value>(&self, layer: usize) -> [&[V]; 2] {
        assert_eq!(self.header.precision, V::PRECISION);
        let Values::Layers {
            offsets, positions, ..
        } = &self.values
        else {
            panic!("a table of listed positions has no layers");
        };
        let positions = positions[layer];
        offsets[layer].map(|offset| {
            let bytes = &self.map[offset..offset + positions * size_of::<V>()];
            // SAFETY: any bytes are values of the formats; sections are aligned.
            let (before, values, after) = unsafe { bytes.align_to::<V>() };
            assert!(
                before.is_empty() && after.is_empty(),
                "sections are aligned"
            );
            values
        })
    }

    /// The equity of the player about to throw: the middle of the interval.
    #[inline]
    pub fn equity(&self, position: &Position) -> f64 {
        let (low, high) = self.interval(position);
        (low + high) / 2.0
    }

    #[inline]
    fn value(&self, offset: usize, place: usize) -> f64 {
        match self.header.precision {
            Precision::U8 => self.bytes::<1>(offset, place)[0].to_f64(),
            Precision::U16 => u16::from_le_bytes(self.bytes(offset, place)).to_f64(),
            Precision::U32 => u32::from_le_bytes(self.bytes(offset, place)).to_f64(),
            Precision::F32 => f32::from_le_bytes(self.bytes(offset, place)).to_f64(),
            Precision::F64 => f64::from_le_bytes(self.bytes(offset, place)),
        }
    }

    #[inline]
    fn bytes<const N: usize>(&self, offset: usize, place: usize) -> [u8; N] {
        let at = offset + place * N;
        self.map[at..at + N].try_into().expect("N bytes")
    }

    /// Reads every section and compares its checksum; `read` is told the bytes
    /// behind.
    ///
    /// # Errors
    /// The first damaged section.
    pub fn verify_checksums(&self, mut read: impl FnMut(u64)) -> Result<(), TableError> {
        let mut behind = 0;
        for section in &self.header.sections {
            let start = section.offset as usize;
            let mut hasher = Sha256::new();
            for part in self.map[start..start + section.bytes as usize].chunks(1 << 22) {
                hasher.update(part);
                behind += part.len() as u64;
                read(behind);
            }
            let found = hex(&hasher.finalize());
            if found != section.sha256 {
                let kind = match section.kind {
                    SectionKind::Value => "values",
                    SectionKind::Lower => "lower bounds",
                    SectionKind::Upper => "upper bounds",
                    SectionKind::Key => "keys",
                    SectionKind::Plies => "plies",
                    SectionKind::Draw => "draws",
                };
                return Err(TableError::Damaged {
                    path: self.path.clone(),
                    section: format!("({}, {}) {kind}", section.mine, section.theirs),
                    found,
                    expected: section.sha256.clone(),
                });
            }
        }
        Ok(())
    }
}

fn parse_header(map: &[u8]) -> Result<Header, String> {
    let text = header_text(map, &MAGIC, "table")?;
    serde_json::from_slice(text).map_err(|error| format!("the header: {error}"))
}

/// That a file ends where its header says.
pub(super) fn check_length(found: u64, expected: u64) -> Result<(), String> {
    match found.cmp(&expected) {
        Ordering::Less => Err(format!(
            "the file is cut short: {found} bytes instead of {expected}"
        )),
        Ordering::Greater => Err(format!(
            "the file goes on after its end: {found} bytes instead of {expected}"
        )),
        Ordering::Equal => Ok(()),
    }
}
