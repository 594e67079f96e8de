//! Exact solutions: index, layers, blocks, levels, sweeps, bounds, tables.

pub mod array;
pub mod colour;
pub mod course;
pub mod encoding;
pub mod general;
pub mod geometry;
mod ground;
pub mod index;
pub mod kernel;
pub mod layers;
pub mod mask;
pub mod memory;
pub mod perfect;
pub mod policy;
pub mod recolour;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod value;
pub mod verify;
pub mod walk;
