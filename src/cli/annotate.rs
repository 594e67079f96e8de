use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};

use super::contest;
use super::method::{Method, deed};
use super::numbers;
use super::replay;
use super::tables;
use crate::agent::Stream;
use crate::experiment::{ANNOTATION, AnnotatedPly};
use crate::report::chart::{self, Axis, Estimate, Mark, Plot, PlotPanel, PlotSeries};
use crate::report::{to_csv, write_whole};
use crate::rules::Rules;
use crate::rules::record::{GameResult, Record, Step};
use crate::rules::{Outcome, Position};
use crate::ruleset::Ruleset;
use crate::search::best_of;
use crate::types::Player;

/// Say of every ply of a recorded game how lucky and how good it was
///
/// Luck is the equity that a throw brings, against the mean over all throws;
/// regret is what the choice loses against the best one. Both come from a
/// table, or else from an agent that gives equities. The result with the luck
/// taken out says how the game would have ended on average with these choices
/// and even luck.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet annotate game.senet
  senet annotate game.senet --agent expectimax:depth=2 --out out/game
  senet annotate two-pieces.senet --table solve")]
pub struct Args {
    /// The record; `-` for standard input
    record: PathBuf,
    /// Agent whose equities are taken
    #[arg(long, value_name = "AGENT", default_value = "expectimax:depth=1")]
    agent: String,
    /// True values instead: a table file, or `solve` to solve a small game in memory
    #[arg(long, value_name = "FILE", conflicts_with = "agent")]
    table: Option<String>,
    /// Mistakes to list
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = numbers::count)]
    worst: usize,
    /// Seed of agents that draw at random
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::whole(0..=u64::MAX))]
    seed: u64,
    /// Folder for annotation.csv and the graph equity.png and .svg
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The game as annotated.
struct Annotated {
    plies: Vec<AnnotatedPly>,
    /// Points of A, where the game ended.
    result: Option<f64>,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let record: Record = read(&args.record)?
        .parse()
        .with_context(|| args.record.display().to_string())?;
    let ruleset = [replay::load(&record)?];
    replay::check_digest(&record, &ruleset[0])
        .with_context(|| args.record.display().to_string())?;
    let method = match &args.table {
        None => Method::agents(std::slice::from_ref(&args.agent), &ruleset)?,
        Some(table) => contest::truths(std::slice::from_ref(table), &ruleset)?
            .into_iter()
            .flatten()
            .map(Method::Truth)
            .collect(),
    };
    let method = method.first().context("one method was asked for")?;
    let rules = Rules::new(&ruleset[0].mechanics);
    let replayed = record.replay(&rules);
    if let Some(fault) = replayed.fault {
        return Err(anyhow::Error::new(fault).context(args.record.display().to_string()));
    }
    if replayed.steps.is_empty() {
        bail!(
            "{}: the record has no ply to annotate",
            args.record.display()
        );
    }
    let annotated = Annotated {
        plies: annotate(&rules, method, &replayed.steps, args.seed),
        result: match record.result.value {
            GameResult::Unfinished => None,
            GameResult::Finished(Outcome::Draw) => Some(0.5),
            GameResult::Finished(Outcome::Won(player)) => {
                Some(f64::from(u8::from(player == Player::A)))
            }
        },
    };
    say!(
        "{}, equities by {}",
        replay::title(&record),
        contest::marked(method.name(), method.reproducible())
    );
    print(&annotated, args.worst);
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        draw(folder, &ruleset[0], method, &annotated)?;
        write_whole(
            &folder.join(ANNOTATION.file),
            &to_csv(&ANNOTATION, annotated.plies),
        )?;
        say!("written to {}", folder.display());
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        io::stdin().read_to_string(&mut text)?;
        return Ok(text);
    }
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn annotate(rules: &Rules, method: &Method, steps: &[Step], seed: u64) -> Vec<AnnotatedPly> {
    let throws = &rules.mechanics().throws;
    let ply = |(number, step): (u64, &Step)| {
        let position: &Position = &step.before;
        let mut stream = Stream::new(seed.wrapping_add(number));
        let (mut mean, mut thrown) = (0.0, Vec::new());
        for throw in throws.throws() {
            let assessed = method.assess(rules, position, throw.points, &mut stream);
            let best = best_of(&assessed, method.tie()).expect("there is a choice");
            mean += throws.probability(throw.points) * assessed[best].equity;
            if throw.points == step.ply.points {
                thrown = assessed;
            }
        }
        let best = best_of(&thrown, method.tie()).expect("the throw is one of the table");
        let taken = thrown.iter().find(|value| value.choice == step.choice);
        let taken = taken.expect("the record was checked").equity;
        let of_a = |equity: f64| match step.player {
            Player::A => equity,
            Player::B => 1.0 - equity,
        };
        let best_equity = thrown[best].equity;
        AnnotatedPly {
            number,
            player: match step.player {
                Player::A => "A",
                Player::B => "B",
            },
            ply: step.ply.to_string(),
            choices: thrown.len() as u64,
            before: of_a(mean),
            best: of_a(best_equity),
            after: of_a(taken),
            best_choice: deed(rules, position, step.ply.points, thrown[best].choice),
            luck: best_equity - mean,
            regret: (best_equity - taken).max(0.0),
            reproducible: method.reproducible(),
        }
    };
    (1..).zip(steps).map(ply).collect()
}

