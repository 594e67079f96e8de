use std::io::{self, Write};
use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;

use crate::agent::{AgentKind, CONDITIONS, FACTS, KINDS, QUANTITIES, Reproducible};
use crate::search::FEATURES;

/// List the agents, their arguments and their cost
///
/// An agent is written name:key=value:key=value, or name:FILE for those that
/// read a file.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet agents
  senet agents --words
  senet agents --json")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Also list the words of rule lists and the features of weights files
    #[arg(long, conflicts_with = "json")]
    words: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if args.json {
        let list: Vec<_> = KINDS.iter().map(as_json).collect();
        serde_json::to_writer_pretty(&mut out, &list)?;
        writeln!(out)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = table(["agent", "what it does", "same again", "cost a decision"]);
    for kind in KINDS {
        let mut about = kind.about.to_string();
        for (form, meaning) in kind.arguments {
            about.push_str(&format!("\n  {form}: {meaning}"));
        }
        table.add_row([kind.name, &about, same_again(kind.reproducible), kind.cost]);
    }
    writeln!(out, "{table}")?;
    if args.words {
        words(&mut out)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn as_json(kind: &AgentKind) -> serde_json::Value {
    let arguments: Vec<_> = kind
        .arguments
        .iter()
        .map(|(form, meaning)| json!({ "form": form, "meaning": meaning }))
        .collect();
    json!({
        "name": kind.name,
        "about": kind.about,
        "reproducible": same_again(kind.reproducible),
        "cost": kind.cost,
        "arguments": arguments,
    })
}

fn same_again(reproducible: Reproducible) -> &'static str {
    match reproducible {
        Reproducible::Always => "always",
        Reproducible::BySeed => "by seed",
        Reproducible::No => "no",
    }
}

fn words(out: &mut impl Write) -> io::Result<()> {
    let mut words = table(["rule lists", "word", "meaning"]);
    for (name, _, meaning) in FACTS {
        words.add_row(["prefer, avoid", name, meaning]);
    }
    for (name, _, meaning) in QUANTITIES {
        words.add_row(["most, least", name, meaning]);
    }
    for (name, _, meaning) in CONDITIONS {
        words.add_row(["when", name, meaning]);
    }
    writeln!(out, "{words}")?;
    let mut features = table(["weights", "feature", "own less opponent's"]);
    for info in FEATURES {
        features.add_row(["", info.name, info.about]);
    }
    writeln!(out, "{features}")
}

fn table<const N: usize>(header: [&str; N]) -> Table {
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(header);
    table
}
