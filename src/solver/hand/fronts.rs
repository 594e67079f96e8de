//! Fronts: where the pieces past the early squares stand, of both players.
//!
//! ```text
//! code  = Σ over the mover's pieces of mine[s] + Σ over the other's of theirs[s]
//! level = Σ of the squares of both, each by its owner's numbers
//! ```
//!
//! A forward move to an empty cell raises the level or stays within the block;
//! a capture may lower it or leave it as it is. Fronts are kept from the highest
//! level down, those of one level by their codes.

use super::early::EarlySets;
use super::game::HandGame;
use crate::solver::layers::Layer;

/// The pieces of both players past the early squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Front {
    /// The mover's squares.
    pub mine: u32,
    /// The other player's squares, by that player's numbers.
    pub theirs: u32,
    pub code: u32,
    /// The code of the same pieces seen by the other player.
    pub mirror: u32,
    pub level: u16,
    pub mine_count: u8,
    pub their_count: u8,
}

/// Every front of the game, from the highest level down.
pub(super) fn all_fronts(game: &HandGame) -> Vec<Front> {
    let mut fronts = Vec::new();
    let empty = Front {
        mine: 0,
        theirs: 0,
        code: 0,
        mirror: 0,
        level: 0,
        mine_count: 0,
        their_count: 0,
    };
    extend(game, empty, game.early + 1, &mut fronts);
    fronts.sort_unstable_by_key(|front| (std::cmp::Reverse(front.level), front.code));
    fronts
}

/// Adds all fronts that put something on the cells of the mover's square `s`
/// and later ones, the private squares of the other player with that number
/// among them.
fn extend(game: &HandGame, front: Front, s: u32, fronts: &mut Vec<Front>) {
    if s > game.length {
        fronts.push(front);
        return;
    }
    let seen = u32::from(game.other[s as usize]);
    let their_square = if seen == 0 { s } else { seen };
    let may_mine = front.mine_count < game.pieces;
    let may_theirs = front.their_count < game.pieces;
    extend(game, front, s + 1, fronts);
    if may_mine {
        extend(game, front.with_mine(game, s), s + 1, fronts);
    }
    if may_theirs {
        extend(game, front.with_theirs(game, their_square), s + 1, fronts);
    }
    if seen == 0 && may_mine && may_theirs {
        let both = front.with_mine(game, s).with_theirs(game, their_square);
        extend(game, both, s + 1, fronts);
    }
}

impl Front {
    fn with_mine(self, game: &HandGame, s: u32) -> Front {
        Front {
            mine: self.mine | 1 << s,
            code: self.code + game.mine[s as usize],
            mirror: self.mirror + game.theirs[s as usize],
            level: self.level + s as u16,
            mine_count: self.mine_count + 1,
            ..self
        }
    }

    fn with_theirs(self, game: &HandGame, s: u32) -> Front {
        Front {
            theirs: self.theirs | 1 << s,
            code: self.code + game.theirs[s as usize],
            mirror: self.mirror + game.mine[s as usize],
            level: self.level + s as u16,
            their_count: self.their_count + 1,
            ..self
        }
    }

    /// Whether a layer holds it.
    pub fn is_in(&self, layer: Layer) -> bool {
        self.mine_count <= layer.mine && self.their_count <= layer.theirs
    }
}

/// Where the blocks of one layer stand in its array.
#[derive(Clone, Debug)]
pub(super) struct LayerIndex {
    /// By code of the front; only codes of fronts of the layer are asked for.
    pub offsets: Vec<u32>,
    /// The blocks in order: where each begins, and the number of its front.
    pub starts: Vec<(u32, u32)>,
}

impl LayerIndex {
    pub fn new(game: &HandGame, early: &EarlySets, fronts: &[Front], layer: Layer) -> LayerIndex {
        let mut offsets = vec![u32::MAX; game.codes];
        let mut starts = Vec::new();
        let mut len = 0;
        for (number, front) in (0..).zip(fronts).filter(|(_, front)| front.is_in(layer)) {
            offsets[front.code as usize] = len;
            starts.push((len, number));
            len += block_len(early, front, layer) as u32;
        }
        LayerIndex { offsets, starts }
    }
}

/// Positions of a layer, without an index.
pub(super) fn layer_len(early: &EarlySets, fronts: &[Front], layer: Layer) -> u64 {
    let held = fronts.iter().filter(|front| front.is_in(layer));
    held.map(|front| block_len(early, front, layer) as u64)
        .sum()
}

/// Positions of the block of a front.
fn block_len(early: &EarlySets, front: &Front, layer: Layer) -> usize {
    early.size(layer.mine - front.mine_count) * early.size(layer.theirs - front.their_count)
}
