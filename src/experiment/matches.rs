//! The columns of matches and ladders.

use super::summary::Label;
use crate::arena::{BILLION, DuelResult, ERROR_EDGES, PHASES, Skill};
use crate::report::{Column, Sheet, column, ratio};
use crate::stats::{Confidence, Decision, Gsprt, Interval, Law, Pentanomial};

/// One ruleset and pair of agents.
#[derive(Clone, Debug)]
pub struct MatchRow {
    /// The agents are the first and the second here, whatever their seats.
    pub label: Label,
    /// Whether both agents play the same again.
    pub reproducible: bool,
    pub sprt: Option<Gsprt>,
    pub result: DuelResult,
}

impl MatchRow {
    pub fn pairs(&self) -> &Pentanomial {
        &self.result.pairs
    }

    pub fn score_interval(&self) -> Option<Interval> {
        self.pairs().interval(Confidence::P95)
    }

    pub fn elo_interval(&self) -> Option<Interval> {
        self.pairs().elo_interval(Confidence::P95)
    }

    pub fn normalised_interval(&self) -> Option<Interval> {
        self.pairs().normalised_interval(Confidence::P95)
    }

    /// What the sequential test says, in words.
    pub fn decision(&self) -> Option<&'static str> {
        self.sprt.map(|sprt| match sprt.decision(self.pairs()) {
            Decision::Continue => "open",
            Decision::AcceptH0 => "H0",
            Decision::AcceptH1 => "H1",
        })
    }

    /// Score a game with the luck taken out.
    pub fn adjusted(&self) -> Option<f64> {
        Some(self.result.skill.as_ref()?.pairs.adjusted.mean()? / BILLION)
    }

    pub fn adjusted_interval(&self) -> Option<Interval> {
        let adjusted = self.result.skill.as_ref()?.pairs.adjusted;
        let interval = adjusted.interval(Law::Student, Confidence::P95)?;
        Some(interval.scaled(1.0 / BILLION))
    }

    /// See [`crate::arena::LuckSplit::variance_ratio`], of pairs.
    pub fn variance_ratio(&self) -> Option<f64> {
        self.result.skill.as_ref()?.pairs.variance_ratio()
    }

    fn luck_share(&self) -> Option<f64> {
        self.result.skill.as_ref()?.games.luck_share()
    }

    pub(super) fn seat_score(&self, seat: usize) -> Option<f64> {
        let [wins, draws, losses] = self.result.seats[seat];
        ratio(2 * wins + draws, 2 * (wins + draws + losses))
    }

    /// A row for each agent, the one it plays against named beside it.
    pub fn skill_rows(&self) -> Vec<SkillRow> {
        let agents = self.result.skill.iter().flat_map(|skill| skill.agents);
        agents
            .enumerate()
            .map(|(i, skill)| SkillRow {
                label: self.label.clone(),
                agent: i,
                skill,
                games: self.result.games() + 2 * self.result.unfinished,
            })
            .collect()
    }
}

