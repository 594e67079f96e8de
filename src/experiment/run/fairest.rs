//! `fairest.csv`: the chance of a stick's light face with which the first
//! player has no advantage, or the least.
//!
//! Simulated shares sᵢ at chances pᵢ, with standard errors σᵢ, are fitted by
//! weighted least squares with f(p) = a + b·p + c·p². The fairest p is that of
//! the least |f(p) − ½| within the range looked at. Its interval is that of a
//! parametric bootstrap (B. Efron and R. Tibshirani, *An introduction to the
//! bootstrap*, 1993): shares drawn anew around the fitted ones, fitted again,
//! 2.5 % cut off at each end. Where the ends of the range are in the interval,
//! so is perhaps what lies outside.
//!
//! Exact values need no fit: between two neighbours of which one is above and
//! one below ½ the crossing is interpolated, and the neighbours are the bounds;
//! without a crossing the least advantage counts, and its neighbours.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};
use sha2::{Digest as _, Sha256};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::exact::ExactRow;
use super::game_rows::GameRow;
use super::rows::{Variant, table};
use crate::ruleset::Ruleset;

table! {
    /// The fairest sticks of one game.
    FairestRow, FAIREST, "fairest.csv", 1,
    "A row is one game between two players of one kind: the chance of a stick's light face at \
     which the first player's advantage is least, within the range looked at. The game is named as \
     it is with its own chance: `digest` is empty if that is not among those looked at, `stick_p` \
     always.";
    agent: String, "text", "both players";
    how: String, "text", "`simulated` or `exact`";
    from: f64, "chance", "least p looked at";
    to: f64, "chance", "largest p looked at";
    fairest: f64, "chance", "p with the least advantage";
    fairest_lo: f64, "chance", "its 95 % interval, lower end; for exact values the neighbour below";
    fairest_hi: f64, "chance", "upper end; the neighbour above";
    crosses: String, "text", "`yes` where the advantage vanishes within the range, `no` where it only comes to a least";
    first_there: f64, "share", "share of the first player at that p, fitted or exact";
    first_half: Option<f64>, "share", "the same at p = ½, if it is within the range";
    least: f64, "share", "smallest share of the first player over the range, fitted or exact";
    largest: f64, "share", "largest share";
    fit_p: Option<f64>, "p-value", "p-value of the χ² test of the fit; small where the curve does not fit";
    players: String, "text", "`agent`, and for exact values how many pieces a side it has";
}

/// One chance and what was found there.
#[derive(Clone, Copy, Debug)]
struct Point<'a> {
    /// Of the game with that chance.
    digest: &'a str,
    p: f64,
    share: f64,
    /// 0 for exact values.
    error: f64,
}

/// Fewest chances that make a curve.
const FEWEST: usize = 4;

/// Samples of the bootstrap.
const SAMPLES: usize = 2000;

/// Steps into which the range is divided.
const STEPS: usize = 400;

/// The rows of all games that were played with several chances.
/// `rulesets` has those that were played, with their own chances.
pub fn fairest_rows(
    rulesets: &[Ruleset],
    games: &[GameRow],
    exact: &[ExactRow],
    seed: u64,
) -> Vec<FairestRow> {
    let mut rows = Vec::new();
    let simulated = games.iter().filter_map(|row| {
        let share = row.first_share?;
        let finished = (row.games - row.unfinished) as f64;
        let error = (share * (1.0 - share) / finished).sqrt();
        let key = (row.agent.as_str(), row.seed);
        Some((
            &row.variant,
            key,
            Point {
                p: row.variant.stick_p?,
                share,
                error,
                digest: &row.variant.digest,
            },
        ))
    });
    for (variant, (agent, _), points) in curves(rulesets, simulated) {
        // By the curve alone, so that other rulesets of the run change nothing.
        let curve = format!("{seed} {agent} {}", points[0].digest);
        let mut draws = Xoshiro256PlusPlus::from_seed(Sha256::digest(curve).into());
        if let Some(row) = fitted(&points, &mut draws) {
            rows.push(FairestRow {
                variant,
                agent: agent.into(),
                players: agent.into(),
                ..row
            });
        }
    }
    let solved = exact.iter().filter_map(|row| {
        let point = Point {
            p: row.variant.stick_p?,
            share: row.first_share?,
            error: 0.0,
            digest: &row.variant.digest,
        };
        Some((&row.variant, (row.agent.as_str(), row.seed), point))
    });
    for (variant, (agent, _), points) in curves(rulesets, solved) {
        let row = interpolated(&points);
        let pieces = match variant.pieces {
            1 => "1 piece".to_string(),
            pieces => format!("{pieces} pieces"),
        };
        rows.push(FairestRow {
            players: format!("{agent}, {pieces}"),
            variant,
            agent: agent.into(),
            ..row
        });
    }
    rows
}

