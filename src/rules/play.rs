//! Playing a choice.

use crate::ruleset::Search;

use super::choices::{Choice, ChoiceKind, Choices};
use super::compile::Rules;
use super::position::{ENTERED, OVER, Position};

/// What a ply did, for those who keep count. Squares are numbers, 0 = none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Event {
    /// The square on which an opponent's piece was captured, as the mover
    /// numbers it.
    pub captured: u8,
    /// The square on which the moved piece came to rest, 0 if none did.
    pub landed: u8,
    /// A piece was borne off.
    pub off: bool,
    /// A piece fell into a trap and went to the refuge or the hand.
    pub trapped: bool,
    /// A forward move ended in the refuge without landing (refused exit, or
    /// diverted).
    pub refused: bool,
    /// The throw passes to the other player, or the game is over.
    pub turn_ended: bool,
    /// Pieces of the mover that the end of the turn sent to the refuge.
    pub swept: u8,
}

impl Rules {
    /// Plays `choice`, which must be one of [`Rules::choices`] for `points`.
    #[inline(always)]
    pub fn play(&self, position: &mut Position, points: u8, choice: Choice) -> Event {
        if self.unusual {
            self.play_known::<true>(position, points, choice)
        } else {
            self.play_known::<false>(position, points, choice)
        }
    }

    /// [`Self::play`] where it is known whether the rules are
    /// [unusual](Self::is_unusual).
    #[inline(always)]
    pub(crate) fn play_known<const UNUSUAL: bool>(
        &self,
        position: &mut Position,
        points: u8,
        choice: Choice,
    ) -> Event {
        if UNUSUAL {
            // A copy, so that the position itself can stay in registers.
            let mut copy = *position;
            let event = self.play_unusual(&mut copy, points, choice);
            *position = copy;
            event
        } else {
            self.play_as::<false>(position, points, choice)
        }
    }

    #[cold]
    #[inline(never)]
    fn play_unusual(&self, position: &mut Position, points: u8, choice: Choice) -> Event {
        let me = usize::from(position.turn & 1);
        let mut event = self.play_as::<true>(position, points, choice);
        self.update_mark(position, me, points, choice);
        if event.turn_ended && !position.is_over() && self.features.sweep != 0 {
            event.swept = self.sweep(position, me, choice, &event);
        }
        event
    }

    /// Moves of every kind and forced passes go one way without a branch on
    /// what is hit or borne off: a pass is a move of no piece. What is rare
    /// branches off.
    #[inline(always)]
    fn play_as<const UNUSUAL: bool>(
        &self,
        position: &mut Position,
        points: u8,
        choice: Choice,
    ) -> Event {
        if choice.kind >= ChoiceKind::Leave && choice.kind != ChoiceKind::Pass {
            return self.play_still::<UNUSUAL>(position, points, choice);
        }
        let me = usize::from(position.turn & 1);
        let index = usize::from(points);
        let origin = if UNUSUAL && choice.kind == ChoiceKind::Enter {
            1
        } else {
            (1u32 << choice.from) & !1
        };
        let (mut target, mut leaving) = if choice.kind >= ChoiceKind::BackwardStay {
            (origin >> points, 0)
        } else {
            let on_track = origin & self.forward_from[index];
            (on_track << points, origin ^ on_track)
        };
        let mut off = match self.right {
            None => leaving,
            Some(right) => {
                let held_back = UNUSUAL && position.on[me] & self.features.holds_back != 0;
                let entitled = if held_back {
                    0
                } else {
                    position.starred[me] | right.won_on
                };
                self.move_star(position, me, origin & !leaving, target);
                let off = leaving & self.off_from[index] & entitled;
                position.starred[me] &= !off;
                off
            }
        };
        if UNUSUAL && choice.kind <= ChoiceKind::Forward {
            let end = self.unusual_target(position, me, points, origin);
            if let Some(end) = end {
                (target, leaving, off) = (end, if end == 0 { origin } else { 0 }, 0);
            }
        }
        let opponent = self.opponent::<UNUSUAL>(position, me);
        let hit = opponent & target;
        let mut withheld = false;
        if UNUSUAL {
            withheld = self.withholds(position, me, choice.kind, origin);
            self.unusual_capture(position, me, origin, target);
        } else {
            let swapped = if hit != 0 && !self.removes { origin } else { 0 };
            position.on[me ^ 1] ^= hit | swapped;
        }
        position.on[me] ^= ((origin & !(leaving ^ off)) | target) & !1;
        position.home[me] += u8::from(off != 0);
        let mut event = Event {
            captured: square_or_none(hit),
            landed: square_or_none(target),
            off: off != 0,
            ..Event::default()
        };
        if off != leaving {
            event.landed = self.send_to_refuge(position, me, u32::from(choice.from));
            event.refused = true;
        }
        if self.traps & target != 0 && !choice.kind.stays() {
            event.landed = if UNUSUAL && self.features.trap_to_hand {
                position.on[me] &= !target;
                0
            } else {
                self.send_to_refuge(position, me, target.trailing_zeros())
            };
            event.trapped = true;
        }
        let moves = choice.kind != ChoiceKind::Pass;
        let thrown = self.again >> points & 1 == 1;
        let keeps_turn = if UNUSUAL && moves {
            let rests = if event.trapped { 0 } else { target };
            !withheld
                && target & self.features.never_on == 0
                && (thrown | self.grants(choice.kind, rests, hit))
        } else if UNUSUAL && self.waits_to_open(position, points, me) {
            false
        } else {
            thrown && (moves | self.pass_keeps_turn)
        };
        position.turn ^= u8::from(!keeps_turn);
        event.turn_ended = !keeps_turn;
        if self.finished(position, me) {
            position.turn = OVER;
            event.turn_ended = true;
        }
        event
    }

