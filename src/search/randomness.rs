//! Random numbers that depend on a seed and a place alone.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The random numbers of one game, or of a block's start.
pub(super) fn stream(seed: u64, block: u64, game: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(mix(mix(seed ^ mix(block)).wrapping_add(game)))
}

/// The finaliser of SplitMix64.
pub(super) fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

/// From 0 to below 1.
pub(super) fn uniform(stream: &mut Xoshiro256PlusPlus) -> f64 {
    unit(stream.next_u64())
}

/// 53 bits of `word` as a number from 0 to below 1.
pub(super) fn unit(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 53) as f64
}
