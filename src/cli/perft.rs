use std::process::ExitCode;

use super::ruleset_args::Changes;
use crate::rules::{Rules, perft::perft};

/// Count the ways to play, depth by depth, from the start
///
/// Prints a line `depth count` for each depth from 1 on.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet perft anubis-5 4\n  senet perft nile-5-six 3 --set pieces=2"
)]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    /// Plies to count, at least 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    #[command(flatten)]
    changes: Changes,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    let rules = Rules::new(&ruleset.mechanics);
    for depth in 1..=args.depth {
        println!("{depth} {}", perft(&rules, &rules.start(), depth));
    }
    Ok(ExitCode::SUCCESS)
}
