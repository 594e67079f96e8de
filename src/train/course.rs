//! How all learning goes: batch by batch of games against oneself, by steps that
//! get smaller, until enough plies have been played.

use std::sync::atomic::AtomicBool;

use super::selfplay::{Field, Sample};
use crate::agent::Stream;
use crate::arena::run_chunks_of;
use crate::search::Evaluator;

/// Games of a chunk.
const CHUNK: u64 = 4;

/// The games of a course of learning, and how many of them have been played.
#[derive(Clone, Debug)]
pub struct Course {
    seed: u64,
    /// It ends with the batch in which so many plies have been played.
    enough: u64,
    /// Games of a batch.
    batch: u64,
    /// Step size at the beginning; it falls to 0 in a straight line.
    rate: f64,
    batches: u64,
    plies: u64,
}

impl Course {
    pub(super) fn new(seed: u64, plies: u64, batch: u64, rate: f64) -> Course {
        Course {
            seed,
            enough: plies,
            batch,
            rate,
            batches: 0,
            plies: 0,
        }
    }

    /// Goes on after so many batches, which had so many plies.
    pub(super) fn resume(&mut self, batches: u64, plies: u64) {
        (self.batches, self.plies) = (batches, plies);
    }

    /// Batches learned from.
    pub fn batches(&self) -> u64 {
        self.batches
    }

    /// Plies learned from.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// Games played, on each ruleset where there are several.
    pub fn games(&self) -> u64 {
        self.batches * self.batch
    }

    pub fn is_done(&self) -> bool {
        self.plies >= self.enough
    }

    /// The share of the course that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        (self.plies as f64 / self.enough as f64).min(1.0)
    }

    /// The step size of the batch at hand.
    pub(super) fn rate(&self) -> f32 {
        (self.rate * (1.0 - self.progress())) as f32
    }

    /// Plays the games of the batch at hand and makes a lesson of each of their
    /// positions; `None` where `cancel` was set meanwhile.
    pub(super) fn play<L: Send>(
        &self,
        field: &Field,
        evaluator: &impl Evaluator,
        pool: &rayon::ThreadPool,
        cancel: &AtomicBool,
        lesson: impl Fn(&Sample) -> L + Sync,
    ) -> Option<Vec<L>> {
        let first = self.games();
        let mut lessons = Vec::new();
        let played = run_chunks_of(
            pool,
            self.batch,
            CHUNK,
            cancel,
            |games| {
                let mut samples = Vec::new();
                for game in games {
                    field.play(evaluator, first + game, &mut samples);
                }
                samples.iter().map(&lesson).collect()
            },
            |_| {},
            |mut part: Vec<L>| lessons.append(&mut part),
        );
        (played == self.batch).then_some(lessons)
    }

    /// Brings the lessons of the batch at hand into an order of its own (Fisher
    /// and Yates).
    pub(super) fn shuffle<L>(&self, lessons: &mut [L]) {
        let mut stream = Stream::new(self.seed ^ !self.batches);
        for i in (1..lessons.len()).rev() {
            lessons.swap(i, stream.below(i as u32 + 1) as usize);
        }
    }

    /// A batch with so many plies has been learned from.
    pub(super) fn count(&mut self, plies: usize) {
        self.batches += 1;
        self.plies += plies as u64;
    }
}
