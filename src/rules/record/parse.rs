//! From text to [`Record`].

use std::str::FromStr;

use super::{GameResult, MAGIC, Record, RecordFault, Turn, Written};
use crate::rules::position::Outcome;
use crate::types::Player;

/// The keys of the header, in the order in which they are written.
const KEYS: &str = "ruleset, digest, reading, set, seed, A, B, start";

/// Reads a record: its form alone, the plies are checked by
/// [`Record::replay`].
///
/// # Errors
/// The first fault of form, with its line.
impl FromStr for Record {
    type Err = RecordFault;

    fn from_str(text: &str) -> Result<Record, RecordFault> {
        let mut reader = Reader::default();
        let mut last = 0;
        for (line, written) in (1..).zip(text.lines()) {
            reader.take(line, written.trim())?;
            last = line;
        }
        reader.finish(last)
    }
}

#[derive(Default)]
struct Reader {
    record: Record,
    magic_seen: bool,
    ruleset_seen: bool,
    result_seen: bool,
    plies: usize,
}

impl Reader {
    fn take(&mut self, line: usize, text: &str) -> Result<(), RecordFault> {
        let fault = |what: String| Err(RecordFault::new(line, what));
        if text.is_empty() || text.starts_with('#') {
            return Ok(());
        }
        if !self.magic_seen {
            self.magic_seen = true;
            return if text == MAGIC {
                Ok(())
            } else {
                fault(format!(
                    "a game record begins with `{MAGIC}`, not with `{text}`"
                ))
            };
        }
        if self.result_seen {
            return fault("nothing may follow the result".to_string());
        }
        if let Some(player) = Player::BOTH
            .into_iter()
            .find(|player| text.split_whitespace().next() == Some(&player.to_string()))
        {
            return self.turn(line, player, text);
        }
        match text.split_once(':') {
            Some(("result", value)) => self.result(line, value.trim()),
            Some((key, value)) => self.header(line, key, value.trim()),
            None => fault(format!(
                "`{text}` is neither `key: value` nor a turn like `A 4:10-14 2:14-16`"
            )),
        }
    }

    fn header(&mut self, line: usize, key: &str, value: &str) -> Result<(), RecordFault> {
        let fault = |what: String| Err(RecordFault::new(line, what));
        if value.is_empty() {
            return fault(format!("`{key}:` has no value"));
        }
        if !self.record.turns.is_empty() {
            return fault(format!("`{key}:` must stand before the first turn"));
        }
        let record = &mut self.record;
        let text = Some(value.to_string());
        let before = match key {
            "ruleset" => {
                record.ruleset = value.to_string();
                std::mem::replace(&mut self.ruleset_seen, true)
            }
            "digest" => {
                let value = value.to_string();
                record.digest.replace(Written { line, value }).is_some()
            }
            "reading" => {
                record.readings.extend(text);
                false
            }
            "set" => {
                if !value.contains('=') {
                    return fault(format!("`set: {value}` should be like `set: pieces=3`"));
                }
                record.sets.extend(text);
                false
            }
            "seed" => match value.parse() {
                Ok(seed) => record.seed.replace(seed).is_some(),
                Err(_) => {
                    return fault(format!(
                        "`seed: {value}` should be a number from 0 to 2^64-1"
                    ));
                }
            },
            "A" => std::mem::replace(&mut record.players.a, text).is_some(),
            "B" => std::mem::replace(&mut record.players.b, text).is_some(),
            "start" => {
                let value = value.to_string();
                record.start.replace(Written { line, value }).is_some()
            }
            _ => {
                return fault(format!("`{key}:` is unknown; the header has {KEYS}"));
            }
        };
        if before {
            return fault(format!("`{key}:` stands twice"));
        }
        Ok(())
    }

    fn turn(&mut self, line: usize, player: Player, text: &str) -> Result<(), RecordFault> {
        let text = text.split('#').next().unwrap_or_default();
        let mut plies = Vec::new();
        for word in text.split_whitespace().skip(1) {
            self.plies += 1;
            plies.push(word.parse().map_err(|error: crate::rules::PlyError| {
                RecordFault::at_ply(line, self.plies, error.to_string())
            })?);
        }
        if plies.is_empty() {
            return Err(RecordFault::new(
                line,
                format!("{player}'s turn has no ply; write one like `{player} 2:9-11`"),
            ));
        }
        self.record.turns.push(Turn {
            line,
            player,
            plies,
        });
        Ok(())
    }

    fn result(&mut self, line: usize, value: &str) -> Result<(), RecordFault> {
        let value = match value {
            "*" => GameResult::Unfinished,
            "A" => GameResult::Finished(Outcome::Won(Player::A)),
            "B" => GameResult::Finished(Outcome::Won(Player::B)),
            "draw" => GameResult::Finished(Outcome::Draw),
            other => {
                return Err(RecordFault::new(
                    line,
                    format!("`result: {other}` should be A, B, draw, or * for an unfinished game"),
                ));
            }
        };
        self.record.result = Written { line, value };
        self.result_seen = true;
        Ok(())
    }

    fn finish(self, last: usize) -> Result<Record, RecordFault> {
        let missing = if !self.magic_seen {
            format!("nothing here; a game record begins with `{MAGIC}`")
        } else if !self.ruleset_seen {
            "the header has no `ruleset: ID`".to_string()
        } else if !self.result_seen {
            "the record ends without a result; the last line should be `result: ` and A, B, draw or *"
                .to_string()
        } else {
            return Ok(self.record);
        };
        Err(RecordFault::new(last.max(1), missing))
    }
}
