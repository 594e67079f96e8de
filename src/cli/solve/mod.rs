mod general;
mod layered;
mod outcome;
pub mod progress;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum as _;

use super::memory_size;
use super::ruleset_args::Changes;
use crate::ruleset::Ruleset;
use crate::solver::numbering::Numbering;
use crate::solver::table::Table;
use crate::solver::value::Precision;

/// Tolerance where none is given.
const TOLERANCE: f64 = 1e-6;
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
    out: Option<PathBuf>,
    /// Memory that may be used, e.g. 8GiB or 500MiB
    #[arg(long, default_value = "8GiB", value_parser = memory_size::parse)]
    memory: u64,
    /// Threads, 0 = one a core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// With bounds: widest interval wanted. Without: largest change of a sweep.
    /// By default 1e-6, and 1e-13 for games with pieces in hand without bounds
    #[arg(long)]
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
    #[arg(long, default_value_t = 10_000)]
    most_sweeps: u32,
    /// Least seconds between two checkpoints
    #[arg(long, default_value_t = 240, value_name = "SECONDS")]
    checkpoint: u64,
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
        name.to_possible_value().expect("none is hidden").get_name()
    );
    let Numbering::Swap(encoding) = &numbering else {
        return layered::solve_hand(args, &ruleset, &numbering);
    };
    let precision = args
        .precision
        .unwrap_or_else(|| fitting(encoding.total_positions(), args.memory));
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

/// Refuses to put a table in the place of anything but a table of the same game.
fn spare(out: &Path, ruleset: &Ruleset) -> anyhow::Result<()> {
    if !out.exists() {
        return Ok(());
    }
    anyhow::ensure!(
        !out.is_dir(),
        "--out {}: this is a folder; give the name of a file",
        out.display()
    );
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
