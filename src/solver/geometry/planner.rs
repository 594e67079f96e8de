//! The making of one block's plans.

use crate::rules::Reach;
use crate::types::SquareSet;

use super::{Geometry, Op, Plan, Source, ThrowReach};
use crate::solver::ground::Ground;
use crate::solver::mask::Mask;
use crate::solver::recolour::Recolour;

/// Which way a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Forward,
    Backward,
}

/// The making of one block's plans.
pub(super) struct Planner<'a, 'b, const W: usize> {
    pub(super) geometry: &'b Geometry<'a, W>,
    pub(super) set: u32,
    pub(super) stars: u32,
    pub(super) block: u32,
    pub(super) ground: Ground,
    pub(super) plans: &'b mut [Plan<W>],
    pub(super) throw: usize,
    pub(super) again: bool,
    /// By member: colourings that have a choice with this throw.
    pub(super) any: [Mask<W>; 2],
    /// By member: colourings to which the moves being made are open.
    pub(super) gate: [Mask<W>; 2],
}

impl<const W: usize> Planner<'_, '_, W> {
    #[inline(always)]
    fn members(&self) -> usize {
        self.geometry.members.len()
    }

    #[inline(always)]
    pub(super) fn plan_throw(&mut self, throw: usize) {
        let g = self.geometry;
        let ThrowReach {
            points,
            again,
            rethrow_from,
            reach,
        } = &g.throws[throw];
        self.throw = throw;
        self.again = *again;
        self.ground.aim(g.index, *points as i32);
        self.any = [Mask::EMPTY; 2];
        let held = self.held();
        for (m, member) in g.members.iter().enumerate() {
            self.gate[m] = member.all & !held[m];
        }
        if self.set & g.must_leave == 0 {
            self.forward(*points, reach, self.set);
        } else {
            self.forward(*points, reach, self.set & g.must_leave);
            for m in 0..self.members() {
                self.gate[m] = self.gate[m] & !self.any[m];
            }
            self.forward(*points, reach, self.set & !g.must_leave);
        }
        if self.set & reach.back != 0 {
            for (m, member) in g.members.iter().enumerate() {
                self.gate[m] = member.all & !held[m] & !self.any[m];
            }
            self.ground.aim(g.index, -(*points as i32));
            self.backward(*points, self.set & reach.back & !g.stay_on);
        }
        let left = self.stayer(reach);
        for m in 0..self.members() {
            let all = g.members[m].all;
            if self.set & rethrow_from != 0 {
                let k = self.place(rethrow_from.trailing_zeros());
                let mask = g.members[m].mine[k] & !held[m];
                self.any[m] |= mask;
                self.inner(m, mask, Source::Own);
            }
            let declined = if g.free_pass { self.any[m] } else { left[m] };
            let forced = all & !self.any[m];
            if g.pass_keeps_turn && self.again {
                self.inner(m, declined, Source::Partner);
                self.inner(m, forced, Source::Own);
            } else {
                self.inner(m, declined | forced, Source::Partner);
            }
        }
    }

    /// By member: the colourings whose mover has a piece staying on a trap.
    #[inline(always)]
    fn held(&self) -> [Mask<W>; 2] {
        let mut held = [Mask::EMPTY; 2];
        for square in SquareSet(self.set & self.geometry.stay_on).iter() {
            let k = self.place(u32::from(square.number()));
            for (m, member) in self.geometry.members.iter().enumerate() {
                held[m] |= member.mine[k];
            }
        }
        held
    }

    /// How many pieces stand below `square`.
    #[inline(always)]
    fn place(&self, square: u32) -> usize {
        self.ground.place(square)
    }

