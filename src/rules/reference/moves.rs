//! The moves of single pieces: who may go where, and what happens there.

use crate::ruleset::{Backward, Bump, Capture, Protection, Returned, Search, TrapTo};

use super::board::{Board, HAND};
use super::obstacles::Aim;
use super::{Ply, holds};

/// What a piece that has arrived on a trap does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum OnTrap {
    Stays,
    GoesToRefuge,
}

/// What became of a board.
pub(super) struct Moved<'a> {
    pub(super) board: Board<'a>,
    /// The square of the track on which a move ended, whatever the square did
    /// to the piece then. `None` where it bore off or went to the refuge
    /// without landing anywhere.
    pub(super) ended_on: Option<u8>,
    /// Whether the piece rests where its move ended.
    pub(super) rests: bool,
    pub(super) captured: bool,
}

impl<'a> Moved<'a> {
    pub(super) fn without_landing(board: Board<'a>) -> Moved<'a> {
        Moved {
            board,
            ended_on: None,
            rests: false,
            captured: false,
        }
    }
}

impl<'a> Ply<'a> {
    /// The forward move from `from`, which may be the hand, if it is legal.
    /// Moves that end on no trap are those of [`OnTrap::GoesToRefuge`].
    pub(super) fn forward(&self, from: u8, on_trap: OnTrap) -> Option<Moved<'a>> {
        if self.points == 0 {
            return None;
        }
        if from == HAND {
            let hand = self.mechanics.hand?;
            if !hand.points.contains(self.points) || self.board.absent(self.mover) == 0 {
                return None;
            }
        }
        let refuge_only = on_trap == OnTrap::GoesToRefuge;
        if let Some(board) = self.bear_off(from) {
            return refuge_only.then(|| Moved::without_landing(board));
        }
        if holds(self.mechanics.exit_only, from) || holds(self.mechanics.held(), from) {
            return None;
        }
        let (to, falls) = match self.aim(from)? {
            Aim::At(to) => (to, false),
            Aim::FallsTo(to) => (to, true),
        };
        if self.is_walled(from, to.min(self.mechanics.length + 1)) {
            return None;
        }
        let runs_past_the_end = to > self.mechanics.length;
        if let Some(right) = self.mechanics.right_of_exit
            && (runs_past_the_end || holds(right.wrong_throw_returns, from))
        {
            if !runs_past_the_end && !self.may_land(from, to, Protection::Same) {
                return None;
            }
            let refused = self.to_refuge(self.board.clone(), from)?;
            return refuge_only.then(|| Moved::without_landing(refused));
        }
        if runs_past_the_end {
            return None;
        }
        let is_taken = self.board.piece(self.mover, to).is_some();
        if falls && is_taken {
            return None;
        }
        if let Some(divert) = self.mechanics.divert
            && holds(divert.from, from)
            && is_taken
        {
            let diverted = self.divert(from, divert.to.number())?;
            return refuge_only.then_some(diverted);
        }
        let bump = self
            .mechanics
            .bump
            .filter(|bump| bump.from.number() == from && holds(bump.onto, to) && is_taken);
        self.land(from, to, Protection::Same, bump, on_trap)
    }

