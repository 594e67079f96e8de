//! The command line: what was typed, what it means, the run. Only this module
//! prints.
//!
//! Exit codes: 0 done; 1 the input was at fault or a check failed; 2 the
//! command line was at fault; 130 interrupted (what was finished is kept).

mod moves;
mod perft;
mod probe;
mod replay;
mod rules;
mod rules_show;
mod ruleset_args;
mod simulate;
mod solve;
mod solve_progress;
mod sticks;
mod table;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Compares the reconstructions of senet, exactly.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Rules(rules::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    Replay(replay::Args),
    Sticks(sticks::Args),
    Simulate(simulate::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Table(table::Args),
}

/// Parses the command line, runs it, reports errors on standard error.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let result = match cli.command {
        Command::Rules(args) => rules::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Sticks(args) => sticks::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Table(args) => table::run(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}
