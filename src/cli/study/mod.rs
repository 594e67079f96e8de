mod asked;
mod charts;
mod files;
mod plan;
mod rows;
mod work;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Instant, SystemTime};

use super::memory_size;
use super::numbers;
use super::ruleset_args::Changes;
use super::{
    interrupt::{self, Kept},
    threads,
};
use crate::experiment::chance_grid::ChanceGrid;
use crate::experiment::folder;
use crate::experiment::study::{JobStore, Topic};
use crate::solver::value::Precision;
use asked::Asked;
use plan::Plan;
use work::Workshop;

/// What the solution of the games says, as tables of results and charts
///
/// Each topic fills a folder of its own below --out with CSV files, charts (PNG
/// and SVG) and manifest.json. Games are solved one after the other, the small
/// ones first; every look at a table is kept in OUT/jobs, so that a study that
/// was broken off goes on where it was, and a later topic finds what an earlier
/// one has worked out.
///
/// Serves swap games alone (a capture exchanges two pieces), which the solver by
/// blocks holds; `--rulesets all` takes these. For other games see `senet solve`
/// and `senet ends`.
///
/// Games of up to --certify positions are solved with proven bounds, larger ones
/// in 16 bits without. Lengths are exact as far as --memory reaches, else
/// simulated and marked so.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet study advantage --rulesets anubis-5,standard-5 --pieces 1..2 --readings
  senet study sticks --pieces 3 --p 0.3:0.7:0.1 --out out/study
  senet study blocking,openings,reach --rulesets ankh-5 --pieces 1,2
  senet study openings,decisions --rulesets none --table anubis-5.table --games 200
  senet study all")]
pub struct Args {
    /// Topics divided by commas, or `all`
    #[arg(value_name = "TOPIC", required = true, value_delimiter = ',', value_parser = parse_topic)]
    topics: Vec<Topics>,
    /// Ids and paths of rulesets divided by commas; `all` for every built-in one
    /// that can be solved, `none` for the given tables alone
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        value_delimiter = ','
    )]
    rulesets: Vec<String>,
    /// Pieces a side: 2, 1..3 or 1,3
    #[arg(long, value_name = "LIST", default_value = "1..2", value_parser = parse_pieces)]
    pieces: Pieces,
    /// Advantage and openings: every reading of the rulesets as well
    #[arg(long)]
    readings: bool,
    /// Sticks: chances of a stick's light face, P or FROM:TO:STEP
    #[arg(long, value_name = "P|FROM:TO:STEP", default_value = "0.3:0.7:0.05")]
    p: ChanceGrid,
    /// Also study this solved table, as it is; any number of them
    #[arg(long, value_name = "FILE")]
    table: Vec<PathBuf>,
    /// Solve with bounds up to so many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 1_000_000)]
    certify: u64,
    /// How values are stored where bounds are asked for: by default f64, and u32
    /// above a million positions
    #[arg(long)]
    precision: Option<Precision>,
    /// Widest interval where bounds are asked for: by default 1e-9 in f64, 1e-6 in
    /// u32, 1e-4 in f32
    #[arg(long, value_parser = numbers::tolerance, allow_hyphen_values = true)]
    tolerance: Option<f64>,
    /// Memory for solving a game and following its play, e.g. 8GiB; a game that
    /// needs more is refused, lengths that need more are simulated
    #[arg(long, default_value = "8GiB", value_parser = memory_size::parse)]
    memory: u64,
    /// Games of perfect play, where play is sampled
    #[arg(long, value_name = "N", default_value = "10000", value_parser = numbers::whole(1..=u64::MAX))]
    games: u64,
    /// Check: games in which the luck identity is looked at
    #[arg(long, value_name = "N", default_value_t = 1000)]
    luck_games: u64,
    /// Decisions: agents that are asked, divided by commas
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "racer,cautious,hunter,linear,expectimax:depth=1"
    )]
    agents: Vec<String>,
    /// Decisions: length of the lists of closest decisions and blunders
    #[arg(long, value_name = "N", default_value_t = 10)]
    top: usize,
    /// Reach, check: look at every position up to so many
    #[arg(long, value_name = "POSITIONS", default_value_t = 20_000_000)]
    whole: u64,
    /// Derivatives: exact losses up to so many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = 400_000)]
    exact_loss: u64,
    /// Master seed of all games
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::whole(0..=u64::MAX))]
    seed: u64,
    /// Give a game up after so many plies
    #[arg(long, value_name = "N", default_value = "100000",
        value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Threads, 0 = one a core
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// Keep the solved tables in OUT/tables
    #[arg(long)]
    keep_tables: bool,
    /// Folder to fill
    #[arg(long, value_name = "DIR", default_value = "out/study")]
    out: PathBuf,
    #[command(flatten)]
    changes: Changes,
}

