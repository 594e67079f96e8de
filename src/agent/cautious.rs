use super::deterministic::Deterministic;
use crate::rules::{Choice, ChoiceKind, Choices, Position, Rules};
use crate::types::Player;

/// A simple careful player.
///
/// It looks at the position after each choice and takes the best by this list;
/// a rule decides only where all rules above it see no difference:
///
/// 1. does something rather than decline to;
/// 2. bears a piece off;
/// 3. hits a lone piece of the opponent;
/// 4. leaves as many of its own pieces as possible with a neighbour;
/// 5. keeps out of the water: no piece falls into a trap, stays on one, is held
///    or is sent to the refuge;
/// 6. comes first in canonical order.
///
/// The list follows the words in which a published Russian program for
/// Kendall's game describes its computer player: it takes pieces off when it
/// can, hits lone pieces, keeps its own in pairs and goes round the water.
/// Rule 1 is needed where a ruleset lets a player decline, and rule 6 makes
/// the choice unique.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cautious;

/// What rules 1 to 5 see of a choice; the greater is the better.
type Merit = (bool, bool, bool, u32, bool);

fn merit(rules: &Rules, position: &Position, mover: Player, points: u8, choice: Choice) -> Merit {
    let mut after = *position;
    let event = rules.play(&mut after, points, choice);
    let own = after.on(mover).0;
    let paired = (own & (own << 1 | own >> 1)).count_ones();
    let held = rules.mechanics().held().0;
    let wet = held >> event.landed & 1 == 1
        || event.trapped
        || event.refused
        || choice.kind.stays()
        || choice.kind == ChoiceKind::Leave;
    (
        choice.kind != ChoiceKind::Decline,
        event.off,
        event.captured != 0,
        paired,
        !wet,
    )
}

impl Deterministic for Cautious {
    fn best(&self, rules: &Rules, position: &Position, points: u8, choices: &Choices) -> Choice {
        let first = choices.nth(0);
        let Some(mover) = position.to_throw().filter(|_| choices.len() > 1) else {
            return first;
        };
        let mut best = (merit(rules, position, mover, points, first), first);
        for choice in choices.iter().skip(1) {
            let merit = merit(rules, position, mover, points, choice);
            if merit > best.0 {
                best = (merit, choice);
            }
        }
        best.1
    }
}
