//! One game.

use super::chance::{Caster, Chance, Seeded};
use super::seed::Seeds;
use crate::agent::{Agent, Stream};
use crate::rules::{Choice, Choices, Event, Outcome, Position, Rules};
use crate::types::Player;

/// All that decides the games of one seating: game number g is a function of
/// this and g.
#[derive(Clone, Copy)]
pub struct Seating<'a, A> {
    pub rules: &'a Rules,
    pub caster: &'a Caster,
    pub seeds: Seeds,
    /// The agents of A and B.
    pub agents: [&'a A; 2],
    /// A game not over after so many plies is given up.
    pub max_plies: u32,
}

/// How a game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// `None` where the game was given up.
    pub outcome: Option<Outcome>,
    pub plies: u32,
}

/// One ply, for those who keep count.
pub struct Ply<'a> {
    pub rules: &'a Rules,
    pub before: &'a Position,
    pub after: &'a Position,
    /// 0 for A, 1 for B.
    pub mover: usize,
    pub points: u8,
    pub choices: Choices,
    pub choice: Choice,
    pub event: Event,
}

/// Somebody who watches games: statistics, records.
///
/// Several games may be in play at once; each has a state of its own.
pub trait Observer {
    /// What the observer notes of one game while it lasts.
    type Game: Default;

    /// Every ply of a game, in order.
    fn ply(&mut self, game: &mut Self::Game, ply: &Ply<'_>);

    /// The end of a game, `last` the position it ended or was given up in.
    fn end(&mut self, game: &Self::Game, last: &Position, result: &GameResult);
}

/// Sees nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    type Game = ();

    #[inline(always)]
    fn ply(&mut self, (): &mut (), _: &Ply<'_>) {}

    #[inline(always)]
    fn end(&mut self, (): &(), _: &Position, _: &GameResult) {}
}

/// A game in play.
pub(super) struct Game<C, G> {
    position: Position,
    chance: C,
    streams: [Stream; 2],
    plies: u32,
    notes: G,
}

impl<C: Chance, G: Default> Game<C, G> {
    #[inline(always)]
    pub(super) fn new(start: Position, chance: C, streams: [Stream; 2]) -> Self {
        Game {
            position: start,
            chance,
            streams,
            plies: 0,
            notes: G::default(),
        }
    }

    /// Plays one ply and returns whether the game goes on. `UNUSUAL` says
    /// whether the rules are so.
    #[inline(always)]
    pub(super) fn ply<const UNUSUAL: bool, A: Agent>(
        &mut self,
        seating: &Seating<'_, A>,
        observer: &mut impl Observer<Game = G>,
    ) -> bool {
        let rules = seating.rules;
        let before = self.position;
        let mover = before.thrower_index();
        let points = self.chance.throw();
        let choices = rules.choices_as::<UNUSUAL>(&before, points);
        let agent = seating.agents[mover];
        let stream = &mut self.streams[mover];
        let choice = agent.choose(rules, &before, points, &choices, stream);
        let event = rules.play_known::<UNUSUAL>(&mut self.position, points, choice);
        self.plies += 1;
        observer.ply(
            &mut self.notes,
            &Ply {
                rules,
                before: &before,
                after: &self.position,
                mover,
                points,
                choices,
                choice,
                event,
            },
        );
        !self.position.is_over() && self.plies < seating.max_plies
    }

    #[inline(always)]
    pub(super) fn end<A>(
        &self,
        seating: &Seating<'_, A>,
        observer: &mut impl Observer<Game = G>,
    ) -> GameResult {
        let result = GameResult {
            outcome: self.position.outcome(seating.rules.mechanics()),
            plies: self.plies,
        };
        observer.end(&self.notes, &self.position, &result);
        result
    }
}

impl<'a, A: Agent> Seating<'a, A> {
    /// Plays game number `game` with its own throws and streams.
    pub fn play(&self, game: u64, observer: &mut impl Observer) -> GameResult {
        self.finish(self.begin(game), observer)
    }

    /// Plays with the throws of `chance`; the agents draw from the streams of
    /// game number `game`.
    pub fn play_with(
        &self,
        game: u64,
        start: Position,
        chance: impl Chance,
        observer: &mut impl Observer,
    ) -> GameResult {
        self.finish(Game::new(start, chance, self.streams(game)), observer)
    }

    fn finish<O: Observer>(
        &self,
        mut game: Game<impl Chance, O::Game>,
        observer: &mut O,
    ) -> GameResult {
        if self.rules.is_unusual() {
            while game.ply::<true, A>(self, observer) {}
        } else {
            while game.ply::<false, A>(self, observer) {}
        }
        game.end(self, observer)
    }

    #[inline(always)]
    pub(super) fn begin<G: Default>(&self, game: u64) -> Game<Seeded<'a>, G> {
        let chance = self.caster.seeded(self.seeds.throws(game));
        Game::new(self.rules.start(), chance, self.streams(game))
    }

    #[inline(always)]
    fn streams(&self, game: u64) -> [Stream; 2] {
        Player::BOTH.map(|seat| self.seeds.agent(game, seat))
    }
}
