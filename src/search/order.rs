//! The order in which choices are searched.

use crate::rules::Position;

/// The largest number of choices whose order is worth finding.
const MOST: usize = 24;

/// A choice waiting to be searched.
#[derive(Clone, Copy)]
pub(super) struct Candidate {
    pub promise: f64,
    /// Its number in canonical order.
    pub number: u8,
    pub after: Position,
}

/// Candidates by falling promise, in canonical order among equals.
pub(super) struct Order {
    candidates: [Candidate; MOST],
    len: usize,
}

impl Order {
    pub fn new(filler: Position) -> Order {
        let candidate = Candidate {
            promise: 0.0,
            number: 0,
            after: filler,
        };
        Order {
            candidates: [candidate; MOST],
            len: 0,
        }
    }

    pub fn insert(&mut self, candidate: Candidate) {
        let mut i = self.len;
        while i > 0 && self.candidates[i - 1].promise < candidate.promise {
            self.candidates[i] = self.candidates[i - 1];
            i -= 1;
        }
        self.candidates[i] = candidate;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[Candidate] {
        &self.candidates[..self.len]
    }
}
