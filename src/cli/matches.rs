use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::atomic::Ordering;

use anyhow::Context;

use super::contest::{self, Clock, Named, PlayArgs, TruthArgs};
use super::ruleset_args::RulesetList;
use super::{
    interrupt::{self, Kept},
    numbers, stale, tables, threads,
};
use crate::arena::Duel;
use crate::experiment::{
    ERRORS, FileEntry, MATCH, MatchRow, PHASE_REGRET, SKILL, SkillRow, Status,
};
use crate::report::{Sheet, write_whole};
use crate::stats::{Decision, Gsprt};

/// Play two agents against each other and say who is better
///
/// Every game is played twice, on the same throws with seats changed, and all
/// intervals are taken over these pairs. With --sprt the match ends as soon as
/// a sequential test can tell the two differences apart; it is asked after
/// every 16 pairs, so the same seed ends at the same pair for any number of
/// threads. Formulas and papers stand in docs/matches.md.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet match cautious random --rulesets anubis-5 --games 20000
  senet match linear linear:unblocking --rulesets all --games 4000 --out out/blocking
  senet match expectimax:depth=1 linear --rulesets nile-5-six --sprt elo0=0,elo1=20
  senet match 'hybrid:first=random:then=cautious:pips=120' cautious --rulesets anubis-5
  senet match cautious random --rulesets anubis-5 --set pieces=2 --truth solve")]
pub struct Args {
    /// First agent; scores and differences are its own
    #[arg(value_name = "A")]
    one: String,
    /// Second agent
    #[arg(value_name = "B")]
    two: String,
    #[command(flatten)]
    rulesets: RulesetList,
    /// Games of each ruleset, an even number; the most with --sprt [default: 10000, with --sprt
    /// 2000000]
    #[arg(long, value_name = "N", value_parser = numbers::pairs_of_games)]
    games: Option<u64>,
    /// Stop by a sequential test: elo0=E,elo1=E and alpha=P,beta=P (0.05 each)
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    #[command(flatten)]
    truth: TruthArgs,
    /// Folder to write CSV files and a manifest to
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    play: PlayArgs,
}