/// One topic or all of them.
#[derive(Clone, Copy, Debug)]
enum Topics {
    One(Topic),
    All,
}

fn parse_topic(text: &str) -> Result<Topics, String> {
    if text == "all" {
        return Ok(Topics::All);
    }
    let found = Topic::ALL.into_iter().find(|topic| topic.name() == text);
    found.map(Topics::One).ok_or_else(|| {
        let known: Vec<&str> = Topic::ALL.iter().map(|topic| topic.name()).collect();
        format!("the topics are all, {}", known.join(", "))
    })
}

/// Pieces a side, ascending.
#[derive(Clone, Debug)]
struct Pieces(Vec<u8>);

fn parse_pieces(text: &str) -> Result<Pieces, String> {
    let wrong = || "expected pieces from 1 to 10, like 2, 1..3 or 1,3".to_string();
    let number = |text: &str| text.parse().ok().filter(|n| (1..=10).contains(n));
    let list: Option<Vec<u8>> = match text.split_once("..") {
        Some((from, to)) => number(from).zip(number(to)).map(|(a, b)| (a..=b).collect()),
        None => text.split(',').map(number).collect(),
    };
    let mut list = list.filter(|list| !list.is_empty()).ok_or_else(wrong)?;
    list.sort_unstable();
    list.dedup();
    Ok(Pieces(list))
}

impl Args {
    fn topics(&self) -> Vec<Topic> {
        let chosen = |topic: &Topic| {
            self.topics.iter().any(|one| match one {
                Topics::All => true,
                Topics::One(one) => one == topic,
            })
        };
        Topic::ALL.into_iter().filter(chosen).collect()
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let unix = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let topics = args.topics();
    for set in &args.changes.set {
        let key = set.split('=').next().unwrap_or_default();
        let option = match key {
            "pieces" => "--pieces",
            "stick_p" if topics.contains(&Topic::Sticks) => "--p",
            _ => continue,
        };
        anyhow::bail!("--set {set}: the study sets {key} itself; say {option} instead");
    }
    let agents = match topics.contains(&Topic::Decisions) {
        true => Asked::named(&args.agents)?,
        false => Asked::default(),
    };
    let plan = Plan::make(args, &topics)?;
    agents.check(&plan)?;
    let _lock = take(&args.out)?;
    let store = JobStore::open(&args.out.join("jobs"))?;
    let pool = threads::pool(args.threads, None)?;
    let stop = interrupt::watch(Kept::Finished)?;
    let workshop = Workshop {
        args,
        plan: &plan,
        store: &store,
        agents: &agents,
        pool: &pool,
        stop,
    };
    let done = workshop.work()?;
    let made = files::Making {
        args,
        plan: &plan,
        workshop: &workshop,
        seconds: began.elapsed().as_secs_f64(),
        unix,
        done,
    };
    for topic in topics {
        let folder = made.topic(topic)?;
        say!("{}: written to {}", topic.name(), folder.display());
    }
    Ok(interrupt::exit_code())
}

/// Takes the folder for this run alone and removes what a killed one was about
/// to write.
fn take(out: &Path) -> anyhow::Result<File> {
    let lock = folder::lock(out, "study.lock")?;
    let topics = Topic::ALL.iter().map(|topic| topic.name());
    for name in topics.chain(["jobs", "tables"]) {
        folder::sweep_leftovers(&out.join(name))?;
    }
    Ok(lock)
}
