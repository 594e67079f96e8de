//! The columns of a study's files.

use super::figures::{Figures, LengthKind};
use super::matched::Holding;
use super::rows::*;
use crate::experiment::shared_columns::{digest_column, ruleset_column};
use crate::report::{Cell, Column, Sheet, column, ratio};
use crate::stats::two_sided_p;

/// The columns with which every row begins.
macro_rules! of_game {
    ($row:ty; $($column:expr),* $(,)?) => {
        &[
            ruleset_column!(|r| r.game.ruleset),
            column!("changes", "text", "readings and changed keys but for the pieces", |r| r.game.changes.as_str()),
            column!("pieces", "pieces", "pieces a side", |r| u64::from(r.game.pieces)),
            digest_column!(|r| r.game.digest),
            $($column),*
        ]
    };
}

/// The columns of the figures of a table.
macro_rules! with_figures {
    ($row:ty; $($before:expr),* $(,)?) => {
        of_game![$row;
            $($before,)*
            column!("positions", "positions", "entries of the table", |r| r.figures.positions),
            column!("precision", "text", "how its values are stored", |r| r.figures.precision.as_str()),
            column!("evidence", "text", "`certified`: the chance has proven bounds; else `not certified`", |r| if r.figures.lower.is_some() { "certified" } else { "not certified" }),
            column!("tolerance", "chance", "certified: widest interval asked for; else: largest change that the last sweep might make (of 8 bits: half a step)", |r| r.figures.tolerance),
            column!("first", "chance", "first player's chance of winning with perfect play", |r| r.figures.value),
            column!("first_lo", "chance", "its proven lower bound", |r| r.figures.lower),
            column!("first_hi", "chance", "its proven upper bound", |r| r.figures.upper),
            column!("lengths", "text", "`exact`: from the equations of perfect play; `of the table`: likewise, for the play of a table without proven bounds, whose values are rounded or at rest within the tolerance alone, and which plays a little otherwise; `simulated`: from games; `not found`: the equations did not come to rest", |r| lengths(&r.figures)),
            column!("games", "games", "games played, where lengths are simulated", |r| r.figures.games),
            column!("plies", "plies", "mean length of perfect play", |r| r.figures.plies.mean),
            column!("plies_sd", "plies", "its standard deviation from game to game; empty where there was room for exact means alone", |r| r.figures.plies.sd),
            column!("plies_lo", "plies", "lower end of the 95 % interval of a simulated mean", |r| r.figures.plies.lo),
            column!("plies_hi", "plies", "upper end of that interval", |r| r.figures.plies.hi),
            column!("turns", "turns", "mean number of turns", |r| r.figures.turns.mean),
            column!("turns_sd", "turns", "its standard deviation, or empty as before", |r| r.figures.turns.sd),
            column!("turns_lo", "turns", "lower end of the 95 % interval of a simulated mean", |r| r.figures.turns.lo),
            column!("turns_hi", "turns", "upper end of that interval", |r| r.figures.turns.hi),
            column!("gap", "chance", "largest difference, over all positions, between the table's value and the chance that its own choices give", |r| r.figures.gap),
            column!("ties", "decisions", "positions and throws in which best values were equal and the origin decided", |r| r.figures.ties),
        ]
    };
}

/// How lengths were found, as the files say it.
fn lengths(figures: &Figures) -> &'static str {
    match figures.kind {
        LengthKind::Exact if figures.lower.is_some() => "exact",
        LengthKind::Exact => "of the table",
        LengthKind::Simulated => "simulated",
        LengthKind::Unrested => "not found",
    }
}

/// `advantage.csv`.
pub static ADVANTAGE: Sheet<AdvantageRow> = Sheet {
    file: "advantage.csv",
    version: 1,
    about: "A row is one solved game: a ruleset, perhaps in another reading, with some pieces a \
        side. Of choices of equal value the perfect player takes the lowest origin, then the \
        smaller position text; lengths refer to that.",
    columns: ADVANTAGE_COLUMNS,
};

static ADVANTAGE_COLUMNS: &[Column<AdvantageRow>] = with_figures![AdvantageRow;];

/// `stick_p.csv`.
pub static STICK_STUDY: Sheet<StickRow> = Sheet {
    file: "stick_p.csv",
    version: 1,
    about: "A row is one ruleset solved at one chance p of a stick's light face; columns as in \
        `advantage.csv`.",
    columns: STICK_COLUMNS,
};

static STICK_COLUMNS: &[Column<StickRow>] = with_figures![StickRow;
    column!("stick_p", "chance", "chance that a stick shows its light face", |r| Cell::Text(r.stick_p.clone())),
];

