use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use serde::Serialize;

use super::analyze_bulk;
use super::contest::{self, PlayArgs};
use super::method::{Method, Ranked, evidence_word, proven, rank};
use super::{numbers, replay, tables};
use crate::agent::Stream;
use crate::rules::{Position, Rules, parse_position};
use crate::ruleset::Ruleset;
use crate::search::Dropped;

/// Positions that a bulk analysis holds in memory with what is said of them, for
/// each ruleset.
const MOST_POSITIONS: u64 = 1_000_000;

/// Weigh the choices of a position, or of many
///
/// For one position: draws the board and ranks the choices with a throw, or
/// with every throw, by what agents that give equities (linear, td, expectimax,
/// rollout, mcts) or a table say. In bulk: with --positions (lines
/// RULESET;POSITION;THROW) or --sample (one decision from each of N games), a
/// row a choice goes to analysis.csv, and methods.csv compares the methods, among
/// them any agent. An
/// equity is the mover's chance of winning, draws half; regret is what a choice
/// loses against the best.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet analyze --ruleset anubis-5 --position '1,3,5,7,9/2,4,6,8,10 0-0 A' --throw 2
  senet analyze --ruleset anubis-5 --position '2,28/5,30 3-3 A' --agent expectimax:depth=3 --json
  senet analyze --ruleset ankh-5 --position '26/24 4-4 A' --throw 1 --rollout n=4096
  senet analyze --ruleset anubis-5 --set pieces=2 --position '26,28/24,30 0-0 A' --table solve
  senet analyze --sample 200 --rulesets anubis-5,nile-5-six --agent linear,expectimax:depth=1
  senet analyze --positions positions.txt --agent rollout:n=256,mcts --out out/analysis")]
pub struct Args {
    /// Id or path of a ruleset
    #[arg(long, value_name = "ID", requires = "position", conflicts_with_all = ["positions", "sample"])]
    ruleset: Option<String>,
    /// Position before the throw, like '1,3/2,4 0-0 A'
    #[arg(
        long,
        value_name = "POSITION",
        requires = "ruleset",
        conflicts_with_all = ["positions", "sample"],
        allow_hyphen_values = true
    )]
    position: Option<String>,
    /// Points of the throw; without it, every throw
    #[arg(long, value_name = "POINTS", requires = "position", conflicts_with_all = ["positions", "sample"])]
    throw: Option<u8>,
    /// Agents that weigh the choices, divided by commas [default: expectimax:depth=2, where there
    /// is no table or rollout]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    agent: Vec<String>,
    /// True values: a table file, or `solve` to solve a small game in memory
    #[arg(long, value_name = "FILE")]
    table: Vec<String>,
    /// Arguments of a rollout, as in n=1024:policy=greedy
    #[arg(long, value_name = "ARGUMENTS")]
    rollout: Option<String>,
    /// Print JSON
    #[arg(long, requires = "position", conflicts_with_all = ["positions", "sample"])]
    json: bool,
    /// In bulk: a file of lines RULESET;POSITION;THROW, `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "sample")]
    pub(super) positions: Option<PathBuf>,
    /// In bulk: one decision from each of so many games on each ruleset
    #[arg(long, value_name = "N", value_parser = numbers::whole(1..=MOST_POSITIONS))]
    pub(super) sample: Option<u64>,
    /// Rulesets to sample from: `all`, or ids and paths divided by commas
    #[arg(
        long,
        value_name = "LIST",
        default_value = "all",
        value_delimiter = ','
    )]
    pub(super) rulesets: Vec<String>,
    /// Agent that plays the games sampled from
    #[arg(long, value_name = "AGENT", default_value = "cautious")]
    pub(super) players: String,
    /// Folder of the bulk files
    #[arg(long, value_name = "DIR", default_value = "out/analysis")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) play: PlayArgs,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match (&args.ruleset, &args.position) {
        (Some(ruleset), Some(position)) => one(args, ruleset, position),
        _ if args.positions.is_some() || args.sample.is_some() => analyze_bulk::run(args),
        _ => bail!("say what to analyze: --ruleset and --position, or --positions, or --sample"),
    }
}

/// The agents asked for; where nothing is, a search.
pub(super) fn agent_texts(args: &Args) -> Vec<String> {
    let mut texts = args.agent.clone();
    texts.extend(
        args.rollout
            .iter()
            .map(|rollout| format!("rollout:{rollout}")),
    );
    if texts.is_empty() && args.table.is_empty() {
        texts.push("expectimax:depth=2".to_string());
    }
    texts
}

pub(super) fn table_texts(args: &Args) -> &[String] {
    &args.table
}

