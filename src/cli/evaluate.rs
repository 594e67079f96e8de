use std::process::ExitCode;

use anyhow::Context;

use super::agent_files::Disk;
use super::ruleset_args::Changes;
use super::{memory_size, threads};
use crate::agent::{Agent, AgentSpec, AnyAgent};
use crate::rules::{Policy, Rules};
use crate::ruleset::Ruleset;
use crate::solver::memory::Bytes;
use crate::solver::policy::{EvaluateError, EvaluateOptions, evaluate};

/// The exact result of two agents: chance of winning, plies, turns
///
/// For agents whose choice depends on the position and the throw alone, and
/// games small enough (two pieces a side, three for agents that do not choose
/// by chance). Both seatings where the agents differ.
///
/// Serves the games that the solver by blocks serves, which docs/solver.md
/// lists: the anubis, sawah, standard, nile, ankh and modern families, kendall
/// and bgfl-7, with their readings but kendall's `open`. Elsewhere let the agents
/// play: `senet simulate`.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet evaluate anubis-5 --set pieces=2 --agents random\n  senet evaluate anubis-5 --set pieces=2 --agents optimal:a2.senet,cautious"
)]
pub struct Args {
    /// Id or path of a ruleset
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
    /// Agents of the two seats divided by a comma; one for both
    #[arg(long, default_value = "random", value_name = "A,B")]
    agents: String,
    /// Largest amount of memory to take, e.g. 24GiB or 500MiB
    #[arg(long, default_value = "8GiB", value_parser = memory_size::parse)]
    memory: u64,
    /// Threads, 0 = one a core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Row {
    agent_a: String,
    agent_b: String,
    first_share: f64,
    plies_mean: f64,
    plies_sd: f64,
    turns_mean: f64,
    turns_sd: f64,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let ruleset = args.changes.load(&args.ruleset)?;
    let rules = Rules::new(&ruleset.mechanics);
    let specs: Vec<AgentSpec> = args
        .agents
        .split(',')
        .map(str::parse)
        .collect::<Result<_, _>>()
        .with_context(|| format!("--agents {}", args.agents))?;
    anyhow::ensure!(
        specs.len() <= 2,
        "--agents {}: one agent or two",
        args.agents
    );
    let agents: Vec<AnyAgent> = specs
        .iter()
        .map(|spec| spec.build_with(&Disk))
        .collect::<Result<_, _>>()?;
    let mut policies: Vec<&dyn Policy> = Vec::new();
    for (spec, agent) in specs.iter().zip(&agents) {
        if let Err(why) = agent.suits(&ruleset.mechanics) {
            anyhow::bail!("agent `{spec}` cannot play {}: {why}", ruleset.label());
        }
        policies.push(agent.policy().with_context(|| {
            format!("agent `{spec}` remembers: only agents without memory have exact results")
        })?);
    }
    let last = policies.len() - 1;
    let seatings = if last == 0 {
        vec![(0, 0)]
    } else {
        vec![(0, last), (last, 0)]
    };
    let pool = threads::pool(args.threads, None)?;
    let options = EvaluateOptions {
        memory: args.memory,
        ..EvaluateOptions::default()
    };
    let mut rows = Vec::new();
    for (a, b) in seatings {
        let both = [policies[a], policies[b]];
        let found = pool
            .install(|| evaluate(&rules, both, options))
            .map_err(|error| refusal(&error, &ruleset))?;
        rows.push(Row {
            agent_a: specs[a].to_string(),
            agent_b: specs[b].to_string(),
            first_share: found.win,
            plies_mean: found.plies.mean,
            plies_sd: found.plies.variance.sqrt(),
            turns_mean: found.turns.mean,
            turns_sd: found.turns.variance.sqrt(),
        });
    }
    if args.json {
        say!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        say!(
            "{} v {}: first player {:.9}, plies {:.6} (sd {:.6}), turns {:.6} (sd {:.6})",
            row.agent_a,
            row.agent_b,
            row.first_share,
            row.plies_mean,
            row.plies_sd,
            row.turns_mean,
            row.turns_sd
        );
    }
    Ok(ExitCode::SUCCESS)
}

/// Why there are no exact results, and what can be done.
fn refusal(error: &EvaluateError, ruleset: &Ruleset) -> anyhow::Error {
    let label = ruleset.label();
    match *error {
        EvaluateError::Memory {
            positions,
            needed,
            allowed,
        } => anyhow::anyhow!(
            "{label}: {positions} positions need about {}, more than --memory allows ({}); allow \
             more, take fewer pieces (--set pieces=N), or let the agents play (`senet simulate`)",
            Bytes(needed),
            Bytes(allowed)
        ),
        EvaluateError::Unsupported(_) => anyhow::anyhow!(
            "{label} has no exact results here: {error}; let the agents play (`senet simulate`)"
        ),
        EvaluateError::Unrested { .. } => anyhow::anyhow!("{label}: {error}"),
    }
}
