//! Which games are needed, and what each row is made of.

mod variants;

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::super::ruleset_args::Changes;
use super::super::tables_on_disk;
use super::Args;
use crate::agent::header_fingerprint;
use crate::experiment::study::{Game, GameLabel, TableKind, Task, Topic};
use crate::ruleset::{Ruleset, builtin_ids};
use crate::solver::solve::Bounds;
use crate::solver::value::Precision;

/// Positions up to which bounds are kept in f64.
const FINEST: u64 = 1_000_000;

/// A game, and how its table comes about.
pub struct Source {
    pub game: Game,
    pub kind: TableKind,
    pub given: Option<Given>,
}

/// A table that was given.
pub struct Given {
    pub path: PathBuf,
    /// See [`header_fingerprint`].
    pub fingerprint: String,
}

/// What is made of the findings about one game or several; games by number.
pub struct Entry {
    pub label: GameLabel,
    pub what: What,
}

pub enum What {
    Advantage(usize),
    Stick {
        game: usize,
        text: String,
        p: f64,
    },
    Blocking {
        way: &'static str,
        what: &'static str,
        written: usize,
        changed: Vec<usize>,
    },
    Matched(usize),
    Openings(usize),
    Decisions(usize),
    Reach(usize),
    Check(usize),
    Derivatives(usize),
}

impl What {
    pub fn topic(&self) -> Topic {
        match self {
            What::Advantage(_) => Topic::Advantage,
            What::Stick { .. } => Topic::Sticks,
            What::Blocking { .. } | What::Matched(_) => Topic::Blocking,
            What::Openings(_) => Topic::Openings,
            What::Decisions(_) => Topic::Decisions,
            What::Reach(_) => Topic::Reach,
            What::Check(_) => Topic::Check,
            What::Derivatives(_) => Topic::Derivatives,
        }
    }

    /// The tasks it rests on.
    pub fn tasks(&self) -> Vec<(Task, usize)> {
        match self {
            &What::Advantage(game) | &What::Stick { game, .. } => vec![(Task::Figures, game)],
            What::Blocking {
                written, changed, ..
            } => [written]
                .into_iter()
                .chain(changed)
                .map(|&game| (Task::Figures, game))
                .collect(),
            &What::Matched(game) => vec![(Task::Matched, game)],
            &What::Openings(game) => vec![(Task::Openings, game)],
            &What::Decisions(game) => vec![(Task::Decisions, game)],
            &What::Reach(game) => vec![(Task::Reach, game)],
            &What::Check(game) => vec![(Task::Figures, game), (Task::Check, game)],
            &What::Derivatives(game) => vec![(Task::Derivatives, game)],
        }
    }
}

/// Everything that is to be done.
pub struct Plan {
    pub sources: Vec<Source>,
    pub entries: Vec<Entry>,
}

/// A plan in the making.
struct Maker<'a> {
    args: &'a Args,
    plan: Plan,
    /// Numbers of the sources, by digest.
    known: HashMap<String, usize>,
}

impl Plan {
    pub fn make(args: &Args, topics: &[Topic]) -> anyhow::Result<Plan> {
        let mut maker = Maker {
            args,
            plan: Plan {
                sources: Vec::new(),
                entries: Vec::new(),
            },
            known: HashMap::new(),
        };
        for path in &args.table {
            maker.given(path, topics)?;
        }
        let given = maker.plan.sources.len();
        for &topic in topics {
            for number in 0..given {
                let label = maker.plan.sources[number].game.label.clone();
                for what in plain(topic, number) {
                    let label = label.clone();
                    maker.plan.entries.push(Entry { label, what });
                }
            }
            for ruleset in maker.rulesets()? {
                for &pieces in &args.pieces.0 {
                    maker.topic(topic, &ruleset, pieces)?;
                }
            }
        }
        if maker.plan.entries.is_empty() {
            bail!("nothing to study: name a ruleset that can be solved, or a --table");
        }
        let solved = &maker.plan.sources[given..];
        if args.tolerance.is_some() && !solved.iter().any(|source| source.kind.certified()) {
            bail!(
                "--tolerance is the width of bounds, and no game of this study is solved with \
                 bounds: leave it out, raise --certify, or ask for --precision u32, f32 or f64"
            );
        }
        Ok(maker.plan)
    }
}

/// What a topic makes of a single game.
fn plain(topic: Topic, game: usize) -> Vec<What> {
    match topic {
        Topic::Advantage => vec![What::Advantage(game)],
        Topic::Blocking => vec![What::Matched(game)],
        Topic::Sticks => vec![],
        Topic::Openings => vec![What::Openings(game)],
        Topic::Decisions => vec![What::Decisions(game)],
        Topic::Reach => vec![What::Reach(game)],
        Topic::Check => vec![What::Check(game)],
        Topic::Derivatives => vec![What::Derivatives(game)],
    }
}

