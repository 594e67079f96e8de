//! How a chance of winning is stored: 8-, 16- and 32-bit fixed point, f32, f64.
//!
//! Fixed point keeps p as v = 1 + round(M·p), M = 2^bits − 2, so that 0 is free
//! to mean "no choice" in a running maximum, and the other side's 1 − p is the
//! wrapping negation −v. Throws have integer weights with a power of two as
//! their sum, so an expectation is exact until it is rounded once.

use crate::types::ThrowTable;

/// Which way an expectation is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    Nearest,
    /// Never above the true value; the result never falls below the old one.
    Down,
    /// Never below the true value; the result never rises above the old one.
    Up,
}

/// The name of a storage format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[derive(clap::ValueEnum)]
pub enum Precision {
    /// 8-bit fixed point, steps of 0.004: only made from finer tables
    #[value(skip)]
    U8,
    /// 16-bit fixed point, steps of 1.5e-5
    U16,
    /// 32-bit fixed point, steps of 2.3e-10
    U32,
    F32,
    F64,
}

impl Precision {
    /// Bytes a value.
    pub fn bytes(self) -> usize {
        match self {
            Precision::U8 => 1,
            Precision::U16 => 2,
            Precision::U32 | Precision::F32 => 4,
            Precision::F64 => 8,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Precision::U8 => "u8",
            Precision::U16 => "u16",
            Precision::U32 => "u32",
            Precision::F32 => "f32",
            Precision::F64 => "f64",
        }
    }
}

/// A stored chance of winning.
pub trait Value: Copy + Send + Sync + PartialEq + 'static {
    /// What maxima are taken over; at least as fine as the stored form.
    type Wide: Copy + Send;
    /// The weight of a throw.
    type Weight: Copy + Send + Sync;
    /// A sum of weighted values.
    type Sum: Copy + Send;

    const PRECISION: Precision;
    /// The least difference of stored chances, where that is a fixed one.
    const STEP: f64;
    /// Below every value: no choice yet.
    const NONE: Self::Wide;
    const ZERO: Self;
    const HALF: Self;
    const ONE: Self;
    const EMPTY: Self::Sum;

    fn widen(self) -> Self::Wide;
    /// The chance of the other side.
    fn flip(wide: Self::Wide) -> Self::Wide;
    fn better(a: Self::Wide, b: Self::Wide) -> Self::Wide;
    fn weights(throws: &ThrowTable) -> Vec<Self::Weight>;
    fn add(sum: Self::Sum, weight: Self::Weight, wide: Self::Wide) -> Self::Sum;
    /// The expectation, rounded; `old` is the value it takes the place of,
    /// `slack` what inexact weights may have cost (see [`Value::slack`]).
    fn close(sum: Self::Sum, old: Self, rounding: Rounding, slack: Self::Sum) -> Self;
    /// A bound on the error of a sum, to be taken off before rounding down.
    fn slack(throws: &ThrowTable) -> Self::Sum;
    /// |a − b| as a difference of chances.
    fn distance(a: Self, b: Self) -> f64;
    fn to_f64(self) -> f64;
    fn from_f64(p: f64) -> Self;
}

/// Integer weights proportional to those of `throws` with the sum 2^`bits`:
/// rounded down, what is left goes to the largest remainders, lower points
/// first.
fn scaled_weights(throws: &ThrowTable, bits: u32) -> Vec<u64> {
    let total = throws.total();
    // Keeps the products within 128 bits.
    let shift = (128 - total.leading_zeros()).saturating_sub(90);
    let total = total >> shift;
    let parts: Vec<(u64, u128)> = throws
        .throws()
        .iter()
        .map(|throw| {
            let product = (throw.weight >> shift) << bits;
            ((product / total) as u64, product % total)
        })
        .collect();
    let mut weights: Vec<u64> = parts.iter().map(|part| part.0).collect();
    let missing = (1u64 << bits) - weights.iter().sum::<u64>();
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&i| (std::cmp::Reverse(parts[i].1), i));
    for k in 0..missing as usize {
        weights[order[k % order.len()]] += 1;
    }
    weights
}

/// Whether every weight of `throws` is a multiple of total / 2^`bits`.
fn weights_are_exact(throws: &ThrowTable, bits: u32) -> bool {
    throws.total().is_power_of_two() && throws.total() <= 1 << bits
}

macro_rules! fixed_point {
    ($value:ty, $sum:ty, $bits:expr, $precision:expr) => {
        impl Value for $value {
            type Wide = $value;
            type Weight = $sum;
            type Sum = $sum;

            const PRECISION: Precision = $precision;
            const STEP: f64 = 1.0 / (<$value>::MAX - 1) as f64;
            const NONE: $value = 0;
            const ZERO: $value = 1;
            const HALF: $value = 1 << (<$value>::BITS - 1);
            const ONE: $value = <$value>::MAX;
            const EMPTY: $sum = 0;

            #[inline(always)]
            fn widen(self) -> $value {
                self
            }
            #[inline(always)]
            fn flip(wide: $value) -> $value {
                wide.wrapping_neg()
            }
            #[inline(always)]
            fn better(a: $value, b: $value) -> $value {
                a.max(b)
            }
            fn weights(throws: &ThrowTable) -> Vec<$sum> {
                scaled_weights(throws, $bits)
                    .into_iter()
                    .map(|weight| weight as $sum)
                    .collect()
            }
            #[inline(always)]
            fn add(sum: $sum, weight: $sum, wide: $value) -> $sum {
                sum + weight * <$sum>::from(wide)
            }
            #[inline(always)]
            fn close(sum: $sum, old: $value, rounding: Rounding, slack: $sum) -> $value {
                const UNIT: $sum = 1 << $bits;
                match rounding {
                    Rounding::Nearest => ((sum + UNIT / 2) >> $bits) as $value,
                    Rounding::Down => ((sum.saturating_sub(slack) >> $bits) as $value).max(old),
                    Rounding::Up => {
                        let up = (sum.saturating_add(slack + UNIT - 1)) >> $bits;
                        (up.min(<$sum>::from(<$value>::MAX)) as $value).min(old)
                    }
                }
            }
            fn slack(throws: &ThrowTable) -> $sum {
                // Each weight is off by less than one step of a value below 2^BITS.
                if weights_are_exact(throws, $bits) {
                    0
                } else {
                    throws.throws().len() as $sum * <$sum>::from(<$value>::MAX)
                }
            }
            fn distance(a: $value, b: $value) -> f64 {
                f64::from(a.abs_diff(b)) / f64::from(<$value>::MAX - 1)
            }
            fn to_f64(self) -> f64 {
                f64::from(self.saturating_sub(1)) / f64::from(<$value>::MAX - 1)
            }
            fn from_f64(p: f64) -> $value {
                1 + (p * f64::from(<$value>::MAX - 1)).round() as $value
            }
        }
    };
}

