//! Small games solved in memory, position by position.
//!
//! Serves games whose positions fit in memory as a list: one and two pieces a
//! side. All positions that can arise from the start are listed; then lower
//! values from 0 and upper values from 1 are improved together by
//!
//! ```text
//! V(s) = Σ_t p(t) · max_c V(s after t, c)
//! ```
//!
//! each sweep from both sides of the truth, until they meet. Lower values stay
//! below and upper values above the true ones (Bellman operators are monotone),
//! so what comes out are bounds and needs no word about convergence; rounding
//! is covered by widening them by 10⁻¹².

use std::collections::HashMap;

use crate::rules::{Position, Rules};
use crate::ruleset::Mechanics;
use crate::stats::Interval;

use super::evaluator::settled;
use super::throws::Throws;
use super::truth::Truth;

/// Covers the rounding of all sweeps.
const ROUNDING: f64 = 1e-12;

/// What passes for equal: above the noise of values that are solved to 10⁻¹⁰, as in
/// the general solver's perfect play.
const CLOSE: f64 = 1e-9;

/// Sweeps after which the values are taken as they are.
const MOST_SWEEPS: usize = 100_000;

/// All positions of a small game with bounds on their equities.
pub struct Enumerated {
    mechanics: Mechanics,
    numbers: HashMap<Position, u32>,
    bounds: Vec<Interval>,
    widest: f64,
}

/// A game that is too large to be listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the game has more than {0} positions, too many to solve in passing; give a table made by \
     `senet solve`, or fewer pieces (--set pieces=2)"
)]
pub struct TooLarge(pub usize);

/// Where a choice leads: a number in the list, or the mover's final equity.
#[derive(Clone, Copy)]
enum Successor {
    Same(u32),
    Other(u32),
    Over(f64),
}

impl Enumerated {
    /// Solves the game of `rules` to within `tolerance`, or as near as its
    /// bounds come.
    ///
    /// # Errors
    /// More than `most` positions can arise.
    pub fn solve(rules: &Rules, tolerance: f64, most: usize) -> Result<Enumerated, TooLarge> {
        let throws = Throws::new(rules);
        let mut list = vec![rules.start()];
        let mut numbers = HashMap::from([(rules.start(), 0)]);
        // Successors of position i by throw, a run of `options` each.
        let mut options = Vec::new();
        let mut runs = Vec::new();
        let mut next = 0;
        while let Some(&position) = list.get(next) {
            let mover = position
                .to_throw()
                .expect("only games that go on are listed");
            for chance in throws.all() {
                let choices = rules.choices(&position, chance.points);
                for (_, after) in rules.successors(&position, chance.points, choices) {
                    if after.is_over() {
                        options.push(Successor::Over(settled(mover, rules, &after)));
                        continue;
                    }
                    let number = *numbers.entry(after).or_insert_with(|| {
                        list.push(after);
                        list.len() as u32 - 1
                    });
                    let same = after.to_throw() == Some(mover);
                    options.push(if same {
                        Successor::Same(number)
                    } else {
                        Successor::Other(number)
                    });
                }
                runs.push(options.len());
            }
            if list.len() > most {
                return Err(TooLarge(most));
            }
            next += 1;
        }
        let mut solved = Enumerated {
            mechanics: rules.mechanics().clone(),
            numbers,
            bounds: vec![Interval { lo: 0.0, hi: 1.0 }; list.len()],
            widest: 1.0,
        };
        solved.sweep_until(tolerance, &throws, &options, &runs);
        Ok(solved)
    }

    fn sweep_until(
        &mut self,
        tolerance: f64,
        throws: &Throws,
        options: &[Successor],
        runs: &[usize],
    ) {
        for _ in 0..MOST_SWEEPS {
            let mut run = 0;
            let mut from = 0;
            let mut moved = false;
            for position in 0..self.bounds.len() {
                let mut value = Interval { lo: 0.0, hi: 0.0 };
                for chance in throws.all() {
                    let best = options[from..runs[run]]
                        .iter()
                        .map(|&option| self.of(option))
                        .fold(Interval { lo: 0.0, hi: 0.0 }, |best, next| Interval {
                            lo: best.lo.max(next.lo),
                            hi: best.hi.max(next.hi),
                        });
                    value.lo += chance.probability * best.lo;
                    value.hi += chance.probability * best.hi;
                    from = runs[run];
                    run += 1;
                }
                moved |= self.bounds[position] != value;
                self.bounds[position] = value;
            }
            let widths = self.bounds.iter().map(Interval::width);
            self.widest = widths.fold(0.0, f64::max);
            if self.widest <= tolerance || !moved {
                break;
            }
        }
    }

