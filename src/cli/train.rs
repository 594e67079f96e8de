use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use super::contest::{self, Clock, PlayArgs};
use super::train_curve::{self, CurveTerms, Judge};
use super::{
    interrupt::{self, Kept},
    matches, numbers, threads, train_linear,
};
use crate::experiment::{CURVE, CurveRow, LearnedEntry, Status};
use crate::report::write_whole;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::{HIDDEN_WIDTHS, Weights};
use crate::train::{CheckpointError, Learner, Plan};

/// Learn the weights of the agent `td` by self-play
///
/// For each ruleset: begins as the linear evaluator, plays against itself, and
/// moves what it thinks of each position towards what it thinks a throw later
/// and what came of it (TD(λ), the luck of the throws taken out; see
/// docs/search.md). Writes ID.td, which `td:FILE` plays by, curve.csv and a
/// chart of its progress against fixed agents and, with --truth, of its regret.
/// The same seed gives the same weights for any number of threads. Interrupted,
/// the same command goes on from the last checkpoint and ends with the same
/// files. With --linear it fits the weights of the linear evaluator instead, one
/// set for all rulesets named.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet train anubis-5
  senet train nile-5-six,ankh-5 --plies 8000000 --out out/two
  senet train anubis-5 --set pieces=2 --plies 300000 --truth solve --out out/td-two-pieces
  senet train my-senet.toml --seed 7 --hidden 16
  senet train anubis-5,nile-5-six,ankh-5 --linear --out out/linear")]
pub struct Args {
    /// `all`, or ids and paths of rulesets divided by commas
    #[arg(value_name = "RULESETS", required = true, value_delimiter = ',')]
    pub(super) rulesets: Vec<String>,
    /// Plies of self-play to learn from, for each ruleset (with --linear in all);
    /// it ends with the batch of whole games in which they are reached
    #[arg(long, value_name = "N", default_value_t = 4_000_000, value_parser = numbers::whole(1..=u64::MAX))]
    pub(super) plies: u64,
    /// Games between two changes of the evaluator, for each ruleset
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = numbers::whole(1..=65_536))]
    pub(super) batch: u64,
    /// How far what came of it is believed against what it thought one throw
    /// later, 0 to 1
    #[arg(long, value_name = "L", default_value_t = 0.7, value_parser = unit)]
    pub(super) lambda: f64,
    /// Share by which each ply draws an equity towards ½, 0 to 0.1: above 0,
    /// games are not put off for ever that nobody needs to finish
    #[arg(long, value_name = "H", default_value_t = 0.0, value_parser = haste, conflicts_with = "linear")]
    haste: f64,
    /// Step size at the beginning; it falls to 0 [default: 0.001, with --linear 0.02]
    #[arg(long, value_name = "R", value_parser = rate)]
    pub(super) rate: Option<f64>,
    /// Hidden units: 8, 16, 24, 32, 40 or 64
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = hidden, conflicts_with = "linear")]
    hidden: usize,
    /// Weights of the linear evaluator to begin with (those that come along)
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Fit the linear evaluator
    #[arg(long)]
    linear: bool,
    /// Points of the learning curve
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = numbers::whole(1..=1000))]
    points: u64,
    /// Games against each fixed agent at each point, an even number
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = numbers::pairs_of_games)]
    curve_games: u64,
    /// Measure the regret against the truth: a table file, or `solve` to solve
    /// a small game in memory; several times for several rulesets
    #[arg(long, value_name = "FILE", conflicts_with = "linear")]
    truth: Vec<String>,
    /// Folder to write to and to go on from
    #[arg(long, value_name = "DIR", default_value = "out/train")]
    pub(super) out: PathBuf,
    /// Throw away the checkpoints of the folder
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    pub(super) play: PlayArgs,
}

fn between(text: &str, most: f64, right: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|number| (0.0..=most).contains(number))
        .ok_or_else(|| right.to_string())
}

fn unit(text: &str) -> Result<f64, String> {
    between(text, 1.0, "it is a number from 0 to 1")
}

fn haste(text: &str) -> Result<f64, String> {
    between(text, 0.1, "it is a number from 0 to 0.1, like 0.001")
}

