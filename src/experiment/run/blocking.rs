//! `blocking.csv`: what pairs and walls are worth, measured in every way that
//! the experiment has, side by side.
//!
//! The measures are told by the names of the variants: `no-pairs`, `no-walls`
//! and `no-blocking` take the rule from both players, `denied-a` and `denied-b`
//! from one; agents called `abstain:…` do without by choice.

use super::exact::ExactRow;
use super::rows::{AS_WRITTEN, Estimate, Variant, table};
use super::tables::Results;

table! {
    /// One measure of blocking.
    BlockingMeasureRow, BLOCKING_MEASURES, "blocking.csv", 1,
    "A row is one measure of what blocking does in one game. Changes are without minus with; losses \
     and gains are those of the player who does without or has it, in winning chances. \
     Simulated measures have 95 % intervals; exact ones the bounds that follow from those of the \
     values, or none.";
    measure: String, "text", "which measure";
    what: String, "text", "what is taken out, or had";
    agent: String, "text", "both players; `perfect` for perfect play";
    how: String, "text", "`exact` or `simulated`";
    unit: String, "text", "`share` (of a game won), `plies`, or `share of plies`";
    value: Option<f64>, "as the unit", "its value";
    lo: Option<f64>, "as the unit", "lower end";
    hi: Option<f64>, "as the unit", "upper end";
}

/// Names of the variants that take a rule from both.
const REMOVED: [&str; 3] = ["no-pairs", "no-walls", "no-blocking"];

/// All measures that the results allow.
pub fn blocking_rows(results: &Results) -> Vec<BlockingMeasureRow> {
    let mut rows = Vec::new();
    for row in &results.exact {
        if row.variant.variant != AS_WRITTEN {
            continue;
        }
        let find = |name: &str| {
            results.exact.iter().find(|other| {
                other.variant.variant == name && same_game(other, row) && other.agent == row.agent
            })
        };
        for name in REMOVED {
            if let Some(without) = find(name) {
                rows.extend(removed(row, without));
            }
        }
        if let (Some(a), Some(b)) = (find("denied-a"), find("denied-b")) {
            rows.push(denied(row, a, b));
        }
    }
    for row in &results.walls {
        let gain = Estimate {
            value: row.gain,
            lo: None,
            hi: None,
        };
        let formation = format!("{} of {}", row.formation, row.length);
        let measure = "having it, matched positions: gain";
        rows.push(line(
            &row.variant,
            measure,
            &formation,
            "perfect",
            "exact",
            "share",
            gain,
        ));
    }
    for row in &results.compare {
        if !REMOVED.contains(&row.variant.variant.as_str()) {
            continue;
        }
        let plies = Estimate {
            value: row.plies_diff,
            lo: row.plies_lo,
            hi: row.plies_hi,
        };
        let first = Estimate {
            value: row.first_diff,
            lo: row.first_lo,
            hi: row.first_hi,
        };
        let what = &row.variant.variant;
        for (unit, measure, estimate) in [
            ("plies", "taken from both: length", plies),
            ("share", "taken from both: first player", first),
        ] {
            rows.push(line(
                &row.variant,
                measure,
                what,
                &row.agent,
                "simulated",
                unit,
                estimate,
            ));
        }
    }
    for row in &results.games {
        let blocked = Estimate {
            value: row.blocked_share,
            lo: row.blocked_lo,
            hi: row.blocked_hi,
        };
        let measure = "plies in which it takes a choice away";
        let unit = "share of plies";
        rows.push(line(
            &row.variant,
            measure,
            "both",
            &row.agent,
            "simulated",
            unit,
            blocked,
        ));
    }
    for row in &results.contests {
        let score = Estimate {
            value: row.score,
            lo: row.score_lo,
            hi: row.score_hi,
        };
        let (what, agent, score) = match row.agent_1.strip_prefix("abstain:") {
            Some(what) => (what, &row.agent_2, score),
            None => continue,
        };
        let loss = Estimate {
            value: score.value.map(|s| 0.5 - s),
            lo: score.hi.map(|s| 0.5 - s),
            hi: score.lo.map(|s| 0.5 - s),
        };
        let measure = "doing without by choice: loss";
        rows.push(line(
            &row.variant,
            measure,
            what,
            agent,
            "simulated",
            "share",
            loss,
        ));
    }
    rows
}

/// Whether both rows are about one ruleset at one size.
fn same_game(one: &ExactRow, two: &ExactRow) -> bool {
    let (one, two) = (&one.variant, &two.variant);
    one.ruleset == two.ruleset
        && one.pieces == two.pieces
        && one.device == two.device
        && one.stick_p == two.stick_p
}

fn removed(with: &ExactRow, without: &ExactRow) -> Vec<BlockingMeasureRow> {
    let what = &without.variant.variant;
    let mut rows = vec![line(
        &without.variant,
        "taken from both: first player",
        what,
        &with.agent,
        "exact",
        "share",
        less(share(without), share(with)),
    )];
    if let (Some(one), Some(two)) = (with.plies_mean, without.plies_mean) {
        let change = Estimate {
            value: Some(two - one),
            lo: None,
            hi: None,
        };
        let measure = "taken from both: length";
        rows.push(line(
            &without.variant,
            measure,
            what,
            &with.agent,
            "exact",
            "plies",
            change,
        ));
    }
    rows
}

/// What the denied side loses, mean over both seats.
fn denied(written: &ExactRow, a: &ExactRow, b: &ExactRow) -> BlockingMeasureRow {
    // A loses w − v(A denied); B, whose share is 1 − v, loses v(B denied) − w.
    let loss = less(share(b), share(a)).scaled(0.5);
    line(
        &a.variant,
        "denied to one side: loss",
        "no-blocking",
        &written.agent,
        "exact",
        "share",
        loss,
    )
}

/// The share of the first player, with its bounds where they are proven.
fn share(row: &ExactRow) -> Estimate {
    let proven = row.certified == "yes";
    Estimate {
        value: row.first_share,
        lo: row.first_lo.filter(|_| proven),
        hi: row.first_hi.filter(|_| proven),
    }
}

/// The difference of two figures between bounds.
fn less(one: Estimate, two: Estimate) -> Estimate {
    let minus = |x: Option<f64>, y: Option<f64>| x.zip(y).map(|(x, y)| x - y);
    Estimate {
        value: minus(one.value, two.value),
        lo: minus(one.lo, two.hi),
        hi: minus(one.hi, two.lo),
    }
}

fn line(
    variant: &Variant,
    measure: &str,
    what: &str,
    agent: &str,
    how: &str,
    unit: &str,
    estimate: Estimate,
) -> BlockingMeasureRow {
    BlockingMeasureRow {
        variant: variant.clone(),
        measure: measure.to_string(),
        what: what.to_string(),
        agent: agent.to_string(),
        how: how.to_string(),
        unit: unit.to_string(),
        value: estimate.value,
        lo: estimate.lo,
        hi: estimate.hi,
    }
}
