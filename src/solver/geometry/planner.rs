//! The making of one block's plans.

use crate::rules::Reach;

use super::bonds::Bonds;
use super::legal::Way;
use super::moves::Target;
use super::{Geometry, Plan, Source};
use crate::solver::ground::Ground;
use crate::solver::mask::Mask;
use crate::solver::recolour::Recolour;

/// The making of one block's plans; with the mechanics that few games have (see
/// [`Geometry::unusual`]) or without, so that these cost the others nothing.
pub(super) struct Planner<'a, 'b, const W: usize, const UNUSUAL: bool> {
    pub(super) geometry: &'b Geometry<'a, W>,
    pub(super) set: u32,
    pub(super) stars: u32,
    pub(super) block: u32,
    pub(super) ground: Ground,
    pub(super) plans: &'b mut [Plan<W>],
    pub(super) throw: usize,
    /// Whether the move being made grants another throw.
    pub(super) again: bool,
    /// Whether nothing can make it do so.
    pub(super) withheld: bool,
    /// By member: colourings that have a choice with this throw.
    pub(super) any: [Mask<W>; 2],
    /// By member: colourings to which the moves being made are open.
    pub(super) gate: [Mask<W>; 2],
    pub(super) bonds: Bonds<W>,
}

impl<const W: usize, const UNUSUAL: bool> Planner<'_, '_, W, UNUSUAL> {
    #[inline(always)]
    pub(super) fn members(&self) -> usize {
        self.geometry.members.len()
    }

    #[inline(always)]
    pub(super) fn plan_throw(&mut self, throw: usize) {
        let g = self.geometry;
        let plan = &g.throws[throw];
        let (points, reach) = (plan.points, &plan.reach);
        self.throw = throw;
        self.again = plan.again;
        self.ground.aim(g.index, points as i32);
        self.any = [Mask::EMPTY; 2];
        for (m, member) in g.members.iter().enumerate() {
            self.gate[m] = member.all & !self.bonds.still[m];
        }
        if self.set & g.must_leave == 0 {
            self.forward(points, reach, self.set);
        } else {
            self.forward(points, reach, self.set & g.must_leave);
            for m in 0..self.members() {
                self.gate[m] = self.gate[m] & !self.any[m];
            }
            self.forward(points, reach, self.set & !g.must_leave);
        }
        let mut left = self.holders(plan);
        if self.set & reach.back != 0 {
            for (m, member) in g.members.iter().enumerate() {
                self.gate[m] = member.all & !self.bonds.still[m] & !self.any[m];
            }
            self.ground.aim(g.index, -(points as i32));
            self.backward(points, self.set & reach.back & !g.stay_on);
        }
        if self.set & g.stay_on != 0 {
            left = self.stayer(reach);
        }
        self.again = plan.again;
        for (m, left) in left.into_iter().enumerate().take(self.members()) {
            let all = g.members[m].all;
            if self.set & plan.rethrow_from != 0 {
                let k = self.place(plan.rethrow_from.trailing_zeros());
                let mask = g.members[m].mine[k] & !self.bonds.still[m];
                self.any[m] |= mask;
                self.inner(m, mask, Source::Own);
            }
            let declined = if g.free_pass { self.any[m] } else { left };
            let forced = all & !self.any[m];
            if g.pass_keeps_turn && self.again {
                self.inner(m, declined, Source::Partner);
                self.inner(m, forced, Source::Own);
            } else {
                self.inner(m, declined | forced, Source::Partner);
            }
        }
    }

    /// How many pieces stand below `square`.
    #[inline(always)]
    pub(super) fn place(&self, square: u32) -> usize {
        self.ground.place(square)
    }

    /// Whether the throw grants another to the piece on `s`.
    #[inline(always)]
    pub(super) fn grant(&mut self, s: u32) {
        self.withheld = self.bonds.withheld >> s & 1 == 1;
        self.again = self.geometry.throws[self.throw].again && !self.withheld;
    }

    /// The same for a move that ends on `d`, rests there or not, and captures
    /// or not.
    #[inline(always)]
    fn grant_on(&mut self, d: u32, rests: bool, captures: bool) {
        if UNUSUAL {
            let grants = &self.geometry.grants;
            let thrown = self.geometry.throws[self.throw].again;
            let granted = rests && grants.resting_on >> d & 1 == 1 || captures && grants.capture;
            self.again = !self.withheld && grants.never_on >> d & 1 == 0 && (thrown || granted);
        }
    }