impl Maker<'_> {
    /// The rulesets that were asked for, with the pieces they come with.
    fn rulesets(&self) -> anyhow::Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for word in &self.args.rulesets {
            match word.as_str() {
                "none" => {}
                "all" => {
                    for id in builtin_ids() {
                        // What cannot be solved is left out of `all`.
                        if Game::of(&self.changes(1, &[], None).load(id)?).is_ok() {
                            names.push(id.to_string());
                        }
                    }
                }
                word => names.push(word.to_string()),
            }
        }
        let mut seen = std::collections::HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        Ok(names)
    }

    fn changes(&self, pieces: u8, sets: &[&str], reading: Option<&str>) -> Changes {
        let mut changes = self.args.changes.clone();
        changes.set.push(format!("pieces={pieces}"));
        changes.set.extend(sets.iter().map(|set| set.to_string()));
        changes.reading.extend(reading.map(str::to_string));
        changes
    }

    /// The number of a game.
    fn source(&mut self, ruleset: &Ruleset) -> anyhow::Result<usize> {
        let game = Game::of(ruleset).with_context(|| ruleset.label())?;
        if let Some(&number) = self.known.get(&game.label.digest) {
            return Ok(number);
        }
        let kind = self.kind(game.positions);
        let digest = game.label.digest.clone();
        Ok(self.add(
            digest,
            Source {
                game,
                kind,
                given: None,
            },
        ))
    }

    fn add(&mut self, digest: String, source: Source) -> usize {
        let number = self.plan.sources.len();
        self.known.insert(digest, number);
        self.plan.sources.push(source);
        number
    }

    fn kind(&self, positions: u64) -> TableKind {
        if positions > self.args.certify {
            return TableKind {
                precision: Precision::U16,
                bounds: Bounds::None,
                tolerance: 2e-5,
            };
        }
        let by_size = if positions <= FINEST {
            Precision::F64
        } else {
            Precision::U32
        };
        let precision = self.args.precision.unwrap_or(by_size);
        let (bounds, tolerance) = match precision {
            Precision::U8 | Precision::U16 => (Bounds::None, 2e-5),
            Precision::F32 => (Bounds::Both, 1e-4),
            Precision::U32 => (Bounds::Both, 1e-6),
            Precision::F64 => (Bounds::Both, 1e-9),
        };
        let asked = self.args.tolerance.filter(|_| bounds == Bounds::Both);
        TableKind {
            precision,
            bounds,
            tolerance: asked.unwrap_or(tolerance),
        }
    }

    fn given(&mut self, path: &Path, topics: &[Topic]) -> anyhow::Result<()> {
        let table = tables_on_disk::values(path)?;
        tables_on_disk::need_blocks(&table, &format!("--table {}", path.display()), "studies")?;
        anyhow::ensure!(
            table.header().precision != Precision::U8 || !topics.contains(&Topic::Decisions),
            "--table {}: it has values of 8 bits, and regrets in decisions would be those of their \
             rounding; give the table it was made from",
            path.display()
        );
        let game = Game::of_table(table.header(), table.mechanics());
        let digest = game.label.digest.clone();
        if self.known.contains_key(&digest) {
            bail!(
                "--table {}: another table is of the same game",
                path.display()
            );
        }
        let source = Source {
            kind: TableKind::of(table.header()),
            game,
            given: Some(Given {
                path: path.to_path_buf(),
                fingerprint: header_fingerprint(table.header()),
            }),
        };
        self.add(digest, source);
        Ok(())
    }

    fn topic(&mut self, topic: Topic, word: &str, pieces: u8) -> anyhow::Result<()> {
        let plain_ruleset = self.changes(pieces, &[], None).load(word)?;
        let number = self.source(&plain_ruleset)?;
        let label = Game::of(&plain_ruleset)?.label;
        match topic {
            Topic::Blocking => self.blocking(word, pieces, &plain_ruleset, number)?,
            Topic::Sticks => self.sticks(word, pieces)?,
            _ => {}
        }
        for what in plain(topic, number) {
            let label = label.clone();
            self.plan.entries.push(Entry { label, what });
        }
        if self.args.readings && matches!(topic, Topic::Advantage | Topic::Openings) {
            for reading in &plain_ruleset.readings {
                // A reading that was asked for is in all games already.
                if plain_ruleset.applied.contains(&reading.name) {
                    continue;
                }
                let ruleset = self
                    .changes(pieces, &[], Some(&reading.name))
                    .load(word)
                    .with_context(|| format!("{word} read as {}", reading.name))?;
                let game = match Game::of(&ruleset) {
                    Ok(game) => game,
                    Err(reason) => {
                        eprintln!(
                            "note: {} is left out: it is not for the solver by blocks ({reason}); \
                             `senet solve` takes the general one",
                            ruleset.label()
                        );
                        continue;
                    }
                };
                let number = self.source(&ruleset)?;
                for what in plain(topic, number) {
                    let label = game.label.clone();
                    self.plan.entries.push(Entry { label, what });
                }
            }
        }
        Ok(())
    }
}
