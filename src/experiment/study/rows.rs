//! The rows of a study's files.

use super::check::CheckFound;
use super::decisions::{AgentFound, Notable};
use super::derivatives::FormFound;
use super::figures::{Figures, LengthKind};
use super::game::GameLabel;
use super::matched::MatchedFound;
use super::openings::OpeningChoice;
use super::reach::{ReachFound, VisitedPoint};
use crate::solver::course::CourseOptions;
use crate::stats::two_sided_p;

/// A row of `advantage.csv`.
#[derive(Clone, Debug)]
pub struct AdvantageRow {
    pub game: GameLabel,
    pub figures: Figures,
}

/// A row of `stick_p.csv`.
#[derive(Clone, Debug)]
pub struct StickRow {
    pub game: GameLabel,
    /// As typed.
    pub stick_p: String,
    pub p: f64,
    pub figures: Figures,
}

/// A row of `blocking_value.csv`.
#[derive(Clone, Debug)]
pub struct BlockingValueRow {
    pub game: GameLabel,
    /// `removed` or `denied`.
    pub way: &'static str,
    /// `pairs`, `walls`, `both` or `walls-of-two`.
    pub what: &'static str,
    pub written: Figures,
    /// Removed for both: one; denied to the first and to the second player: two.
    pub changed: Vec<Figures>,
}

/// A difference, or 0 where it is no larger than `noise`.
fn beyond(difference: f64, noise: f64) -> f64 {
    if difference.abs() <= noise {
        0.0
    } else {
        difference
    }
}

impl BlockingValueRow {
    /// Whether every figure of chances has proven bounds.
    pub fn certified(&self) -> bool {
        let mut all = self.changed.iter().chain([&self.written]);
        all.all(|figures| figures.lower.is_some())
    }

    /// Change of the mean length (over both seats, where it is denied); 0 where
    /// exact lengths differ by no more than the iterations were stopped at.
    fn change(&self, length: impl Fn(&Figures) -> f64) -> f64 {
        let changed = self.changed.iter().map(&length).sum::<f64>() / self.changed.len() as f64;
        let written = length(&self.written);
        let exact = |figures: &Figures| figures.kind == LengthKind::Exact;
        let noise = if self.changed.iter().chain([&self.written]).all(exact) {
            CourseOptions::default().tolerance * (changed + written)
        } else {
            0.0
        };
        beyond(changed - written, noise)
    }

    /// `to` less `from` in the first player's chance; 0 where their bounds
    /// overlap, or without bounds where the solver could not tell them apart.
    fn gain(from: &Figures, to: &Figures) -> f64 {
        let noise = |figures: &Figures| match figures.lower.zip(figures.upper) {
            Some((lower, upper)) => (upper - lower) / 2.0,
            None => figures.tolerance,
        };
        beyond(to.value - from.value, noise(from) + noise(to))
    }

    /// Change of the first player's chance, where the rule is gone for both.
    pub fn first_change(&self) -> Option<f64> {
        (self.changed.len() == 1).then(|| Self::gain(&self.written, &self.changed[0]))
    }

    /// Change of the mean length in plies (over both seats, where it is denied).
    pub fn plies_change(&self) -> f64 {
        self.change(|figures| figures.plies.mean)
    }

    /// The same in turns.
    pub fn turns_change(&self) -> f64 {
        self.change(|figures| figures.turns.mean)
    }

    /// Chance of winning that the first player loses if it is denied to him.
    pub fn first_loss(&self) -> Option<f64> {
        (self.changed.len() == 2).then(|| Self::gain(&self.changed[0], &self.written))
    }

    /// The same of the second player.
    pub fn second_loss(&self) -> Option<f64> {
        (self.changed.len() == 2).then(|| Self::gain(&self.written, &self.changed[1]))
    }

    /// Mean of both.
    pub fn loss(&self) -> Option<f64> {
        Some((self.first_loss()? + self.second_loss()?) / 2.0)
    }
}

/// A row of `matched.csv`.
#[derive(Clone, Debug)]
pub struct MatchedRow {
    pub game: GameLabel,
    pub found: MatchedFound,
}

/// A row of `openings.csv`.
#[derive(Clone, Debug)]
pub struct OpeningRow {
    pub game: GameLabel,
    pub table: String,
    pub choice: OpeningChoice,
}

/// A row of `decision_agents.csv`.
#[derive(Clone, Debug)]
pub struct AgentRow {
    pub game: GameLabel,
    pub games: u64,
    pub found: AgentFound,
}

/// A row of `margins.csv`.
#[derive(Clone, Debug)]
pub struct MarginRow {
    pub game: GameLabel,
    pub games: u64,
    pub resolution: f64,
    /// Ends of the class; `None` for the ties, and above the last edge.
    pub above: Option<f64>,
    pub up_to: Option<f64>,
    pub count: u64,
    pub of: u64,
}

