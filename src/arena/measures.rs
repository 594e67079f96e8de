//! What is counted while games are played.
//!
//! All accumulators are integers, so that they merge to the same in any order.

use super::game::GameResult;
use crate::rules::{ChoiceKind, Outcome};
use crate::stats::{Histogram, Merge};
use crate::types::{ByPlayer, MAX_LENGTH, Player};

/// One entry a square; index 0 gathers what belongs to no square.
pub type BySquare = [u64; MAX_LENGTH as usize + 1];

/// Results and lengths: what the games themselves say when they are over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won by each player.
    pub wins: [u64; 2],
    pub draws: u64,
    /// Games given up at the ply limit.
    pub unfinished: u64,
    /// Plies of the finished games.
    pub plies: Histogram,
}

impl Results {
    pub fn record(&mut self, result: &GameResult) {
        match result.outcome {
            Some(Outcome::Won(player)) => self.wins[player.index()] += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => {
                self.unfinished += 1;
                return;
            }
        }
        self.plies.record(result.plies);
    }

    /// Games won, lost or drawn.
    pub fn finished(&self) -> u64 {
        self.wins[0] + self.wins[1] + self.draws
    }

    pub fn games(&self) -> u64 {
        self.finished() + self.unfinished
    }
}

impl Merge for Results {
    fn merge(&mut self, other: &Self) {
        for (sum, more) in self.wins.iter_mut().zip(other.wins) {
            *sum += more;
        }
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies.merge(&other.plies);
    }
}

/// Counts of plies, over all plies of the games that have been watched (see
/// [`Measures::leave_out_given_up`]).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlyCounts {
    /// By [`ChoiceKind`].
    pub kinds: [u64; ChoiceKind::COUNT],
    /// Pieces borne off.
    pub borne_off: u64,
    /// Pieces that fell into a trap and went to the refuge.
    pub trapped: u64,
    /// Forward moves that ended in the refuge without landing.
    pub refused: u64,
    /// Sum over the plies of the number of choices.
    pub choices: u64,
    /// Plies with two or more choices.
    pub decisions: u64,
    /// Plies in which the opponent's pairs or walls took away a choice.
    pub blocked: u64,
    /// Plies before which a wall stood on the board.
    pub with_wall: u64,
    pub pairs_formed: u64,
    pub walls_formed: u64,
    /// By capturing player: captures on each square; index 0 counts the plies
    /// without one.
    pub captures: ByPlayer<BySquare>,
    /// By owner: plies before which a piece stood on each square.
    pub occupancy: ByPlayer<BySquare>,
}

impl PlyCounts {
    /// All plies.
    pub fn plies(&self) -> u64 {
        self.kinds.iter().sum()
    }

    pub fn of_kind(&self, kinds: &[ChoiceKind]) -> u64 {
        kinds.iter().map(|&kind| self.kinds[kind as usize]).sum()
    }

    /// Captures by both players.
    pub fn captured(&self) -> u64 {
        let on_squares = |captures: &BySquare| captures[1..].iter().sum::<u64>();
        on_squares(&self.captures.a) + on_squares(&self.captures.b)
    }
}

impl PlyCounts {
    /// Every count with the same one of `other`.
    fn each(&mut self, other: &Self, change: impl Fn(&mut u64, u64)) {
        let lists = |to: &mut [u64], other: &[u64]| {
            for (to, &other) in to.iter_mut().zip(other) {
                change(to, other);
            }
        };
        lists(&mut self.kinds, &other.kinds);
        change(&mut self.borne_off, other.borne_off);
        change(&mut self.trapped, other.trapped);
        change(&mut self.refused, other.refused);
        change(&mut self.choices, other.choices);
        change(&mut self.decisions, other.decisions);
        change(&mut self.blocked, other.blocked);
        change(&mut self.with_wall, other.with_wall);
        change(&mut self.pairs_formed, other.pairs_formed);
        change(&mut self.walls_formed, other.walls_formed);
        for player in Player::BOTH {
            lists(&mut self.captures[player], &other.captures[player]);
            lists(&mut self.occupancy[player], &other.occupancy[player]);
        }
    }
}

impl Merge for PlyCounts {
    fn merge(&mut self, other: &Self) {
        self.each(other, |sum, more| *sum += more);
    }
}

/// Counts of games, over the finished ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    pub turns: Histogram,
    /// Plies in which a piece moved.
    pub moves: Histogram,
    /// Plies up to and with the first piece borne off, of the games that had one.
    pub first_home: Histogram,
    /// Changes of the leader by pips still to go, looked at after each turn.
    pub lead_changes: Histogram,
    /// Pieces that the loser of a won game has left, on the board or captured.
    pub margin: Histogram,
    /// Turns of the won games.
    pub turns_of_won: u64,
    /// Of these, the turns after which the later winner was ahead.
    pub turns_winner_ahead: u64,
}

impl Merge for GameCounts {
    fn merge(&mut self, other: &Self) {
        self.turns.merge(&other.turns);
        self.moves.merge(&other.moves);
        self.first_home.merge(&other.first_home);
        self.lead_changes.merge(&other.lead_changes);
        self.margin.merge(&other.margin);
        self.turns_of_won += other.turns_of_won;
        self.turns_winner_ahead += other.turns_winner_ahead;
    }
}

/// Everything measured of the games of one seating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measures {
    pub results: Results,
    pub plies: PlyCounts,
    pub games: GameCounts,
}

impl Measures {
    /// Takes the plies of games that were given up out of the counts of plies: two
    /// players who go round for ever would outweigh all others. `play` plays the
    /// game of a number of `first..` again, whose results are `results`; where
    /// players are not the same again, no count goes below 0.
    pub fn leave_out_given_up(
        &mut self,
        first: u64,
        results: &[GameResult],
        play: impl Fn(u64) -> Measures,
    ) {
        for (number, result) in (first..).zip(results) {
            if result.outcome.is_none() {
                let given_up = play(number).plies;
                self.plies
                    .each(&given_up, |sum, less| *sum = sum.saturating_sub(less));
            }
        }
    }
}

impl Merge for Measures {
    fn merge(&mut self, other: &Self) {
        self.results.merge(&other.results);
        self.plies.merge(&other.plies);
        self.games.merge(&other.games);
    }
}
