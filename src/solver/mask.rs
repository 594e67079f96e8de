//! Sets of colourings.

use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of up to 64·W colourings; number c is bit c % 64 of word c / 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mask<const W: usize>(pub [u64; W]);

impl<const W: usize> Mask<W> {
    pub const EMPTY: Mask<W> = Mask([0; W]);

    /// The colourings for which `belongs` holds, among the first `len`.
    pub fn of(len: usize, belongs: impl Fn(usize) -> bool) -> Mask<W> {
        assert!(len <= 64 * W);
        let mut mask = Mask::EMPTY;
        for c in (0..len).filter(|&c| belongs(c)) {
            mask.0[c / 64] |= 1 << (c % 64);
        }
        mask
    }

    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    /// The numbers in the set, ascending.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(w, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let c = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    64 * w + c
                })
            })
        })
    }
}

impl<const W: usize> BitAnd for Mask<W> {
    type Output = Mask<W>;
    #[inline(always)]
    fn bitand(mut self, other: Mask<W>) -> Mask<W> {
        for w in 0..W {
            self.0[w] &= other.0[w];
        }
        self
    }
}

impl<const W: usize> BitOr for Mask<W> {
    type Output = Mask<W>;
    #[inline(always)]
    fn bitor(mut self, other: Mask<W>) -> Mask<W> {
        for w in 0..W {
            self.0[w] |= other.0[w];
        }
        self
    }
}

impl<const W: usize> BitOrAssign for Mask<W> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Mask<W>) {
        *self = *self | other;
    }
}

/// Every bit turned, those past the last colouring too.
impl<const W: usize> Not for Mask<W> {
    type Output = Mask<W>;
    #[inline(always)]
    fn not(mut self) -> Mask<W> {
        for w in 0..W {
            self.0[w] = !self.0[w];
        }
        self
    }
}
