use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use comfy_table::{CellAlignment, Table, presets};

use super::{bench_search, numbers, threads};
use crate::agent::Random;
use crate::arena::{
    Caster, GameResult, Meter, Observer, Seating, Seeds, Unobserved, half_points, play_batch,
    run_chunks,
};
use crate::rules::Rules;
use crate::ruleset::load_builtin;
use crate::types::Player;

/// Measure the speed of play on a fixed workload
///
/// Random play, fixed seed. For each ruleset it prints the plies, a checksum
/// of all results (any change of rules, throws or choices changes it) and
/// millions of plies a CPU-second without and with all statistics; then how
/// play on several threads compares with play on one. With --search: evaluations,
/// searches, rollouts and games of agents a CPU-second, at one middle game of
/// anubis-5.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet bench\n  senet bench --games 2000 --threads 4\n  senet bench --search"
)]
pub struct Args {
    /// Games of each ruleset
    #[arg(long, default_value_t = 20_000, value_parser = numbers::whole(1..=u64::MAX))]
    games: u64,
    /// Threads of the scaling test; 0 for all the machine has
    #[arg(long, default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
    /// Measure how fast evaluators, searches and agents are instead
    #[arg(long)]
    search: bool,
    /// With --search: also perfect play by this table, with every regret
    #[arg(long, value_name = "FILE", requires = "search")]
    table: Option<PathBuf>,
}

/// One of each family.
const RULESETS: [&str; 5] = ["anubis-5", "nile-5-six", "ankh-7", "standard-5", "bell-10"];

/// Random play by the rules of one ruleset.
struct Workload {
    rules: Rules,
    caster: Caster,
    seeds: Seeds,
}

impl Workload {
    fn new(id: &str) -> anyhow::Result<Workload> {
        let ruleset = load_builtin(id, &[], &[])?;
        Ok(Workload {
            rules: Rules::new(&ruleset.mechanics),
            caster: Caster::new(&ruleset.mechanics.throws),
            // No digest: the checksum is to change with play alone.
            seeds: Seeds::new(1, 1),
        })
    }

    fn play(&self, games: std::ops::Range<u64>, observer: &mut impl Observer) -> Vec<GameResult> {
        let seating = Seating {
            rules: &self.rules,
            caster: &self.caster,
            seeds: self.seeds,
            agents: [&Random; 2],
            max_plies: 100_000,
        };
        play_batch(&seating, games, observer)
    }
}

/// FNV-1a over the length and the outcome of each game, in order.
fn checksum(results: &[GameResult]) -> u64 {
    results.iter().fold(0xcbf2_9ce4_8422_2325, |hash, result| {
        let outcome = half_points(result, Player::A).map_or(3, |points| points as u64);
        [u64::from(result.plies), outcome]
            .into_iter()
            .fold(hash, |hash: u64, word| {
                (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3)
            })
    })
}

/// Processor time of this thread, or the time of day where the system does
/// not tell.
pub(super) struct CpuClock {
    start: Option<Duration>,
    wall: Instant,
}

impl CpuClock {
    pub fn start() -> CpuClock {
        CpuClock {
            start: thread_time(),
            wall: Instant::now(),
        }
    }

    pub fn elapsed(&self) -> Duration {
        match (self.start, thread_time()) {
            (Some(start), Some(now)) => now - start,
            _ => self.wall.elapsed(),
        }
    }
}

fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}

fn plies(results: &[GameResult]) -> u64 {
    results.iter().map(|result| u64::from(result.plies)).sum()
}

/// `-` where the clock, which ticks with the scheduler, saw no time pass.
fn millions(plies: u64, time: Duration) -> String {
    if time.is_zero() {
        return "-".to_owned();
    }
    format!("{:.1}", plies as f64 / time.as_secs_f64() / 1e6)
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if args.search {
        bench_search::run(args.table.as_deref())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new();
    *table.style_mut() = presets::NOTHING;
    table.set_header([
        "ruleset",
        "plies",
        "checksum",
        "M plies/CPU-s",
        "with statistics",
    ]);
    for id in RULESETS {
        let workload = Workload::new(id)?;
        let clock = CpuClock::start();
        let results = workload.play(0..args.games, &mut Unobserved);
        let plain = clock.elapsed();
        let mut meter = Meter::new(&workload.rules);
        let clock = CpuClock::start();
        let measured = workload.play(0..args.games, &mut meter);
        let full = clock.elapsed();
        anyhow::ensure!(results == measured, "{id}: watching a game has changed it");
        let plies = plies(&results);
        table.add_row([
            id.to_string(),
            plies.to_string(),
            format!("{:016x}", checksum(&results)),
            millions(plies, plain),
            millions(plies, full),
        ]);
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(io::stdout(), "{table}")?;
    scaling(args)?;
    Ok(ExitCode::SUCCESS)
}

fn scaling(args: &Args) -> anyhow::Result<()> {
    let workload = Workload::new(RULESETS[0])?;
    let time = |threads: usize| -> anyhow::Result<(u64, usize, Duration)> {
        let pool = threads::pool(threads, Some(4 * args.games))?;
        let wall = Instant::now();
        let mut sum = 0;
        run_chunks(
            &pool,
            4 * args.games,
            &AtomicBool::new(false),
            |games| plies(&workload.play(games, &mut Unobserved)),
            |_| {},
            |plies| sum += plies,
        );
        Ok((sum, pool.current_num_threads(), wall.elapsed()))
    };
    let (plies, _, one) = time(1)?;
    let (_, threads, many) = time(args.threads)?;
    writeln!(
        io::stdout(),
        "{}: {} M plies/s on one thread, {} M plies/s on {threads}, a factor of {:.2}",
        RULESETS[0],
        millions(plies, one),
        millions(plies, many),
        one.as_secs_f64() / many.as_secs_f64()
    )?;
    Ok(())
}
