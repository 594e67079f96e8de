//! A board as an array of squares.

use crate::ruleset::Mechanics;
use crate::types::{ByPlayer, MAX_LENGTH, Player, Square};

use super::super::position::Setup;

#[derive(Clone, Copy)]
pub(super) struct Piece {
    pub(super) owner: Player,
    /// Whether it has the right of exit.
    pub(super) right: bool,
}

#[derive(Clone)]
pub(super) struct Board {
    /// Index 1 to `length`; index 0 is never used.
    squares: [Option<Piece>; MAX_LENGTH as usize + 1],
    pub(super) home: ByPlayer<u8>,
}

impl Board {
    pub(super) fn of(mechanics: &Mechanics, setup: &Setup) -> Board {
        let mut board = Board {
            squares: [None; MAX_LENGTH as usize + 1],
            home: setup.home,
        };
        for owner in Player::BOTH {
            for square in setup.on[owner].iter() {
                let wins_right = mechanics
                    .right_of_exit
                    .is_some_and(|right| right.won_on == square);
                let right = wins_right || setup.starred[owner].contains(square);
                board.squares[square.number() as usize] = Some(Piece { owner, right });
            }
        }
        board
    }

    pub(super) fn piece(&self, square: u8) -> Option<Piece> {
        self.squares[square as usize]
    }

    pub(super) fn owner(&self, square: u8) -> Option<Player> {
        self.piece(square).map(|piece| piece.owner)
    }

    pub(super) fn take(&mut self, square: u8) -> Piece {
        self.squares[square as usize]
            .take()
            .expect("a piece stands there")
    }

    /// Puts a piece down to rest on a free square, where it may win or lose
    /// the right of exit.
    pub(super) fn put(&mut self, mechanics: &Mechanics, square: u8, mut piece: Piece) {
        if let Some(right) = mechanics.right_of_exit {
            let square = Square::new(square).expect("a square of the track");
            if square == right.won_on {
                piece.right = true;
            } else if !right.lasts_on(square) {
                piece.right = false;
            }
        }
        let place = &mut self.squares[square as usize];
        assert!(place.is_none(), "square {square} is taken");
        *place = Some(piece);
    }
}
