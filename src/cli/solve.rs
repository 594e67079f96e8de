use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;

use super::interrupt;
use super::ruleset_args::Changes;
use super::solve_general;
use super::solve_progress::Reporter;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::solver::encoding::Encoding;
use crate::solver::hand;
use crate::solver::kernel::{Kernel, Level};
use crate::solver::memory::{least_bytes, peak_bytes};
use crate::solver::numbering::Numbering;
use crate::solver::solve::{
    Bounds, GroupReport, InMemory, Keep, Options, Progress, SolveError, Store, Widest, solve,
};
use crate::solver::table::{Game, Header, StartValue, Table, TableStore, WriteOptions};
use crate::solver::value::Precision;

/// Tolerance where none is given.
pub(super) const TOLERANCE: f64 = 1e-6;
/// The same for games with pieces in hand without bounds.
const HAND_TOLERANCE: f64 = 1e-13;

/// Solve a game exactly: the chance of winning of every position
///
/// The last line on standard output is `start VALUE LO HI`, the first player's
/// chance of winning with perfect play and its proven bounds, or
/// `start VALUE - -` where nothing is proven. Killed at any moment, a run with
/// --out goes on from its last checkpoint when it is started again.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet solve anubis-5 --set pieces=2\n  senet solve nile-5-six --set pieces=3 --out nile-3.senet\n  senet solve anubis-5 --out anubis-5.senet --memory 16GiB"
)]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
    /// Which solver; by default the one made for such games, else general
    #[arg(long)]
    solver: Option<SolverName>,
    /// Write the table to this file; finished layers are kept if the run breaks
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Memory that may be used, e.g. 8GiB or 500MiB
    #[arg(long, default_value = "8GiB", value_parser = parse_memory)]
    pub(super) memory: u64,
    /// Threads, 0 = one a core
    #[arg(long, default_value_t = 0)]
    pub(super) threads: usize,
    /// With bounds: widest interval wanted. Without: largest change of a sweep.
    /// By default 1e-6, and 1e-13 for games with pieces in hand without bounds
    #[arg(long)]
    pub(super) tolerance: Option<f64>,
    /// General solver: solve what can arise from this position instead of the
    /// start; its value stands in the last line
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub(super) from: Option<String>,
    /// General solver: also the mean length of perfect play, and its chances of
    /// winning and of a draw (intervals of 1e-10 or less then)
    #[arg(long)]
    pub(super) lengths: bool,
    /// How values are stored; by default as finely as the game's size allows
    #[arg(long)]
    pub(super) precision: Option<Precision>,
    /// One table instead of lower and upper bounds
    #[arg(long)]
    pub(super) no_bounds: bool,
    /// Use only instructions that every machine has (the values are the same)
    #[arg(long)]
    portable: bool,
    /// Sweeps after which a layer is given up
    #[arg(long, default_value_t = 10_000)]
    pub(super) most_sweeps: u32,
    /// Least seconds between two checkpoints
    #[arg(long, default_value_t = 240, value_name = "SECONDS")]
    checkpoint: u64,
    /// Print everything as JSON before the last line
    #[arg(long)]
    pub(super) json: bool,
}

/// The solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum SolverName {
    /// Swap games, block by block: large games, tables larger than memory
    Blocks,
    /// Games with pieces in hand on a track or two, in memory
    Hand,
    /// Any rules, position by position, in memory
    General,
}

/// What `senet solve` prints with `--json` and writes beside the table.
#[derive(serde::Serialize)]
struct Manifest {
    ruleset: String,
    digest: String,
    precision: &'static str,
    certified: bool,
    tolerance: f64,
    positions: usize,
    start: StartValue,
    groups: Vec<Group>,
    updates: u64,
    seconds: f64,
    threads: usize,
    version: &'static str,
    revision: &'static str,
    command: Vec<String>,
}

