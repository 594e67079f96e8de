//! A board as an array of cells, each with its number on either track.

use crate::ruleset::Mechanics;
use crate::types::{ByPlayer, MAX_LENGTH, Player, SquareSet};

use super::super::position::Setup;
use super::square;

/// The origin of a move that enters: a square 0 before everyone's track.
pub(super) const HAND: u8 = 0;

#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) owner: Player,
    /// Whether it has the right of exit.
    pub(super) right: bool,
    /// Whether it came back from the water and must move on.
    pub(super) returned: bool,
}

/// Pieces are asked for by a player and a square of that player's track.
#[derive(Clone)]
pub(super) struct Board<'a> {
    mechanics: &'a Mechanics,
    /// A's square s is cell s, and so is B's where the tracks are one. Else
    /// B's squares are the cells they share with A's, or [`MAX_LENGTH`] + s.
    cells: [Option<Piece>; 2 * MAX_LENGTH as usize + 1],
    pub(super) home: ByPlayer<u8>,
}

impl<'a> Board<'a> {
    pub(super) fn of(mechanics: &'a Mechanics, setup: &Setup) -> Board<'a> {
        let mut board = Board {
            mechanics,
            cells: [None; 2 * MAX_LENGTH as usize + 1],
            home: setup.home,
        };
        for owner in Player::BOTH {
            for square in setup.on[owner].iter() {
                let starred = setup.starred[owner].contains(square);
                let returns = mechanics.returned_to().is_some();
                let wins_right = mechanics
                    .right_of_exit
                    .is_some_and(|right| right.won_on == square);
                let piece = Piece {
                    owner,
                    right: wins_right || starred && !returns,
                    returned: starred && returns,
                };
                let cell = board.cell(owner, square.number());
                board.cells[cell] = Some(piece);
            }
        }
        board
    }

    /// The pieces on the board and home, the stars that must be written.
    pub(super) fn setup(&self) -> Setup {
        let mut setup = Setup {
            home: self.home,
            ..Setup::default()
        };
        let right = self.mechanics.right_of_exit;
        for owner in Player::BOTH {
            for number in self.squares_of(owner) {
                let piece = self.piece(owner, number).expect("a piece of the list");
                let needs_no_star = right.is_some_and(|right| right.won_on.number() == number);
                setup.on[owner].insert(square(number));
                if piece.returned || piece.right && !needs_no_star {
                    setup.starred[owner].insert(square(number));
                }
            }
        }
        setup
    }

    fn cell(&self, player: Player, square: u8) -> usize {
        let number = match (player, &self.mechanics.cells) {
            (Player::A, _) | (Player::B, None) => square,
            (Player::B, Some(cells)) => cells
                .shared
                .iter()
                .find(|(_, b)| b.number() == square)
                .map_or(MAX_LENGTH + square, |(a, _)| a.number()),
        };
        usize::from(number)
    }

    pub(super) fn piece(&self, player: Player, square: u8) -> Option<Piece> {
        self.cells[self.cell(player, square)]
    }

    pub(super) fn owner(&self, player: Player, square: u8) -> Option<Player> {
        self.piece(player, square).map(|piece| piece.owner)
    }

    /// Squares of the player's pieces, ascending.
    pub(super) fn squares_of(&self, player: Player) -> Vec<u8> {
        (1..=self.mechanics.length)
            .filter(|&square| self.owner(player, square) == Some(player))
            .collect()
    }

    /// The squares of a set on which the player has a piece, ascending.
    pub(super) fn squares_among(&self, player: Player, set: SquareSet) -> Vec<u8> {
        let mut squares = self.squares_of(player);
        squares.retain(|&number| set.contains(square(number)));
        squares
    }

    /// How many pieces are neither home nor on the board.
    pub(super) fn absent(&self, player: Player) -> u8 {
        self.mechanics.pieces - self.home[player] - self.squares_of(player).len() as u8
    }

    /// Takes a piece off its square, or one out of the hand.
    pub(super) fn take(&mut self, player: Player, square: u8) -> Piece {
        if square == HAND {
            return Piece {
                owner: player,
                right: false,
                returned: false,
            };
        }
        let cell = self.cell(player, square);
        self.cells[cell].take().expect("a piece stands there")
    }

    /// Puts a piece down to rest on a free square, where it may win or lose
    /// the right of exit.
    pub(super) fn put(&mut self, player: Player, number: u8, mut piece: Piece) {
        if let Some(right) = self.mechanics.right_of_exit {
            if square(number) == right.won_on {
                piece.right = true;
            } else if !right.lasts_on(square(number)) {
                piece.right = false;
            }
        }
        let cell = self.cell(player, number);
        let place = &mut self.cells[cell];
        assert!(place.is_none(), "square {number} is taken");
        *place = Some(piece);
    }
}