type Curve<'a> = (Variant, (&'a str, u64), Vec<Point<'a>>);

/// Points of games that differ in p alone.
fn curves<'a>(
    rulesets: &[Ruleset],
    points: impl Iterator<Item = (&'a Variant, (&'a str, u64), Point<'a>)>,
) -> Vec<Curve<'a>> {
    // With the chance of the ruleset as written it is the game that is named.
    let own_digest = |variant: &Variant| {
        let written = rulesets.iter().find(|one| one.id == variant.ruleset);
        let own = written.map(|ruleset| ruleset.casting.stick.to_f64());
        let digest = Some(&variant.digest).filter(|_| own == variant.stick_p);
        digest.cloned().unwrap_or_default()
    };
    let mut curves: Vec<Curve<'a>> = Vec::new();
    for (variant, key, point) in points {
        let same = |other: &Variant| {
            other.ruleset == variant.ruleset
                && other.variant == variant.variant
                && other.pieces == variant.pieces
                && other.device == variant.device
        };
        match curves
            .iter_mut()
            .find(|(other, known, _)| same(other) && *known == key)
        {
            Some((named, _, points)) => {
                if named.digest.is_empty() {
                    named.digest = own_digest(variant);
                }
                points.push(point);
            }
            None => {
                let named = Variant {
                    digest: own_digest(variant),
                    changes: without_chance(&variant.changes),
                    stick_p: None,
                    ..variant.clone()
                };
                curves.push((named, key, vec![point]));
            }
        }
    }
    for (.., points) in &mut curves {
        points.sort_by(|x, y| x.p.total_cmp(&y.p));
        points.dedup_by(|x, y| x.p == y.p);
    }
    curves.retain(|(.., points)| points.len() >= FEWEST);
    curves
}

/// The changes but for that of the chance.
fn without_chance(changes: &str) -> String {
    let kept = changes
        .split(';')
        .filter(|change| !change.starts_with("stick_p="));
    kept.collect::<Vec<_>>().join(";")
}

