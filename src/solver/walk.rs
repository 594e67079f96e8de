//! Going through the positions of a layer by their squares.

use super::colour::Colourings;
use super::encoding::Encoding;
use super::index::deposit;
use super::layers::Layer;
use crate::types::SquareSet;

impl Encoding {
    /// The levels (sums of the occupied squares) of a layer, the highest first.
    pub fn levels(&self, layer: Layer) -> Vec<usize> {
        self.blocks(usize::from(layer.mine + layer.theirs))
            .levels()
            .collect()
    }

    /// Tells `see` every position of one level of a layer: its place, and the
    /// squares of the player about to throw and of the other.
    pub fn walk(
        &self,
        layer: Layer,
        level: usize,
        mut see: impl FnMut(usize, SquareSet, SquareSet),
    ) {
        let pieces = usize::from(layer.mine + layer.theirs);
        let index = self.blocks(pieces);
        let colourings = Colourings::new(pieces, usize::from(layer.mine));
        let mut units = Vec::new();
        index.units(level, &mut units);
        for unit in &units {
            let starrable = unit.set & index.places().starrable.0;
            for star in 0..1usize << starrable.count_ones() {
                let first = (unit.first as usize + star) * colourings.len();
                for (c, &word) in colourings.words.iter().enumerate() {
                    let mine = deposit(word, unit.set);
                    see(first + c, SquareSet(mine), SquareSet(unit.set & !mine));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    #[test]
    fn every_place_is_walked_once_with_its_squares() {
        for id in ["anubis-5", "nile-5-six", "kendall-5"] {
            let ruleset = load_builtin(id, &[], &[("pieces", "2")]).unwrap();
            let encoding = Encoding::new(&ruleset.mechanics).unwrap();
            for layer in encoding.layers.groups().into_iter().flatten() {
                let mut next = 0;
                for level in encoding.levels(layer) {
                    encoding.walk(layer, level, |place, mine, theirs| {
                        assert_eq!(place, next);
                        if place % 97 == 0 {
                            let position = encoding.position(&ruleset.mechanics, layer, place);
                            assert_eq!(position.on(layer.mover), mine);
                            assert_eq!(position.on(!layer.mover), theirs);
                        }
                        next += 1;
                    });
                }
                assert_eq!(next, encoding.positions(layer));
            }
        }
    }
}
