//! Perfect play against the exact figures: share of wins, lengths, and the luck
//! identity in every game.
//!
//! With V the table's equity of the mover, b(s, t) the equity after the best
//! choice with throw t, and B(s) = Σ p(t) · b(s, t),
//!
//! ```text
//! luck = b(s, t) − B(s)        regret = b(s, t) − equity after the choice
//! result − V(start) = Σ luck − Σ regret + Σ (B(s) − V(s))
//! ```
//!
//! with the signs of the first player's side. The last sum is what a table that
//! is not exact leaves; it is at most the largest residual |B − V| times the
//! plies. So result, luck and regret check solver, engine and play at once.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::figures::{Figures, LengthKind, or_missing, simulated};
use super::game::{Game, TableKind};
use super::playing::{Playing, perfect};
use crate::arena::{Caster, GameResult, Observer, Ply, play_batch};
use crate::rules::{Outcome, Position, Rules};
use crate::search::true_equity;
use crate::solver::table::Table;
use crate::solver::verify::{allowed_residual, residuals};
use crate::types::Player;

/// What was found about one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckFound {
    pub value: f64,
    pub games: u64,
    pub won: u64,
    /// Games that were given up.
    pub unfinished: u64,
    /// Means and their standard errors; not a number where there are too few games.
    pub plies_exact: Option<f64>,
    #[serde(deserialize_with = "or_missing")]
    pub plies: f64,
    #[serde(deserialize_with = "or_missing")]
    pub plies_se: f64,
    pub turns_exact: Option<f64>,
    #[serde(deserialize_with = "or_missing")]
    pub turns: f64,
    #[serde(deserialize_with = "or_missing")]
    pub turns_se: f64,
    /// Finished games in which the luck identity was looked at; without any, the
    /// figures below mean nothing.
    pub luck_games: u64,
    /// The largest residual |B − V|: a bound over all positions, or what tolerance
    /// and rounding allow.
    pub residual: f64,
    pub residual_of_all: bool,
    /// Largest |result − start − luck + regret| of a game, and the largest
    /// share that it is of residual × plies.
    pub off: f64,
    pub off_share: f64,
    /// Summed regret of all games: 0 for a player that follows the table.
    pub regret: f64,
}

/// Checks `table`; its residual is taken over all positions up to `most`.
/// `None` where the run was stopped.
pub fn check(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    figures: &Figures,
    most: u64,
    luck_games: u64,
    playing: Playing<'_>,
) -> Option<CheckFound> {
    let tally = simulated(table, game, rules, playing)?;
    let certified = TableKind::of(table.header()).certified();
    let of_all = certified || table.header().positions() <= most;
    let residual = if certified {
        // The middles of V and of all best replies are within half a width of
        // the true values.
        let sections = table.header().sections.iter();
        let widths = sections.filter_map(|section| section.widest);
        widths.fold(0.0, f64::max)
    } else if of_all {
        let found = playing
            .pool
            .install(|| residuals(table, rules, |_| 1, |_| {}));
        found.iter().map(|layer| layer.largest).fold(0.0, f64::max)
    } else {
        allowed_residual(table.header())
    };
    let agent = perfect(table);
    let caster = Caster::new(&rules.mechanics().throws);
    let seating = playing.seating(game, rules, &caster, [&agent; 2]);
    let (mut looked_at, mut off, mut off_share, mut regret) = (0, 0.0f64, 0.0f64, 0.0f64);
    let lucky = Playing {
        games: luck_games,
        ..playing
    };
    lucky.each(
        |games| {
            let mut meter = IdentityMeter::new(table, rules, residual);
            play_batch(&seating, games, &mut meter);
            (meter.games, meter.off, meter.off_share, meter.regret)
        },
        |part| {
            looked_at += part.0;
            off = off.max(part.1);
            off_share = off_share.max(part.2);
            regret += part.3;
        },
    )?;
    let exact = |length: f64| (figures.kind == LengthKind::Exact).then_some(length);
    Some(CheckFound {
        value: figures.value,
        games: tally.finished,
        won: tally.first,
        unfinished: playing.games - tally.finished,
        plies_exact: exact(figures.plies.mean),
        plies: tally.plies.mean().unwrap_or(f64::NAN),
        plies_se: tally.plies.standard_error().unwrap_or(f64::NAN),
        turns_exact: exact(figures.turns.mean),
        turns: tally.turns.mean().unwrap_or(f64::NAN),
        turns_se: tally.turns.standard_error().unwrap_or(f64::NAN),
        luck_games: looked_at,
        residual,
        residual_of_all: of_all,
        off,
        off_share,
        regret,
    })
}

/// Watches the identity; figures are the first player's.
pub struct IdentityMeter<'a> {
    pub table: &'a Table,
    pub rules: &'a Rules,
    pub residual: f64,
    /// Games that came to their end.
    pub games: u64,
    pub off: f64,
    pub off_share: f64,
    pub regret: f64,
}

impl<'a> IdentityMeter<'a> {
    /// `residual`: see [`CheckFound::residual`].
    pub fn new(table: &'a Table, rules: &'a Rules, residual: f64) -> IdentityMeter<'a> {
        IdentityMeter {
            table,
            rules,
            residual,
            games: 0,
            off: 0.0,
            off_share: 0.0,
            regret: 0.0,
        }
    }
}

/// Rounding of sums of equities, a ply.
const ROUNDING: f64 = 1e-14;

impl Observer for IdentityMeter<'_> {
    /// Luck of the first player less luck of the second, and the same of regret.
    type Game = (f64, f64);

    fn ply(&mut self, (luck, regret): &mut Self::Game, ply: &Ply<'_>) {
        let mover = Player::BOTH[ply.mover];
        let sign = if self.rules.start().to_throw() == Some(mover) {
            1.0
        } else {
            -1.0
        };
        let throws = &self.rules.mechanics().throws;
        let (mut mean, mut best) = (0.0, 0.0);
        for throw in throws.throws() {
            let choices = self.rules.choices(ply.before, throw.points);
            let after = self.rules.successors(ply.before, throw.points, choices);
            let equity = after
                .map(|(_, after)| true_equity(mover, self.table, self.rules, &after))
                .fold(0.0, f64::max);
            mean += throws.probability(throw.points) * equity;
            if throw.points == ply.points {
                best = equity;
            }
        }
        let taken = true_equity(mover, self.table, self.rules, ply.after);
        *luck += sign * (best - mean);
        *regret += sign * (best - taken);
        self.regret += best - taken;
    }

    fn end(&mut self, &(luck, regret): &Self::Game, _: &Position, result: &GameResult) {
        let start = self.rules.start();
        let Some(outcome) = result.outcome else {
            return;
        };
        self.games += 1;
        let result_of_first = match outcome {
            Outcome::Won(who) if Some(who) == start.to_throw() => 1.0,
            Outcome::Won(_) => 0.0,
            Outcome::Draw => 0.5,
        };
        let off = (result_of_first - self.table.equity(&start) - luck + regret).abs();
        self.off = self.off.max(off);
        let allowed = f64::from(result.plies) * (self.residual + ROUNDING);
        self.off_share = self.off_share.max(off / allowed);
    }
}
