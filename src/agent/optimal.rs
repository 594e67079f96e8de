//! `optimal:FILE`: plays by a table of solved values.
//!
//! It takes the choice after which its chance of winning is largest (the middle
//! of the interval where the table has bounds); of equal ones the lowest
//! origin, then the position whose text is smaller.

use std::path::Path;
use std::sync::Arc;

use crate::rules::{Choice, Choices, Policy, Position, Rules};
use crate::ruleset::Mechanics;
use crate::solver::table::{Table, TableError};

use super::{Agent, Stream};

/// The perfect player, as far as its table is exact.
#[derive(Clone)]
pub struct Optimal {
    table: Arc<Table>,
}

impl Optimal {
    /// # Errors
    /// See [`Table::open`].
    pub fn open(path: &Path) -> Result<Optimal, TableError> {
        Ok(Optimal {
            table: Arc::new(Table::open(path)?),
        })
    }

    /// An agent that plays by `table`.
    pub fn new(table: Arc<Table>) -> Optimal {
        Optimal { table }
    }

    #[inline]
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        let mover = position.to_throw();
        let mut best: Option<(Choice, Position, f64)> = None;
        for (choice, next) in rules.successors(position, points, *choices) {
            let equity = match next.to_throw() {
                // Only the mover can have won.
                None => 1.0,
                again if again == mover => self.table.equity(&next),
                _ => 1.0 - self.table.equity(&next),
            };
            let better = match &best {
                None => true,
                Some((held, other, value)) => {
                    equity > *value
                        || equity == *value
                            && choice.from() == held.from()
                            && next.to_string() < other.to_string()
                }
            };
            if better {
                best = Some((choice, next, equity));
            }
        }
        best.expect("there is always a choice").0
    }
}

impl Agent for Optimal {
    fn choose(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        _: &mut Stream,
    ) -> Choice {
        if choices.len() == 1 {
            return choices.nth(0);
        }
        self.best(rules, position, points, choices)
    }

    fn policy(&self) -> Option<&dyn Policy> {
        Some(self)
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let (own, game) = (self.table.mechanics().digest(), mechanics.digest());
        if own == game {
            Ok(())
        } else {
            Err(format!(
                "the table is about another game: {} (digest {own}), not digest {game}",
                self.table.header().game.label
            ))
        }
    }
}

impl Policy for Optimal {
    fn weigh(
        &self,
        rules: &Rules,
        position: &Position,
        points: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        out.push((self.best(rules, position, points, choices), 1.0));
    }
}