impl Annotated {
    fn sum(&self, player: &str, figure: fn(&AnnotatedPly) -> f64) -> f64 {
        let own = self.plies.iter().filter(|ply| ply.player == player);
        own.map(figure).sum()
    }

    /// Luck of A, that of B against it.
    fn luck(&self) -> f64 {
        self.sum("A", |ply| ply.luck) - self.sum("B", |ply| ply.luck)
    }
}

fn print(annotated: &Annotated, worst: usize) {
    let row = |ply: &AnnotatedPly| {
        let better = if ply.regret > 0.0 {
            format!("better {}", ply.best_choice)
        } else {
            String::new()
        };
        vec![
            ply.number.to_string(),
            ply.player.to_string(),
            ply.ply.clone(),
            format!("{:.4}", ply.before),
            format!("{:+.4}", ply.luck),
            format!("{:.4}", ply.regret),
            better,
        ]
    };
    let header = ["ply", "", "played", "A's equity", "luck", "regret", ""];
    let rows = annotated.plies.iter().map(row).collect();
    say!("{}", tables::plain(&header, rows, 3));
    let mut mistakes: Vec<&AnnotatedPly> = annotated
        .plies
        .iter()
        .filter(|ply| ply.regret > 0.0)
        .collect();
    mistakes.sort_by(|x, y| y.regret.total_cmp(&x.regret));
    mistakes.truncate(worst);
    if !mistakes.is_empty() {
        say!("\nbiggest mistakes");
        say!(
            "{}",
            tables::plain(&header, mistakes.into_iter().map(row).collect(), 3)
        );
    }
    say!();
    for player in ["A", "B"] {
        say!(
            "{player}: luck {:+.4}, regret {:.4}",
            annotated.sum(player, |ply| ply.luck),
            annotated.sum(player, |ply| ply.regret)
        );
    }
    match annotated.result {
        Some(result) => say!(
            "result of A: {result}; with the luck taken out: {:.4}",
            result - annotated.luck()
        ),
        None => say!("the game was not finished"),
    }
}

fn draw(
    folder: &Path,
    ruleset: &Ruleset,
    method: &Method,
    annotated: &Annotated,
) -> anyhow::Result<()> {
    let point = |x: u64, value: f64| {
        let estimate = Estimate {
            value,
            interval: None,
        };
        (x as f64, estimate)
    };
    let mut course: Vec<_> = annotated
        .plies
        .iter()
        .map(|ply| point(ply.number - 1, ply.before))
        .collect();
    let last = annotated.plies.last().expect("there is a ply");
    course.push(point(last.number, annotated.result.unwrap_or(last.after)));
    let mistakes = |player: &str| -> Vec<_> {
        annotated
            .plies
            .iter()
            .filter(|ply| ply.player == player && ply.regret >= 0.02)
            .map(|ply| point(ply.number, ply.after))
            .collect()
    };
    let series = |name: &str, mark, points| PlotSeries {
        name: name.to_string(),
        mark,
        points,
    };
    let mut all = vec![series("equity of A", Mark::Line, course)];
    for player in ["A", "B"] {
        let points = mistakes(player);
        if !points.is_empty() {
            let name = format!("after a mistake of {player} (2 % or more)");
            all.push(series(&name, Mark::Points, points));
        }
    }
    let plot = Plot {
        title: format!("The course of a game of {}", ruleset.id),
        notes: vec![format!(
            "equities by {}",
            contest::marked(method.name(), method.reproducible())
        )],
        panels: vec![PlotPanel {
            x: Axis::new("plies played", ""),
            y: Axis::percent("A's chance of winning, draws half").range(0.0, 1.0),
            reference: Some(0.5),
            series: all,
        }],
    };
    chart::draw(&plot, &folder.join("equity"))
}
