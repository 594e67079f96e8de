//! The columns of one agent's play against the truth: on the whole, by size of
//! its errors, by phase of the game.

use super::shared_columns::{digest_column, reproducible_column, ruleset_column};
use super::summary::Label;
use crate::arena::{BILLION, ERROR_EDGES, PHASES, Skill};
use crate::report::{Sheet, column, ratio};

/// One agent of a match against the truth.
#[derive(Clone, Debug)]
pub struct SkillRow {
    pub label: Label,
    /// 0 or 1.
    pub agent: usize,
    pub skill: Skill,
    /// Games played, given up or not.
    pub games: u64,
}

impl SkillRow {
    fn who(&self) -> &str {
        &self.label.agents[self.agent]
    }

    /// Winning chance lost in a game by all choices together.
    pub fn regret_per_game(&self) -> Option<f64> {
        (self.games > 0).then(|| self.skill.regret.sum() as f64 / self.games as f64 / BILLION)
    }

    fn opponent(&self) -> &str {
        &self.label.agents[1 - self.agent]
    }

    /// A row for each class of errors.
    pub fn error_rows(&self) -> Vec<ErrorRow> {
        (0..self.skill.errors.len())
            .map(|class| ErrorRow {
                of: self.clone(),
                class,
            })
            .collect()
    }

    /// A row for each phase of the game.
    pub fn phase_rows(&self) -> Vec<PhaseRow> {
        (0..PHASES)
            .map(|phase| PhaseRow {
                of: self.clone(),
                phase,
            })
            .collect()
    }
}

/// `skill.csv`.
pub static SKILL: Sheet<SkillRow> = Sheet {
    file: "skill.csv",
    version: 1,
    about: "A row is one agent against the truth, in the games against one opponent.",
    columns: &[
        ruleset_column!(|r| r.label.ruleset),
        digest_column!(|r| r.label.digest),
        column!("agent", "text", "who chose", |r| r.who()),
        column!("opponent", "text", "who sat opposite", |r| r.opponent()),
        column!("plies", "plies", "plies of the agent", |r| r.skill.plies),
        column!(
            "decisions",
            "plies",
            "of these, plies with two or more choices",
            |r| r.skill.decisions
        ),
        column!("decision_share", "share", "decisions by plies", |r| ratio(
            r.skill.decisions,
            r.skill.plies
        )),
        column!("best_share", "share", "decisions for a best choice", |r| {
            ratio(r.skill.best, r.skill.decisions)
        }),
        column!("regret_mean", "equity", "equity lost a decision", |r| r
            .skill
            .mean_regret()),
        column!(
            "regret_se",
            "equity",
            "its standard error, decisions held independent",
            |r| r.skill.regret_error()
        ),
        column!("games", "games", "games played, given up or not", |r| r
            .games),
        column!(
            "regret_per_game",
            "equity",
            "winning chance lost in a game by all its choices",
            |r| r.regret_per_game()
        ),
        reproducible_column!(
            |r| r.label.reproducible,
            "`no` where the agent or its opponent is limited by time"
        ),
    ],
};

/// One class of errors of an agent.
#[derive(Clone, Debug)]
pub struct ErrorRow {
    of: SkillRow,
    class: usize,
}

impl ErrorRow {
    fn above(&self) -> Option<f64> {
        Some(ERROR_EDGES[self.class.checked_sub(1)?])
    }

    fn count(&self) -> u64 {
        self.of.skill.errors[self.class]
    }
}

/// `errors.csv`.
pub static ERRORS: Sheet<ErrorRow> = Sheet {
    file: "errors.csv",
    version: 1,
    about: "A row is one class of errors of one agent: decisions with regret above `above` and up \
        to `up_to`. The first class holds the choices that are as good as the best.",
    columns: &[
        ruleset_column!(|r| r.of.label.ruleset),
        column!("agent", "text", "who chose", |r| r.of.who()),
        column!("opponent", "text", "who sat opposite", |r| r.of.opponent()),
        column!(
            "above",
            "equity",
            "lower end of the class, not in it",
            |r| r.above()
        ),
        column!("up_to", "equity", "upper end, empty for the last", |r| {
            ERROR_EDGES.get(r.class).copied()
        }),
        column!("decisions", "plies", "decisions in the class", |r| r
            .count()),
        column!("share", "share", "of all decisions", |r| ratio(
            r.count(),
            r.of.skill.decisions
        )),
        reproducible_column!(
            |r| r.of.label.reproducible,
            "`no` where the agent or its opponent is limited by time"
        ),
    ],
};

/// One phase of the games of an agent.
#[derive(Clone, Debug)]
pub struct PhaseRow {
    of: SkillRow,
    phase: usize,
}

/// `phases.csv`.
pub static PHASE_REGRET: Sheet<PhaseRow> = Sheet {
    file: "phases.csv",
    version: 1,
    about: "A row is one phase of the games of one agent. Phases are tenths of the squares that \
        both sides together had to go at the start.",
    columns: &[
        ruleset_column!(|r| r.of.label.ruleset),
        column!("agent", "text", "who chose", |r| r.of.who()),
        column!("opponent", "text", "who sat opposite", |r| r.of.opponent()),
        column!(
            "phase",
            "number",
            "1 with the most squares to go, 10 with the fewest",
            |r| r.phase as u64 + 1
        ),
        column!("decisions", "plies", "decisions in the phase", |r| r
            .of
            .skill
            .phases[r.phase]
            .decisions),
        column!("regret_mean", "equity", "equity lost a decision", |r| {
            let phase = r.of.skill.phases[r.phase];
            (phase.decisions > 0).then(|| phase.regret as f64 / phase.decisions as f64 / BILLION)
        }),
        column!(
            "regret_per_game",
            "equity",
            "equity lost in the phase, a game",
            |r| {
                (r.of.games > 0)
                    .then(|| r.of.skill.phases[r.phase].regret as f64 / r.of.games as f64 / BILLION)
            }
        ),
        reproducible_column!(
            |r| r.of.label.reproducible,
            "`no` where the agent or its opponent is limited by time"
        ),
    ],
};
