//! `effects.csv`: which mechanics go with long games and with an advantage.
//!
//! For each key of [`super::keys`] and each figure of `grand.csv`, rulesets
//! that have the key against those that have not. Same games (equal digests)
//! count once. The p-value is that of a permutation test: the share of random
//! assignments of the key, with as many rulesets having it, whose difference is
//! at least as large (E. Pitman, 1937), with Holm's correction over the file.
//! Beside it stand Welch's interval of the difference and Hedges' g, the
//! difference by the pooled standard deviation, corrected for few rulesets (L.
//! Hedges, *Distribution theory for Glass's estimator of effect size*, 1981).
//! It asks whether the key goes with the figure among these reconstructions,
//! and not why: keys come together in families that were made by one hand.
//!
//! The last rows are a regression tree (L. Breiman et al., *Classification and
//! regression trees*, 1984) of two levels, leaves of at least [`LEAF`] rulesets,
//! each split the one that leaves the least squares; `explained` is its R²
//! when each ruleset is foretold by a tree grown without it, which may be below
//! 0.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use super::grand::GrandRow;
use super::keys::KEYS;
use super::plan::Plan;
use super::rows::P_VALUE;
use crate::report::{Sheet, column, p_value};
use crate::stats::{Confidence, Interval, MeanDifference, holm};

/// One key against one figure.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EffectRow {
    pub figure: String,
    pub role: String,
    pub key: String,
    pub about: String,
    pub with: u64,
    pub without: u64,
    pub mean_with: Option<f64>,
    pub mean_without: Option<f64>,
    pub difference: Option<f64>,
    pub p: Option<f64>,
    pub holm: Option<f64>,
    pub explained: Option<f64>,
    pub difference_lo: Option<f64>,
    pub difference_hi: Option<f64>,
    pub effect: Option<f64>,
}

/// `effects.csv`.
pub static EFFECTS: Sheet<EffectRow> = Sheet {
    file: "effects.csv",
    version: 1,
    about: "A row is one key of the mechanics against one figure of `grand.csv`, over the different \
        games; or a split of the regression tree of that figure. Associations among few \
        reconstructions of related families, not causes.",
    columns: &[
        column!(
            "figure",
            "text",
            "column of grand.csv; lengths as natural logarithms",
            |r| r.figure.as_str()
        ),
        column!(
            "role",
            "text",
            "`key` alone, or `tree: first split`, `tree: where it holds`, `tree: where it does not`",
            |r| r.role.as_str()
        ),
        column!(
            "key",
            "text",
            "the key; empty where the tree splits no further",
            |r| r.key.as_str()
        ),
        column!("about", "text", "what it says of a ruleset", |r| r
            .about
            .as_str()),
        column!("with", "games", "games that have it", |r| r.with),
        column!("without", "games", "games that have it not", |r| r.without),
        column!(
            "mean_with",
            "as the figure",
            "mean of those that have it",
            |r| r.mean_with
        ),
        column!("mean_without", "as the figure", "mean of the others", |r| r
            .mean_without),
        column!(
            "difference",
            "as the figure",
            "difference of the means",
            |r| r.difference
        ),
        column!(
            "p",
            P_VALUE,
            "p-value of the permutation test; none for splits, which were chosen by size",
            |r| r.p.map(p_value)
        ),
        column!(
            "holm",
            P_VALUE,
            "the same after Holm's correction over the file",
            |r| r.holm.map(p_value)
        ),
        column!(
            "explained",
            "share",
            "R² of the whole tree, each game foretold without itself; in the first split's row",
            |r| r.explained
        ),
        column!(
            "difference_lo",
            "as the figure",
            "95 % interval of the difference by Welch's method, lower end; none for splits, which \
             were chosen by size",
            |r| r.difference_lo
        ),
        column!("difference_hi", "as the figure", "upper end", |r| r
            .difference_hi),
        column!(
            "effect",
            "standard deviations",
            "effect size: Hedges' g, the difference by the pooled standard deviation; none for \
             splits",
            |r| r.effect
        ),
    ],
};

/// Least rulesets of a leaf.
const LEAF: usize = 4;

const PERMUTATIONS: usize = 9_999;

/// One game: which keys it has, and the figure.
type Case = (Vec<bool>, f64);

