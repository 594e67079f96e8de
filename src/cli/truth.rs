//! Where true values come from.

use std::path::Path;

use super::tables_on_disk;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::{Enumerated, Truth};

/// True values of one ruleset.
pub type OneTruth = Box<dyn Truth>;

/// The word that stands for solving the game in memory.
pub const SOLVE: &str = "solve";

/// Positions up to which a game is solved in passing, at some 200 bytes each:
/// enough for two pieces a side.
const MOST_POSITIONS: usize = 1_000_000;

/// What `text` knows of the game of `ruleset`; the inner error says why it is
/// not for this game.
///
/// # Errors
/// A file that cannot be read or is damaged, a game too large to be solved in
/// passing.
pub fn load(text: &str, ruleset: &Ruleset) -> anyhow::Result<Result<OneTruth, String>> {
    let rules = Rules::new(&ruleset.mechanics);
    if text == SOLVE {
        let solved = Enumerated::solve(&rules, 1e-9, MOST_POSITIONS)?;
        return Ok(Ok(Box::new(solved)));
    }
    let table = tables_on_disk::values(Path::new(text))?;
    if let Err(why) = table.suits(&ruleset.mechanics) {
        return Ok(Err(why));
    }
    Ok(Ok(Box::new(table)))
}
