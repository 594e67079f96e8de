//! What stands in a move's way: gates, walls, what may not be captured, and
//! pieces that hold all others up.

use crate::ruleset::{Capture, GateMode, HoldLanding, HoldPairs, Pairs, Protection};
use crate::types::Player;

use super::board::HAND;
use super::{Ply, holds};

/// Where a forward move ends on the track or past it.
pub(super) enum Aim {
    /// Where the throw leads, or a gate that stops it there.
    At(u8),
    /// A square to which a gate sends it, and which must be empty.
    FallsTo(u8),
}

impl Ply<'_> {
    /// The end of the forward move from `from`, `None` if a gate forbids it.
    pub(super) fn aim(&self, from: u8) -> Option<Aim> {
        let to = from + self.points;
        let mut between = from + 1..to.min(self.mechanics.length + 1);
        match between.find(|&square| holds(self.mechanics.gates, square)) {
            None => Some(Aim::At(to)),
            Some(gate) => match self.mechanics.gate_mode {
                GateMode::Exact => None,
                GateMode::Halt => Some(Aim::At(gate)),
                GateMode::FallTo(square) => Some(Aim::FallsTo(square.number())),
            },
        }
    }

    /// Whether a wall of the opponent lies strictly between two squares.
    pub(super) fn is_walled(&self, one: u8, other: u8) -> bool {
        let wall = self.mechanics.wall[!self.mover];
        let (low, high) = (one.min(other) + 1, one.max(other));
        wall > 0
            && self.runs_of_opponent().into_iter().any(|(first, last)| {
                let (first, last) = match self.mechanics.pairs[!self.mover] {
                    Pairs::Ends if first < low || last >= high => return false,
                    Pairs::Ends => (first, last),
                    Pairs::None | Pairs::Any => (first.max(low), last.min(high - 1)),
                };
                last + 1 >= first + wall
            })
    }

    /// First and last squares of the opponent's pieces that stand one behind
    /// the other, single pieces included. Those above the limit do not count.
    fn runs_of_opponent(&self) -> Vec<(u8, u8)> {
        let mut runs: Vec<(u8, u8)> = Vec::new();
        for square in 1..=self.mechanics.group_limit {
            if self.board.owner(self.mover, square) != Some(!self.mover) {
                continue;
            }
            match runs.last_mut() {
                Some((_, last)) if *last + 1 == square => *last = square,
                _ => runs.push((square, square)),
            }
        }
        runs
    }

    /// Whether a move may end on the square `to` as far as what stands there
    /// is concerned.
    pub(super) fn may_land(&self, from: u8, to: u8, protection: Protection) -> bool {
        match self.board.owner(self.mover, to) {
            None => true,
            Some(owner) if owner == self.mover => false,
            Some(_) => {
                let in_water_for_one = self.mechanics.hold.is_some_and(|hold| {
                    holds(hold.on, to) && hold.landing == HoldLanding::EmptyOnly
                });
                let captures = match self.mechanics.capture {
                    Capture::None => false,
                    // From the hand there is no square to swap with.
                    Capture::Swap => from != HAND,
                    Capture::Remove | Capture::Low | Capture::Hand => true,
                };
                let protected = match protection {
                    Protection::Same => holds(self.mechanics.safe, to) || self.is_paired(to),
                    Protection::Nothing => false,
                    Protection::Everything => true,
                };
                captures && !in_water_for_one && !protected
            }
        }
    }

    /// Whether the neighbours of the opponent's piece on `to` protect it.
    fn is_paired(&self, to: u8) -> bool {
        let loses_pairs = self
            .mechanics
            .hold
            .is_some_and(|hold| hold.pairs == HoldPairs::Lost);
        if loses_pairs
            && (!self.held(!self.mover).is_empty() || self.returned(!self.mover).is_some())
        {
            return false;
        }
        self.runs_of_opponent().into_iter().any(|(first, last)| {
            first < last
                && match self.mechanics.pairs[!self.mover] {
                    Pairs::None => false,
                    Pairs::Any => first <= to && to <= last,
                    Pairs::Ends => to == first || to == last,
                }
        })
    }
    pub(super) fn is_stay_square(&self, square: u8) -> bool {
        self.mechanics
            .stay
            .is_some_and(|stay| holds(stay.on, square))
    }

    /// Squares of the player's pieces that are held.
    pub(super) fn held(&self, player: Player) -> Vec<u8> {
        self.board.squares_among(player, self.mechanics.held())
    }

    /// The square of the player's returned piece, if there is one.
    pub(super) fn returned(&self, player: Player) -> Option<u8> {
        self.board.squares_of(player).into_iter().find(|&square| {
            let piece = self.board.piece(player, square);
            piece.is_some_and(|piece| piece.returned)
        })
    }
}
