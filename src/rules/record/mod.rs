//! Game records: a game as plain text, to be written, read and checked ply by
//! ply (`docs/game-record.md`). No files are touched here.

mod parse;
mod replay;

use std::fmt;

use crate::types::{ByPlayer, Player};

use super::ply::Ply;
use super::position::Outcome;

pub use replay::{Replayed, Step};

/// The first line of a record: what it is and the version of its format.
const MAGIC: &str = "senet-record 1";

/// A game as written: read, but not yet checked against its ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// Id or path of the ruleset.
    pub ruleset: String,
    /// Digest of the mechanics with readings and sets applied.
    pub digest: Option<Written<String>>,
    /// Names of the readings applied, in order.
    pub readings: Vec<String>,
    /// `KEY=VALUE` changes applied after the readings, in order.
    pub sets: Vec<String>,
    /// The master seed of the throws.
    pub seed: Option<u64>,
    /// Who played: a name, or an agent's text.
    pub players: ByPlayer<Option<String>>,
    /// Position text; `None` for the start of the ruleset.
    pub start: Option<Written<String>>,
    pub turns: Vec<Turn>,
    pub result: Written<GameResult>,
}

/// Something and the line of the record it stands on, from 1; 0 where it was
/// not read from a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written<T> {
    pub line: usize,
    pub value: T,
}

/// A player's run of plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Line of the record, from 1; 0 where it was not read from a text.
    pub line: usize,
    pub player: Player,
    pub plies: Vec<Ply>,
}

/// How the recorded game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameResult {
    /// `*`: the record stops before the end.
    #[default]
    Unfinished,
    /// `A`, `B` or `draw`
    Finished(Outcome),
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordFault {
    /// From 1.
    pub line: usize,
    /// Number of the ply in the game, from 1, where a ply is at fault.
    pub ply: Option<usize>,
    pub what: String,
}

impl RecordFault {
    fn new(line: usize, what: impl Into<String>) -> RecordFault {
        RecordFault {
            line,
            ply: None,
            what: what.into(),
        }
    }

    fn at_ply(line: usize, ply: usize, what: impl Into<String>) -> RecordFault {
        RecordFault {
            line,
            ply: Some(ply),
            what: what.into(),
        }
    }
}

impl std::error::Error for RecordFault {}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl<T> Written<T> {
    /// A value that was not read from a text.
    pub fn new(value: T) -> Written<T> {
        Written { line: 0, value }
    }
}

impl Record {
    /// Appends a ply: to the last turn where it is the same player's, to a new
    /// one otherwise.
    pub fn push(&mut self, player: Player, ply: Ply) {
        match self.turns.last_mut() {
            Some(turn) if turn.player == player => turn.plies.push(ply),
            _ => self.turns.push(Turn {
                line: 0,
                player,
                plies: vec![ply],
            }),
        }
    }

    /// Plies in all turns together.
    pub fn plies(&self) -> usize {
        self.turns.iter().map(|turn| turn.plies.len()).sum()
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameResult::Unfinished => f.write_str("*"),
            GameResult::Finished(Outcome::Draw) => f.write_str("draw"),
            GameResult::Finished(Outcome::Won(player)) => write!(f, "{player}"),
        }
    }
}

/// The canonical text: header in the order of the fields, an empty line, one
/// turn a line, an empty line, the result.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC}\nruleset: {}", self.ruleset)?;
        if let Some(digest) = &self.digest {
            writeln!(f, "digest: {}", digest.value)?;
        }
        for reading in &self.readings {
            writeln!(f, "reading: {reading}")?;
        }
        for set in &self.sets {
            writeln!(f, "set: {set}")?;
        }
        if let Some(seed) = self.seed {
            writeln!(f, "seed: {seed}")?;
        }
        for player in Player::BOTH {
            if let Some(name) = &self.players[player] {
                writeln!(f, "{player}: {name}")?;
            }
        }
        if let Some(start) = &self.start {
            writeln!(f, "start: {}", start.value)?;
        }
        writeln!(f)?;
        for turn in &self.turns {
            write!(f, "{}", turn.player)?;
            for ply in &turn.plies {
                write!(f, " {ply}")?;
            }
            writeln!(f)?;
        }
        if !self.turns.is_empty() {
            writeln!(f)?;
        }
        writeln!(f, "result: {}", self.result.value)
    }
}
