//! Games and matches: seeds, chance, pairing, parallel runs. No files, no printing.

mod batch;
mod chance;
mod formations;
mod game;
mod measures;
mod occupancy;
mod seed;

pub use batch::play_batch;
pub use chance::{Chance, Device, Scripted, Seeded};
pub use game::{GameResult, Observer, Ply, Seating, Unobserved};
pub use measures::{BySquare, GameCounts, Measures, Meter, Notes, PlyCounts, Results};
pub use seed::Seeds;
