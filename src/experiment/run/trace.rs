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

use super::contest::Met;
use super::rows::table;
use crate::stats::Confidence;

table! {
    /// The skill trace of one game.
    TraceRow, TRACES, "trace.csv", 1,
    "A row is one game: how much doubling the effort of its players still gains.";
    seed: u64, "number", "master seed of the throws and the agents";
    weakest: String, "text", "agent with the least effort";
    strongest: String, "text", "agent with the most";
    matches: u64, "matches", "doublings";
    pairs: u64, "pairs", "pairs of games of each match";
    trace: Option<f64>, "share", "skill trace, 0 (no skill) to 1";
    trace_lo: Option<f64>, "share", "its 95 % interval, lower end, from the errors of the results by the delta method";
    trace_hi: Option<f64>, "share", "upper end";
    first_gain: Option<f64>, "result", "result of the first doubling, −1 to 1";
    last_gain: Option<f64>, "result", "result of the last one";
    slope: Option<f64>, "result per doubling", "slope of the line through the results";
}

/// The trace of one game's matches, the weakest first.
pub fn trace(matches: &[Met<'_>]) -> Option<TraceRow> {
    let results: Option<Vec<(f64, f64)>> = matches
        .iter()
        .map(|met| {
            let pairs = &met.done.0.pairs;
            Some((2.0 * pairs.score()? - 1.0, 2.0 * pairs.standard_error()?))
        })
        .collect();
    let results = results.filter(|results| results.len() >= 2)?;
    let values: Vec<f64> = results.iter().map(|result| result.0).collect();
    let (trace, slope) = of(&values);
    // The result changes with each rᵢ; the errors are independent.
    let step = 1e-6;
    let square: f64 = results
        .iter()
        .enumerate()
        .map(|(i, (_, error))| {
            let mut moved = values.clone();
            moved[i] += step;
            let above = of(&moved).0;
            moved[i] -= 2.0 * step;
            ((above - of(&moved).0) / (2.0 * step) * error).powi(2)
        })
        .sum();
    let half = Confidence::P95.normal_quantile() * square.sqrt();
    let (first, last) = (&matches[0], &matches[matches.len() - 1]);
    Some(TraceRow {
        variant: first.variant.clone(),
        seed: first.seed,
        weakest: first.agents[1].clone(),
        strongest: last.agents[0].clone(),
        matches: matches.len() as u64,
        pairs: first.done.0.pairs.pairs(),
        trace: Some(trace),
        trace_lo: Some((trace - half).max(0.0)),
        trace_hi: Some((trace + half).min(1.0)),
        first_gain: values.first().copied(),
        last_gain: values.last().copied(),
        slope: Some(slope),
    })
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
    use super::of;

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