/// All figures against all keys.
pub fn effect_rows(plan: &Plan, grand: &[GrandRow], seed: u64) -> Vec<EffectRow> {
    type Figure = (&'static str, fn(&GrandRow) -> Option<f64>);
    let figures: [Figure; 4] = [
        ("plies_random", |row| row.plies_random.map(f64::ln)),
        ("plies_cautious", |row| row.plies_cautious.map(f64::ln)),
        ("first_cautious", |row| row.first_cautious),
        ("elo_spread", |row| row.elo_spread),
    ];
    let mut draws = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut rows = Vec::new();
    for (name, figure) in figures {
        let mut seen: Vec<&str> = Vec::new();
        let mut cases: Vec<Case> = Vec::new();
        for (ruleset, row) in plan.rulesets.iter().zip(grand) {
            let digest = row.variant.digest.as_str();
            let Some(value) = figure(row).filter(|_| !seen.contains(&digest)) else {
                continue;
            };
            seen.push(digest);
            let keys = KEYS.iter().map(|key| (key.holds)(&ruleset.mechanics));
            cases.push((keys.collect(), value));
        }
        if cases.len() < 2 * LEAF {
            continue;
        }
        rows.extend((0..KEYS.len()).filter_map(|key| single(name, key, &cases, &mut draws)));
        rows.extend(tree_rows(name, &cases));
    }
    let raw: Vec<f64> = rows.iter().filter_map(|row| row.p).collect();
    let mut corrected = holm(&raw).into_iter();
    for row in &mut rows {
        row.holm = row.p.and_then(|_| corrected.next());
    }
    rows
}

fn mean(cases: &[&Case]) -> f64 {
    cases.iter().map(|case| case.1).sum::<f64>() / cases.len() as f64
}

fn parted<'a>(cases: &[&'a Case], key: usize) -> [Vec<&'a Case>; 2] {
    let (with, without) = cases.iter().copied().partition(|case| case.0[key]);
    [with, without]
}

fn effect(figure: &str, role: &str, key: usize, cases: &[&Case]) -> EffectRow {
    let [with, without] = parted(cases, key);
    let means = [mean(&with), mean(&without)];
    EffectRow {
        figure: figure.to_string(),
        role: role.to_string(),
        key: KEYS[key].name.to_string(),
        about: KEYS[key].about.to_string(),
        with: with.len() as u64,
        without: without.len() as u64,
        mean_with: Some(means[0]),
        mean_without: Some(means[1]),
        difference: Some(means[0] - means[1]),
        ..EffectRow::default()
    }
}

/// A key that at least two games have and two have not.
fn single(
    figure: &str,
    key: usize,
    cases: &[Case],
    draws: &mut Xoshiro256PlusPlus,
) -> Option<EffectRow> {
    let all: Vec<&Case> = cases.iter().collect();
    let [with, without] = parted(&all, key);
    if with.len() < 2 || without.len() < 2 {
        return None;
    }
    let mut row = effect(figure, "key", key, &all);
    if let Some((interval, effect)) = sizes(&with, &without) {
        row.difference_lo = Some(interval.lo);
        row.difference_hi = Some(interval.hi);
        row.effect = Some(effect);
    }
    let observed = row.difference?.abs();
    let mut values: Vec<f64> = cases.iter().map(|case| case.1).collect();
    let total: f64 = values.iter().sum();
    let (n, m) = (with.len(), without.len());
    let mut as_large = 0;
    for _ in 0..PERMUTATIONS {
        // The first n of a shuffle (Fisher and Yates).
        for i in 0..n {
            let left = (values.len() - i) as u64;
            let j = i + ((u128::from(draws.next_u64()) * u128::from(left)) >> 64) as usize;
            values.swap(i, j);
        }
        let sum: f64 = values[..n].iter().sum();
        let difference = sum / n as f64 - (total - sum) / m as f64;
        as_large += usize::from(difference.abs() >= observed * (1.0 - 1e-12));
    }
    row.p = Some((as_large + 1) as f64 / (PERMUTATIONS + 1) as f64);
    Some(row)
}

fn squares(cases: &[&Case]) -> f64 {
    let centre = mean(cases);
    cases.iter().map(|case| (case.1 - centre).powi(2)).sum()
}

/// Welch's interval of the difference of the means, and Hedges' g; of two cases
/// a side or more. `None` where neither side varies.
fn sizes(with: &[&Case], without: &[&Case]) -> Option<(Interval, f64)> {
    let (n, m) = (with.len() as f64, without.len() as f64);
    let difference = mean(with) - mean(without);
    let (s, t) = (squares(with), squares(without));
    let (u, v) = (s / (n - 1.0) / n, t / (m - 1.0) / m);
    if u + v == 0.0 {
        return None;
    }
    let welch = MeanDifference {
        difference,
        standard_error: (u + v).sqrt(),
        freedom: (u + v).powi(2) / (u * u / (n - 1.0) + v * v / (m - 1.0)),
    };
    let pooled = ((s + t) / (n + m - 2.0)).sqrt();
    let few = 1.0 - 3.0 / (4.0 * (n + m) - 9.0);
    Some((welch.interval(Confidence::P95), difference / pooled * few))
}

