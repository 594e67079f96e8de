//! Solving the games and looking at their tables, task by task.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use super::super::{contest, tables, tables_on_disk};
use super::Args;
use super::asked::Asked;
use super::plan::{Plan, Source};
use crate::experiment::sha256;
use crate::experiment::study::{self, Finding, JobEntry, JobStore, Playing, Task};
use crate::rules::Rules;
use crate::solver::course::{Extent, extent};
use crate::solver::encoding::Encoding;
use crate::solver::kernel::Level;
use crate::solver::memory::{Bytes, least_bytes, peak_bytes};
use crate::solver::numbering::Numbering;
use crate::solver::solve::{Format, Keep, Options, SolveError, solve};
use crate::solver::table::{
    Game as TableGame, Header, StartValue, Table, TableStore, WriteOptions,
};
use crate::solver::value::Precision;

/// All that tasks are done with.
pub struct Workshop<'a> {
    pub args: &'a Args,
    pub plan: &'a Plan,
    pub store: &'a JobStore,
    pub agents: &'a Asked,
    pub pool: &'a rayon::ThreadPool,
    pub stop: &'a AtomicBool,
}

/// Whether a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Done {
    All,
    Interrupted,
}

/// Sweeps after which a layer is given up.
const MOST_SWEEPS: u32 = 20_000;

