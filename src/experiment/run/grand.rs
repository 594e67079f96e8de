//! `grand.csv`: what is known of each reconstruction, a row each.
//!
//! It gathers what the jobs of the experiment have found: games of the agents
//! at the ruleset's own size, perfect play at the largest size that they solve,
//! the same games without pairs and walls, ladders; and perfect play of larger
//! games that others have solved.

use std::cmp::Ordering;

use super::compare::CompareRow;
use super::contest::{RatingRow, SkillSpreadRow};
use super::exact::ExactRow;
use super::game_rows::GameRow;
use super::keys::keys_of;
use super::plan::Plan;
use super::read::PERFECT;
use super::rows::{AS_WRITTEN, Variant, table};
use super::solutions::{Solution, largest};
use super::tables::Results;
use crate::ruleset::Ruleset;

table! {
    /// One reconstruction.
    GrandRow, GRAND, "grand.csv", 1,
    "A row is one reconstruction. Lengths in plies and shares of the first player at each level of \
     skill, with 95 % intervals; `learned` is the agent that learned or searched with the highest \
     rating of the ladder. Perfect play is that of the game with `perfect_pieces` pieces a side, \
     the same for all, and of the largest game that was solved (`solved_pieces`).";
    evidence: String, "text", "how much of the ruleset its source decides";
    keys: String, "text", "mechanics that it has";
    plies_random: Option<f64>, "plies", "mean length, random players";
    plies_random_lo: Option<f64>, "plies", "its interval, lower end";
    plies_random_hi: Option<f64>, "plies", "upper end";
    plies_cautious: Option<f64>, "plies", "mean length, cautious players";
    plies_cautious_lo: Option<f64>, "plies", "its interval, lower end";
    plies_cautious_hi: Option<f64>, "plies", "upper end";
    learned: String, "text", "the agent of the next columns";
    plies_learned: Option<f64>, "plies", "mean length, learned players";
    plies_learned_lo: Option<f64>, "plies", "its interval, lower end";
    plies_learned_hi: Option<f64>, "plies", "upper end";
    perfect_pieces: Option<u64>, "pieces", "pieces a side of the game that was solved";
    plies_perfect: Option<f64>, "plies", "mean length of that game, perfect play; computed and not sampled, so there is no interval";
    first_random: Option<f64>, "share", "share of the first player, random players";
    first_random_lo: Option<f64>, "share", "its interval, lower end";
    first_random_hi: Option<f64>, "share", "upper end";
    first_cautious: Option<f64>, "share", "the same, cautious players";
    first_cautious_lo: Option<f64>, "share", "its interval, lower end";
    first_cautious_hi: Option<f64>, "share", "upper end";
    first_learned: Option<f64>, "share", "the same, learned players";
    first_learned_lo: Option<f64>, "share", "its interval, lower end";
    first_learned_hi: Option<f64>, "share", "upper end";
    first_perfect: Option<f64>, "share", "the same, perfect play of the game that was solved; its proven bounds stand in exact.csv";
    blocking_plies: Option<f64>, "plies", "what pairs and walls add to the length, cautious players on the same throws; empty without either";
    blocking_plies_lo: Option<f64>, "plies", "its interval, lower end";
    blocking_plies_hi: Option<f64>, "plies", "upper end";
    elo_spread: Option<f64>, "Elo", "from the worst to the best agent of the ladder";
    elo_spread_lo: Option<f64>, "Elo", "its interval, lower end";
    elo_spread_hi: Option<f64>, "Elo", "upper end";
    unexplained: Option<f64>, "share", "share of the variance of single results, best against worst, that is not who plays";
    luck_share: Option<f64>, "ratio", "variance of the luck of the throws by that of the results (more than 1 where luck and choices go together), perfect against random, in the smallest game with a ladder against true values";
    unexplained_lo: Option<f64>, "share", "lower end of the interval of `unexplained`; none where all pairs ended alike";
    unexplained_hi: Option<f64>, "share", "upper end";
    luck_share_lo: Option<f64>, "ratio", "lower end of the interval of `luck_share`, by the method of Pitman and Morgan";
    luck_share_hi: Option<f64>, "ratio", "upper end";
    unfinished_random: Option<f64>, "share", "games of random players that were given up at the ply limit, in no mean above";
    unfinished_cautious: Option<f64>, "share", "the same, cautious players";
    unfinished_learned: Option<f64>, "share", "the same, learned players";
    unfinished_blocking: Option<f64>, "share", "pairs of games behind `blocking_plies` of which one was given up";
    luck_pieces: Option<u64>, "pieces", "pieces a side of the game behind `luck_share`";
    solved_pieces: Option<u64>, "pieces", "pieces a side of the largest game for which the spec's `solutions` have perfect play";
    first_solved: Option<f64>, "share", "share of the first player in that game, perfect play";
    first_solved_lo: Option<f64>, "share", "proven lower bound; empty where the solution is not certified";
    first_solved_hi: Option<f64>, "share", "proven upper bound";
    plies_solved: Option<f64>, "plies", "mean length of that game, perfect play; empty where nobody has followed it";
    plies_solved_lo: Option<f64>, "plies", "where it was simulated, the lower end of its interval";
    plies_solved_hi: Option<f64>, "plies", "upper end";
}

