//! Games and matches: seeds, chance, pairing, parallel runs. No files, no printing.

mod batch;
mod both;
mod chance;
mod duel;
mod formations;
mod game;
mod ludii;
mod ludii_game;
mod measures;
mod meter;
mod occupancy;
mod pairing;
mod race;
mod run;
mod sample;
mod seed;
mod series;
mod skill;

pub use batch::play_batch;
pub use chance::{Caster, Chance, Scripted, Seeded};
pub use duel::{BLOCK, Duel, DuelResult};
pub use game::{GameResult, Observer, Ply, Seating, Unobserved};
pub use ludii::{
    Evaluate, LUDII_MEASURES, LudiiMeasure, LudiiMeasures, LudiiMeter, LudiiNotes, MILLION,
};
pub use measures::{BySquare, GameCounts, Measures, PlyCounts, Results};
pub use meter::{Meter, Notes};
pub use pairing::{BlockingPairs, SeatPairs, Unblocked, half_points};
pub use race::Race;
pub use run::{CHUNK, run_chunks, run_chunks_of, run_until};
pub use sample::{Occasion, Sampler};
pub use seed::Seeds;
pub use series::{BlockingStudy, SeatingResult, Seats, Series, SeriesResult};
pub use skill::{
    BILLION, ERROR_EDGES, LuckSplit, PHASES, PhaseSkill, PlyTruth, Skill, SkillMeter, SkillResult,
};

#[cfg(test)]
mod tests;
