//! A solved game as the end of a larger one.
//!
//! A piece at home decides nothing but whether all are there. So a position of a
//! game with n pieces a side in which both sides have at least n − m at home is
//! the position of the same game with m pieces in which both have n − m fewer at
//! home, wherever the two games differ in their pieces and their start alone.

use std::sync::Arc;

use crate::rules::{Choice, Choices, Position, Rules};
use crate::ruleset::Mechanics;
use crate::search::{Assessment, Truth, true_values};
use crate::solver::perfect::perfect_choice;
use crate::solver::table::{ChoiceTable, Table};
use crate::stats::Interval;

use super::Sources;

/// Keys of [`Mechanics::canonical`] in which a game with fewer pieces may differ.
const OF_SIZE: [&str; 3] = ["pieces", "start.a", "start.b"];

/// A file that knows the best choices of a game: a table of values, or one of
/// choices alone.
#[derive(Clone)]
pub(super) enum Solved {
    Values(Arc<Table>),
    Choices(Arc<ChoiceTable>),
}

impl Solved {
    /// The file that a user calls `name`.
    ///
    /// # Errors
    /// Why there is none, naming it.
    pub fn read(name: &str, sources: &dyn Sources) -> Result<Solved, String> {
        match sources.choices(name)? {
            Some(choices) => Ok(Solved::Choices(choices)),
            None => sources.table(name).map(Solved::Values),
        }
    }

    fn mechanics(&self) -> &Mechanics {
        match self {
            Solved::Values(table) => table.mechanics(),
            Solved::Choices(choices) => choices.mechanics(),
        }
    }

    fn label(&self) -> &str {
        match self {
            Solved::Values(table) => &table.header().game.label,
            Solved::Choices(choices) => &choices.header().game.label,
        }
    }

    /// Whether the file knows equities.
    pub fn weighs(&self) -> bool {
        matches!(self, Solved::Values(_))
    }

    /// Pieces a side that a position of `game` must have at home for the file to
    /// know it; 0 where it is about this very game.
    ///
    /// # Errors
    /// It is neither about this game nor about one that differs in having fewer
    /// pieces alone.
    pub fn fewer(&self, game: &Mechanics) -> Result<u8, String> {
        let own = self.mechanics();
        if own.digest() == game.digest() {
            return Ok(0);
        }
        let (here, there) = (own.canonical(), game.canonical());
        let mut keys: Vec<&str> = here
            .keys()
            .chain(there.keys())
            .copied()
            .filter(|key| !OF_SIZE.contains(key) && here.get(key) != there.get(key))
            .collect();
        keys.sort_unstable();
        keys.dedup();
        match game.pieces.checked_sub(own.pieces) {
            Some(fewer @ 1..) if keys.is_empty() => Ok(fewer),
            _ => Err(format!(
                "the table is about another game: {} (digest {}), {} a side; wanted is the game \
                 with digest {}, {} a side, or the same with fewer pieces{}",
                self.label(),
                own.digest(),
                pieces(own.pieces),
                game.digest(),
                pieces(game.pieces),
                if keys.is_empty() {
                    String::new()
                } else {
                    format!("; they differ in {}", keys.join(", "))
                }
            )),
        }
    }
}

fn pieces(count: u8) -> String {
    match count {
        1 => "1 piece".to_string(),
        count => format!("{count} pieces"),
    }
}

/// What a file knows of a game.
pub(super) struct Endgame {
    solved: Solved,
    /// Of the game that is solved.
    rules: Rules,
    /// Pieces a side that this game has more.
    fewer: u8,
}

impl Endgame {
    /// # Errors
    /// See [`Solved::fewer`].
    pub fn new(solved: &Solved, game: &Mechanics) -> Result<Endgame, String> {
        Ok(Endgame {
            fewer: solved.fewer(game)?,
            rules: Rules::new(solved.mechanics()),
            solved: solved.clone(),
        })
    }

    /// The position in the solved game; `None` where the file does not know it.
    fn seen(&self, position: &Position) -> Option<Position> {
        let seen = position.with_fewer_home(self.fewer)?;
        let known = match &self.solved {
            Solved::Values(table) => table.holds(&seen),
            Solved::Choices(_) => true,
        };
        known.then_some(seen)
    }

    /// The perfect choice, as `optimal` makes it, where the position is known.
    pub fn best(&self, position: &Position, points: u8, choices: &Choices) -> Option<Choice> {
        let seen = self.seen(position)?;
        Some(match &self.solved {
            Solved::Values(table) => perfect_choice(table, &self.rules, &seen, points, *choices).0,
            Solved::Choices(table) => table.best(&self.rules, &seen, points, choices),
        })
    }

    /// What every choice is worth, where the file knows that.
    pub fn assess(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
    ) -> Option<Vec<Assessment>> {
        self.solved
            .weighs()
            .then(|| true_values(self, rules, position, points))
    }

    /// Whether the position is known.
    pub fn knows(&self, position: &Position) -> bool {
        self.seen(position).is_some()
    }
}

/// Of a table of values. Pieces stay at home, so what follows on a position that
/// is known is known.
impl Truth for Endgame {
    fn bounds(&self, position: &Position) -> Interval {
        match (&self.solved, self.seen(position)) {
            (Solved::Values(table), Some(seen)) => Truth::bounds(&**table, &seen),
            _ => Interval { lo: 0.0, hi: 1.0 },
        }
    }

    fn resolution(&self) -> f64 {
        match &self.solved {
            Solved::Values(table) => table.resolution(),
            Solved::Choices(_) => 0.0,
        }
    }

    fn certified(&self) -> bool {
        match &self.solved {
            Solved::Values(table) => table.certified(),
            Solved::Choices(_) => false,
        }
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        match self.solved.fewer(mechanics) {
            Ok(fewer) if fewer == self.fewer => Ok(()),
            Ok(_) => Err("another number of pieces".to_string()),
            Err(why) => Err(why),
        }
    }

    fn holds(&self, position: &Position) -> bool {
        self.solved.weighs() && self.knows(position)
    }
}