/// `blocking_value.csv`.
pub static BLOCKING_VALUE: Sheet<BlockingValueRow> = Sheet {
    file: "blocking_value.csv",
    version: 1,
    about: "A row is one ruleset and one change of its blocking, both solved. `removed`: for both \
        players. `denied`: to one of them, whose pieces then never protect or bar; figures over \
        both seats. Changes are changed less written.",
    columns: BLOCKING_COLUMNS,
};

static BLOCKING_COLUMNS: &[Column<BlockingValueRow>] = of_game![BlockingValueRow;
    column!("way", "text", "`removed` for both, or `denied` to one player", |r| r.way),
    column!("what", "text", "`pairs`, `walls`, `both`, or `walls-of-two` (two in a row bar)", |r| r.what),
    column!("evidence", "text", "`certified` where all chances have proven bounds", |r| if r.certified() { "certified" } else { "not certified" }),
    column!("first_written", "chance", "first player's chance as written", |r| r.written.value),
    column!("first_changed", "chance", "the same with the rule removed", |r| (r.changed.len() == 1).then(|| r.changed[0].value)),
    column!("first_change", "chance", "their difference; here and below 0 where the bounds of both overlap (without bounds: where they are within the tolerances)", |r| r.first_change()),
    column!("first_loss", "chance", "what the first player loses if it is denied to him", |r| r.first_loss()),
    column!("second_loss", "chance", "what the second player loses if it is denied to him", |r| r.second_loss()),
    column!("loss", "chance", "mean of both: what it costs to be denied it", |r| r.loss()),
    column!("plies_written", "plies", "mean length as written", |r| r.written.plies.mean),
    column!("plies_change", "plies", "change of the mean length (mean of both seats where denied); 0 where it is no larger than the error of exact lengths, 10⁻¹⁰ of them", |r| r.plies_change()),
    column!("turns_change", "turns", "change of the mean number of turns", |r| r.turns_change()),
];

/// `matched.csv`.
pub static MATCHED: Sheet<MatchedRow> = Sheet {
    file: "matched.csv",
    version: 1,
    about: "A row is one way of standing held against another, over all positions of a table that \
        are alike in pips and pieces of both sides. `wall`: three or more in a row; `pair`: two \
        neighbours, no wall; `neither`. Weighted by the positions that have the holding.",
    columns: MATCHED_COLUMNS,
};

static MATCHED_COLUMNS: &[Column<MatchedRow>] = of_game![MatchedRow;
    column!("owner", "text", "`thrower`: the player about to throw stands so; `other`: the opponent", |r| if r.found.own { "thrower" } else { "other" }),
    column!("holding", "text", "`pair` or `wall`", |r| Holding::name(r.found.holding)),
    column!("against", "text", "`neither` or `pair`", |r| Holding::name(r.found.against)),
    column!("cells", "cells", "cells of equal pips and pieces that have both", |r| r.found.cells),
    column!("holders", "positions", "positions with the holding", |r| r.found.holders),
    column!("matched", "positions", "of these, positions in such cells", |r| r.found.matched),
    column!("equity", "equity", "mean equity of the owner in the matched positions", |r| r.found.with),
    column!("difference", "equity", "by how much that exceeds the matched mean without the holding", |r| r.found.difference),
];

/// `openings.csv`.
pub static OPENINGS: Sheet<OpeningRow> = Sheet {
    file: "openings.csv",
    version: 1,
    about: "A row is one first choice with one throw, the best first. Equities are the first \
        player's.",
    columns: OPENING_COLUMNS,
};

static OPENING_COLUMNS: &[Column<OpeningRow>] = of_game![OpeningRow;
    column!("table", "text", "precision, bounds and tolerance of the table", |r| r.table.as_str()),
    column!("throw", "points", "the throw", |r| u64::from(r.choice.points)),
    column!("chance", "chance", "chance of the throw", |r| r.choice.chance),
    column!("choice", "text", "as game records write it", |r| r.choice.deed.as_str()),
    column!("rank", "number", "1 for the best choice with this throw", |r| r.choice.rank),
    column!("equity", "equity", "of the first player after it", |r| r.choice.equity),
    column!("equity_lo", "equity", "its proven lower bound", |r| r.choice.lower),
    column!("equity_hi", "equity", "its proven upper bound", |r| r.choice.upper),
    column!("regret", "equity", "what it is worth less than the best", |r| r.choice.regret),
    column!("proven", "0 or 1", "whether it is proven to be the only best choice", |r| u64::from(r.choice.proven)),
    column!("position", "text", "the position after it", |r| r.choice.position.as_str()),
];