#[derive(serde::Serialize)]
struct Group {
    mine: u8,
    theirs: u8,
    sweeps: u32,
    change: f64,
    changes: Vec<f64>,
    updates: u64,
    widest: Option<f64>,
    rests: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    if let Some(out) = &args.out {
        spare(out, &ruleset)?;
    }
    let general = args.solver == Some(SolverName::General)
        || args.solver.is_none() && (args.lengths || args.from.is_some());
    let numbering = match Numbering::new(&ruleset.mechanics) {
        Ok(numbering) if !general => numbering,
        Err(why)
            if args
                .solver
                .is_some_and(|solver| solver != SolverName::General) =>
        {
            return Err(why.into());
        }
        _ => return solve_general::run(args, &ruleset),
    };
    let name = match &numbering {
        Numbering::Swap(_) => SolverName::Blocks,
        Numbering::Hand(_) => SolverName::Hand,
    };
    anyhow::ensure!(
        args.solver.is_none_or(|solver| solver == name),
        "{}: the solver of this game is {name:?}, or General",
        ruleset.label()
    );
    let Numbering::Swap(encoding) = &numbering else {
        return solve_hand(args, &ruleset, &numbering);
    };
    let precision = args
        .precision
        .unwrap_or_else(|| fitting(encoding.total_positions(), args.memory));
    match precision {
        Precision::U8 => {
            anyhow::bail!("tables of 8 bits are made from others: `senet table derive`")
        }
        Precision::U16 => solve_swap::<u16>(args, &ruleset, &numbering, encoding),
        Precision::U32 => solve_swap::<u32>(args, &ruleset, &numbering, encoding),
        Precision::F32 => solve_swap::<f32>(args, &ruleset, &numbering, encoding),
        Precision::F64 => solve_swap::<f64>(args, &ruleset, &numbering, encoding),
    }
}

/// Refuses to put a table in the place of anything but a table of the same game.
fn spare(out: &Path, ruleset: &Ruleset) -> anyhow::Result<()> {
    if !out.exists() {
        return Ok(());
    }
    let same = Table::open(out)
        .is_ok_and(|table| table.header().game.digest == ruleset.digest().to_string());
    anyhow::ensure!(
        same,
        "--out {}: there is such a file already, and it is no table of {}; give another name, or remove it",
        out.display(),
        ruleset.label()
    );
    Ok(())
}

/// The finest format for a game of so many positions: bounds in f64 for small
/// games, in 32 bits for middling ones, 16 bits without bounds for the largest.
fn fitting(positions: usize, memory: u64) -> Precision {
    let bytes = positions as u64 * 2;
    if positions <= 50_000_000 && bytes * 8 <= memory {
        Precision::F64
    } else if positions <= 1_000_000_000 && bytes * 4 <= memory {
        Precision::U32
    } else {
        Precision::U16
    }
}

/// What is known of a game before it is solved.
struct Task<'a> {
    ruleset: &'a Ruleset,
    numbering: &'a Numbering,
    bounds: Bounds,
    tolerance: f64,
    /// Bytes of memory with all tables in it, and the least with them in a file.
    peak: u64,
    least: u64,
}

/// How the groups came out, and the value of the start from below and above.
type Outcome = (Vec<GroupReport>, (f64, f64));