    #[inline(always)]
    fn forward(&mut self, points: u32, reach: &Reach, origins: u32) {
        let mut rest =
            origins & (reach.forward | reach.off | reach.refused) & !self.geometry.stay_on;
        while rest != 0 {
            let s = rest.trailing_zeros();
            rest &= rest - 1;
            let k = self.place(s);
            if reach.forward >> s & 1 == 1 {
                self.land(k, s, s + points, Way::Forward);
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
                self.send_to_refuge(k, s, self.set & !(1 << s), legal);
            }
        }
    }

    #[inline(always)]
    fn backward(&mut self, points: u32, mut origins: u32) {
        while origins != 0 {
            let s = origins.trailing_zeros();
            origins &= origins - 1;
            self.land(self.place(s), s, s - points, Way::Backward);
        }
    }

    /// A piece staying on a trap bears off or, by some readings, leaves for the
    /// refuge. Returns by member the colourings in which it may leave.
    #[inline(always)]
    fn stayer(&mut self, reach: &Reach) -> [Mask<W>; 2] {
        let g = self.geometry;
        let mut left = [Mask::EMPTY; 2];
        let stayers = self.set & g.stay_on;
        if stayers == 0 {
            return left;
        }
        let s = stayers.trailing_zeros();
        let k = self.place(s);
        for m in 0..self.members() {
            self.gate[m] = g.members[m].all;
        }
        if reach.off >> s & 1 == 1 {
            self.bear_off(k, s, 31);
        } else if g.may_leave && g.rules.free_refuge(self.set).is_some() {
            for (m, member) in g.members.iter().enumerate() {
                left[m] = member.mine[k];
            }
            self.again = false;
            self.send_to_refuge(k, s, self.set & !(1 << s), left);
            self.again = g.throws[self.throw].again;
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
            self.geometry.index.places().starrable.0 & 1 << to
        } else {
            0
        }
    }

    /// By member: the colourings open to moves, with piece `k` the mover's and
    /// no wall between `from` and `to`.
    #[inline(always)]
    fn unwalled(&self, k: usize, from: u32, to: u32) -> [Mask<W>; 2] {
        let (low, high) = (from.min(to), from.max(to).min(31));
        let grouped = self.set & self.geometry.groups;
        let between = grouped & ((1u64 << high) - (2u64 << low)) as u32;
        let mut legal = [Mask::EMPTY; 2];
        for (m, member) in self.geometry.members.iter().enumerate() {
            legal[m] = self.gate[m] & member.mine[k];
            if member.wall == 0 || between.count_ones() < member.wall {
                continue;
            }
            let mut runs = between;
            for i in 1..member.wall {
                runs &= between >> i;
            }
            while runs != 0 {
                let first = self.place(runs.trailing_zeros());
                runs &= runs - 1;
                let wall = member.theirs[first..first + member.wall as usize]
                    .iter()
                    .fold(member.all, |wall, &theirs| wall & theirs);
                legal[m] = legal[m] & !wall;
            }
        }
        legal
    }

    /// Of `legal`, the colourings in which the piece on `d` can be captured.
    #[inline(always)]
    fn capturable(&self, legal: &mut [Mask<W>; 2], d: u32, way: Way) {
        let captured = self.place(d);
        let grouped = match self.geometry.groups >> d & 1 {
            1 => self.set & self.geometry.groups,
            _ => 0,
        };
        for (m, member) in self.geometry.members.iter().enumerate() {
            legal[m] = legal[m] & member.theirs[captured];
            if member.pairs && (way == Way::Forward || self.geometry.pairs_backward) {
                if grouped >> (d - 1) & 1 == 1 {
                    legal[m] = legal[m] & !member.theirs[captured - 1];
                }
                if grouped >> (d + 1) & 1 == 1 {
                    legal[m] = legal[m] & !member.theirs[captured + 1];
                }
            }
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
                self.moved(legal, target, stars, turn(k, to));
            }
            if trap {
                self.send_to_refuge(k, s, self.set & !origin, legal);
            }
            return;
        }
        let safe = match way {
            Way::Forward => g.safe,
            Way::Backward => g.safe_backward,
        };
        if safe >> d & 1 == 1 {
            return;
        }
        self.capturable(&mut legal, d, way);
        let captured = self.place(d);
        let victim = self.star(d, s);
        let kept = self.stars & !(origin | 1 << d);
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

