
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;




use super::ruleset_args::Changes;
use crate::rules::Rules;
use crate::solver::kernel::{Kernel, Level};
use crate::solver::solve::{Bounds, InMemory, Keep, Options, Progress, solve};
use crate::solver::value::Precision;

/// Solve a game exactly: the chance of winning of every position
///
/// The last line on standard output is `start VALUE LO HI`, the first player's
/// chance of winning with perfect play and its proven bounds, or
/// `start VALUE - -` where nothing is proven.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet solve anubis-5 --set pieces=2\n  senet solve nile-5-six --set pieces=3 --out nile-3.senet"
)]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
    /// Threads, 0 = one a core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// With bounds: widest interval wanted. Without: largest change of a sweep
    #[arg(long, default_value_t = 1e-6)]
    tolerance: f64,
    /// How values are stored
    #[arg(long)]
    precision: Option<Precision>,
    /// Use only instructions that every machine has (the values are the same)
    #[arg(long)]
    portable: bool,
    #[arg(long)]
    unproven: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match args.precision.unwrap_or(Precision::U32) {
        Precision::U16 => solve_as::<u16>(args),
        Precision::U32 => solve_as::<u32>(args),
        Precision::F32 => solve_as::<f32>(args),
        Precision::F64 => solve_as::<f64>(args),
    }
}

fn solve_as<V: Kernel>(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    let rules = Rules::new(&ruleset.mechanics);
    let bounds = if args.unproven || V::PRECISION == Precision::U16 {
        Bounds::None
    } else {
        Bounds::Both
    };
    let options = Options {
        bounds,
        tolerance: args.tolerance,
        most_sweeps: 10_000,
        threads: if args.threads == 0 {
            std::thread::available_parallelism()?.get()
        } else {
            args.threads
        },
        level: if args.portable { Level::Portable } else { Level::detect() },
    };
    let stop = AtomicBool::new(false);
    let mut group = String::new();
    let solved = solve::<V>(&rules, &options, Keep::Needed, &mut InMemory, &stop, &mut |progress| {
        match progress {
            Progress::Group { layers, .. } => group = format!("{}-{}", layers[0].mine, layers[0].theirs),
            Progress::Level { .. } => {}
            Progress::Sweep { sweep, report, seconds } => eprintln!(
                "{group} sweep {sweep} change {:.2e} updated {} restless {} {:.2} s {:.1} M/s",
                report.change, report.updated, report.restless, seconds,
                report.updated as f64 / seconds / 1e6
            ),
        }
    })?;
    let (low, high) = solved.interval(&rules.start());
    let value = (low + high) / 2.0;
    match bounds {
        Bounds::None => println!("start {value:.9} - -"),
        Bounds::Both => println!("start {value:.9} {low:.9} {high:.9}"),
    }
    Ok(ExitCode::SUCCESS)
}
