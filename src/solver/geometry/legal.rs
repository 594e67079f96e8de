//! For which colourings a move may be made.

use super::planner::Planner;
use crate::solver::mask::Mask;

/// Which way a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Backward,
}

impl<const W: usize> Planner<'_, '_, W> {
    /// By member: the colourings open to moves, with piece `k` the mover's and
    /// free to move, and no wall between `from` and `to`.
    #[inline(always)]
    pub(super) fn unwalled(&self, k: usize, from: u32, to: u32) -> [Mask<W>; 2] {
        let (low, high) = (from.min(to), from.max(to).min(31));
        let grouped = self.set & self.geometry.groups;
        let between = grouped & ((1u64 << high) - (2u64 << low)) as u32;
        let mut legal = [Mask::EMPTY; 2];
        for (m, member) in self.geometry.members.iter().enumerate() {
            legal[m] = self.gate[m] & member.mine[k];
            if self.bonds.returned & !(1 << from) != 0 {
                legal[m] = legal[m] & !self.bonds.must[m];
            }
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
    pub(super) fn capturable(&self, legal: &mut [Mask<W>; 2], d: u32, way: Way) {
        let captured = self.place(d);
        let grouped = match self.geometry.groups >> d & 1 {
            1 => self.set & self.geometry.groups,
            _ => 0,
        };
        for (m, member) in self.geometry.members.iter().enumerate() {
            legal[m] = legal[m] & member.theirs[captured];
            if member.pairs && (way == Way::Forward || self.geometry.pairs_backward) {
                let unpaired = self.bonds.unpaired[m];
                if grouped >> (d - 1) & 1 == 1 {
                    legal[m] = legal[m] & (unpaired | !member.theirs[captured - 1]);
                }
                if grouped >> (d + 1) & 1 == 1 {
                    legal[m] = legal[m] & (unpaired | !member.theirs[captured + 1]);
                }
            }
        }
    }
}
