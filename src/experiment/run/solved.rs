//! Small games solved in passing: by the solver where its encoding holds the
//! game, else position by position.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};

use crate::rules::{Position, Rules};
use crate::ruleset::{Mechanics, Ruleset};
use crate::search::{Enumerated, TIE, Truth};
use crate::solver::encoding::Encoding;
use crate::solver::kernel::Level;
use crate::solver::solve::{Bounds, Format, InMemory, Keep, Options, SolveError, Solved, solve};
use crate::stats::Interval;

/// Bounds are brought so near; a single table rests at such a change.
const TOLERANCE: f64 = 1e-7;

/// The same where positions are listed: well below what passes for equal, so that
/// perfect play there is that of `senet solve --lengths`.
const TOLERANCE_OF_LISTS: f64 = 1e-11;

/// Memory that one game may take, bytes.
const MEMORY: u64 = 4 << 30;

/// Why a game was not solved.
pub enum Unsolved {
    Interrupted,
    /// It cannot be, or is too large.
    Refused(String),
}

/// A solved game, shared.
#[derive(Clone)]
pub struct SolvedGame(Arc<Values>);

struct Values {
    mechanics: Mechanics,
    table: Table,
    /// Width of the widest interval, or the step of the format.
    resolution: f64,
}

enum Table {
    Bounds(Solved<f64>),
    Coarse(Solved<u16>),
    Listed(Box<Enumerated>),
}

impl SolvedGame {
    /// Solves the game with proven bounds or, without them, in 16-bit fixed
    /// point (bounds all the same where it is listed). At most `most` positions.
    ///
    /// # Errors
    /// See [`Unsolved`].
    pub fn new(
        ruleset: &Ruleset,
        bounds: bool,
        most: u64,
        cancel: &AtomicBool,
    ) -> Result<SolvedGame, Unsolved> {
        let mechanics = &ruleset.mechanics;
        let rules = Rules::new(mechanics);
        let (table, resolution) = match Encoding::new(mechanics) {
            Ok(encoding) => {
                let positions = encoding.total_positions() as u64;
                if positions > most {
                    return Err(Unsolved::Refused(format!(
                        "it has {positions} positions, more than the {most} that are solved here"
                    )));
                }
                if bounds {
                    let solved = sweep::<f64>(&rules, Bounds::Both, cancel)?;
                    let widths = solved.groups.iter().filter_map(|group| group.widest);
                    let widest = widths.map(|widest| widest.width).fold(0.0, f64::max);
                    (Table::Bounds(solved), widest)
                } else {
                    let solved = sweep::<u16>(&rules, Bounds::None, cancel)?;
                    (Table::Coarse(solved), 2.0 / f64::from(u16::MAX))
                }
            }
            Err(_) => {
                let listed = Enumerated::solve(&rules, TOLERANCE_OF_LISTS, most as usize)
                    .map_err(|error| Unsolved::Refused(error.to_string()))?;
                let widest = listed.widest();
                (Table::Listed(Box::new(listed)), widest)
            }
        };
        Ok(SolvedGame(Arc::new(Values {
            mechanics: mechanics.clone(),
            table,
            resolution,
        })))
    }

    /// The solver's values and its numbering, where the game has been solved by
    /// it.
    pub fn encoding(&self) -> Option<&Encoding> {
        match &self.0.table {
            Table::Bounds(solved) => Some(&solved.encoding),
            Table::Coarse(solved) => Some(&solved.encoding),
            Table::Listed(_) => None,
        }
    }

    /// How it was solved, for the tables.
    pub fn method(&self) -> &'static str {
        match self.0.table {
            Table::Bounds(_) => "solver, bounds",
            Table::Coarse(_) => "solver, 16 bits",
            Table::Listed(_) => "list, bounds",
        }
    }
}

fn sweep<V: Format>(
    rules: &Rules,
    bounds: Bounds,
    cancel: &AtomicBool,
) -> Result<Solved<V>, Unsolved> {
    let options = Options {
        bounds,
        tolerance: TOLERANCE,
        most_sweeps: 10_000,
        threads: 1,
        level: Level::detect(),
        memory: MEMORY,
    };
    solve::<V>(
        rules,
        &options,
        Keep::All,
        &mut InMemory,
        cancel,
        &mut |_| {},
    )
    .map_err(|error| match error {
        SolveError::Interrupted => Unsolved::Interrupted,
        error => Unsolved::Refused(error.to_string()),
    })
}

impl Truth for SolvedGame {
    fn bounds(&self, position: &Position) -> Interval {
        let (lo, hi) = match &self.0.table {
            Table::Bounds(solved) => solved.interval(position),
            Table::Coarse(solved) => solved.interval(position),
            Table::Listed(listed) => return listed.bounds(position),
        };
        Interval { lo, hi }
    }

    fn resolution(&self) -> f64 {
        self.0.resolution
    }

    fn tie(&self) -> f64 {
        match &self.0.table {
            Table::Listed(listed) => listed.tie(),
            Table::Bounds(_) | Table::Coarse(_) => TIE,
        }
    }

    fn certified(&self) -> bool {
        !matches!(self.0.table, Table::Coarse(_))
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        if self.0.mechanics == *mechanics {
            Ok(())
        } else {
            Err("it was solved for another game".to_string())
        }
    }
}

/// The games solved last, so that neighbouring jobs do not solve them again.
#[derive(Default)]
pub struct Solutions(Mutex<Vec<(String, SolvedGame)>>);

/// Games kept.
const KEPT: usize = 3;

impl Solutions {
    /// The game, solved now or before.
    ///
    /// # Errors
    /// As [`SolvedGame::new`].
    pub fn get(
        &self,
        ruleset: &Ruleset,
        bounds: bool,
        most: u64,
        cancel: &AtomicBool,
    ) -> Result<SolvedGame, Unsolved> {
        let name = format!("{} {bounds} {most}", ruleset.digest());
        let kept = || self.0.lock().expect("keeping does not panic");
        if let Some((_, known)) = kept().iter().find(|(known, _)| *known == name) {
            return Ok(known.clone());
        }
        let solved = SolvedGame::new(ruleset, bounds, most, cancel)?;
        let mut kept = kept();
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((name, solved.clone()));
        Ok(solved)
    }
}
