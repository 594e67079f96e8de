//! How often each square is held, counted for all squares at once.
//!
//! Plane k holds bit k of sixty-four small counters, one a bit of the word
//! that is recorded: adding a word is a ripple carry over the planes, and the
//! planes are emptied into ordinary counters before they can overflow.

use super::measures::BySquare;
use crate::types::{ByPlayer, Player};

const PLANES: usize = 8;

#[derive(Clone, Debug, Default)]
pub(super) struct Occupancy {
    planes: [u64; PLANES],
    recorded: u32,
}

impl Occupancy {
    /// Counts the squares of `word`, A's in the low and B's in the high half.
    #[inline(always)]
    pub fn record(&mut self, word: u64, into: &mut ByPlayer<BySquare>) {
        let mut carry = word;
        for plane in &mut self.planes {
            let both = *plane & carry;
            *plane ^= carry;
            carry = both;
        }
        self.recorded += 1;
        if self.recorded == (1 << PLANES) - 1 {
            self.flush_into(into);
        }
    }

    /// Adds what has been counted to `into` and starts again from 0.
    #[inline(never)]
    pub fn flush_into(&mut self, into: &mut ByPlayer<BySquare>) {
        for player in Player::BOTH {
            for (square, count) in into[player].iter_mut().enumerate() {
                let bit = square + 32 * player.index();
                for (k, plane) in self.planes.iter().enumerate() {
                    *count += (plane >> bit & 1) << k;
                }
            }
        }
        *self = Occupancy::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_counting_one_by_one(
            words in prop::collection::vec(any::<u64>(), 0..3), times in 0usize..600
        ) {
            let mut occupancy = Occupancy::default();
            let mut counted = ByPlayer::both([0; 31]);
            let mut expected: ByPlayer<BySquare> = ByPlayer::both([0; 31]);
            for word in words.iter().cycle().take(if words.is_empty() { 0 } else { times }) {
                occupancy.record(*word, &mut counted);
                for square in 0..31 {
                    expected.a[square] += word >> square & 1;
                    expected.b[square] += word >> (square + 32) & 1;
                }
            }
            occupancy.flush_into(&mut counted);
            prop_assert_eq!(counted, expected);
        }
    }
}
