use std::collections::BTreeSet;
use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::contest::{self, Clock, Named, PlayArgs};
use super::method::{Method, deed, evidence_word, proven, rank};
use super::ruleset_args::RulesetList;
use super::{
    interrupt::{self, Kept},
    matches, numbers, replay, tables, threads,
};
use crate::agent::{Agent, Stream};
use crate::arena::{Occasion, Sampler, run_until};
use crate::experiment::{PUZZLES, PuzzleRow, Status};
use crate::report::write_whole;
use crate::rules::{Rules, parse_position};
use crate::ruleset::Ruleset;
use crate::search::Evidence;

/// Find positions in which one choice is far better and not the obvious one
///
/// Looks through games for decisions in which the best choice wins by a wide
/// margin and a natural heuristic takes another. With a table the best choice
/// is proven by its bounds (or solved, where the table has none); without one it
/// is only searched, by an agent that gives equities. Writes puzzles.csv and
/// puzzles.txt, with boards and the solutions at the end.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet puzzles --rulesets anubis-5 --count 10
  senet puzzles --rulesets anubis-5 --set pieces=2 --table solve --margin 0.1
  senet puzzles --rulesets nile-5-six --search expectimax:depth=2 --heuristic hunter")]
pub struct Args {
    #[command(flatten)]
    rulesets: RulesetList,
    /// Puzzles of each ruleset
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::whole(1..=u64::MAX))]
    count: u64,
    /// Games to look through at most
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = numbers::whole(1..=u64::MAX))]
    games: u64,
    /// How much more the best choice is worth than the second, 0 to 1
    #[arg(long, value_name = "EQUITY", default_value_t = 0.05)]
    margin: f64,
    /// Agent that is to miss the best choice
    #[arg(long, value_name = "AGENT", default_value = "cautious")]
    heuristic: String,
    /// Agent that plays the games
    #[arg(long, value_name = "AGENT", default_value = "linear")]
    players: String,
    /// Agent that searches the solution, where there is no table
    #[arg(long, value_name = "AGENT", default_value = "expectimax:depth=3")]
    search: String,
    /// True values: a table file, or `solve` to solve a small game in memory
    #[arg(long, value_name = "FILE")]
    table: Vec<String>,
    /// Folder to write to
    #[arg(long, value_name = "DIR", default_value = "out/puzzles")]
    out: PathBuf,
    #[command(flatten)]
    play: PlayArgs,
}

/// Games looked through between two looks at how many puzzles there are.
const GAMES_A_CHUNK: u64 = 16;

