//! Colourings of a block: which of its pieces are the mover's.
//!
//! A colouring of n pieces, i of them the mover's, is a word of n bits with i
//! ones; bit k stands for the k-th lowest occupied square. Colourings are
//! numbered in ascending order of their words (colex). Complementing all words
//! reverses that order: the colouring seen from the other side has the number
//! `len − 1 − number` among the colourings with n − i ones.

/// The most pieces that may be on the board together.
pub const MAX_PIECES: usize = 20;

/// The colourings of `pieces` pieces with `mine` ones.
#[derive(Clone, Debug)]
pub struct Colourings {
    pub pieces: usize,
    pub mine: usize,
    /// Ascending.
    pub words: Vec<u32>,
}

impl Colourings {
    pub fn new(pieces: usize, mine: usize) -> Colourings {
        assert!(mine <= pieces && pieces <= MAX_PIECES);
        let words = (0..1u32 << pieces)
            .filter(|word| word.count_ones() as usize == mine)
            .collect();
        Colourings {
            pieces,
            mine,
            words,
        }
    }

    pub fn len(&self) -> usize {
        self.words.len()
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of a word with the right count of ones.
    pub fn rank(&self, word: u32) -> usize {
        debug_assert_eq!(word.count_ones() as usize, self.mine);
        colex(word)
    }
}

/// The number of a word among those with as many ones: Σ C(position of the
/// k-th one, k).
#[inline]
pub fn colex(mut word: u32) -> usize {
    let (mut rank, mut k) = (0, 0);
    while word != 0 {
        k += 1;
        rank += binomial(word.trailing_zeros() as usize, k);
        word &= word - 1;
    }
    rank
}

/// C(n, k) for n, k up to 32, 0 for k > n.
#[inline]
pub fn binomial(n: usize, k: usize) -> usize {
    BINOMIAL[n][k] as usize
}

static BINOMIAL: [[u32; 33]; 33] = pascal();

const fn pascal() -> [[u32; 33]; 33] {
    let mut rows = [[0; 33]; 33];
    let mut n = 0;
    while n <= 32 {
        rows[n][0] = 1;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_numbered_in_order_and_the_complement_backward() {
        for (pieces, mine) in [(2, 1), (5, 2), (10, 5), (9, 4)] {
            let colourings = Colourings::new(pieces, mine);
            let other = Colourings::new(pieces, pieces - mine);
            assert_eq!(colourings.len(), binomial(pieces, mine));
            for (number, &word) in colourings.words.iter().enumerate() {
                assert_eq!(colourings.rank(word), number);
                let complement = !word & ((1 << pieces) - 1);
                assert_eq!(other.rank(complement), colourings.len() - 1 - number);
            }
        }
    }
}
