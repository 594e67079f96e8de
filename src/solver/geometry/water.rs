//! Water that holds pieces: what they may do (see [`Hold`]).

use super::planner::Planner;
use super::{Mask, ThrowReach};
use crate::ruleset::{Hold, HoldGrants, HoldOthers, HoldPairs, HoldWait, Mechanics, Returned};
use crate::types::PointSet;

/// A [`Hold`] as squares.
pub(super) struct Water {
    pub on: u32,
    /// Points with which a piece may go to the refuge.
    back: PointSet,
    pub others_still: bool,
    may_wait: bool,
    /// Squares whose pieces' moves grant no throw.
    pub grants_nothing: u32,
    /// The square of returned pieces.
    pub returned: u32,
    pub unpairs: bool,
}

impl Water {
    pub fn of(mechanics: &Mechanics) -> Option<Water> {
        let hold: Hold = mechanics.hold?;
        let returns = hold.returned == Returned::MustMove;
        Some(Water {
            on: hold.on.0,
            back: hold.back,
            others_still: hold.others == HoldOthers::StandStill,
            may_wait: hold.wait == HoldWait::Offered,
            grants_nothing: match hold.grants {
                HoldGrants::AsThrown => 0,
                HoldGrants::Never => hold.on.0,
            },
            returned: mechanics
                .refuge
                .filter(|_| returns)
                .map_or(0, |refuge| 1 << refuge.square.number()),
            unpairs: hold.pairs == HoldPairs::Lost,
        })
    }
}

impl<const W: usize, const UNUSUAL: bool> Planner<'_, '_, W, UNUSUAL> {
    /// What held pieces do, once the forward moves are made. Returns by member
    /// the colourings that may wait instead.
    #[inline(always)]
    pub(super) fn holders(&mut self, throw: &ThrowReach) -> [Mask<W>; 2] {
        let g = self.geometry;
        let mut waiting = [Mask::EMPTY; 2];
        let Some(water) = &g.water else {
            return waiting;
        };
        let held = self.set & water.on;
        if held == 0 {
            return waiting;
        }
        if water.others_still {
            self.gate = self.bonds.still;
            let mut off = held & throw.reach.off;
            while off != 0 {
                let s = off.trailing_zeros();
                off &= off - 1;
                self.grant(s);
                self.bear_off(self.place(s), s, s + throw.points);
            }
            for (m, gate) in self.gate.iter_mut().enumerate() {
                *gate = *gate & !self.any[m];
            }
        }
        if water.back.contains(throw.points as u8) && g.rules.free_refuge(self.set).is_some() {
            let mut rest = held;
            while rest != 0 {
                let s = rest.trailing_zeros();
                rest &= rest - 1;
                let leaving = self.leave(throw, s, water.returned);
                if water.may_wait {
                    for m in 0..self.members() {
                        waiting[m] |= leaving[m];
                    }
                }
            }
        }
        waiting
    }

    /// The piece held on `s` goes to the refuge, unless it can be borne off.
    #[inline(always)]
    fn leave(&mut self, throw: &ThrowReach, s: u32, returned: u32) -> [Mask<W>; 2] {
        let k = self.place(s);
        let mut legal = [Mask::EMPTY; 2];
        for (m, member) in self.geometry.members.iter().enumerate() {
            legal[m] = self.gate[m] & member.mine[k];
            if UNUSUAL {
                legal[m] = legal[m] & !self.bonds.only[m];
            }
        }
        if throw.reach.off >> s & 1 == 1 {
            let off = self.unwalled(k, s, s + throw.points);
            for (m, legal) in legal.iter_mut().enumerate() {
                *legal = *legal & !(off[m] & !self.bonds.kept[m]);
            }
        }
        self.grant(s);
        self.send_to_refuge(k, s, self.set & !(1 << s), legal, returned);
        legal
    }
}
