//! What follows for the whole block from who has a piece where.

use super::{Geometry, Member};
use crate::solver::mask::Mask;

/// By member: the colourings that are bound in some way, whatever is thrown.
pub(super) struct Bonds<const W: usize> {
    /// The mover's pieces stand still, but for those that stay on a trap or are
    /// held.
    pub still: [Mask<W>; 2],
    /// The mover may move the returned piece alone.
    pub must: [Mask<W>; 2],
    /// The mover may move pieces on the squares of `only_from` alone.
    pub only: [Mask<W>; 2],
    /// The mover bears nobody off.
    pub kept: [Mask<W>; 2],
    /// The opponent's pairs do not protect.
    pub unpaired: [Mask<W>; 2],
    /// The square of the returned piece, as a bit.
    pub returned: u32,
    /// Squares whose pieces' moves grant no throw.
    pub withheld: u32,
}

impl<const W: usize> Bonds<W> {
    #[inline(always)]
    pub fn of(geometry: &Geometry<'_, W>, set: u32, stars: u32) -> Bonds<W> {
        let mut bonds = Bonds {
            still: [Mask::EMPTY; 2],
            must: [Mask::EMPTY; 2],
            only: [Mask::EMPTY; 2],
            kept: [Mask::EMPTY; 2],
            unpaired: [Mask::EMPTY; 2],
            returned: 0,
            withheld: 0,
        };
        let members = || geometry.members.iter().enumerate();
        if set & geometry.stay_on != 0 {
            for (m, member) in members() {
                bonds.still[m] = member.movers(set, geometry.stay_on);
            }
        }
        if set & geometry.keeps_back != 0 {
            for (m, member) in members() {
                bonds.kept[m] = member.movers(set, geometry.keeps_back);
            }
        }
        if set & geometry.only_from != 0 {
            for (m, member) in members() {
                bonds.only[m] = member.movers(set, geometry.only_from);
            }
        }
        let Some(water) = &geometry.water else {
            return bonds;
        };
        bonds.returned = stars & water.returned;
        bonds.withheld = water.grants_nothing | bonds.returned;
        if set & water.on | bonds.returned == 0 {
            return bonds;
        }
        for (m, member) in members() {
            let wet = member.movers(set, water.on);
            if water.others_still {
                bonds.still[m] |= wet;
                bonds.only[m] = bonds.only[m] & !wet;
            }
            bonds.must[m] = member.movers(set, bonds.returned) & !wet;
            if water.unpairs {
                bonds.unpaired[m] = member.opponents(set, water.on | bonds.returned);
            }
        }
        bonds
    }
}

impl<const W: usize> Member<W> {
    /// The colourings whose mover has a piece on one of `squares`; `set`: the
    /// occupied squares.
    #[inline(always)]
    fn movers(&self, set: u32, squares: u32) -> Mask<W> {
        union(&self.mine, set, squares)
    }

    /// The same for the other player.
    #[inline(always)]
    fn opponents(&self, set: u32, squares: u32) -> Mask<W> {
        union(&self.theirs, set, squares)
    }
}

#[inline(always)]
fn union<const W: usize>(by_piece: &[Mask<W>], set: u32, squares: u32) -> Mask<W> {
    let mut all = Mask::EMPTY;
    let mut rest = set & squares;
    while rest != 0 {
        let below = (1 << rest.trailing_zeros()) - 1;
        rest &= rest - 1;
        all |= by_piece[(set & below).count_ones() as usize];
    }
    all
}
