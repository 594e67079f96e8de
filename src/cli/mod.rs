//! The command line: what was typed, what it means, the run. Only this module
//! prints.
//!
//! Exit codes: 0 done; 1 the input was at fault or a check failed; 2 the
//! command line was at fault; 130 interrupted (what was finished is kept).

#[macro_use]
mod say;

mod agent_files;
mod agents;
mod analyze;
mod analyze_bulk;
mod annotate;
mod bench;
mod bench_search;
mod boards;
mod bounds_text;
mod completions;
mod contest;
mod ends;
mod evaluate;
mod interrupt;
mod ladder;
mod ladder_output;
mod matches;
mod memory_size;
mod method;
mod moves;
mod nodes;
mod numbers;
mod perft;
mod play;
mod probe;
mod puzzles;
mod quick;
mod replay;
mod report;
mod rules;
mod rules_show;
mod ruleset_args;
mod run;
mod simulate;
mod simulate_charts;
mod simulate_output;
mod skill;
mod skill_charts;
mod solve;
mod stale;
mod sticks;
mod study;
mod table;
mod tables;
mod tables_on_disk;
mod threads;
mod train;
mod train_curve;
mod train_linear;
mod truth;

use std::io;
use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// Compares the reconstructions of senet, exactly.
#[derive(Parser)]
#[command(version, propagate_version = true, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Quick(quick::Args),
    Rules(rules::Args),
    Perft(perft::Args),
    Moves(moves::Args),
    Replay(replay::Args),
    Report(report::Args),
    Sticks(sticks::Args),
    Simulate(simulate::Args),
    #[command(name = "match")]
    Match(matches::Args),
    Ladder(ladder::Args),
    Skill(skill::Args),
    Run(run::Args),
    Analyze(analyze::Args),
    Annotate(annotate::Args),
    Play(play::Args),
    Puzzles(puzzles::Args),
    Agents(agents::Args),
    Train(train::Args),
    Nodes(nodes::Args),
    Solve(solve::Args),
    Probe(probe::Args),
    Evaluate(evaluate::Args),
    Ends(ends::Args),
    Study(study::Args),
    Table(table::Args),
    Bench(bench::Args),
    Completions(completions::Args),
}

/// The command line as clap knows it, for completions and tests.
pub fn command() -> clap::Command {
    numbers_may_be_negative(Cli::command())
}

/// Takes `-2` after an option for its value, which is then told its range, and
/// not for an option that there is not.
fn numbers_may_be_negative(command: clap::Command) -> clap::Command {
    command
        .mut_args(|arg| match arg.get_long() {
            Some(_) if arg.get_action().takes_values() => arg.allow_negative_numbers(true),
            _ => arg,
        })
        .mut_subcommands(numbers_may_be_negative)
}

/// Parses the command line, runs it, reports errors on standard error.
pub fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&command().get_matches());
    let cli = cli.unwrap_or_else(|error| error.format(&mut command()).exit());
    let result = match cli.command {
        Command::Quick(args) => quick::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Sticks(args) => sticks::run(&args),
        Command::Simulate(args) => simulate::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Ladder(args) => ladder::run(&args),
        Command::Skill(args) => skill::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Annotate(args) => annotate::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Agents(args) => agents::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Nodes(args) => nodes::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Evaluate(args) => evaluate::run(&args),
        Command::Ends(args) => ends::run(&args),
        Command::Study(args) => study::run(&args),
        Command::Table(args) => table::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => completions::run(&args),
    };
    let result = result.and_then(|code| match say::fault() {
        Some(error) => Err(error).context("cannot write to standard output"),
        None => Ok(code),
    });
    result.unwrap_or_else(|error| {
        if reader_left(&error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("error: {}", chain(&error));
        ExitCode::FAILURE
    })
}

/// The error and its causes, without those that the text before them has said.
fn chain(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.ends_with(&cause) {
            text += ": ";
            text += &cause;
        }
    }
    text
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_error_has_said_its_cause_does_not_say_again() {
        let system = || io::Error::other("out of threads");
        let pool = anyhow::Error::new(system()).context("no pool: out of threads");
        assert_eq!(
            chain(&pool.context("cannot start 9")),
            "cannot start 9: no pool: out of threads"
        );
        let plain = anyhow::Error::new(system()).context("cannot start 9");
        assert_eq!(chain(&plain), "cannot start 9: out of threads");
    }
}
