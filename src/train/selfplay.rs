//! Games of an evaluator against itself, and what they teach.

use crate::agent::Stream;
use crate::arena::{Caster, Chance as _, Seeds};
use crate::rules::{Position, Rules};
use crate::search::{Evaluator, Throws, best_reply};
use crate::types::Player;

/// A position and the equity of the player about to throw that it should have
/// had.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub position: Position,
    pub target: f32,
}

/// A game that is not over after so many plies is left there: its last
/// position is taken for what the evaluator thinks of it.
const MOST_PLIES: usize = 4000;

/// Of eight games: how many are played with which share of choices at random.
const NOISE: [(u32, u32); 3] = [(4, 0), (6, 10), (8, 40)];

/// All that decides the games of one ruleset but the evaluator.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub rules: Rules,
    throws: Throws,
    caster: Caster,
    seeds: Seeds,
    terms: Terms,
}

/// How what came out of a game is valued.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Terms {
    pub lambda: f64,
    /// By which share each ply draws an equity towards ½.
    pub haste: f64,
}

struct Step {
    position: Position,
    /// Of the player about to throw: what the evaluator says, and what it says
    /// one throw later.
    value: f64,
    backup: f64,
    drawn: Drawn,
}

/// How a choice was made.
#[derive(Clone, Copy, PartialEq)]
enum Drawn {
    /// As the best.
    Best,
    /// At random, and not the best.
    AtRandom,
}

impl Field {
    pub fn new(rules: &Rules, seed: u64, key: u64, terms: Terms) -> Field {
        Field {
            throws: Throws::new(rules),
            caster: Caster::new(&rules.mechanics().throws),
            seeds: Seeds::new(seed, key),
            terms,
            rules: rules.clone(),
        }
    }

    /// Plays game number `game` and appends its positions to `samples`.
    pub fn play(&self, evaluator: &impl Evaluator, game: u64, samples: &mut Vec<Sample>) {
        let rules = &self.rules;
        let mut chance = self.caster.seeded(self.seeds.throws(game));
        let mut stream = self.seeds.agent(game, Player::A);
        let noise = noise(&mut stream);
        let mut position = rules.start();
        let mut steps: Vec<Step> = Vec::new();
        while !position.is_over() && steps.len() < MOST_PLIES {
            let thrown = chance.throw();
            let mut backup = 0.0;
            let mut taken = None;
            for throw in self.throws.all() {
                let choices = rules.choices(&position, throw.points);
                let (best, equity) = best_reply(evaluator, rules, &position, throw.points, choices);
                backup += throw.probability * equity;
                if throw.points == thrown {
                    taken = Some((best, choices));
                }
            }
            let backup = 0.5 + (1.0 - self.terms.haste) * (backup - 0.5);
            let (best, choices) = taken.expect("what is thrown is a throw of the table");
            let choice = if noise > 0 && stream.below(100) < noise {
                choices.nth(stream.below(choices.len()))
            } else {
                best
            };
            steps.push(Step {
                position,
                value: evaluator.equity(&position),
                backup,
                drawn: if choice == best {
                    Drawn::Best
                } else {
                    Drawn::AtRandom
                },
            });
            rules.play(&mut position, thrown, choice);
        }
        self.teach(&steps, samples);
    }

    /// From the last position back to the first.
    fn teach(&self, steps: &[Step], samples: &mut Vec<Sample>) {
        // G − V of the position after the ply at hand, for A; 0 at the end, where
        // V is the result.
        let mut surprise = 0.0;
        for step in steps.iter().rev() {
            let thrower = step.position.to_throw().expect("a game that goes on");
            let carried = match step.drawn {
                Drawn::Best => self.terms.lambda * surprise,
                Drawn::AtRandom => 0.0,
            };
            let target = (seen_by_a(thrower, step.backup) + carried).clamp(0.0, 1.0);
            surprise = target - seen_by_a(thrower, step.value);
            samples.push(Sample {
                position: step.position,
                target: seen_by_a(thrower, target) as f32,
            });
        }
    }
}

/// An equity of `thrower` as A's, or the other way round.
fn seen_by_a(thrower: Player, equity: f64) -> f64 {
    match thrower {
        Player::A => equity,
        Player::B => 1.0 - equity,
    }
}

/// The share of choices at random in a game, in percent.
fn noise(stream: &mut Stream) -> u32 {
    let drawn = stream.below(8);
    let class = NOISE.iter().find(|(up_to, _)| drawn < *up_to);
    class.expect("the classes cover all eight").1
}