static MATCH_COLUMNS: &[Column<MatchRow>] = &[
    column!("ruleset", "text", "id of the ruleset", |r| r
        .label
        .ruleset
        .as_str()),
    column!("digest", "text", "identity of its mechanics", |r| r
        .label
        .digest
        .as_str()),
    column!(
        "changes",
        "text",
        "readings and keys changed, joined by `;`",
        |r| r.label.changes.as_str()
    ),
    column!(
        "agent_1",
        "text",
        "first agent; scores and differences are its own",
        |r| r.label.agents[0].as_str()
    ),
    column!("agent_2", "text", "second agent", |r| r.label.agents[1]
        .as_str()),
    column!(
        "reproducible",
        "text",
        "`no` where an agent is limited by time",
        |r| if r.reproducible { "yes" } else { "no" }
    ),
    column!("pairs", "pairs", "pairs of games that count", |r| r
        .pairs()
        .pairs()),
    column!(
        "unfinished",
        "pairs",
        "pairs with a game that was given up; in no other figure",
        |r| r.result.unfinished
    ),
    column!("pairs_0", "pairs", "pairs with 0 points of 2", |r| r
        .pairs()
        .0[0]),
    column!("pairs_1", "pairs", "pairs with ½ point", |r| r.pairs().0
        [1]),
    column!("pairs_2", "pairs", "pairs with 1 point", |r| r.pairs().0[2]),
    column!("pairs_3", "pairs", "pairs with 1½ points", |r| r.pairs().0
        [3]),
    column!("pairs_4", "pairs", "pairs with 2 points", |r| r.pairs().0
        [4]),
    column!("score", "share", "points a game", |r| r.pairs().score()),
    column!(
        "score_lo",
        "share",
        "its 95 % interval over pairs, lower end",
        |r| r.score_interval().map(|i| i.lo)
    ),
    column!("score_hi", "share", "upper end", |r| r
        .score_interval()
        .map(|i| i.hi)),
    column!("elo", "Elo", "difference that the score stands for", |r| r
        .pairs()
        .elo()),
    column!("elo_lo", "Elo", "its 95 % interval, lower end", |r| r
        .elo_interval()
        .map(|i| i.lo)),
    column!("elo_hi", "Elo", "upper end", |r| r
        .elo_interval()
        .map(|i| i.hi)),
    column!(
        "nelo",
        "normalised Elo",
        "difference in units of the spread of results",
        |r| r.pairs().normalised_elo()
    ),
    column!(
        "nelo_lo",
        "normalised Elo",
        "its 95 % interval, lower end",
        |r| r.normalised_interval().map(|i| i.lo)
    ),
    column!("nelo_hi", "normalised Elo", "upper end", |r| r
        .normalised_interval()
        .map(|i| i.hi)),
    column!(
        "superiority",
        "share",
        "likelihood that agent 1 is the better one",
        |r| r.pairs().superiority()
    ),
    column!("score_as_a", "share", "points a game on A", |r| r
        .seat_score(0)),
    column!("score_as_b", "share", "points a game on B", |r| r
        .seat_score(1)),
    column!("plies_mean", "plies", "mean length of a game", |r| ratio(
        r.result.plies,
        r.result.games()
    )),
    column!("elo0", "Elo", "hypothesis H0 of the sequential test", |r| r
        .sprt
        .map(|s| s.hypotheses().0)),
    column!("elo1", "Elo", "hypothesis H1", |r| r
        .sprt
        .map(|s| s.hypotheses().1)),
    column!("llr", "nats", "log-likelihood ratio", |r| r
        .sprt
        .map(|s| s.llr(r.pairs()))),
    column!("decision", "text", "`H0`, `H1` or `open`", |r| r.decision()),
    column!(
        "adjusted",
        "share",
        "points a game with the luck taken out",
        |r| r.adjusted()
    ),
    column!(
        "adjusted_lo",
        "share",
        "its 95 % interval over pairs, lower end",
        |r| r.adjusted_interval().map(|i| i.lo)
    ),
    column!("adjusted_hi", "share", "upper end", |r| r
        .adjusted_interval()
        .map(|i| i.hi)),
    column!(
        "variance_ratio",
        "ratio",
        "variance of the score of pairs: plain by adjusted",
        |r| r.variance_ratio()
    ),
    column!(
        "luck_share",
        "ratio",
        "variance of the luck of the throws by that of the results of games: how much of their \
         spread the throws make; it may pass 1 where luck and choices go together",
        |r| r.luck_share()
    ),
];

/// `match.csv`.
pub static MATCH: Sheet<MatchRow> = Sheet {
    file: "match.csv",
    version: 1,
    about: "A row is one ruleset of a match. The figures of the truth are there where it was given.",
    columns: MATCH_COLUMNS,
};

/// `pairings.csv`.
pub static PAIRINGS: Sheet<MatchRow> = Sheet {
    file: "pairings.csv",
    version: 1,
    about: "A row is one ruleset and pair of agents of a ladder, columns as in `match.csv`.",
    columns: MATCH_COLUMNS,
};

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
        column!("ruleset", "text", "id of the ruleset", |r| r
            .label
            .ruleset
            .as_str()),
        column!("digest", "text", "identity of its mechanics", |r| r
            .label
            .digest
            .as_str()),
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
        column!("ruleset", "text", "id of the ruleset", |r| r
            .of
            .label
            .ruleset
            .as_str()),
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
        column!("ruleset", "text", "id of the ruleset", |r| r
            .of
            .label
            .ruleset
            .as_str()),
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
    ],
};
