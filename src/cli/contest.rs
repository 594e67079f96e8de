//! What the commands that play have in common: rulesets, agents, threads,
//! truths, a bar, a manifest.

use std::collections::BTreeMap;
use std::num::NonZeroU32;
use std::time::{Instant, SystemTime};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};

use super::agent_files::Disk;
use super::numbers;
use super::ruleset_args::Changes;
use super::threads;
use super::truth::{self, OneTruth};
use crate::agent::{Agent, AgentSpec, AnyAgent, Fingerprints, Reproducible};
use crate::arena::Seeds;
use crate::experiment::{Label, Manifest, RulesetEntry, Status};
use crate::ruleset::Ruleset;

/// Arguments of every command that plays games.
#[derive(clap::Args, Clone, Debug)]
pub struct PlayArgs {
    /// Master seed of all throws and agents
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::whole(0..=u64::MAX))]
    pub seed: u64,
    /// Threads to play on; 0 for all the machine has
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = threads::parse)]
    pub threads: usize,
    /// Give a game up after so many plies
    #[arg(long, value_name = "N", default_value = "100000", value_parser = numbers::plies)]
    pub max_plies: NonZeroU32,
    #[command(flatten)]
    pub changes: Changes,
}

/// Against what the plies of a match are measured.
#[derive(clap::Args, Clone, Debug)]
pub struct TruthArgs {
    /// Measure every ply against the truth: a table file, or `solve` to solve a
    /// small game in memory; several times for several rulesets
    #[arg(long = "truth", value_name = "FILE")]
    pub files: Vec<String>,
}

/// An agent and the text that names it.
pub struct Named {
    pub text: String,
    pub agent: AnyAgent,
    pub reproducible: bool,
    /// The files it has read, see [`Fingerprints`].
    pub files: BTreeMap<String, String>,
    /// Whether it plays by the learned weights that come along.
    pub learned: bool,
}

impl Named {
    /// # Errors
    /// A text that names no agent, or one whose files will not do.
    pub fn new(text: &str) -> anyhow::Result<Named> {
        let spec: AgentSpec = text.parse()?;
        let sources = Fingerprints::new(&Disk);
        let agent = spec.build_with(&sources)?;
        Ok(Named {
            text: spec.to_string(),
            agent,
            files: sources.by_name(),
            learned: spec.plays_by_shipped_weights()?,
            reproducible: spec.reproducible()? != Reproducible::No,
        })
    }

    /// # Errors
    /// A ruleset that the agent cannot play.
    pub fn check(&self, rulesets: &[Ruleset]) -> anyhow::Result<()> {
        for ruleset in rulesets {
            if let Err(why) = self.agent.suits(&ruleset.mechanics) {
                bail!("agent `{}` cannot play {}: {why}", self.text, ruleset.id);
            }
        }
        Ok(())
    }
}

/// The agents that `texts` name, all different and fit for all rulesets.
pub fn agents(texts: &[String], rulesets: &[Ruleset]) -> anyhow::Result<Vec<Named>> {
    let mut agents: Vec<Named> = Vec::new();
    for text in texts {
        let agent = Named::new(text)?;
        agent.check(rulesets)?;
        if agents.iter().any(|known| known.text == agent.text) {
            bail!("agent `{text}` is named twice; name each once");
        }
        agents.push(agent);
    }
    Ok(agents)
}

/// The name of an agent or a method, marked where it does not play the same
/// again.
pub fn marked(name: &str, reproducible: bool) -> String {
    match reproducible {
        true => name.to_string(),
        false => format!("{name} (by time: not reproducible)"),
    }
}

/// The label of games between `agents`.
pub fn label_of(ruleset: &Ruleset, agents: [&Named; 2]) -> Label {
    Label {
        reproducible: agents.iter().all(|agent| agent.reproducible),
        ..label(ruleset, agents.map(|agent| agent.text.as_str()))
    }
}

/// The seeds of the games of a ruleset: its throws are those of the ruleset
/// before its changes.
pub fn seeds(master: u64, ruleset: &Ruleset) -> Seeds {
    Seeds::new(master, u64::from_be_bytes(ruleset.base_digest.0))
}

