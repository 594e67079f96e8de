//! The columns of `summary.csv`.

use super::shared_columns::{reproducible_column, ruleset_column};
use super::summary::SummaryRow;
use crate::report::{Column, Sheet, column, ratio};
use crate::rules::ChoiceKind;

const PASSES: &[ChoiceKind] = &[ChoiceKind::Pass, ChoiceKind::Decline];
const BACKWARD: &[ChoiceKind] = &[ChoiceKind::Backward, ChoiceKind::BackwardStay];
const STAYS: &[ChoiceKind] = &[ChoiceKind::ForwardStay, ChoiceKind::BackwardStay];

/// `summary.csv`.
pub static SUMMARY: Sheet<SummaryRow> = Sheet {
    file: "summary.csv",
    version: 1,
    about: "A row is one ruleset with one agent in each seat. The first player is the one who \
            throws first: A, or B where a ruleset says so. \
        Lengths, counts of plies and figures per game are those of the finished games. \
        Percentiles are nearest-rank.",
    columns: COLUMNS,
};

/// One figure of how a measure, a method of [`SummaryRow`], is spread over the
/// games.
macro_rules! spread {
    ($measure:ident, $what:literal, sd) => {
        spread!(@ $measure, "sd", "sample standard deviation: ", $what, sd())
    };
    ($measure:ident, $what:literal, min) => {
        spread!(@ $measure, "min", "smallest: ", $what, min())
    };
    ($measure:ident, $what:literal, max) => {
        spread!(@ $measure, "max", "largest: ", $what, max())
    };
    ($measure:ident, $what:literal, $name:literal = $percent:literal) => {
        spread!(
            @ $measure,
            $name,
            concat!($percent, " % of the games have at most so many: "),
            $what,
            percentile($percent)
        )
    };
    (@ $measure:ident, $name:literal, $about:expr, $what:literal, $($value:tt)+) => {
        column!(
            concat!(stringify!($measure), "_", $name),
            stringify!($measure),
            concat!($about, $what),
            |r| r.$measure().$($value)+
        )
    };
}

