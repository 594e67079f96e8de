use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressStyle};

use super::agent_files::Disk;
use super::tables::counted;
use super::{
    interrupt::{self, Kept},
    threads,
};
use crate::experiment::run::{
    Former, Job, JobStore, Plan, Ran, Scope, Spec, Troupe, Watcher, estimate, results, run_jobs,
    usual_folder, write_experiment,
};
use crate::experiment::typed;

/// Run an experiment from its folder: jobs, tables, manifest
///
/// An experiment is a folder with a spec.toml, which says what is played and
/// solved and which figures show it (docs/experiments.md), and a README.md.
/// Every job's result is kept as soon as it is done: killed at any moment, the
/// same command goes on from there and ends with the same files. A folder that
/// was begun with another plan is refused unless --reuse or --restart is given.
/// Each job runs on one thread; the files are the same for any number of threads.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet run experiments/pieces
  senet run experiments/sticks --quick
  senet run experiments/readings --dry-run
  senet run experiments/skill --only anubis-5,nile-5-six --out out/two
  senet run experiments/blocking --restart --threads 2")]
pub struct Args {
    /// Folder of the experiment, or its spec.toml
    #[arg(value_name = "DIR")]
    experiment: PathBuf,
    /// Folder to write to and to go on from [default: out/NAME, with --quick out/NAME-quick]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Fewer games, as the spec's [quick] says
    #[arg(long)]
    quick: bool,
    /// Only these of the experiment's rulesets, by id or path, divided by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    only: Vec<String>,
    /// List the jobs and how long they will take, and do nothing
    #[arg(long)]
    dry_run: bool,
    /// Throw away what another plan left in the folder
    #[arg(long)]
    restart: bool,
    /// Keep of another plan's results those of jobs that are the same, throw away the others
    #[arg(long, conflicts_with = "restart")]
    reuse: bool,
    /// Jobs at a time; 0 for as many as the machine has cores
    #[arg(long, visible_alias = "jobs", value_name = "T", default_value_t = 0,
        value_parser = threads::parse)]
    threads: usize,
}

impl Args {
    /// The folder, also where its spec was named.
    fn folder(&self) -> &Path {
        let path = self.experiment.as_path();
        match path.parent() {
            Some(parent) if path.ends_with("spec.toml") && path.is_file() => {
                if parent == Path::new("") {
                    Path::new(".")
                } else {
                    parent
                }
            }
            _ => path,
        }
    }

    /// What makes the same tables again, whatever was typed beside it.
    fn command(&self) -> String {
        let folder = self.folder().display().to_string();
        let only = self.only.join(",");
        let mut words = vec!["senet", "run", folder.trim_end_matches('/')];
        if self.quick {
            words.push("--quick");
        }
        if !self.only.is_empty() {
            words.extend(["--only", &only]);
        }
        typed(words)
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let spec = Spec::load(args.folder())?;
    let scope = Scope {
        quick: args.quick,
        only: args.only.clone(),
    };
    let folder = args
        .out
        .clone()
        .unwrap_or_else(|| usual_folder(&spec.name, &scope));
    if args.dry_run {
        let troupe = Troupe::new(&spec, &Disk)?;
        let plan = Plan::new(&spec, &scope, &troupe)?;
        let threads = jobs_at_a_time(args.threads);
        dry_run(&spec, &plan, &troupe, threads);
        return Ok(ExitCode::SUCCESS);
    }
    let former = match (args.restart, args.reuse) {
        (true, _) => Former::Restart,
        (_, true) => Former::Reuse,
        _ => Former::Refuse,
    };
    let command = args.command();
    match carry_out(&spec, &scope, &folder, former, args.threads, &command)? {
        Outcome::Done => Ok(interrupt::exit_code()),
        Outcome::Interrupted(code) => Ok(code),
    }
}

fn jobs_at_a_time(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    }
}

/// How far an experiment came.
pub(super) enum Outcome {
    Done,
    /// The exit code that says so.
    Interrupted(ExitCode),
}

