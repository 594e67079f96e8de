//! A series: one ruleset, two agents, many games, both seatings.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use super::batch::play_batch;
use super::chance::Caster;
use super::game::{GameResult, Observer, Seating, Unobserved};
use super::measures::Measures;
use super::meter::Meter;
use super::pairing::{BlockingPairs, SeatPairs, Unblocked};
use super::run::run_chunks;
use super::seed::Seeds;
use crate::agent::{AnyAgent, Random};
use crate::rules::Rules;
use crate::ruleset::Mechanics;
use crate::stats::Merge;

/// Whether the value of blocking is measured too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockingStudy {
    Skip,
    Measure,
}

/// What is to be played.
pub struct Series<'a> {
    pub rules: Rules,
    caster: Caster,
    seeds: Seeds,
    /// Agents of A and B; two seatings where two agents play.
    seatings: Vec<[&'a AnyAgent; 2]>,
    max_plies: u32,
    variants: Vec<(Unblocked, Rules)>,
}

/// What has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeriesResult {
    /// One for each seating.
    pub seatings: Vec<SeatingResult>,
    /// Present for two agents.
    pub pairs: Option<SeatPairs>,
}

/// The games of one seating.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeatingResult {
    pub measures: Measures,
    /// One for each variant of the blocking study.
    pub blocking: Vec<BlockingPairs>,
}

/// The agents of a series.
#[derive(Clone, Copy)]
pub enum Seats<'a> {
    /// One agent plays both seats.
    Same(&'a AnyAgent),
    /// Each game is played twice, with seats changed.
    Both([&'a AnyAgent; 2]),
}

impl<'a> Series<'a> {
    pub fn new(
        mechanics: &Mechanics,
        seats: Seats<'a>,
        seeds: Seeds,
        max_plies: u32,
        study: BlockingStudy,
    ) -> Series<'a> {
        let variants = match study {
            BlockingStudy::Skip => Vec::new(),
            BlockingStudy::Measure => Unblocked::variants(mechanics),
        };
        Series {
            rules: Rules::new(mechanics),
            caster: Caster::new(&mechanics.throws),
            seeds,
            seatings: match seats {
                Seats::Same(agent) => vec![[agent; 2]],
                Seats::Both([x, y]) => vec![[x, y], [y, x]],
            },
            max_plies,
            variants: variants
                .into_iter()
                .map(|(unblocked, mechanics)| (unblocked, Rules::new(&mechanics)))
                .collect(),
        }
    }

    /// The variants that the blocking study plays.
    pub fn variants(&self) -> impl Iterator<Item = Unblocked> {
        self.variants.iter().map(|&(unblocked, _)| unblocked)
    }

    /// Playings of each game number: seatings, and in each the variants.
    pub fn playings_per_game(&self) -> u64 {
        (self.seatings.len() * (1 + self.variants.len())) as u64
    }

    /// Plays game numbers 0 to `games` − 1 in each seating; see [`run_chunks`]
    /// for `pool`, `cancel` and `progress`, which hears of single playings.
    ///
    /// Returns the result and how many game numbers it covers.
    pub fn run(
        &self,
        pool: &rayon::ThreadPool,
        games: u64,
        cancel: &AtomicBool,
        progress: impl Fn(u64) + Sync,
    ) -> (SeriesResult, u64) {
        let mut result = SeriesResult::default();
        let played = run_chunks(
            pool,
            games,
            cancel,
            |range| self.play_chunk(range),
            |n| progress(n * self.playings_per_game()),
            |part| result.merge(&part),
        );
        (result, played)
    }

    fn play_chunk(&self, games: Range<u64>) -> SeriesResult {
        let (seatings, results): (Vec<_>, Vec<_>) = self
            .seatings
            .iter()
            .map(|agents| self.play_seating(agents, &games))
            .unzip();
        let pairs = match &results[..] {
            [one, two] => {
                let mut pairs = SeatPairs::default();
                for (one, two) in one.iter().zip(two) {
                    pairs.record(one, two);
                }
                Some(pairs)
            }
            _ => None,
        };
        SeriesResult { seatings, pairs }
    }

    fn play_seating(
        &self,
        agents: &[&AnyAgent; 2],
        games: &Range<u64>,
    ) -> (SeatingResult, Vec<GameResult>) {
        let mut meter = Meter::new(&self.rules);
        let written = self.play(&self.rules, agents, games, &mut meter);
        let blocking = self
            .variants
            .iter()
            .map(|(_, rules)| {
                let without = self.play(rules, agents, games, &mut Unobserved);
                let mut pairs = BlockingPairs::default();
                for (written, without) in written.iter().zip(&without) {
                    pairs.record(self.rules.first(), written, without);
                }
                pairs
            })
            .collect();
        let mut measures = meter.finish();
        measures.leave_out_given_up(games.start, &written, |number| {
            let mut meter = Meter::new(&self.rules);
            self.play(&self.rules, agents, &(number..number + 1), &mut meter);
            meter.finish()
        });
        (SeatingResult { measures, blocking }, written)
    }

    fn play(
        &self,
        rules: &Rules,
        agents: &[&AnyAgent; 2],
        games: &Range<u64>,
        observer: &mut impl Observer,
    ) -> Vec<GameResult> {
        // Random play is the commonest by far and gets a loop of its own.
        if let [AnyAgent::Random(_), AnyAgent::Random(_)] = agents {
            play_batch(&self.seating(rules, [&Random; 2]), games.clone(), observer)
        } else {
            play_batch(&self.seating(rules, *agents), games.clone(), observer)
        }
    }

    fn seating<'b, A>(&'b self, rules: &'b Rules, agents: [&'b A; 2]) -> Seating<'b, A> {
        Seating {
            rules,
            caster: &self.caster,
            seeds: self.seeds,
            agents,
            max_plies: self.max_plies,
        }
    }
}

impl Merge for SeatingResult {
    fn merge(&mut self, other: &Self) {
        self.measures.merge(&other.measures);
        merge_lists(&mut self.blocking, &other.blocking);
    }
}

impl Merge for SeriesResult {
    fn merge(&mut self, other: &Self) {
        merge_lists(&mut self.seatings, &other.seatings);
        if let Some(pairs) = &other.pairs {
            self.pairs.get_or_insert_default().merge(pairs);
        }
    }
}

/// Merges entry by entry; a missing one counts as empty.
fn merge_lists<M: Merge + Clone>(list: &mut Vec<M>, other: &[M]) {
    if list.len() < other.len() {
        list.resize_with(other.len(), M::default);
    }
    for (entry, more) in list.iter_mut().zip(other) {
        entry.merge(more);
    }
}