fn solve_swap<V: Kernel>(
    args: &Args,
    ruleset: &Ruleset,
    numbering: &Numbering,
    encoding: &Encoding,
) -> anyhow::Result<ExitCode> {
    let coarse = V::PRECISION == Precision::U16;
    let bounds = if args.no_bounds || coarse {
        Bounds::None
    } else {
        Bounds::Both
    };
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

fn solve_hand(args: &Args, ruleset: &Ruleset, numbering: &Numbering) -> anyhow::Result<ExitCode> {
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

fn solve_task<V: Kernel>(
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
        "{} in {} needs {:.2} GiB of memory, more than --memory allows ({:.2} GiB){}",
        ruleset.label(),
        V::PRECISION.name(),
        gib(needed),
        gib(args.memory),
        if args.out.is_none() && task.least <= args.memory {
            ": with --out the table may be larger than memory"
        } else {
            ""
        }
    );
    let mut files = None;
    if let Some(out) = &args.out {
        let game = Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics);
        let header = Header::new(game, task.numbering, V::PRECISION, bounds, tolerance);
        let write = WriteOptions {
            checkpoint_every: Duration::from_secs(args.checkpoint),
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
    let stop = interrupt::watch()?;
    let began = Instant::now();
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
    warn(task, &groups);
    let manifest = Manifest {
        ruleset: ruleset.label(),
        digest: ruleset.digest().to_string(),
        precision: V::PRECISION.name(),
        certified,
        tolerance,
        positions: task.numbering.total_positions(),
        start,
        updates: groups.iter().map(|group| group.updated).sum(),
        groups: groups.iter().map(group_row).collect(),
        seconds: began.elapsed().as_secs_f64(),
        threads: options.threads,
        version: env!("CARGO_PKG_VERSION"),
        revision: env!("SENET_REVISION"),
        command: std::env::args().collect(),
    };
    let text = serde_json::to_string_pretty(&manifest)?;
    if let (Some(files), Some(out)) = (files, &args.out) {
        files.close(start)?;
        let path = format!("{}.manifest.json", out.display());
        std::fs::write(&path, &text).context(path)?;
    }
    if args.json {
        println!("{text}");
    }
    // As many digits as the format carries.
    let digits = if V::PRECISION == Precision::F64 && tolerance < 1e-9 {
        13
    } else {
        9
    };
    match (start.lower, start.upper) {
        (Some(low), Some(high)) => println!(
            "start {:.digits$} {low:.digits$} {high:.digits$}",
            start.value
        ),
        _ => println!("start {:.digits$} - -", start.value),
    }
    Ok(ExitCode::SUCCESS)
}

/// Says where the result is less than was asked for.
fn warn(task: &Task, groups: &[GroupReport]) {
    let tolerance = task.tolerance;
    let certified = groups.iter().any(|group| group.widest.is_some());
    for group in groups.iter().filter(|group| !group.rests) {
        let layer = &group.layers[0];
        let name = format!("layer ({}, {})", layer.mine, layer.theirs);
        match group.widest {
            Some(Widest {
                width,
                layer,
                place,
            }) => eprintln!(
                "warning: the bounds of {name} do not meet: after {} sweeps the widest interval \
                 is {width:.2e}, at {}. Either the rounding of the table is too coarse, or the \
                 players can keep the game from ending",
                group.sweeps,
                task.numbering
                    .position(&task.ruleset.mechanics, layer, place)
            ),
            None => eprintln!(
                "warning: {name} does not rest: the last of {} sweeps changed {:.2e}, more than \
                 {tolerance:e}",
                group.sweeps, group.change
            ),
        }
    }
    if let (false, Some(last)) = (certified, groups.last()) {
        let contraction = contraction(&last.changes);
        eprintln!(
            "not certified: the last sweep of layer ({}, {}) changed {:.1e} at most; the changes \
             shrink by a factor of {contraction:.2} a sweep, which leaves about {:.1e}",
            last.layers[0].mine,
            last.layers[0].theirs,
            last.change,
            last.change * contraction / (1.0 - contraction).max(f64::EPSILON)
        );
    }
}

/// The geometric mean of the ratios of the last few changes that are not zero.
fn contraction(changes: &[f64]) -> f64 {
    let tail: Vec<f64> = changes
        .iter()
        .copied()
        .filter(|&change| change > 0.0)
        .collect();
    let tail = &tail[tail.len().saturating_sub(5)..];
    match tail {
        [first, .., last] => (last / first).powf(1.0 / (tail.len() - 1) as f64).min(1.0),
        _ => 0.0,
    }
}

fn group_row(group: &GroupReport) -> Group {
    Group {
        mine: group.layers[0].mine,
        theirs: group.layers[0].theirs,
        sweeps: group.sweeps,
        change: group.change,
        changes: group.changes.clone(),
        updates: group.updated,
        widest: group.widest.map(|widest| widest.width),
        rests: group.rests,
    }
}

pub(super) fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// `8GiB`, `500MiB`, `16000000000`.
pub(super) fn parse_memory(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1048576.0,
        "GiB" => 1073741824.0,
        "MB" => 1e6,
        "GB" => 1e9,
        unit => return Err(format!("`{unit}` is no unit: use MiB, GiB, MB or GB")),
    };
    digits
        .parse::<f64>()
        .ok()
        .filter(|number| *number > 0.0)
        .map(|number| (number * unit) as u64)
        .ok_or_else(|| "expected a size like 8GiB".to_string())
}