    fn of(&self, option: Successor) -> Interval {
        match option {
            Successor::Over(equity) => Interval::around(equity, 0.0),
            Successor::Same(number) => self.bounds[number as usize],
            Successor::Other(number) => {
                let other = self.bounds[number as usize];
                Interval {
                    lo: 1.0 - other.hi,
                    hi: 1.0 - other.lo,
                }
            }
        }
    }

    /// Positions listed.
    pub fn positions(&self) -> usize {
        self.bounds.len()
    }

    /// Width of the widest interval.
    pub fn widest(&self) -> f64 {
        self.widest + 2.0 * ROUNDING
    }
}

impl Truth for Enumerated {
    /// A position that cannot arise from the start is known to lie between 0
    /// and 1.
    fn bounds(&self, position: &Position) -> Interval {
        match self.numbers.get(position) {
            Some(&number) => {
                let bounds = self.bounds[number as usize];
                Interval {
                    lo: (bounds.lo - ROUNDING).max(0.0),
                    hi: (bounds.hi + ROUNDING).min(1.0),
                }
            }
            None => Interval { lo: 0.0, hi: 1.0 },
        }
    }

    fn resolution(&self) -> f64 {
        self.widest()
    }

    fn tie(&self) -> f64 {
        CLOSE
    }

    fn certified(&self) -> bool {
        true
    }

    fn suits(&self, mechanics: &Mechanics) -> Result<(), String> {
        let (own, asked) = (self.mechanics.digest(), mechanics.digest());
        if own == asked {
            Ok(())
        } else {
            Err(format!(
                "it was solved for the game with digest {own}, not {asked}"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::parse_position;
    use crate::ruleset::load_builtin;
    use crate::search::true_values;

    fn solved(id: &str, pieces: &str) -> (Rules, Enumerated) {
        let ruleset = load_builtin(id, &[], &[("pieces", pieces)]).unwrap();
        let rules = Rules::new(&ruleset.mechanics);
        let solved = Enumerated::solve(&rules, 1e-11, 1_000_000).unwrap();
        (rules, solved)
    }

    /// 30 against 29: a 1 bears off from 30, a 2 from 29, all else is a pass and
    /// ends the turn. With x and y the chances of who throws from 30 and 29,
    /// x = 4/16 + 12/16·(1 − y) and y = 6/16 + 10/16·(1 − x), so x = 8/17.
    #[test]
    fn an_endgame_worked_by_hand() {
        let (rules, solved) = solved("anubis-5", "1");
        let position = parse_position(rules.mechanics(), "30/29 0-0 A").unwrap();
        let equity = solved.equity(&position);
        assert!((equity - 8.0 / 17.0).abs() < 1e-10, "{equity}");
    }

    #[test]
    fn values_are_their_own_best_replies() {
        let (rules, solved) = solved("nile-5-six", "1");
        assert!(solved.widest() < 1e-10);
        let throws = Throws::new(&rules);
        for position in solved.numbers.keys() {
            let mean: f64 = throws
                .all()
                .iter()
                .map(|chance| {
                    let values = true_values(&solved, &rules, position, chance.points);
                    let best = values.iter().map(|value| value.equity).fold(0.0, f64::max);
                    chance.probability * best
                })
                .sum();
            assert!((mean - solved.equity(position)).abs() < 1e-9);
        }
    }

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let ruleset = load_builtin("anubis-5", &[], &[("pieces", "2")]).unwrap();
        let rules = Rules::new(&ruleset.mechanics);
        let error = Enumerated::solve(&rules, 1e-6, 1000).err().unwrap();
        assert!(error.to_string().contains("more than 1000"), "{error}");
    }
}
