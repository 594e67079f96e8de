use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use anyhow::{Context, Error, bail};

use super::agent_files::Disk;
use super::contest::{self, Clock, Named, PlayArgs, TruthArgs};
use super::ladder_output;
use super::ruleset_args::RulesetList;
use super::truth::{self, OneTruth};
use super::{
    interrupt::{self, Kept},
    matches, numbers, stale, threads,
};
use crate::agent::{Fingerprints, Sources};
use crate::arena::{Duel, DuelResult};
use crate::experiment::{
    CROSS, LadderPlan, LadderStore, MatchRow, PAIRINGS, PairingId, RATINGS, SkillRow, Status,
    sha256,
};
use crate::report::write_whole;
use crate::ruleset::Ruleset;
use crate::search::builtin_td_bytes;

/// Rate many agents by a round robin on many rulesets
///
/// Every two agents play the same number of pairs on every ruleset: each game
/// twice, on the same throws with seats changed. Ratings are the most likely
/// ones, with intervals from the spread between pairs. Each pairing is kept as
/// soon as it is done: run again, an interrupted ladder goes on where it was
/// and ends with the same files; one with other agents, rulesets, games or seed
/// is refused unless --restart is given.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet ladder --agents random,first,racer,cautious,linear --rulesets anubis-5 --games 4000
  senet ladder --agents cautious,linear,expectimax:depth=1 --rulesets all --games 400 --out out/l
  senet ladder --rulesets anubis-5 --set pieces=2 --truth solve --out out/two-pieces
  senet ladder --agents random,linear,linear:unblocking --rulesets all --restart")]
pub struct Args {
    /// Agents divided by commas, at least two
    #[arg(
        long,
        value_name = "LIST",
        default_value = "random,first,racer,cautious,blocker,hunter,runner,linear",
        value_delimiter = ','
    )]
    agents: Vec<String>,
    #[command(flatten)]
    rulesets: RulesetList,
    /// Games of each two agents on each ruleset, an even number
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = numbers::pairs_of_games)]
    games: u64,
    #[command(flatten)]
    truth: TruthArgs,
    /// Folder to write to and to go on from
    #[arg(long, value_name = "DIR", default_value = "out/ladder")]
    out: PathBuf,
    /// Throw away what another ladder left in the folder
    #[arg(long)]
    restart: bool,
    #[command(flatten)]
    play: PlayArgs,
}

/// One match of the ladder: numbers of the ruleset and the agents.
#[derive(Clone, Copy)]
struct Pairing {
    ruleset: usize,
    one: usize,
    two: usize,
}

struct Job<'a> {
    args: &'a Args,
    rulesets: Vec<Ruleset>,
    agents: Vec<Named>,
    truths: Vec<Option<OneTruth>>,
    pool: rayon::ThreadPool,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pairs = args.games / 2;
    let rulesets = args.rulesets.load(&args.play.changes)?;
    let agents = contest::agents(&args.agents, &rulesets)?;
    if agents.len() < 2 {
        bail!(
            "--agents {}: a ladder needs two agents or more",
            args.agents.join(",")
        );
    }
    let truths = contest::truths(&args.truth.files, &rulesets)?;
    let job = Job {
        args,
        truths,
        rulesets,
        agents,
        pool: threads::pool(args.play.threads, None)?,
    };
    let store = LadderStore::open(&args.out, &job.plan()?, args.restart)?;
    if args.restart {
        let sheets = [PAIRINGS.file, RATINGS.file, CROSS.file, "manifest.json"];
        stale::remove(&args.out, sheets)?;
        stale::remove(&args.out, stale::chart("ratings"))?;
        job.clear_skill()?;
    }
    let cancel = interrupt::watch(Kept::Finished)?;
    let clock = Clock::start();
    let pairings = job.pairings();
    let bar = contest::bar(pairs * pairings.len() as u64, "pairs");
    let mut rows = Vec::new();
    for (number, pairing) in pairings.iter().enumerate() {
        let before = bar.position();
        let id = job.id(pairing);
        let result = match store.load(number, &id)? {
            Some(done) => done,
            None if cancel.load(Ordering::Relaxed) => break,
            None => {
                bar.set_prefix(job.rulesets[pairing.ruleset].id.clone());
                let result = job.play(pairing, pairs, |n| bar.inc(n));
                if cancel.load(Ordering::Relaxed) {
                    break;
                }
                store.keep(number, &id, &result)?;
                result
            }
        };
        bar.set_position(before + pairs);
        rows.push(job.row(pairing, result));
    }
    bar.finish_and_clear();
    let complete = rows.len() == pairings.len();
    if complete {
        job.write(&args.out, rows, &clock)?;
    } else {
        say!(
            "{} of {} pairings are done; the same command goes on from there",
            rows.len(),
            pairings.len()
        );
    }
    Ok(interrupt::exit_code())
}

