use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

/// The random numbers of one agent in one game (xoshiro256++).
///
/// Apart from the stream of throws, so that what an agent draws never changes
/// what is thrown.
#[derive(Clone, Debug)]
pub struct Stream(Xoshiro256PlusPlus);

impl Stream {
    /// The stream that belongs to `seed`.
    #[inline(always)]
    pub fn new(seed: u64) -> Stream {
        Stream(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// 64 random bits.
    #[inline(always)]
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number from 0 to `n` − 1 for `n` ≥ 1, each with a chance within
    /// 2⁻⁶⁴ of 1/`n`. Always draws one word.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        ((u128::from(self.word()) * u128::from(n)) >> 64) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut stream = Stream::new(1);
        let mut seen = [0u32; 5];
        for _ in 0..1000 {
            seen[stream.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
        assert_eq!(stream.below(1), 0);
    }
}
