use serde::{Deserialize, Serialize};

use crate::ruleset::{Mechanics, Ruleset};
use crate::solver::encoding::Encoding;
use crate::solver::layers::Unsupported;
use crate::solver::solve::Bounds;
use crate::solver::table::Header;
use crate::solver::value::Precision;

/// A game, as rows name it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameLabel {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Readings and changed keys but for the pieces, joined by `;`.
    pub changes: String,
    /// Pieces a side.
    pub pieces: u8,
    pub digest: String,
}

/// A game to be studied.
#[derive(Clone, Debug)]
pub struct Game {
    pub label: GameLabel,
    pub mechanics: Mechanics,
    /// Positions of its table.
    pub positions: u64,
}

/// How a table is to be made, or was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TableKind {
    pub precision: Precision,
    pub bounds: Bounds,
    pub tolerance: f64,
}

impl Game {
    /// # Errors
    /// A game that the solver does not serve.
    pub fn of(ruleset: &Ruleset) -> Result<Game, Unsupported> {
        let changed = ruleset
            .changed
            .iter()
            .filter(|change| !change.starts_with("pieces="));
        let changes: Vec<&str> = ruleset
            .applied
            .iter()
            .chain(changed)
            .map(String::as_str)
            .collect();
        Ok(Game {
            label: GameLabel {
                ruleset: ruleset.id.clone(),
                changes: changes.join(";"),
                pieces: ruleset.mechanics.pieces,
                digest: ruleset.digest().to_string(),
            },
            positions: Encoding::new(&ruleset.mechanics)?.total_positions() as u64,
            mechanics: ruleset.mechanics.clone(),
        })
    }

    /// The game that a table has been made for.
    pub fn of_table(header: &Header, mechanics: &Mechanics) -> Game {
        let game = &header.game;
        let changes = game.label.strip_prefix(&game.id).unwrap_or_default();
        let changes: Vec<&str> = changes
            .split('+')
            .filter(|change| !change.is_empty() && !change.starts_with("pieces="))
            .collect();
        Game {
            label: GameLabel {
                ruleset: game.id.clone(),
                changes: changes.join(";"),
                pieces: mechanics.pieces,
                digest: game.digest.clone(),
            },
            mechanics: mechanics.clone(),
            positions: header.positions(),
        }
    }

    /// The key of its throws: see [`crate::arena::Seeds::new`].
    pub fn key(&self) -> u64 {
        u64::from_be_bytes(self.mechanics.digest().0)
    }
}

impl TableKind {
    pub fn of(header: &Header) -> TableKind {
        TableKind {
            precision: header.precision,
            bounds: header.bounds,
            tolerance: header.tolerance,
        }
    }

    pub fn certified(self) -> bool {
        self.bounds == Bounds::Both
    }

    /// As part of a file's name: `u16`, `f64-bounds-1e-9`.
    pub fn name(self) -> String {
        let bounds = if self.certified() { "-bounds" } else { "" };
        format!("{}{bounds}-{:e}", self.precision.name(), self.tolerance)
    }
}

impl GameLabel {
    /// Ruleset and changes: `anubis-5`, `anubis-5 (backward)`.
    pub fn name(&self) -> String {
        if self.changes.is_empty() {
            self.ruleset.clone()
        } else {
            format!("{} ({})", self.ruleset, self.changes.replace(';', ", "))
        }
    }
}
