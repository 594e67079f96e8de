//! `kind = "games"`: an agent against itself, and what is measured of it.
//!
//! Games are played in batches, so that the spread between them gives intervals
//! for shares of plies (see [`super::game_rows`]).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::agent::{Agent, AnyAgent, Random};
use crate::arena::{
    Calibrator, Caster, Evaluate, GameResult, LudiiMeasures, LudiiMeter, Measures, Meter, Observer,
    Race, Seating, Seeds, play_batch,
};
use crate::rules::Rules;
use crate::search::Truth;
use crate::stats::Merge;
use crate::types::Player;

/// Batches of a job; with fewer games, each game is one.
const BATCHES: u64 = 32;

/// All that decides the games of a job.
pub struct Playing<'a> {
    pub rules: &'a Rules,
    pub agent: &'a AnyAgent,
    pub seeds: Seeds,
    pub max_plies: u32,
    pub games: u64,
    /// Whether the measures of Ludii are taken.
    pub measures: bool,
    /// Evaluates positions instead of the race.
    pub truth: Option<&'a dyn Truth>,
    /// Seeds of the games that the race is calibrated by.
    pub calibration: Seeds,
}

/// What was played, batch by batch.
pub struct Played {
    /// Who throws first.
    pub first: Player,
    pub batches: Vec<Measures>,
    pub all: Measures,
    pub ludii: Option<LudiiMeasures>,
    /// What stood for the evaluation of positions.
    pub evaluation: String,
}

/// Games that the race is calibrated by.
const CALIBRATION: u64 = 400;

impl Playing<'_> {
    /// `None` once `cancel` is set.
    pub fn run(&self, cancel: &AtomicBool) -> Option<Played> {
        let evaluate = match self.truth {
            Some(truth) => Evaluate::Truth(truth),
            None if self.measures => Evaluate::Race(self.calibrated()),
            None => Evaluate::Race(Race::new(self.rules)),
        };
        let mut played = Played {
            first: self.rules.first(),
            batches: Vec::new(),
            all: Measures::default(),
            ludii: self.measures.then(LudiiMeasures::default),
            evaluation: match &evaluate {
                Evaluate::Race(race) => format!("race/{}", race.scale()),
                Evaluate::Truth(_) => "truth".to_string(),
            },
        };
        for range in batches(self.games) {
            if cancel.load(Ordering::Relaxed) {
                return None;
            }
            let ludii = self.measures.then(|| LudiiMeter::new(self.rules, evaluate));
            let mut observer = (Meter::new(self.rules), ludii);
            let first = range.start;
            let results = self.play(self.seeds, range, &mut observer);
            let mut measures = observer.0.finish();
            measures.leave_out_given_up(first, &results, |number| {
                let mut meter = Meter::new(self.rules);
                self.play(self.seeds, number..number + 1, &mut meter);
                meter.finish()
            });
            played.all.merge(&measures);
            played.batches.push(measures);
            if let (Some(all), Some(meter)) = (&mut played.ludii, observer.1) {
                all.merge(&meter.finish());
            }
        }
        Some(played)
    }

    fn play(
        &self,
        seeds: Seeds,
        range: Range<u64>,
        observer: &mut impl Observer,
    ) -> Vec<GameResult> {
        let agents = [self.agent; 2];
        play(self.rules, agents, seeds, self.max_plies, range, observer)
    }

    /// The race that foretells the winners of other games of this agent best.
    fn calibrated(&self) -> Race {
        let mut calibrator = Calibrator::new(self.rules);
        let games = CALIBRATION.min(self.games);
        self.play(self.calibration, 0..games, &mut calibrator);
        calibrator.finish()
    }
}

/// The ranges of the batches of `games` games.
pub fn batches(games: u64) -> impl Iterator<Item = Range<u64>> {
    let count = games.min(BATCHES);
    (0..count).map(move |i| games * i / count..games * (i + 1) / count)
}

/// Plays the games numbered `range`; random play has a loop of its own.
pub fn play(
    rules: &Rules,
    agents: [&AnyAgent; 2],
    seeds: Seeds,
    max_plies: u32,
    range: Range<u64>,
    observer: &mut impl Observer,
) -> Vec<GameResult> {
    fn seated<A: Agent>(
        rules: &Rules,
        agents: [&A; 2],
        seeds: Seeds,
        max_plies: u32,
        range: Range<u64>,
        observer: &mut impl Observer,
    ) -> Vec<GameResult> {
        let seating = Seating {
            rules,
            caster: &Caster::new(&rules.mechanics().throws),
            seeds,
            agents,
            max_plies,
        };
        play_batch(&seating, range, observer)
    }
    if let [AnyAgent::Random(_), AnyAgent::Random(_)] = agents {
        seated(rules, [&Random; 2], seeds, max_plies, range, observer)
    } else {
        seated(rules, agents, seeds, max_plies, range, observer)
    }
}
