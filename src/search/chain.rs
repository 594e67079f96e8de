//! Exact results of given policies in small games, listed position by position.
//!
//! Serves every ruleset, as far as the positions that can arise from the start
//! under the policies fit in memory as a list (one and two pieces a side). The
//! policies make the game a Markov chain; with q(s → s′) its chances,
//!
//! ```text
//! w(s)  = Σ q · ( 1, ½ or 0 at an end, else w(s′) )      A's share
//! d(s)  = Σ q · ( 1 at a draw, 0 at another end, else d(s′) )
//! n(s)  = 1 + Σ q · n(s′)                                expected plies
//! n₂(s) = 1 + 2 Σ q · n(s′) + Σ q · n₂(s′)               their square
//! ```
//!
//! and likewise for turns, 1 replaced by "the turn ends with this ply". The
//! systems are iterated in place, positions listed last first, since a game
//! runs from those listed first to those listed last. (`solver::policy` does
//! the same for games that its encoding holds, with less memory.)

use std::collections::HashMap;

use crate::rules::{Outcome, Policy, Position, Rules};
use crate::types::Player;

/// Largest relative change at which the values are left.
const TOLERANCE: f64 = 1e-12;

const MOST_SWEEPS: usize = 100_000;

/// Positions between two looks at the memory.
const PORTION: usize = 1 << 10;

/// Mean and variance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    pub mean: f64,
    pub variance: f64,
}

/// What two policies come to from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChainResult {
    /// The share of the first player, who throws first: chance of winning and half
    /// that of a draw.
    pub first_share: f64,
    /// The chance of a draw.
    pub draw: f64,
    pub plies: Spread,
    pub turns: Spread,
    /// Positions that can arise.
    pub positions: usize,
}

/// How much may be listed.
#[derive(Clone, Copy, Debug)]
pub struct Room {
    pub positions: usize,
    /// Bytes for the list, what follows each position, and the quantities.
    pub memory: u64,
}

/// What an evaluation tells while it goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ChainProgress {
    /// Positions listed so far.
    Listing(usize),
    Sweep {
        sweep: usize,
        /// Largest relative change.
        change: f64,
    },
}

/// Why there is no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChainError {
    #[error("more than {0} positions can arise")]
    TooLarge(usize),
    #[error(
        "{found} positions found and more to come, which need more than the {allowed} bytes allowed"
    )]
    Memory { found: usize, allowed: u64 },
    #[error("the values do not come to rest: games between these players may never end")]
    Endless,
}

/// One way on from a position.
#[derive(Clone, Copy)]
struct Step {
    chance: f64,
    /// [`OVER`] where the game ends.
    next: u32,
    ends_turn: bool,
}

const OVER: u32 = u32::MAX;

/// The quantities of one position.
#[derive(Clone, Copy, Default)]
struct Cell {
    share: f64,
    draw: f64,
    plies: f64,
    plies_square: f64,
    turns: f64,
    turns_square: f64,
}

/// The positions that can arise, and what follows each.
struct Chain {
    /// By position, and one more: where its steps begin.
    first: Vec<usize>,
    steps: Vec<Step>,
    /// By position.
    ended: Vec<Ended>,
}

/// What the ends in one ply bring.
#[derive(Clone, Copy, Default)]
struct Ended {
    /// A's share.
    share: f64,
    draw: f64,
}

/// Evaluates `policies` (of A and B) against each other from the start, as far
/// as there is `room`; `tell` hears how far it is.
///
/// # Errors
/// More positions can arise, or games may never end.
pub fn evaluate_listed(
    rules: &Rules,
    policies: [&dyn Policy; 2],
    room: Room,
    tell: &mut dyn FnMut(ChainProgress),
) -> Result<ChainResult, ChainError> {
    let chain = Chain::list(rules, policies, room, tell)?;
    let mut cells = vec![Cell::default(); chain.ended.len()];
    for sweep in 1..=MOST_SWEEPS {
        let change = chain.sweep(&mut cells);
        tell(ChainProgress::Sweep { sweep, change });
        if change <= TOLERANCE {
            let start = cells[0];
            let spread = |mean: f64, square: f64| Spread {
                mean,
                variance: (square - mean * mean).max(0.0),
            };
            return Ok(ChainResult {
                first_share: match rules.first() {
                    Player::A => start.share,
                    Player::B => 1.0 - start.share,
                },
                draw: start.draw,
                plies: spread(start.plies, start.plies_square),
                turns: spread(start.turns, start.turns_square),
                positions: cells.len(),
            });
        }
    }
    Err(ChainError::Endless)
}

impl Chain {
    fn list(
        rules: &Rules,
        policies: [&dyn Policy; 2],
        room: Room,
        tell: &mut dyn FnMut(ChainProgress),
    ) -> Result<Chain, ChainError> {
        let mut chain = Chain {
            first: vec![0],
            steps: Vec::new(),
            ended: Vec::new(),
        };
        let mut list = vec![rules.start()];
        let mut numbers: HashMap<Position, u32> = HashMap::from([(rules.start(), 0)]);
        let mut weighed = Vec::new();
        let mut next = 0;
        while let Some(&position) = list.get(next) {
            let mut ended = Ended::default();
            let mover = position
                .to_throw()
                .expect("only games that go on are listed");
            let throws = &rules.mechanics().throws;
            for throw in throws.throws() {
                weighed.clear();
                let choices = rules.choices(&position, throw.points);
                let policy = policies[mover.index()];
                policy.weigh(rules, &position, throw.points, &choices, &mut weighed);
                for &(choice, share) in &weighed {
                    let chance = throws.probability(throw.points) * share;
                    let mut after = position;
                    let event = rules.play(&mut after, throw.points, choice);
                    let place = match after.outcome(rules.mechanics()) {
                        Some(outcome) => {
                            ended.share += chance * points_of_a(outcome);
                            if outcome == Outcome::Draw {
                                ended.draw += chance;
                            }
                            OVER
                        }
                        None => *numbers.entry(after).or_insert_with(|| {
                            list.push(after);
                            list.len() as u32 - 1
                        }),
                    };
                    chain.steps.push(Step {
                        chance,
                        next: place,
                        ends_turn: event.turn_ended,
                    });
                }
            }
            if list.len() > room.positions {
                return Err(ChainError::TooLarge(room.positions));
            }
            if next % PORTION == 0 {
                tell(ChainProgress::Listing(list.len()));
                if chain.bytes(&list, &numbers) > room.memory {
                    return Err(ChainError::Memory {
                        found: list.len(),
                        allowed: room.memory,
                    });
                }
            }
            chain.ended.push(ended);
            chain.first.push(chain.steps.len());
            next += 1;
        }
        Ok(chain)
    }

