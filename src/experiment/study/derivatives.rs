//! What smaller tables made from a table cost.
//!
//! A *form* is a way of keeping a game's perfect play: the table itself, its
//! values in 8 bits, its best choices alone. Who plays by a form loses, against
//! the best choice by the table, its regret: measured over the decisions that it
//! meets in games against itself and, where both players' policies can be
//! evaluated, as the chance of winning lost from the start against the perfect
//! player, in either seat.

use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::figures::or_missing;
use super::game::Game;
use super::playing::{Playing, perfect};
use crate::agent::{Agent, AnyAgent, Chosen, Optimal, Stream};
use crate::arena::{BILLION, Sampler};
use crate::rules::Rules;
use crate::search::{best_of, true_values};
use crate::solver::policy::{EvaluateOptions, evaluate};
use crate::solver::table::{ChoiceTable, Table, derive_choices, derive_u8};
use crate::stats::{Merge, Moments};

/// One form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FormFound {
    /// `u16`, `f64-bounds`, `u8`, `choices`, …
    pub form: String,
    /// Bytes of the values or choices.
    pub bytes: u64,
    pub decisions: u64,
    /// Mean regret a decision, and its standard error; not a number where there
    /// are too few.
    #[serde(deserialize_with = "or_missing")]
    pub regret: f64,
    #[serde(deserialize_with = "or_missing")]
    pub regret_se: f64,
    /// The largest met.
    pub largest: f64,
    /// Chance of winning lost from the start against the perfect player, in the
    /// first and in the second seat, exactly; `None` for larger games.
    pub first_loss: Option<f64>,
    pub second_loss: Option<f64>,
}

/// All forms of one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DerivativeFound {
    pub positions: u64,
    pub games: u64,
    pub forms: Vec<FormFound>,
}

/// Makes the forms of `table` in `folder`, measures them, and removes them.
/// Exact losses are taken up to `most` positions. `None` where the run was
/// stopped.
///
/// # Errors
/// A file cannot be written or read again.
pub fn derivatives(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    folder: &Path,
    most: u64,
    playing: Playing<'_>,
) -> anyhow::Result<Option<DerivativeFound>> {
    let work = tempfile::tempdir_in(folder)?;
    let paths = ["u8", "choices"].map(|form| work.path().join(form));
    let header = playing.pool.install(|| derive_u8(table, &paths[0]))?;
    let small = Arc::new(Table::open(&paths[0])?);
    let chosen = playing.pool.install(|| derive_choices(table, &paths[1]))?;
    let choices = Arc::new(ChoiceTable::open(&paths[1])?);
    let value_bytes = |header: &crate::solver::table::Header| {
        header.sections.iter().map(|section| section.bytes).sum()
    };
    let own = super::game::TableKind::of(table.header());
    let bounds = if own.certified() { "-bounds" } else { "" };
    let forms: [(String, u64, AnyAgent); 3] = [
        (
            format!("{}{bounds}", own.precision.name()),
            value_bytes(table.header()),
            perfect(table),
        ),
        ("u8".to_string(), value_bytes(&header), perfect(&small)),
        (
            "choices".to_string(),
            chosen.bytes(),
            AnyAgent::Other(Box::new(Chosen::new(choices))),
        ),
    ];
    let positions = table.header().positions();
    let mut found = Vec::new();
    for (form, bytes, agent) in &forms {
        let Some((regret, largest)) = regret(table, game, rules, agent, playing) else {
            return Ok(None);
        };
        let (mut first_loss, mut second_loss) = (None, None);
        if positions <= most {
            let best = Optimal::new(table.clone());
            let policy = agent.policy().expect("a form is a policy");
            let win = |policies| {
                playing
                    .pool
                    .install(|| evaluate(rules, policies, EvaluateOptions::default(), &mut |_| {}))
                    .map(|found| found.win)
            };
            let even = win([&best, &best])?;
            first_loss = Some(even - win([policy, &best])?);
            second_loss = Some(win([&best, policy])? - even);
        }
        found.push(FormFound {
            form: form.clone(),
            bytes: *bytes,
            decisions: regret.count(),
            regret: regret.mean().unwrap_or(f64::NAN) / BILLION,
            regret_se: regret.standard_error().unwrap_or(f64::NAN) / BILLION,
            largest,
            first_loss,
            second_loss,
        });
    }
    Ok(Some(DerivativeFound {
        positions,
        games: playing.games,
        forms: found,
    }))
}

/// Regrets of `agent` in games against itself, billionths, and the largest.
fn regret(
    table: &Table,
    game: &Game,
    rules: &Rules,
    agent: &AnyAgent,
    playing: Playing<'_>,
) -> Option<(Moments, f64)> {
    let sampler = Sampler::new(rules, agent, playing.seed, game.key(), playing.max_plies);
    let (mut all, mut largest) = (Moments::default(), 0.0f64);
    playing.each(
        |games| {
            let (mut sums, mut largest) = (Moments::default(), 0.0f64);
            let mut stream = Stream::new(0);
            for occasion in games.flat_map(|game| sampler.all(game)) {
                let (position, points) = (occasion.position, occasion.points);
                let values = true_values(table, rules, &position, points);
                let best = best_of(&values, 0.0).expect("there are choices");
                let choices = rules.choices(&position, points);
                let taken = agent.choose(rules, &position, points, &choices, &mut stream);
                let taken = values.iter().find(|value| value.choice == taken);
                let regret = values[best].equity - taken.expect("a legal choice").equity;
                sums.record((regret * BILLION).round() as u64);
                largest = largest.max(regret);
            }
            (sums, largest)
        },
        |(sums, most)| {
            all.merge(&sums);
            largest = largest.max(most);
        },
    )?;
    Some((all, largest))
}
