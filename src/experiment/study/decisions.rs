//! Decisions of perfect play: how close they are, and what natural heuristics
//! would lose by taking them.
//!
//! The positions are those that the perfect player meets in games against
//! itself; decisions are plies with two choices or more. Every figure is by the
//! table's values. A *margin* is what the second best choice is worth less than
//! the best. Decisions whose margin is within the resolution of the table (twice
//! its error, see [`Truth::resolution`]) are ties as far as it can tell.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::figures::or_missing;
use super::game::Game;
use super::openings::deed;
use super::playing::{Playing, perfect};
use crate::agent::{Agent, AnyAgent, Stream};
use crate::arena::{BILLION, Occasion, Sampler};
use crate::rules::Rules;
use crate::search::{Truth, best_of, true_values};
use crate::solver::table::Table;
use crate::stats::{Merge, Moments};

/// Upper ends of the classes of margins; the last class has none. The first
/// holds the ties.
pub const MARGIN_EDGES: [f64; 10] = [
    0.0, 0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05,
];

/// A decision worth showing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Notable {
    pub position: String,
    pub points: u8,
    pub best: String,
    pub equity: f64,
    /// The second best choice, or what the agent takes.
    pub other: String,
    /// What that is worth less.
    pub regret: f64,
}

/// How one agent would have chosen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentFound {
    pub agent: String,
    pub decisions: u64,
    /// Decisions for a best choice, as far as the table can tell.
    pub best: u64,
    /// Mean regret a decision, and its standard error; not a number where there
    /// are too few.
    #[serde(deserialize_with = "or_missing")]
    pub regret: f64,
    #[serde(deserialize_with = "or_missing")]
    pub regret_se: f64,
    /// Its largest blunders, each position and throw once.
    pub blunders: Vec<Notable>,
}

/// What was found about one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DecisionsFound {
    pub games: u64,
    pub decisions: u64,
    /// See [`Truth::resolution`].
    pub resolution: f64,
    /// Decisions by margin, classes as in [`MARGIN_EDGES`].
    pub margins: Vec<u64>,
    /// Mean margin.
    #[serde(deserialize_with = "or_missing")]
    pub margin: f64,
    /// The closest decisions that are no ties, each position and throw once.
    pub closest: Vec<Notable>,
    pub agents: Vec<AgentFound>,
}

/// A list of the first `most` by an order, each position and throw once.
#[derive(Default)]
struct Top {
    kept: Vec<Notable>,
    seen: BTreeSet<(String, u8)>,
}

#[derive(Clone, Copy)]
enum First {
    Smallest,
    Largest,
}

impl Top {
    fn offer(&mut self, most: usize, first: First, regret: f64, make: impl FnOnce() -> Notable) {
        let before = |held: &Notable| match first {
            First::Smallest => held.regret <= regret,
            First::Largest => held.regret >= regret,
        };
        let at = self.kept.iter().take_while(|held| before(held)).count();
        if at >= most {
            return;
        }
        let new = make();
        if !self.seen.insert((new.position.clone(), new.points)) {
            return;
        }
        self.kept.insert(at, new);
        if let Some(dropped) = self.kept.get(most) {
            self.seen
                .remove(&(dropped.position.clone(), dropped.points));
        }
        self.kept.truncate(most);
    }
}

#[derive(Default)]
struct AgentSums {
    best: u64,
    regret: Moments,
    blunders: Top,
}

#[derive(Default)]
struct Sums {
    margins: [u64; MARGIN_EDGES.len() + 1],
    margin: Moments,
    closest: Top,
    agents: Vec<AgentSums>,
}

/// Looks at the decisions of perfect play by `table`, `most` of each list;
/// `agents` are named by their texts. `None` where the run was stopped.
pub fn decisions(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    agents: &[(String, AnyAgent)],
    most: usize,
    playing: Playing<'_>,
) -> Option<DecisionsFound> {
    let player = perfect(table);
    let sampler = Sampler::new(rules, &player, playing.seed, game.key(), playing.max_plies);
    let judge = Judge {
        table,
        rules,
        agents,
        seed: playing.seed,
        most,
    };
    let mut sums = Sums::default();
    sums.agents.resize_with(agents.len(), AgentSums::default);
    playing.each(
        |games| {
            let mut sums = Sums::default();
            sums.agents.resize_with(agents.len(), AgentSums::default);
            for game in games {
                for occasion in sampler.all(game) {
                    judge.look(&occasion, &mut sums);
                }
            }
            sums
        },
        |part| sums.take(part, most),
    )?;
    Some(DecisionsFound {
        games: playing.games,
        decisions: sums.margin.count(),
        resolution: table.resolution(),
        margins: sums.margins.to_vec(),
        margin: mean(&sums.margin),
        closest: sums.closest.kept,
        agents: agents
            .iter()
            .zip(sums.agents)
            .map(|((agent, _), sums)| AgentFound {
                agent: agent.clone(),
                decisions: sums.regret.count(),
                best: sums.best,
                regret: mean(&sums.regret),
                regret_se: sums.regret.standard_error().unwrap_or(f64::NAN) / BILLION,
                blunders: sums.blunders.kept,
            })
            .collect(),
    })
}