/// A sequential test as typed.
#[derive(Clone, Copy, Debug)]
pub struct Sprt(Gsprt);

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Sprt, String> {
        let form = "a test is written like elo0=0,elo1=10 or elo0=0,elo1=10,alpha=0.01,beta=0.05";
        let (mut elo, mut rates) = ([None; 2], [0.05; 2]);
        for part in text.split(',') {
            let (key, value) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` has no value; {form}"))?;
            let value: f64 = value
                .parse()
                .map_err(|_| format!("`{part}`: `{value}` is no number; {form}"))?;
            match key {
                "elo0" => elo[0] = Some(value),
                "elo1" => elo[1] = Some(value),
                "alpha" => rates[0] = value,
                "beta" => rates[1] = value,
                _ => return Err(format!("there is no `{key}`; {form}")),
            }
        }
        let [Some(elo0), Some(elo1)] = elo else {
            return Err(format!("elo0 and elo1 are both needed; {form}"));
        };
        Gsprt::new(elo0, elo1, rates[0], rates[1])
            .map(Sprt)
            .map_err(|error| error.to_string())
    }
}

impl Args {
    fn pairs(&self) -> u64 {
        let games: u64 = match (self.games, self.sprt) {
            (Some(games), _) => games,
            (None, Some(_)) => 2_000_000,
            (None, None) => 10_000,
        };
        games / 2
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pairs = args.pairs();
    let rulesets = args.rulesets.load(&args.play.changes)?;
    let agents = [Named::new(&args.one)?, Named::new(&args.two)?];
    for agent in &agents {
        agent.check(&rulesets)?;
    }
    let truths = contest::truths(&args.truth.files, &rulesets)?;
    let pool = threads::pool(args.play.threads, None)?;
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let cancel = interrupt::watch(Kept::Finished)?;
    let clock = Clock::start();
    let bar = contest::bar(pairs * rulesets.len() as u64, "pairs");
    let mut rows = Vec::new();
    for (ruleset, truth) in rulesets.iter().zip(&truths) {
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        bar.set_prefix(ruleset.id.clone());
        let duel = Duel::new(
            &ruleset.mechanics,
            [&agents[0].agent, &agents[1].agent],
            contest::seeds(args.play.seed, ruleset),
            args.play.max_plies.get(),
            truth.as_deref(),
        );
        let before = bar.position();
        let result = duel.run(
            &pool,
            pairs,
            cancel,
            |n| bar.inc(n),
            |result| match args.sprt {
                Some(Sprt(sprt)) if sprt.decision(&result.pairs) != Decision::Continue => {
                    ControlFlow::Break(())
                }
                _ => ControlFlow::Continue(()),
            },
        );
        bar.set_position(before + pairs);
        rows.push(MatchRow {
            label: contest::label_of(ruleset, [&agents[0], &agents[1]]),
            sprt: args.sprt.map(|Sprt(sprt)| sprt),
            result,
        });
    }
    bar.finish_and_clear();
    print(&rows);
    let asked = 2 * pairs;
    let games: Vec<[u64; 2]> = rows
        .iter()
        .map(|row| [asked, row.result.games() + 2 * row.result.unfinished])
        .collect();
    // A test that was decided is complete with fewer games.
    let complete = rows.len() == rulesets.len()
        && rows.iter().zip(&games).all(|(row, [asked, played])| {
            played == asked || row.decision().is_some_and(|decision| decision != "open")
        });
    if let Some(folder) = &args.out {
        let status = if complete {
            Status::Complete
        } else {
            Status::Partial
        };
        let threads = pool.current_num_threads();
        let mut manifest = clock.manifest(&args.play, threads, status, &rulesets, &games);
        manifest.not_reproducible = contest::not_reproducible(&agents);
        let mut files = Vec::new();
        stale::remove(folder, SKILL_FILES)?;
        let skill: Vec<SkillRow> = rows.iter().flat_map(MatchRow::skill_rows).collect();
        if !skill.is_empty() {
            write_skill(folder, skill, &mut files)?;
        }
        write(folder, &MATCH, rows, &mut files)?;
        manifest.files = files;
        write_whole(&folder.join("manifest.json"), manifest.to_json().as_bytes())?;
        say!("written to {}", folder.display());
    }
    Ok(interrupt::exit_code())
}

/// What [`write_skill`] writes: there only where the truth was given.
pub(super) const SKILL_FILES: [&str; 3] = [ERRORS.file, PHASE_REGRET.file, SKILL.file];

/// Writes a sheet and notes it for the manifest.
pub(super) fn write<R>(
    folder: &std::path::Path,
    sheet: &Sheet<R>,
    rows: Vec<R>,
    files: &mut Vec<FileEntry>,
) -> anyhow::Result<()> {
    files.push(FileEntry::write(folder, sheet, rows)?);
    Ok(())
}

/// Writes `errors.csv`, `phases.csv` and `skill.csv`.
pub(super) fn write_skill(
    folder: &std::path::Path,
    skill: Vec<SkillRow>,
    files: &mut Vec<FileEntry>,
) -> anyhow::Result<()> {
    let errors = skill.iter().flat_map(SkillRow::error_rows).collect();
    write(folder, &ERRORS, errors, files)?;
    let phases = skill.iter().flat_map(SkillRow::phase_rows).collect();
    write(folder, &PHASE_REGRET, phases, files)?;
    write(folder, &SKILL, skill, files)
}

fn print(rows: &[MatchRow]) {
    let Some(first) = rows.first() else {
        return;
    };
    say!(
        "{} against {}",
        first.label.agents[0],
        first.label.agents[1]
    );
    if !first.label.reproducible {
        say!("limited by time: not reproducible");
    }
    let mut header = vec![
        "ruleset",
        "pairs",
        "0 ½ 1 1½ 2",
        "score",
        "Elo",
        "nElo",
        "better",
    ];
    if first.sprt.is_some() {
        header.extend(["LLR", "test"]);
    }
    let table = rows.iter().map(|row| {
        let pairs = row.pairs();
        let mut cells = vec![
            row.label.ruleset.clone(),
            pairs.pairs().to_string(),
            pairs.0.map(|n| n.to_string()).join(" "),
            tables::percent(pairs.score(), row.score_interval()),
            tables::elo(pairs.elo(), row.elo_interval()),
            tables::elo(pairs.normalised_elo(), row.normalised_interval()),
            tables::percent(pairs.superiority(), None),
        ];
        if let (Some(sprt), Some(decision)) = (row.sprt, row.decision()) {
            cells.extend([format!("{:.2}", sprt.llr(pairs)), decision.to_string()]);
        }
        cells
    });
    say!("{}", tables::plain(&header, table.collect(), 1));
    if rows.iter().any(|row| row.pairs().pairs() == 1) {
        say!("{}", tables::ONE_PAIR);
    }
    if rows.iter().any(|row| row.result.unfinished > 0) {
        let unfinished: u64 = rows.iter().map(|row| row.result.unfinished).sum();
        say!(
            "given up and counted nowhere: {} with a game of too many plies",
            tables::counted(unfinished as usize, "pair")
        );
    }
    print_skill(rows);
}

fn print_skill(rows: &[MatchRow]) {
    let adjusted: Vec<Vec<String>> = rows
        .iter()
        .filter(|row| row.result.skill.is_some())
        .map(|row| {
            vec![
                row.label.ruleset.clone(),
                tables::percent(row.adjusted(), row.adjusted_interval()),
                tables::number(row.variance_ratio(), 1),
            ]
        })
        .collect();
    if adjusted.is_empty() {
        return;
    }
    let header = ["ruleset", "score without luck", "variance ratio"];
    say!("\n{}", tables::plain(&header, adjusted, 1));
    let skill = rows.iter().flat_map(MatchRow::skill_rows).map(|row| {
        let skill = &row.skill;
        let share = |part, whole| crate::report::ratio(part, whole);
        vec![
            row.label.ruleset.clone(),
            row.label.agents[row.agent].clone(),
            skill.plies.to_string(),
            tables::percent(share(skill.decisions, skill.plies), None),
            tables::percent(share(skill.best, skill.decisions), None),
            tables::number(skill.mean_regret(), 5),
        ]
    });
    let header = [
        "ruleset",
        "agent",
        "plies",
        "decisions",
        "best choice",
        "regret a decision",
    ];
    say!(
        "\nchoices against the truth\n{}",
        tables::plain(&header, skill.collect(), 2)
    );
}
