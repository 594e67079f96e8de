//! Every first choice of a game, for every throw.

use serde::{Deserialize, Serialize};

use super::game::TableKind;
use crate::rules::{Ply, Position, Rules};
use crate::solver::table::Table;
use crate::solver::verify::valued_choices;

/// One first choice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OpeningChoice {
    pub points: u8,
    /// Chance of the throw.
    pub chance: f64,
    /// As game records write it.
    pub deed: String,
    /// 1 for the best.
    pub rank: u64,
    /// Chance of winning of the first player after it.
    pub equity: f64,
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    pub regret: f64,
    /// Whether no other choice can be as good, by the bounds.
    pub proven: bool,
    /// The position after it.
    pub position: String,
}

/// What `choice` does, as game records write it.
pub(super) fn deed(
    rules: &Rules,
    position: &Position,
    points: u8,
    choice: crate::rules::Choice,
) -> String {
    let mut after = *position;
    let event = rules.play(&mut after, points, choice);
    Ply::of(points, choice, &event).deed.to_string()
}

/// The first choices by throw, the best first; equals in canonical order.
pub fn openings(table: &Table, rules: &Rules) -> Vec<OpeningChoice> {
    let start = rules.start();
    let throws = &rules.mechanics().throws;
    let certified = TableKind::of(table.header()).certified();
    let mut found = Vec::new();
    for throw in throws.throws() {
        let mut valued: Vec<_> = valued_choices(table, rules, &start, throw.points).collect();
        valued.sort_by(|a, b| b.equity().total_cmp(&a.equity()));
        let best = valued[0].equity();
        for (rank, one) in (1..).zip(&valued) {
            let beats = valued
                .iter()
                .all(|other| other.choice == one.choice || other.upper < one.lower);
            found.push(OpeningChoice {
                points: throw.points,
                chance: throws.probability(throw.points),
                deed: deed(rules, &start, throw.points, one.choice),
                rank,
                equity: one.equity(),
                lower: certified.then_some(one.lower),
                upper: certified.then_some(one.upper),
                regret: best - one.equity(),
                proven: certified && beats,
                position: one.next.to_string(),
            });
        }
    }
    found
}
