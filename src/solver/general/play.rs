//! What perfect play comes to: its mean length, and the chances of winning and
//! of a draw apart.
//!
//! Serves solved groups. The perfect player takes the choice of largest value;
//! values that differ by less than 10⁻⁹ count as equal, and of equal choices the
//! one with the lowest origin is taken, then the one with the smaller position
//! text. With s′ the position after it,
//!
//! ```text
//! n(s) = 1 + Σ p · n(s′)                                              plies
//! w(s) = Σ p · ( w(s′) if the mover throws again, else 1 − w(s′) − d(s′) )
//! d(s) = Σ p · d(s′)                                                  draws
//! ```
//!
//! iterated in place until nothing changes by more than 10⁻¹⁰ (of n: of itself).

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::GeneralError;
use super::sweep::Values;
use super::ways::{Goal, Maker, Portion, Way, Ways};

/// Values closer than this count as equal.
pub const TIE: f64 = 1e-9;

/// Change at which a group is left, and rounds after which it is given up.
const REST: f64 = 1e-10;
const MOST_ROUNDS: u32 = 100_000;

/// Perfect play from one position.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Played {
    /// Mean plies to the end; infinite where play does not end for certain.
    pub plies: f64,
    /// Chance that the player about to throw wins.
    pub win: f64,
    pub draw: f64,
}

/// Perfect play from every position, by number.
pub struct Plays(Vec<Played>);

impl Plays {
    pub fn new(positions: usize) -> Plays {
        Plays(vec![Played::default(); positions])
    }

    #[inline]
    pub fn get(&self, number: usize) -> Played {
        self.0[number]
    }

    /// Follows perfect play in a group whose values are found, all later groups
    /// being followed.
    ///
    /// # Errors
    /// Interrupted.
    pub(super) fn follow(
        &mut self,
        maker: &Maker,
        portions: &[Vec<Portion>],
        ways: &Ways,
        chances: &[f64],
        values: &Values,
        stop: &AtomicBool,
    ) -> Result<(), GeneralError> {
        let first = maker.members.first;
        let throws = chances.len();
        let positions = maker.members.keys().len();
        // The best ways of each position, in the order of the numbers.
        let mut best: Vec<Way> = Vec::with_capacity(positions * throws);
        for (level, own) in portions.iter().enumerate() {
            for (number, portion) in own.iter().enumerate() {
                ways.with(maker, (level, number), portion, |ways| {
                    for i in 0..portion.places.len() {
                        push_best(ways.of(i), values, &mut best);
                    }
                });
            }
        }
        for _ in 0..MOST_ROUNDS {
            let mut change = 0.0f64;
            for place in 0..positions {
                let own = &best[place * throws..(place + 1) * throws];
                let new = self.after(own, chances);
                let old = std::mem::replace(&mut self.0[first + place], new);
                change = change
                    .max((new.plies - old.plies) / new.plies)
                    .max((new.win - old.win).abs())
                    .max((new.draw - old.draw).abs());
            }
            if change <= REST {
                return Ok(());
            }
            if stop.load(Relaxed) {
                return Err(GeneralError::Interrupted);
            }
        }
        for played in &mut self.0[first..first + positions] {
            played.plies = f64::INFINITY;
        }
        Ok(())
    }

    #[inline]
    fn after(&self, ways: &[Way], chances: &[f64]) -> Played {
        let mut sum = Played {
            plies: 1.0,
            ..Played::default()
        };
        for (way, chance) in ways.iter().zip(chances) {
            let next = match way.goal() {
                Goal::Over(value) => Played {
                    plies: 0.0,
                    win: f64::from(u8::from(value == 1.0)),
                    draw: f64::from(u8::from(value == 0.5)),
                },
                Goal::Same(number) => self.get(number),
                Goal::Other(number) => {
                    let next = self.get(number);
                    Played {
                        win: 1.0 - next.win - next.draw,
                        ..next
                    }
                }
            };
            sum.plies += chance * next.plies;
            sum.win += chance * next.win;
            sum.draw += chance * next.draw;
        }
        sum
    }
}

/// Appends the best way of each throw.
fn push_best(ways: &[Way], values: &Values, best: &mut Vec<Way>) {
    let mut begin = 0;
    for (i, way) in ways.iter().enumerate() {
        if !way.is_last() {
            continue;
        }
        let run = &ways[begin..=i];
        let value = |way: &Way| values.of(*way).middle();
        let largest = run.iter().map(value).fold(0.0, f64::max);
        let first = run.iter().find(|way| value(way) >= largest - TIE);
        best.push(*first.expect("the largest is one of them"));
        begin = i + 1;
    }
}
