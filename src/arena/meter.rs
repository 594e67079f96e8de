//! The observer that counts what games do, ply by ply.

use super::formations::{formed, holds_wall};
use super::game::{GameResult, Observer, Ply};
use super::measures::Measures;
use super::occupancy::Occupancy;
use crate::rules::{Outcome, Position, Rules};
use crate::ruleset::{Capture, Mechanics, Pairs};
use crate::types::{ByPlayer, Player};

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