/// Agents that learned or searched, by the beginning of their names.
const LEARNED: [&str; 2] = ["td", "expectimax"];

/// The rows of all rulesets of the plan.
pub fn grand_rows(plan: &Plan, results: &Results, solutions: &[Solution]) -> Vec<GrandRow> {
    plan.rulesets
        .iter()
        .map(|ruleset| row(ruleset, results, solutions))
        .collect()
}

/// The share of the games that were given up.
fn given_up(row: &GameRow) -> f64 {
    row.unfinished as f64 / row.games as f64
}

fn row(ruleset: &Ruleset, results: &Results, solutions: &[Solution]) -> GrandRow {
    let mechanics = &ruleset.mechanics;
    let own = u64::from(mechanics.pieces);
    let here = |variant: &Variant| variant.ruleset == ruleset.id && variant.variant == AS_WRITTEN;
    let whole = |variant: &Variant| here(variant) && variant.pieces == own;
    let games = |wanted: &dyn Fn(&str) -> bool| -> Option<&GameRow> {
        let mut rows = results.games.iter().rev();
        rows.find(|row| whole(&row.variant) && wanted(&row.agent))
    };
    let random = games(&|agent| agent == "random");
    let cautious = games(&|agent| agent == "cautious");
    let rated = |row: &&RatingRow| {
        whole(&row.variant) && LEARNED.iter().any(|kind| row.agent.starts_with(kind))
    };
    let mut ratings: Vec<&RatingRow> = results.ratings.iter().filter(rated).collect();
    // Where no finite ratings fit, the order of the kinds stands.
    ratings.sort_by(|x, y| y.elo.partial_cmp(&x.elo).unwrap_or(Ordering::Equal));
    let learned = ratings
        .iter()
        .find_map(|rating| games(&|agent| agent == rating.agent))
        .or_else(|| {
            let mut kinds = LEARNED.iter();
            kinds.find_map(|kind| games(&|agent| agent.starts_with(kind)))
        });
    let perfect: Option<&ExactRow> = results
        .exact
        .iter()
        .filter(|row| here(&row.variant) && row.agent == PERFECT)
        .max_by_key(|row| row.variant.pieces);
    let without: Option<&CompareRow> = results.compare.iter().find(|row| {
        row.variant.ruleset == ruleset.id
            && row.variant.variant == "no-blocking"
            && row.agent == "cautious"
    });
    let spread = |truth: bool| -> Option<&SkillSpreadRow> {
        let mut rows = results.skill.iter();
        rows.find(|row| here(&row.variant) && row.luck_share.is_some() == truth)
    };
    let lucky = spread(true);
    let solved = largest(ruleset, solutions);
    let ladder = spread(false).filter(|row| whole(&row.variant));
    let minus = |figure: Option<f64>| figure.map(|figure| -figure);
    GrandRow {
        variant: Variant {
            ruleset: ruleset.id.clone(),
            digest: ruleset.digest().to_string(),
            changes: String::new(),
            variant: AS_WRITTEN.to_string(),
            pieces: own,
            device: ruleset.casting.device.name.clone(),
            stick_p: ruleset
                .casting
                .device
                .has_sticks()
                .then(|| ruleset.casting.stick.to_f64()),
        },
        evidence: ruleset
            .provenance
            .as_ref()
            .and_then(|provenance| provenance.evidence)
            .map_or(String::new(), |evidence| evidence.word().to_string()),
        keys: keys_of(mechanics),
        plies_random: random.and_then(|row| row.plies_mean),
        plies_random_lo: random.and_then(|row| row.plies_lo),
        plies_random_hi: random.and_then(|row| row.plies_hi),
        plies_cautious: cautious.and_then(|row| row.plies_mean),
        plies_cautious_lo: cautious.and_then(|row| row.plies_lo),
        plies_cautious_hi: cautious.and_then(|row| row.plies_hi),
        learned: learned.map_or(String::new(), |row| row.agent.clone()),
        plies_learned: learned.and_then(|row| row.plies_mean),
        plies_learned_lo: learned.and_then(|row| row.plies_lo),
        plies_learned_hi: learned.and_then(|row| row.plies_hi),
        perfect_pieces: perfect.map(|row| row.variant.pieces),
        plies_perfect: perfect.and_then(|row| row.plies_mean),
        first_random: random.and_then(|row| row.first_share),
        first_random_lo: random.and_then(|row| row.first_lo),
        first_random_hi: random.and_then(|row| row.first_hi),
        first_cautious: cautious.and_then(|row| row.first_share),
        first_cautious_lo: cautious.and_then(|row| row.first_lo),
        first_cautious_hi: cautious.and_then(|row| row.first_hi),
        first_learned: learned.and_then(|row| row.first_share),
        first_learned_lo: learned.and_then(|row| row.first_lo),
        first_learned_hi: learned.and_then(|row| row.first_hi),
        first_perfect: perfect.and_then(|row| row.first_share),
        // The comparison is without minus with.
        blocking_plies: minus(without.and_then(|row| row.plies_diff)),
        blocking_plies_lo: minus(without.and_then(|row| row.plies_hi)),
        blocking_plies_hi: minus(without.and_then(|row| row.plies_lo)),
        elo_spread: ladder.and_then(|row| row.elo_spread),
        elo_spread_lo: ladder.and_then(|row| row.elo_spread_lo),
        elo_spread_hi: ladder.and_then(|row| row.elo_spread_hi),
        unexplained: ladder.and_then(|row| row.unexplained),
        luck_share: lucky.and_then(|row| row.luck_share),
        unexplained_lo: ladder.and_then(|row| row.unexplained_lo),
        unexplained_hi: ladder.and_then(|row| row.unexplained_hi),
        luck_share_lo: lucky.and_then(|row| row.luck_share_lo),
        luck_share_hi: lucky.and_then(|row| row.luck_share_hi),
        unfinished_random: random.map(given_up),
        unfinished_cautious: cautious.map(given_up),
        unfinished_learned: learned.map(given_up),
        unfinished_blocking: without
            .map(|row| row.unfinished as f64 / (row.pairs + row.unfinished) as f64),
        luck_pieces: lucky.map(|row| row.variant.pieces),
        solved_pieces: solved.map(|(pieces, _)| u64::from(pieces)),
        first_solved: solved.map(|(_, solution)| solution.first),
        first_solved_lo: solved.and_then(|(_, solution)| solution.first_lo),
        first_solved_hi: solved.and_then(|(_, solution)| solution.first_hi),
        plies_solved: solved.and_then(|(_, solution)| solution.plies),
        plies_solved_lo: solved.and_then(|(_, solution)| solution.plies_lo),
        plies_solved_hi: solved.and_then(|(_, solution)| solution.plies_hi),
    }
}
