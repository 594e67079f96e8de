use std::io::{self, Write};
use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use serde_json::json;

use crate::agent::{AgentKind, CONDITIONS, FACTS, KINDS, QUANTITIES, Reproducible};
use crate::search::FEATURES;

/// List the agents, their arguments and their cost
///
/// An agent is written name:key=value:key=value, or name:FILE for those that
/// read a file; an agent that is a value itself stands in (…) where it has
/// arguments, and so does the name of a file with `:` or `=` in it:
/// optimal:(a:b.table). Where agents are divided by commas no comma can stand in
/// a name.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet agents
  senet agents --words
  senet agents --json
  senet agents --json --words")]
pub struct Args {
    /// Write JSON
    #[arg(long)]
    json: bool,
    /// Also list the words of rule lists and the features of weights files
    #[arg(long)]
    words: bool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    if args.json {
        let agents: Vec<_> = KINDS.iter().map(as_json).collect();
        let list = if args.words {
            json!({ "agents": agents, "words": words_as_json(), "features": features_as_json() })
        } else {
            json!(agents)
        };
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
        table.add_row([kind.name, &about, same_again(kind), kind.cost]);
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
        "reproducible": same_again(kind),
        "cost": kind.cost,
        "arguments": arguments,
    })
}

fn same_again(kind: &AgentKind) -> &'static str {
    let timed = kind
        .arguments
        .iter()
        .any(|(form, _)| form.starts_with("ms="));
    match kind.reproducible {
        _ if !kind.agents.is_empty() => "as its agents",
        Reproducible::Always if timed => "always, but not with ms",
        Reproducible::Always => "always",
        Reproducible::BySeed => "by seed",
        Reproducible::No => "no",
    }
}

/// Where a word of rule lists may stand, the word, and what it means.
fn rule_words() -> Vec<[&'static str; 3]> {
    let facts = FACTS
        .iter()
        .map(|(name, _, about)| ["prefer, avoid", name, about]);
    let quantities = QUANTITIES
        .iter()
        .map(|(name, _, about)| ["most, least", name, about]);
    let conditions = CONDITIONS
        .iter()
        .map(|(name, _, about)| ["when", name, about]);
    facts.chain(quantities).chain(conditions).collect()
}

fn words_as_json() -> serde_json::Value {
    rule_words()
        .iter()
        .map(|[after, word, meaning]| json!({ "after": after, "word": word, "meaning": meaning }))
        .collect()
}

fn features_as_json() -> serde_json::Value {
    FEATURES
        .iter()
        .map(|info| json!({ "name": info.name, "about": info.about }))
        .collect()
}

fn words(out: &mut impl Write) -> io::Result<()> {
    let mut words = table(["rule lists", "word", "meaning"]);
    for row in rule_words() {
        words.add_row(row);
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
