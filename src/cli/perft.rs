use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;

use super::ruleset_args::Changes;
use crate::rules::{Ply, Position, Rules, parse_position, perft::perft};

/// Count the ways to play, depth by depth
///
/// Prints a line `depth count` for each depth from 1 on: over each different
/// throw and each legal choice with it, a pass counting as one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet perft anubis-5 4
  senet perft nile-5-six 3 --set pieces=2
  senet perft bell-10 2 --divide --position '28/27,30 6-6 A'")]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    /// Plies to count, at least 1
    #[arg(value_parser = clap::value_parser!(u32).range(1..=30))]
    depth: u32,
    /// Count from this position instead of the start
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    position: Option<String>,
    /// Count only the full depth, with a line `count throw:choice` for each
    /// first ply and `total count` at the end
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    changes: Changes,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    let rules = Rules::new(&ruleset.mechanics);
    let start = match &args.position {
        None => rules.start(),
        Some(text) => parse_position(rules.mechanics(), text)
            .with_context(|| format!("--position '{text}'"))?,
    };
    let mut out = io::stdout().lock();
    if args.divide {
        divide(&rules, &start, args.depth, &mut out)?;
    } else {
        for depth in 1..=args.depth {
            writeln!(out, "{depth} {}", perft(&rules, &start, depth))?;
            out.flush()?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn divide(rules: &Rules, start: &Position, depth: u32, out: &mut impl Write) -> io::Result<()> {
    let mut total = 0;
    let throws = if start.is_over() {
        &[]
    } else {
        rules.mechanics().throws.throws()
    };
    for throw in throws {
        for choice in rules.choices(start, throw.points).iter() {
            let mut after = *start;
            let event = rules.play(&mut after, throw.points, choice);
            let count = perft(rules, &after, depth - 1);
            total += count;
            writeln!(out, "{count} {}", Ply::of(throw.points, choice, &event))?;
            out.flush()?;
        }
    }
    writeln!(out, "total {total}")
}
