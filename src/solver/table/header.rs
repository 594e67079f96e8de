//! What the header of a table file says.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ruleset::Mechanics;
use crate::solver::layers::Layer;
use crate::solver::numbering::Numbering;
use crate::solver::solve::Bounds;
use crate::solver::value::Precision;
use crate::types::Player;

use super::{ALIGNMENT, HEADER_BYTES};

/// Everything about a table but its values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub game: Game,
    /// Name of the numbering of positions.
    pub encoding: String,
    pub precision: Precision,
    pub bounds: Bounds,
    /// What was asked of the solver: see [`crate::solver::solve::Options`].
    pub tolerance: f64,
    /// In the order of the file.
    pub sections: Vec<Section>,
    /// `None` while the table is being made.
    pub start: Option<StartValue>,
    /// In tables of listed positions: the parts of a key, the highest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_parts: Option<Vec<KeyPart>>,
    /// In such tables: the position from which all others can arise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}

/// The game that was solved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub id: String,
    /// Id, readings and changed keys.
    pub label: String,
    pub digest: String,
    /// [`Mechanics::canonical`].
    pub mechanics: BTreeMap<String, String>,
    /// Squares on which a piece can rest.
    pub resting: Vec<u8>,
    /// Of these, the squares on which a piece may or may not carry a star.
    pub starrable: Vec<u8>,
}

/// A part of a key, see [`crate::solver::general::key`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyPart {
    pub name: String,
    pub bits: u32,
}

/// The first player's chance of winning.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct StartValue {
    pub value: f64,
    /// Proven bounds, where there are any.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
}

/// What the numbers of a section are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SectionKind {
    Value,
    Lower,
    Upper,
    /// Keys of positions, ascending.
    Key,
    /// Mean plies of perfect play.
    Plies,
    /// Chance of a draw in perfect play.
    Draw,
}

/// The values of one layer, or their lower or upper bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    pub kind: SectionKind,
    /// `"A"` or `"B"` where the rules differ by player, else `"both"`.
    pub mover: String,
    pub mine: u8,
    pub theirs: u8,
    pub blocks: u64,
    pub colourings: u64,
    pub offset: u64,
    pub bytes: u64,
    /// Empty while the layer is not solved.
    pub sha256: String,
    pub sweeps: u32,
    /// Largest change of the last sweep, as a difference of chances.
    pub change: f64,
    /// The widest interval of the layer's group.
    pub widest: Option<f64>,
}

impl Game {
    pub fn new(id: &str, label: &str, mechanics: &Mechanics) -> Game {
        let places = crate::solver::index::Places::of(mechanics);
        let squares = |set: crate::types::SquareSet| set.iter().map(|s| s.number()).collect();
        Game {
            id: id.to_string(),
            label: label.to_string(),
            digest: mechanics.digest().to_string(),
            mechanics: mechanics
                .canonical()
                .into_iter()
                .map(|(key, value)| (key.to_string(), value))
                .collect(),
            resting: squares(places.resting),
            starrable: squares(places.starrable),
        }
    }

    /// The rules of the game.
    ///
    /// # Errors
    /// They are no rules, or their digest is not the one written beside them.
    pub fn checked_mechanics(&self) -> Result<Mechanics, String> {
        let mechanics = Mechanics::from_canonical(&self.mechanics)
            .map_err(|what| format!("the ruleset in the header: {what}"))?;
        let digest = mechanics.digest().to_string();
        if digest != self.digest {
            return Err(format!(
                "the ruleset in the header has the digest {digest}, but {} is written beside it",
                self.digest
            ));
        }
        Ok(mechanics)
    }
}

impl Header {
    /// The header of a table none of whose layers is solved.
    pub fn new(
        game: Game,
        numbering: &Numbering,
        precision: Precision,
        bounds: Bounds,
        tolerance: f64,
    ) -> Header {
        let mut offset = HEADER_BYTES;
        let mut sections = Vec::new();
        for layer in numbering.layers().groups().into_iter().flatten() {
            let (colourings, blocks) = numbering.shape(layer);
            let kinds: &[SectionKind] = match bounds {
                Bounds::None => &[SectionKind::Value],
                Bounds::Both => &[SectionKind::Lower, SectionKind::Upper],
            };
            for &kind in kinds {
                let bytes = colourings * blocks * precision.bytes();
                sections.push(Section {
                    kind,
                    mover: mover_text(layer, numbering.layers().symmetric),
                    mine: layer.mine,
                    theirs: layer.theirs,
                    blocks: blocks as u64,
                    colourings: colourings as u64,
                    offset: offset as u64,
                    bytes: bytes as u64,
                    sha256: String::new(),
                    sweeps: 0,
                    change: 1.0,
                    widest: None,
                });
                offset = (offset + bytes).next_multiple_of(ALIGNMENT);
            }
        }
        Header {
            game,
            encoding: numbering.name().to_string(),
            precision,
            bounds,
            tolerance,
            sections,
            start: None,
            key_parts: None,
            from: None,
        }
    }

    /// Bytes of the whole file.
    pub fn file_bytes(&self) -> u64 {
        self.sections.last().map_or(HEADER_BYTES as u64, |section| {
            section.offset + section.bytes
        })
    }

    /// Positions of the table.
    pub fn positions(&self) -> u64 {
        self.sections
            .iter()
            .filter(|section| matches!(section.kind, SectionKind::Value | SectionKind::Lower))
            .map(|section| section.blocks * section.colourings)
            .sum()
    }

    /// The numbers of a layer's sections.
    pub fn find(&self, layer: Layer, symmetric: bool) -> impl Iterator<Item = usize> + '_ {
        let mover = mover_text(layer, symmetric);
        (0..self.sections.len()).filter(move |&i| {
            let section = &self.sections[i];
            (section.mine, section.theirs) == (layer.mine, layer.theirs) && section.mover == mover
        })
    }
}

fn mover_text(layer: Layer, symmetric: bool) -> String {
    match layer.mover {
        _ if symmetric => "both".to_string(),
        Player::A => "A".to_string(),
        Player::B => "B".to_string(),
    }
}