/// `decision_agents.csv`.
pub static DECISION_AGENTS: Sheet<AgentRow> = Sheet {
    file: "decision_agents.csv",
    version: 1,
    about: "A row is one agent asked for its choice in every decision that the perfect player met \
        in games against itself.",
    columns: AGENT_COLUMNS,
};

static AGENT_COLUMNS: &[Column<AgentRow>] = of_game![AgentRow;
    column!("agent", "text", "who was asked", |r| r.found.agent.as_str()),
    column!("games", "games", "games of perfect play", |r| r.games),
    column!("decisions", "decisions", "plies with two choices or more", |r| r.found.decisions),
    column!("best", "share", "share for a best choice, as far as the table can tell", |r| ratio(r.found.best, r.found.decisions)),
    column!("regret", "equity", "mean regret a decision", |r| r.found.regret),
    column!("regret_se", "equity", "its standard error", |r| r.found.regret_se),
    column!("largest", "equity", "largest regret met", |r| r.found.blunders.first().map(|worst| worst.regret)),
];

/// `margins.csv`.
pub static DECISION_MARGINS: Sheet<MarginRow> = Sheet {
    file: "margins.csv",
    version: 1,
    about: "A row is one class of margins (what the second best choice is worth less than the \
        best) among the decisions of perfect play. The first class holds the ties: margins within \
        the resolution of the table.",
    columns: MARGIN_COLUMNS,
};

static MARGIN_COLUMNS: &[Column<MarginRow>] = of_game![MarginRow;
    column!("games", "games", "games of perfect play", |r| r.games),
    column!("resolution", "equity", "margins up to this are ties", |r| r.resolution),
    column!("above", "equity", "lower end of the class; empty for the ties", |r| r.above),
    column!("up_to", "equity", "upper end; empty for the ties and for the last class", |r| r.up_to),
    column!("decisions", "decisions", "decisions of the class", |r| r.count),
    column!("share", "share", "share of all decisions", |r| ratio(r.count, r.of)),
];

/// `notable.csv`.
pub static NOTABLE_DECISIONS: Sheet<NotableRow> = Sheet {
    file: "notable.csv",
    version: 1,
    about: "A row is one decision of perfect play: one of the closest that are no ties, or one in \
        which an agent would lose most. Each position and throw stands once in a list.",
    columns: NOTABLE_COLUMNS,
};

static NOTABLE_COLUMNS: &[Column<NotableRow>] = of_game![NotableRow;
    column!("list", "text", "`closest`, or `blunder`", |r| if r.agent.is_some() { "blunder" } else { "closest" }),
    column!("agent", "text", "who blunders", |r| r.agent.as_deref()),
    column!("rank", "number", "place in the list", |r| r.rank),
    column!("position", "text", "before the throw", |r| r.found.position.as_str()),
    column!("throw", "points", "the throw", |r| u64::from(r.found.points)),
    column!("best", "text", "the best choice", |r| r.found.best.as_str()),
    column!("equity", "equity", "of the player who throws, after it", |r| r.found.equity),
    column!("other", "text", "the second best, or what the agent takes", |r| r.found.other.as_str()),
    column!("regret", "equity", "what that is worth less", |r| r.found.regret),
];

/// `reach.csv`.
pub static REACH: Sheet<ReachRow> = Sheet {
    file: "reach.csv",
    version: 1,
    about: "A row is one table. Entries are counted: where the rules are the same for both \
        players, a position and the same with the colours exchanged are one.",
    columns: REACH_COLUMNS,
};

static REACH_COLUMNS: &[Column<ReachRow>] = of_game![ReachRow;
    column!("positions", "positions", "entries of the table", |r| r.found.positions),
    column!("reachable", "positions", "entries that can arise from the start; empty where the table is too large to tell", |r| r.found.reachable),
    column!("reachable_share", "share", "the same as a share", |r| r.found.reachable.and_then(|n| ratio(n, r.found.positions))),
    column!("perfect", "positions", "entries that can arise in perfect play", |r| r.found.perfect),
    column!("perfect_share", "share", "the same as a share", |r| r.found.perfect.and_then(|n| ratio(n, r.found.positions))),
    column!("games", "games", "sampled games of perfect play", |r| r.found.visited.last().map(|point| point.games)),
    column!("meetings", "positions", "positions met in them, every meeting counted", |r| r.found.visited.last().map(|point| point.meetings)),
    column!("distinct", "positions", "different entries among these", |r| r.found.visited.last().map(|point| point.distinct)),
    column!("distinct_share", "share", "the same as a share of the table", |r| r.found.visited.last().and_then(|point| ratio(point.distinct, r.found.positions))),
];