fn rate(text: &str) -> Result<f64, String> {
    between(text, 1.0, "it is a number from 0 to 1, like 0.001")
}

fn hidden(text: &str) -> Result<usize, String> {
    let number = text.parse().ok();
    number
        .filter(|number| HIDDEN_WIDTHS.contains(number))
        .ok_or_else(|| format!("it is one of {HIDDEN_WIDTHS:?}"))
}

impl Args {
    /// The weights to begin with.
    pub(super) fn base(&self, ruleset: &Ruleset) -> anyhow::Result<Weights> {
        let Some(path) = &self.from else {
            return Ok(Weights::hand(&ruleset.mechanics));
        };
        let named = || format!("--from {}", path.display());
        let text = fs::read_to_string(path).with_context(named)?;
        let weights = Weights::parse(&text).with_context(named)?;
        let digest = ruleset.digest().to_string();
        weights.check(&digest).with_context(named)?;
        Ok(weights)
    }

    fn terms(&self) -> CurveTerms {
        CurveTerms {
            points: self.points,
            curve_games: self.curve_games,
            max_plies: self.play.max_plies.get().min(train_curve::MOST_PLIES),
            truth: self.truth.clone(),
        }
    }

    fn plan(&self) -> Plan {
        Plan {
            seed: self.play.seed,
            plies: self.plies,
            batch: self.batch,
            lambda: self.lambda,
            haste: self.haste,
            rate: self.rate.unwrap_or(0.001),
            hidden: self.hidden,
        }
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut rulesets: Vec<Ruleset> = Vec::new();
    for ruleset in args.play.changes.load_all(&args.rulesets)? {
        match rulesets
            .iter()
            .find(|known| known.digest() == ruleset.digest())
        {
            Some(known) => eprintln!(
                "note: {} is the same game as {}; it is taken once",
                ruleset.id, known.id
            ),
            None if rulesets.iter().any(|known| known.id == ruleset.id) => bail!(
                "two different games call themselves {id}, and both would be learned to \
                 {id}.td; give each an id of its own, or learn them with two commands and --out",
                id = ruleset.id
            ),
            None => rulesets.push(ruleset),
        }
    }
    let pool = threads::pool(args.play.threads, None)?;
    for ruleset in &rulesets {
        args.base(ruleset)?;
    }
    let truths = match args.linear {
        true => Vec::new(),
        false => contest::truths(&args.truth, &rulesets)?,
    };
    let checkpoints = args.out.join("checkpoints");
    fs::create_dir_all(if args.linear { &args.out } else { &checkpoints })
        .with_context(|| format!("cannot make the folder {}", args.out.display()))?;
    if args.restart {
        for ruleset in &rulesets {
            match fs::remove_file(checkpoint(&checkpoints, ruleset)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
                _ => {}
            }
        }
    }
    let cancel = interrupt::watch(if args.linear {
        Kept::Nothing
    } else {
        Kept::Finished
    })?;
    if args.linear {
        return train_linear::run(args, &rulesets, &pool, cancel);
    }
    let clock = Clock::start();
    let mut curve: Vec<CurveRow> = Vec::new();
    let mut games = vec![[0; 2]; rulesets.len()];
    let mut learned = Vec::new();
    for ((ruleset, truth), games) in rulesets.iter().zip(&truths).zip(&mut games) {
        let judge =
            pool.install(|| Judge::new(ruleset, truth.as_deref(), args.terms(), args.play.seed))?;
        let course = Course {
            args,
            ruleset,
            rules: Rules::new(&ruleset.mechanics),
            judge,
            path: checkpoint(&checkpoints, ruleset),
        };
        let (learner, rows) = course.run(&pool, cancel)?;
        *games = [learner.course().games(); 2];
        learned.push(LearnedEntry {
            ruleset: Some(ruleset.id.clone()),
            plies_asked: args.plies,
            plies: learner.course().plies(),
        });
        curve.extend(rows.iter().cloned());
        if cancel.load(Ordering::Relaxed) {
            break;
        }
        let label = contest::label(ruleset, ["td", "td"]);
        let name = match label.changes.as_str() {
            "" => ruleset.id.clone(),
            changes => format!("{} ({changes})", ruleset.id),
        };
        let file = args.out.join(format!("{}.td", ruleset.id));
        write_whole(&file, &learner.weights(&name).to_bytes())?;
        train_curve::draw(&args.out, ruleset, &rows)?;
        train_curve::print(&rows);
    }
    let status = if cancel.load(Ordering::Relaxed) {
        say!("the same command goes on from the last checkpoint");
        Status::Partial
    } else {
        Status::Complete
    };
    let threads = pool.current_num_threads();
    let mut manifest = clock.manifest(&args.play, threads, status, &rulesets, &games);
    let mut files = Vec::new();
    matches::write(&args.out, &CURVE, curve, &mut files)?;
    manifest.files = files;
    manifest.learned = learned;
    write_whole(
        &args.out.join("manifest.json"),
        manifest.to_json().as_bytes(),
    )?;
    say!("written to {}", args.out.display());
    Ok(interrupt::exit_code())
}

fn checkpoint(folder: &Path, ruleset: &Ruleset) -> PathBuf {
    folder.join(format!("{}.checkpoint", ruleset.id))
}

/// What a checkpoint keeps beside the learner.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Notes {
    terms: CurveTerms,
    rows: Vec<CurveRow>,
}

