use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};

use super::contest::{self, Clock, Named, Terms};
use super::interrupt::{self, Kept};
use super::ruleset_args::{Changes, RulesetList};
use super::simulate_output::{Played, write_results};
use super::{numbers, threads};
use crate::agent::{Agent, KINDS};
use crate::arena::{BlockingStudy, Seats, Series, Unblocked};
use crate::experiment::account::picture;
use crate::experiment::{Label, Status};
use crate::ruleset::Ruleset;

/// Play many games and write their statistics
///
/// Plays each ruleset with the agents in their seats and writes CSV files,
/// charts (PNG and SVG) and a manifest. Two different agents play every game twice, with the same
/// throws and seats changed. The same seed gives the same files, byte for
/// byte, for any number of threads; only manifest.json differs, which holds
/// times. Interrupted, it keeps what has been finished, marks it partial in
/// the manifest and exits with code 130.
#[derive(clap::Args)]
#[command(after_help = format!("\
Agents (name:key=value:key=value):
{}
Examples:
  senet simulate
  senet simulate --rulesets anubis-5,nile-5-six --agents cautious,random --games 100000
  senet simulate --rulesets anubis-5 --set pieces=3 --reading backward --out out/three
  senet simulate --rulesets anubis-5 --agents expectimax:depth=2,cautious --games 500
  senet simulate --rulesets all --blocking --games 20000 --seed 7 --threads 2", agent_list()))]
pub struct Args {
    #[command(flatten)]
    rulesets: RulesetList,
    /// Agents of the two seats divided by a comma; one for both
    #[arg(long, value_name = "A,B", default_value = "random")]
    agents: String,
    /// Games of each ruleset and seating
    #[arg(long, value_name = "N", default_value = "40000", value_parser = numbers::whole(1..=u64::MAX))]
    games: u64,
    /// Master seed of all throws and agents
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::whole(0..=u64::MAX))]
    seed: u64,
    /// Threads to play on, at most 1024; 0 for all the machine has
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// Folder to write to; it is made where it is missing
    #[arg(long, value_name = "DIR", default_value = "out")]
    out: PathBuf,
    /// Also play without pairs, without walls and without either
    #[arg(long)]
    blocking: bool,
    /// Give a game up after so many plies
    #[arg(long, value_name = "N", default_value = "100000",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    #[command(flatten)]
    changes: Changes,
}

/// The agents with their arguments, for `--help`.
fn agent_list() -> String {
    KINDS
        .iter()
        .flat_map(|kind| {
            let agent = [format!("  {:<11} {}", kind.name, kind.about)];
            let arguments = kind.arguments.iter();
            agent
                .into_iter()
                .chain(arguments.map(|(form, about)| format!("{:15}{form:<16} {about}", "")))
        })
        .map(|line| line + "\n")
        .collect()
}

/// What the arguments mean.
struct Job {
    rulesets: Vec<Ruleset>,
    /// One for both seats, or two.
    agents: Vec<Named>,
    pool: rayon::ThreadPool,
}

fn job(args: &Args) -> anyhow::Result<Job> {
    let rulesets = args.rulesets.load(&args.changes)?;
    let mut texts: Vec<&str> = args.agents.split(',').collect();
    if texts.len() > 2 {
        bail!(
            "--agents {}: one agent or two divided by a comma, not {}",
            args.agents,
            texts.len()
        );
    }
    texts.dedup();
    let named = || format!("--agents {}", args.agents);
    let agents = texts
        .into_iter()
        .map(Named::new)
        .collect::<anyhow::Result<Vec<_>>>()
        .with_context(named)?;
    for agent in &agents {
        agent.check(&rulesets)?;
        if args.blocking {
            check_variants(agent, &rulesets)?;
        }
        if !agent.reproducible {
            eprintln!(
                "note: agent `{}` stops by the clock: another run will differ",
                agent.text
            );
        }
    }
    let pool = threads::pool(args.threads, Some(args.games))?;
    Ok(Job {
        rulesets,
        agents,
        pool,
    })
}

