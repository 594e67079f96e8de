//! Playing a choice.

use crate::ruleset::Search;

use super::choices::{Choice, ChoiceKind, Choices};
use super::compile::Rules;
use super::position::{OVER, Position};

/// What a ply did, for those who keep count. Squares are numbers, 0 = none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The square on which an opponent's piece was captured.
    pub captured: u8,
    /// The square on which the moved piece came to rest, 0 if none did.
    pub landed: u8,
    /// A piece was borne off.
    pub off: bool,
    /// A piece fell into a trap and went to the refuge.
    pub trapped: bool,
    /// A forward move ended in the refuge without landing (refused exit).
    pub refused: bool,
    /// The throw passes to the other player, or the game is over.
    pub turn_ended: bool,
}

impl Rules {
    /// Plays `choice`, which must be one of [`Rules::choices`] for `points`.
    #[inline(always)]
    pub fn play(&self, position: &mut Position, points: u8, choice: Choice) -> Event {
        let me = usize::from(position.turn & 1);
        let (from, t) = (u32::from(choice.from), u32::from(points));
        let mut event = Event::default();
        let mut keeps_turn = self.again >> points & 1 == 1;
        match choice.kind {
            ChoiceKind::Forward | ChoiceKind::ForwardStay => {
                let bit = 1u32 << from;
                let index = usize::from(points);
                if self.forward_from[index] & bit != 0 {
                    let stays = choice.kind == ChoiceKind::ForwardStay;
                    self.land(position, me, from, from + t, stays, &mut event);
                } else if self.off_from[index] & bit != 0 && self.entitled(position, me, bit) {
                    position.on[me] &= !bit;
                    position.starred[me] &= !bit;
                    position.home[me] += 1;
                    event.off = true;
                } else {
                    event.landed = self.send_to_refuge(position, me, from);
                    event.refused = true;
                }
            }
            ChoiceKind::Backward | ChoiceKind::BackwardStay => {
                let stays = choice.kind == ChoiceKind::BackwardStay;
                self.land(position, me, from, from - t, stays, &mut event);
            }
            ChoiceKind::Leave => {
                event.landed = self.send_to_refuge(position, me, from);
                keeps_turn = false;
            }
            ChoiceKind::Rethrow => keeps_turn = true,
            ChoiceKind::Decline => keeps_turn = false,
            ChoiceKind::Pass => keeps_turn &= self.pass_keeps_turn,
        }
        position.turn ^= u8::from(!keeps_turn);
        event.turn_ended = !keeps_turn;
        if self.finished(position, me) {
            position.turn = OVER;
            event.turn_ended = true;
        }
        event
    }

    /// Plays every choice of `choices` in canonical order.
    pub fn successors(
        &self,
        position: &Position,
        points: u8,
        choices: Choices,
    ) -> impl Iterator<Item = (Choice, Position)> {
        let start = *position;
        choices.iter().map(move |choice| {
            let mut next = start;
            self.play(&mut next, points, choice);
            (choice, next)
        })
    }

    #[inline(always)]
    fn finished(&self, position: &Position, me: usize) -> bool {
        if self.most_home {
            let on = position.on.map(|set| set.count_ones() as u8);
            position.home[0] > position.home[1] + on[1]
                || position.home[1] > position.home[0] + on[0]
                || on == [0, 0]
        } else {
            position.home[me] == self.pieces
        }
    }

    /// Whether the piece on `bit` may be borne off as far as rights go.
    #[inline(always)]
    fn entitled(&self, position: &Position, me: usize, bit: u32) -> bool {
        self.right
            .is_none_or(|right| (position.starred[me] | right.won_on) & bit != 0)
    }

    #[inline(always)]
    fn land(
        &self,
        position: &mut Position,
        me: usize,
        from: u32,
        to: u32,
        stays: bool,
        event: &mut Event,
    ) {
        let (origin, target) = (1u32 << from, 1u32 << to);
        let captured = position.on[me ^ 1] & target != 0;
        if self.right.is_some() {
            self.move_star(position, me, from, to);
        }
        position.on[me] ^= origin | target;
        if captured {
            position.on[me ^ 1] ^= if self.removes {
                target
            } else {
                origin | target
            };
            event.captured = to as u8;
        }
        event.landed = to as u8;
        if self.traps & target != 0 && !stays {
            event.landed = self.send_to_refuge(position, me, to);
            event.trapped = true;
        }
    }

    /// Sends the mover's piece from `from` to the refuge and returns where it
    /// came to rest.
    #[inline(always)]
    fn send_to_refuge(&self, position: &mut Position, me: usize, from: u32) -> u8 {
        position.on[me] &= !(1 << from);
        let to = self.refuge(position);
        position.on[me] |= 1 << to;
        self.carry_star(position, me, from, to);
        to as u8
    }

    /// The refuge, or the first free square in its direction; there is one.
    #[inline(always)]
    fn refuge(&self, position: &Position) -> u32 {
        let free = self.refuge_squares & !(position.on[0] | position.on[1]);
        debug_assert!(free != 0, "no free square to send a piece to");
        match self.refuge_search {
            Search::Before => 31 - free.leading_zeros(),
            Search::After => free.trailing_zeros(),
        }
    }

    /// Moves the stars of the mover and of a piece it swaps with; called
    /// before the pieces move. A trap on `to` is a square like any other here:
    /// the right is lost on one too low before the piece is sent on.
    fn move_star(&self, position: &mut Position, me: usize, from: u32, to: u32) {
        let Some(right) = self.right else { return };
        let (origin, target) = (1u32 << from, 1u32 << to);
        let other = me ^ 1;
        let mine = (position.starred[me] | right.won_on) & origin != 0;
        let swaps = !self.removes && position.on[other] & target != 0;
        let theirs = swaps && (position.starred[other] | right.won_on) & target != 0;
        position.starred[me] &= !origin;
        position.starred[other] &= !target;
        if mine && right.lasts & target != 0 {
            position.starred[me] |= target;
        }
        if theirs && right.lasts & origin != 0 {
            position.starred[other] |= origin;
        }
    }

    /// Carries a star from `from`, which the mover's piece has left, to `to`.
    fn carry_star(&self, position: &mut Position, me: usize, from: u32, to: u32) {
        let Some(right) = self.right else { return };
        let (origin, target) = (1u32 << from, 1u32 << to);
        let mine = (position.starred[me] | right.won_on) & origin != 0;
        position.starred[me] &= !origin;
        if mine && right.lasts & target != 0 {
            position.starred[me] |= target;
        }
    }
}
