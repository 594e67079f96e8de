use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

/// The longest track that a [`SquareSet`] can hold: square s is bit s of a
/// 32-bit word, bit 0 stays free and bit `length + 1` may stand for "off".
pub const MAX_LENGTH: u8 = 30;

/// A square of the track, numbered 1 to [`MAX_LENGTH`] in the order of travel.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// `None` unless `1 <= number <= MAX_LENGTH`.
    #[inline]
    pub const fn new(number: u8) -> Option<Square> {
        if number >= 1 && number <= MAX_LENGTH {
            Some(Square(number))
        } else {
            None
        }
    }

    /// 1 to [`MAX_LENGTH`].
    #[inline(always)]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The square named by bit `bit` of a [`SquareSet`] (1 to [`MAX_LENGTH`]).
    #[inline(always)]
    pub(crate) const fn from_bit(bit: u32) -> Square {
        debug_assert!(bit >= 1 && bit <= MAX_LENGTH as u32);
        Square(bit as u8)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A set of squares: bit s of the word is square s.
///
/// ```text
/// bit  31   30 29 … 2 1   0
///      free  squares      free
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SquareSet(pub u32);

impl SquareSet {
    pub const EMPTY: SquareSet = SquareSet(0);

    /// Squares 1 to `length`.
    pub const fn up_to(length: u8) -> SquareSet {
        SquareSet(((2u64 << length) - 2) as u32)
    }

    #[inline(always)]
    pub const fn single(square: Square) -> SquareSet {
        SquareSet(1 << square.number())
    }

    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.number() & 1 == 1
    }

    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.number();
    }

    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.number());
    }

    #[inline(always)]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in ascending order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        (1..=MAX_LENGTH as u32)
            .filter(move |bit| self.0 >> bit & 1 == 1)
            .map(Square::from_bit)
    }

    pub fn first(self) -> Option<Square> {
        self.iter().next()
    }

    pub fn last(self) -> Option<Square> {
        self.iter().next_back()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl BitOr for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn bitor(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }
}

impl BitOrAssign for SquareSet {
    #[inline(always)]
    fn bitor_assign(&mut self, other: SquareSet) {
        self.0 |= other.0;
    }
}

impl BitAnd for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn bitand(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }
}

/// Set difference.
impl Sub for SquareSet {
    type Output = SquareSet;
    #[inline(always)]
    fn sub(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }
}

impl Not for SquareSet {
    type Output = SquareSet;
    /// Every bit turned; intersect with [`SquareSet::up_to`] where it matters.
    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Ascending numbers joined by commas, `-` for the empty set.
impl fmt::Display for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (i, square) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}