/// Refuses an agent that knows the games as they are written but not without
/// their blocking.
fn check_variants(agent: &Named, rulesets: &[Ruleset]) -> anyhow::Result<()> {
    for ruleset in rulesets {
        for (unblocked, mechanics) in Unblocked::variants(&ruleset.mechanics) {
            if let Err(why) = agent.agent.suits(&mechanics) {
                bail!(
                    "--blocking: agent `{}` cannot play the variant {} of {}: {why}",
                    agent.text,
                    unblocked.name(),
                    ruleset.id
                );
            }
        }
    }
    Ok(())
}

impl Job {
    fn seats(&self) -> Seats<'_> {
        match &self.agents[..] {
            [x, y] => Seats::Both([&x.agent, &y.agent]),
            [one, ..] => Seats::Same(&one.agent),
            [] => unreachable!("splitting a text gives at least one part"),
        }
    }

    /// The labels of the seatings, in the order in which a series has them.
    fn labels(&self, ruleset: &Ruleset) -> Vec<Label> {
        let seatings = match &self.agents[..] {
            [x, y] => vec![[x, y], [y, x]],
            agents => vec![[&agents[0]; 2]],
        };
        seatings
            .into_iter()
            .map(|agents| contest::label_of(ruleset, agents))
            .collect()
    }

    fn series(&self, args: &Args, ruleset: &Ruleset) -> Series<'_> {
        let study = if args.blocking {
            BlockingStudy::Measure
        } else {
            BlockingStudy::Skip
        };
        Series::new(
            &ruleset.mechanics,
            self.seats(),
            contest::seeds(args.seed, ruleset),
            args.max_plies,
            study,
        )
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let job = job(args)?;
    let cancel = interrupt::watch(Kept::Finished)?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let clock = Clock::start();
    let (played, playings) = play(args, &job, cancel);
    let complete = played.len() == job.rulesets.len()
        && played.iter().all(|played| played.games == args.games);
    let status = if complete {
        Status::Complete
    } else {
        Status::Partial
    };
    let games: Vec<[u64; 2]> = (0..job.rulesets.len())
        .map(|i| [args.games, played.get(i).map_or(0, |played| played.games)])
        .collect();
    let terms = Terms {
        seed: args.seed,
        max_plies: args.max_plies,
        threads: job.pool.current_num_threads(),
    };
    let mut manifest = clock.manifest_of(terms, status, &job.rulesets, &games);
    manifest.count_games(playings);
    manifest.not_reproducible = contest::not_reproducible(&job.agents);
    write_results(&args.out, played, args.games, manifest)?;
    Ok(interrupt::exit_code())
}

/// Plays all of `job`; the rulesets begun, in order, and how many playings
/// they have had.
fn play(args: &Args, job: &Job, cancel: &AtomicBool) -> (Vec<Played>, u64) {
    let series: Vec<Series<'_>> = job
        .rulesets
        .iter()
        .map(|ruleset| job.series(args, ruleset))
        .collect();
    let per_game: u64 = series.iter().map(Series::playings_per_game).sum();
    let bar = contest::bar(per_game.saturating_mul(args.games), "games");
    let mut all = Vec::new();
    let mut playings = 0;
    for (ruleset, series) in job.rulesets.iter().zip(&series) {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        bar.set_prefix(ruleset.id.clone());
        let (result, games) = series.run(&job.pool, args.games, cancel, |n| bar.inc(n));
        playings += games * series.playings_per_game();
        all.push(Played {
            labels: job.labels(ruleset),
            first: ruleset.mechanics.start.to_throw,
            length: ruleset.mechanics.length,
            games,
            variants: series.variants().collect(),
            picture: picture(&ruleset.mechanics, &ruleset.layout),
            result,
        });
    }
    bar.finish_and_clear();
    (all, playings)
}
