//! What a sweep is asked for, and what it says it did.

/// What the sweeps look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    Values,
    /// Positions from which the two players together can keep the game going for
    /// ever have one, others zero in a member's first array; its second holds
    /// the same seen by the other side.
    Unending,
}

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SweepReport {
    /// Largest change of a value, as a difference of chances.
    pub change: f64,
    /// Values set anew.
    pub updated: u64,
    /// Blocks whose inner system has not come to rest.
    pub restless: u64,
    /// Lower bounds that fell and upper bounds that rose, over the whole sweep or
    /// in the last pass over their block.
    pub slipped: u64,
}

impl SweepReport {
    pub(super) fn and(self, other: SweepReport) -> SweepReport {
        SweepReport {
            change: self.change.max(other.change),
            updated: self.updated + other.updated,
            restless: self.restless + other.restless,
            slipped: self.slipped + other.slipped,
        }
    }
}

/// How a sweep is to be done.
#[derive(Clone, Copy, Debug)]
pub struct SweepOrder {
    /// 1, 2, …
    pub number: u32,
    /// Whether every block is updated, whatever has changed.
    pub all: bool,
    /// Whether values were changed after the sweep before (see [`crate::solver::lift`]).
    pub disturbed: bool,
    /// How far to move on what this sweep changes.
    pub lift: Option<f64>,
    /// Inner changes up to this end the inner iteration.
    pub inner_tolerance: f64,
    /// Changes up to this do not make a block unsettled.
    pub settled: f64,
}
