//! The command line: what was typed, what it means, the run. Only this module
//! prints.
//!
//! Exit codes: 0 done; 1 the input was at fault or a check failed; 2 the
//! command line was at fault; 130 interrupted (what was finished is kept).

mod agent_files;
mod agents;
mod bench;
mod boards;
mod chance_grid;
mod completions;
mod interrupt;
mod moves;
mod nodes;
mod perft;
mod replay;
mod rules;
mod rules_show;
mod ruleset_args;
mod simulate;
mod simulate_charts;
mod simulate_output;
mod sticks;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

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
    Agents(agents::Args),
    Nodes(nodes::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

/// The command line as clap knows it, for completions and tests.
pub fn command() -> clap::Command {
    Cli::command()
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
        Command::Agents(args) => agents::run(&args),
        Command::Nodes(args) => nodes::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    result.unwrap_or_else(|error| {
        if reader_left(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

/// Whether the run ended because whoever read the output (`head`, a pager) has
/// had enough, which is no fault.
fn reader_left(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let kind = cause
            .downcast_ref::<io::Error>()
            .map(io::Error::kind)
            .or_else(|| {
                let json = cause.downcast_ref::<serde_json::Error>()?;
                json.io_error_kind()
            });
        kind == Some(io::ErrorKind::BrokenPipe)
    })
}
