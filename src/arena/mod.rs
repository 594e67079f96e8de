//! Games and matches: seeds, chance, pairing, parallel runs. No files, no printing.

mod batch;
mod chance;
mod formations;
mod game;
mod measures;
mod occupancy;
mod pairing;
mod run;
mod seed;
mod series;

pub use batch::play_batch;
pub use chance::{Caster, Chance, Scripted, Seeded};
pub use game::{GameResult, Observer, Ply, Seating, Unobserved};
pub use measures::{BySquare, GameCounts, Measures, Meter, Notes, PlyCounts, Results};
pub use pairing::{BlockingPairs, SeatPairs, Unblocked, half_points};
pub use run::{CHUNK, run_chunks};
pub use seed::Seeds;
pub use series::{BlockingStudy, SeatingResult, Seats, Series, SeriesResult};

#[cfg(test)]
mod tests;
