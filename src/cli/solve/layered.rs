//! Games solved layer by layer, by blocks or with pieces in hand.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::outcome::{self, Group, Manifest};
use super::place::{Kind, finished};
use super::progress::Reporter;
use super::{Args, HAND_TOLERANCE, TOLERANCE};
use crate::cli::interrupt::{self, Kept};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::solver::encoding::Encoding;
use crate::solver::hand;
use crate::solver::kernel::Level;
use crate::solver::memory::{Bytes, cpu_seconds, least_bytes, peak_bytes};
use crate::solver::numbering::Numbering;
use crate::solver::solve::{
    Bounds, Format, GroupReport, InMemory, Keep, Options, Progress, SolveError, Store, solve,
};
use crate::solver::table::{Game, Header, RunPart, StartValue, TableStore, WriteOptions};
use crate::solver::value::Precision;

/// What is known of a game before it is solved.
pub(super) struct Task<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) numbering: &'a Numbering,
    pub(super) bounds: Bounds,
    pub(super) tolerance: f64,
    /// Bytes of memory with all tables in it, and the least with them in a file.
    peak: u64,
    least: u64,
}

/// Least time between two checkpoints where nothing is said.
const CHECKPOINT: Duration = Duration::from_secs(240);

/// What is kept for each position in tables of this format.
pub(super) fn bounds(args: &Args, precision: Precision) -> Bounds {
    if args.no_bounds || precision == Precision::U16 {
        Bounds::None
    } else {
        Bounds::Both
    }
}

/// How the groups came out, and the value of the start from below and above.
type Outcome = (Vec<GroupReport>, (f64, f64));

pub(super) fn solve_swap<V: Format>(
    args: &Args,
    ruleset: &Ruleset,
    numbering: &Numbering,
    encoding: &Encoding,
) -> anyhow::Result<ExitCode> {
    let bounds = bounds(args, V::PRECISION);
    let task = Task {
        ruleset,
        numbering,
        bounds,
        tolerance: args.tolerance.unwrap_or(TOLERANCE),
        peak: peak_bytes(encoding, V::PRECISION, bounds, args.out.is_some()),
        least: least_bytes(encoding, V::PRECISION),
    };
    solve_task::<V>(args, &task, |rules, options, store, stop, tell| {
        let solved = solve::<V>(rules, options, Keep::Needed, store, stop, tell)?;
        let start = solved.interval(&rules.start());
        Ok((solved.groups, start))
    })
}

pub(super) fn solve_hand(
    args: &Args,
    ruleset: &Ruleset,
    numbering: &Numbering,
) -> anyhow::Result<ExitCode> {
    let Numbering::Hand(encoding) = numbering else {
        unreachable!("asked for a game with pieces in hand");
    };
    anyhow::ensure!(
        args.precision
            .is_none_or(|precision| precision == Precision::F64),
        "--precision {}: games with pieces in hand are solved in f64",
        args.precision.expect("there is one").name()
    );
    let stored = args.out.is_some();
    let peak = |bounds| hand::peak_bytes(encoding, bounds, stored);
    let fit = peak(Bounds::Both) <= args.memory;
    let bounds = if args.no_bounds || !fit {
        Bounds::None
    } else {
        Bounds::Both
    };
    let task = Task {
        ruleset,
        numbering,
        bounds,
        tolerance: args.tolerance.unwrap_or(match bounds {
            Bounds::None => HAND_TOLERANCE,
            Bounds::Both => TOLERANCE,
        }),
        peak: peak(bounds),
        least: peak(bounds),
    };
    solve_task::<f64>(args, &task, |rules, options, store, stop, tell| {
        let solved = hand::solve(rules, options, Keep::Needed, store, stop, tell)?;
        let start = solved.interval(&rules.start());
        Ok((solved.groups, start))
    })
}