/// Runs what is still to do of the experiment and writes its tables once
/// all is done. `command` is what makes them again.
pub(super) fn carry_out(
    spec: &Spec,
    scope: &Scope,
    folder: &Path,
    former: Former,
    threads: usize,
    command: &str,
) -> anyhow::Result<Outcome> {
    let troupe = Troupe::new(spec, &Disk)?;
    let plan = Plan::new(spec, scope, &troupe)?;
    let threads = jobs_at_a_time(threads);
    let going_on = format!("{command} --out {}", typed([&*folder.to_string_lossy()]));
    let (store, other) = JobStore::open(folder, &plan, former, &going_on)?;
    if let Some(revision) = other {
        eprintln!(
            "note: {} was begun by another revision of the program ({revision}); results of both \
             stand side by side unless --restart is given",
            folder.display()
        );
    }
    for why in store.drop_damaged(&plan)? {
        eprintln!("note: {why}; the job is done again");
    }
    let cancel = interrupt::watch(Kept::Finished)?;
    let already = (0..plan.jobs.len())
        .filter(|&number| store.has(number))
        .count();
    let bar = Bar::new(plan.jobs.len(), already);
    let progress = run_jobs(spec, &plan, &troupe, &store, threads, cancel, &bar)?;
    bar.0.finish_and_clear();
    if progress.done < plan.jobs.len() {
        say!(
            "{} of {} done; the same command goes on from there",
            progress.done,
            counted(plan.jobs.len(), "job")
        );
        return Ok(Outcome::Interrupted(interrupt::exit_code()));
    }
    let ran = Ran {
        command,
        threads,
        clock: progress.clock,
    };
    write(folder, spec, &plan, &store, &ran)?;
    Ok(Outcome::Done)
}

fn write(
    folder: &Path,
    spec: &Spec,
    plan: &Plan,
    store: &JobStore,
    ran: &Ran<'_>,
) -> anyhow::Result<()> {
    let manifest = write_experiment(folder, spec, plan, results(plan, store)?, ran)?;
    say!(
        "{}: {}, {:.0} s",
        manifest.title,
        counted(manifest.jobs, "job"),
        manifest.seconds
    );
    for table in &manifest.tables {
        say!(
            "  {:<16} {:>11}  {}",
            table.file,
            counted(table.rows, "row"),
            table.title
        );
    }
    say!("written to {}", folder.display());
    Ok(())
}

/// A line a job with its expected seconds, and the sum.
fn dry_run(spec: &Spec, plan: &Plan, troupe: &Troupe, threads: usize) {
    let seconds = estimate(plan, troupe, spec);
    for (job, seconds) in plan.jobs.iter().zip(&seconds) {
        say!("{seconds:>8.1} s  {}", job.key);
    }
    for skipped in &plan.skipped {
        let variant = &skipped.variant;
        say!(
            "   skipped  {} {} {} {} {}: {}",
            skipped.job,
            variant.ruleset,
            variant.changes,
            variant.variant,
            skipped.agent,
            skipped.why
        );
    }
    let total: f64 = seconds.iter().sum();
    let games: u64 = plan.jobs.iter().map(|job| job.work.games()).sum();
    say!(
        "{}, {} skipped, {}; about {:.0} s of one thread, {:.0} s on {threads}, by what each agent \
         needed for a few games of each ruleset",
        counted(plan.jobs.len(), "job"),
        counted(plan.skipped.len(), "combination"),
        counted(games as usize, "game"),
        total,
        total / threads as f64,
    );
}

/// Shows how many jobs are done; quiet where there is no terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(jobs: usize, done: usize) -> Bar {
        let bar = ProgressBar::new(jobs as u64).with_style(
            ProgressStyle::with_template(
                "[{bar:30}] {pos}/{len} jobs  {elapsed} gone, {eta} left  {wide_msg}",
            )
            .expect("the template is well formed")
            .progress_chars("=> "),
        );
        bar.set_position(done as u64);
        bar.reset_eta();
        Bar(bar)
    }
}

impl Watcher for Bar {
    fn begun(&self, job: &Job) {
        self.0
            .set_message(format!("{} {}", job.ruleset.label(), job.work.agents()));
    }

    fn done(&self, _: &Job) {
        self.0.inc(1);
    }
}
