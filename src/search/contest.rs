//! Which choice is best: tests between all pairs while samples come in.

use crate::rules::{Choice, Position};

use super::confidence::{Moments, PairTest, Verdict};

/// One choice while it is tried.
pub(super) struct Candidate {
    pub choice: Choice,
    pub after: Position,
    pub moments: Moments,
    pub standing: bool,
    /// The mean of the block just played.
    pub block: f64,
}

/// The tests between all pairs of choices.
pub(super) struct Contest {
    /// `tests[i][j]` for `j < i`: the mean of `i` less that of `j`.
    tests: Vec<Vec<PairTest>>,
}

impl Contest {
    /// With `error` shared among all pairs; `None`: nobody is ever dropped.
    pub fn new(choices: usize, error: Option<f64>) -> Contest {
        let pairs = (choices * choices.saturating_sub(1) / 2).max(1);
        let tests = |alpha: f64| {
            let test = PairTest::new(alpha / pairs as f64);
            (0..choices).map(|i| vec![test; i]).collect()
        };
        Contest {
            tests: error.map_or_else(Vec::new, tests),
        }
    }

    /// Takes in the blocks just played and drops who is below another.
    pub fn judge(&mut self, candidates: &mut [Candidate]) {
        let standing: Vec<bool> = candidates.iter().map(|c| c.standing).collect();
        for (i, row) in self.tests.iter_mut().enumerate() {
            for (j, test) in row.iter_mut().enumerate() {
                if !(standing[i] && standing[j]) {
                    continue;
                }
                test.add(candidates[i].block - candidates[j].block);
                match test.verdict() {
                    Verdict::Open => {}
                    Verdict::Positive => candidates[j].standing = false,
                    Verdict::Negative => candidates[i].standing = false,
                }
            }
        }
    }
}
