//! The moves of single pieces: who may go where, and what happens there.

use crate::ruleset::{Backward, Capture, Pairs, Protection, Search};
use crate::types::{Square, SquareSet};

use super::Ply;
use super::board::Board;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Backward,
}

/// What a piece that has arrived on a trap does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnTrap {
    Stays,
    GoesToRefuge,
}

impl Ply<'_> {
    /// The board after the forward move from `from`, if it is legal. Moves
    /// that end on no trap are those of [`OnTrap::GoesToRefuge`].
    pub(super) fn forward(&self, from: u8, on_trap: OnTrap) -> Option<Board> {
        if self.points == 0 || !self.way_is_open(from, Direction::Forward) {
            return None;
        }
        if self.runs_past_the_end(from)
            && let Some(board) = self.bear_off(from)
        {
            return (on_trap == OnTrap::GoesToRefuge).then_some(board);
        }
        if holds(self.mechanics.exit_only, from) {
            return None;
        }
        if let Some(right) = self.mechanics.right_of_exit {
            let past_the_end = self.runs_past_the_end(from);
            let returns = past_the_end || holds(right.wrong_throw_returns, from);
            if returns && on_trap == OnTrap::Stays {
                return None;
            }
            if past_the_end || returns && self.may_land(from + self.points, Protection::Same) {
                return self.to_refuge(self.board.clone(), from);
            }
            if returns {
                return None;
            }
        }
        if self.runs_past_the_end(from) {
            return None;
        }
        self.land(from, from + self.points, Protection::Same, on_trap)
    }

    pub(super) fn backward(&self, from: u8, on_trap: OnTrap) -> Option<Board> {
        let Backward::Forced {
            from_at_most,
            protection,
        } = self.mechanics.backward
        else {
            return None;
        };
        let possible = self.points > 0
            && from > self.points
            && from <= from_at_most.number()
            && self.way_is_open(from, Direction::Backward);
        if !possible {
            return None;
        }
        self.land(from, from - self.points, protection, on_trap)
    }

    /// Whether what stands on the square `to` lets a move end there.
    fn may_land(&self, to: u8, protection: Protection) -> bool {
        match self.board.owner(to) {
            Some(owner) if owner == self.mover => false,
            Some(_) => protection != Protection::Same || !self.is_protected(to),
            None => true,
        }
    }

    /// Ends a move on the square `to` of the track.
    fn land(&self, from: u8, to: u8, protection: Protection, on_trap: OnTrap) -> Option<Board> {
        if !self.may_land(to, protection) {
            return None;
        }
        let is_trap = holds(self.mechanics.traps, to);
        if on_trap == OnTrap::Stays && !(is_trap && self.is_stay_square(to)) {
            return None;
        }
        let mut board = self.board.clone();
        let piece = board.take(from);
        if board.piece(to).is_some() {
            let captured = board.take(to);
            match self.mechanics.capture {
                Capture::Swap => board.put(self.mechanics, from, captured),
                Capture::Remove => {}
                Capture::Low | Capture::Hand | Capture::None => unreachable!("see `supports`"),
            }
        }
        board.put(self.mechanics, to, piece);
        if is_trap && on_trap == OnTrap::GoesToRefuge {
            return self.to_refuge(board, to);
        }
        Some(board)
    }

    /// Takes the piece on `from` off the board if its throw does that.
    pub(super) fn bear_off(&self, from: u8) -> Option<Board> {
        self.throw_bears_off(from).then(|| {
            let mut board = self.board.clone();
            board.take(from);
            board.home[self.mover] += 1;
            board
        })
    }

    /// Whether the throw is one that takes the piece on `from` off the board,
    /// as long as nothing stands in its way.
    pub(super) fn throw_bears_off(&self, from: u8) -> bool {
        match self.mechanics.right_of_exit {
            Some(_) => {
                let one_past_the_end = from + self.points == self.mechanics.length + 1;
                one_past_the_end && self.board.piece(from).is_some_and(|piece| piece.right)
            }
            None => holds(self.mechanics.off[self.points as usize], from),
        }
    }

    /// Sends the piece on `from` to the refuge, or to the first free square in
    /// the ruleset's direction; its own square counts as free.
    pub(super) fn to_refuge(&self, mut board: Board, from: u8) -> Option<Board> {
        let refuge = self.mechanics.refuge.expect("a ruleset with traps has one");
        let piece = board.take(from);
        let mut square = refuge.square.number();
        while board.piece(square).is_some() || holds(self.mechanics.traps, square) {
            match refuge.search {
                Search::Before => square -= 1,
                Search::After => square += 1,
                Search::Only => return None,
            }
            if square < 1 || square > self.mechanics.length {
                return None;
            }
        }
        board.put(self.mechanics, square, piece);
        Some(board)
    }

    /// Whether no gate (forward only) and no wall of the opponent lies
    /// strictly between the two ends of the move.
    pub(super) fn way_is_open(&self, from: u8, direction: Direction) -> bool {
        let length = self.mechanics.length;
        let between: Vec<u8> = match direction {
            Direction::Forward => (from + 1..(from + self.points).min(length + 1)).collect(),
            Direction::Backward => (from - self.points + 1..from).collect(),
        };
        if direction == Direction::Forward
            && between.iter().any(|&s| holds(self.mechanics.gates, s))
        {
            return false;
        }
        let wall = self.mechanics.wall[!self.mover];
        let mut in_a_row = 0;
        for square in between {
            if self.board.owner(square) == Some(!self.mover) {
                in_a_row += 1;
            } else {
                in_a_row = 0;
            }
            if wall > 0 && in_a_row == wall {
                return false;
            }
        }
        true
    }

    /// Whether the opponent's piece on `to` is on a safe square or has another
    /// of its colour beside it.
    fn is_protected(&self, to: u8) -> bool {
        if holds(self.mechanics.safe, to) {
            return true;
        }
        let owner = self.board.owner(to);
        let before = to > 1 && self.board.owner(to - 1) == owner;
        let after = to < self.mechanics.length && self.board.owner(to + 1) == owner;
        match self.mechanics.pairs[!self.mover] {
            Pairs::None => false,
            Pairs::Any => before || after,
            Pairs::Ends => before != after,
        }
    }

    pub(super) fn runs_past_the_end(&self, from: u8) -> bool {
        from + self.points > self.mechanics.length
    }

    pub(super) fn is_stay_square(&self, square: u8) -> bool {
        self.mechanics
            .stay
            .is_some_and(|stay| holds(stay.on, square))
    }

    /// Squares of the mover's pieces.
    pub(super) fn origins(&self) -> Vec<u8> {
        (1..=self.mechanics.length)
            .filter(|&square| self.board.owner(square) == Some(self.mover))
            .collect()
    }
}

pub(super) fn holds(set: SquareSet, square: u8) -> bool {
    Square::new(square).is_some_and(|square| set.contains(square))
}

pub(super) fn square(number: u8) -> Square {
    Square::new(number).expect("a square of the track")
}