impl Workshop<'_> {
    /// Does every task that is not done yet, small games first.
    pub fn work(&self) -> anyhow::Result<Done> {
        let mut wanted: BTreeMap<usize, BTreeSet<Task>> = BTreeMap::new();
        for entry in &self.plan.entries {
            for (task, number) in entry.what.tasks() {
                wanted.entry(number).or_default().insert(task);
            }
        }
        let mut left: Vec<(usize, Vec<Task>)> = Vec::new();
        for (number, tasks) in wanted {
            let tasks: Vec<Task> = tasks
                .into_iter()
                .filter(|&task| !self.store.has(&self.job(task, number)))
                .collect();
            if !tasks.is_empty() {
                left.push((number, tasks));
            }
        }
        left.sort_by_key(|&(number, _)| (self.plan.sources[number].game.positions, number));
        self.check_memory(left.iter().map(|&(number, _)| number))?;
        let total: u64 = left
            .iter()
            .map(|(number, _)| self.plan.sources[*number].game.positions)
            .sum();
        let bar = contest::bar(total, "positions");
        for (number, tasks) in left {
            let source = &self.plan.sources[number];
            bar.set_prefix(format!(
                "{} {}",
                source.game.label.name(),
                source.game.label.pieces
            ));
            if self.game(number, &tasks)? == Done::Interrupted {
                bar.finish_and_clear();
                return Ok(Done::Interrupted);
            }
            bar.inc(source.game.positions);
        }
        bar.finish_and_clear();
        Ok(Done::All)
    }

    /// The name of a job: task, game, table, and a digest of whatever else its
    /// finding depends on.
    pub fn job(&self, task: Task, number: usize) -> String {
        let args = self.args;
        let Source { game, kind, given } = &self.plan.sources[number];
        let play = format!(
            "seed {} games {} most {}",
            args.seed, args.games, args.max_plies
        );
        let mut depends = match task {
            Task::Figures => match self.followed(number) {
                Some(Extent::All) => String::new(),
                Some(Extent::Means) => "means".to_string(),
                None => play,
            },
            Task::Matched | Task::Openings => String::new(),
            Task::Decisions => {
                let asked = &self.agents.agents;
                let agents: Vec<&str> = asked.iter().map(|(text, _)| text.as_str()).collect();
                let files = self.agents.files.iter();
                let files: String = files.map(|file| format!(" file {file}")).collect();
                format!("{play} top {} agents {}{files}", args.top, agents.join(" "))
            }
            Task::Reach => format!("{play} whole {}", args.whole),
            Task::Check => format!("{play} whole {} luck {}", args.whole, args.luck_games),
            Task::Derivatives => format!("{play} exact {}", args.exact_loss),
        };
        // What this program solves itself is the same whenever it does.
        if let Some(given) = given {
            depends += &format!(" table {}", given.fingerprint);
        }
        let name = format!("{}-{}-{}", task.name(), game.label.digest, kind.name());
        if depends.is_empty() {
            return name;
        }
        format!("{name}-{}", &sha256(depends.as_bytes())[..8])
    }

    /// How much of the course of play there is room for.
    fn followed(&self, number: usize) -> Option<Extent> {
        let mechanics = &self.plan.sources[number].game.mechanics;
        let throws = mechanics.throws.throws().len();
        extent(&Encoding::new(mechanics).ok()?, throws, self.args.memory)
    }

    fn game(&self, number: usize, tasks: &[Task]) -> anyhow::Result<Done> {
        let source = &self.plan.sources[number];
        let path = match &source.given {
            Some(given) => given.path.clone(),
            None => self.solved_path(source)?,
        };
        if !path.exists() && self.solve(source, &path)? == Done::Interrupted {
            return Ok(Done::Interrupted);
        }
        let table = Arc::new(self.open(source, &path)?);
        let rules = Rules::new(table.mechanics());
        for &task in tasks {
            let began = Instant::now();
            let Some(finding) = self
                .task(task, number, &table, &rules)
                .with_context(|| format!("{} of {}", task.name(), source.game.label.name()))?
            else {
                return Ok(Done::Interrupted);
            };
            self.store.put(&JobEntry {
                job: self.job(task, number),
                revision: env!("SENET_REVISION").to_string(),
                seconds: began.elapsed().as_secs_f64(),
                finding,
            })?;
            if self.stop.load(Relaxed) {
                return Ok(Done::Interrupted);
            }
        }
        drop(table);
        if source.given.is_none() && !self.args.keep_tables {
            std::fs::remove_file(&path).with_context(|| format!("{}", path.display()))?;
        }
        Ok(Done::All)
    }

    /// Opens the table of a game; what was kept of an earlier run is checked.
    fn open(&self, source: &Source, path: &Path) -> anyhow::Result<Table> {
        let opened = tables_on_disk::values(path);
        if source.given.is_some() {
            return opened;
        }
        opened.with_context(|| format!("{}: delete it to solve the game again", path.display()))
    }

    fn task(
        &self,
        task: Task,
        number: usize,
        table: &Arc<Table>,
        rules: &Rules,
    ) -> anyhow::Result<Option<Finding>> {
        let args = self.args;
        let game = &self.plan.sources[number].game;
        let playing = Playing {
            pool: self.pool,
            seed: args.seed,
            games: args.games,
            max_plies: args.max_plies,
            stop: self.stop,
        };
        Ok(match task {
            Task::Figures => {
                study::figures(table, game, rules, args.memory, playing)?.map(Finding::Figures)
            }
            Task::Matched => Some(Finding::Matched(
                self.pool.install(|| study::matched(table)),
            )),
            Task::Openings => Some(Finding::Openings(study::openings(table, rules))),
            Task::Decisions => {
                let agents = &self.agents.agents;
                study::decisions(table, game, rules, agents, args.top, playing)
                    .map(Finding::Decisions)
            }
            Task::Reach => {
                study::reach(table, game, rules, args.whole, playing).map(Finding::Reach)
            }
            Task::Check => {
                let figures = self.store.get(&self.job(Task::Figures, number))?;
                let Some(Finding::Figures(figures)) = figures.map(|entry| entry.finding) else {
                    bail!("the figures come before the check");
                };
                study::check(
                    table,
                    game,
                    rules,
                    &figures,
                    args.whole,
                    args.luck_games,
                    playing,
                )
                .map(Finding::Check)
            }
            Task::Derivatives => study::derivatives(
                table,
                game,
                rules,
                &self.tables()?,
                args.exact_loss,
                playing,
            )?
            .map(Finding::Derivatives),
        })
    }

    /// The folder of the tables.
    fn tables(&self) -> anyhow::Result<PathBuf> {
        let folder = self.args.out.join("tables");
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        Ok(folder)
    }

    fn solved_path(&self, source: &Source) -> anyhow::Result<PathBuf> {
        let name = format!("{}-{}.table", source.game.label.digest, source.kind.name());
        Ok(self.tables()?.join(name))
    }

    /// Refuses what cannot be solved in --memory, before anything is solved.
    fn check_memory(&self, numbers: impl Iterator<Item = usize>) -> anyhow::Result<()> {
        for number in numbers {
            let source = &self.plan.sources[number];
            if source.given.is_some() || self.solved_path(source)?.exists() {
                continue;
            }
            let (label, precision) = (&source.game.label, source.kind.precision);
            let needed = least_bytes(&Encoding::new(&source.game.mechanics)?, precision);
            anyhow::ensure!(
                needed <= self.args.memory,
                "{} with {} in {} needs {} of memory, more than --memory allows ({})",
                label.name(),
                tables::counted(usize::from(label.pieces), "piece"),
                precision.name(),
                Bytes(needed),
                Bytes(self.args.memory)
            );
        }
        Ok(())
    }

    fn solve(&self, source: &Source, path: &Path) -> anyhow::Result<Done> {
        match source.kind.precision {
            Precision::U8 => bail!("tables of 8 bits are made from others"),
            Precision::U16 => self.solve_as::<u16>(source, path),
            Precision::U32 => self.solve_as::<u32>(source, path),
            Precision::F32 => self.solve_as::<f32>(source, path),
            Precision::F64 => self.solve_as::<f64>(source, path),
        }
        .with_context(|| source.game.label.name())
    }

    fn solve_as<V: Format>(&self, source: &Source, path: &Path) -> anyhow::Result<Done> {
        let (game, kind) = (&source.game, source.kind);
        let rules = Rules::new(&game.mechanics);
        let encoding = Encoding::new(&game.mechanics)?;
        let options = Options {
            bounds: kind.bounds,
            tolerance: kind.tolerance,
            most_sweeps: MOST_SWEEPS,
            threads: self.pool.current_num_threads(),
            level: Level::detect(),
            memory: self.args.memory,
        };
        let changes = game.label.changes.replace(';', "+");
        let label = [game.label.ruleset.as_str(), &changes];
        let label = label.map(str::to_string).join("+");
        let label = format!(
            "{}+pieces={}",
            label.trim_end_matches('+'),
            game.label.pieces
        );
        let header = Header::new(
            TableGame::new(&game.label.ruleset, &label, &game.mechanics),
            &Numbering::Swap(encoding.clone()),
            V::PRECISION,
            kind.bounds,
            kind.tolerance,
        );
        let peak = peak_bytes(&encoding, V::PRECISION, kind.bounds, true);
        let write = WriteOptions {
            warn: |text| eprintln!("warning: {text}"),
            checkpoint_every: Duration::from_secs(240),
            in_memory: if peak <= self.args.memory {
                u64::MAX
            } else {
                self.args.memory / 2
            },
        };
        let mut files = TableStore::open(path, header, encoding.layers, write)?;
        let solved = solve::<V>(
            &rules,
            &options,
            Keep::Needed,
            &mut files,
            self.stop,
            &mut |_| {},
        );
        let solved = match solved {
            Err(SolveError::Interrupted) => return Ok(Done::Interrupted),
            solved => solved?,
        };
        for group in solved.groups.iter().filter(|group| !group.rests) {
            let layer = &group.layers[0];
            eprintln!(
                "warning: {} with {} pieces: layer ({}, {}) does not rest after {} sweeps",
                game.label.name(),
                game.label.pieces,
                layer.mine,
                layer.theirs,
                group.sweeps
            );
        }
        let (low, high) = solved.interval(&rules.start());
        drop(solved);
        let bound = |bound: f64| kind.certified().then_some(bound);
        files.close(StartValue {
            value: (low + high) / 2.0,
            lower: bound(low),
            upper: bound(high),
        })?;
        Ok(Done::All)
    }
}
