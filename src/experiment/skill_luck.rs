//! The columns of a study of skill and luck.

use super::matches::MatchRow;
use super::shared_columns::{digest_column, reproducible_column, ruleset_column};
use crate::arena::BILLION;
use crate::report::{Sheet, column};

/// One agent against perfect play.
#[derive(Clone, Debug)]
pub struct SkillLuckRow {
    pub study: Study,
    /// Of a study by phase: squares that both sides together have still to go
    /// when the agent changes.
    pub pips: Option<u64>,
    /// Of the start.
    pub pips_at_start: u64,
    /// The agent first, perfect play second.
    pub row: MatchRow,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Study {
    /// An agent as it is.
    Agent,
    /// Random until few pips are left, perfect from then on.
    PerfectEnd,
    /// Perfect until few pips are left, random from then on.
    PerfectBeginning,
}

impl Study {
    pub fn name(self) -> &'static str {
        match self {
            Study::Agent => "agent",
            Study::PerfectEnd => "random-then-perfect",
            Study::PerfectBeginning => "perfect-then-random",
        }
    }
}

impl SkillLuckRow {
    /// Winning chance that the agent loses in a game by its choices.
    fn regret_per_game(&self) -> Option<f64> {
        self.row.skill_rows().first()?.regret_per_game()
    }

    /// Variance of the result of a game, of its luck, and of the result less the
    /// luck and less what the seat is worth.
    fn variances(&self) -> Option<[f64; 3]> {
        let skill = self.row.result.skill.as_ref()?;
        let square = BILLION * BILLION;
        Some([
            skill.games.result.variance()? / square,
            skill.games.luck.variance()? / square,
            skill.choices.variance()? / square,
        ])
    }

    /// Variance of the luck by that of the result of a game. Where luck and
    /// choices go together the two do not add up, and it may pass 1.
    pub fn luck_share(&self) -> Option<f64> {
        let [result, luck, _] = self.variances()?;
        (result > 0.0).then(|| luck / result)
    }

    /// Share of the variance of the result that is left when the luck and the
    /// worth of the seat are taken out: what the choices make.
    pub fn rest_share(&self) -> Option<f64> {
        let [result, _, rest] = self.variances()?;
        (result > 0.0).then(|| rest / result)
    }
}

/// `skill-luck.csv`.
pub static SKILL_LUCK: Sheet<SkillLuckRow> = Sheet {
    file: "skill-luck.csv",
    version: 1,
    about: "A row is one agent against perfect play on one ruleset. Studies: `agent`, an agent as it \
        is; `random-then-perfect`, at random until both sides together have at most `pips` squares to \
        go and perfect from then on; `perfect-then-random`, the other way round.",
    columns: &[
        ruleset_column!(|r| r.row.label.ruleset),
        digest_column!(|r| r.row.label.digest),
        column!(
            "changes",
            "text",
            "readings and keys changed, joined by `;`",
            |r| r.row.label.changes.as_str()
        ),
        column!("study", "text", "which study", |r| r.study.name()),
        column!("agent", "text", "who plays against perfect play", |r| r
            .row
            .label
            .agents[0]
            .as_str()),
        reproducible_column!(
            |r| r.row.label.reproducible,
            "`no` where the agent is limited by time"
        ),
        column!("pips", "squares", "left at the change", |r| r.pips),
        column!("pips_at_start", "squares", "left at the start", |r| r
            .pips_at_start),
        column!("pairs", "pairs", "pairs of games that count", |r| r
            .row
            .pairs()
            .pairs()),
        column!(
            "unfinished",
            "pairs",
            "pairs with a game that was given up; in no other figure",
            |r| r.row.result.unfinished
        ),
        column!("score", "share", "points a game", |r| r.row.pairs().score()),
        column!("score_lo", "share", "its 95 % interval, lower end", |r| r
            .row
            .score_interval()
            .map(|i| i.lo)),
        column!("score_hi", "share", "upper end", |r| r
            .row
            .score_interval()
            .map(|i| i.hi)),
        column!(
            "elo",
            "Elo",
            "difference to perfect play that the score stands for",
            |r| r.row.pairs().elo()
        ),
        column!("elo_lo", "Elo", "its 95 % interval, lower end", |r| r
            .row
            .elo_interval()
            .map(|i| i.lo)),
        column!("elo_hi", "Elo", "upper end", |r| r
            .row
            .elo_interval()
            .map(|i| i.hi)),
        column!(
            "adjusted",
            "share",
            "points a game with the luck taken out",
            |r| r.row.adjusted()
        ),
        column!(
            "adjusted_lo",
            "share",
            "its 95 % interval, lower end",
            |r| r.row.adjusted_interval().map(|i| i.lo)
        ),
        column!("adjusted_hi", "share", "upper end", |r| r
            .row
            .adjusted_interval()
            .map(|i| i.hi)),
        column!(
            "regret_per_game",
            "equity",
            "winning chance that the agent loses in a game by its choices",
            |r| r.regret_per_game()
        ),
        column!(
            "result_variance",
            "points²",
            "variance of the points of a game",
            |r| r.variances().map(|v| v[0])
        ),
        column!(
            "luck_variance",
            "points²",
            "variance of the luck of a game: by the true values, what each throw gave or took, \
             summed (see docs/matches.md)",
            |r| r.variances().map(|v| v[1])
        ),
        column!(
            "rest_variance",
            "points²",
            "variance of the points less the luck and less what the seat is worth at the start",
            |r| r.variances().map(|v| v[2])
        ),
        column!(
            "luck_share",
            "ratio",
            "variance of the luck by that of the points: how much of the spread of results the \
             throws make; luck and choices may go together, so it may pass 1, and with \
             `rest_share` and the spread between the seats it need not make 1",
            |r| r.luck_share()
        ),
        column!(
            "rest_share",
            "ratio",
            "`rest_variance` by that of the points: how much of the spread of results is made by \
             choices, 0 where throws alone decide (`by choices` on the screen)",
            |r| r.rest_share()
        ),
        column!(
            "score_as_a",
            "share",
            "points a game of the agent on A",
            |r| r.row.seat_score(0)
        ),
        column!("score_as_b", "share", "points a game on B", |r| r
            .row
            .seat_score(1)),
    ],
};
