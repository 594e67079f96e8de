//! The arrays that the blocks of a group of layers read and write.

use std::sync::Arc;

use super::fronts::LayerIndex;
use crate::solver::layers::Layer;
use crate::solver::value::Rounding;

/// What one player of a group reads and writes: pointers into arrays that
/// outlive the sweep. A position's place is the same in all arrays of a layer.
#[derive(Clone)]
pub(super) struct Side {
    pub layer: Layer,
    pub index: Arc<LayerIndex>,
    /// The chance of winning of the player about to throw.
    pub values: *mut f64,
    /// The chance of winning of the player who has just moved, the other being
    /// about to throw.
    pub passed: *mut f64,
    /// Both as they were before the level at hand was touched; to be read only
    /// at places of that level.
    pub held_values: *const f64,
    pub held_passed: *const f64,
    /// The layer with a piece less of this player, `None` if that wins.
    pub below: Option<Below>,
    /// A row of ones.
    pub won: *const f64,
    pub rounding: Rounding,
}

/// A finished layer.
#[derive(Clone)]
pub(super) struct Below {
    pub index: Arc<LayerIndex>,
    pub passed: *const f64,
    /// Read only where bearing off can grant a throw.
    pub values: *const f64,
}

// SAFETY: the sweep lets one thread at a time write a block, and reads blocks
// of the level at hand only by that thread or from what is held.
unsafe impl Send for Side {}
unsafe impl Sync for Side {}