fixed_point!(u8, u32, 16, Precision::U8);
fixed_point!(u16, u32, 16, Precision::U16);
fixed_point!(u32, u64, 31, Precision::U32);

/// More than the rounding errors of a sum of sixteen products and their
/// weights.
const FLOAT_SLACK: f64 = 4e-15;

macro_rules! floating_point {
    ($value:ty, $precision:expr) => {
        impl Value for $value {
            type Wide = f64;
            type Weight = f64;
            type Sum = f64;

            const PRECISION: Precision = $precision;
            const STEP: f64 = 0.0;
            const NONE: f64 = -1.0;
            const ZERO: $value = 0.0;
            const HALF: $value = 0.5;
            const ONE: $value = 1.0;
            const EMPTY: f64 = 0.0;

            #[inline(always)]
            fn widen(self) -> f64 {
                self.into()
            }
            #[inline(always)]
            fn flip(wide: f64) -> f64 {
                1.0 - wide
            }
            #[inline(always)]
            fn better(a: f64, b: f64) -> f64 {
                if b > a { b } else { a }
            }
            fn weights(throws: &ThrowTable) -> Vec<f64> {
                let total = throws.total() as f64;
                throws
                    .throws()
                    .iter()
                    .map(|throw| throw.weight as f64 / total)
                    .collect()
            }
            #[inline(always)]
            fn add(sum: f64, weight: f64, wide: f64) -> f64 {
                sum + weight * wide
            }
            #[inline(always)]
            fn close(sum: f64, old: $value, rounding: Rounding, slack: f64) -> $value {
                match rounding {
                    Rounding::Nearest => sum as $value,
                    Rounding::Down => {
                        let low = sum - slack;
                        let near = low as $value;
                        let near = if f64::from(near) > low {
                            near.next_down()
                        } else {
                            near
                        };
                        near.max(old)
                    }
                    Rounding::Up => {
                        let high = sum + slack;
                        let near = high as $value;
                        let near = if f64::from(near) < high {
                            near.next_up()
                        } else {
                            near
                        };
                        near.min(old)
                    }
                }
            }
            fn slack(_: &ThrowTable) -> f64 {
                FLOAT_SLACK
            }
            fn distance(a: $value, b: $value) -> f64 {
                (f64::from(a) - f64::from(b)).abs()
            }
            fn to_f64(self) -> f64 {
                self.into()
            }
            fn from_f64(p: f64) -> $value {
                p as $value
            }
        }
    };
}

floating_point!(f32, Precision::F32);
floating_point!(f64, Precision::F64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_side_of_a_fixed_point_value_is_its_negation() {
        assert_eq!(u16::flip(u16::ONE), u16::ZERO);
        assert_eq!(u16::flip(u16::HALF), u16::HALF);
        assert_eq!(u32::flip(u32::ZERO), u32::ONE);
        for v in [1u16, 2, 77, 32768, 65535] {
            assert!((u16::flip(v).to_f64() - (1.0 - v.to_f64())).abs() < 1e-12);
            assert_eq!(u16::from_f64(v.to_f64()), v);
        }
    }

    #[test]
    fn weights_sum_to_a_power_of_two() {
        let thirds = ThrowTable::new([(1, 1), (2, 1), (3, 1)]).unwrap();
        assert_eq!(u16::weights(&thirds), [21846, 21845, 21845]);
        assert_eq!(u32::weights(&thirds).iter().sum::<u64>(), 1 << 31);
        assert!(u16::slack(&thirds) > 0);
        let sticks = ThrowTable::new([(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)]).unwrap();
        assert_eq!(u16::weights(&sticks), [16384, 24576, 16384, 4096, 4096]);
        assert_eq!(u16::slack(&sticks), 0);
    }

    #[test]
    fn directed_rounding_brackets_and_never_goes_back() {
        let sum = (7 << 16) + 5;
        assert_eq!(u16::close(sum, 1, Rounding::Down, 0), 7);
        assert_eq!(u16::close(sum, 65535, Rounding::Up, 0), 8);
        assert_eq!(u16::close(sum, 9, Rounding::Down, 0), 9);
        assert_eq!(u16::close(sum, 3, Rounding::Up, 0), 3);
        let third = 1.0f64 / 3.0;
        assert!(f64::from(f32::close(third, 0.0, Rounding::Down, 4e-15)) < third);
        assert!(f64::from(f32::close(third, 1.0, Rounding::Up, 4e-15)) > third);
    }
}
