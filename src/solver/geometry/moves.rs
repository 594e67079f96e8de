//! Putting moves into the plans.

use super::planner::Planner;
use super::{Op, Source};
use crate::solver::mask::Mask;
use crate::solver::recolour::Recolour;

/// The squares after a move.
#[derive(Clone, Copy)]
pub(super) enum Target {
    Same,
    /// Piece `k` has gone to `square` and is piece `to` there.
    Displaced {
        k: usize,
        to: usize,
        square: u32,
    },
    Set(u32),
}

impl<const W: usize, const UNUSUAL: bool> Planner<'_, '_, W, UNUSUAL> {
    /// Adds a move within the layer for the colourings `legal`.
    #[inline(always)]
    pub(super) fn moved(
        &mut self,
        legal: [Mask<W>; 2],
        target: Target,
        stars: u32,
        recolour: Recolour,
    ) {
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
    pub(super) fn bear_off(&mut self, k: usize, s: u32, to: u32) {
        let g = self.geometry;
        let mut legal = self.unwalled(k, s, to);
        if self.set & g.keeps_back != 0 {
            for (legal, kept) in legal.iter_mut().zip(self.bonds.kept) {
                *legal = *legal & !kept;
            }
        }
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
    pub(super) fn inner(&mut self, m: usize, mask: Mask<W>, source: Source) {
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
