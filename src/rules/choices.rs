//! The legal choices of a position and a throw, as masks of origins.

use crate::types::Square;

use super::compile::{Rules, all_ones};
use super::position::Position;

/// What kind of thing is done with a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum ChoiceKind {
    /// A piece enters from the hand.
    Enter,
    /// A forward move that ends on a trap and stays there.
    ForwardStay,
    /// Any other forward move, bearing off and refused exits included.
    Forward,
    BackwardStay,
    Backward,
    /// A piece that stayed on a trap, or is held, goes to the refuge; or a
    /// piece just entered that cannot move on goes back to the hand.
    Leave,
    /// Nothing moves and the same player throws again.
    Rethrow,
    /// Nothing moves although something could; the turn ends.
    Decline,
    /// Nothing can be done.
    Pass,
}

impl ChoiceKind {
    /// Whether the piece that moves stays on the trap it lands on.
    #[inline(always)]
    pub fn stays(self) -> bool {
        matches!(self, ChoiceKind::ForwardStay | ChoiceKind::BackwardStay)
    }
}

/// A legal thing to do with a throw.
///
/// The order is the canonical one: entering from the hand, then lowest origin
/// first, staying before going to the refuge, then rethrow, then pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub kind: ChoiceKind,
    /// The origin's number, 0 where no piece of the board moves.
    pub(super) from: u8,
}

impl Choice {
    /// Comes before all other choices in the canonical order.
    pub const ENTER: Choice = Choice {
        kind: ChoiceKind::Enter,
        from: 0,
    };
    pub const PASS: Choice = Choice {
        kind: ChoiceKind::Pass,
        from: 0,
    };
    pub const DECLINE: Choice = Choice {
        kind: ChoiceKind::Decline,
        from: 0,
    };
    pub const RETHROW: Choice = Choice {
        kind: ChoiceKind::Rethrow,
        from: 0,
    };

    /// A choice that moves the piece on `from`.
    ///
    /// # Panics
    /// With a kind that moves nothing.
    pub fn moving(kind: ChoiceKind, from: Square) -> Choice {
        assert!(
            kind > ChoiceKind::Enter && kind <= ChoiceKind::Leave,
            "{kind:?} moves no piece of the board"
        );
        Choice {
            kind,
            from: from.number(),
        }
    }

    /// The square of the piece of the board that moves, if one does.
    #[inline(always)]
    pub fn from(self) -> Option<Square> {
        Square::new(self.from)
    }

    /// The number of the origin, 0 where no piece moves.
    #[inline(always)]
    pub(crate) fn origin_number(self) -> u8 {
        self.from
    }

    fn rank(self) -> (u8, ChoiceKind) {
        let moves_nothing = self.from == 0 && self.kind != ChoiceKind::Enter;
        (if moves_nothing { u8::MAX } else { self.from }, self.kind)
    }
}

impl PartialOrd for Choice {
    fn partial_cmp(&self, other: &Choice) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Choice {
    fn cmp(&self, other: &Choice) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// All legal choices of one position and throw.
///
/// There is always at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Origins of the choices that move a piece and do not stay on a trap.
    pub(super) movers: u32,
    /// Origins of the choices that stay on a trap.
    pub(super) stayers: u32,
    /// What the movers do, all of them the same: [`ChoiceKind::Forward`],
    /// [`ChoiceKind::Backward`] or [`ChoiceKind::Leave`].
    pub(super) kind: ChoiceKind,
    pub(super) rethrow: bool,
    pub(super) decline: bool,
}

impl Choices {
    /// How many there are, at least 1.
    #[inline(always)]
    pub fn len(&self) -> u32 {
        (self.movers.count_ones()
            + self.stayers.count_ones()
            + u32::from(self.rethrow)
            + u32::from(self.decline))
        .max(1)
    }

    /// Never: a pass is a choice where there is no other.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether there is nothing but to pass.
    #[inline(always)]
    pub fn is_pass(&self) -> bool {
        self.movers | self.stayers == 0 && !self.rethrow && !self.decline
    }

    /// Whether there is a choice that moves a piece here and not in `other`.
    #[inline(always)]
    pub(crate) fn offers_beyond(&self, other: &Choices) -> bool {
        let same = if self.kind == other.kind { u32::MAX } else { 0 };
        (self.movers & !(other.movers & same)) | (self.stayers & !(other.stayers & same)) != 0
    }

    /// The choices in canonical order.
    pub fn iter(&self) -> impl Iterator<Item = Choice> + use<> {
        let choices = *self;
        (0..choices.len()).map(move |k| choices.nth(k))
    }

