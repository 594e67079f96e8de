//! A match: two agents, every game twice on the same throws with seats
//! changed.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::batch::play_batch;
use super::chance::Caster;
use super::game::{GameResult, Seating, Unobserved};
use super::pairing::half_points;
use super::run::run_until;
use super::seed::Seeds;
use super::skill::{SkillMeter, SkillResult, seat_of_a};
use crate::agent::AnyAgent;
use crate::rules::Rules;
use crate::ruleset::Mechanics;
use crate::search::Truth;
use crate::stats::{Merge, Pentanomial};
use crate::types::Player;

/// Pairs in a chunk: sequential tests are asked after each.
pub const BLOCK: u64 = 16;

/// Two agents on one ruleset.
pub struct Duel<'a> {
    pub rules: Rules,
    caster: Caster,
    seeds: Seeds,
    agents: [&'a AnyAgent; 2],
    max_plies: u32,
    truth: Option<&'a dyn Truth>,
}

/// What has been played, seen by the first agent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DuelResult {
    pub pairs: Pentanomial,
    /// Wins, draws and losses as A and as B, of the pairs that count.
    pub seats: [[u64; 3]; 2],
    /// Pairs with a game that was given up; they count nowhere else.
    pub unfinished: u64,
    /// Plies of all games of the pairs that count.
    pub plies: u64,
    /// Where the truth is known.
    pub skill: Option<SkillResult>,
}

impl<'a> Duel<'a> {
    pub fn new(
        mechanics: &Mechanics,
        agents: [&'a AnyAgent; 2],
        seeds: Seeds,
        max_plies: u32,
        truth: Option<&'a dyn Truth>,
    ) -> Duel<'a> {
        Duel {
            rules: Rules::new(mechanics),
            caster: Caster::new(&mechanics.throws),
            seeds,
            agents,
            max_plies,
            truth,
        }
    }

    /// Plays pairs 0 to `pairs` − 1, or as many as it takes until `stop` is
    /// satisfied, which is asked after each [`BLOCK`] in the order of the
    /// pairs; `progress` hears of pairs. The result is the same for any number
    /// of threads.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        pairs: u64,
        cancel: &AtomicBool,
        progress: impl Fn(u64) + Sync,
        mut stop: impl FnMut(&DuelResult) -> ControlFlow<()> + Send,
    ) -> DuelResult {
        let mut result = DuelResult::default();
        run_until(
            pool,
            pairs,
            BLOCK,
            cancel,
            |range| self.play(range),
            progress,
            |part| {
                result.merge(&part);
                stop(&result)
            },
        );
        result
    }

    /// Plays these pairs on this thread.
    pub fn play(&self, pairs: Range<u64>) -> DuelResult {
        let [x, y] = self.agents;
        let mut result = DuelResult::default();
        let mut skill = SkillResult::default();
        let (one, luck_one) = self.play_seating([x, y], &pairs, &mut skill, [0, 1]);
        let (two, luck_two) = self.play_seating([y, x], &pairs, &mut skill, [1, 0]);
        let seat_a = self.truth.map(|truth| seat_of_a(truth, &self.rules));
        for (i, (one, two)) in one.iter().zip(&two).enumerate() {
            result.record(one, two);
            if let Some(seat_a) = seat_a {
                skill.record_pair([one, two], [luck_one[i], -luck_two[i]], seat_a);
            }
        }
        result.skill = self.truth.map(|_| skill);
        result
    }

    /// Results in the order of the games and, where the truth is known, the
    /// luck of A in each; `sits` says which agent is on A and on B.
    fn play_seating(
        &self,
        agents: [&AnyAgent; 2],
        games: &Range<u64>,
        skill: &mut SkillResult,
        sits: [usize; 2],
    ) -> (Vec<GameResult>, Vec<i64>) {
        let seating = Seating {
            rules: &self.rules,
            caster: &self.caster,
            seeds: self.seeds,
            agents,
            max_plies: self.max_plies,
        };
        let Some(truth) = self.truth else {
            let results = play_batch(&seating, games.clone(), &mut Unobserved);
            return (results, Vec::new());
        };
        // One at a time, so that games end in their order.
        let mut meter = SkillMeter::new(truth, &self.rules);
        let results = games
            .clone()
            .map(|game| seating.play(game, &mut meter))
            .collect();
        for (seat, agent) in sits.into_iter().enumerate() {
            skill.agents[agent].merge(&meter.seats[seat]);
        }
        (results, meter.luck_of_a)
    }
}

impl DuelResult {
    /// One pair: `one` with the first agent as A, `two` with it as B.
    fn record(&mut self, one: &GameResult, two: &GameResult) {
        let points = [half_points(one, Player::A), half_points(two, Player::B)];
        let [Some(as_a), Some(as_b)] = points else {
            self.unfinished += 1;
            return;
        };
        self.pairs.record((as_a + as_b) as usize);
        self.plies += u64::from(one.plies) + u64::from(two.plies);
        for (seat, points) in [as_a, as_b].into_iter().enumerate() {
            self.seats[seat][2 - points as usize] += 1;
        }
    }

    /// Games of the pairs that count.
    pub fn games(&self) -> u64 {
        2 * self.pairs.pairs()
    }
}

impl Merge for DuelResult {
    fn merge(&mut self, other: &Self) {
        self.pairs.merge(&other.pairs);
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            for (count, more) in seat.iter_mut().zip(more) {
                *count += more;
            }
        }
        self.unfinished += other.unfinished;
        self.plies += other.plies;
        if let Some(skill) = &other.skill {
            self.skill.get_or_insert_default().merge(skill);
        }
    }
}