    /// The choices that throw again, decline, or leave a trap.
    #[cold]
    fn play_still<const UNUSUAL: bool>(
        &self,
        position: &mut Position,
        points: u8,
        choice: Choice,
    ) -> Event {
        let me = usize::from(position.turn & 1);
        let mut event = Event {
            turn_ended: choice.kind != ChoiceKind::Rethrow,
            ..Event::default()
        };
        if choice.kind == ChoiceKind::Leave {
            let from = u32::from(choice.from);
            if UNUSUAL && position.mark == ENTERED {
                position.on[me] &= !(1 << from);
            } else {
                event.landed = self.send_to_refuge(position, me, from);
            }
            if UNUSUAL && self.features.held >> from & 1 == 1 {
                position.starred[me] |= 1 << event.landed & self.features.returned;
                let granted = self.again >> points & 1 == 1;
                event.turn_ended = !granted || self.features.held_never_grants != 0;
            }
        }
        position.turn ^= u8::from(event.turn_ended);
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

    /// Sends the mover's piece from `from` to the refuge and returns where it
    /// came to rest.
    #[inline(always)]
    pub(super) fn send_to_refuge(&self, position: &mut Position, me: usize, from: u32) -> u8 {
        position.on[me] &= !(1 << from);
        let to = self.refuge(position);
        position.on[me] |= 1 << to;
        self.carry_star(position, me, from, to);
        to as u8
    }

    /// The refuge, or the first free square in its direction; there is one.
    #[inline(always)]
    pub(super) fn refuge(&self, position: &Position) -> u32 {
        let free = self.refuge_squares & !(position.on[0] | position.on[1]);
        debug_assert!(free != 0, "no free square to send a piece to");
        match self.refuge_search {
            Search::Before => 31 - free.leading_zeros(),
            Search::After | Search::Only => free.trailing_zeros(),
        }
    }

    /// Moves the stars of the mover and of a piece it swaps with; called
    /// before the pieces move. Where `origin` and `target` are empty, nothing
    /// moves. A trap on `target` is a square like any other here: the right is
    /// lost on one too low before the piece is sent on.
    fn move_star(&self, position: &mut Position, me: usize, origin: u32, target: u32) {
        let Some(right) = self.right else { return };
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

/// The square of the one bit of `mask`, 0 where there is none.
#[inline(always)]
fn square_or_none(mask: u32) -> u8 {
    (mask.trailing_zeros() & 31) as u8
}