    #[inline(always)]
    fn forward(&mut self, points: u32, reach: &Reach, origins: u32) {
        let moves = reach.forward | reach.off | reach.refused | reach.short;
        let mut rest = origins & moves & !self.geometry.stay_on;
        while rest != 0 {
            let s = rest.trailing_zeros();
            rest &= rest - 1;
            let k = self.place(s);
            self.grant(s);
            if reach.short >> s & 1 == 1 {
                let d = self.geometry.rules.short_target(s);
                if !self.geometry.falls || self.set >> d & 1 == 0 {
                    self.land(k, s, d, Way::Forward);
                }
            } else if reach.forward >> s & 1 == 1 {
                match self.diverted(s, s + points) {
                    Some(to) => self.divert(k, s, s + points, to),
                    None => self.land(k, s, s + points, Way::Forward),
                }
            } else if reach.off >> s & 1 == 1 && self.entitled(s) {
                self.bear_off(k, s, s + points);
            } else if reach.refused >> s & 1 == 1 {
                // Where the throw alone refuses the move, the piece must still be
                // able to land.
                let d = s + points;
                let mut legal = self.unwalled(k, s, d);
                if d < 32 && self.set >> d & 1 == 1 {
                    if self.geometry.safe >> d & 1 == 1 {
                        continue;
                    }
                    self.capturable(&mut legal, d, Way::Forward);
                }
                self.send_to_refuge(k, s, self.set & !(1 << s), legal, 0);
            }
        }
    }

    /// Where a move from `s` goes that would end on `d`, if not there.
    #[inline(always)]
    fn diverted(&self, s: u32, d: u32) -> Option<u32> {
        let divert = self.geometry.divert.filter(|_| UNUSUAL)?;
        let taken = self.set >> d & 1 == 1;
        (divert.from.0 >> s & 1 == 1 && taken).then(|| u32::from(divert.to.number()))
    }

    /// Piece `k` goes to the square `to`, or to the refuge where that is taken;
    /// walls count as far as `d`.
    fn divert(&mut self, k: usize, s: u32, d: u32, to: u32) {
        let legal = self.unwalled(k, s, d);
        if self.set >> to & 1 == 1 {
            self.send_to_refuge(k, s, self.set & !(1 << s), legal, 0);
            return;
        }
        self.grant_on(to, true, false);
        let place = self.place(to) - usize::from(to > s);
        let target = Target::Displaced {
            k,
            to: place,
            square: to,
        };
        self.moved(legal, target, self.stars & !(1 << s), turn(k, place));
    }

    #[inline(always)]
    fn backward(&mut self, points: u32, mut origins: u32) {
        while origins != 0 {
            let s = origins.trailing_zeros();
            origins &= origins - 1;
            self.grant(s);
            if UNUSUAL && self.geometry.grants.never_backward {
                (self.withheld, self.again) = (true, false);
            }
            self.land(self.place(s), s, s - points, Way::Backward);
        }
    }

    /// A piece staying on a trap bears off or, by some readings, leaves for the
    /// refuge. Returns by member the colourings in which it may leave.
    #[inline(always)]
    fn stayer(&mut self, reach: &Reach) -> [Mask<W>; 2] {
        let g = self.geometry;
        let mut left = [Mask::EMPTY; 2];
        let s = (self.set & g.stay_on).trailing_zeros();
        let k = self.place(s);
        for m in 0..self.members() {
            self.gate[m] = g.members[m].all;
        }
        self.grant(s);
        if reach.off >> s & 1 == 1 {
            self.bear_off(k, s, 31);
        } else if g.may_leave && g.rules.free_refuge(self.set).is_some() {
            for (m, member) in g.members.iter().enumerate() {
                left[m] = member.mine[k];
            }
            self.again = false;
            self.send_to_refuge(k, s, self.set & !(1 << s), left, 0);
        }
        left
    }

    #[inline(always)]
    fn entitled(&self, s: u32) -> bool {
        self.geometry.rules.mechanics().right_of_exit.is_none() || self.has_right(s)
    }

