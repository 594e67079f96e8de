//! What `senet solve` tells while it works: a bar on a terminal, a line now and
//! then elsewhere.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::solver::general::solve::Progress as GeneralProgress;
use crate::solver::numbering::Numbering;
use crate::solver::solve::Progress;

/// Sweeps that a layer takes, for the estimate of the time left.
const USUAL_SWEEPS: f64 = 8.0;
/// Time between two lines where there is no terminal.
const QUIET: Duration = Duration::from_secs(30);

pub struct Reporter {
    bar: Option<ProgressBar>,
    numbering: Numbering,
    layer: String,
    /// Positions of the groups that have not begun.
    left: f64,
    /// Positions of the group at hand.
    positions: f64,
    updates: f64,
    seconds: f64,
    spoke: Instant,
}

impl Reporter {
    pub fn new(numbering: &Numbering) -> Reporter {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(0);
            let style = "{prefix} {bar:30} {percent}% {msg}";
            bar.set_style(ProgressStyle::with_template(style).expect("a valid template"));
            bar
        });
        Reporter {
            bar,
            numbering: numbering.clone(),
            layer: String::new(),
            left: numbering.total_positions() as f64,
            positions: 0.0,
            updates: 0.0,
            seconds: 0.0,
            spoke: Instant::now(),
        }
    }

    pub fn tell(&mut self, progress: Progress) {
        match progress {
            Progress::Group {
                layers,
                number,
                groups,
                units,
            } => {
                self.layer = format!(
                    "layer ({}, {}), {} of {groups}",
                    layers[0].mine,
                    layers[0].theirs,
                    number + 1
                );
                self.positions = layers
                    .iter()
                    .map(|&layer| self.numbering.positions(layer) as f64)
                    .sum();
                self.left -= self.positions;
                if let Some(bar) = &self.bar {
                    bar.set_length(units);
                    bar.set_prefix(self.layer.clone());
                }
            }
            Progress::Level { done, .. } => {
                if let Some(bar) = &self.bar {
                    bar.set_position(done);
                }
            }
            Progress::Sweep {
                sweep,
                report,
                seconds,
            } => {
                self.updates += report.updated as f64;
                self.seconds += seconds;
                let rate = self.updates / self.seconds.max(1e-9);
                let ahead = self.left * USUAL_SWEEPS
                    + self.positions * (USUAL_SWEEPS - f64::from(sweep)).max(1.0);
                let text = format!(
                    "sweep {sweep}, largest change {:.1e}, {:.1} M positions/s, about {} left",
                    report.change,
                    report.updated as f64 / seconds.max(1e-9) / 1e6,
                    duration(ahead / rate.max(1.0))
                );
                match &self.bar {
                    Some(bar) => bar.set_message(text),
                    None if self.spoke.elapsed() >= QUIET => {
                        eprintln!("{}: {text}", self.layer);
                        self.spoke = Instant::now();
                    }
                    None => {}
                }
            }
        }
    }
}

impl Drop for Reporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

/// The same for the general solver.
pub struct GeneralReporter {
    bar: Option<ProgressBar>,
    group: String,
    spoke: Instant,
}

impl GeneralReporter {
    pub fn new() -> GeneralReporter {
        let bar = std::io::stderr()
            .is_terminal()
            .then(ProgressBar::new_spinner);
        GeneralReporter {
            bar,
            group: String::new(),
            spoke: Instant::now(),
        }
    }

    pub fn tell(&mut self, progress: GeneralProgress) {
        let text = match progress {
            GeneralProgress::Listing(found) => format!(
                "{} positions found; there is room for {}",
                found.positions, found.most
            ),
            GeneralProgress::Group {
                number,
                groups,
                positions,
            } => {
                self.group = format!("group {} of {groups}, {positions} positions", number + 1);
                self.group.clone()
            }
            GeneralProgress::Sweep { sweep, report } => format!(
                "{}: sweep {sweep}, largest change {:.1e}, widest interval {:.1e}",
                self.group, report.change, report.widest
            ),
        };
        match &self.bar {
            Some(bar) => {
                bar.set_message(text);
                bar.tick();
            }
            None if self.spoke.elapsed() >= QUIET => {
                eprintln!("{text}");
                self.spoke = Instant::now();
            }
            None => {}
        }
    }
}

impl Drop for GeneralReporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
