//! Games with the same throws, compared one by one.
//!
//! Game g has the same throws whoever sits where and whatever is changed in
//! the ruleset, so that differences are taken within pairs of games and the
//! luck of the throws falls out of them as far as it can.

use super::game::GameResult;
use crate::rules::Outcome;
use crate::ruleset::{Mechanics, Pairs};
use crate::stats::{Merge, PairedDifference};
use crate::types::{ByPlayer, Player};

/// The half points of `player`: 2 for a win, 1 for a draw; `None` where the
/// game was given up.
pub fn half_points(result: &GameResult, player: Player) -> Option<i64> {
    result.outcome.map(|outcome| match outcome {
        Outcome::Won(winner) if winner == player => 2,
        Outcome::Won(_) => 0,
        Outcome::Draw => 1,
    })
}

/// Two agents that play each game twice, with seats changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatPairs {
    /// Half points of the first agent minus those of the second, both games
    /// of a pair together: −4 to 4.
    pub score: PairedDifference,
    /// Pairs with a game that was given up.
    pub unfinished: u64,
}

impl SeatPairs {
    /// One pair: `one` with the first agent as A, `two` with it as B.
    pub fn record(&mut self, one: &GameResult, two: &GameResult) {
        match (half_points(one, Player::A), half_points(two, Player::B)) {
            (Some(one), Some(two)) => self.score.record(2 * (one + two) - 4),
            _ => self.unfinished += 1,
        }
    }
}

impl Merge for SeatPairs {
    fn merge(&mut self, other: &Self) {
        self.score.merge(&other.score);
        self.unfinished += other.unfinished;
    }
}

/// A ruleset with some of its blocking taken out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unblocked {
    Pairs,
    Walls,
    Both,
}

impl Unblocked {
    pub const ALL: [Unblocked; 3] = [Unblocked::Pairs, Unblocked::Walls, Unblocked::Both];

    /// As rows name it.
    pub fn name(self) -> &'static str {
        match self {
            Unblocked::Pairs => "no-pairs",
            Unblocked::Walls => "no-walls",
            Unblocked::Both => "no-pairs-no-walls",
        }
    }

    /// The mechanics without what `self` names.
    pub fn apply(self, mechanics: &Mechanics) -> Mechanics {
        let mut changed = mechanics.clone();
        if self != Unblocked::Walls {
            changed.pairs = ByPlayer::both(Pairs::None);
        }
        if self != Unblocked::Pairs {
            changed.wall = ByPlayer::both(0);
        }
        changed
    }

    /// The variants of `mechanics` that differ from it and from each other.
    pub fn variants(mechanics: &Mechanics) -> Vec<(Unblocked, Mechanics)> {
        let mut variants: Vec<(Unblocked, Mechanics)> = Vec::new();
        for unblocked in Unblocked::ALL {
            let changed = unblocked.apply(mechanics);
            if changed != *mechanics && variants.iter().all(|(_, known)| *known != changed) {
                variants.push((unblocked, changed));
            }
        }
        variants
    }
}

/// The same games played as written and without some of the blocking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockingPairs {
    /// Plies without minus plies as written.
    pub plies: PairedDifference,
    /// Half points of the first player without minus those as written.
    pub first: PairedDifference,
    /// Sums over the pairs as written: plies, half points of the first player.
    pub written: [u64; 2],
    /// Pairs with a game that was given up.
    pub unfinished: u64,
}

impl BlockingPairs {
    /// `first` is the first player of both games.
    pub fn record(&mut self, first: Player, written: &GameResult, without: &GameResult) {
        let points = |result| half_points(result, first);
        let (Some(with), Some(bare)) = (points(written), points(without)) else {
            self.unfinished += 1;
            return;
        };
        self.plies
            .record(i64::from(without.plies) - i64::from(written.plies));
        self.first.record(bare - with);
        self.written[0] += u64::from(written.plies);
        self.written[1] += with as u64;
    }
}

impl Merge for BlockingPairs {
    fn merge(&mut self, other: &Self) {
        self.plies.merge(&other.plies);
        self.first.merge(&other.first);
        self.written[0] += other.written[0];
        self.written[1] += other.written[1];
        self.unfinished += other.unfinished;
    }
}
