//! Mechanics from their canonical keys, as they stand in table files.

use std::collections::BTreeMap;

use super::features::{GateMode, Grants, Score, StartFile, TrapTo};
use super::mechanics::*;
use crate::types::{
    ByPlayer, MAX_LENGTH, MAX_POINTS, Player, PointSet, Square, SquareSet, ThrowTable,
};

impl Mechanics {
    /// The inverse of [`Mechanics::canonical`].
    ///
    /// The keys are taken to come from there: what they say is not checked
    /// against each other. Compare the digest of the result.
    ///
    /// # Errors
    /// A key is missing, unknown, or has a value that it cannot have.
    pub fn from_canonical(keys: &BTreeMap<String, String>) -> Result<Mechanics, String> {
        let mut keys = Keys(keys.clone());
        let length = keys.number("length", MAX_LENGTH)?;
        let refuge = match keys.take("refuge") {
            None => None,
            Some(text) => Some(Refuge {
                square: square(&text)?,
                search: keys.one_of(
                    "refuge_search",
                    Search::Before,
                    &[("after", Search::After), ("only", Search::Only)],
                )?,
            }),
        };
        let right_of_exit = match keys.take("right_of_exit") {
            None => None,
            Some(text) => Some(RightOfExit {
                won_on: square(&text)?,
                lasts: keys.word(
                    "right_lasts",
                    RightLasts::UntilBelow,
                    "forever",
                    RightLasts::Forever,
                )?,
                wrong_throw_returns: keys.squares("wrong_throw_returns")?,
            }),
        };
        let backward = match keys.take("backward") {
            None => Backward::None,
            Some(_) => Backward::Forced {
                from_at_most: Square::new(keys.number("back_from", length)?)
                    .ok_or("back_from: no square")?,
                protection: keys.one_of(
                    "backward_protection",
                    Protection::Same,
                    &[
                        ("nothing", Protection::Nothing),
                        ("everything", Protection::Everything),
                    ],
                )?,
            },
        };
        let stay = match keys.take("stay") {
            None => None,
            Some(text) => Some(Stay {
                on: squares(&text)?,
                leave: keys.word("stay_leave", Leave::Never, "later", Leave::Later)?,
            }),
        };
        let rethrow = match keys.take("rethrow") {
            None => None,
            Some(text) => {
                let (from, thrown) = text.split_once(':').ok_or("rethrow: no colon")?;
                Some(Rethrow {
                    from: square(from)?,
                    points: points(thrown)?,
                })
            }
        };
        let mut off = [SquareSet::EMPTY; MAX_POINTS as usize + 1];
        for entry in list(&keys.take("off").unwrap_or_default(), ';') {
            let (from, thrown) = entry.split_once(':').ok_or("off: no colon")?;
            for t in points(thrown)?.iter() {
                off[usize::from(t)].insert(square(from)?);
            }
        }
        let throws = list(&keys.take("throws").ok_or("throws: missing")?, ',')
            .into_iter()
            .map(|entry| {
                let (t, weight) = entry.split_once(':').ok_or("throws: no colon")?;
                Ok((
                    number(t)?,
                    weight.parse::<u128>().map_err(|e| format!("throws: {e}"))?,
                ))
            })
            .collect::<Result<Vec<_>, String>>()?;
        let pairs = keys.sides("pairs", Pairs::None, |text| match text {
            "any" => Ok(Pairs::Any),
            "ends" => Ok(Pairs::Ends),
            _ => Err(format!("pairs: {text} instead of any or ends")),
        })?;
        let wall = keys.sides("wall", 0, number)?;
        let mut mechanics = Mechanics {
            length,
            pieces: keys.number("pieces", 0)?,
            start: Start {
                squares: ByPlayer::new(keys.squares("start.a")?, keys.squares("start.b")?),
                to_throw: keys.word("first", Player::A, "B", Player::B)?,
            },
            throws: ThrowTable::new(throws).map_err(|error| error.to_string())?,
            again: points(&keys.take("again").unwrap_or_default())?,
            after_pass: keys.word(
                "after_pass",
                AfterPass::TurnEnds,
                "as-thrown",
                AfterPass::AsThrown,
            )?,
            passing: keys.word("passing", Passing::Forced, "free", Passing::Free)?,
            capture: keys.one_of(
                "capture",
                Capture::Swap,
                &[
                    ("remove", Capture::Remove),
                    ("low", Capture::Low),
                    ("hand", Capture::Hand),
                    ("none", Capture::None),
                ],
            )?,
            pairs,
            wall,
            safe: keys.squares("safe")?,
            gates: keys.squares("gates")?,
            exit_only: keys.squares("exit_only")?,
            traps: keys.squares("traps")?,
            refuge,
            off,
            right_of_exit,
            backward,
            must_leave: keys.squares("must_leave")?,
            stay,
            rethrow,
            win: keys.word("win", Win::AllHome, "most-home", Win::MostHome)?,
            grants: Grants::default(),
            group_limit: length,
            gate_mode: GateMode::Exact,
            divert: None,
            bump: None,
            trap_to: TrapTo::Refuge,
            off_none_below: 1,
            only_from: SquareSet::EMPTY,
            hold: None,
            opening: None,
            file: StartFile::Free,
            hand: None,
            sweep: SquareSet::EMPTY,
            cells: None,
            score: Score::None,
        };
        mechanics.restore_features(&mut keys)?;
        match keys.0.pop_first() {
            None => Ok(mechanics),
            Some((key, _)) => Err(format!("{key}: unknown key")),
        }
    }
}