    /// Choice number `k` in canonical order.
    ///
    /// `k` must be below [`Choices::len`]; a larger one gives the last.
    #[inline(always)]
    pub fn nth(&self, k: u32) -> Choice {
        if self.stayers != 0 || self.rethrow || self.decline {
            return self.nth_of_mixed(k);
        }
        // Without movers there is no bit to find and the origin comes out as 0.
        Choice {
            kind: if self.movers == 0 {
                ChoiceKind::Pass
            } else {
                self.kind
            },
            from: (nth_bit(self.movers, k) & 31) as u8,
        }
    }

    /// The first choice in canonical order that moves the piece furthest
    /// along, `None` where no piece can move.
    #[inline(always)]
    pub fn last_origin(&self) -> Option<Choice> {
        let origins = self.movers | self.stayers;
        if origins == 0 {
            return None;
        }
        let from = 31 - origins.leading_zeros();
        Some(if self.stayers >> from & 1 == 1 {
            self.stayer(from)
        } else {
            self.mover(from)
        })
    }

    #[inline(always)]
    fn stayer(&self, from: u32) -> Choice {
        Choice {
            kind: match self.kind {
                ChoiceKind::Backward => ChoiceKind::BackwardStay,
                _ => ChoiceKind::ForwardStay,
            },
            from: from as u8,
        }
    }

    #[inline(always)]
    fn mover(&self, from: u32) -> Choice {
        Choice {
            kind: self.kind,
            from: from as u8,
        }
    }

    fn still(&self, k: u32) -> Choice {
        if self.rethrow && k == 0 {
            Choice::RETHROW
        } else if self.decline {
            Choice::DECLINE
        } else {
            Choice::PASS
        }
    }

    #[cold]
    fn nth_of_mixed(&self, mut k: u32) -> Choice {
        let mut origins = self.movers | self.stayers;
        while origins != 0 {
            let from = origins.trailing_zeros();
            origins &= origins - 1;
            if self.stayers >> from & 1 == 1 {
                if k == 0 {
                    return self.stayer(from);
                }
                k -= 1;
            }
            if self.movers >> from & 1 == 1 {
                if k == 0 {
                    return self.mover(from);
                }
                k -= 1;
            }
        }
        self.still(k)
    }
}

/// The position of the `k`-th lowest set bit of `word`, without a branch on
/// `k`; 32 where there is none.
#[inline(always)]
fn nth_bit(word: u32, k: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi2") {
        // SAFETY: the processor has just been asked for it.
        return unsafe { std::arch::x86_64::_pdep_u32(1 << k, word) }.trailing_zeros();
    }
    nth_bit_portable(word, k)
}

#[inline(always)]
fn nth_bit_portable(mut word: u32, k: u32) -> u32 {
    // At most ten pieces a side.
    for i in 0..9 {
        let without = word & word.wrapping_sub(1);
        word = if i < k { without } else { word };
    }
    word.trailing_zeros()
}

impl Rules {
    /// The legal choices of the player about to throw with a throw of `points`.
    ///
    /// The position must not be over.
    #[inline(always)]
    pub fn choices(&self, position: &Position, points: u8) -> Choices {
        debug_assert!(!position.is_over());
        let t = usize::from(points);
        let me = usize::from(position.turn & 1);
        let (own, opponent) = (position.on[me], position.on[me ^ 1]);
        let runs = self.runs(opponent, me ^ 1);
        if own & self.stay_on != 0 {
            return self.stayer_choices(position, runs, t, me);
        }
        let paired = (opponent << 1 | opponent >> 1) & self.pair_mask[me ^ 1];
        let barred = own | opponent & (paired | self.safe);
        let open = !self.blocked_forward(runs, points, me ^ 1);
        let forward =
            own & (self.forward_from[t] & !(barred >> points) | self.exits(position, me, t));
        let mut choices = Choices {
            movers: forward & open,
            stayers: forward & open & self.forward_from[t] & self.stay_on >> points,
            kind: ChoiceKind::Forward,
            rethrow: own & self.rethrow_from[t] != 0,
            decline: false,
        };
        if self.refuge_can_fail {
            choices.movers &= !self.without_refuge_forward(position, me, t);
        }
        let leaving = choices.movers & self.must_leave;
        if leaving != 0 {
            choices.movers = leaving;
            choices.stayers &= self.must_leave;
        }
        if choices.movers | choices.stayers == 0 && self.back_from[t] != 0 {
            self.add_backward(&mut choices, position, runs, points, me);
        }
        if self.free_pass {
            choices.decline = choices.movers | choices.stayers != 0 || choices.rethrow;
        }
        choices
    }

