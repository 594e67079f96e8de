//! How a learner stands at a time: games against fixed agents, and regret.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::contest;
use super::tables;
use crate::agent::{AgentSpec, AnyAgent, Greedy};
use crate::arena::Duel;
use crate::experiment::{CurveRow, Measure};
use crate::report::chart::{self, Axis, Estimate, Mark, Plot, PlotPanel, PlotSeries};
use crate::report::ratio;
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::search::Truth;
use crate::stats::{Confidence, Interval};
use crate::train::{Exam, Grade, Learner};

/// Whom a learner meets.
const OPPONENTS: [&str; 4] = ["random", "racer", "cautious", "linear"];

/// Whose regret stands beside that of a learner; the last one is drawn.
const YARDSTICKS: [&str; 2] = ["linear", "expectimax:depth=2"];

/// Decisions of an exam.
const QUESTIONS: u64 = 2000;

/// A game against a fixed agent is given up after so many plies at most.
pub const MOST_PLIES: u32 = 10_000;

/// How a curve is measured: a run that goes on must measure as before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CurveTerms {
    pub points: u64,
    /// Against each fixed agent at each point.
    pub curve_games: u64,
    /// Of these games, at most [`MOST_PLIES`].
    pub max_plies: u32,
    pub truth: Vec<String>,
}

impl CurveTerms {
    /// What differs in `now`, in words.
    pub fn differences(&self, now: &CurveTerms) -> Vec<String> {
        let truth = |terms: &CurveTerms| match terms.truth.join(",") {
            none if none.is_empty() => "none".to_string(),
            truth => truth,
        };
        [
            ("--points", self.points.to_string(), now.points.to_string()),
            (
                "--curve-games",
                self.curve_games.to_string(),
                now.curve_games.to_string(),
            ),
            (
                "--max-plies",
                self.max_plies.to_string(),
                now.max_plies.to_string(),
            ),
            ("--truth", truth(self), truth(now)),
        ]
        .into_iter()
        .filter(|(_, there, here)| there != here)
        .map(|(what, there, here)| format!("{what} {there} there, {here} now"))
        .collect()
    }
}

/// Measures a learner, each time in the same way.
pub struct Judge<'a> {
    ruleset: &'a Ruleset,
    opponents: Vec<(&'static str, AnyAgent)>,
    yardsticks: Vec<(&'static str, AnyAgent)>,
    exam: Option<Exam>,
    terms: CurveTerms,
    seed: u64,
}

impl<'a> Judge<'a> {
    /// Plays games against each by `terms`; with `truth` there is an exam on
    /// positions from games of the linear evaluator with itself.
    pub fn new(
        ruleset: &'a Ruleset,
        truth: Option<&dyn Truth>,
        terms: CurveTerms,
        seed: u64,
    ) -> anyhow::Result<Judge<'a>> {
        let agents = |names: &[&'static str]| {
            let named = |&name| Ok((name, str::parse::<AgentSpec>(name)?.build()?));
            names.iter().map(named).collect::<anyhow::Result<Vec<_>>>()
        };
        let opponents = agents(&OPPONENTS)?;
        let (_, players) = opponents.last().expect("there are opponents");
        let rules = Rules::new(&ruleset.mechanics);
        let key = u64::from_be_bytes(ruleset.base_digest.0);
        let exam = truth.map(|truth| Exam::new(&rules, truth, players, QUESTIONS, !seed, key));
        Ok(Judge {
            ruleset,
            exam,
            opponents,
            yardsticks: agents(&YARDSTICKS)?,
            terms,
            seed,
        })
    }

    /// Everything measured of the learner as it is now.
    pub fn rows(
        &self,
        rules: &Rules,
        learner: &Learner,
        pool: &rayon::ThreadPool,
        cancel: &AtomicBool,
    ) -> Vec<CurveRow> {
        let row = |agent: &str, measure, opponent: Option<&str>, of| CurveRow {
            ruleset: self.ruleset.id.clone(),
            digest: self.ruleset.digest().to_string(),
            games: learner.course().games(),
            plies: learner.course().plies(),
            agent: agent.to_string(),
            measure,
            opponent: opponent.map(str::to_string),
            of,
            value: None,
            interval: None,
        };
        let ends = |interval: Interval| [interval.lo, interval.hi];
        let own = AnyAgent::Other(Box::new(Greedy::of_learned(
            learner.weights(&self.ruleset.id),
        )));
        let mut rows = Vec::new();
        for (name, opponent) in &self.opponents {
            let duel = Duel::new(
                &self.ruleset.mechanics,
                [&own, opponent],
                contest::seeds(!self.seed, self.ruleset),
                self.terms.max_plies,
                None,
            );
            let pairs = duel
                .run(
                    pool,
                    self.terms.curve_games / 2,
                    cancel,
                    |_| {},
                    |_| ControlFlow::Continue(()),
                )
                .pairs;
            rows.push(CurveRow {
                value: pairs.score(),
                interval: pairs.interval(Confidence::P95).map(ends),
                ..row("td", Measure::Score, Some(name), pairs.pairs())
            });
        }
        let Some(exam) = &self.exam else {
            return rows;
        };
        let mut graded = |agent: &str, grade: Grade| {
            rows.push(CurveRow {
                value: grade.regret,
                interval: grade.interval().map(ends),
                ..row(agent, Measure::Regret, None, grade.decisions)
            });
            rows.push(CurveRow {
                value: ratio(grade.best, grade.decisions),
                ..row(agent, Measure::Best, None, grade.decisions)
            });
        };
        graded("td", exam.grade(rules, &learner.evaluator()));
        if learner.course().plies() == 0 {
            for (name, agent) in &self.yardsticks {
                graded(name, exam.grade_agent(rules, agent));
            }
        }
        rows
    }
}

