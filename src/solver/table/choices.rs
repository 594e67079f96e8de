//! Tables of best choices: no values, only what the perfect player does.
//!
//! ```text
//! byte 0    magic "SENETCHO"; version, header and sections as in tables of values
//! code of a position = Σ over throws t in ascending order of index(t) · Π counts of the throws before
//! ```
//!
//! where count(t) is the number of legal choices with t and index(t) the place of
//! the best of them in canonical order. Each layer has codes of a fixed number of
//! bits, as many as its largest code needs, packed from the lowest bit on.

use std::fs::File;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use serde::{Deserialize, Serialize};

use super::frame::header_text;
use super::read::check_length;
use super::{ALIGNMENT, Game, HEADER_BYTES, StartValue, Table, TableError, sha256_hex};
use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::solver::encoding::{ENCODING, Encoding};
use crate::solver::layers::Layer;
use crate::solver::perfect::perfect_choice;
use crate::solver::solve::Bounds;
use crate::solver::value::Precision;
use crate::types::Player;

/// First bytes of a file of choices.
pub const CHOICES_MAGIC: [u8; 8] = *b"SENETCHO";

/// Everything about a file of choices but the choices.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceHeader {
    pub game: Game,
    pub encoding: String,
    /// Of the table that the choices were made from.
    pub precision: Precision,
    pub bounds: Bounds,
    pub tolerance: f64,
    pub sections: Vec<ChoiceSection>,
    pub start: Option<StartValue>,
}

/// The choices of one layer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChoiceSection {
    /// `"A"` or `"B"` where the rules differ by player, else `"both"`.
    pub mover: String,
    pub mine: u8,
    pub theirs: u8,
    pub positions: u64,
    /// Of each code.
    pub bits: u32,
    pub offset: u64,
    pub bytes: u64,
    pub sha256: String,
}

impl ChoiceHeader {
    /// Bytes of all sections.
    pub fn bytes(&self) -> u64 {
        self.sections.iter().map(|section| section.bytes).sum()
    }

    /// Bytes of the whole file.
    fn file_bytes(&self) -> u64 {
        let end = self.sections.last().map_or(HEADER_BYTES as u64, |section| {
            section.offset + section.bytes
        });
        end.next_multiple_of(ALIGNMENT as u64)
    }
}

/// The codes of one layer, from a table of values.
pub(super) struct Codes<'a> {
    pub table: &'a Table,
    pub rules: &'a Rules,
    pub layer: Layer,
}

impl Codes<'_> {
    fn position(&self, place: usize) -> Position {
        let encoding = self.table.blocks();
        encoding.position(self.rules.mechanics(), self.layer, place)
    }

    /// How many codes the position at `place` may have.
    pub fn count(&self, place: usize) -> u64 {
        let position = self.position(place);
        let throws = self.rules.mechanics().throws.throws();
        throws
            .iter()
            .map(|throw| u64::from(self.rules.choices(&position, throw.points).len()))
            .product()
    }

    /// The code of the position at `place`.
    pub fn code(&self, place: usize) -> u64 {
        let position = self.position(place);
        let (mut code, mut radix) = (0, 1);
        for throw in self.rules.mechanics().throws.throws() {
            let choices = self.rules.choices(&position, throw.points);
            let count = u64::from(choices.len());
            if count > 1 {
                let (best, _) =
                    perfect_choice(self.table, self.rules, &position, throw.points, choices);
                let index = choices.iter().position(|choice| choice == best);
                code += radix * index.expect("the best is one of them") as u64;
            }
            radix *= count;
        }
        code
    }
}

/// The best choices of a game, in a mapped file.
pub struct ChoiceTable {
    path: PathBuf,
    map: Mmap,
    header: ChoiceHeader,
    mechanics: Mechanics,
    encoding: Encoding,
    /// By layer number: byte at which the codes begin, and their bits.
    sections: Vec<(usize, u32)>,
}

