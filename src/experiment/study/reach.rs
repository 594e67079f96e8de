//! How much of a table can arise from the start, and how much does in perfect
//! play.
//!
//! Entries of the table are counted: where the rules are the same for both
//! players, a position and the same one with the colours exchanged are one entry.
//! For games that fit, the set of entries that can arise is found by going
//! through all throws and all choices from the start, and that of perfect play by
//! all throws and the perfect player's choices alone. For every game, perfect
//! play is sampled as well.

use std::collections::HashSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::game::Game;
use super::playing::{Playing, perfect};
use crate::agent::{Agent, AnyAgent, Stream};
use crate::arena::{Caster, GameResult, Observer, Ply, play_batch};
use crate::rules::{Position, Rules};
use crate::solver::encoding::Encoding;
use crate::solver::table::Table;

/// After so many games of perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VisitedPoint {
    pub games: u64,
    /// Positions met before a throw, every meeting counted.
    pub meetings: u64,
    /// Different entries among them.
    pub distinct: u64,
}

/// What was found about one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReachFound {
    pub positions: u64,
    /// Entries that can arise; `None` where the table is too large.
    pub reachable: Option<u64>,
    /// Entries that can arise in perfect play.
    pub perfect: Option<u64>,
    /// Sampled perfect play, games doubling.
    pub visited: Vec<VisitedPoint>,
}

/// Looks at the game of `table`; exactly up to `most` positions. `None` where the
/// run was stopped.
pub fn reach(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    most: u64,
    playing: Playing<'_>,
) -> Option<ReachFound> {
    let encoding = table.blocks();
    let agent = perfect(table);
    let positions = table.header().positions();
    let exact = positions <= most;
    let throws = rules.mechanics().throws.throws();
    let all = |position: &Position, to: &mut Vec<Position>| {
        for throw in throws {
            let choices = rules.choices(position, throw.points);
            to.extend(
                rules
                    .successors(position, throw.points, choices)
                    .map(|s| s.1),
            );
        }
    };
    let mut stream = Stream::new(0);
    let mut best = |position: &Position, to: &mut Vec<Position>| {
        for throw in throws {
            let choices = rules.choices(position, throw.points);
            let choice = agent.choose(rules, position, throw.points, &choices, &mut stream);
            let mut next = *position;
            rules.play(&mut next, throw.points, choice);
            to.push(next);
        }
    };
    let (mut reachable, mut arising) = (None, None);
    if exact {
        reachable = Some(spread(encoding, rules, playing, all)?);
        arising = Some(spread(encoding, rules, playing, &mut best)?);
    }
    Some(ReachFound {
        positions,
        reachable,
        perfect: arising,
        visited: visited(encoding, game, rules, &agent, playing)?,
    })
}

/// How many entries follow from the start by `after`.
fn spread(
    encoding: &Encoding,
    rules: &Rules,
    playing: Playing<'_>,
    mut after: impl FnMut(&Position, &mut Vec<Position>),
) -> Option<u64> {
    let mut seen: Vec<Vec<u64>> = vec![Vec::new(); encoding.layers.count()];
    for layer in encoding.layers.groups().into_iter().flatten() {
        let words = encoding.positions(layer).div_ceil(64);
        seen[encoding.layers.number(layer)] = vec![0; words];
    }
    let mut waiting = vec![rules.start()];
    let mut next = Vec::new();
    let mut count = 0u64;
    while let Some(position) = waiting.pop() {
        let (layer, place) = encoding.place(&position);
        let word = &mut seen[encoding.layers.number(layer)][place / 64];
        let bit = 1 << (place % 64);
        if *word & bit != 0 {
            continue;
        }
        *word |= bit;
        count += 1;
        if count.is_multiple_of(1 << 16) && playing.stop.load(std::sync::atomic::Ordering::Relaxed)
        {
            return None;
        }
        next.clear();
        after(&position, &mut next);
        waiting.extend(next.iter().filter(|position| !position.is_over()));
    }
    Some(count)
}

/// Notes the entries that games meet.
struct Notes<'a> {
    encoding: &'a Encoding,
    /// By game, in the order of their ends; sorted by number afterwards.
    met: Vec<Vec<(u16, u64)>>,
}

impl Observer for Notes<'_> {
    type Game = Vec<(u16, u64)>;

    fn ply(&mut self, met: &mut Self::Game, ply: &Ply<'_>) {
        let (layer, place) = self.encoding.place(ply.before);
        met.push((self.encoding.layers.number(layer) as u16, place as u64));
    }

    fn end(&mut self, met: &Self::Game, _: &Position, _: &GameResult) {
        self.met.push(met.clone());
    }
}

fn visited(
    encoding: &Encoding,
    game: &Game,
    rules: &Rules,
    agent: &AnyAgent,
    playing: Playing<'_>,
) -> Option<Vec<VisitedPoint>> {
    let caster = Caster::new(&rules.mechanics().throws);
    let seating = playing.seating(game, rules, &caster, [agent; 2]);
    let mut seen: HashSet<(u16, u64)> = HashSet::new();
    let mut points = Vec::new();
    let (mut games, mut meetings) = (0u64, 0u64);
    playing.each(
        |numbers| {
            let mut all = Vec::new();
            for number in numbers {
                // One at a time, so that the order is that of the numbers.
                let mut notes = Notes {
                    encoding,
                    met: Vec::new(),
                };
                play_batch(&seating, number..number + 1, &mut notes);
                all.append(&mut notes.met);
            }
            all
        },
        |part| {
            for met in part {
                games += 1;
                meetings += met.len() as u64;
                seen.extend(met);
                if games.is_power_of_two() || games == playing.games {
                    points.push(VisitedPoint {
                        games,
                        meetings,
                        distinct: seen.len() as u64,
                    });
                }
            }
        },
    )?;
    Some(points)
}