    /// Piece `k` from `s` goes to the refuge, the others stand on `rest`.
    #[inline(always)]
    fn send_to_refuge(&mut self, k: usize, s: u32, rest: u32, legal: [Mask<W>; 2]) {
        let Some(r) = self.geometry.rules.free_refuge(rest) else {
            return;
        };
        let to = self.place(r) - usize::from(r > s);
        let stars = self.stars & !(1 << s) | self.star(s, r);
        self.moved(
            legal,
            Target::Displaced { k, to, square: r },
            stars,
            turn(k, to),
        );
    }

    /// Adds a move within the layer for the colourings `legal`.
    #[inline(always)]
    fn moved(&mut self, legal: [Mask<W>; 2], target: Target, stars: u32, recolour: Recolour) {
        let g = self.geometry;
        if legal[0].is_empty() && legal[1].is_empty() {
            return;
        }
        let block = match target {
            Target::Same if stars == self.stars => self.block,
            Target::Same => g.index.rank(self.set, stars),
            Target::Set(set) => g.index.rank(set, stars),
            Target::Displaced { k, to, square } => self
                .ground
                .displaced(g.index, self.stars, k, to, square, stars),
        };
        let route = 2 * recolour.id(g.index.pieces()) + usize::from(!self.again);
        for (m, legal) in legal.iter().take(self.members()).enumerate() {
            if legal.is_empty() {
                continue;
            }
            self.any[m] |= *legal;
            let op = Op {
                mask: *legal,
                block,
                route: route as u16,
                throw: self.throw as u8,
                source: if self.again {
                    Source::Own
                } else {
                    Source::Partner
                },
            };
            if block == self.block {
                self.plans[m].inner.push(op);
            } else {
                self.plans[m].outer.push(op);
            }
        }
    }

    #[inline(always)]
    fn bear_off(&mut self, k: usize, s: u32, to: u32) {
        let g = self.geometry;
        let legal = self.unwalled(k, s, to);
        let mut block = None;
        let id = Recolour::Drop { from: k }.id(g.index.pieces());
        for (m, legal) in legal.iter().take(self.members()).enumerate() {
            if legal.is_empty() {
                continue;
            }
            self.any[m] |= *legal;
            let (source, passes, block) = if g.members[m].last {
                (Source::Won, false, 0)
            } else {
                let rest = 1 << s;
                let block = *block
                    .get_or_insert_with(|| g.below.rank(self.set & !rest, self.stars & !rest));
                let source = if self.again {
                    Source::Lower
                } else {
                    Source::LowerPartner
                };
                (source, !self.again, block)
            };
            self.plans[m].outer.push(Op {
                mask: *legal,
                block,
                route: (2 * id + usize::from(passes)) as u16,
                throw: self.throw as u8,
                source,
            });
        }
    }

    /// Nothing moves for the colourings `mask`.
    #[inline(always)]
    fn inner(&mut self, m: usize, mask: Mask<W>, source: Source) {
        if mask.is_empty() {
            return;
        }
        self.plans[m].inner.push(Op {
            mask,
            block: self.block,
            route: 2 * Recolour::Keep.id(0) as u16 + u16::from(source == Source::Partner),
            throw: self.throw as u8,
            source,
        });
    }
}

/// The squares after a move.
#[derive(Clone, Copy)]
enum Target {
    Same,
    /// Piece `k` has gone to `square` and is piece `to` there.
    Displaced {
        k: usize,
        to: usize,
        square: u32,
    },
    Set(u32),
}

#[inline(always)]
fn turn(from: usize, to: usize) -> Recolour {
    if from == to {
        Recolour::Keep
    } else {
        Recolour::Turn { from, to }
    }
}