impl ChoiceTable {
    /// Whether the file begins as a file of choices does.
    ///
    /// # Errors
    /// It cannot be read; it is named.
    pub fn is_one(path: &Path) -> Result<bool, TableError> {
        use std::io::Read;
        let mut magic = Vec::new();
        File::open(path)
            .and_then(|file| file.take(8).read_to_end(&mut magic))
            .map_err(|source| TableError::Io {
                path: path.to_path_buf(),
                source,
            })?;
        Ok(magic == CHOICES_MAGIC)
    }

    /// # Errors
    /// The file cannot be read, is no file of choices, of another version,
    /// damaged, or cut short. The choices themselves are checked by
    /// [`Self::verify_checksums`].
    pub fn open(path: &Path) -> Result<ChoiceTable, TableError> {
        let io = |source| TableError::Io {
            path: path.to_path_buf(),
            source,
        };
        let form = |what: String| TableError::Form {
            path: path.to_path_buf(),
            what,
        };
        let file = File::open(path).map_err(io)?;
        // SAFETY: such files are renamed when they are finished; nothing here
        // writes to them afterwards.
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        let header = parse_header(&map).map_err(form)?;
        check_length(map.len() as u64, header.file_bytes()).map_err(form)?;
        let mechanics = header.game.checked_mechanics().map_err(form)?;
        let encoding = Encoding::new(&mechanics).map_err(|error| form(error.to_string()))?;
        let mut sections = vec![(0, 0); encoding.layers.count()];
        for layer in encoding.layers.groups().into_iter().flatten() {
            let mover = match layer.mover {
                _ if encoding.layers.symmetric => "both",
                Player::A => "A",
                Player::B => "B",
            };
            let section = header
                .sections
                .iter()
                .find(|s| (s.mine, s.theirs, s.mover.as_str()) == (layer.mine, layer.theirs, mover))
                .ok_or_else(|| form(format!("no section for layer {layer:?}")))?;
            sections[encoding.layers.number(layer)] = (section.offset as usize, section.bits);
        }
        Ok(ChoiceTable {
            path: path.to_path_buf(),
            map,
            header,
            mechanics,
            encoding,
            sections,
        })
    }

    pub fn header(&self) -> &ChoiceHeader {
        &self.header
    }

    /// The rules of the game.
    pub fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// The best of `choices`, the legal choices of `position` with `points`.
    ///
    /// The position must not be over.
    pub fn best(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
    ) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        let (layer, place) = self.encoding.place(position);
        let (offset, bits) = self.sections[self.encoding.layers.number(layer)];
        let mut code = self.code(offset, bits, place);
        for throw in rules.mechanics().throws.throws() {
            if throw.points == points {
                break;
            }
            code /= u64::from(rules.choices(position, throw.points).len());
        }
        choices.nth((code % u64::from(choices.len())) as u32)
    }

    fn code(&self, offset: usize, bits: u32, place: usize) -> u64 {
        let bit = place * bits as usize;
        let at = offset + bit / 8;
        let mut bytes = [0; 8];
        let rest = &self.map[at.min(self.map.len())..];
        let count = rest.len().min(8);
        bytes[..count].copy_from_slice(&rest[..count]);
        u64::from_le_bytes(bytes) >> (bit % 8) & ((1 << bits) - 1)
    }

    /// Compares the checksum of every section.
    ///
    /// # Errors
    /// The first damaged section.
    pub fn verify_checksums(&self) -> Result<(), TableError> {
        for section in &self.header.sections {
            let start = section.offset as usize;
            let bytes = &self.map[start..start + section.bytes as usize];
            let found = sha256_hex(&[bytes]);
            if found != section.sha256 {
                return Err(TableError::Damaged {
                    path: self.path.clone(),
                    section: format!("({}, {}) choices", section.mine, section.theirs),
                    found,
                    expected: section.sha256.clone(),
                });
            }
        }
        Ok(())
    }
}

fn parse_header(map: &[u8]) -> Result<ChoiceHeader, String> {
    let text = header_text(map, &CHOICES_MAGIC, "file of choices")?;
    let header: ChoiceHeader =
        serde_json::from_slice(text).map_err(|error| format!("the header: {error}"))?;
    if header.encoding != ENCODING {
        return Err(format!(
            "positions are numbered by {}, and this program knows {ENCODING}",
            header.encoding
        ));
    }
    Ok(header)
}