static COLUMNS: &[Column<SummaryRow>] = &[
    ruleset_column!(|r| r.label.ruleset),
    column!(
        "digest",
        "text",
        "identity of its mechanics, changes included",
        |r| r.label.digest.as_str()
    ),
    column!("agent_a", "text", "agent that sits on A", |r| r
        .label
        .agents[0]
        .as_str()),
    column!("agent_b", "text", "agent that sits on B", |r| r
        .label
        .agents[1]
        .as_str()),
    column!("games", "games", "games played", |r| r
        .measures
        .results
        .games()),
    column!("wins_a", "games", "games won by A", |r| r
        .measures
        .results
        .wins[0]),
    column!("wins_b", "games", "games won by B", |r| r
        .measures
        .results
        .wins[1]),
    column!("draws", "games", "games drawn", |r| r
        .measures
        .results
        .draws),
    column!(
        "unfinished",
        "games",
        "games given up at the ply limit; they count as no result",
        |r| r.measures.results.unfinished
    ),
    column!(
        "first_share",
        "share",
        "share of the first player, who throws first: (his wins + ½ draws) / finished games",
        |r| r.first().share()
    ),
    column!(
        "first_lo",
        "share",
        "lower end of its 95 % Wilson interval, n = finished games",
        |r| r.first_interval().map(|i| i.lo)
    ),
    column!("first_hi", "share", "upper end of that interval", |r| r
        .first_interval()
        .map(|i| i.hi)),
    column!("plies_mean", "plies", "mean length of a game", |r| r
        .plies()
        .mean()),
    column!("plies_se", "plies", "standard error of that mean", |r| r
        .plies()
        .standard_error()),
    column!(
        "plies_sd",
        "plies",
        "sample standard deviation of the length",
        |r| r.plies().sd()
    ),
    column!(
        "plies_p05",
        "plies",
        "5 % of the games are at most so long",
        |r| r.plies().percentile(5)
    ),
    column!("plies_p50", "plies", "median length", |r| r
        .plies()
        .percentile(50)),
    column!(
        "plies_p95",
        "plies",
        "95 % of the games are at most so long",
        |r| r.plies().percentile(95)
    ),
    column!(
        "turns_mean",
        "turns",
        "mean number of turns of a game",
        |r| r.turns().mean()
    ),
    column!("turns_se", "turns", "standard error of that mean", |r| r
        .turns()
        .standard_error()),
    column!(
        "passes_per_game",
        "plies per game",
        "plies in which nothing moves and the throw goes over, forced or chosen",
        |r| r.kinds_per_game(PASSES)
    ),
    column!(
        "captures_per_game",
        "captures per game",
        "swaps, or removals where captured pieces leave the game",
        |r| r.per_game(r.measures.plies.captured())
    ),
    column!(
        "backward_per_game",
        "plies per game",
        "backward moves",
        |r| r.kinds_per_game(BACKWARD)
    ),
    column!(
        "choices_mean",
        "choices",
        "mean number of choices over all plies, a pass counting as one",
        |r| r.per_ply(r.measures.plies.choices)
    ),
    column!(
        "decision_share",
        "share",
        "share of the plies with two or more choices",
        |r| r.per_ply(r.measures.plies.decisions)
    ),
    column!(
        "blocked_share",
        "share",
        "share of the plies in which the opponent's pairs or walls took away at least one choice: some move legal without them is not legal with them",
        |r| r.per_ply(r.measures.plies.blocked)
    ),
    column!(
        "changes",
        "text",
        "readings and keys changed for this run",
        |r| r.label.changes.as_str()
    ),
    column!(
        "games_asked",
        "games",
        "games asked for; more than `games` where the run was interrupted",
        |r| r.asked
    ),
    spread!(plies, "length in plies", min),
    spread!(plies, "length in plies", "p25" = 25),
    spread!(plies, "length in plies", "p75" = 75),
    spread!(plies, "length in plies", max),
    spread!(turns, "number of turns", sd),
    spread!(turns, "number of turns", min),
    spread!(turns, "number of turns", "p05" = 5),
    spread!(turns, "number of turns", "p25" = 25),
    spread!(turns, "number of turns", "p50" = 50),
    spread!(turns, "number of turns", "p75" = 75),
    spread!(turns, "number of turns", "p95" = 95),
    spread!(turns, "number of turns", max),
    column!(
        "moves_mean",
        "moves",
        "mean over the games: plies in which a piece moves",
        |r| r.moves().mean()
    ),
    column!("moves_se", "moves", "standard error of that mean", |r| r
        .moves()
        .standard_error()),
    spread!(moves, "plies in which a piece moves", sd),
    spread!(moves, "plies in which a piece moves", min),
    spread!(moves, "plies in which a piece moves", "p05" = 5),
    spread!(moves, "plies in which a piece moves", "p25" = 25),
    spread!(moves, "plies in which a piece moves", "p50" = 50),
    spread!(moves, "plies in which a piece moves", "p75" = 75),
    spread!(moves, "plies in which a piece moves", "p95" = 95),
    spread!(moves, "plies in which a piece moves", max),
    column!(
        "first_home_mean",
        "plies",
        "mean over the finished games with a piece home: plies until the first piece of either player is borne off, that ply included",
        |r| r.measures.games.first_home.mean()
    ),
    column!(
        "first_home_se",
        "plies",
        "standard error of that mean",
        |r| r.measures.games.first_home.standard_error()
    ),
    column!(
        "first_home_sd",
        "plies",
        "sample standard deviation of the same",
        |r| r.measures.games.first_home.sd()
    ),
    column!("first_home_p50", "plies", "median of the same", |r| r
        .measures
        .games
        .first_home
        .percentile(50)),
    column!(
        "declines_per_game",
        "plies per game",
        "of the passes, those chosen although something could move",
        |r| r.kinds_per_game(&[ChoiceKind::Decline])
    ),
    column!(
        "borne_off_per_game",
        "pieces per game",
        "pieces borne off",
        |r| r.per_game(r.measures.plies.borne_off)
    ),
    column!(
        "trapped_per_game",
        "plies per game",
        "falls into a trap that end in the refuge",
        |r| r.per_game(r.measures.plies.trapped)
    ),
    column!(
        "refused_per_game",
        "plies per game",
        "refused exits: forward moves that end in the refuge without landing",
        |r| r.per_game(r.measures.plies.refused)
    ),
    column!(
        "rethrows_per_game",
        "plies per game",
        "throws declined to throw again",
        |r| r.kinds_per_game(&[ChoiceKind::Rethrow])
    ),
    column!(
        "stays_per_game",
        "plies per game",
        "moves that stay on a trap square by choice",
        |r| r.kinds_per_game(STAYS)
    ),
    column!(
        "leaves_per_game",
        "plies per game",
        "pieces sent from a trap square to the refuge after staying",
        |r| r.kinds_per_game(&[ChoiceKind::Leave])
    ),
    column!(
        "pairs_formed_per_game",
        "pairs per game",
        "rows of two or more of one colour on neighbouring squares that come up in a ply and share no neighbouring two with the position before it",
        |r| r.per_game(r.measures.plies.pairs_formed)
    ),
    column!(
        "walls_formed_per_game",
        "walls per game",
        "the same for walls: rows of the ruleset's wall length, three where it has no walls",
        |r| r.per_game(r.measures.plies.walls_formed)
    ),
    column!(
        "wall_share",
        "share",
        "share of the plies before which a wall of either player stands on the board",
        |r| r.per_ply(r.measures.plies.with_wall)
    ),
    column!(
        "lead_changes_mean",
        "changes",
        "mean over the games: changes of the leader by pips still to go, looked at after each turn; a captured piece that has left the game has its whole way to go",
        |r| r.measures.games.lead_changes.mean()
    ),
    column!(
        "lead_changes_se",
        "changes",
        "standard error of that mean",
        |r| r.measures.games.lead_changes.standard_error()
    ),
    column!(
        "winner_ahead_share",
        "share",
        "share of the turns of the won games after which the later winner is ahead by pips",
        |r| ratio(
            r.measures.games.turns_winner_ahead,
            r.measures.games.turns_of_won
        )
    ),
    column!(
        "margin_mean",
        "pieces",
        "mean over the won games: pieces that the loser has not borne off when the game ends, those on the board and those captured for good together; at least 1",
        |r| r.measures.games.margin.mean()
    ),
    column!("margin_se", "pieces", "standard error of that mean", |r| r
        .measures
        .games
        .margin
        .standard_error()),
    reproducible_column!(
        |r| r.label.reproducible,
        "`no` where an agent is limited by time"
    ),
];
