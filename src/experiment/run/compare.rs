//! `kind = "compare"`: the same games under changed rules.
//!
//! Game g is thrown with the same throws both times, so differences are taken
//! within pairs of games. They are *changed minus base*. Effect sizes: Glass's
//! Δ for lengths (mean difference by the standard deviation of the base's
//! lengths; G. Glass, 1976) and Cohen's h for shares, 2·arcsin√p₁ − 2·arcsin√p₀
//! (J. Cohen, *Statistical power analysis*, 1988).

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use super::games::{batches, play};
use super::rows::{Estimate, corrected, table};
use crate::agent::AnyAgent;
use crate::arena::{BlockingPairs, Seeds, Unobserved};
use crate::report::ratio;
use crate::rules::Rules;
use crate::stats::{Confidence, Law, Moments};

table! {
    /// One change of rules, seen in paired games.
    CompareRow, COMPARE, "compare.csv", 1,
    "A row is one change of rules, played by one agent against itself, and the same games on the \
     same throws under the rules it is compared with. Differences are changed minus base. \
     Intervals are Student's over pairs of games at 95 %. Holm's correction is over all different \
     comparisons of the file (rulesets that are the same game count once) and both questions \
     (length, first player) together; verdicts are at 5 % after it.";
    against: String, "text", "digest of the rules it is compared with";
    why: String, "text", "what the source leaves open, for a reading";
    seed: u64, "number", "master seed of the throws and the agents";
    agent: String, "text", "agent on both seats";
    pairs: u64, "pairs", "games finished both ways";
    unfinished: u64, "pairs", "games given up in one way or both";
    plies_base: Option<f64>, "plies", "mean length under the rules compared with";
    plies_changed: Option<f64>, "plies", "mean length under the changed rules";
    plies_diff: Option<f64>, "plies", "mean difference of length";
    plies_lo: Option<f64>, "plies", "its interval, lower end";
    plies_hi: Option<f64>, "plies", "upper end";
    plies_effect: Option<f64>, "standard deviations", "Glass's Δ";
    plies_effect_lo: Option<f64>, "standard deviations", "that of the lower end";
    plies_effect_hi: Option<f64>, "standard deviations", "that of the upper end";
    plies_p: Option<f64>, "p-value", "p-value of no difference of length";
    plies_holm: Option<f64>, "p-value", "the same after Holm's correction";
    first_base: Option<f64>, "share", "share of the first player under the rules compared with";
    first_changed: Option<f64>, "share", "the same under the changed rules";
    first_diff: Option<f64>, "share", "difference of the shares";
    first_lo: Option<f64>, "share", "its interval, lower end";
    first_hi: Option<f64>, "share", "upper end";
    first_effect: Option<f64>, "h", "Cohen's h";
    first_p: Option<f64>, "p-value", "p-value of no difference of the shares";
    first_holm: Option<f64>, "p-value", "the same after Holm's correction";
    verdict: String, "text", "what is shown after the correction: `longer`, `shorter`, `first player gains`, `first player loses`, or `no change shown`";
    rank: u64, "number", "place by the size of the plies' effect among the different comparisons of the same agent, 1 the largest";
}

/// Plays both ways; `None` once `cancel` is set.
pub fn compare(
    base: &Rules,
    changed: &Rules,
    agent: &AnyAgent,
    seeds: Seeds,
    max_plies: u32,
    games: u64,
    cancel: &AtomicBool,
) -> Option<CompareRow> {
    let mut pairs = BlockingPairs::default();
    let mut lengths = Moments::default();
    for range in batches(games) {
        if cancel.load(Ordering::Relaxed) {
            return None;
        }
        let both = [base, changed].map(|rules| {
            play(
                rules,
                [agent; 2],
                seeds,
                max_plies,
                range.clone(),
                &mut Unobserved,
            )
        });
        for (written, changed) in both[0].iter().zip(&both[1]) {
            pairs.record(base.first(), written, changed);
            if written.outcome.is_some() && changed.outcome.is_some() {
                lengths.record(u64::from(written.plies));
            }
        }
    }
    Some(row(&pairs, &lengths))
}