fn mean(moments: &Moments) -> f64 {
    moments.mean().unwrap_or(f64::NAN) / BILLION
}

struct Judge<'a> {
    table: &'a Table,
    rules: &'a Rules,
    agents: &'a [(String, AnyAgent)],
    seed: u64,
    most: usize,
}

impl Judge<'_> {
    fn look(&self, occasion: &Occasion, sums: &mut Sums) {
        let Occasion { position, points } = occasion;
        let (rules, points) = (self.rules, *points);
        let values = true_values(self.table, rules, position, points);
        let best = best_of(&values, 0.0).expect("there are two choices or more");
        let top = values[best].equity;
        let mut second = usize::from(best == 0);
        for (i, value) in values.iter().enumerate() {
            if i != best && value.equity > values[second].equity {
                second = i;
            }
        }
        let margin = top - values[second].equity;
        let resolution = self.table.resolution();
        let class = if margin <= resolution {
            0
        } else {
            let class = MARGIN_EDGES.iter().position(|&edge| margin <= edge);
            class.unwrap_or(MARGIN_EDGES.len())
        };
        let notable = |other: usize| Notable {
            position: position.to_string(),
            points,
            best: deed(rules, position, points, values[best].choice),
            equity: top,
            other: deed(rules, position, points, values[other].choice),
            regret: top - values[other].equity,
        };
        sums.margins[class] += 1;
        sums.margin.record(billionths(margin));
        if margin > resolution {
            let make = || notable(second);
            sums.closest.offer(self.most, First::Smallest, margin, make);
        }
        let choices = rules.choices(position, points);
        for ((_, agent), sums) in self.agents.iter().zip(&mut sums.agents) {
            // Fixed, so that what is chosen does not depend on where it was met.
            let mut stream = Stream::new(self.seed);
            let taken = agent.choose(rules, position, points, &choices, &mut stream);
            let place = values
                .iter()
                .position(|value| value.choice == taken)
                .expect("agents choose among the choices");
            let regret = top - values[place].equity;
            sums.best += u64::from(regret <= resolution);
            sums.regret.record(billionths(regret));
            if regret > resolution {
                let make = || notable(place);
                sums.blunders.offer(self.most, First::Largest, regret, make);
            }
        }
    }
}

fn billionths(equity: f64) -> u64 {
    (equity * BILLION).round() as u64
}

impl Sums {
    fn take(&mut self, part: Sums, most: usize) {
        for (count, more) in self.margins.iter_mut().zip(part.margins) {
            *count += more;
        }
        self.margin.merge(&part.margin);
        for one in part.closest.kept {
            let regret = one.regret;
            self.closest.offer(most, First::Smallest, regret, || one);
        }
        for (agent, part) in self.agents.iter_mut().zip(part.agents) {
            agent.best += part.best;
            agent.regret.merge(&part.regret);
            for one in part.blunders.kept {
                let regret = one.regret;
                agent.blunders.offer(most, First::Largest, regret, || one);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_position_and_throw_are_kept_in_order() {
        let mut top = Top::default();
        let make = |position: &str, regret: f64| Notable {
            position: position.to_string(),
            points: 1,
            best: String::new(),
            equity: 0.5,
            other: String::new(),
            regret,
        };
        for (position, regret) in [("a", 0.1), ("b", 0.3), ("b", 0.3), ("c", 0.2), ("d", 0.05)] {
            top.offer(2, First::Largest, regret, || make(position, regret));
        }
        let kept: Vec<&str> = top.kept.iter().map(|one| one.position.as_str()).collect();
        assert_eq!(kept, ["b", "c"]);
        // What was dropped may come again.
        top.offer(2, First::Largest, 0.4, || make("a", 0.4));
        assert_eq!(top.kept[0].position, "a");
    }
}