/// A row of `notable.csv`.
#[derive(Clone, Debug)]
pub struct NotableRow {
    pub game: GameLabel,
    /// The agent that blunders; `None` for the closest decisions.
    pub agent: Option<String>,
    /// From 1.
    pub rank: u64,
    pub found: Notable,
}

/// A row of `reach.csv`.
#[derive(Clone, Debug)]
pub struct ReachRow {
    pub game: GameLabel,
    pub found: ReachFound,
}

/// A row of `reach_curve.csv`.
#[derive(Clone, Debug)]
pub struct CurveRow {
    pub game: GameLabel,
    pub positions: u64,
    pub point: VisitedPoint,
}

/// A row of `check.csv`.
#[derive(Clone, Debug)]
pub struct CheckRow {
    pub game: GameLabel,
    pub table: String,
    pub found: CheckFound,
}

/// Chance alone is farther off less often than this: the figures differ.
const DIFFERS: f64 = 0.001;

/// `off` in standard deviations, where there is one.
fn deviations(off: f64, sd: f64) -> Option<f64> {
    let z = off / sd;
    z.is_finite().then_some(z)
}

impl CheckRow {
    /// How many standard deviations of the binomial law the wins are off.
    /// `None` where no game came to its end.
    pub fn z_wins(&self) -> Option<f64> {
        let (n, v) = (self.found.games as f64, self.found.value);
        deviations(self.found.won as f64 - n * v, (n * v * (1.0 - v)).sqrt())
    }

    /// `None` without an exact length, or where there are too few games.
    pub fn z_plies(&self) -> Option<f64> {
        deviations(
            self.found.plies - self.found.plies_exact?,
            self.found.plies_se,
        )
    }

    pub fn z_turns(&self) -> Option<f64> {
        deviations(
            self.found.turns - self.found.turns_exact?,
            self.found.turns_se,
        )
    }

    /// A figure of the luck identity, where it was looked at.
    pub fn lucky(&self, figure: f64) -> Option<f64> {
        (self.found.luck_games > 0).then_some(figure)
    }

    /// `agrees`, what does not, or that there was nothing to compare.
    pub fn verdict(&self) -> &'static str {
        let figures = [self.z_wins(), self.z_plies(), self.z_turns()];
        if figures.iter().all(Option::is_none) && self.found.luck_games == 0 {
            return "not compared";
        }
        let far = |z: Option<f64>| z.is_some_and(|z| two_sided_p(z) < DIFFERS);
        if far(self.z_wins()) {
            "wins differ"
        } else if far(self.z_plies()) || far(self.z_turns()) {
            "lengths differ"
        } else if self.found.off_share > 1.0 {
            "luck identity fails"
        } else {
            "agrees"
        }
    }
}

/// A row of `derivatives.csv`.
#[derive(Clone, Debug)]
pub struct DerivativeRow {
    pub game: GameLabel,
    pub positions: u64,
    pub games: u64,
    pub form: FormFound,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A game whose value is known to 1e-9 and whose length is exact.
    fn figures(value: f64, plies: f64, kind: &str) -> Figures {
        let length = json!({"mean": plies, "sd": 1.0, "lo": null, "hi": null});
        let written = json!({
            "positions": 1, "precision": "f64", "tolerance": 1e-9, "value": value,
            "lower": value - 5e-10, "upper": value + 5e-10, "kind": kind, "games": null,
            "plies": length, "turns": length, "gap": null, "ties": null,
        });
        serde_json::from_value(written).unwrap()
    }

    /// -6e-14 stood where nothing changes.
    #[test]
    fn differences_within_the_bounds_are_none() {
        let row = |value, plies, kind| {
            let denied = figures(value, plies, kind);
            BlockingValueRow {
                game: GameLabel {
                    ruleset: "anubis-5".to_string(),
                    changes: String::new(),
                    pieces: 2,
                    digest: String::new(),
                },
                way: "denied",
                what: "walls",
                written: figures(0.5, 67.0, kind),
                changed: vec![denied.clone(), denied],
            }
        };
        let same = row(0.5 - 6e-14, 67.0 + 4e-11, "exact");
        assert_eq!(
            (same.first_loss(), same.second_loss()),
            (Some(0.0), Some(0.0))
        );
        assert_eq!((same.loss(), same.plies_change()), (Some(0.0), 0.0));
        let other = row(0.5 - 2e-9, 67.0 + 1e-6, "exact");
        assert_eq!(other.first_loss(), Some(0.5 - (0.5 - 2e-9)));
        assert!((other.plies_change() - 1e-6).abs() < 1e-12);
        assert!(row(0.5, 67.0 + 4e-11, "simulated").plies_change() > 0.0);
    }
}