/// a, b, c of the weighted least squares; `None` where they are not determined.
fn fit(points: &[Point<'_>]) -> Option<[f64; 3]> {
    let mut system = [[0.0; 4]; 3];
    for point in points {
        let weight = 1.0 / point.error.powi(2);
        let powers = [1.0, point.p, point.p * point.p];
        for (row, left) in system.iter_mut().zip(powers) {
            for (cell, right) in row.iter_mut().zip(powers) {
                *cell += weight * left * right;
            }
            row[3] += weight * left * point.share;
        }
    }
    // Gauss and Jordan with the largest pivot.
    for column in 0..3 {
        let pivot = (column..3)
            .max_by(|&x, &y| system[x][column].abs().total_cmp(&system[y][column].abs()))?;
        system.swap(column, pivot);
        if system[column][column] == 0.0 || !system[column][column].is_finite() {
            return None;
        }
        let lead = system[column];
        for (number, row) in system.iter_mut().enumerate() {
            if number != column {
                let factor = row[column] / lead[column];
                row.iter_mut()
                    .zip(lead)
                    .for_each(|(cell, lead)| *cell -= factor * lead);
            }
        }
    }
    Some([0, 1, 2].map(|i| system[i][3] / system[i][i]))
}

fn value([a, b, c]: [f64; 3], p: f64) -> f64 {
    a + p * (b + p * c)
}

/// Chances over the range of the points.
fn grid(points: &[Point<'_>]) -> impl Iterator<Item = f64> + Clone + use<> {
    let (from, to) = (points[0].p, points[points.len() - 1].p);
    (0..=STEPS).map(move |i| from + (to - from) * i as f64 / STEPS as f64)
}

fn fairest_of(curve: [f64; 3], points: &[Point<'_>]) -> f64 {
    let advantage = |p: &f64| (value(curve, *p) - 0.5).abs();
    let least = grid(points).min_by(|x, y| advantage(x).total_cmp(&advantage(y)));
    least.expect("the range is not empty")
}

fn fitted(points: &[Point<'_>], draws: &mut Xoshiro256PlusPlus) -> Option<FairestRow> {
    if points.iter().any(|point| point.error == 0.0) {
        return None;
    }
    let curve = fit(points)?;
    let normal = Normal::standard();
    let mut found: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            let drawn: Vec<Point<'_>> = points
                .iter()
                .map(|point| {
                    // Strictly between 0 and 1.
                    let uniform = ((draws.next_u64() >> 12) as f64 + 0.5) / (1u64 << 52) as f64;
                    let share = value(curve, point.p) + point.error * normal.inverse_cdf(uniform);
                    Point { share, ..*point }
                })
                .collect();
            Some(fairest_of(fit(&drawn)?, points))
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let cut = found.len() * 25 / 1000;
    let misfit: f64 = points
        .iter()
        .map(|point| ((point.share - value(curve, point.p)) / point.error).powi(2))
        .sum();
    let law = ChiSquared::new((points.len() - 3) as f64).ok()?;
    let values = grid(points).map(|p| value(curve, p));
    let fairest = fairest_of(curve, points);
    let least = values.clone().fold(f64::INFINITY, f64::min);
    let largest = values.fold(f64::NEG_INFINITY, f64::max);
    let (from, to) = (points[0].p, points[points.len() - 1].p);
    Some(FairestRow {
        how: "simulated".to_string(),
        from,
        to,
        fairest,
        fairest_lo: *found.get(cut)?,
        fairest_hi: *found.get(found.len() - 1 - cut)?,
        crosses: yes_no(least <= 0.5 && largest >= 0.5),
        first_there: value(curve, fairest),
        first_half: (from <= 0.5 && to >= 0.5).then(|| value(curve, 0.5)),
        least,
        largest,
        fit_p: Some(law.sf(misfit)),
        ..FairestRow::default()
    })
}

fn interpolated(points: &[Point<'_>]) -> FairestRow {
    let crossing = points.windows(2).find(|pair| {
        (pair[0].share - 0.5) * (pair[1].share - 0.5) <= 0.0 && pair[0].share != pair[1].share
    });
    let (fairest, lo, hi, there) = match crossing {
        Some(pair) => {
            let part = (0.5 - pair[0].share) / (pair[1].share - pair[0].share);
            let p = pair[0].p + part * (pair[1].p - pair[0].p);
            (p, pair[0].p, pair[1].p, 0.5)
        }
        None => {
            let advantage = |i: &usize| (points[*i].share - 0.5).abs();
            let best = (0..points.len())
                .min_by(|x, y| advantage(x).total_cmp(&advantage(y)))
                .expect("a curve has points");
            let last = points.len() - 1;
            let (below, above) = (best.saturating_sub(1), (best + 1).min(last));
            (
                points[best].p,
                points[below].p,
                points[above].p,
                points[best].share,
            )
        }
    };
    let shares = points.iter().map(|point| point.share);
    FairestRow {
        how: "exact".to_string(),
        from: points[0].p,
        to: points[points.len() - 1].p,
        fairest,
        fairest_lo: lo,
        fairest_hi: hi,
        crosses: yes_no(crossing.is_some()),
        first_there: there,
        first_half: points
            .iter()
            .find(|point| point.p == 0.5)
            .map(|point| point.share),
        least: shares.clone().fold(f64::INFINITY, f64::min),
        largest: shares.fold(f64::NEG_INFINITY, f64::max),
        ..FairestRow::default()
    }
}

fn yes_no(answer: bool) -> String {
    if answer { "yes" } else { "no" }.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(of: impl Fn(f64) -> f64, error: f64) -> Vec<Point<'static>> {
        let chances = (0..9).map(|i| 0.3 + 0.05 * f64::from(i));
        chances
            .map(|p| Point {
                p,
                share: of(p),
                error,
                digest: "",
            })
            .collect()
    }

    /// ½ + (p − 0.42)/10 is fair at 0.42.
    #[test]
    fn a_straight_line_crosses_where_it_should() {
        let line = points(|p| 0.5 + (p - 0.42) / 10.0, 0.0005);
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        let row = fitted(&line, &mut draws).unwrap();
        assert!((row.fairest - 0.42).abs() < 0.001, "{row:?}");
        assert!(row.fairest_lo < 0.42 && row.fairest_hi > 0.42);
        assert!(row.fairest_hi - row.fairest_lo < 0.02);
        assert_eq!(row.crosses, "yes");
        assert!(row.fit_p.unwrap() > 0.99);
        let row = interpolated(&line);
        assert!((row.fairest - 0.42).abs() < 1e-9, "{row:?}");
        assert!((row.fairest_lo - 0.4).abs() < 1e-9 && (row.fairest_hi - 0.45).abs() < 1e-9);
    }

    #[test]
    fn without_a_crossing_the_least_advantage_counts() {
        let bowl = points(|p| 0.52 + (p - 0.6) * (p - 0.6), 0.001);
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        let row = fitted(&bowl, &mut draws).unwrap();
        assert!(
            (row.fairest - 0.6).abs() < 0.005 && row.crosses == "no",
            "{row:?}"
        );
        assert!((row.first_there - 0.52).abs() < 1e-6);
        assert!((interpolated(&bowl).fairest - 0.6).abs() < 1e-9);
    }

    #[test]
    fn a_curve_that_does_not_fit_is_noticed() {
        let wave = points(|p| 0.5 + 0.02 * (40.0 * p).sin(), 0.001);
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        assert!(fitted(&wave, &mut draws).unwrap().fit_p.unwrap() < 1e-6);
    }
}
