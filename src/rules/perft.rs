//! Counting play (RULES section 5).

use super::compile::Rules;
use super::position::Position;

/// The number of ways to play `depth` plies from `position`: the sum, over
/// each number of points of the throw table and each legal choice with it, of
/// the count after it. A finished position counts 0 for `depth > 0`.
pub fn perft(rules: &Rules, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    let throws = rules.mechanics().throws.throws();
    throws
        .iter()
        .map(|throw| {
            let choices = rules.choices(position, throw.points);
            if depth == 1 {
                return u64::from(choices.len());
            }
            rules
                .successors(position, throw.points, choices)
                .map(|(_, next)| perft(rules, &next, depth - 1))
                .sum()
        })
        .sum()
}
