mod general;
mod layered;
mod outcome;
mod place;
pub mod progress;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::ValueEnum as _;

use super::ruleset_args::Changes;
use super::{memory_size, numbers, threads};
use crate::solver::encoding::Encoding;
use crate::solver::memory::peak_bytes;
use crate::solver::numbering::Numbering;
use crate::solver::value::Precision;

/// Tolerance where none is given.
const TOLERANCE: f64 = 1e-6;
/// The same for games with pieces in hand without bounds.
const HAND_TOLERANCE: f64 = 1e-13;

/// Sweeps after which a layer is given up where nothing is said.
const MOST_SWEEPS: u32 = 10_000;

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
    out: Option<PathBuf>,
    /// Memory that may be used, e.g. 8GiB or 500MiB
    #[arg(long, default_value = "8GiB", value_parser = memory_size::parse)]
    memory: u64,
    /// Threads, 0 = one a core
    #[arg(long, default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// With bounds: widest interval wanted. Without: largest change of a sweep.
    /// By default 1e-6, and 1e-13 for games with pieces in hand without bounds
    #[arg(long, value_parser = numbers::tolerance, allow_hyphen_values = true)]
    tolerance: Option<f64>,
    /// General solver: solve what can arise from this position instead of the
    /// start; its value stands in the last line
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    from: Option<String>,
    /// General solver: also the mean length of perfect play, and its chances of
    /// winning and of a draw (intervals of 1e-10 or less then)
    #[arg(long)]
    lengths: bool,
    /// How values are stored; by default as finely as the game's size allows
    #[arg(long)]
    precision: Option<Precision>,
    /// One table instead of lower and upper bounds
    #[arg(long)]
    no_bounds: bool,
    /// Use only instructions that every machine has (the values are the same)
    #[arg(long)]
    portable: bool,
    /// Sweeps after which a layer is given up
    #[arg(long, default_value_t = MOST_SWEEPS, value_parser = clap::value_parser!(u32).range(1..))]
    most_sweeps: u32,
    /// Least seconds between two checkpoints, 240 by default
    #[arg(long, value_name = "SECONDS", value_parser = numbers::whole(0..=u64::MAX))]
    checkpoint: Option<u64>,
    /// Print everything as JSON before the last line
    #[arg(long)]
    json: bool,
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

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    match &args.out {
        Some(out) => place::spare(out, &ruleset)?,
        None => anyhow::ensure!(
            args.checkpoint.is_none(),
            "--checkpoint: without --out nothing is kept; give the table a name with --out FILE"
        ),
    }
    let general = args.solver == Some(SolverName::General)
        || args.solver.is_none() && (args.lengths || args.from.is_some());
    if let Some(solver) = args.solver.filter(|_| !general) {
        anyhow::ensure!(
            !args.lengths && args.from.is_none(),
            "--solver {}: --lengths and --from are for the general solver; leave them away, or give \
             --solver general",
            name_of(solver)
        );
    }
    let numbering = match Numbering::new(&ruleset.mechanics) {
        Ok(numbering) if !general => numbering,
        Err(why)
            if args
                .solver
                .is_some_and(|solver| solver != SolverName::General) =>
        {
            return Err(why.into());
        }
        _ => return general::run(args, &ruleset),
    };
    let name = match &numbering {
        Numbering::Swap(_) => SolverName::Blocks,
        Numbering::Hand(_) => SolverName::Hand,
    };
    anyhow::ensure!(
        args.solver.is_none_or(|solver| solver == name),
        "--solver: {} is solved by `{}` or by `general`",
        ruleset.label(),
        name_of(name)
    );
    let Numbering::Swap(encoding) = &numbering else {
        return layered::solve_hand(args, &ruleset, &numbering);
    };
    let precision = args.precision.unwrap_or_else(|| fitting(args, encoding));
    match precision {
        Precision::U8 => {
            anyhow::bail!("tables of 8 bits are made from others: `senet table derive`")
        }
        Precision::U16 => layered::solve_swap::<u16>(args, &ruleset, &numbering, encoding),
        Precision::U32 => layered::solve_swap::<u32>(args, &ruleset, &numbering, encoding),
        Precision::F32 => layered::solve_swap::<f32>(args, &ruleset, &numbering, encoding),
        Precision::F64 => layered::solve_swap::<f64>(args, &ruleset, &numbering, encoding),
    }
}

/// The finest format that fits into memory: f64 for small games, 32 bits for
/// middling ones, 16 bits without bounds for the largest.
fn fitting(args: &Args, encoding: &Encoding) -> Precision {
    let fits = |precision: &Precision, most: usize| {
        let bounds = layered::bounds(args, *precision);
        encoding.total_positions() <= most
            && peak_bytes(encoding, *precision, bounds, args.out.is_some()) <= args.memory
    };
    let formats = [
        (Precision::F64, 50_000_000),
        (Precision::U32, 1_000_000_000),
    ];
    let found = formats
        .into_iter()
        .find(|(precision, most)| fits(precision, *most));
    found.map_or(Precision::U16, |(precision, _)| precision)
}

fn name_of(solver: SolverName) -> String {
    let value = solver.to_possible_value().expect("none is hidden");
    value.get_name().to_string()
}
