use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context;

use super::contest::{self, Clock, Named, PlayArgs};
use super::ruleset_args::RulesetList;
use super::{
    interrupt::{self, Kept},
    matches, numbers, skill_charts, tables, threads,
};
use crate::agent::{AnyAgent, Hybrid, Perfect, Random, pips_to_go};
use crate::arena::Duel;
use crate::experiment::{Label, MatchRow, SKILL_LUCK, SkillLuckRow, Status, Study};
use crate::report::write_whole;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::Truth;

/// Measure how much is skill and how much is luck, against perfect play
///
/// Plays every agent against perfect play, each game twice on the same throws
/// with seats changed: how far it is behind, how much of the spread of results
/// is luck, what it gives away. Then plays at random until few squares are left
/// to go and perfectly from then on, and the other way round, so as to see which
/// phase decides. Writes skill-luck.csv, charts and a manifest.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet skill --rulesets anubis-5,ankh-5 --set pieces=2 --truth solve --games 2000
  senet skill --rulesets anubis-5 --truth anubis-5.table --agents random,linear,td
  senet skill --rulesets anubis-5,nile-5-six --set pieces=1 --truth solve --steps 5")]
pub struct Args {
    #[command(flatten)]
    rulesets: RulesetList,
    /// True values: a table file, or `solve` to solve a small game in memory;
    /// several times for several rulesets
    #[arg(long, value_name = "FILE", required = true)]
    truth: Vec<String>,
    /// Agents divided by commas
    #[arg(
        long,
        value_name = "LIST",
        default_value = "random,first,racer,runner,hunter,blocker,cautious,linear,expectimax:depth=1",
        value_delimiter = ','
    )]
    agents: Vec<String>,
    /// Games of each agent on each ruleset, an even number
    #[arg(long, value_name = "N", default_value_t = 4000, value_parser = numbers::pairs_of_games)]
    games: u64,
    /// Places at which random and perfect play change, spread evenly over the
    /// squares to go
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(2..=100))]
    steps: u64,
    /// Folder to write to
    #[arg(long, value_name = "DIR", default_value = "out/skill")]
    out: PathBuf,
    #[command(flatten)]
    play: PlayArgs,
}

/// What the columns of the table on the screen mean.
const LEGEND: &str = "\
without luck: the score, less what the throws gave or took by the true values
by choices: how much of the spread (variance) of results is left then, less what the seat is worth";

/// Somebody who meets perfect play.
struct Entry {
    study: Study,
    pips: Option<u64>,
    agent: Named,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pairs = args.games / 2;
    let rulesets = args.rulesets.load(&args.play.changes)?;
    // Refused here, before the first game.
    contest::agents(&args.agents, &rulesets)?;
    let truths = contest::truths(&args.truth, &rulesets)?;
    let pool = threads::pool(args.play.threads, None)?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let cancel = interrupt::watch(Kept::Finished)?;
    let clock = Clock::start();
    let entries = args.agents.len() as u64 + 2 * (args.steps + 1);
    let bar = contest::bar(pairs * entries * rulesets.len() as u64, "pairs");
    let mut rows: Vec<SkillLuckRow> = Vec::new();
    let mut games = vec![[args.games * entries, 0]; rulesets.len()];
    for ((ruleset, truth), games) in rulesets.iter().zip(truths).zip(&mut games) {
        bar.set_prefix(ruleset.id.clone());
        let truth: Arc<dyn Truth> = Arc::from(truth.context("every ruleset has a truth")?);
        let rules = Rules::new(&ruleset.mechanics);
        let at_start = u64::from(pips_to_go(&rules, &rules.start()));
        let perfect = perfect(&truth);
        for entry in entries_of(args, &truth, at_start)? {
            if cancel.load(Ordering::Relaxed) {
                break;
            }
            let result = Duel::new(
                &ruleset.mechanics,
                [&entry.agent.agent, &perfect],
                contest::seeds(args.play.seed, ruleset),
                args.play.max_plies.get(),
                Some(truth.as_ref()),
            )
            .run(
                &pool,
                pairs,
                cancel,
                |n| bar.inc(n),
                |_| ControlFlow::Continue(()),
            );
            games[1] += result.games() + 2 * result.unfinished;
            rows.push(SkillLuckRow {
                study: entry.study,
                pips: entry.pips,
                pips_at_start: at_start,
                row: MatchRow {
                    label: Label {
                        reproducible: entry.agent.reproducible,
                        ..contest::label(ruleset, [&entry.agent.text, "perfect"])
                    },
                    sprt: None,
                    result,
                },
            });
        }
    }
    bar.finish_and_clear();
    print(&rows);
    skill_charts::draw(&args.out, &rows, args.games)?;
    write(args, &rulesets, rows, &games, &clock, &pool)?;
    Ok(interrupt::exit_code())
}

