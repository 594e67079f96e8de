//! Positions from real play.

use super::chance::Caster;
use super::game::{GameResult, Observer, Ply, Seating};
use super::seed::Seeds;
use crate::agent::{AnyAgent, Stream};
use crate::rules::{Position, Rules};
use crate::types::Player;

/// A position in play and the throw that came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occasion {
    pub position: Position,
    pub points: u8,
}

/// Keeps one decision of each game, every one with the same chance.
struct OneDecision {
    stream: Stream,
    seen: u32,
    kept: Option<Occasion>,
}

impl Observer for OneDecision {
    type Game = ();

    fn ply(&mut self, (): &mut (), ply: &Ply<'_>) {
        if ply.choices.len() < 2 {
            return;
        }
        self.seen += 1;
        if self.stream.below(self.seen) == 0 {
            self.kept = Some(Occasion {
                position: *ply.before,
                points: ply.points,
            });
        }
    }

    fn end(&mut self, (): &(), _: &Position, _: &GameResult) {}
}

/// Keeps all decisions of a game.
struct AllDecisions(Vec<Occasion>);

impl Observer for AllDecisions {
    type Game = ();

    fn ply(&mut self, (): &mut (), ply: &Ply<'_>) {
        if ply.choices.len() > 1 {
            self.0.push(Occasion {
                position: *ply.before,
                points: ply.points,
            });
        }
    }

    fn end(&mut self, (): &(), _: &Position, _: &GameResult) {}
}

/// Games of one agent against itself, for their positions.
pub struct Sampler<'a> {
    rules: &'a Rules,
    caster: Caster,
    agent: &'a AnyAgent,
    seeds: Seeds,
    /// Which decision is kept is drawn apart from what is played.
    picks: Seeds,
    max_plies: u32,
}

impl<'a> Sampler<'a> {
    /// Games under the master seed `seed`; `key` as for [`Seeds::new`].
    pub fn new(
        rules: &'a Rules,
        agent: &'a AnyAgent,
        seed: u64,
        key: u64,
        max_plies: u32,
    ) -> Sampler<'a> {
        Sampler {
            rules,
            caster: Caster::new(&rules.mechanics().throws),
            agent,
            seeds: Seeds::new(seed, key),
            picks: Seeds::new(!seed, key),
            max_plies,
        }
    }

    fn play(&self, game: u64, observer: &mut impl Observer) {
        let seating = Seating {
            rules: self.rules,
            caster: &self.caster,
            seeds: self.seeds,
            agents: [self.agent; 2],
            max_plies: self.max_plies,
        };
        seating.play(game, observer);
    }

    /// One decision of game number `game`, each of its decisions with the same
    /// chance; `None` for a game without any.
    pub fn one(&self, game: u64) -> Option<Occasion> {
        let mut observer = OneDecision {
            stream: self.picks.agent(game, Player::A),
            seen: 0,
            kept: None,
        };
        self.play(game, &mut observer);
        observer.kept
    }

    /// All decisions of game number `game`, in order.
    pub fn all(&self, game: u64) -> Vec<Occasion> {
        let mut observer = AllDecisions(Vec::new());
        self.play(game, &mut observer);
        observer.0
    }
}
