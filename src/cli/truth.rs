//! Where true values come from.

use std::path::Path;

use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::{Enumerated, Truth};
use crate::solver::table::Table;

/// True values of one ruleset.
pub type OneTruth = Box<dyn Truth>;

/// The word that stands for solving the game in memory.
const SOLVE: &str = "solve";

/// Positions up to which a game is solved in passing, at some 200 bytes each:
/// enough for two pieces a side.
const MOST_POSITIONS: usize = 1_000_000;

/// Tables up to this size are checked whole before they are used; of larger
/// ones only the header is (`senet table verify` checks the rest).
const CHECKED_BYTES: u64 = 256 << 20;

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
    let table = Table::open(Path::new(text))?;
    if let Err(why) = table.suits(&ruleset.mechanics) {
        return Ok(Err(why));
    }
    if table.header().file_bytes() <= CHECKED_BYTES {
        table.verify_checksums(|_| {})?;
    }
    Ok(Ok(Box::new(table)))
}
