//! What is counted while games are played.
//!
//! All accumulators are integers, so that they merge to the same in any order.

use super::formations::{formed, holds_wall};
use super::game::{GameResult, Observer, Ply};
use super::occupancy::Occupancy;
use crate::rules::{ChoiceKind, Outcome, Position, Rules};
use crate::ruleset::{Capture, Mechanics, Pairs};
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
        add(&mut self.wins, &other.wins);
        self.draws += other.draws;
        self.unfinished += other.unfinished;
        self.plies.merge(&other.plies);
    }
}

/// Counts of plies, over all plies of all games, given up or not.
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

impl Merge for PlyCounts {
    fn merge(&mut self, other: &Self) {
        add(&mut self.kinds, &other.kinds);
        self.borne_off += other.borne_off;
        self.trapped += other.trapped;
        self.refused += other.refused;
        self.choices += other.choices;
        self.decisions += other.decisions;
        self.blocked += other.blocked;
        self.with_wall += other.with_wall;
        self.pairs_formed += other.pairs_formed;
        self.walls_formed += other.walls_formed;
        for player in Player::BOTH {
            add(&mut self.captures[player], &other.captures[player]);
            add(&mut self.occupancy[player], &other.occupancy[player]);
        }
    }
}

fn add<const N: usize>(to: &mut [u64; N], more: &[u64; N]) {
    for (sum, more) in to.iter_mut().zip(more) {
        *sum += more;
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

impl Merge for Measures {
    fn merge(&mut self, other: &Self) {
        self.results.merge(&other.results);
        self.plies.merge(&other.plies);
        self.games.merge(&other.games);
    }
}

/// The observer that fills [`Measures`].
pub struct Meter {
    measures: Measures,
    occupancy: Occupancy,
    /// The same rules without pairs and walls, where they have any.
    unblocked: Option<Rules>,
    /// By owner, in the halves of a word: whether walls of 2, 3, … count; the
    /// length of a wall, at least 2.
    wall: [u32; 2],
    /// Pips of a whole way, square 1 not yet entered.
    way: i32,
    removes: bool,
    /// Whether a ply can set other pieces back than by a swap, so that the
    /// lead is counted anew each time.
    recounts: bool,
    pieces: u8,
}

/// What the meter notes of one game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Notes {
    turns: u32,
    moves: u32,
    first_home: u32,
    lead_changes: u32,
    /// Pips that A is ahead of B.
    lead: i32,
    /// The sign of the last lead that was not 0.
    leader: i32,
    /// Turns after which A, and B, was ahead.
    ahead: [u32; 2],
    started: bool,
}

/// The number of pieces in a row that is called a wall where the ruleset has
/// none.
const WALL: u8 = 3;

impl Meter {
    pub fn new(rules: &Rules) -> Meter {
        let mechanics = rules.mechanics();
        let mut unblocked = mechanics.clone();
        unblocked.pairs = ByPlayer::both(Pairs::None);
        unblocked.wall = ByPlayer::both(0);
        Meter {
            measures: Measures::default(),
            occupancy: Occupancy::default(),
            unblocked: (unblocked != *mechanics).then(|| Rules::new(&unblocked)),
            wall: Player::BOTH.map(|player| {
                u32::from(match mechanics.wall[player] {
                    0 => WALL,
                    wall => wall,
                })
            }),
            way: i32::from(mechanics.length) + 1,
            removes: mechanics.capture == Capture::Remove,
            recounts: matches!(mechanics.capture, Capture::Low | Capture::Hand)
                || mechanics.bump.is_some()
                || !mechanics.sweep.is_empty(),
            pieces: mechanics.pieces,
        }
    }

    /// What has been measured.
    pub fn finish(mut self) -> Measures {
        self.occupancy
            .flush_into(&mut self.measures.plies.occupancy);
        self.measures
    }

    /// Whether the opponent's pairs and walls took away a choice: whether one
    /// would be legal without them that is not.
    #[inline(always)]
    fn is_blocked(&self, ply: &Ply<'_>) -> bool {
        match &self.unblocked {
            None => false,
            Some(rules) => {
                let free = rules.choices(ply.before, ply.points);
                free.offers_beyond(&ply.choices)
            }
        }
    }

    /// Brings the lead up to date with one ply.
    #[inline(always)]
    fn follow_lead(&self, notes: &mut Notes, ply: &Ply<'_>) {
        if self.recounts {
            notes.lead = lead(ply.rules.mechanics(), ply.after);
            return;
        }
        let from = i32::from(ply.choice.origin_number());
        let to = if ply.event.off {
            self.way
        } else {
            i32::from(ply.event.landed)
        };
        let taken = i32::from(ply.event.captured);
        // A captured piece falls back to the origin, or loses its whole way; a
        // piece in hand has its whole way to go.
        let back = if self.removes || taken == 0 { 0 } else { from };
        let gain = to - from + taken - back;
        notes.lead += if ply.mover == 0 { gain } else { -gain };
    }
}

fn lead(mechanics: &Mechanics, position: &Position) -> i32 {
    let gone = Player::BOTH.map(|player| {
        let squares = position.on(player).iter().map(|s| i32::from(s.number()));
        let way = i32::from(mechanics.length) + 1;
        squares.sum::<i32>() + way * i32::from(position.home(player))
    });
    gone[0] - gone[1]
}

impl Observer for Meter {
    type Game = Notes;

    #[inline(always)]
    fn ply(&mut self, notes: &mut Notes, ply: &Ply<'_>) {
        if !notes.started {
            notes.started = true;
            notes.lead = lead(ply.rules.mechanics(), ply.before);
            notes.leader = notes.lead.signum();
        }
        let blocked = self.is_blocked(ply);
        let counts = &mut self.measures.plies;
        let event = &ply.event;
        counts.kinds[ply.choice.kind as usize] += 1;
        counts.borne_off += u64::from(event.off);
        counts.trapped += u64::from(event.trapped);
        counts.refused += u64::from(event.refused);
        let choices = ply.choices.len();
        counts.choices += u64::from(choices);
        counts.decisions += u64::from(choices >= 2);
        counts.blocked += u64::from(blocked);
        let captures = match ply.mover {
            0 => &mut counts.captures.a,
            _ => &mut counts.captures.b,
        };
        captures[usize::from(event.captured & 31)] += 1;

        let (before, after) = (both(ply.before), both(ply.after));
        counts.with_wall += u64::from(holds_wall(before, self.wall));
        counts.pairs_formed += u64::from(formed(before, after, [2; 2]));
        counts.walls_formed += u64::from(formed(before, after, self.wall));
        self.occupancy.record(before, &mut counts.occupancy);

        self.follow_lead(notes, ply);
        notes.moves += u32::from(ply.choice.kind.moves());
        // Every ply adds 1 until the first piece is home.
        let none_home = ply.before.home(Player::A) | ply.before.home(Player::B) == 0;
        notes.first_home += u32::from(none_home);
        if event.turn_ended {
            notes.turns += 1;
            notes.ahead[0] += u32::from(notes.lead > 0);
            notes.ahead[1] += u32::from(notes.lead < 0);
            let leader = notes.lead.signum();
            notes.lead_changes += u32::from(leader * notes.leader < 0);
            if leader != 0 {
                notes.leader = leader;
            }
        }
    }

    fn end(&mut self, notes: &Notes, last: &Position, result: &GameResult) {
        self.measures.results.record(result);
        let Some(outcome) = result.outcome else {
            return;
        };
        let games = &mut self.measures.games;
        games.turns.record(notes.turns);
        games.moves.record(notes.moves);
        games.lead_changes.record(notes.lead_changes);
        if last.home(Player::A) | last.home(Player::B) != 0 {
            games.first_home.record(notes.first_home);
        }
        if let Outcome::Won(winner) = outcome {
            games.margin.record(self.pieces - last.home(!winner));
            games.turns_of_won += u64::from(notes.turns);
            games.turns_winner_ahead += u64::from(notes.ahead[winner.index()]);
        }
    }
}

/// A's squares in the low half of a word, B's in the high half.
#[inline(always)]
fn both(position: &Position) -> u64 {
    let (a, b) = (position.on(Player::A).0, position.on(Player::B).0);
    u64::from(a) | u64::from(b) << 32
}
