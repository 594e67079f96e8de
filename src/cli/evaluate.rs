use std::io::IsTerminal;
use std::process::ExitCode;

use anyhow::Context;
use indicatif::ProgressBar;

use super::agent_files::Disk;
use super::ruleset_args::Changes;
use super::{memory_size, threads};
use crate::agent::{Agent, AgentSpec, AnyAgent};
use crate::experiment::evaluation::{Limits, Progress, Unevaluated, evaluate_policies};
use crate::rules::{Policy, Rules};
use crate::ruleset::Ruleset;
use crate::search::{ChainError, ChainProgress, Room};
use crate::solver::memory::Bytes;
use crate::solver::policy::{EvaluateError, EvaluateProgress};

/// The exact result of two agents: chance of winning, plies, turns
///
/// For agents whose choice depends on the position and the throw alone, and
/// games small enough (two pieces a side; by layers three, for agents that do
/// not choose by chance). Both seatings where the agents differ. A draw counts half.
///
/// The games that the solver by blocks serves (docs/solver.md lists them) are
/// evaluated layer by layer, all others by a list of the positions that can
/// arise between these agents.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet evaluate anubis-5 --set pieces=2 --agents random\n  senet evaluate anubis-5 --set pieces=2 --agents optimal:a2.senet,cautious\n  senet evaluate bell-10 --set pieces=2 --agents cautious,random"
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
    method: &'static str,
    first_share: f64,
    draw: f64,
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
    let limits = Limits {
        layers: args.memory,
        list: Room {
            positions: usize::MAX,
            memory: args.memory,
        },
    };
    let reporter = Reporter::new();
    let mut rows = Vec::new();
    for (a, b) in seatings {
        let both = [policies[a], policies[b]];
        let found = pool
            .install(|| {
                let tell = &mut |progress| reporter.tell(progress);
                evaluate_policies(&rules, both, limits, tell)
            })
            .map_err(|error| refusal(&error, &ruleset))?;
        rows.push(Row {
            agent_a: specs[a].to_string(),
            agent_b: specs[b].to_string(),
            method: found.method,
            first_share: found.first_share,
            draw: found.draw,
            plies_mean: found.plies.mean,
            plies_sd: found.plies.variance.sqrt(),
            turns_mean: found.turns.mean,
            turns_sd: found.turns.variance.sqrt(),
        });
    }
    drop(reporter);
    if args.json {
        say!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        let draw = if row.draw > 0.0 {
            format!(" (draws {:.9})", row.draw)
        } else {
            String::new()
        };
        say!(
            "{} v {}: first player {:.9}{draw}, plies {:.6} (sd {:.6}), turns {:.6} (sd {:.6})",
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
fn refusal(refused: &Unevaluated, ruleset: &Ruleset) -> anyhow::Error {
    let label = ruleset.label();
    let instead = "allow more, take fewer pieces (--set pieces=N), or let the agents play \
                   (`senet simulate`)";
    match refused {
        Unevaluated::Layers(EvaluateError::Memory {
            positions,
            needed,
            allowed,
        }) => anyhow::anyhow!(
            "{label}: {positions} positions need about {}, more than --memory allows ({}); {instead}",
            Bytes(*needed),
            Bytes(*allowed)
        ),
        Unevaluated::List(ChainError::Memory { found, allowed }) => anyhow::anyhow!(
            "{label}: {found} positions found and more to come, which need more than --memory \
             allows ({}); {instead}",
            Bytes(*allowed)
        ),
        other => anyhow::anyhow!("{label}: {other}"),
    }
}

/// A spinner on a terminal, else nothing.
struct Reporter(Option<ProgressBar>);

impl Reporter {
    fn new() -> Reporter {
        let terminal = std::io::stderr().is_terminal();
        Reporter(terminal.then(ProgressBar::new_spinner))
    }

    fn tell(&self, progress: Progress) {
        let Some(bar) = &self.0 else { return };
        bar.set_message(match progress {
            Progress::Layers(EvaluateProgress {
                layer,
                positions,
                sweep,
                change,
            }) => format!(
                "layer ({}, {}), {positions} positions: sweep {sweep}, largest change {change:.1e}",
                layer.mine, layer.theirs
            ),
            Progress::List(ChainProgress::Listing(positions)) => {
                format!("{positions} positions found")
            }
            Progress::List(ChainProgress::Sweep { sweep, change }) => {
                format!("sweep {sweep}, largest change {change:.1e}")
            }
        });
        bar.tick();
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}
