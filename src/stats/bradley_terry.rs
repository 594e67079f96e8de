//! Ratings of many players from their matches.
//!
//! The model of Bradley and Terry (1952): player i scores σ(rᵢ − rⱼ) against j
//! on average, σ(x) = 1/(1 + e^−x). Draws count as half a win. With wᵢⱼ the
//! points of i against j in nᵢⱼ games, the ratings maximise
//!
//! ```text
//! ℓ(r) = Σ_{i<j} [ wᵢⱼ ln σ(rᵢ − rⱼ) + wⱼᵢ ln σ(rⱼ − rᵢ) ]
//! ```
//!
//! under Σ rᵢ = 0, by Newton's method with halved steps; ℓ is concave. Games
//! come in pairs that share their throws, so the games of a match are not
//! independent and the information matrix H alone would give wrong intervals.
//! The covariance is therefore H⁻¹ V H⁻¹ (P. Huber 1967; H. White 1982), with V
//! from the spread of the scores between pairs.
//!
//! A finite maximum exists where every player can be linked to every other by
//! a chain of points won (L. Ford 1957).

use ndarray::{Array1, Array2};

use super::elo::ELO_PER_LOGIT;
use super::linear::solve;
use super::{Confidence, Pentanomial};

/// The match of player `one` against player `two`, seen by `one`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    pub one: usize,
    pub two: usize,
    pub pairs: Pentanomial,
}

/// Ratings in Elo points about a mean of 0, with their covariance.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    pub elo: Vec<f64>,
    covariance: Array2<f64>,
}

/// Why there are no ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingsError {
    #[error("player {0} cannot be linked to player {1} by points won, so no finite ratings fit")]
    Unlinked(usize, usize),
}

impl Ratings {
    /// The most likely ratings of `players` players.
    ///
    /// # Errors
    /// Where the likelihood has no finite maximum.
    ///
    /// # Panics
    /// A match names a player that there is not, or one against itself.
    pub fn fit(players: usize, matches: &[MatchResult]) -> Result<Ratings, RatingsError> {
        check_linked(players, matches)?;
        let mut ratings = Array1::zeros(players);
        let mut best = likelihood(&ratings, matches);
        for _ in 0..100 {
            let (gradient, information) = derivatives(&ratings, matches);
            let step = solve(information, gradient.insert_axis(ndarray::Axis(1)))
                .expect("the information is regular")
                .column(0)
                .to_owned();
            let mut scale = 1.0;
            let next = loop {
                let next = &ratings + &(scale * &step);
                let reached = likelihood(&next, matches);
                if reached >= best || scale < 1e-6 {
                    best = reached;
                    break next;
                }
                scale *= 0.5;
            };
            ratings = next;
            if step.iter().all(|change| change.abs() < 1e-12) {
                break;
            }
        }
        let covariance = sandwich(&ratings, matches);
        Ok(Ratings {
            elo: ratings.iter().map(|r| r * ELO_PER_LOGIT).collect(),
            covariance: covariance * ELO_PER_LOGIT.powi(2),
        })
    }

    /// Standard error of a player's rating about the mean of all.
    pub fn standard_error(&self, player: usize) -> f64 {
        self.covariance[[player, player]].max(0.0).sqrt()
    }

    /// Rating of `one` minus that of `two`, and its standard error.
    pub fn difference(&self, one: usize, two: usize) -> (f64, f64) {
        let c = &self.covariance;
        let variance = c[[one, one]] + c[[two, two]] - 2.0 * c[[one, two]];
        (self.elo[one] - self.elo[two], variance.max(0.0).sqrt())
    }

    /// The chance that `one` is better than `two`; ½ for equals without spread.
    pub fn superiority(&self, one: usize, two: usize) -> f64 {
        match self.difference(one, two) {
            (0.0, _) => 0.5,
            (difference, error) => super::elo::superiority(difference / error),
        }
    }
}

fn expected(ratings: &Array1<f64>, result: &MatchResult) -> f64 {
    1.0 / (1.0 + (ratings[result.two] - ratings[result.one]).exp())
}

/// Games and points of a match.
fn games_and_points(result: &MatchResult) -> (f64, f64) {
    let games = 2.0 * result.pairs.pairs() as f64;
    (games, games * result.pairs.score().unwrap_or(0.5))
}

fn likelihood(ratings: &Array1<f64>, matches: &[MatchResult]) -> f64 {
    matches
        .iter()
        .map(|result| {
            let (games, points) = games_and_points(result);
            let lead = ratings[result.one] - ratings[result.two];
            // ln σ(x) = −ln(1 + e^−x), without overflow for large |x|.
            let ln_sigma = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
            points * ln_sigma(lead) + (games - points) * ln_sigma(-lead)
        })
        .sum()
}

/// Adds `weight` times the outer square of e_one − e_two.
fn add_contrast(matrix: &mut Array2<f64>, result: &MatchResult, weight: f64) {
    let (i, j) = (result.one, result.two);
    matrix[[i, i]] += weight;
    matrix[[j, j]] += weight;
    matrix[[i, j]] -= weight;
    matrix[[j, i]] -= weight;
}

