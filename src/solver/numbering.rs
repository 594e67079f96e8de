//! The numberings of positions that tables know, under one face.

use super::encoding::{ENCODING, Encoding};
use super::hand::{HAND_ENCODING, HandEncoding, HandGame};
use super::layers::{Layer, Layers, Unsupported};
use crate::rules::Position;
use crate::ruleset::Mechanics;

/// How the positions of a game are numbered.
#[derive(Clone, Debug)]
pub enum Numbering {
    /// Games in which captured pieces are swapped.
    Swap(Encoding),
    /// Games in which they go back to the hand.
    Hand(HandEncoding),
}

impl Numbering {
    /// # Errors
    /// No solver serves the game: see [`Unsupported`].
    pub fn new(mechanics: &Mechanics) -> Result<Numbering, Unsupported> {
        if HandGame::concerns(mechanics) {
            HandEncoding::new(mechanics).map(Numbering::Hand)
        } else {
            Encoding::new(mechanics).map(Numbering::Swap)
        }
    }

    /// Its name in table files.
    pub fn name(&self) -> &'static str {
        match self {
            Numbering::Swap(_) => ENCODING,
            Numbering::Hand(_) => HAND_ENCODING,
        }
    }

    pub fn layers(&self) -> Layers {
        match self {
            Numbering::Swap(encoding) => encoding.layers,
            Numbering::Hand(encoding) => encoding.layers,
        }
    }

    /// Values a block and blocks of a layer; blocks of different lengths count
    /// as blocks of one value.
    pub fn shape(&self, layer: Layer) -> (usize, usize) {
        match self {
            Numbering::Swap(encoding) => encoding.shape(layer),
            Numbering::Hand(encoding) => (1, encoding.positions(layer)),
        }
    }

    /// Positions of a layer.
    pub fn positions(&self, layer: Layer) -> usize {
        let (values, blocks) = self.shape(layer);
        values * blocks
    }

    /// Positions of all layers.
    pub fn total_positions(&self) -> usize {
        let groups = self.layers().groups().into_iter().flatten();
        groups.map(|layer| self.positions(layer)).sum()
    }

    /// The place of a position that is not over.
    ///
    /// # Panics
    /// If the position is over.
    #[inline]
    pub fn place(&self, position: &Position) -> (Layer, usize) {
        match self {
            Numbering::Swap(encoding) => encoding.place(position),
            Numbering::Hand(encoding) => encoding.place(position),
        }
    }

    /// The position at a place of a layer.
    ///
    /// # Panics
    /// If the layer has no such place.
    pub fn position(&self, mechanics: &Mechanics, layer: Layer, place: usize) -> Position {
        match self {
            Numbering::Swap(encoding) => encoding.position(mechanics, layer, place),
            Numbering::Hand(encoding) => encoding.position(mechanics, layer, place),
        }
    }
}
