//! Choices, and the set of all of a position and a throw as masks of origins.

use crate::types::Square;

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
    /// How many kinds there are.
    pub const COUNT: usize = ChoiceKind::Pass as usize + 1;

    /// Whether a piece moves.
    #[inline(always)]
    pub fn moves(self) -> bool {
        self <= ChoiceKind::Leave
    }

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
    /// Origins of the choices that move a piece and do not stay on a trap; bit
    /// 0 = a piece enters from the hand.
    pub(super) movers: u32,
    /// Of the movers, those that go to the refuge or the hand
    /// ([`ChoiceKind::Leave`]).
    pub(super) leavers: u32,
    /// Origins of the choices that stay on a trap.
    pub(super) stayers: u32,
    /// What the other movers of the board do, all of them the same:
    /// [`ChoiceKind::Forward`] or [`ChoiceKind::Backward`].
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
        if self.stayers | self.leavers | self.movers & 1 != 0 || self.rethrow || self.decline {
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

    /// Those that `keep` keeps; `None` where it keeps none.
    pub fn filtered(&self, mut keep: impl FnMut(Choice) -> bool) -> Option<Choices> {
        let mut left = *self;
        let mut any = false;
        for choice in self.iter() {
            if keep(choice) {
                any = true;
                continue;
            }
            match choice.kind {
                ChoiceKind::ForwardStay | ChoiceKind::BackwardStay => {
                    left.stayers &= !(1 << choice.from);
                }
                ChoiceKind::Enter
                | ChoiceKind::Forward
                | ChoiceKind::Backward
                | ChoiceKind::Leave => {
                    left.movers &= !(1 << choice.from);
                    left.leavers &= left.movers;
                }
                ChoiceKind::Rethrow => left.rethrow = false,
                ChoiceKind::Decline => left.decline = false,
                ChoiceKind::Pass => {}
            }
        }
        any.then_some(left)
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
        let kind = if from == 0 {
            ChoiceKind::Enter
        } else if self.leavers >> from & 1 == 1 {
            ChoiceKind::Leave
        } else {
            self.kind
        };
        Choice {
            kind,
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
    // At most ten pieces a side, on the board or in hand.
    for i in 0..9 {
        let without = word & word.wrapping_sub(1);
        word = if i < k { without } else { word };
    }
    word.trailing_zeros()
}