    pub(super) fn backward(&self, from: u8, on_trap: OnTrap) -> Option<Moved<'a>> {
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
            && !holds(self.mechanics.held(), from)
            && !self.is_walled(from, from - self.points);
        if !possible {
            return None;
        }
        self.land(from, from - self.points, protection, None, on_trap)
    }

    /// To `to` and rest there, or else to the refuge.
    fn divert(&self, from: u8, to: u8) -> Option<Moved<'a>> {
        if self.board.piece(self.mover, to).is_some() {
            return self
                .to_refuge(self.board.clone(), from)
                .map(Moved::without_landing);
        }
        let mut board = self.board.clone();
        let piece = board.take(self.mover, from);
        board.put(self.mover, to, piece);
        Some(Moved {
            board,
            ended_on: Some(to),
            rests: true,
            captured: false,
        })
    }

    /// Ends a move on the square `to` of the track.
    fn land(
        &self,
        from: u8,
        to: u8,
        protection: Protection,
        bump: Option<Bump>,
        on_trap: OnTrap,
    ) -> Option<Moved<'a>> {
        if !self.may_land(from, to, protection) {
            return None;
        }
        let is_trap = holds(self.mechanics.traps, to);
        if on_trap == OnTrap::Stays && !(is_trap && self.is_stay_square(to)) {
            return None;
        }
        let mut board = self.board.clone();
        let mut piece = board.take(self.mover, from);
        piece.returned = false;
        let captured = board.piece(self.mover, to).is_some();
        if captured {
            self.capture(&mut board, from, to, bump)?;
        }
        board.put(self.mover, to, piece);
        let rests = !(is_trap && on_trap == OnTrap::GoesToRefuge);
        if !rests {
            match self.mechanics.trap_to {
                TrapTo::Refuge => board = self.to_refuge(board, to)?,
                TrapTo::Hand => {
                    board.take(self.mover, to);
                }
            }
        }
        Some(Moved {
            board,
            ended_on: Some(to),
            rests,
            captured,
        })
    }

    /// Moves the opponent's piece on `to` out of the way; `from` is free
    /// already. `None` where there is no place for it.
    fn capture(&self, board: &mut Board<'a>, from: u8, to: u8, bump: Option<Bump>) -> Option<()> {
        let place = match (bump, self.mechanics.capture) {
            (Some(bump), _) => {
                let place = bump.to.number();
                if board.piece(self.mover, place).is_some() {
                    return None;
                }
                Some(place)
            }
            (None, Capture::Swap) => Some(from),
            (None, Capture::Low) => Some((1..=self.mechanics.length).find(|&square| {
                board.piece(self.mover, square).is_none() && !holds(self.mechanics.traps, square)
            })?),
            (None, Capture::Remove | Capture::Hand) => None,
            (None, Capture::None) => return None,
        };
        let mut captured = board.take(self.mover, to);
        captured.returned = false;
        if let Some(place) = place {
            board.put(self.mover, place, captured);
        }
        Some(())
    }

    /// Takes the piece on `from` off the board, if the throw does that and
    /// nothing forbids it.
    pub(super) fn bear_off(&self, from: u8) -> Option<Board<'a>> {
        let past_the_end = self.mechanics.length + 1;
        let reaches = matches!(self.aim(from), Some(Aim::At(to)) if to >= past_the_end);
        let legal = self.points > 0
            && reaches
            && !self.is_walled(from, past_the_end)
            && self.throw_bears_off(from)
            && self.all_are_far_enough();
        legal.then(|| {
            let mut board = self.board.clone();
            board.take(self.mover, from);
            board.home[self.mover] += 1;
            board
        })
    }

    /// Whether the throw is one that takes the piece on `from` off the board.
    pub(super) fn throw_bears_off(&self, from: u8) -> bool {
        match self.mechanics.right_of_exit {
            Some(_) => {
                let one_past_the_end = from + self.points == self.mechanics.length + 1;
                let piece = self.board.piece(self.mover, from);
                one_past_the_end && piece.is_some_and(|piece| piece.right)
            }
            None => holds(self.mechanics.off[usize::from(self.points)], from),
        }
    }

    /// Whether no piece of the mover stands below the square from which on
    /// pieces may be borne off.
    fn all_are_far_enough(&self) -> bool {
        let mut squares = self.board.squares_of(self.mover).into_iter();
        squares.all(|square| square >= self.mechanics.off_none_below)
    }

    /// Sends the mover's piece on `from` to the refuge, or to the first free
    /// square in the ruleset's direction; its own square counts as free.
    pub(super) fn to_refuge(&self, mut board: Board<'a>, from: u8) -> Option<Board<'a>> {
        let refuge = self.mechanics.refuge.expect("something sends pieces there");
        let mut piece = board.take(self.mover, from);
        piece.returned = false;
        let mut square = refuge.square.number();
        while board.piece(self.mover, square).is_some() || holds(self.mechanics.traps, square) {
            match refuge.search {
                Search::Before => square -= 1,
                Search::After => square += 1,
                Search::Only => return None,
            }
            if square < 1 || square > self.mechanics.length {
                return None;
            }
        }
        board.put(self.mover, square, piece);
        Some(board)
    }

    /// A held piece goes to the refuge, where it may become one that must move.
    pub(super) fn leave_the_water(&self, from: u8) -> Option<Board<'a>> {
        let hold = self.mechanics.hold?;
        if self.points == 0 || !hold.back.contains(self.points) {
            return None;
        }
        let mut board = self.to_refuge(self.board.clone(), from)?;
        if hold.returned == Returned::MustMove {
            let refuge = self.mechanics.refuge.expect("it was found").square.number();
            let mut piece = board.take(self.mover, refuge);
            piece.returned = true;
            board.put(self.mover, refuge, piece);
        }
        Some(board)
    }
}
