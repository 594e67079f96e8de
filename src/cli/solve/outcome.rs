//! What came out: the manifest, warnings, the last line.

use std::process::ExitCode;

use super::Args;
use super::layered::Task;
use super::place::{Finished, manifest_path};
use crate::cli::bounds_text::BoundsText;
use crate::report::write_whole;
use crate::solver::solve::{Bounds, GroupReport, Widest};
use crate::solver::table::{RunPart, StartValue};

/// What `senet solve` prints with `--json` and writes beside the table.
#[derive(serde::Serialize)]
pub(super) struct Manifest {
    pub(super) ruleset: String,
    pub(super) digest: String,
    pub(super) precision: &'static str,
    pub(super) certified: bool,
    pub(super) tolerance: f64,
    pub(super) positions: usize,
    pub(super) start: StartValue,
    pub(super) groups: Vec<Group>,
    pub(super) updates: u64,
    /// Of all parts together.
    pub(super) seconds: f64,
    /// The runs that have made it: more than one where some were broken off.
    pub(super) parts: Vec<RunPart>,
    pub(super) threads: usize,
    pub(super) version: &'static str,
    pub(super) revision: &'static str,
    pub(super) command: Vec<String>,
}

#[derive(serde::Serialize)]
pub(super) struct Group {
    mine: u8,
    theirs: u8,
    sweeps: u32,
    change: f64,
    changes: Vec<f64>,
    updates: u64,
    widest: Option<f64>,
    rests: bool,
}

impl Group {
    pub(super) fn of(group: &GroupReport) -> Group {
        Group {
            mine: group.layers[0].mine,
            theirs: group.layers[0].theirs,
            sweeps: group.sweeps,
            change: group.change,
            changes: group.changes.clone(),
            updates: group.updated,
            widest: group.widest.map(|widest| widest.width),
            rests: group.rests,
        }
    }
}

/// Says where the result is less than was asked for.
pub(super) fn warn(args: &Args, task: &Task, groups: &[GroupReport]) {
    let tolerance = task.tolerance;
    for group in groups.iter().filter(|group| !group.rests) {
        let layer = &group.layers[0];
        let name = format!("layer ({}, {})", layer.mine, layer.theirs);
        let sweeps = sweeps_text(group.sweeps, args.most_sweeps);
        match group.widest {
            Some(Widest {
                width,
                layer,
                place,
            }) => eprintln!(
                "warning: the bounds of {name} do not meet: after {sweeps} the widest interval is \
                 {width:.2e}, at {}. {}",
                task.numbering
                    .position(&task.ruleset.mechanics, layer, place),
                if group.sweeps >= args.most_sweeps {
                    "More sweeps may close them"
                } else {
                    "Either its numbers are too coarse for the tolerance, or the players can keep \
                     the game from ending (`senet ends` tells)"
                }
            ),
            None => eprintln!(
                "warning: {name} does not rest: the last of {sweeps} changed {:.2e}, more than \
                 {tolerance:e}",
                group.change
            ),
        }
    }
    if let (Bounds::None, Some(last)) = (task.bounds, groups.last()) {
        eprintln!(
            "not certified: the last sweep of layer ({}, {}) changed {:.1e} at most; {}",
            last.layers[0].mine,
            last.layers[0].theirs,
            last.change,
            left_text(&last.changes)
        );
    }
}

/// How many sweeps were made, and whether that was all that were allowed.
pub(super) fn sweeps_text(sweeps: u32, most_sweeps: u32) -> String {
    let plural = if sweeps == 1 { "" } else { "s" };
    if sweeps >= most_sweeps {
        format!("{sweeps} sweep{plural} (--most-sweeps {most_sweeps} allows no more)")
    } else {
        format!("{sweeps} sweep{plural}")
    }
}

/// How the changes of the sweeps shrink, and what follows from it.
fn left_text(changes: &[f64]) -> String {
    let last = changes.last().copied().unwrap_or(1.0);
    match contraction(changes) {
        Some(factor) if factor < 1.0 => format!(
            "the changes shrink by a factor of {factor:.2} a sweep, which leaves about {:.1e}",
            last * factor / (1.0 - factor)
        ),
        Some(_) => "the changes do not shrink, so what is left is not known".to_string(),
        None => "the factor by which the changes shrink is not known from a single one, and so \
                 neither is what is left"
            .to_string(),
    }
}

/// The geometric mean of the ratios of the last few changes that are not zero;
/// `None` where there are fewer than two.
fn contraction(changes: &[f64]) -> Option<f64> {
    let tail: Vec<f64> = changes
        .iter()
        .copied()
        .filter(|&change| change > 0.0)
        .collect();
    let tail = &tail[tail.len().saturating_sub(5)..];
    match tail {
        [first, .., last] => Some((last / first).powf(1.0 / (tail.len() - 1) as f64)),
        _ => None,
    }
}

/// Prints the manifest if it was asked for, and writes it beside the table.
pub(super) fn publish(args: &Args, manifest: &impl serde::Serialize) -> anyhow::Result<()> {
    let text = serde_json::to_string_pretty(manifest)?;
    if let Some(out) = &args.out {
        write_whole(&manifest_path(out), text.as_bytes())?;
    }
    if args.json {
        say!("{text}");
    }
    Ok(())
}

/// Prints what an earlier run has found.
pub(super) fn repeat(args: &Args, finished: &Finished, digits: usize) -> ExitCode {
    if args.json {
        say!("{}", finished.manifest);
    }
    print_start(finished.start, digits);
    ExitCode::SUCCESS
}

/// The last line; `digits` behind the point where nothing is proven.
pub(super) fn print_start(start: StartValue, digits: usize) {
    match (start.lower, start.upper) {
        (Some(low), Some(high)) => {
            let text = BoundsText::new(start.value, low, high);
            say!("start {} {} {}", text.value, text.lower, text.upper);
        }
        _ => say!("start {:.digits$} - -", start.value),
    }
}
