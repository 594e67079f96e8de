//! What follows when a choice has been made: who throws next, which marks
//! stand, and what is swept away.

use crate::ruleset::{AfterPass, HoldGrants, OpenWith};

use super::board::Board;
use super::moves::Moved;
use super::{Ply, holds, outcome};
use crate::rules::choices::{Choice, ChoiceKind};
use crate::rules::position::{Mark, Setup};

impl<'a> Ply<'a> {
    pub(super) fn setup_after(&self, choice: Choice, moved: Moved<'a>) -> Setup {
        let next_thrower = if self.throws_again(choice, &moved) {
            self.mover
        } else {
            !self.mover
        };
        let is_over = outcome(self.mechanics, &moved.board.setup()).is_some();
        let turn_ends = next_thrower != self.mover;
        let arrived = moved.ended_on.filter(|_| moved.rests);
        let board = if turn_ends && !is_over {
            self.swept(moved.board, arrived)
        } else {
            moved.board
        };
        Setup {
            to_throw: (!is_over).then_some(next_thrower),
            mark: self.mark_after(choice),
            ..board.setup()
        }
    }

    /// The mover's pieces on the swept squares, but the one just arrived, go
    /// to the refuge.
    fn swept(&self, mut board: Board<'a>, arrived: Option<u8>) -> Board<'a> {
        for square in board.squares_among(self.mover, self.mechanics.sweep) {
            if Some(square) != arrived
                && let Some(swept) = self.to_refuge(board.clone(), square)
            {
                board = swept;
            }
        }
        board
    }

    fn mark_after(&self, choice: Choice) -> Mark {
        let in_the_start_alone = !self.mechanics.writes_opening();
        match self.mark {
            Mark::Unopened if in_the_start_alone || self.opens(choice) => Mark::None,
            Mark::Waiting(waiting) if choice.from().is_some_and(|s| s.number() == waiting) => {
                Mark::Waiting(waiting - 1)
            }
            mark @ (Mark::Unopened | Mark::Waiting(_)) => mark,
            Mark::None | Mark::Entered => {
                if choice.kind == ChoiceKind::Enter && self.entering_obliges() {
                    Mark::Entered
                } else {
                    Mark::None
                }
            }
        }
    }

    /// Whether the mover has begun with this choice.
    fn opens(&self, choice: Choice) -> bool {
        let moves = !matches!(
            choice.kind,
            ChoiceKind::Pass | ChoiceKind::Decline | ChoiceKind::Rethrow
        );
        self.open_with().is_some_and(|with| match with {
            OpenWith::Points(points) => points.contains(self.points),
            OpenWith::Piece(_) => moves,
        })
    }

    fn throws_again(&self, choice: Choice, moved: &Moved<'a>) -> bool {
        let thrown = self.mechanics.again.contains(self.points);
        match choice.kind {
            ChoiceKind::Rethrow => true,
            ChoiceKind::Decline => false,
            ChoiceKind::Pass => {
                let as_thrown = self.mechanics.after_pass == AfterPass::AsThrown;
                thrown && as_thrown && !self.must_wait_to_open()
            }
            ChoiceKind::Leave => self.leaves_the_water(choice) && self.water_grants() && thrown,
            ChoiceKind::Enter if self.entering_obliges() => true,
            ChoiceKind::Forward if self.leaves_the_water(choice) => self.water_grants() && thrown,
            ChoiceKind::Enter
            | ChoiceKind::Forward
            | ChoiceKind::ForwardStay
            | ChoiceKind::Backward
            | ChoiceKind::BackwardStay => !self.is_denied(choice, moved) && self.is_granted(moved),
        }
    }

    /// Whether the choice moves a held piece, off the board or to the refuge.
    fn leaves_the_water(&self, choice: Choice) -> bool {
        let held = self.held(self.mover);
        choice
            .from()
            .is_some_and(|from| held.contains(&from.number()))
    }

    fn water_grants(&self) -> bool {
        self.mechanics
            .hold
            .is_some_and(|hold| hold.grants == HoldGrants::AsThrown)
    }

    /// Whether anything grants a throw to a move.
    fn is_granted(&self, moved: &Moved<'a>) -> bool {
        let grants = &self.mechanics.grants;
        let rests_on = moved.ended_on.filter(|_| moved.rests);
        self.mechanics.again.contains(self.points)
            || rests_on.is_some_and(|square| holds(grants.resting_on, square))
            || grants.capture && moved.captured
    }

    /// Whether a move grants no throw, whatever else would.
    fn is_denied(&self, choice: Choice, moved: &Moved<'a>) -> bool {
        let grants = &self.mechanics.grants;
        let is_backward = matches!(choice.kind, ChoiceKind::Backward | ChoiceKind::BackwardStay);
        let into_water_or_trap = moved.ended_on.is_some_and(|square| {
            holds(self.mechanics.traps, square) || holds(self.mechanics.held(), square)
        });
        let from = choice.from().map(|from| from.number());
        let is_returned = from.is_some() && from == self.returned(self.mover);
        grants.never_backward && is_backward
            || grants.never_on_trap && into_water_or_trap
            || is_returned
    }
}
