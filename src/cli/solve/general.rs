//! `senet solve` for games that the block solver does not serve.

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, ensure};

use super::outcome::{self, sweeps_text};
use super::place::{Kind, finished};
use super::progress::GeneralReporter;
use super::{Args, MOST_SWEEPS, TOLERANCE};
use crate::cli::interrupt::{self, Kept};
use crate::rules::{Position, Rules, parse_position};
use crate::ruleset::Ruleset;
use crate::solver::general::GeneralError;
use crate::solver::general::play::Played;
use crate::solver::general::solve::{GroupReport, Lengths, Options, solve};
use crate::solver::solve::Bounds;
use crate::solver::table::{
    Game, KEYS, OutLock, StartValue, WRITING_BYTES, unfinished, write_keys,
};
use crate::solver::value::Precision;

/// What is printed with `--json` and written beside the table.
#[derive(serde::Serialize)]
struct Manifest {
    ruleset: String,
    digest: String,
    solver: &'static str,
    precision: &'static str,
    certified: bool,
    tolerance: f64,
    positions: usize,
    /// Ways to place the pieces, that cannot arise included; several positions may
    /// have one of them (rights of exit, openings, turns).
    placements: f64,
    from: String,
    start: StartValue,
    /// Mean plies of perfect play from the start.
    plies: Option<f64>,
    /// Chances of who throws first, in perfect play.
    win: Option<f64>,
    draw: Option<f64>,
    groups: Vec<Group>,
    updates: u64,
    seconds: f64,
    threads: usize,
    version: &'static str,
    revision: &'static str,
    command: Vec<String>,
}

#[derive(serde::Serialize)]
struct Group {
    out: u8,
    stage: u8,
    sides: [(u8, u8); 2],
    positions: usize,
    sweeps: u32,
    change: f64,
    changes: Vec<f64>,
    updates: u64,
    widest: f64,
    rests: bool,
    successors_kept: bool,
}

