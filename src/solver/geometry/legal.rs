//! For which colourings a move may be made.

use super::planner::Planner;
use crate::ruleset::Pairs;
use crate::solver::mask::Mask;

/// Which way a piece goes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forward,
    Backward,
}

impl<const W: usize, const UNUSUAL: bool> Planner<'_, '_, W, UNUSUAL> {
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
            if UNUSUAL && self.geometry.only_from >> from & 1 == 0 {
                legal[m] = legal[m] & !self.bonds.only[m];
            }
            if member.wall == 0 || between.count_ones() < member.wall {
                continue;
            }
            let mut runs = between;
            for i in 1..member.wall {
                runs &= between >> i;
            }
            while runs != 0 {
                let lowest = runs.trailing_zeros();
                let first = self.place(lowest);
                runs &= runs - 1;
                let all = |pieces: &[Mask<W>]| {
                    pieces.iter().fold(member.all, |all, &theirs| all & theirs)
                };
                let mut wall = all(&member.theirs[first..first + member.wall as usize]);
                if UNUSUAL && member.pairs == Pairs::Ends {
                    // A run that goes on to where the move ends does not bar it.
                    let (on, to) = match from < to {
                        true => (lowest + member.wall, high + 1),
                        false => (low, lowest),
                    };
                    let rest = ((1u64 << to) - (1u64 << on)) as u32;
                    if rest & !(self.set & self.geometry.groups) == 0 {
                        wall = wall & !all(&member.theirs[self.place(on)..self.place(to)]);
                    }
                }
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
            if member.pairs == Pairs::None || way == Way::Backward && !self.geometry.pairs_backward
            {
                continue;
            }
            let below = grouped >> (d - 1) & 1 == 1;
            let above = grouped >> (d + 1) & 1 == 1;
            let unpaired = self.bonds.unpaired[m];
            if UNUSUAL && below && above && member.pairs == Pairs::Ends {
                let (below, above) = (member.theirs[captured - 1], member.theirs[captured + 1]);
                let end = below & !above | above & !below;
                legal[m] = legal[m] & (unpaired | !end);
                continue;
            }
            if below {
                legal[m] = legal[m] & (unpaired | !member.theirs[captured - 1]);
            }
            if above {
                legal[m] = legal[m] & (unpaired | !member.theirs[captured + 1]);
            }
        }
    }
}