fn solve_task<V: Format>(
    args: &Args,
    task: &Task,
    solver: impl FnOnce(
        &Rules,
        &Options,
        &mut dyn Store<V>,
        &AtomicBool,
        &mut (dyn FnMut(Progress) + Send),
    ) -> Result<Outcome, SolveError>,
) -> anyhow::Result<ExitCode> {
    let (ruleset, bounds, tolerance) = (task.ruleset, task.bounds, task.tolerance);
    let rules = Rules::new(&ruleset.mechanics);
    let options = Options {
        bounds,
        tolerance,
        most_sweeps: args.most_sweeps,
        threads: match args.threads {
            0 => std::thread::available_parallelism()?.get(),
            threads => threads,
        },
        level: if args.portable {
            Level::Portable
        } else {
            Level::detect()
        },
        memory: args.memory,
    };
    let needed = match args.out {
        Some(_) => task.least,
        None => task.peak,
    };
    anyhow::ensure!(
        needed <= args.memory,
        "{} in {} needs {} of memory, {} more than --memory allows ({}){}",
        ruleset.label(),
        V::PRECISION.name(),
        Bytes(needed),
        Bytes(needed.saturating_sub(args.memory)),
        Bytes(args.memory),
        if args.out.is_none() && task.least <= args.memory {
            ": with --out the table may be larger than memory"
        } else {
            ""
        }
    );
    // As many digits as the format carries.
    let digits = if V::PRECISION == Precision::F64 && tolerance < 1e-9 {
        13
    } else {
        9
    };
    let mut files = None;
    if let Some(out) = &args.out {
        let game = Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics);
        let header = Header::new(game, task.numbering, V::PRECISION, bounds, tolerance);
        if let Some(finished) = finished(out, &Kind::of(&header), args.most_sweeps)? {
            return Ok(outcome::repeat(args, &finished, digits));
        }
        let write = WriteOptions {
            warn: |text| eprintln!("warning: {text}"),
            checkpoint_every: args.checkpoint.map_or(CHECKPOINT, Duration::from_secs),
            // A layer's tables take more than half of what it needs in all.
            in_memory: if task.peak <= args.memory {
                u64::MAX
            } else {
                args.memory / 2
            },
        };
        files = Some(TableStore::open(
            out,
            header,
            task.numbering.layers(),
            write,
        )?);
    }
    let stop = interrupt::watch(match args.out {
        Some(_) => Kept::Layers,
        None => Kept::Nothing,
    })?;
    let (began, cpu) = (Instant::now(), cpu_seconds());
    let mut reporter = Reporter::new(task.numbering);
    let mut tell = |progress: Progress| reporter.tell(progress);
    let mut memory = InMemory;
    let store: &mut dyn Store<V> = match &mut files {
        Some(files) => files,
        None => &mut memory,
    };
    let solved = solver(&rules, &options, store, stop, &mut tell);
    drop(reporter);
    let (groups, (low, high)) = match solved {
        Err(SolveError::Interrupted) => {
            if let Some(files) = files {
                files.pause()?;
            }
            return Ok(interrupt::exit_code());
        }
        solved => solved?,
    };
    let certified = bounds == Bounds::Both;
    let start = StartValue {
        value: (low + high) / 2.0,
        lower: certified.then_some(low),
        upper: certified.then_some(high),
    };
    outcome::warn(args, task, &groups);
    let parts = match &mut files {
        Some(files) => files.parts(),
        None => vec![RunPart {
            groups: groups.len(),
            seconds: began.elapsed().as_secs_f64(),
            cpu_seconds: cpu_seconds().zip(cpu).map(|(now, before)| now - before),
        }],
    };
    let manifest = Manifest {
        ruleset: ruleset.label(),
        digest: ruleset.digest().to_string(),
        precision: V::PRECISION.name(),
        certified,
        tolerance,
        positions: task.numbering.total_positions(),
        start,
        updates: groups.iter().map(|group| group.updated).sum(),
        groups: groups.iter().map(Group::of).collect(),
        seconds: parts.iter().map(|part| part.seconds).sum(),
        parts,
        threads: options.threads,
        version: env!("CARGO_PKG_VERSION"),
        revision: env!("SENET_REVISION"),
        command: crate::experiment::command_line(),
    };
    if let Some(files) = files {
        files.close(start)?;
    }
    outcome::publish(args, &manifest)?;
    outcome::print_start(start, digits);
    Ok(ExitCode::SUCCESS)
}
