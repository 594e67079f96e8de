//! Solutions that an experiment does not make itself: a CSV file that its spec
//! names, of which the grand table takes the largest game of each ruleset.

use std::path::Path;

use anyhow::Context;

use crate::ruleset::{Ruleset, load_builtin};

/// Perfect play of one game.
#[derive(Clone, Debug, PartialEq, serde::Deserialize)]
pub struct Solution {
    /// Of the game, so that a ruleset that has changed since finds none.
    pub digest: String,
    /// The first player's share.
    pub first: f64,
    /// Proven bounds.
    pub first_lo: Option<f64>,
    pub first_hi: Option<f64>,
    /// Mean length.
    pub plies: Option<f64>,
    /// Where the length is not exact: its interval.
    pub plies_lo: Option<f64>,
    pub plies_hi: Option<f64>,
}

/// The columns that are read; others may stand beside them.
pub const COLUMNS: &str = "digest, first, first_lo, first_hi, plies, plies_lo, plies_hi";

/// # Errors
/// The file cannot be read, or a row is not what it should be.
pub fn read_solutions(path: &Path) -> anyhow::Result<Vec<Solution>> {
    let about = || path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(about)?;
    reader
        .deserialize()
        .collect::<Result<_, _>>()
        .with_context(about)
}

/// The solution of the ruleset as written with as many pieces as there is one
/// for, at most its own, and these pieces. Rulesets that are not built in have
/// one of their whole game alone.
pub fn largest<'a>(ruleset: &Ruleset, solutions: &'a [Solution]) -> Option<(u8, &'a Solution)> {
    let of = |digest: &str| solutions.iter().find(|known| known.digest == digest);
    let own = ruleset.digest().to_string();
    if let Some(whole) = of(&own) {
        return Some((ruleset.mechanics.pieces, whole));
    }
    let builtin = load_builtin(&ruleset.id, &[], &[]).ok()?;
    if builtin.digest().to_string() != own {
        return None;
    }
    (1..ruleset.mechanics.pieces).rev().find_map(|pieces| {
        let number = pieces.to_string();
        let smaller = load_builtin(&ruleset.id, &[], &[("pieces", &number)]).ok()?;
        Some((pieces, of(&smaller.digest().to_string())?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_game_that_was_solved_is_found_by_its_digest() {
        let digest = |id: &str, pieces: &str| {
            let smaller = load_builtin(id, &[], &[("pieces", pieces)]).unwrap();
            smaller.digest().to_string()
        };
        let text = format!(
            "ruleset,digest,first,first_lo,first_hi,plies,plies_lo,plies_hi\n\
             anubis-5,{},0.51,0.509,0.511,34,,\nanubis-5,{},0.505,,,102,101,103\n",
            digest("anubis-5", "1"),
            digest("anubis-5", "3"),
        );
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("perfect.csv");
        std::fs::write(&path, text).unwrap();
        let solutions = read_solutions(&path).unwrap();
        // With as few pieces the two are the same game.
        for id in ["anubis-5", "sawah-7"] {
            let (pieces, found) =
                largest(&load_builtin(id, &[], &[]).unwrap(), &solutions).unwrap();
            assert_eq!(
                (pieces, found.first, found.plies_hi),
                (3, 0.505, Some(103.0)),
                "{id}"
            );
        }
        let other = load_builtin("bell-10", &[], &[]).unwrap();
        assert_eq!(largest(&other, &solutions), None);
        std::fs::write(&path, "digest,first\naa,x\n").unwrap();
        let fault = format!("{:#}", read_solutions(&path).unwrap_err());
        assert!(
            fault.contains("perfect.csv") && fault.contains("line: 2"),
            "{fault}"
        );
    }
}
