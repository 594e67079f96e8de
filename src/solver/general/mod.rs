//! Games solved position by position, whatever their rules.
//!
//! Serves every ruleset the engine can play, as far as the positions that can
//! arise fit into memory: returned and waiting pieces, openings still to come,
//! pieces in hand, captured pieces and the score of `bell-10`, two tracks,
//! rules that differ by player. [`crate::solver::solve`] is faster by far and
//! goes further, but serves swap games alone.
//!
//! * [`key`]: a position as 64 bits; the sides exchanged where the rules are
//!   the same for both, so that the player about to throw is always A.
//! * [`list`]: every position that can arise from a start, in an order found
//!   from what never falls (pieces borne off or captured, openings made,
//!   pieces no longer waiting): *groups*; in a group by *level* (sum of the
//!   squares) from the highest, and at a level by *unit* (occupied squares).
//! * [`ways`]: what can follow each position, made by the engine, kept or made
//!   again for each sweep.
//! * [`sweep`]: lower values from 0 and upper values from 1 improved together,
//!
//! ```text
//! L ← Σ p · max( L′ if the mover throws again, else 1 − U′ )      rounded down
//! U ← Σ p · max( U′ if the mover throws again, else 1 − L′ )      rounded up
//! ```
//!
//!   which bound the true values at every moment (theorem and proof in
//!   `docs/solver.md`). Values are chances of winning plus half the chances of
//!   a draw.
//! * [`play`]: what perfect play comes to: mean length, chances of winning and
//!   of a draw apart.
//! * [`ends`]: positions from which play may never end.
//!
//! The same bytes for any number of threads: a position reads values of its
//! own unit as they are, of other units of its level as they were before, of
//! other levels as the sweep has left them.

pub mod ends;
pub mod key;
pub mod list;
pub mod play;
pub mod solve;
pub mod sweep;
pub mod ways;

use super::memory::Bytes;

/// Why a game was not solved position by position.
#[derive(Debug, thiserror::Error)]
pub enum GeneralError {
    #[error("a position of this game takes {0} bits, and the solver has room for 64")]
    Wide(u32),
    #[error(
        "{found} positions found{}, which need {}{}, more than --memory allows ({}): give more with \
         --memory, or fewer pieces with --set pieces=N",
        if *.all { "" } else { " and there are more" },
        Bytes(*.needed),
        if *.all { "" } else { " so far" },
        Bytes(*.allowed)
    )]
    Memory {
        found: usize,
        all: bool,
        needed: u64,
        allowed: u64,
    },
    #[error(
        "there are {placements:.1e} ways to place the pieces, of which one in four or more can \
         arise in the games known, and the memory allowed ({}, of which the solver itself takes {}) \
         has room for {most} positions: far too many to list; give more with --memory, or fewer \
         pieces with --set pieces=N",
        Bytes(*.allowed),
        Bytes(solve::ALLOWANCE)
    )]
    Hopeless {
        placements: f64,
        most: usize,
        allowed: u64,
    },
    #[error("more than {0} positions: the solver numbers no more")]
    Many(usize),
    #[error("threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    #[error("interrupted")]
    Interrupted,
}
