//! `trace.csv`: the skill trace of a game.
//!
//! A ladder of agents of one kind, each with twice the effort of the one
//! before, and each against that one. With rᵢ the mean result of the stronger
//! on the scale −1 to 1, y the least-squares line through (i, rᵢ), carried on
//! past the last of n matches and cut to 0 … 1, and a the mean of max(rᵢ, 0),
//!
//! ```text
//! skill trace = y(n + 1) + (1 − y(n + 1)) · a
//! ```
//!
//! i counted from 0: the definition of Ludii's `SkillTrace` (M. Stephenson and
//! D. Soemers, source `Evaluation/src/metrics/designer`). Ludii's agents are
//! UCT with random playouts and 2, 4, 8, … iterations a choice; which ones
//! stand here, the rows say.
//!
//! y is cut, so the trace has no derivative where it reaches 0 or 1, and an
//! interval from one would have no width there. The interval is that of a
//! bootstrap (B. Efron and R. Tibshirani, *An introduction to the bootstrap*,
//! 1993): the pairs of each match are drawn anew from those played.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use sha2::{Digest as _, Sha256};

use super::contest::Met;
use super::rows::table;
use crate::stats::{Interval, Pentanomial};

table! {
    /// The skill trace of one game.
    TraceRow, TRACES, "trace.csv", 1,
    "A row is one game: how much doubling the effort of its players still gains, from `matches` \
     matches of `pairs` pairs of games each.";
    seed: u64, "number", "master seed of the throws and the agents";
    weakest: String, "text", "agent with the least effort";
    strongest: String, "text", "agent with the most";
    matches: u64, "matches", "doublings";
    pairs: u64, "pairs", "pairs of games of each match";
    trace: Option<f64>, "share", "skill trace, 0 (no skill) to 1";
    trace_lo: Option<f64>, "share", "its 95 % interval, lower end, by a bootstrap over the pairs of each match; none where the pairs of a match all ended alike";
    trace_hi: Option<f64>, "share", "upper end";
    first_gain: Option<f64>, "result", "result of the first doubling, −1 to 1";
    last_gain: Option<f64>, "result", "result of the last one";
    slope: Option<f64>, "result per doubling", "slope of the line through the results";
}

/// Samples of the bootstrap.
const SAMPLES: usize = 2000;