/// What one method says of one throw.
#[derive(Serialize)]
struct Analysis<'a> {
    ruleset: &'a str,
    digest: String,
    position: String,
    throw: u8,
    method: &'a str,
    reproducible: bool,
    /// Whether the first choice is proven to be the only best one.
    proven: bool,
    choices: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    rank: usize,
    choice: String,
    equity: f64,
    interval: Option<[f64; 2]>,
    regret: f64,
    evidence: &'static str,
    /// Of sampled games.
    #[serde(flatten)]
    sample: Option<SampleLine>,
    /// Of a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    visits: Option<u64>,
}

#[derive(Serialize)]
struct SampleLine {
    standard_error: Option<f64>,
    games: u64,
    dropped: bool,
}

fn one(args: &Args, id: &str, text: &str) -> anyhow::Result<ExitCode> {
    let rulesets = [args.play.changes.load(id)?];
    let [ruleset] = &rulesets;
    let rules = Rules::new(&ruleset.mechanics);
    let position =
        parse_position(rules.mechanics(), text).with_context(|| format!("--position '{text}'"))?;
    if position.is_over() {
        bail!("--position '{text}': the game is over, so there is nothing to choose");
    }
    let throws = throws(&rules, args.throw)?;
    let mut methods = Method::agents(&agent_texts(args), &rulesets)?;
    let truths = contest::truths(&args.table, &rulesets)?;
    methods.splice(0..0, truths.into_iter().flatten().map(Method::Truth));
    let mut analyses = Vec::new();
    for &points in &throws {
        for method in &methods {
            let mut stream = Stream::new(args.play.seed);
            let assessed = method.assess(&rules, &position, points, &mut stream);
            let ranked = rank(&rules, &position, points, &assessed);
            analyses.push(analysis(ruleset, &position, points, method, ranked));
        }
    }
    let mut out = io::stdout().lock();
    if args.json {
        serde_json::to_writer_pretty(&mut out, &analyses)?;
        writeln!(out)?;
    } else {
        replay::draw(ruleset, &position, &mut out)?;
        for analysis in &analyses {
            print(analysis, &mut out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The throw asked for, or all.
fn throws(rules: &Rules, asked: Option<u8>) -> anyhow::Result<Vec<u8>> {
    let all: Vec<u8> = rules.mechanics().throws.points().iter().collect();
    match asked {
        None => Ok(all),
        Some(points) if all.contains(&points) => Ok(vec![points]),
        Some(points) => {
            let all: Vec<String> = all.iter().map(u8::to_string).collect();
            bail!(
                "--throw {points}: {points} points cannot be thrown; the throws are {}",
                all.join(", ")
            )
        }
    }
}

fn analysis<'a>(
    ruleset: &'a Ruleset,
    position: &Position,
    throw: u8,
    method: &'a Method,
    ranked: Vec<Ranked>,
) -> Analysis<'a> {
    Analysis {
        ruleset: &ruleset.id,
        digest: ruleset.digest().to_string(),
        position: position.to_string(),
        throw,
        method: method.name(),
        reproducible: method.reproducible(),
        proven: proven(&ranked),
        choices: ranked
            .into_iter()
            .map(|ranked| Line {
                sample: ranked.sample().map(|sample| SampleLine {
                    standard_error: sample.standard_error,
                    games: sample.games,
                    dropped: sample.dropped == Dropped::Yes,
                }),
                visits: ranked.visits(),
                rank: ranked.rank,
                choice: ranked.text,
                equity: ranked.equity,
                interval: ranked.interval.map(|i| [i.lo, i.hi]),
                regret: ranked.regret,
                evidence: evidence_word(ranked.evidence),
            })
            .collect(),
    }
}

fn print(analysis: &Analysis<'_>, out: &mut impl Write) -> anyhow::Result<()> {
    let method = contest::marked(analysis.method, analysis.reproducible);
    writeln!(out, "throw {}, {method}", analysis.throw)?;
    let sampled = analysis.choices.iter().any(|line| line.sample.is_some());
    let grown = analysis.choices.iter().any(|line| line.visits.is_some());
    let mut header = vec!["", "choice", "equity", "interval", "regret"];
    if sampled {
        header.extend(["standard error", "games", ""]);
    }
    if grown {
        header.push("visits");
    }
    let rows = analysis.choices.iter().map(|line| {
        let mut cells = vec![
            line.rank.to_string(),
            line.choice.clone(),
            format!("{:.4}", line.equity),
            line.interval
                .map_or(String::new(), |[lo, hi]| format!("{lo:.4} … {hi:.4}")),
            format!("{:.4}", line.regret),
        ];
        cells.extend(line.sample.iter().flat_map(|sample| {
            [
                tables::number(sample.standard_error, 4),
                sample.games.to_string(),
                if sample.dropped { "dropped" } else { "" }.to_string(),
            ]
        }));
        cells.extend(line.visits.map(|visits| visits.to_string()));
        cells
    });
    writeln!(out, "{}", tables::plain(&header, rows.collect(), 2))?;
    if analysis.proven && analysis.choices.len() > 1 {
        writeln!(out, "The first is proven to be the best.")?;
    }
    writeln!(out)?;
    Ok(())
}
