//! The charts of a topic. Games that are the same at a size are drawn once, and
//! the note says so.

mod blocking;
mod figures;
mod play;

use std::collections::BTreeMap;
use std::path::Path;

use super::rows::Rows;
use crate::experiment::study::{Figures, GameLabel, Topic};
use crate::report::chart::{Axis, Estimate, draw};
use crate::stats::Interval;
use blocking::{denied, matched, removed};
use figures::{by_pieces, readings, sticks};
use play::{agents, check, curve, derivatives, margins, openings, reach};

/// Draws the charts of a topic into its folder.
///
/// # Errors
/// A file cannot be written.
pub fn draw_topic(topic: Topic, rows: &Rows, folder: &Path) -> anyhow::Result<()> {
    match topic {
        Topic::Advantage => {
            draw(&by_pieces(&rows.advantage), &folder.join("by_pieces"))?;
            draw(&readings(&rows.advantage), &folder.join("readings"))
        }
        Topic::Sticks => draw(&sticks(&rows.sticks), &folder.join("stick_p")),
        Topic::Blocking => {
            if !rows.blocking.is_empty() {
                draw(&removed(&rows.blocking), &folder.join("removed"))?;
                draw(&denied(&rows.blocking), &folder.join("denied"))?;
            }
            draw(&matched(&rows.matched), &folder.join("matched"))
        }
        Topic::Openings => draw(&openings(&rows.openings), &folder.join("openings")),
        Topic::Decisions => {
            draw(&agents(rows), &folder.join("agents"))?;
            draw(&margins(rows), &folder.join("margins"))
        }
        Topic::Reach => {
            draw(&reach(rows), &folder.join("reach"))?;
            draw(&curve(rows), &folder.join("reach_curve"))
        }
        Topic::Check => draw(&check(rows), &folder.join("check")),
        Topic::Derivatives => draw(&derivatives(rows), &folder.join("derivatives")),
    }
}

/// The names of games, each game once; and what to say of the others.
struct Names {
    by_digest: BTreeMap<String, String>,
    same: BTreeMap<String, Vec<String>>,
}

impl Names {
    fn of<'a>(labels: impl Iterator<Item = &'a GameLabel>) -> Names {
        let mut names = Names {
            by_digest: BTreeMap::new(),
            same: BTreeMap::new(),
        };
        for label in labels {
            let name = label.name();
            let first = names
                .by_digest
                .entry(label.digest.clone())
                .or_insert_with(|| name.clone());
            if *first != name {
                let same = names.same.entry(first.clone()).or_default();
                if !same.contains(&name) {
                    same.push(name);
                }
            }
        }
        names
    }

    /// Whether this is the label under which its game is drawn.
    fn shown(&self, label: &GameLabel) -> bool {
        self.by_digest[&label.digest] == label.name()
    }

    fn notes(&self) -> Option<String> {
        if self.same.is_empty() {
            return None;
        }
        // What is said of a ruleset goes for its readings.
        let implied = |name: &str| {
            let ruleset = name.split(" (").next().unwrap_or_default();
            ruleset != name && self.same.contains_key(ruleset)
        };
        let texts: Vec<String> = self
            .same
            .iter()
            .filter(|(first, _)| !implied(first))
            .map(|(first, others)| format!("{first} is also {}", others.join(", ")))
            .collect();
        Some(format!("{}.", texts.join("; ")))
    }
}

/// Of `labels`, each ruleset (and change of it) with the most pieces it has, once
/// and in order; of games that are the same, the first.
fn largest<'a>(labels: impl Iterator<Item = &'a GameLabel>) -> (Vec<&'a GameLabel>, Names) {
    let mut kept: Vec<&GameLabel> = Vec::new();
    for label in labels {
        match kept.iter_mut().find(|held| held.name() == label.name()) {
            Some(held) if held.pieces < label.pieces => *held = label,
            Some(_) => {}
            None => kept.push(label),
        }
    }
    let names = Names::of(kept.iter().copied());
    kept.retain(|label| names.shown(label));
    (kept, names)
}

fn exact(value: f64) -> Estimate {
    Estimate {
        value,
        interval: None,
    }
}

fn first_of(figures: &Figures) -> Estimate {
    let bounds = figures.lower.zip(figures.upper);
    Estimate {
        value: figures.value,
        interval: bounds.map(|(lo, hi)| Interval { lo, hi }),
    }
}

/// With its 95 % interval, where there is a standard error.
fn around(value: f64, se: f64) -> Estimate {
    Estimate {
        value,
        interval: se.is_finite().then(|| Interval::around(value, 1.96 * se)),
    }
}

fn plies_of(figures: &Figures) -> Estimate {
    let bounds = figures.plies.lo.zip(figures.plies.hi);
    Estimate {
        value: figures.plies.mean,
        interval: bounds.map(|(lo, hi)| Interval { lo, hi }),
    }
}

/// Bounds that are nearer to each other than this are one line in a chart.
const SEEN: f64 = 5e-5;

/// What is certified and what is exact.
fn evidence<'a>(all: impl Iterator<Item = &'a Figures> + Clone) -> Vec<String> {
    let uncertified = all.clone().any(|figures| figures.lower.is_none());
    let simulated = all.clone().any(|figures| figures.games.is_some());
    let mut notes = Vec::new();
    let widths = all
        .clone()
        .filter_map(|figures| figures.lower.zip(figures.upper));
    let widest = widths.map(|(low, high)| high - low).fold(0.0, f64::max);
    notes.push(if uncertified {
        "Perfect play; chances of the larger games are not certified (16 bits).".to_string()
    } else if widest < SEEN {
        "Perfect play; all chances have proven bounds, too narrow to be seen.".to_string()
    } else {
        let points = 100.0 * widest;
        format!("Perfect play; all chances have proven bounds, {points:.2} points apart at most.")
    });
    if simulated {
        notes.push("Lengths with bars are simulated (95 %), the others exact.".to_string());
    }
    notes
}

fn a_side(pieces: u8) -> String {
    match pieces {
        1 => "one piece a side".to_string(),
        2 => "two pieces a side".to_string(),
        3 => "three pieces a side".to_string(),
        pieces => format!("{pieces} pieces a side"),
    }
}

fn points_axis(label: &str) -> Axis {
    Axis {
        unit: "percentage points".to_string(),
        ..Axis::percent(label)
    }
}

/// `anubis-5, 3 pieces`.
fn sized(label: &GameLabel) -> String {
    let plural = if label.pieces == 1 { "" } else { "s" };
    format!("{}, {} piece{plural}", label.name(), label.pieces)
}
