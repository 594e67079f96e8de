//! From positions to places in the table and back.
//!
//! ```text
//! position → layer (who throws, pieces each) → block (squares, stars) → colouring
//! place in the layer's array = block · C(i + j, i) + colouring
//! ```

use crate::rules::{Mark, Position, Setup};
use crate::ruleset::{GateMode, Mechanics, Search};
use crate::types::{ByPlayer, Player, SquareSet};

use super::colour::{binomial, colex};
use super::index::{BlockIndex, Places, deposit, extract};
use super::layers::{Layer, Layers, Unsupported};

/// The name of this encoding in table files.
pub const ENCODING: &str = "levels-blocks-colex/1";

/// The encoding of one game.
#[derive(Clone, Debug)]
pub struct Encoding {
    pub layers: Layers,
    /// By pieces on the board together.
    indices: Vec<BlockIndex>,
    /// Levels that a move can raise a block by at most.
    raise: usize,
}

impl Encoding {
    /// # Errors
    /// See [`Unsupported`].
    pub fn new(mechanics: &Mechanics) -> Result<Encoding, Unsupported> {
        let layers = Layers::of(mechanics)?;
        let places = Places::of(mechanics);
        let indices = (0..=2 * usize::from(mechanics.pieces))
            .map(|pieces| BlockIndex::new(places, pieces).ok_or(Unsupported::TooLarge(pieces)))
            .collect::<Result<_, _>>()?;
        Ok(Encoding {
            layers,
            indices,
            raise: raise(mechanics),
        })
    }

    /// The same with layers that tell the players apart, whatever the rules.
    ///
    /// # Errors
    /// See [`Unsupported`].
    pub fn by_player(mechanics: &Mechanics) -> Result<Encoding, Unsupported> {
        let mut encoding = Encoding::new(mechanics)?;
        encoding.layers.symmetric = false;
        Ok(encoding)
    }

    /// The blocks of the layers with `pieces` pieces together.
    pub fn blocks(&self, pieces: usize) -> &BlockIndex {
        &self.indices[pieces]
    }

    /// Levels that a move can raise a block by at most.
    pub fn raise(&self) -> usize {
        self.raise
    }

    /// The most blocks on as many neighbouring levels as a sweep reads at a
    /// time (see [`super::lift`]).
    pub fn window(&self, pieces: usize) -> usize {
        let index = &self.indices[pieces];
        let levels = 0..=index.highest_sum();
        let upto = |level: usize| index.base(level.saturating_sub(self.raise + 2));
        levels
            .map(|level| (upto(level) - index.base(level)) as usize)
            .max()
            .unwrap_or(0)
    }

    /// Colourings a block and blocks of a layer.
    pub fn shape(&self, layer: Layer) -> (usize, usize) {
        let pieces = usize::from(layer.mine + layer.theirs);
        (
            binomial(pieces, usize::from(layer.mine)),
            self.indices[pieces].blocks() as usize,
        )
    }

    /// Positions of a layer.
    pub fn positions(&self, layer: Layer) -> usize {
        let (colourings, blocks) = self.shape(layer);
        colourings * blocks
    }

    /// Positions of all layers.
    pub fn total_positions(&self) -> usize {
        self.layers
            .groups()
            .into_iter()
            .flatten()
            .map(|layer| self.positions(layer))
            .sum()
    }

    /// The place of a position that is not over.
    ///
    /// # Panics
    /// If the position is over.
    #[inline]
    pub fn place(&self, position: &Position) -> (Layer, usize) {
        let mover = position.to_throw().expect("the game goes on");
        let (mine, theirs) = (position.on(mover).0, position.on(!mover).0);
        let layer = self
            .layers
            .layer(mover, mine.count_ones() as u8, theirs.count_ones() as u8);
        let set = mine | theirs;
        let stars = position.starred(mover).0 | position.starred(!mover).0;
        let pieces = set.count_ones() as usize;
        let block = self.indices[pieces].rank(set, stars) as usize;
        let colourings = binomial(pieces, usize::from(layer.mine));
        (layer, block * colourings + colex(extract(mine, set)))
    }

    /// The position at a place of a layer.
    ///
    /// # Panics
    /// If the layer has no such place.
    pub fn position(&self, mechanics: &Mechanics, layer: Layer, place: usize) -> Position {
        let pieces = usize::from(layer.mine + layer.theirs);
        let (colourings, blocks) = self.shape(layer);
        assert!(place < colourings * blocks, "place {place} of {layer:?}");
        let (set, stars) = self.indices[pieces].unrank((place / colourings) as u32);
        let word = colex_word(place % colourings, usize::from(layer.mine));
        let mine = deposit(word, set);
        let side = |set: u32| {
            let of = |owned: u32| SquareSet(owned & set);
            match layer.mover {
                Player::A => ByPlayer::new(of(mine), of(!mine)),
                Player::B => ByPlayer::new(of(!mine), of(mine)),
            }
        };
        let on = side(set);
        let setup = Setup {
            on,
            starred: side(stars),
            home: on.map(|on| mechanics.pieces - on.len() as u8),
            to_throw: Some(layer.mover),
            mark: Mark::None,
        };
        Position::new(mechanics, &setup).expect("places are positions")
    }
}

