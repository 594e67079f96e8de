//! Playing a choice where a ruleset has unusual mechanics.

use super::choices::{Choice, ChoiceKind};
use super::compile::Rules;
use super::play::Event;
use super::position::{ENTERED, Position, UNOPENED_START, WAITING};

impl Rules {
    /// Where the forward move of the piece on `origin` ends if it does not end
    /// where the throw says: a square, or 0 for the refuge.
    #[inline]
    pub(super) fn unusual_target(
        &self,
        position: &Position,
        me: usize,
        points: u8,
        origin: u32,
    ) -> Option<u32> {
        let features = &self.features;
        if origin & features.short_from[usize::from(points)] != 0 {
            return Some(features.short_to[origin.trailing_zeros() as usize]);
        }
        let on_track = origin & self.forward_from[usize::from(points)];
        if on_track & features.divert_from == 0 {
            return None;
        }
        let occupied = position.on[me] | self.opponent::<true>(position, me);
        if occupied & on_track << points == 0 {
            return None;
        }
        Some(features.divert_to & !occupied)
    }

    /// Takes the opponent's piece on `target`, if there is one, to where
    /// captured pieces go; called before the mover's piece moves.
    #[inline]
    pub(super) fn unusual_capture(
        &self,
        position: &mut Position,
        me: usize,
        origin: u32,
        target: u32,
    ) {
        let features = &self.features;
        let other = me ^ 1;
        if self.right.is_none() {
            position.starred[me] &= !origin;
        }
        let hit = self.opponent::<true>(position, me) & target;
        if hit == 0 {
            return;
        }
        let theirs = match &features.cells {
            None => hit,
            Some(maps) => maps[other].see(hit),
        };
        let goes_to = if self.removes {
            0
        } else if origin & features.bump_from != 0 && hit & features.bump_onto != 0 {
            features.bump_to
        } else if features.low {
            let taken = position.on[me] & !origin | position.on[other];
            let free = features.no_traps & !taken;
            free & free.wrapping_neg()
        } else {
            origin
        };
        position.on[other] ^= theirs | goes_to;
        if self.right.is_none() {
            position.starred[other] &= !theirs;
        }
    }

    /// Whether a move of this kind from `origin` grants no throw, whatever is
    /// thrown; asked before the piece moves.
    #[inline]
    pub(super) fn withholds(
        &self,
        position: &Position,
        me: usize,
        kind: ChoiceKind,
        origin: u32,
    ) -> bool {
        let features = &self.features;
        let backward = kind >= ChoiceKind::BackwardStay;
        let returned = position.starred[me] & features.returned;
        backward && features.never_backward || origin & (features.held_never_grants | returned) != 0
    }

    /// Whether a move grants a throw beside what its points say: it rests on
    /// `rests` (0 = nowhere) and captured on `hit` (0 = nothing).
    #[inline]
    pub(super) fn grants(&self, kind: ChoiceKind, rests: u32, hit: u32) -> bool {
        let features = &self.features;
        rests & features.resting_on | hit & features.capture_grants != 0
            || kind == ChoiceKind::Enter && features.enter_moves_on
    }

    /// Brings the mark up to date with a ply of the player of index `me`.
    #[inline]
    pub(super) fn update_mark(
        &self,
        position: &mut Position,
        me: usize,
        points: u8,
        choice: Choice,
    ) {
        let features = &self.features;
        if features.enter_moves_on {
            let entered = choice.kind == ChoiceKind::Enter;
            position.mark = if entered { ENTERED } else { 0 };
        }
        if features.waits && position.mark == WAITING | choice.from && choice.from != 0 {
            position.mark -= 1;
        }
        if me == features.opener && position.is_unopened() {
            let first_ply = position.mark & UNOPENED_START == UNOPENED_START;
            let opened = match features.open_points {
                Some(open) => open >> points & 1 == 1,
                None => choice.kind <= ChoiceKind::Leave,
            };
            if opened || first_ply {
                position.mark &= !UNOPENED_START;
            }
        }
    }

    /// Sends the mover's pieces on the swept squares to the refuge, but for
    /// one whose move has just ended there. Returns how many.
    pub(super) fn sweep(
        &self,
        position: &mut Position,
        me: usize,
        choice: Choice,
        event: &Event,
    ) -> u8 {
        let arrived = !event.trapped && !event.refused && choice.kind != ChoiceKind::Leave;
        let just_there = u32::from(arrived) << event.landed;
        let mut swept = position.on[me] & self.features.sweep & !just_there;
        let mut count = 0;
        while swept != 0 {
            let square = swept.trailing_zeros();
            swept &= swept - 1;
            let occupied = position.on[0] | position.on[1];
            if self.refuge_squares & !occupied | 1 << square & self.refuge_squares != 0 {
                self.send_to_refuge(position, me, square);
                count += 1;
            }
        }
        count
    }
}