/// The learning of one ruleset.
struct Course<'a> {
    args: &'a Args,
    ruleset: &'a Ruleset,
    rules: Rules,
    judge: Judge<'a>,
    path: PathBuf,
}

impl Course<'_> {
    /// Goes on from the checkpoint, if there is one, to the end or until
    /// `cancel` is set, and leaves a checkpoint there.
    fn run(
        &self,
        pool: &rayon::ThreadPool,
        cancel: &AtomicBool,
    ) -> anyhow::Result<(Learner, Vec<CurveRow>)> {
        let (mut learner, mut rows) = self.begin()?;
        let plan = self.args.plan();
        let bar: ProgressBar = contest::bar(plan.plies, "plies");
        bar.set_prefix(self.ruleset.id.clone());
        bar.set_position(learner.course().plies());
        // The first point is that of a learner that has seen nothing.
        let mut points = train_curve::points(&rows);
        loop {
            let due = points as f64 <= learner.course().progress() * self.args.points as f64;
            if due && points <= self.args.points {
                rows.extend(self.judge.rows(&self.rules, &learner, pool, cancel));
                if cancel.load(Ordering::Relaxed) {
                    // Measuring was broken off; the last checkpoint counts.
                    return self.begin();
                }
                points = (learner.course().progress() * self.args.points as f64) as u64 + 1;
                self.keep(&learner, &rows)?;
            }
            if learner.course().is_done() {
                break;
            }
            if !learner.batch(pool, cancel) {
                self.keep(&learner, &rows)?;
                break;
            }
            bar.set_position(learner.course().plies().min(plan.plies));
        }
        bar.finish_and_clear();
        Ok((learner, rows))
    }

    fn begin(&self) -> anyhow::Result<(Learner, Vec<CurveRow>)> {
        let plan = self.args.plan();
        let base = self.args.base(self.ruleset)?;
        let key = u64::from_be_bytes(self.ruleset.base_digest.0);
        let bytes = match fs::read(&self.path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).with_context(|| self.path.display().to_string()),
        };
        let Some(bytes) = bytes else {
            return Ok((Learner::new(&self.rules, &base, &plan, key), Vec::new()));
        };
        let named = || self.path.display().to_string();
        let (learner, notes) =
            Learner::resume(&bytes, &self.rules, &base, &plan, key).with_context(named)?;
        let notes: Notes = serde_json::from_str(&notes)
            .map_err(|_| CheckpointError::Other("how its curve was measured is not noted".into()))
            .with_context(named)?;
        let differences = notes.terms.differences(&self.args.terms());
        if !differences.is_empty() {
            return Err(CheckpointError::Other(differences.join("; "))).with_context(named);
        }
        Ok((learner, notes.rows))
    }

    fn keep(&self, learner: &Learner, rows: &[CurveRow]) -> anyhow::Result<()> {
        let notes = serde_json::to_string(&Notes {
            terms: self.args.terms(),
            rows: rows.to_vec(),
        })?;
        write_whole(Path::new(&self.path), &learner.to_bytes(&notes))?;
        Ok(())
    }
}