/// One ruleset and those who work on it.
struct Quest<'a> {
    args: &'a Args,
    ruleset: &'a Ruleset,
    rules: Rules,
    players: &'a Named,
    heuristic: &'a Named,
    /// Quick look that spares the solver most positions.
    screen: &'a Method,
    solver: &'a Method,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if !(args.margin > 0.0 && args.margin < 1.0) {
        bail!(
            "--margin {}: an equity above 0 and below 1, such as 0.05",
            args.margin
        );
    }
    let rulesets = args.rulesets.load(&args.play.changes)?;
    let [players, heuristic] = [&args.players, &args.heuristic].map(|text| Named::new(text));
    let (players, heuristic) = (players?, heuristic?);
    players.check(&rulesets)?;
    heuristic.check(&rulesets)?;
    let screen = Method::agents(&["linear".to_string()], &rulesets)?;
    let searcher = Method::agents(std::slice::from_ref(&args.search), &rulesets)?;
    let truths = contest::truths(&args.table, &rulesets)?;
    let pool = threads::pool(args.play.threads, None)?;
    std::fs::create_dir_all(&args.out)
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    let cancel = interrupt::watch(Kept::Finished)?;
    let clock = Clock::start();
    let bar = contest::bar(args.games * rulesets.len() as u64, "games");
    let count = usize::try_from(args.count).unwrap_or(usize::MAX);
    let (mut rows, mut games) = (Vec::new(), Vec::new());
    for (ruleset, truth) in rulesets.iter().zip(truths) {
        bar.set_prefix(ruleset.id.clone());
        let truth = truth.map(Method::Truth);
        let quest = Quest {
            args,
            ruleset,
            rules: Rules::new(&ruleset.mechanics),
            players: &players,
            heuristic: &heuristic,
            screen: &screen[0],
            solver: truth.as_ref().unwrap_or(&searcher[0]),
        };
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        let played = run_until(
            &pool,
            args.games,
            GAMES_A_CHUNK,
            cancel,
            |games| quest.look_through(games),
            |n| bar.inc(n),
            |part: Vec<PuzzleRow>| {
                let new = part
                    .into_iter()
                    .filter(|row| seen.insert((row.position.clone(), row.points)));
                found.extend(new);
                if found.len() < count {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        found.truncate(count);
        games.push([args.games, played]);
        rows.extend(found);
    }
    bar.finish_and_clear();
    for (number, row) in (1..).zip(&mut rows) {
        row.number = number;
    }
    let searcher = searcher.iter().filter(|_| args.table.is_empty());
    let by_time = [&players, &heuristic]
        .map(|agent| (agent.text.as_str(), agent.reproducible))
        .into_iter()
        .chain(searcher.map(|method| (method.name(), method.reproducible())))
        .filter(|(_, reproducible)| !reproducible);
    let by_time = contest::distinct(by_time.map(|(name, _)| name));
    let mut text = text(&rulesets, &rows)?;
    if !by_time.is_empty() {
        let note = format!(
            "limited by time, so not reproducible: {}",
            by_time.join(", ")
        );
        text.insert_str(0, &format!("{note}\n\n"));
        say!("{note}");
    }
    write_whole(&args.out.join("puzzles.txt"), text.as_bytes())?;
    say!("{}", tables::counted(rows.len(), "puzzle"));
    let status = if interrupt::flag().load(std::sync::atomic::Ordering::Relaxed) {
        Status::Partial
    } else {
        Status::Complete
    };
    let threads = pool.current_num_threads();
    let mut manifest = clock.manifest(&args.play, threads, status, &rulesets, &games);
    manifest.not_reproducible = by_time;
    matches::write(&args.out, &PUZZLES, rows, &mut manifest.files)?;
    write_whole(
        &args.out.join("manifest.json"),
        manifest.to_json().as_bytes(),
    )?;
    say!("written to {}", args.out.display());
    Ok(interrupt::exit_code())
}

impl Quest<'_> {
    /// The best puzzle of each of the games that has one.
    fn look_through(&self, games: Range<u64>) -> Vec<PuzzleRow> {
        let key = u64::from_be_bytes(self.ruleset.base_digest.0);
        let play = &self.args.play;
        let agent = &self.players.agent;
        let sampler = Sampler::new(&self.rules, agent, play.seed, key, play.max_plies.get());
        let best_of_game = |game| {
            let occasions = sampler.all(game);
            let puzzles = occasions
                .iter()
                .filter_map(|occasion| self.puzzle(occasion));
            puzzles.max_by(|x, y| x.margin.total_cmp(&y.margin))
        };
        games.filter_map(best_of_game).collect()
    }

    fn puzzle(&self, occasion: &Occasion) -> Option<PuzzleRow> {
        let Occasion { position, points } = occasion;
        let (rules, points) = (&self.rules, *points);
        // Fixed, so that a puzzle does not depend on where it was met.
        let mut stream = Stream::new(self.args.play.seed);
        let choices = rules.choices(position, points);
        let tempting = self
            .heuristic
            .agent
            .choose(rules, position, points, &choices, &mut stream);
        if matches!(self.solver, Method::Agent(_)) {
            let quick = self.screen.assess(rules, position, points, &mut stream);
            let quick = rank(rules, position, points, &quick);
            let loses = quick
                .iter()
                .find(|ranked| ranked.choice == tempting)?
                .regret;
            if loses < self.args.margin / 2.0 {
                return None;
            }
        }
        let assessed = self.solver.assess(rules, position, points, &mut stream);
        let ranked = rank(rules, position, points, &assessed);
        let [best, second, ..] = &ranked[..] else {
            return None;
        };
        let lost = ranked.iter().find(|ranked| ranked.choice == tempting)?;
        if second.regret < self.args.margin || lost.rank == 1 {
            return None;
        }
        let evidence = match best.evidence {
            Evidence::Proven(_) if proven(&ranked) => evidence_word(best.evidence),
            Evidence::Proven(_) => return None,
            Evidence::Solved => evidence_word(best.evidence),
            Evidence::Estimated | Evidence::Sampled(_) | Evidence::Visited(_) => "searched",
        };
        Some(PuzzleRow {
            number: 0,
            ruleset: self.ruleset.id.clone(),
            digest: self.ruleset.digest().to_string(),
            position: position.to_string(),
            points: u64::from(points),
            evidence,
            solution: best.text.clone(),
            equity: best.equity,
            second: second.text.clone(),
            margin: second.regret,
            heuristic: self.heuristic.text.clone(),
            tempting: deed(rules, position, points, tempting),
            regret: lost.regret,
            reproducible: self.players.reproducible
                && self.heuristic.reproducible
                && self.solver.reproducible(),
        })
    }
}

/// The puzzles as a page: boards first, solutions at the end.
fn text(rulesets: &[Ruleset], rows: &[PuzzleRow]) -> anyhow::Result<String> {
    let mut page = Vec::new();
    for row in rows {
        let ruleset = rulesets.iter().find(|ruleset| ruleset.id == row.ruleset);
        let ruleset = ruleset.context("a puzzle of a ruleset that was asked for")?;
        let position = parse_position(&ruleset.mechanics, &row.position)?;
        writeln!(
            page,
            "{}. {} (digest {})",
            row.number, row.ruleset, row.digest
        )?;
        replay::draw(ruleset, &position, &mut page)?;
        let mover = position.to_throw().context("a position to choose in")?;
        writeln!(page, "{}\n{mover} throws {}.\n", row.position, row.points)?;
    }
    writeln!(page, "Solutions\n")?;
    for row in rows {
        writeln!(
            page,
            "{}. {} ({}): {:.1} % to win; {} is worth {:.1} % less, and {}, which {} takes, {:.1} % \
             less",
            row.number,
            row.solution,
            row.evidence,
            100.0 * row.equity,
            row.second,
            100.0 * row.margin,
            row.tempting,
            row.heuristic,
            100.0 * row.regret
        )?;
    }
    Ok(String::from_utf8(page)?)
}
