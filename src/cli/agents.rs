use std::process::ExitCode;

use anyhow::bail;

use crate::agent::{AgentKind, KINDS, Reproducible};

/// List the agents: who they are, what they cost, what arguments they take
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet agents
  senet agents expectimax")]
pub struct Args {
    /// Only this one
    name: Option<String>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(name) = &args.name else {
        println!(
            "An agent is written name:key=value:key=value, with (…) around an agent that is a \
             value itself. Defaults stand in brackets.\n"
        );
        KINDS.iter().for_each(show);
        return Ok(ExitCode::SUCCESS);
    };
    let Some(kind) = KINDS.iter().find(|kind| kind.name == name) else {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        bail!("there is no agent `{name}`; there are {}", names.join(", "));
    };
    show(kind);
    Ok(ExitCode::SUCCESS)
}

fn show(kind: &AgentKind) {
    println!("{:<11} {}", kind.name, kind.about);
    let timed = kind.arguments.iter().any(|(form, _)| *form == "ms=N");
    let play = match kind.reproducible {
        Reproducible::Always if !kind.agents.is_empty() => "as the agents it plays with",
        Reproducible::Always if timed => {
            "deterministic; limited by time (ms=N) neither deterministic nor reproducible"
        }
        Reproducible::Always => "deterministic",
        Reproducible::BySeed => "draws at random; reproducible by its seed",
        Reproducible::No => "neither deterministic nor reproducible",
    };
    println!("{:11} play: {play}", "");
    println!("{:11} cost of a decision: {}", "", kind.cost);
    for (form, meaning) in kind.arguments {
        println!("{:11}   {form:<16} {meaning}", "");
    }
    println!();
}