/// Gradient, and information made regular: the matrix of ones binds the sum of
/// the ratings, which the likelihood leaves free, and changes nothing else.
fn derivatives(ratings: &Array1<f64>, matches: &[MatchResult]) -> (Array1<f64>, Array2<f64>) {
    let players = ratings.len();
    let mut gradient = Array1::zeros(players);
    let mut information = Array2::ones((players, players));
    for result in matches {
        let (games, points) = games_and_points(result);
        let p = expected(ratings, result);
        gradient[result.one] += points - games * p;
        gradient[result.two] -= points - games * p;
        add_contrast(&mut information, result, games * p * (1.0 - p));
    }
    (gradient, information)
}

fn sandwich(ratings: &Array1<f64>, matches: &[MatchResult]) -> Array2<f64> {
    let players = ratings.len();
    let (_, information) = derivatives(ratings, matches);
    let mut spread = Array2::zeros((players, players));
    for result in matches {
        let pairs = result.pairs.pairs() as f64;
        // Points of a pair are twice its score a game.
        let known = result.pairs.spread(Confidence::P95);
        let error = known.map_or(0.0, |known| known.error);
        let variance = 4.0 * (pairs * error).powi(2);
        add_contrast(&mut spread, result, variance);
    }
    let half = solve(information.clone(), spread).expect("the information is regular");
    solve(information, half.reversed_axes()).expect("the information is regular")
}

/// Ford's condition, by reachability along points won.
fn check_linked(players: usize, matches: &[MatchResult]) -> Result<(), RatingsError> {
    let mut reaches = Array2::from_elem((players, players), false);
    for result in matches {
        assert!(result.one != result.two, "a player does not play itself");
        let (games, points) = games_and_points(result);
        reaches[[result.one, result.two]] |= points > 0.0;
        reaches[[result.two, result.one]] |= points < games;
    }
    for k in 0..players {
        for i in 0..players {
            for j in 0..players {
                reaches[[i, j]] |= reaches[[i, k]] && reaches[[k, j]];
            }
        }
    }
    for i in 0..players {
        for j in 0..players {
            if i != j && !reaches[[i, j]] {
                return Err(RatingsError::Unlinked(i, j));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Confidence, elo_of_score};

    fn result(one: usize, two: usize, pairs: [u64; 5]) -> MatchResult {
        MatchResult {
            one,
            two,
            pairs: Pentanomial(pairs),
        }
    }

    /// Two players: the rating difference is the Elo of the score, and its
    /// error that of the score through the slope of the curve.
    #[test]
    fn two_players_are_a_match() {
        let pairs = Pentanomial([100, 0, 500, 0, 160]);
        let ratings = Ratings::fit(2, &[result(0, 1, pairs.0)]).unwrap();
        let (elo, error) = ratings.difference(0, 1);
        assert!((elo - pairs.elo().unwrap()).abs() < 1e-8);
        assert!((ratings.elo[0] + ratings.elo[1]).abs() < 1e-9);
        let interval = pairs.elo_interval(Confidence::P95).unwrap();
        let half = Confidence::P95.normal_quantile() * error;
        assert!((2.0 * half - interval.width()).abs() < 0.01 * interval.width());
        let los = ratings.superiority(0, 1);
        assert!((los - pairs.superiority().unwrap()).abs() < 1e-3);
        assert!((los + ratings.superiority(1, 0) - 1.0).abs() < 1e-12);
    }

    /// Scores that fit the model exactly give back its ratings.
    #[test]
    fn exact_scores_give_exact_ratings() {
        // Odds 1 : 3 and 3 : 9 (as 1 : 3), so 1 : 9 overall.
        let ratings = Ratings::fit(
            3,
            &[
                result(1, 0, [100, 0, 0, 0, 300]),
                result(2, 1, [25, 0, 50, 0, 125]),
                result(0, 2, [180, 0, 0, 0, 20]),
            ],
        )
        .unwrap();
        let step = elo_of_score(0.75);
        assert!((ratings.difference(1, 0).0 - step).abs() < 1e-8);
        assert!((ratings.difference(2, 1).0 - step).abs() < 1e-8);
        assert!(ratings.standard_error(1) > 0.0);
    }

    /// The order in which the players stand changes nothing.
    #[test]
    fn relabelling_carries_over() {
        let matches = [
            result(0, 1, [10, 2, 30, 1, 20]),
            result(1, 2, [12, 2, 30, 5, 11]),
            result(2, 0, [15, 0, 30, 3, 18]),
        ];
        let turned = matches.map(|m| MatchResult {
            one: 2 - m.two,
            two: 2 - m.one,
            pairs: m.pairs.turned(),
        });
        let (x, y) = (
            Ratings::fit(3, &matches).unwrap(),
            Ratings::fit(3, &turned).unwrap(),
        );
        for i in 0..3 {
            assert!((x.elo[i] - y.elo[2 - i]).abs() < 1e-8);
            assert!((x.standard_error(i) - y.standard_error(2 - i)).abs() < 1e-8);
        }
    }

    #[test]
    fn ratings_that_would_be_infinite_are_refused() {
        let matches = [
            result(0, 1, [1, 0, 3, 0, 2]),
            result(2, 0, [0, 0, 0, 0, 9]),
            result(2, 1, [0, 0, 0, 0, 9]),
        ];
        assert_eq!(Ratings::fit(3, &matches), Err(RatingsError::Unlinked(0, 2)));
    }
}
