//! The columns of matches and ladders.

use super::shared_columns::{digest_column, reproducible_column, ruleset_column};
use super::skill_rows::SkillRow;
use super::summary::Label;
use crate::arena::{BILLION, DuelResult};
use crate::report::{Column, Sheet, column, ratio};
use crate::stats::{Confidence, Decision, Gsprt, Interval, Law, Pentanomial};

/// One ruleset and pair of agents.
#[derive(Clone, Debug)]
pub struct MatchRow {
    /// The agents are the first and the second here, whatever their seats.
    pub label: Label,
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

    /// Cut to 0 … 1, within which every score lies on average.
    pub fn adjusted_interval(&self) -> Option<Interval> {
        let adjusted = self.result.skill.as_ref()?.pairs.adjusted;
        let interval = adjusted.interval(Law::Student, Confidence::P95)?;
        Some(interval.scaled(1.0 / BILLION).cut(0.0, 1.0))
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
    ruleset_column!(|r| r.label.ruleset),
    digest_column!(|r| r.label.digest),
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
    reproducible_column!(
        |r| r.label.reproducible,
        "`no` where an agent is limited by time"
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
