//! The columns of the files beside `summary.csv`.

use super::shared_columns::{digest_column, ruleset_column};
use super::summary::Label;
use crate::arena::{BlockingPairs, SeatPairs};
use crate::report::{Column, Sheet, column, ratio};
use crate::stats::{Confidence, Interval, Law, PairedDifference};
use crate::types::Player;

/// The columns with which every row begins.
macro_rules! labelled {
    ($row:ty; $($column:expr),* $(,)?) => {
        &[
            ruleset_column!(|r| r.label.ruleset),
            digest_column!(|r| r.label.digest),
            column!("agent_a", "text", "agent that sits on A", |r| r.label.agents[0].as_str()),
            column!("agent_b", "text", "agent that sits on B", |r| r.label.agents[1].as_str()),
            $($column),*
        ]
    };
}

/// One value of one measure of the games of a seating.
pub struct ValueRow {
    pub label: Label,
    pub measure: &'static str,
    pub value: u64,
    /// Games with this value.
    pub games: u64,
    /// Games with at most this value.
    pub up_to: u64,
    /// Games measured.
    pub of: u64,
}

/// `lengths.csv`.
pub static LENGTHS: Sheet<ValueRow> = Sheet {
    file: "lengths.csv",
    version: 1,
    about: "A row is one length of the finished games of one ruleset and seating.",
    columns: LENGTH_COLUMNS,
};

static LENGTH_COLUMNS: &[Column<ValueRow>] = labelled![ValueRow;
    column!("unit", "text", "what is counted: `plies` or `turns`", |r| r.measure),
    column!("length", "plies or turns", "length of a game", |r| r.value),
    column!("games", "games", "finished games of this length", |r| r.games),
    column!("chance", "share", "share of the finished games of this length", |r| ratio(r.games, r.of)),
    column!("cumulative", "share", "share of the finished games of at most this length", |r| ratio(r.up_to, r.of)),
];

/// `histograms.csv`.
pub static HISTOGRAMS: Sheet<ValueRow> = Sheet {
    file: "histograms.csv",
    version: 1,
    about: "A row is one value of one measure of the games of one ruleset and seating. Measures: \
        `plies`, `turns`, `moves`, `first_home`, `lead_changes`, `margin`, as in `summary.csv`; `margin` goes from 1 to the pieces a side.",
    columns: HISTOGRAM_COLUMNS,
};

static HISTOGRAM_COLUMNS: &[Column<ValueRow>] = labelled![ValueRow;
    column!("measure", "text", "which measure", |r| r.measure),
    column!("value", "as the measure", "its value", |r| r.value),
    column!("games", "games", "games with this value", |r| r.games),
];

/// One square and player of a seating.
pub struct SquareRow {
    pub label: Label,
    pub square: u64,
    pub player: Player,
    pub count: u64,
    /// What the count is divided by.
    pub of: u64,
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::A => "A",
        Player::B => "B",
    }
}

/// `occupancy.csv`.
pub static OCCUPANCY: Sheet<SquareRow> = Sheet {
    file: "occupancy.csv",
    version: 1,
    about: "A row is one square and owner in one ruleset and seating.",
    columns: OCCUPANCY_COLUMNS,
};

static OCCUPANCY_COLUMNS: &[Column<SquareRow>] = labelled![SquareRow;
    column!("square", "square", "in the order of travel; where there are two tracks, of that player's own", |r| r.square),
    column!("player", "text", "owner of the piece, A or B", |r| letter(r.player)),
    column!("plies", "plies", "plies before which a piece of that player stands there", |r| r.count),
    column!("share", "share", "share of all plies", |r| ratio(r.count, r.of)),
];

/// `swaps.csv`.
pub static SWAPS: Sheet<SquareRow> = Sheet {
    file: "swaps.csv",
    version: 1,
    about: "A row is one square and capturing player in one ruleset and seating. Captures are \
        swaps, or removals where captured pieces leave the game.",
    columns: SWAP_COLUMNS,
};

static SWAP_COLUMNS: &[Column<SquareRow>] = labelled![SquareRow;
    column!("square", "square", "square on which the captured piece stood", |r| r.square),
    column!("player", "text", "player who captures, A or B", |r| letter(r.player)),
    column!("captures", "captures", "captures there", |r| r.count),
    column!("captures_per_game", "captures per game", "the same divided by the finished games", |r| ratio(r.count, r.of)),
];

/// Two agents in both seatings; the label has the first agent as A.
pub struct PairRow {
    pub label: Label,
    pub pairs: SeatPairs,
}

impl PairRow {
    /// Half points of a difference within a pair, −4 to 4, to a share of 0 to 1.
    fn share(difference: f64) -> f64 {
        0.5 + difference / 8.0
    }

    /// The points of the agent by the games: n pairs have 4n half points each
    /// way, so the difference d makes (4n + d) / 8n.
    fn mean_share(&self) -> Option<f64> {
        let score = &self.pairs.score;
        let half_points = 4 * i128::from(score.count()) + score.sum();
        ratio(u64::try_from(half_points).ok()?, 8 * score.count())
    }

