//! Senet and its reconstructions as a research tool.
//!
//! Data flows one way: ruleset file → checked ruleset → compiled rules →
//! positions and choices → agents, search, solver → matches and experiments →
//! statistics → rows → CSV, charts, report.
//!
//! # Glossary
//!
//! *throw*: one cast of the sticks · *square*: 1 to 30 in the order of travel ·
//! *ply*: a throw and what is done with it · *turn*: a player's run of plies ·
//! *choice*: a legal thing to do with a throw · *bear off*: take a piece off
//! past the last square · *home*: pieces borne off · *swap*, *pair*, *wall*,
//! *gate*, *trap*, *refuge*: see [`ruleset::Mechanics`] · *equity*: chance of
//! winning, 0 to 1, of the player named · *regret*: equity lost by a choice
//! against the best one · *luck* of a throw: equity after the best reply to it
//! minus the mean over all throws · *ruleset*: data; *rules*: compiled ·
//! *game*: one playing · *table*: solved values · *probe* · *agent* ·
//! *match*: many games.

pub mod agent;
pub mod arena;
pub mod cli;
pub mod experiment;
pub mod report;
pub mod rules;
pub mod ruleset;
pub mod search;
pub mod solver;
pub mod stats;
pub mod train;
pub mod types;