/// The truths for the rulesets, in their order.
///
/// # Errors
/// A truth that is none of these games, or a game that has none.
pub fn truths(texts: &[String], rulesets: &[Ruleset]) -> anyhow::Result<Vec<Option<OneTruth>>> {
    if texts.is_empty() {
        return Ok(rulesets.iter().map(|_| None).collect());
    }
    for (i, text) in texts.iter().enumerate() {
        if texts[..i].contains(text) {
            bail!("--truth {text} is named twice; name it once");
        }
    }
    let mut found: Vec<Option<OneTruth>> = Vec::new();
    let mut used = vec![false; texts.len()];
    for ruleset in rulesets {
        let mut reasons = Vec::new();
        let mut truth = None;
        for (i, text) in texts.iter().enumerate() {
            match truth::load(text, ruleset)? {
                Ok(known) => {
                    used[i] = true;
                    truth = Some(known);
                    break;
                }
                Err(why) => reasons.push(format!("{text}: {why}")),
            }
        }
        if truth.is_none() {
            bail!(
                "no truth was given for {} (digest {}): {}",
                ruleset.id,
                ruleset.digest(),
                reasons.join("; ")
            );
        }
        found.push(truth);
    }
    if let Some(i) = used.iter().position(|&used| !used) {
        bail!(
            "--truth {}: none of the rulesets needs it: it is of another game, or one that was \
             given before it serves already; leave it out",
            texts[i]
        );
    }
    Ok(found)
}

/// The agents among `agents` that stop by the clock, for the manifest.
pub fn not_reproducible<'a>(agents: impl IntoIterator<Item = &'a Named>) -> Vec<String> {
    let by_time = agents.into_iter().filter(|agent| !agent.reproducible);
    distinct(by_time.map(|agent| agent.text.as_str()))
}

/// The names in their order, each once.
pub fn distinct<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        if distinct.iter().all(|known| known != name) {
            distinct.push(name.to_string());
        }
    }
    distinct
}

/// Of games that can be played again.
pub fn label(ruleset: &Ruleset, agents: [&str; 2]) -> Label {
    let changes: Vec<&str> = ruleset
        .applied
        .iter()
        .chain(&ruleset.changed)
        .map(String::as_str)
        .collect();
    Label {
        ruleset: ruleset.id.clone(),
        digest: ruleset.digest().to_string(),
        changes: changes.join(";"),
        agents: agents.map(str::to_string),
        reproducible: true,
    }
}

/// A bar of `total` steps, called `unit` each.
pub fn bar(total: u64, unit: &'static str) -> ProgressBar {
    ProgressBar::new(total).with_style(
        ProgressStyle::with_template(
            "{prefix:24} [{bar:30}] {percent:>3} %  {per_sec}  {eta} left",
        )
        .expect("the template is well formed")
        .with_key(
            "per_sec",
            move |state: &indicatif::ProgressState, out: &mut dyn std::fmt::Write| {
                // A bar that cannot be written to is no reason to stop.
                let _ = write!(out, "{:.0} {unit}/s", state.per_sec());
            },
        )
        .progress_chars("=> "),
    )
}

/// How games are played, for a manifest.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    pub seed: u64,
    pub max_plies: u32,
    pub threads: usize,
}

/// When a run began, for its manifest.
pub struct Clock {
    unix: u64,
    start: Instant,
}

impl Clock {
    pub fn start() -> Clock {
        Clock {
            unix: SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |since| since.as_secs()),
            start: Instant::now(),
        }
    }

    /// The manifest of a run that ends now; `games` are those of each ruleset,
    /// asked for and played.
    pub fn manifest(
        &self,
        args: &PlayArgs,
        threads: usize,
        status: Status,
        rulesets: &[Ruleset],
        games: &[[u64; 2]],
    ) -> Manifest {
        let terms = Terms {
            seed: args.seed,
            max_plies: args.max_plies.get(),
            threads,
        };
        self.manifest_of(terms, status, rulesets, games)
    }

    /// As [`Self::manifest`].
    pub fn manifest_of(
        &self,
        terms: Terms,
        status: Status,
        rulesets: &[Ruleset],
        games: &[[u64; 2]],
    ) -> Manifest {
        let seconds = self.start.elapsed().as_secs_f64();
        let played: u64 = games.iter().map(|[_, played]| played).sum();
        Manifest {
            program: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            revision: env!("SENET_REVISION"),
            command_line: crate::experiment::command_line(),
            status,
            seed: terms.seed,
            threads: terms.threads,
            started_unix: self.unix,
            seconds,
            games_per_second: played as f64 / seconds,
            max_plies: terms.max_plies,
            not_reproducible: Vec::new(),
            learned: Vec::new(),
            rulesets: rulesets
                .iter()
                .zip(games)
                .map(|(ruleset, &[games_asked, games])| RulesetEntry {
                    ruleset: ruleset.id.clone(),
                    changes: [&ruleset.applied[..], &ruleset.changed].concat(),
                    digest: ruleset.digest().to_string(),
                    base_digest: ruleset.base_digest.to_string(),
                    games_asked,
                    games,
                })
                .collect(),
            files: Vec::new(),
        }
    }
}