    #[inline(always)]
    fn has_right(&self, s: u32) -> bool {
        (self.stars | self.geometry.won_on) >> s & 1 == 1
    }

    /// The star of a piece that has come from `from` to rest on `to`.
    #[inline(always)]
    fn star(&self, from: u32, to: u32) -> u32 {
        if self.has_right(from) {
            self.geometry.rights_last & 1 << to
        } else {
            0
        }
    }

    #[inline(always)]
    fn land(&mut self, k: usize, s: u32, d: u32, way: Way) {
        let g = self.geometry;
        let trap = g.traps >> d & 1 == 1;
        let stays = g.stay_on >> d & 1 == 1;
        let origin = 1 << s;
        let mut legal = self.unwalled(k, s, d);
        if self.set >> d & 1 == 0 {
            if !trap || stays {
                let to = self.place(d) - usize::from(d > s);
                let stars = self.stars & !origin | self.star(s, d);
                let target = Target::Displaced { k, to, square: d };
                self.grant_on(d, true, false);
                self.moved(legal, target, stars, turn(k, to));
            }
            if trap {
                self.grant_on(d, false, false);
                self.send_to_refuge(k, s, self.set & !origin, legal, 0);
            }
            return;
        }
        let safe = match way {
            Way::Forward => g.safe,
            Way::Backward => g.safe_backward,
        };
        let onto_empty = UNUSUAL && way == Way::Backward && g.onto_empty;
        if onto_empty || safe >> d & 1 == 1 {
            return;
        }
        self.capturable(&mut legal, d, way);
        self.grant_on(d, true, true);
        let captured = self.place(d);
        let kept = self.stars & !(origin | 1 << d);
        if let Some(bump) = g.bump
            && way == Way::Forward
            && s == u32::from(bump.from.number())
            && bump.onto.0 >> d & 1 == 1
        {
            self.bump(k, captured, u32::from(bump.to.number()), kept, legal);
            return;
        }
        let victim = self.star(d, s);
        if !trap || stays {
            let stars = kept | self.star(s, d) | victim;
            self.moved(
                legal,
                Target::Same,
                stars,
                Recolour::Swap { from: k, captured },
            );
        }
        if trap && let Some(r) = g.rules.free_refuge(self.set & !(1 << d)) {
            self.grant_on(d, false, true);
            let rest = self.set & !(1 << d);
            let to = (rest & ((1 << r) - 1)).count_ones() as usize;
            let stars = kept | victim | self.star(s, r);
            let recolour = Recolour::SwapTurn {
                from: k,
                captured,
                to,
            };
            self.moved(legal, Target::Set(rest | 1 << r), stars, recolour);
        }
    }

    /// Piece `k` takes the place of the piece `captured`, which goes to the
    /// square `goes_to` next to the one that piece `k` has left, and so stands in
    /// the order as the mover did.
    #[inline(always)]
    fn bump(&mut self, k: usize, captured: usize, goes_to: u32, stars: u32, legal: [Mask<W>; 2]) {
        if self.set >> goes_to & 1 == 0 {
            let target = Target::Displaced {
                k,
                to: k,
                square: goes_to,
            };
            self.moved(legal, target, stars, Recolour::Swap { from: k, captured });
        }
    }

    /// Piece `k` from `s` goes to the refuge, the others stand on `rest`. On
    /// `returned`, if it comes there, it gets a star.
    #[inline(always)]
    pub(super) fn send_to_refuge(
        &mut self,
        k: usize,
        s: u32,
        rest: u32,
        legal: [Mask<W>; 2],
        returned: u32,
    ) {
        let Some(r) = self.geometry.rules.free_refuge(rest) else {
            return;
        };
        let to = self.place(r) - usize::from(r > s);
        let stars = self.stars & !(1 << s) | self.star(s, r) | 1 << r & returned;
        self.moved(
            legal,
            Target::Displaced { k, to, square: r },
            stars,
            turn(k, to),
        );
    }
}

#[inline(always)]
fn turn(from: usize, to: usize) -> Recolour {
    if from == to {
        Recolour::Keep
    } else {
        Recolour::Turn { from, to }
    }
}
