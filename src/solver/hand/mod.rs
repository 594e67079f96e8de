//! Games whose captured pieces go back to the hand, solved exactly: the games
//! of Ur and of twenty squares, and whatever has their mechanics.
//!
//! Served are games with pieces in hand that are the same for both players,
//! whose positions are squares, home counts and turn: any length, cells in
//! common, rosettes, safe squares, dice, number of pieces, grants for captures
//! or points; `capture` = "hand" or "none". Refused are pairs, walls, gates,
//! traps, backward moves and all else of senet.
//!
//! ```text
//! V(s) = Σ over throws t of p(t) · max over choices c of
//!          V(s after c)          if the same player throws again
//!          1 − V(s after c)      if the other player throws next
//!          1                     if c wins
//! ```
//!
//! *Layer* (i, j): the mover has i pieces not home, the other j. Pieces never
//! leave home, so layers are solved in the order of i + j, (i, j) together with
//! (j, i). Within a layer:
//!
//! * *Early squares*: the first private squares of the track. What an opponent
//!   has there plays no part in one's own moves.
//! * *Front*: the pieces of both players past the early squares. *Block* of a
//!   front: all sets of early squares of one player by all of the other.
//! * *Level* of a front: the sum of its squares, each by its owner's numbers. A
//!   move to an empty cell past the early squares raises it, a move within them
//!   stays in the block, a capture lowers it or (by a piece that comes from an
//!   early square onto a cell that both number alike) leaves it.
//!
//! Fronts are brought up to date from the highest level down. What is above is
//! final but for what captures have still to bring; a capture reads the sweep
//! before. A block is settled in one pass (`update`), a position together with
//! its mirror. Blocks of one level read each other only through captures that
//! keep the level, and these read a copy of the level made before it is touched;
//! so they are shared out to any number of threads with the same result.
//!
//! The idea to solve the Royal Game of Ur by value iteration over home counts is
//! that of the RoyalUr project (royalur.net/solved); order, numbering and
//! algorithm here are other ones. Bounds: see `docs/solver.md`.

mod early;
mod encoding;
mod fronts;
mod game;
mod group;
mod leap;
mod order;
mod plan;
mod solve;
mod sweep;
mod tables;
mod turn;
mod update;

pub use encoding::{HAND_ENCODING, HandEncoding};
pub use game::HandGame;
pub use solve::{HandSolved, peak_bytes, solve};
