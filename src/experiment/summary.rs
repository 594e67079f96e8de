//! One ruleset and seating, measured: a row of `summary.csv`.

use crate::arena::Measures;
use crate::report::ratio;
use crate::rules::ChoiceKind;
use crate::stats::{Confidence, Histogram, Interval, Proportion};
use crate::types::Player;

/// Whose games a row tells of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label {
    pub ruleset: String,
    pub digest: String,
    /// Readings and keys changed, as typed, joined by `;`.
    pub changes: String,
    /// The agents of A and B.
    pub agents: [String; 2],
    /// Whether both play the same again.
    pub reproducible: bool,
}

/// One ruleset and seating.
#[derive(Clone, Debug)]
pub struct SummaryRow {
    pub label: Label,
    /// Games that were asked for.
    pub asked: u64,
    /// Who throws first.
    pub first: Player,
    /// Squares of a track.
    pub length: u8,
    pub measures: Measures,
}

impl SummaryRow {
    /// The share of the first player, draws counting half.
    pub fn first(&self) -> Proportion {
        let results = &self.measures.results;
        let won = results.wins[self.first.index()];
        Proportion::with_draws(won, results.draws, results.finished())
    }

    /// 95 % Wilson interval of [`Self::first`].
    pub fn first_interval(&self) -> Option<Interval> {
        self.first().wilson(Confidence::P95)
    }

    pub(super) fn per_game(&self, count: u64) -> Option<f64> {
        ratio(count, self.measures.results.finished())
    }

    pub(super) fn per_ply(&self, count: u64) -> Option<f64> {
        ratio(count, self.measures.plies.plies())
    }

    pub(super) fn kinds_per_game(&self, kinds: &[ChoiceKind]) -> Option<f64> {
        self.per_game(self.measures.plies.of_kind(kinds))
    }

    pub(super) fn plies(&self) -> &Histogram {
        &self.measures.results.plies
    }

    pub(super) fn turns(&self) -> &Histogram {
        &self.measures.games.turns
    }

    pub(super) fn moves(&self) -> &Histogram {
        &self.measures.games.moves
    }
}