/// `reach_curve.csv`.
pub static REACH_CURVE: Sheet<CurveRow> = Sheet {
    file: "reach_curve.csv",
    version: 1,
    about: "A row is one table and one number of sampled games of perfect play.",
    columns: CURVE_COLUMNS,
};

static CURVE_COLUMNS: &[Column<CurveRow>] = of_game![CurveRow;
    column!("games", "games", "games so far", |r| r.point.games),
    column!("meetings", "positions", "positions met, every meeting counted", |r| r.point.meetings),
    column!("distinct", "positions", "different entries among these", |r| r.point.distinct),
    column!("share", "share", "share of the table", |r| ratio(r.point.distinct, r.positions)),
];

/// `check.csv`.
pub static CHECK: Sheet<CheckRow> = Sheet {
    file: "check.csv",
    version: 1,
    about: "A row is one table whose perfect player played against itself. z: standard deviations \
        that a simulated figure is off the exact one; p: how often chance alone is so far off. The \
        figures differ where p is below 0.001. The luck identity: in every game, result − start = \
        luck − regret within the residual times the plies.",
    columns: CHECK_COLUMNS,
};

static CHECK_COLUMNS: &[Column<CheckRow>] = of_game![CheckRow;
    column!("table", "text", "precision, bounds and tolerance of the table", |r| r.table.as_str()),
    column!("games", "games", "finished games", |r| r.found.games),
    column!("unfinished", "games", "games that were given up", |r| r.found.unfinished),
    column!("first", "chance", "first player's chance by the table", |r| r.found.value),
    column!("first_won", "share", "share of the games that the first player won", |r| ratio(r.found.won, r.found.games)),
    column!("first_z", "z", "by the binomial law", |r| r.z_wins()),
    column!("first_p", "chance", "how often chance alone is so far off", |r| r.z_wins().map(two_sided_p)),
    column!("plies_exact", "plies", "exact mean length; empty where there is none", |r| r.found.plies_exact),
    column!("plies", "plies", "mean length of the games", |r| r.found.plies),
    column!("plies_z", "z", "of the plies", |r| r.z_plies()),
    column!("turns_exact", "turns", "exact mean number of turns", |r| r.found.turns_exact),
    column!("turns", "turns", "mean number of turns of the games", |r| r.found.turns),
    column!("turns_z", "z", "of the turns", |r| r.z_turns()),
    column!("luck_games", "games", "finished games in which the luck identity was looked at", |r| r.found.luck_games),
    column!("residual", "equity", "largest Bellman residual", |r| r.found.residual),
    column!("residual_from", "text", "`all`: a bound over all positions; `format`: what tolerance and rounding allow", |r| if r.found.residual_of_all { "all" } else { "format" }),
    column!("identity_off", "equity", "largest amount by which a game misses the identity", |r| r.lucky(r.found.off)),
    column!("identity_share", "share", "the same as a share of residual × plies, the largest of a game; above 1 the identity fails", |r| r.lucky(r.found.off_share)),
    column!("regret", "equity", "summed regret of all these games", |r| r.lucky(r.found.regret)),
    column!("verdict", "text", "`agrees`, or what does not: `wins differ`, `lengths differ`, `luck identity fails`; `not compared` where no game came to its end", |r| r.verdict()),
];

/// `derivatives.csv`.
pub static DERIVATIVES: Sheet<DerivativeRow> = Sheet {
    file: "derivatives.csv",
    version: 1,
    about: "A row is one way of keeping one game's perfect play, and what it costs to play by it.",
    columns: DERIVATIVE_COLUMNS,
};

static DERIVATIVE_COLUMNS: &[Column<DerivativeRow>] = of_game![DerivativeRow;
    column!("positions", "positions", "entries of the table", |r| r.positions),
    column!("form", "text", "the table itself, its values in 8 bits (`u8`), or its best choices (`choices`)", |r| r.form.form.as_str()),
    column!("bytes", "bytes", "size of the values or choices", |r| r.form.bytes),
    column!("bits", "bits", "the same for each position", |r| ratio(8 * r.form.bytes, r.positions)),
    column!("games", "games", "games of the form against itself", |r| r.games),
    column!("decisions", "decisions", "plies in them with two choices or more", |r| r.form.decisions),
    column!("regret", "equity", "mean regret a decision", |r| r.form.regret),
    column!("regret_se", "equity", "its standard error", |r| r.form.regret_se),
    column!("largest", "equity", "largest regret met", |r| r.form.largest),
    column!("first_loss", "chance", "exact: what the first player loses against the perfect player by playing by it", |r| r.form.first_loss),
    column!("second_loss", "chance", "the same in the second seat", |r| r.form.second_loss),
];
