use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::run::{Outcome, carry_out};
use super::{report, threads};
use crate::experiment::run::{Former, Scope, Spec};

/// A first look at everything: play, solve, rate, and write the report
///
/// Plays every ruleset, takes its blocking away, lets four agents meet, solves the small games
/// and writes it all as one page. It is the experiment experiments/overview with its report, and
/// takes a minute or two on two cores; interrupted, the same command goes on from there.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet quick
  senet quick --out out/look --threads 2")]
pub struct Args {
    /// Folder for the results; the page is in its folder report
    #[arg(long, value_name = "DIR", default_value = "out/quick")]
    out: PathBuf,
    /// Throw away what another version left in the folder
    #[arg(long)]
    restart: bool,
    /// Jobs at a time; 0 for as many as the machine has cores
    #[arg(long, value_name = "T", default_value_t = 0, value_parser = threads::parse)]
    threads: usize,
}

const SPEC: &str = include_str!("../../experiments/overview/spec.toml");

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let spec = Spec::parse("overview", "experiments/overview/spec.toml", SPEC)?;
    let scope = Scope {
        quick: false,
        only: Vec::new(),
    };
    let former = if args.restart {
        Former::Restart
    } else {
        Former::Refuse
    };
    let folder = args.out.as_path();
    match carry_out(&spec, &scope, folder, former, args.threads, "senet quick")? {
        Outcome::Done => {}
        Outcome::Interrupted(code) => return Ok(code),
    }
    let folders: [&Path; 1] = [folder];
    let title = "Senet: a first look";
    let page = report::write(title, &folders, &[], None, &folder.join("report"))?;
    say!("the report is {}", page.display());
    Ok(ExitCode::SUCCESS)
}
