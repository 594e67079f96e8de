use std::process::ExitCode;

use anyhow::Context;

use super::interrupt::{self, Kept};
use super::memory_size;
use super::ruleset_args::Changes;
use super::solve::progress::GeneralReporter;
use super::threads;
use crate::rules::Rules;
use crate::solver::general::GeneralError;
use crate::solver::general::ends::{Class, Example, find};
use crate::solver::general::solve::Progress;

/// Find positions from which a game may never end
///
/// Looks through every position that can arise for those from which the two
/// players together can play on for ever whatever is thrown (endless), those
/// from which one of them alone can (held), and those in which a player can
/// only pass for the rest of the game (locked). Where no position is endless,
/// every play ends with probability one and values are unique.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet ends anubis-5 --set pieces=1\n  senet ends kendall-5 --reading row --set pieces=2\n  senet ends bga-5 --set pieces=2 --json"
)]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
    /// Memory that may be used, e.g. 8GiB or 500MiB
    #[arg(long, default_value = "8GiB", value_parser = memory_size::parse)]
    memory: u64,
    /// Threads, 0 = one a core
    #[arg(long, default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Row {
    ruleset: String,
    digest: String,
    positions: usize,
    endless: ClassRow,
    held: ClassRow,
    locked: ClassRow,
    locked_and_endless: usize,
    deeds: std::collections::BTreeMap<&'static str, u64>,
}

#[derive(serde::Serialize)]
struct ClassRow {
    positions: usize,
    example: Option<String>,
    /// For each throw a ply that stays in the set.
    plies: Vec<String>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    let rules = Rules::new(&ruleset.mechanics);
    let threads = match args.threads {
        0 => std::thread::available_parallelism()?.get(),
        threads => threads,
    };
    let stop = interrupt::watch(Kept::Nothing)?;
    let mut reporter = GeneralReporter::new();
    let mut tell = |found| reporter.tell(Progress::Listing(found));
    let ends = match find(&rules, args.memory, threads, stop, &mut tell) {
        Err(GeneralError::Interrupted) => return Ok(interrupt::exit_code()),
        ends => ends.with_context(|| ruleset.label())?,
    };
    drop(reporter);
    if args.json {
        let row = Row {
            ruleset: ruleset.label(),
            digest: ruleset.digest().to_string(),
            positions: ends.positions,
            endless: class_row(&ends.endless),
            held: class_row(&ends.held),
            locked: class_row(&ends.locked),
            locked_and_endless: ends.locked_and_endless,
            deeds: ends.deeds,
        };
        say!("{}", serde_json::to_string_pretty(&row)?);
        return Ok(ExitCode::SUCCESS);
    }
    say!(
        "{}: {} positions can arise",
        ruleset.label(),
        ends.positions
    );
    if ends.endless.positions == 0 {
        say!("endless  none: every play ends with probability one, so values are unique");
    } else {
        print_class("endless", &ends.endless);
        let deeds: Vec<String> = ends
            .deeds
            .iter()
            .map(|(deed, times)| format!("{deed} {times}"))
            .collect();
        say!("         by {}", deeds.join(", "));
        print_class("held", &ends.held);
    }
    print_class("locked", &ends.locked);
    if ends.locked.positions > 0 {
        say!("         endless too: {}", ends.locked_and_endless);
    }
    Ok(ExitCode::SUCCESS)
}

fn print_class(name: &str, class: &Class) {
    let Some(example) = &class.example else {
        say!("{name:<8} none");
        return;
    };
    say!(
        "{name:<8} {} positions, e.g. {} with {}",
        class.positions,
        example.position,
        plies(example).join(", ")
    );
}

fn plies(example: &Example) -> Vec<String> {
    example.plies.iter().map(ToString::to_string).collect()
}

fn class_row(class: &Class) -> ClassRow {
    ClassRow {
        positions: class.positions,
        example: class
            .example
            .as_ref()
            .map(|example| example.position.to_string()),
        plies: class.example.as_ref().map_or(Vec::new(), plies),
    }
}
