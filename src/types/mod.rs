//! The words of the game as types: squares, players, throws. They know no
//! rules and no files.

mod player;
mod square;
mod throw;

pub use player::{ByPlayer, Player};
pub use square::{MAX_LENGTH, Square, SquareSet};
pub use throw::{MAX_POINTS, PointSet, Throw, ThrowTable, ThrowTableError};