/// How many times a learner has been measured.
pub fn points(rows: &[CurveRow]) -> u64 {
    let own = rows.iter().filter(|row| {
        row.measure == Measure::Score && row.opponent.as_deref() == Some(OPPONENTS[0])
    });
    own.count() as u64
}

/// Prints the last point.
pub fn print(rows: &[CurveRow]) {
    let Some(last) = rows.last() else { return };
    say!(
        "{}: {} games, {} plies",
        last.ruleset,
        last.games,
        last.plies
    );
    let of_td = |row: &&CurveRow| row.agent == "td" && row.plies == last.plies;
    for row in rows.iter().filter(of_td) {
        let interval = row.interval.map(|[lo, hi]| Interval { lo, hi });
        match (row.measure, &row.opponent) {
            (Measure::Regret, _) if row.of == 0 => {
                say!("  regret a decision: no game of {QUESTIONS} had one");
            }
            (Measure::Best, _) if row.of == 0 => {}
            (Measure::Score, Some(opponent)) => say!(
                "  score against {opponent}: {}",
                tables::percent(row.value, interval)
            ),
            (Measure::Regret, _) => {
                say!("  regret a decision: {}", tables::number(row.value, 5));
            }
            _ => say!("  best choices: {}", tables::percent(row.value, None)),
        }
    }
}

/// `ID-curve.png` and `.svg`: scores and, where there is a truth, regret.
pub fn draw(folder: &Path, ruleset: &Ruleset, rows: &[CurveRow]) -> anyhow::Result<()> {
    let series = |name: &str, own: &dyn Fn(&CurveRow) -> bool| PlotSeries {
        name: name.to_string(),
        mark: Mark::Line,
        points: rows
            .iter()
            .filter(|row| row.agent == "td" && own(row))
            .filter_map(|row| {
                let estimate = Estimate {
                    value: row.value?,
                    interval: row.interval.map(|[lo, hi]| Interval { lo, hi }),
                };
                Some((row.plies as f64 / 1e6, estimate))
            })
            .collect(),
    };
    let x = || Axis::new("plies of self-play", "million");
    let mut panels = vec![PlotPanel {
        x: x(),
        y: Axis::percent("points a game against each agent"),
        reference: Some(0.5),
        series: OPPONENTS
            .iter()
            .map(|&name| {
                series(&format!("against {name}"), &|row| {
                    row.measure == Measure::Score && row.opponent.as_deref() == Some(name)
                })
            })
            .collect(),
    }];
    let mut notes = vec!["95 % intervals; no looking ahead".to_string()];
    let [.., drawn] = YARDSTICKS;
    let yardstick = rows
        .iter()
        .find(|row| row.agent == drawn && row.measure == Measure::Regret);
    if let Some(yardstick) = yardstick {
        notes.push(format!(
            "dashed at the right: {drawn} on the same positions"
        ));
        panels.push(PlotPanel {
            x: x(),
            y: Axis::percent("regret a decision against perfect play"),
            reference: yardstick.value,
            series: vec![series("td", &|row| row.measure == Measure::Regret)],
        });
    }
    let plot = Plot {
        title: format!("Learning {} by self-play", ruleset.id),
        notes,
        panels,
    };
    chart::draw(&plot, &folder.join(format!("{}-curve", ruleset.id)))
}