/// The split that leaves the least squares, if one leaves fewer.
fn best_split(cases: &[&Case]) -> Option<usize> {
    let left = |key: usize| {
        let parts = parted(cases, key);
        let fits = parts.iter().all(|part| part.len() >= LEAF);
        fits.then(|| parts.iter().map(|part| squares(part)).sum::<f64>())
    };
    let splits = (0..KEYS.len()).filter_map(|key| Some((key, left(key)?)));
    let best = splits.min_by(|x, y| x.1.total_cmp(&y.1))?;
    (best.1 < squares(cases)).then_some(best.0)
}

/// What a tree of two levels grown on `cases` says of `case`.
fn foretold(cases: &[&Case], case: &Case) -> f64 {
    let mut leaf = cases.to_vec();
    for _ in 0..2 {
        let Some(key) = best_split(&leaf) else { break };
        let [with, without] = parted(&leaf, key);
        leaf = if case.0[key] { with } else { without };
    }
    mean(&leaf)
}

fn tree_rows(figure: &str, cases: &[Case]) -> Vec<EffectRow> {
    let all: Vec<&Case> = cases.iter().collect();
    let Some(key) = best_split(&all) else {
        return Vec::new();
    };
    let mut first = effect(figure, "tree: first split", key, &all);
    let missed: f64 = (0..cases.len())
        .map(|i| {
            let others: Vec<&Case> = all
                .iter()
                .enumerate()
                .filter(|(j, _)| *j != i)
                .map(|(_, c)| *c)
                .collect();
            (cases[i].1 - foretold(&others, &cases[i])).powi(2)
        })
        .sum();
    first.explained = Some(1.0 - missed / squares(&all));
    let mut rows = vec![first];
    let roles = ["tree: where it holds", "tree: where it does not"];
    for (role, part) in roles.into_iter().zip(parted(&all, key)) {
        if let Some(key) = best_split(&part) {
            rows.push(effect(figure, role, key, &part));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Key 0 adds 2, key 1 adds 1 where key 0 holds; the others are noise.
    fn cases() -> Vec<Case> {
        let case = |i: usize| {
            let mut keys = vec![false; KEYS.len()];
            keys[0] = i.is_multiple_of(2);
            keys[1] = i % 4 < 2;
            keys[2] = i.is_multiple_of(5);
            let value = 2.0 * f64::from(u8::from(keys[0]))
                + f64::from(u8::from(keys[0] && keys[1]))
                + 0.01 * i as f64;
            (keys, value)
        };
        (0..24).map(case).collect()
    }

    #[test]
    fn the_tree_finds_what_was_put_in() {
        let rows = tree_rows("x", &cases());
        assert_eq!(rows[0].key, KEYS[0].name);
        assert_eq!(rows[1].key, KEYS[1].name);
        assert!(rows[0].explained.unwrap() > 0.9, "{rows:?}");
    }

    /// 1, 2, 3 against 4, 6: means 2 and 5, variances 1 and 2, so an error of
    /// √(1/3 + 1), 16/9 by (1/9)/2 + 1 degrees of freedom, and by the pooled
    /// standard deviation √(4/3) −2.598, times 1 − 3/11.
    #[test]
    fn sizes_worked_by_hand() {
        let cases = [1.0, 2.0, 3.0, 4.0, 6.0].map(|value| (Vec::new(), value));
        let all: Vec<&Case> = cases.iter().collect();
        let (interval, effect) = sizes(&all[..3], &all[3..]).unwrap();
        let t = Confidence::P95.student_quantile(16.0 / 9.0 / (19.0 / 18.0));
        assert!(
            (interval.hi + 3.0 - t * (4.0f64 / 3.0).sqrt()).abs() < 1e-9,
            "{interval:?}"
        );
        assert!(
            (effect + 3.0 / (4.0f64 / 3.0).sqrt() * 8.0 / 11.0).abs() < 1e-9,
            "{effect}"
        );
        let same = [all[0], all[0]];
        assert!(sizes(&same, &same).is_none());
    }

    #[test]
    fn permutations_tell_an_effect_from_noise() {
        let mut draws = Xoshiro256PlusPlus::seed_from_u64(1);
        let cases = cases();
        let strong = single("x", 0, &cases, &mut draws).unwrap();
        assert!(strong.p.unwrap() <= 0.001, "{strong:?}");
        let noise = single("x", 2, &cases, &mut draws).unwrap();
        assert!(noise.p.unwrap() > 0.05, "{noise:?}");
        let (lo, hi) = (strong.difference_lo.unwrap(), strong.difference_hi.unwrap());
        assert!(lo > 0.0 && lo < strong.difference.unwrap() && strong.difference.unwrap() < hi);
        assert!(noise.difference_lo.unwrap() < 0.0 && noise.difference_hi.unwrap() > 0.0);
        // Nobody has the fourth key.
        assert!(single("x", 3, &cases, &mut draws).is_none());
    }
}
