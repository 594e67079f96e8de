//! Sums over the pieces of a set, four table look-ups each.

/// A sum of one value a square, for any set of squares: the value of a set is
/// the sum over its bytes of the table entry of that byte.
///
/// Two numbers ride in one word: `high` (signed) above bit 32, `low` (0 or
/// more) below, so that one addition adds both.
#[derive(Clone, Debug)]
pub(super) struct SquareSum {
    by_byte: Box<[[i64; 256]; 4]>,
}

/// The two sums of a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed(pub i64);

impl Packed {
    #[inline(always)]
    pub fn high(self) -> i32 {
        (self.0 >> 32) as i32
    }

    #[inline(always)]
    pub fn low(self) -> i32 {
        self.0 as u32 as i32
    }
}

impl SquareSum {
    /// `value(s) = (high, low)` for squares 0 to 31. All `low` must be at least
    /// 0, and no sum over a set may leave the range of an `i32`.
    pub fn new(value: impl Fn(usize) -> (i32, i32)) -> SquareSum {
        let packed: Vec<i64> = (0..32)
            .map(|square| {
                let (high, low) = value(square);
                assert!(low >= 0, "low half {low} of square {square}");
                (i64::from(high) << 32) + i64::from(low)
            })
            .collect();
        let mut by_byte = Box::new([[0i64; 256]; 4]);
        for (byte, table) in by_byte.iter_mut().enumerate() {
            for (set, sum) in table.iter_mut().enumerate() {
                *sum = (0..8)
                    .filter(|bit| set >> bit & 1 == 1)
                    .map(|bit| packed[8 * byte + bit])
                    .sum();
            }
        }
        SquareSum { by_byte }
    }

    #[inline(always)]
    pub fn of(&self, set: u32) -> Packed {
        let [a, b, c, d] = set.to_le_bytes().map(usize::from);
        let tables = &*self.by_byte;
        Packed((tables[0][a] + tables[1][b]) + (tables[2][c] + tables[3][d]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_sum_over_the_set() {
        let sum = SquareSum::new(|s| (-(s as i32) * 3, s as i32));
        let packed = sum.of(1 << 31 | 1 << 9 | 1 << 2);
        assert_eq!((packed.high(), packed.low()), (-3 * 42, 42));
        assert_eq!(sum.of(0), Packed(0));
    }
}