/// The most squares that a piece can go forward: the highest throw or, where a
/// refuge or a square to fall or to be diverted to lies so far ahead, the way to
/// it.
fn raise(mechanics: &Mechanics) -> usize {
    let points = usize::from(mechanics.throws.max_points());
    let fall = match (mechanics.gate_mode, mechanics.gates.first()) {
        (GateMode::FallTo(square), Some(gate)) => {
            let lowest = usize::from(gate.number() + 1).saturating_sub(points);
            usize::from(square.number()) - lowest.max(1)
        }
        _ => 0,
    };
    let refuge = mechanics.refuge.map_or(0, |refuge| match refuge.search {
        Search::After => usize::from(mechanics.length),
        Search::Before | Search::Only => usize::from(refuge.square.number()),
    });
    let lowest = |squares: SquareSet| {
        let first = squares.first().map(|square| usize::from(square.number()));
        first.unwrap_or(usize::MAX)
    };
    let diverted = mechanics.divert.map_or(0, |divert| {
        let to = usize::from(divert.to.number()).max(refuge);
        to.saturating_sub(lowest(divert.from))
    });
    points
        .max(fall)
        .max(diverted)
        .max((refuge + points).saturating_sub(lowest(mechanics.traps)))
        .max(refuge.saturating_sub(lowest(mechanics.held())))
}

/// The `number`-th word with `ones` ones.
fn colex_word(mut number: usize, ones: usize) -> u32 {
    let mut word = 0;
    for k in (1..=ones).rev() {
        let bit = (k - 1..32)
            .take_while(|&bit| binomial(bit, k) <= number)
            .last()
            .expect("C(k − 1, k) is 0");
        word |= 1 << bit;
        number -= binomial(bit, k);
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    #[test]
    fn places_of_the_large_layers_are_positions_and_back() {
        for id in ["anubis-5", "ankh-5", "nile-5-six", "bgfl-7", "kendall-5"] {
            let mechanics = load_builtin(id, &[], &[("pieces", "5")]).unwrap().mechanics;
            let encoding = Encoding::new(&mechanics).unwrap();
            for (mine, theirs) in [(5, 5), (5, 4), (2, 5), (4, 4)] {
                let layer = encoding.layers.layer(Player::A, mine, theirs);
                let positions = encoding.positions(layer);
                let places = (0..500).map(|k: usize| k.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                for place in places.map(|k| k % positions).chain([0, positions - 1]) {
                    let position = encoding.position(&mechanics, layer, place);
                    assert_eq!(encoding.place(&position), (layer, place), "{position}");
                }
            }
        }
    }

    #[test]
    fn a_window_holds_the_levels_that_a_sweep_reads() {
        let mechanics = load_builtin("anubis-5", &[], &[]).unwrap().mechanics;
        let encoding = Encoding::new(&mechanics).unwrap();
        assert_eq!(encoding.raise(), 5);
        // One piece: a block a level, on 29 squares; seven levels.
        assert_eq!(encoding.window(1), 7);
        let nile = load_builtin("nile-5-six", &[], &[]).unwrap().mechanics;
        // From 21, by way of 27, to the last free square after 15.
        assert_eq!(Encoding::new(&nile).unwrap().raise(), 9);
        let sets = [("gate_fall", "30"), ("refuge", "20"), ("hold", "[8, 27]")];
        let kendall = load_builtin("kendall-5", &[], &sets).unwrap().mechanics;
        // From 8 to a refuge ahead of it; from 22 past 26 to 30 it is 8.
        assert_eq!(Encoding::new(&kendall).unwrap().raise(), 12);
    }

    #[test]
    fn every_place_of_a_small_game_is_a_position_and_back() {
        for (id, readings) in [
            ("anubis-5", &[][..]),
            ("ankh-5", &[]),
            ("nile-5-six", &[]),
            ("nile-5-six", &["right-kept"]),
            ("kendall-5", &[]),
        ] {
            let mut mechanics = load_builtin(id, readings, &[("pieces", "2")])
                .unwrap()
                .mechanics;
            for symmetric in [true, false] {
                if !symmetric {
                    mechanics.wall.b = 2;
                }
                let encoding = Encoding::new(&mechanics).unwrap();
                for layer in encoding.layers.groups().into_iter().flatten() {
                    if layer.mine + layer.theirs == 4 && !readings.is_empty() {
                        continue;
                    }
                    for place in 0..encoding.positions(layer) {
                        let position = encoding.position(&mechanics, layer, place);
                        assert_eq!(encoding.place(&position), (layer, place), "{position}");
                    }
                }
            }
        }
    }
}
