//! Which of the single moves the mover may choose from.

use crate::ruleset::{
    Backward, Entered, HoldOthers, HoldWait, Leave, OpenWith, Passing, StartFile,
};

use super::board::HAND;
use super::moves::{Moved, OnTrap};
use super::{Ply, holds, square};
use crate::rules::choices::{Choice, ChoiceKind};
use crate::rules::position::Mark;

type Options<'a> = Vec<(Choice, Moved<'a>)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    Forward,
    Backward,
}

impl<'a> Ply<'a> {
    pub(super) fn choices(&self) -> Options<'a> {
        if self.must_wait_to_open() {
            return self.nothing(Choice::PASS);
        }
        if self.mark == Mark::Entered {
            return self.choices_of_the_entered();
        }
        let mut choices = self.choices_of_all();
        if choices.is_empty() {
            return self.nothing(Choice::PASS);
        }
        let may_decline = choices.iter().any(|&(choice, _)| self.is_optional(choice));
        if may_decline || self.mechanics.passing == Passing::Free {
            choices.extend(self.nothing(Choice::DECLINE));
        }
        choices
    }

    fn choices_of_all(&self) -> Options<'a> {
        let opening = self.opening_moves();
        if !opening.is_empty() {
            return opening;
        }
        let stayers: Vec<u8> = self
            .board
            .squares_of(self.mover)
            .into_iter()
            .filter(|&from| self.is_stay_square(from))
            .collect();
        if !stayers.is_empty() {
            return self.choices_of_stayers(&stayers);
        }
        let held = self.held(self.mover);
        let others = self.mechanics.hold.map(|hold| hold.others);
        if !held.is_empty() && others == Some(HoldOthers::StandStill) {
            let (off, leave) = self.choices_of_the_held(&held);
            return if off.is_empty() { leave } else { off };
        }
        self.choices_of_the_free()
    }

    /// Whether the mover throws in vain until a certain throw comes.
    pub(super) fn must_wait_to_open(&self) -> bool {
        self.open_with().is_some_and(|with| match with {
            OpenWith::Points(points) => !points.contains(self.points),
            OpenWith::Piece(_) => false,
        })
    }

    /// The moves to begin with, if the mover has yet to begin and they are
    /// prescribed.
    fn opening_moves(&self) -> Options<'a> {
        match self.open_with() {
            Some(OpenWith::Piece(from))
                if self.board.squares_of(self.mover).contains(&from.number()) =>
            {
                self.moves(&[from.number()], Direction::Forward)
            }
            _ => Vec::new(),
        }
    }

    /// What the mover has to begin with, if the opening is still to come.
    pub(super) fn open_with(&self) -> Option<OpenWith> {
        let opening = self.mechanics.opening?;
        let to_come = self.mark == Mark::Unopened && opening.player == self.mover;
        to_come.then_some(opening.with)
    }

    /// The piece on 1 moves on or goes back to the hand.
    fn choices_of_the_entered(&self) -> Options<'a> {
        const ENTERED_ON: u8 = 1;
        let onward = self.moves(&[ENTERED_ON], Direction::Forward);
        if !onward.is_empty() {
            return onward;
        }
        let mut board = self.board.clone();
        board.take(self.mover, ENTERED_ON);
        let choice = Choice::moving(ChoiceKind::Leave, square(ENTERED_ON));
        vec![(choice, Moved::without_landing(board))]
    }

    /// Forward moves, else backward moves, and the rethrow beside either.
    fn choices_of_the_free(&self) -> Options<'a> {
        let movers = self.movers();
        let mut forward = self.moves(&movers, Direction::Forward);
        let mut held = self.held(self.mover);
        held.retain(|from| movers.contains(from));
        forward.extend(self.choices_of_the_held(&held).1);
        let mut choices = if !forward.is_empty() {
            self.narrowed_to_must_leave(forward)
        } else if self.mechanics.backward != Backward::None {
            self.moves(&movers, Direction::Backward)
        } else {
            Vec::new()
        };
        if let Some(rethrow) = self.mechanics.rethrow
            && rethrow.points.contains(self.points)
            && self.board.owner(self.mover, rethrow.from.number()) == Some(self.mover)
        {
            choices.extend(self.nothing(Choice::RETHROW));
        }
        choices
    }

    /// Squares of the pieces that may move at all, and the hand.
    fn movers(&self) -> Vec<u8> {
        let mut movers = self.board.squares_of(self.mover);
        movers.insert(0, HAND);
        if self.mechanics.file == StartFile::Waits
            && let Mark::Waiting(waiting) = self.mark
        {
            movers.retain(|&from| from == HAND || from >= waiting);
        }
        let only = self.mechanics.only_from;
        if !self.board.squares_among(self.mover, only).is_empty() {
            movers.retain(|&from| holds(only, from));
        }
        if let Some(returned) = self.returned(self.mover)
            && self.held(self.mover).is_empty()
        {
            movers.retain(|&from| from == returned);
        }
        movers
    }

    fn narrowed_to_must_leave(&self, forward: Options<'a>) -> Options<'a> {
        let must = |(choice, _): &(Choice, Moved<'a>)| {
            choice
                .from()
                .is_some_and(|from| self.mechanics.must_leave.contains(from))
        };
        if forward.iter().any(must) {
            forward.into_iter().filter(must).collect()
        } else {
            forward
        }
    }

    /// Bearing off, or else, where the ruleset has it, leaving for the refuge.
    fn choices_of_stayers(&self, stayers: &[u8]) -> Options<'a> {
        let mut choices = Vec::new();
        for &from in stayers {
            choices.extend(self.off_choice(from));
        }
        let leave = self.mechanics.stay.map(|stay| stay.leave);
        if choices.is_empty() && leave == Some(Leave::Later) {
            for &from in stayers {
                if !self.throw_bears_off(from)
                    && let Some(board) = self.to_refuge(self.board.clone(), from)
                {
                    choices.push(leave_choice(from, Moved::without_landing(board)));
                }
            }
        }
        choices
    }

    /// Of pieces in the water: those borne off, and those that may go to the
    /// refuge because they are not.
    fn choices_of_the_held(&self, held: &[u8]) -> (Options<'a>, Options<'a>) {
        let (mut off, mut leave) = (Vec::new(), Vec::new());
        for &from in held {
            if let Some(choice) = self.off_choice(from) {
                off.push(choice);
            } else if let Some(board) = self.leave_the_water(from) {
                leave.push(leave_choice(from, Moved::without_landing(board)));
            }
        }
        (off, leave)
    }

    fn off_choice(&self, from: u8) -> Option<(Choice, Moved<'a>)> {
        let board = self.bear_off(from)?;
        let choice = Choice::moving(ChoiceKind::Forward, square(from));
        Some((choice, Moved::without_landing(board)))
    }

    /// Whether nothing may be done in place of this choice.
    fn is_optional(&self, choice: Choice) -> bool {
        choice.kind == ChoiceKind::Leave
            && choice.from().is_some_and(|from| {
                let hold = self.mechanics.hold.filter(|hold| hold.on.contains(from));
                hold.is_none_or(|hold| hold.wait == HoldWait::Offered)
            })
    }

    fn moves(&self, origins: &[u8], direction: Direction) -> Options<'a> {
        let (stay, go) = match direction {
            Direction::Forward => (ChoiceKind::ForwardStay, ChoiceKind::Forward),
            Direction::Backward => (ChoiceKind::BackwardStay, ChoiceKind::Backward),
        };
        let mut moves = Vec::new();
        for &from in origins {
            for (on_trap, kind) in [(OnTrap::Stays, stay), (OnTrap::GoesToRefuge, go)] {
                let moved = match direction {
                    Direction::Forward => self.forward(from, on_trap),
                    Direction::Backward => self.backward(from, on_trap),
                };
                let choice = match from {
                    HAND => Choice::ENTER,
                    from => Choice::moving(kind, square(from)),
                };
                moves.extend(moved.map(|moved| (choice, moved)));
            }
        }
        moves
    }

    fn nothing(&self, choice: Choice) -> Options<'a> {
        vec![(choice, Moved::without_landing(self.board.clone()))]
    }

    /// Whether entering calls for a move of the piece that entered.
    pub(super) fn entering_obliges(&self) -> bool {
        self.mechanics
            .hand
            .is_some_and(|hand| hand.then == Entered::MustMove)
    }
}

fn leave_choice(from: u8, moved: Moved<'_>) -> (Choice, Moved<'_>) {
    (Choice::moving(ChoiceKind::Leave, square(from)), moved)
}