    /// Lowest squares of the runs of `squares` long enough to be a wall.
    #[inline(always)]
    fn runs(&self, squares: u32, owner: usize) -> u32 {
        let wall = self.wall[owner];
        if wall == 0 {
            return 0;
        }
        let mut runs = squares;
        for i in 1..wall {
            runs &= squares >> i;
        }
        runs
    }

    /// Squares from which a wall hinders a forward move with `points`.
    #[inline(always)]
    fn blocked_forward(&self, runs: u32, points: u8, owner: usize) -> u32 {
        let mut blocked = 0;
        for i in 1..=self.wall_reach {
            let counts = self.wall[owner] + i <= u32::from(points);
            blocked |= if counts { runs >> i } else { 0 };
        }
        blocked
    }

    /// Squares from which a piece leaves the track, borne off or refused.
    #[inline(always)]
    fn exits(&self, position: &Position, me: usize, t: usize) -> u32 {
        match self.right {
            None => self.off_from[t],
            Some(right) => {
                let entitled = position.starred[me] | right.won_on;
                self.refused_from[t] | self.off_from[t] & entitled
            }
        }
    }

    fn add_backward(
        &self,
        choices: &mut Choices,
        position: &Position,
        runs: u32,
        points: u8,
        me: usize,
    ) {
        let (own, opponent) = (position.on[me], position.on[me ^ 1]);
        let paired = (opponent << 1 | opponent >> 1) & self.pair_mask[me ^ 1] & self.pair_backward;
        let barred = own | opponent & (paired | self.safe_backward);
        let mut blocked = 0;
        for i in self.wall[me ^ 1]..u32::from(points) {
            blocked |= runs << i;
        }
        choices.kind = ChoiceKind::Backward;
        choices.movers = own & self.back_from[usize::from(points)] & !(barred << points) & !blocked;
        choices.stayers = choices.movers & self.stay_on << points;
        if self.refuge_can_fail {
            let trapped = choices.movers & self.traps << points;
            choices.movers &=
                !self.without_refuge(trapped, position, me, |s| s - u32::from(points));
        }
    }

    /// What a player with pieces staying on traps may do.
    #[cold]
    fn stayer_choices(&self, position: &Position, runs: u32, t: usize, me: usize) -> Choices {
        let stayers = position.on[me] & self.stay_on;
        let listed = match self.right {
            None => self.mechanics.off[t].0,
            Some(right) => self.off_from[t] & (position.starred[me] | right.won_on),
        };
        // Bearing off passes over every square above.
        let below_a_wall = runs.checked_ilog2().map_or(0, |top| (1 << top) - 1);
        let off = stayers & listed & self.off_from[t] & !below_a_wall;
        let occupied = position.on[me] | position.on[me ^ 1];
        let may_leave = self.may_leave && off == 0 && self.refuge_squares & !occupied != 0;
        let leave = stayers & !listed & all_ones(may_leave);
        Choices {
            movers: off | leave,
            stayers: 0,
            kind: if leave == 0 {
                ChoiceKind::Forward
            } else {
                ChoiceKind::Leave
            },
            rethrow: false,
            decline: leave != 0 || (self.free_pass && off != 0),
        }
    }

    /// Of the forward movers, those whose refuge would be full.
    #[cold]
    fn without_refuge_forward(&self, position: &Position, me: usize, t: usize) -> u32 {
        let off = match self.right {
            None => self.off_from[t],
            Some(right) => self.off_from[t] & (position.starred[me] | right.won_on),
        };
        let refused = self.refused_from[t] & !off;
        let trapped = self.traps >> t & self.forward_from[t];
        let own = position.on[me];
        self.without_refuge(trapped & own, position, me, |s| s + t as u32)
            | self.without_refuge(refused & own, position, me, |s| s)
    }

    /// Of the origins `sent`, those whose piece would find no free square. The
    /// destination is where it lands first: its own square if it does not.
    fn without_refuge(
        &self,
        mut sent: u32,
        position: &Position,
        me: usize,
        destination: impl Fn(u32) -> u32,
    ) -> u32 {
        let opponent = position.on[me ^ 1];
        let mut full = 0;
        while sent != 0 {
            let s = sent.trailing_zeros();
            sent &= sent - 1;
            let d = destination(s);
            // A swap fills the origin again.
            let swapped = !self.removes && self.traps & opponent & (1u64 << d) as u32 != 0;
            let origin = if swapped { 0 } else { 1 << s };
            let occupied = (position.on[me] | opponent) & !origin;
            if self.refuge_squares & !occupied == 0 {
                full |= 1 << s;
            }
        }
        full
    }
}