impl Job<'_> {
    fn plan(&self) -> anyhow::Result<LadderPlan> {
        Ok(LadderPlan {
            agents: self.agents.iter().map(|agent| agent.text.clone()).collect(),
            rulesets: self
                .rulesets
                .iter()
                .map(|ruleset| [ruleset.id.clone(), ruleset.digest().to_string()])
                .collect(),
            games: self.args.games,
            seed: self.args.play.seed,
            max_plies: self.args.play.max_plies.get(),
            truth: self.args.truth.files.clone(),
            files: self.files()?,
        })
    }

    /// What the agents and the truths were read from.
    fn files(&self) -> anyhow::Result<BTreeMap<String, String>> {
        let named = self.agents.iter().flat_map(|agent| agent.files.clone());
        let mut files: BTreeMap<String, String> = named.collect();
        let sources = Fingerprints::new(&Disk);
        let truths = self.args.truth.files.iter();
        for truth in truths.filter(|text| *text != truth::SOLVE) {
            sources.table(truth).map_err(Error::msg)?;
        }
        files.extend(sources.by_name());
        if self.agents.iter().any(|agent| agent.learned) {
            for ruleset in &self.rulesets {
                let digest = ruleset.digest().to_string();
                let weights = builtin_td_bytes(&digest).map(sha256);
                files
                    .extend(weights.map(|sum| (format!("learned weights of {}", ruleset.id), sum)));
            }
        }
        Ok(files)
    }

    fn id(&self, pairing: &Pairing) -> PairingId {
        let ruleset = &self.rulesets[pairing.ruleset];
        PairingId {
            ruleset: [ruleset.id.clone(), ruleset.digest().to_string()],
            agents: [pairing.one, pairing.two].map(|agent| self.agents[agent].text.clone()),
            games: self.args.games,
        }
    }

    fn pairings(&self) -> Vec<Pairing> {
        let agents = self.agents.len();
        (0..self.rulesets.len())
            .flat_map(|ruleset| {
                (0..agents).flat_map(move |one| {
                    (one + 1..agents).map(move |two| Pairing { ruleset, one, two })
                })
            })
            .collect()
    }

    fn play(&self, pairing: &Pairing, pairs: u64, progress: impl Fn(u64) + Sync) -> DuelResult {
        let ruleset = &self.rulesets[pairing.ruleset];
        let agents = [pairing.one, pairing.two].map(|agent| &self.agents[agent].agent);
        Duel::new(
            &ruleset.mechanics,
            agents,
            contest::seeds(self.args.play.seed, ruleset),
            self.args.play.max_plies.get(),
            self.truths[pairing.ruleset].as_deref(),
        )
        .run(&self.pool, pairs, interrupt::flag(), progress, |_| {
            ControlFlow::Continue(())
        })
    }

    fn row(&self, pairing: &Pairing, result: DuelResult) -> MatchRow {
        let agents = [pairing.one, pairing.two].map(|agent| &self.agents[agent]);
        MatchRow {
            label: contest::label_of(&self.rulesets[pairing.ruleset], agents),
            sprt: None,
            result,
        }
    }

    fn write(&self, folder: &Path, rows: Vec<MatchRow>, clock: &Clock) -> anyhow::Result<()> {
        let rated = ladder_output::rate(&self.agents, &self.rulesets, &rows);
        ladder_output::print(&rated);
        ladder_output::draw(folder, &rated, self.args.games)?;
        let skill: Vec<SkillRow> = rows.iter().flat_map(MatchRow::skill_rows).collect();
        let games = vec![[self.args.games * self.matches_a_ruleset(); 2]; self.rulesets.len()];
        let mut manifest = clock.manifest(
            &self.args.play,
            self.pool.current_num_threads(),
            Status::Complete,
            &self.rulesets,
            &games,
        );
        manifest.not_reproducible = contest::not_reproducible(&self.agents);
        let mut files = Vec::new();
        self.clear_skill()?;
        matches::write(folder, &PAIRINGS, rows, &mut files)?;
        if !skill.is_empty() {
            ladder_output::draw_skill(folder, &rated, &skill)?;
            matches::write_skill(folder, skill, &mut files)?;
        }
        ladder_output::write(folder, rated, &mut files)?;
        manifest.files = files;
        write_whole(&folder.join("manifest.json"), manifest.to_json().as_bytes())
            .context("the ladder was played, but its manifest was not written")?;
        say!("written to {}", folder.display());
        Ok(())
    }

    /// Removes what is written only where the truth is given.
    fn clear_skill(&self) -> anyhow::Result<()> {
        stale::remove(&self.args.out, matches::SKILL_FILES)?;
        stale::remove(&self.args.out, stale::chart("regret"))
    }

    fn matches_a_ruleset(&self) -> u64 {
        let agents = self.agents.len() as u64;
        agents * (agents - 1) / 2
    }
}
