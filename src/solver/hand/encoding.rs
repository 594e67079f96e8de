//! From positions of a game with pieces in hand to places in the table and back.
//!
//! ```text
//! layer (i, j) = pieces that the player about to throw, and the other, have not home
//! place        = offset of the front + number of the mover's early set · P(k) + number of the other's
//! ```
//!
//! where k is what the other player has neither home nor in the front, and P(k)
//! the number of sets of at most k early squares.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::early::EarlySets;
use super::fronts::{Front, LayerIndex, all_fronts, layer_len};
use super::game::HandGame;
use crate::rules::{Mark, Position, Setup};
use crate::ruleset::Mechanics;
use crate::solver::layers::{Layer, Layers, Unsupported};
use crate::types::{ByPlayer, Player, SquareSet};

/// The name of this encoding in table files.
pub const HAND_ENCODING: &str = "fronts-early-hand/1";

/// The encoding of one game.
#[derive(Clone)]
pub struct HandEncoding {
    pub layers: Layers,
    pub(super) game: Arc<HandGame>,
    pub(super) early: Arc<EarlySets>,
    pub(super) fronts: Arc<Vec<Front>>,
    /// By layer: how many positions, and where its blocks begin.
    lens: Arc<Vec<usize>>,
    offsets: Arc<Vec<OnceLock<Vec<u32>>>>,
    indices: Arc<Vec<OnceLock<LayerIndex>>>,
}

impl HandEncoding {
    /// # Errors
    /// See [`HandGame::new`].
    pub fn new(mechanics: &Mechanics) -> Result<HandEncoding, Unsupported> {
        let game = HandGame::new(mechanics)?;
        let early = EarlySets::new(&game);
        let fronts = all_fronts(&game);
        let layers = Layers {
            pieces: mechanics.pieces,
            symmetric: true,
        };
        let mut lens = vec![0; layers.count()];
        for layer in layers.groups().into_iter().flatten() {
            let len = layer_len(&early, &fronts, layer);
            if len >= u64::from(u32::MAX) {
                return Err(Unsupported::Positions(len));
            }
            lens[layers.number(layer)] = len as usize;
        }
        Ok(HandEncoding {
            offsets: Arc::new((0..layers.count()).map(|_| OnceLock::new()).collect()),
            indices: Arc::new((0..layers.count()).map(|_| OnceLock::new()).collect()),
            layers,
            game: Arc::new(game),
            early: Arc::new(early),
            fronts: Arc::new(fronts),
            lens: Arc::new(lens),
        })
    }

    /// Positions of a layer.
    pub fn positions(&self, layer: Layer) -> usize {
        self.lens[self.layers.number(layer)]
    }

    /// Positions of all layers.
    pub fn total_positions(&self) -> usize {
        self.lens.iter().sum()
    }

    /// How many positions there are with one player's pieces all home, each
    /// counted once whoever has won: the other's pieces stand anywhere.
    pub fn finished_positions(&self) -> usize {
        let pieces = u32::from(self.game.pieces);
        // By pieces on the board: ways to stand, and how many can be home.
        (0..=pieces.min(self.game.length))
            .map(|on| {
                let ways = crate::solver::colour::binomial(self.game.length as usize, on as usize);
                ways * (pieces - on + u32::from(on > 0)) as usize
            })
            .sum()
    }

    /// Bytes that the index of a layer takes at most.
    pub(super) fn index_bytes(&self) -> u64 {
        (self.game.codes * size_of::<u32>() + self.fronts.len() * size_of::<(u32, u32)>()) as u64
    }

    /// Where the blocks of a layer stand.
    pub(super) fn index(&self, layer: Layer) -> LayerIndex {
        LayerIndex::new(&self.game, &self.early, &self.fronts, layer)
    }

    /// The place of a position that is not over.
    ///
    /// # Panics
    /// If the position is over.
    #[inline]
    pub fn place(&self, position: &Position) -> (Layer, usize) {
        let mover = position.to_throw().expect("the game goes on");
        let layer = self.layers.layer(
            mover,
            self.game.pieces - position.home(mover),
            self.game.pieces - position.home(!mover),
        );
        let (mine, theirs) = (position.on(mover).0, position.on(!mover).0);
        let front = self.game.front_squares();
        let code = self.game.code(mine & front, theirs & front);
        let room = layer.theirs - (theirs & front).count_ones() as u8;
        let slot = &self.offsets[self.layers.number(layer)];
        let offset = slot.get_or_init(|| self.index(layer).offsets)[code] as usize;
        let sets = [mine & !front, theirs & !front].map(|set| self.early.rank(set));
        (layer, offset + sets[0] * self.early.size(room) + sets[1])
    }

    /// The position at a place of a layer, A about to throw.
    ///
    /// # Panics
    /// If the layer has no such place.
    pub fn position(&self, mechanics: &Mechanics, layer: Layer, place: usize) -> Position {
        assert!(place < self.positions(layer), "place {place} of {layer:?}");
        let slot = &self.indices[self.layers.number(layer)];
        let index = slot.get_or_init(|| self.index(layer));
        let ordinal = index
            .starts
            .partition_point(|&(start, _)| start as usize <= place)
            - 1;
        let (start, front) = index.starts[ordinal];
        let front = &self.fronts[front as usize];
        let columns = self.early.size(layer.theirs - front.their_count);
        let inside = place - start as usize;
        let mine = front.mine | self.early.squares[inside / columns];
        let theirs = front.theirs | self.early.squares[inside % columns];
        let setup = Setup {
            on: ByPlayer::new(SquareSet(mine), SquareSet(theirs)),
            starred: ByPlayer::default(),
            home: ByPlayer::new(
                self.game.pieces - layer.mine,
                self.game.pieces - layer.theirs,
            ),
            to_throw: Some(Player::A),
            mark: Mark::None,
        };
        Position::new(mechanics, &setup).expect("places are positions")
    }
}

impl fmt::Debug for HandEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HandEncoding")
            .field("layers", &self.layers)
            .field("fronts", &self.fronts.len())
            .finish_non_exhaustive()
    }
}