    /// The most that is held at a time until the cells stand beside the list,
    /// with what the largest part takes while it is moved to twice its place.
    fn bytes(&self, list: &Vec<Position>, numbers: &HashMap<Position, u32>) -> u64 {
        let parts = [
            list.capacity() * size_of::<Position>(),
            // A byte an entry, and an eighth of the places is kept free.
            numbers.capacity() * 8 / 7 * (size_of::<(Position, u32)>() + 1),
            self.steps.capacity() * size_of::<Step>(),
            self.first.capacity() * size_of::<usize>(),
            self.ended.capacity() * size_of::<Ended>(),
            list.len() * size_of::<Cell>(),
        ];
        (parts.iter().sum::<usize>() + 2 * parts.iter().max().expect("six parts")) as u64
    }

    /// Updates all cells in place, the last first; the largest relative change.
    fn sweep(&self, cells: &mut [Cell]) -> f64 {
        let mut change = 0.0f64;
        for place in (0..cells.len()).rev() {
            let mut new = Cell {
                share: self.ended[place].share,
                draw: self.ended[place].draw,
                plies: 1.0,
                plies_square: 1.0,
                ..Cell::default()
            };
            for step in &self.steps[self.first[place]..self.first[place + 1]] {
                let (q, ends) = (step.chance, f64::from(u8::from(step.ends_turn)));
                let next = match step.next {
                    OVER => Cell::default(),
                    next => cells[next as usize],
                };
                new.share += q * next.share;
                new.draw += q * next.draw;
                new.plies += q * next.plies;
                new.plies_square += q * (2.0 * next.plies + next.plies_square);
                new.turns += q * (ends + next.turns);
                new.turns_square += q * (ends + 2.0 * ends * next.turns + next.turns_square);
            }
            let old = &mut cells[place];
            for (new, old) in [
                (new.share, old.share),
                (new.draw, old.draw),
                (new.plies, old.plies),
                (new.plies_square, old.plies_square),
                (new.turns_square, old.turns_square),
            ] {
                change = change.max((new - old).abs() / new.abs().max(1.0));
            }
            *old = new;
        }
        change
    }
}

fn points_of_a(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Won(Player::A) => 1.0,
        Outcome::Won(Player::B) => 0.0,
        Outcome::Draw => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Choice, Choices};
    use crate::ruleset::load_builtin;
    use crate::solver::policy::{EvaluateOptions, evaluate};

    const ROOM: Room = Room {
        positions: 100_000,
        memory: 1 << 30,
    };

    /// Every choice with the same chance.
    struct Any;

    impl Policy for Any {
        fn weigh(
            &self,
            _: &Rules,
            _: &Position,
            _: u8,
            choices: &Choices,
            out: &mut Vec<(Choice, f64)>,
        ) {
            let share = 1.0 / f64::from(choices.len());
            out.extend(choices.iter().map(|choice| (choice, share)));
        }
    }

    /// Two programs for the same systems, one by layers, one by a list.
    #[test]
    fn the_list_agrees_with_the_layers() {
        for (id, reading) in [("anubis-5", None), ("nile-5-six", None), ("ankh-5", None)] {
            let ruleset = load_builtin(id, reading.as_slice(), &[("pieces", "1")]).unwrap();
            let rules = Rules::new(&ruleset.mechanics);
            let listed = evaluate_listed(&rules, [&Any; 2], ROOM, &mut |_| {}).unwrap();
            let layered =
                evaluate(&rules, [&Any; 2], EvaluateOptions::default(), &mut |_| {}).unwrap();
            let close = |x: f64, y: f64| (x - y).abs() < 1e-7 * y.abs().max(1.0);
            assert!(close(listed.first_share, layered.win), "{id}: {listed:?}");
            assert!(close(listed.plies.mean, layered.plies.mean), "{id}");
            assert!(close(listed.plies.variance, layered.plies.variance), "{id}");
            assert!(close(listed.turns.mean, layered.turns.mean), "{id}");
            assert!(close(listed.turns.variance, layered.turns.variance), "{id}");
        }
    }

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let ruleset = load_builtin("anubis-5", &[], &[("pieces", "2")]).unwrap();
        let rules = Rules::new(&ruleset.mechanics);
        let few = Room {
            positions: 500,
            ..ROOM
        };
        let found = evaluate_listed(&rules, [&Any; 2], few, &mut |_| {});
        assert_eq!(found, Err(ChainError::TooLarge(500)));
        let little = Room {
            memory: 1 << 20,
            ..ROOM
        };
        let found = evaluate_listed(&rules, [&Any; 2], little, &mut |_| {});
        let Err(ChainError::Memory { found, allowed }) = found else {
            panic!("{found:?}");
        };
        assert_eq!(allowed, 1 << 20);
        assert!(found < 5000, "{found}");
    }
}