fn row(pairs: &BlockingPairs, lengths: &Moments) -> CompareRow {
    let count = pairs.plies.count();
    let interval = pairs.plies.interval(Law::Student, Confidence::P95);
    let plies = Estimate::new(pairs.plies.mean(), interval);
    let effect = lengths
        .sd()
        .filter(|sd| *sd > 0.0)
        .map(|sd| plies.scaled(1.0 / sd));
    let effect = effect.unwrap_or_default();
    let interval = pairs.first.interval(Law::Student, Confidence::P95);
    let first = Estimate::new(pairs.first.mean(), interval).scaled(0.5);
    let base = [0, 1].map(|i| ratio(pairs.written[i], count));
    let first_base = base[1].map(|half_points| half_points / 2.0);
    let first_changed = first_base.zip(first.value).map(|(base, diff)| base + diff);
    let h = |share: f64| 2.0 * share.clamp(0.0, 1.0).sqrt().asin();
    // Pairs that never differ show no change.
    let p_value = |difference: &crate::stats::PairedDifference| {
        difference
            .mean()
            .map(|_| difference.p_value(Law::Student).unwrap_or(1.0))
    };
    CompareRow {
        pairs: count,
        unfinished: pairs.unfinished,
        plies_base: base[0],
        plies_changed: base[0].zip(plies.value).map(|(base, diff)| base + diff),
        plies_diff: plies.value,
        plies_lo: plies.lo,
        plies_hi: plies.hi,
        plies_effect: effect.value,
        plies_effect_lo: effect.lo,
        plies_effect_hi: effect.hi,
        plies_p: p_value(&pairs.plies),
        first_base,
        first_changed,
        first_diff: first.value,
        first_lo: first.lo,
        first_hi: first.hi,
        first_effect: first_base
            .zip(first_changed)
            .map(|(base, changed)| h(changed) - h(base)),
        first_p: p_value(&pairs.first),
        ..CompareRow::default()
    }
}

/// The level of verdicts.
const LEVEL: f64 = 0.05;

/// What is compared, whatever the ruleset is called.
fn question(row: &CompareRow) -> String {
    let (changed, base) = (&row.variant.digest, &row.against);
    format!("{base} {changed} {} {}", row.agent, row.seed)
}

/// Fills in what depends on all rows: corrected p-values, verdicts, ranks.
pub fn correct(rows: &mut [CompareRow]) {
    let tests = rows.iter().flat_map(|row| {
        let question = question(row);
        let length = (format!("length {question}"), row.plies_p);
        [length, (format!("first {question}"), row.first_p)]
    });
    let mut corrected = corrected(tests.collect()).into_iter();
    for row in rows.iter_mut() {
        row.plies_holm = corrected.next().flatten();
        row.first_holm = corrected.next().flatten();
        let mut shown = Vec::new();
        if row.plies_holm.is_some_and(|p| p < LEVEL) {
            shown.push(if row.plies_diff > Some(0.0) {
                "longer"
            } else {
                "shorter"
            });
        }
        if row.first_holm.is_some_and(|p| p < LEVEL) {
            let gains = row.first_diff > Some(0.0);
            shown.push(if gains {
                "first player gains"
            } else {
                "first player loses"
            });
        }
        row.verdict = match &shown[..] {
            [] => "no change shown".to_string(),
            shown => shown.join(", "),
        };
    }
    let size = |row: &CompareRow| row.plies_effect.map_or(0.0, f64::abs);
    let sizes: BTreeMap<String, (String, f64)> = rows
        .iter()
        .map(|row| (question(row), (row.agent.clone(), size(row))))
        .collect();
    for row in rows.iter_mut() {
        let own = size(row);
        let larger = sizes
            .values()
            .filter(|(agent, other)| *agent == row.agent && *other > own);
        row.rank = 1 + larger.count() as u64;
    }
}