pub(super) struct Keys(BTreeMap<String, String>);

impl Keys {
    pub(super) fn take(&mut self, key: &str) -> Option<String> {
        self.0.remove(key)
    }

    pub(super) fn number(&mut self, key: &str, default: u8) -> Result<u8, String> {
        self.take(key).map_or(Ok(default), |text| number(&text))
    }

    pub(super) fn squares(&mut self, key: &str) -> Result<SquareSet, String> {
        squares(&self.take(key).unwrap_or_default())
    }

    /// A key that stands only where it has its one other value.
    fn word<T: Copy>(&mut self, key: &str, default: T, word: &str, value: T) -> Result<T, String> {
        self.one_of(key, default, &[(word, value)])
    }

    /// A key that stands only where it has one of these values.
    pub(super) fn one_of<T: Copy>(
        &mut self,
        key: &str,
        default: T,
        words: &[(&str, T)],
    ) -> Result<T, String> {
        let Some(text) = self.take(key) else {
            return Ok(default);
        };
        match words.iter().find(|(word, _)| *word == text) {
            Some(&(_, value)) => Ok(value),
            None => {
                let known: Vec<&str> = words.iter().map(|&(word, _)| word).collect();
                Err(format!("{key}: {text} instead of {}", known.join(" or ")))
            }
        }
    }

    /// A key for both players, or `a/b` where they differ.
    fn sides<T: Copy>(
        &mut self,
        key: &str,
        default: T,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Result<ByPlayer<T>, String> {
        let Some(text) = self.take(key) else {
            return Ok(ByPlayer::both(default));
        };
        let side = |text: &str| if text == "-" { Ok(default) } else { read(text) };
        let (a, b) = text.split_once('/').unwrap_or((&text, &text));
        Ok(ByPlayer::new(side(a)?, side(b)?))
    }
}

pub(super) fn list(text: &str, separator: char) -> Vec<&str> {
    text.split(separator)
        .filter(|entry| !entry.is_empty() && *entry != "-")
        .collect()
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

pub(super) fn square(text: &str) -> Result<Square, String> {
    Square::new(number(text)?).ok_or_else(|| format!("{text}: no square"))
}

pub(super) fn squares(text: &str) -> Result<SquareSet, String> {
    list(text, ',').into_iter().map(square).collect()
}

pub(super) fn points(text: &str) -> Result<PointSet, String> {
    list(text, ',')
        .into_iter()
        .map(|t| {
            number(t).and_then(|t| {
                if t <= MAX_POINTS {
                    Ok(t)
                } else {
                    Err(format!("{t} points"))
                }
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{builtin_ids, load_builtin};

    fn restores(mechanics: &Mechanics) {
        let keys: BTreeMap<String, String> = mechanics
            .canonical()
            .into_iter()
            .map(|(key, value)| (key.to_string(), value))
            .collect();
        let restored = Mechanics::from_canonical(&keys).unwrap();
        assert_eq!(restored.canonical(), mechanics.canonical());
        assert_eq!(restored.digest(), mechanics.digest());
    }

    #[test]
    fn every_builtin_game_and_reading_comes_back() {
        for id in builtin_ids() {
            let ruleset = load_builtin(id, &[], &[]).unwrap();
            restores(&ruleset.mechanics);
            for reading in &ruleset.readings {
                restores(&load_builtin(id, &[&reading.name], &[]).unwrap().mechanics);
            }
        }
    }

    #[test]
    fn rules_that_differ_by_player_come_back() {
        for set in [
            ("pairs.b", "false"),
            ("wall.a", "2"),
            ("pairs.a", "false"),
            ("wall.b", "0"),
        ] {
            restores(&load_builtin("anubis-5", &[], &[set]).unwrap().mechanics);
        }
    }
}
