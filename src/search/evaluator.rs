//! What a position is worth at a glance.

use crate::rules::{Choice, Choices, Outcome, Position, Rules};
use crate::types::Player;

/// Estimates positions without looking ahead.
///
/// An evaluator gives a *score*, which rises with the equity and turns its
/// sign with the side; [`squash`](Self::squash) makes the equity of it. A
/// search compares scores and squashes only the best.
pub trait Evaluator: Send + Sync {
    /// The score of the player about to throw. The position must not be over:
    /// what is over is exact, see [`equity_of`].
    fn score(&self, position: &Position) -> f64;

    /// The equity, 0 to 1, that belongs to a score: not falling, and
    /// `squash(−x) = 1 − squash(x)` but for rounding.
    fn squash(&self, score: f64) -> f64;

    /// Whether the equity of a position is its solved value, so that nothing is
    /// to be gained by looking further.
    #[inline(always)]
    fn exact(&self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// The equity of the player about to throw.
    #[inline(always)]
    fn equity(&self, position: &Position) -> f64 {
        self.squash(self.score(position))
    }
}

macro_rules! forward {
    ($($pointer:ty),*) => {$(
        impl<E: Evaluator + ?Sized> Evaluator for $pointer {
            #[inline(always)]
            fn score(&self, position: &Position) -> f64 {
                (**self).score(position)
            }

            #[inline(always)]
            fn squash(&self, score: f64) -> f64 {
                (**self).squash(score)
            }

            #[inline(always)]
            fn exact(&self, position: &Position) -> bool {
                (**self).exact(position)
            }
        }
    )*};
}

forward!(&E, Box<E>, std::sync::Arc<E>);

/// The equity of `player`, whoever is about to throw: exact (0, ½, 1) where
/// the game is over, else the evaluator's.
#[inline(always)]
pub fn equity_of(
    player: Player,
    evaluator: &impl Evaluator,
    rules: &Rules,
    position: &Position,
) -> f64 {
    match position.to_throw() {
        Some(thrower) if thrower == player => evaluator.equity(position),
        Some(_) => 1.0 - evaluator.equity(position),
        None => settled(player, rules, position),
    }
}

/// The equity of `player` in a position that is over.
#[cold]
pub(super) fn settled(player: Player, rules: &Rules, position: &Position) -> f64 {
    match position.outcome(rules.mechanics()) {
        Some(Outcome::Won(winner)) => f64::from(u8::from(winner == player)),
        Some(Outcome::Draw) => 0.5,
        None => unreachable!("asked for the result of a game that goes on"),
    }
}

/// The score of `player`, whoever is about to throw; infinite where the game is
/// won or lost, 0 where it is drawn.
#[inline(always)]
pub(super) fn score_of(
    player: Player,
    evaluator: &impl Evaluator,
    rules: &Rules,
    position: &Position,
) -> f64 {
    match position.to_throw() {
        Some(thrower) if thrower == player => evaluator.score(position),
        Some(_) => -evaluator.score(position),
        None => match settled(player, rules, position) {
            0.5 => 0.0,
            won => f64::INFINITY.copysign(won - 0.5),
        },
    }
}

/// The equity that belongs to a score of [`score_of`].
#[inline(always)]
pub(super) fn equity_at(evaluator: &impl Evaluator, score: f64) -> f64 {
    if score.is_infinite() {
        f64::from(u8::from(score > 0.0))
    } else {
        evaluator.squash(score)
    }
}

/// The choice after which the evaluator sees the mover best, the first such in
/// canonical order, and the mover's equity there. The position must not be
/// over.
pub fn best_reply(
    evaluator: &impl Evaluator,
    rules: &Rules,
    position: &Position,
    points: u8,
    choices: Choices,
) -> (Choice, f64) {
    let mover = position.to_throw().expect("a game that goes on");
    let mut best = (f64::NAN, Choice::PASS);
    for (choice, after) in rules.successors(position, points, choices) {
        let score = score_of(mover, evaluator, rules, &after);
        if best.0.is_nan() || score > best.0 {
            best = (score, choice);
        }
    }
    (best.1, equity_at(evaluator, best.0))
}

/// `1 / (1 + e^−x)` within 10⁻¹¹, with `x` held to ±36 so that no estimate is
/// as sure as a finished game. By additions and multiplications alone, so that
/// every machine gives the same bits.
#[inline(always)]
pub fn logistic(x: f64) -> f64 {
    // e^−|x| = 2^−whole · 2^f with |f| ≤ ½: whole goes into the exponent, 2^f
    // is a polynomial.
    let y = x.abs().min(36.0) * std::f64::consts::LOG2_E;
    let whole = (y + 0.5) as i64;
    let f = whole as f64 - y;
    const TERMS: [f64; 10] = taylor_of_two_to_the();
    let power = TERMS.iter().rev().fold(0.0, |sum, term| sum * f + term);
    let small = power * f64::from_bits(((1023 - whole) as u64) << 52);
    let low = small / (1.0 + small);
    if x < 0.0 { low } else { 1.0 - low }
}

/// `(ln 2)ⁿ / n!`
const fn taylor_of_two_to_the() -> [f64; 10] {
    let mut terms = [1.0; 10];
    let mut n = 1;
    while n < 10 {
        terms[n] = terms[n - 1] * std::f64::consts::LN_2 / n as f64;
        n += 1;
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::logistic;

    #[test]
    fn logistic_is_accurate_symmetric_and_monotone() {
        let mut last = 0.0;
        for i in -4000..=4000 {
            let x = f64::from(i) / 100.0;
            let got = logistic(x);
            let exact = 1.0 / (1.0 + (-x.clamp(-36.0, 36.0)).exp());
            assert!((got - exact).abs() < 1e-11, "{x}: {got} {exact}");
            assert!((got + logistic(-x) - 1.0).abs() < 1e-15);
            assert!(got >= last && got < 1.0 && got > 0.0, "{x}");
            last = got;
        }
        assert_eq!(logistic(0.0), 0.5);
    }
}