fn write(
    args: &Args,
    rulesets: &[Ruleset],
    rows: Vec<SkillLuckRow>,
    games: &[[u64; 2]],
    clock: &Clock,
    pool: &rayon::ThreadPool,
) -> anyhow::Result<()> {
    let complete = games.iter().all(|[asked, played]| asked == played);
    let status = if complete {
        Status::Complete
    } else {
        Status::Partial
    };
    let by_time = rows.iter().filter(|row| !row.row.label.reproducible);
    let by_time = contest::distinct(by_time.map(|row| row.row.label.agents[0].as_str()));
    let threads = pool.current_num_threads();
    let mut manifest = clock.manifest(&args.play, threads, status, rulesets, games);
    manifest.not_reproducible = by_time;
    let mut files = Vec::new();
    matches::write(&args.out, &SKILL_LUCK, rows, &mut files)?;
    manifest.files = files;
    let path = args.out.join("manifest.json");
    write_whole(&path, manifest.to_json().as_bytes())?;
    say!("written to {}", args.out.display());
    Ok(())
}

fn perfect(truth: &Arc<dyn Truth>) -> AnyAgent {
    AnyAgent::Other(Box::new(Perfect::new(Arc::clone(truth))))
}

/// The agents, and the two ways of playing at random for a while, changing at
/// 0 to `at_start` squares to go.
fn entries_of(args: &Args, truth: &Arc<dyn Truth>, at_start: u64) -> anyhow::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for text in &args.agents {
        entries.push(Entry {
            study: Study::Agent,
            pips: None,
            agent: Named::new(text)?,
        });
    }
    for study in [Study::PerfectEnd, Study::PerfectBeginning] {
        for step in 0..=args.steps {
            let pips = at_start * step / args.steps;
            let random = || AnyAgent::Random(Random);
            let (first, then) = match study {
                Study::PerfectBeginning => (perfect(truth), random()),
                _ => (random(), perfect(truth)),
            };
            entries.push(Entry {
                study,
                pips: Some(pips),
                agent: Named {
                    text: study.name().to_string(),
                    agent: AnyAgent::Other(Box::new(Hybrid::new(first, then, pips as u32))),
                    reproducible: true,
                    files: BTreeMap::new(),
                    learned: false,
                },
            });
        }
    }
    Ok(entries)
}

fn print(rows: &[SkillLuckRow]) {
    let agents = rows.iter().filter(|row| row.study == Study::Agent);
    let lines = agents.map(|row| {
        vec![
            row.row.label.ruleset.clone(),
            contest::marked(&row.row.label.agents[0], row.row.label.reproducible),
            tables::percent(row.row.pairs().score(), row.row.score_interval()),
            tables::percent(row.row.adjusted(), row.row.adjusted_interval()),
            tables::elo(row.row.pairs().elo(), row.row.elo_interval()),
            tables::percent(row.rest_share(), None),
        ]
    });
    let header = [
        "ruleset",
        "agent",
        "score",
        "without luck",
        "Elo",
        "by choices",
    ];
    say!(
        "agents against perfect play\n{}",
        tables::plain(&header, lines.collect(), 2)
    );
    say!("{LEGEND}");
    let agents = rows.iter().filter(|row| row.study == Study::Agent);
    if agents
        .map(|row| row.row.pairs().pairs())
        .any(|pairs| pairs == 1)
    {
        say!("{}", tables::ONE_PAIR);
    }
}