/// The trace of one game's matches, the weakest first.
pub fn trace(matches: &[Met<'_>]) -> Option<TraceRow> {
    let pairs: Vec<Pentanomial> = matches.iter().map(|met| met.done.0.pairs).collect();
    let values: Option<Vec<f64>> = pairs.iter().map(result).collect();
    let values = values.filter(|values| values.len() >= 2)?;
    let (trace, slope) = of(&values);
    let (first, last) = (&matches[0], &matches[matches.len() - 1]);
    // By the game alone, so that other rulesets of the run change nothing.
    let agents = format!("{} {}", first.agents[1], last.agents[0]);
    let game = format!("{} {} {agents}", first.seed, first.variant.digest);
    let mut draws = Xoshiro256PlusPlus::from_seed(Sha256::digest(game).into());
    let interval = interval(&pairs, &mut draws);
    Some(TraceRow {
        variant: first.variant.clone(),
        seed: first.seed,
        weakest: first.agents[1].clone(),
        strongest: last.agents[0].clone(),
        matches: matches.len() as u64,
        pairs: pairs[0].pairs(),
        trace: Some(trace),
        trace_lo: interval.map(|i| i.lo),
        trace_hi: interval.map(|i| i.hi),
        first_gain: values.first().copied(),
        last_gain: values.last().copied(),
        slope: Some(slope),
    })
}

/// The result of a match on the scale −1 to 1.
fn result(pairs: &Pentanomial) -> Option<f64> {
    Some(2.0 * pairs.score()? - 1.0)
}

/// What is left of the traces of matches whose pairs are drawn anew from those
/// played, when 2.5 % are cut off at each end. `None` where the pairs of a match
/// all ended alike: then nothing is known of their spread.
fn interval(matches: &[Pentanomial], draws: &mut Xoshiro256PlusPlus) -> Option<Interval> {
    let varies = |pairs: &Pentanomial| pairs.0.iter().filter(|&&count| count > 0).count() > 1;
    if !matches.iter().all(varies) {
        return None;
    }
    let mut found: Vec<f64> = (0..SAMPLES)
        .filter_map(|_| {
            let drawn = matches.iter().map(|pairs| result(&redrawn(pairs, draws)));
            Some(of(&drawn.collect::<Option<Vec<f64>>>()?).0)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    let cut = found.len() * 25 / 1000;
    Some(Interval {
        lo: *found.get(cut)?,
        hi: *found.get(found.len() - 1 - cut)?,
    })
}

/// As many pairs, each drawn from those played.
fn redrawn(pairs: &Pentanomial, draws: &mut Xoshiro256PlusPlus) -> Pentanomial {
    let mut drawn = Pentanomial::default();
    for _ in 0..pairs.pairs() {
        let mut left = draws.random_range(0..pairs.pairs());
        let cell = pairs.0.iter().position(|&count| {
            let here = left < count;
            left = left.saturating_sub(count);
            here
        });
        drawn.record(cell.expect("less than all of them"));
    }
    drawn
}

/// The trace of the results, and the slope of their line.
fn of(results: &[f64]) -> (f64, f64) {
    let n = results.len() as f64;
    let centre = (n - 1.0) / 2.0;
    let mean = results.iter().sum::<f64>() / n;
    let (mut product, mut square) = (0.0, 0.0);
    for (i, result) in results.iter().enumerate() {
        let x = i as f64 - centre;
        product += x * (result - mean);
        square += x * x;
    }
    let slope = product / square;
    let next = (mean + slope * (n + 1.0 - centre)).clamp(0.0, 1.0);
    let area = results.iter().map(|result| result.max(0.0)).sum::<f64>() / n;
    (next + (1.0 - next) * area, slope)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Traces that had been cut to 0 or 1 had intervals of no width.
    #[test]
    fn a_trace_at_the_end_of_its_scale_has_an_interval() {
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        let even = Pentanomial([9, 1, 10, 1, 9]);
        let worse = Pentanomial([10, 1, 10, 1, 8]);
        assert_eq!(of(&[&worse; 3].map(|pairs| result(pairs).unwrap())).0, 0.0);
        let interval = interval(&[worse, worse, worse], &mut draws).unwrap();
        assert!(interval.lo == 0.0 && interval.hi > 0.3, "{interval:?}");
        let alike = Pentanomial([0, 0, 30, 0, 0]);
        assert_eq!(super::interval(&[even, alike], &mut draws), None);
    }

    #[test]
    fn as_many_pairs_are_drawn_of_the_kinds_played() {
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        let played = Pentanomial([100, 0, 200, 0, 700]);
        let drawn = redrawn(&played, &mut draws);
        assert_eq!((drawn.pairs(), drawn.0[1], drawn.0[3]), (1000, 0, 0));
        assert!((drawn.score().unwrap() - 0.8).abs() < 0.05, "{drawn:?}");
    }

    /// 0.5, 0.3, 0.1: slope −0.2, the line at 4 is −0.3, so 0; the mean is 0.3.
    #[test]
    fn worked_by_hand() {
        let (trace, slope) = of(&[0.5, 0.3, 0.1]);
        assert!((slope + 0.2).abs() < 1e-12 && (trace - 0.3).abs() < 1e-12);
        // A level line of 0.2: 0.2 + 0.8 · 0.2.
        assert!((of(&[0.2; 4]).0 - 0.36).abs() < 1e-12);
        assert_eq!(of(&[-0.1, -0.1]).0, 0.0);
    }
}