    fn interval(&self) -> Option<Interval> {
        self.pairs.score.interval(Law::Student, Confidence::P95)
    }
}

/// `pairs.csv`.
pub static PAIRS: Sheet<PairRow> = Sheet {
    file: "pairs.csv",
    version: 1,
    about: "A row is one ruleset and two agents that play each game twice, on the same throws \
        and with seats changed; a pair is these two games.",
    columns: PAIR_COLUMNS,
};

static PAIR_COLUMNS: &[Column<PairRow>] = &[
    ruleset_column!(|r| r.label.ruleset),
    digest_column!(|r| r.label.digest),
    column!("agent", "text", "the agent whose share this is", |r| r
        .label
        .agents[0]
        .as_str()),
    column!("opponent", "text", "the agent it plays", |r| r.label.agents
        [1]
    .as_str()),
    column!("pairs", "pairs", "pairs with both games finished", |r| r
        .pairs
        .score
        .count()),
    column!(
        "unfinished",
        "pairs",
        "pairs with a game that was given up",
        |r| r.pairs.unfinished
    ),
    column!(
        "share",
        "share",
        "points of the agent (a draw ½) by games",
        |r| r.mean_share()
    ),
    column!(
        "share_lo",
        "share",
        "lower end of its 95 % interval, taken over the pairs (Student)",
        |r| r.interval().map(|i| PairRow::share(i.lo))
    ),
    column!("share_hi", "share", "upper end of that interval", |r| r
        .interval()
        .map(|i| PairRow::share(i.hi))),
];

/// One ruleset and seating as written and without some blocking.
pub struct BlockingRow {
    pub label: Label,
    pub variant: &'static str,
    pub pairs: BlockingPairs,
}

impl BlockingRow {
    fn written(&self, i: usize) -> Option<f64> {
        ratio(self.pairs.written[i], self.pairs.plies.count())
    }

    fn without(&self, i: usize, difference: &PairedDifference) -> Option<f64> {
        let sum = i128::from(self.pairs.written[i]) + difference.sum();
        ratio(u64::try_from(sum).ok()?, difference.count())
    }

    /// 95 % interval of the change of length, in plies.
    pub fn plies_interval(&self) -> Option<Interval> {
        self.pairs.plies.interval(Law::Student, Confidence::P95)
    }

    /// 95 % interval of the change of the first player's share.
    pub fn first_interval(&self) -> Option<Interval> {
        let half_points = self.pairs.first.interval(Law::Student, Confidence::P95);
        half_points.map(|i| i.scaled(0.5))
    }
}

/// `blocking.csv`.
pub static BLOCKING: Sheet<BlockingRow> = Sheet {
    file: "blocking.csv",
    version: 1,
    about: "A row is one ruleset and seating, played as written and again, on the same throws, \
        without some of its blocking. Differences are without minus as written: what changes \
        when the blocking goes. Variants that change nothing, or the same as another, are left out. Intervals are \
        95 % of the mean difference within pairs of games (Student).",
    columns: BLOCKING_COLUMNS,
};

static BLOCKING_COLUMNS: &[Column<BlockingRow>] = labelled![BlockingRow;
    column!("variant", "text", "what is taken out: `no-pairs`, `no-walls` or `no-pairs-no-walls`", |r| r.variant),
    column!("pairs", "pairs", "games finished both ways", |r| r.pairs.plies.count()),
    column!("unfinished", "pairs", "games given up in one way or both", |r| r.pairs.unfinished),
    column!("plies_written", "plies", "mean length as written", |r| r.written(0)),
    column!("plies_without", "plies", "mean length without", |r| r.without(0, &r.pairs.plies)),
    column!("plies_diff", "plies", "mean difference of length", |r| r.pairs.plies.mean()),
    column!("plies_diff_se", "plies", "its standard error", |r| r.pairs.plies.standard_error()),
    column!("plies_diff_lo", "plies", "lower end of its interval", |r| r.plies_interval().map(|i| i.lo)),
    column!("plies_diff_hi", "plies", "upper end of its interval", |r| r.plies_interval().map(|i| i.hi)),
    column!("first_written", "share", "share of the first player as written, draws counting half", |r| r.written(1).map(|h| h / 2.0)),
    column!("first_without", "share", "share of A without", |r| r.without(1, &r.pairs.first).map(|h| h / 2.0)),
    column!("first_diff", "share", "difference of the shares", |r| r.pairs.first.mean().map(|h| h / 2.0)),
    column!("first_diff_se", "share", "its standard error", |r| r.pairs.first.standard_error().map(|h| h / 2.0)),
    column!("first_diff_lo", "share", "lower end of its interval", |r| r.first_interval().map(|i| i.lo)),
    column!("first_diff_hi", "share", "upper end of its interval", |r| r.first_interval().map(|i| i.hi)),
];