pub fn run(args: &Args, ruleset: &Ruleset) -> anyhow::Result<ExitCode> {
    ensure!(
        args.precision.is_none_or(|p| p == Precision::F64) && !args.no_bounds,
        "{} is solved position by position, which makes bounds in f64 and nothing else: leave \
         --precision and --no-bounds away",
        ruleset.label()
    );
    for (option, given) in [
        ("--checkpoint", args.checkpoint.is_some()),
        ("--portable", args.portable),
    ] {
        ensure!(
            !given,
            "{option}: {} is solved position by position, which has no use for it; leave it away",
            ruleset.label()
        );
    }
    let mut lock = None;
    if let Some(out) = &args.out {
        lock = Some(OutLock::take(out)?);
        let found: Vec<String> = unfinished(out)
            .iter()
            .map(|file| file.display().to_string())
            .collect();
        ensure!(
            found.is_empty(),
            "--out {}: another run has left {} here: finish that one with its own command, give \
             another name, or remove {}",
            out.display(),
            found.join(" and "),
            if found.len() == 1 { "it" } else { "them" }
        );
    }
    let game = Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics);
    let rules = Rules::new(&ruleset.mechanics);
    let from = start(args, &rules)?;
    let options = Options {
        tolerance: args.tolerance.unwrap_or(TOLERANCE),
        most_sweeps: args.most_sweeps,
        threads: match args.threads {
            0 => std::thread::available_parallelism()?.get(),
            threads => threads,
        },
        memory: args.memory,
        lengths: if args.lengths {
            Lengths::Find
        } else {
            Lengths::Skip
        },
        reserve: if args.out.is_some() { WRITING_BYTES } else { 0 },
    };
    if let Some(out) = &args.out {
        let wanted = Kind {
            game: &game,
            encoding: KEYS,
            precision: Precision::F64,
            bounds: Bounds::Both,
            tolerance: options.widest(),
            from: Some(&from.to_string()),
            lengths: args.lengths,
        };
        // Its sections tell the sweeps of all groups together.
        let most = match args.most_sweeps {
            MOST_SWEEPS.. => u32::MAX,
            fewer => fewer,
        };
        if let Some(finished) = finished(out, &wanted, most)? {
            return Ok(outcome::repeat(args, &finished, 9));
        }
    }
    let stop = interrupt::watch(Kept::Nothing)?;
    let began = Instant::now();
    let mut reporter = GeneralReporter::new();
    let mut tell = |progress: crate::solver::general::solve::Progress| reporter.tell(progress);
    let solved = match solve(&rules, &from, &options, stop, &mut tell) {
        Err(GeneralError::Interrupted) => return Ok(interrupt::exit_code()),
        solved => solved.with_context(|| ruleset.label())?,
    };
    drop(reporter);
    warn(args, &solved.groups);
    let bounds = solved.interval(&from).expect("the start is listed");
    let played = solved.played(&from);
    let start = StartValue {
        value: bounds.middle(),
        lower: Some(bounds.lo),
        upper: Some(bounds.hi),
    };
    let manifest = Manifest {
        ruleset: ruleset.label(),
        digest: ruleset.digest().to_string(),
        solver: "general",
        precision: Precision::F64.name(),
        certified: true,
        tolerance: options.widest(),
        positions: solved.list.positions(),
        placements: solved.list.codec().placements(),
        from: from.to_string(),
        start,
        plies: played.map(|played| played.plies),
        win: played.map(|played| played.win),
        draw: played.map(|played| played.draw),
        updates: solved.groups.iter().map(|group| group.updated).sum(),
        groups: solved.groups.iter().map(group_row).collect(),
        seconds: began.elapsed().as_secs_f64(),
        threads: options.threads,
        version: env!("CARGO_PKG_VERSION"),
        revision: env!("SENET_REVISION"),
        command: crate::experiment::command_line(),
    };
    if let Some(out) = &args.out {
        write_keys(out, game, &solved, &from, options.widest(), start)?;
    }
    outcome::publish(args, &manifest)?;
    drop(lock);
    if !args.json {
        say!(
            "solver general: {} positions can arise ({:.0} ways to place the pieces, each counted \
             once whatever rights of exit, openings and turns go with it)",
            solved.list.positions(),
            solved.list.codec().placements()
        );
        if let Some(played) = played {
            say!("{}", played_text(&played));
        }
    }
    outcome::print_start(start, 9);
    Ok(ExitCode::SUCCESS)
}

fn start(args: &Args, rules: &Rules) -> anyhow::Result<Position> {
    let Some(text) = &args.from else {
        return Ok(rules.start());
    };
    let position =
        parse_position(rules.mechanics(), text).with_context(|| format!("--from {text}"))?;
    ensure!(!position.is_over(), "--from {text}: the game is over");
    Ok(position)
}

fn played_text(played: &Played) -> String {
    format!(
        "perfect play: {:.6} plies, win {:.9}, draw {:.9}",
        played.plies, played.win, played.draw
    )
}

fn group_row(report: &GroupReport) -> Group {
    Group {
        out: report.group.out,
        stage: report.group.stage,
        sides: report.group.sides,
        positions: report.positions,
        sweeps: report.sweeps,
        change: report.change,
        changes: report.changes.clone(),
        updates: report.updated,
        widest: report.widest,
        rests: report.rests,
        successors_kept: report.kept,
    }
}

/// Says where the result is less than was asked for.
fn warn(args: &Args, groups: &[GroupReport]) {
    let open = || groups.iter().filter(|group| !group.rests);
    for group in open() {
        eprintln!(
            "warning: the bounds of a group of {} positions do not meet: after {} the widest \
             interval is {:.2e}, at {}, and the last sweep changed {:.1e}. {}",
            group.positions,
            sweeps_text(group.sweeps, args.most_sweeps),
            group.widest,
            group.where_widest,
            group.change,
            if group.sweeps >= args.most_sweeps {
                "More sweeps may close them"
            } else {
                "The players can keep the game from ending (see `senet ends`)"
            }
        );
    }
    if args.lengths && open().next().is_some() {
        eprintln!(
            "warning: --lengths: what perfect play comes to is not told, for where bounds do not \
             meet it is not known which choices are best"
        );
    }
}
