//! What the tests of the rules share.

mod catalogue;
mod odd;
mod odd_features;
mod placement;

pub use catalogue::{RULESETS, Variant, load, readings, shipped, small_games};
pub use odd::odd_variants;
pub use placement::placement;

use rand::{RngExt, SeedableRng, rngs::Xoshiro256PlusPlus};
use senet::rules::{Choice, Position, Rules, parse_position, reference};
use senet::ruleset::{Capture, Mechanics};
use senet::types::{ByPlayer, Player};

/// The generator of one test and job; every run draws the same.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// The number in the environment variable `name`, or `default`.
///
/// # Panics
/// Where the variable holds anything but a number.
pub fn from_environment(name: &str, default: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text
            .replace('_', "")
            .parse()
            .unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => default,
    }
}

/// Any points of the throw table, all equally likely, so that rare throws come
/// often.
pub fn any_points(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> u8 {
    let throws = mechanics.throws.throws();
    throws[rng.random_range(0..throws.len())].points
}

/// A position from its text.
pub fn position(mechanics: &Mechanics, text: &str) -> Position {
    parse_position(mechanics, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The choices of the compiled engine, each with the position after it.
pub fn compiled(rules: &Rules, position: &Position, points: u8) -> Vec<(Choice, Position)> {
    let choices = rules.choices(position, points);
    rules.successors(position, points, choices).collect()
}

/// The choices of a position and throw, after making sure that both engines
/// give the same ones in the same order with the same positions and outcomes,
/// and that no piece appears or vanishes.
pub fn agreed(
    name: &str,
    rules: &Rules,
    position: &Position,
    points: u8,
) -> Vec<(Choice, Position)> {
    let mechanics = rules.mechanics();
    let place = || format!("{name}: {position} with {points}");
    let expected = reference::choices(mechanics, position, points);
    let choices = rules.choices(position, points);
    let actual = compiled(rules, position, points);
    assert_eq!(
        actual,
        expected,
        "compiled (left) and reference differ in {}",
        place()
    );
    assert_eq!(choices.len() as usize, expected.len(), "{}", place());
    for (k, (choice, after)) in (0u32..).zip(&expected) {
        assert_eq!(choices.nth(k), *choice, "choice {k} of {}", place());
        assert_eq!(
            after.outcome(mechanics),
            reference::outcome(mechanics, &after.setup()),
            "{choice:?} in {}",
            place()
        );
        assert_conserved(mechanics, position, after, &place());
    }
    expected
}

/// Pieces of a player on the board and home.
pub fn pieces(position: &Position) -> ByPlayer<u32> {
    let count = |player| position.on(player).len() + u32::from(position.home(player));
    ByPlayer::new(count(Player::A), count(Player::B))
}

/// No piece is gained or lost from one position to the next, but one of the
/// opponent's to a capture that removes it or sends it to the hand, and one of
/// the mover's that enters from there or goes back.
pub fn assert_conserved(mechanics: &Mechanics, before: &Position, after: &Position, place: &str) {
    let (old, new) = (pieces(before), pieces(after));
    let mover = before.to_throw().expect("the game went on");
    let lost = match mechanics.capture {
        Capture::Remove | Capture::Hand => 1,
        Capture::Swap | Capture::Low | Capture::None => 0,
    };
    assert!(
        new[mover].abs_diff(old[mover]) <= u32::from(mechanics.hand.is_some()),
        "the mover's pieces: {old:?} became {new:?} in {place}"
    );
    assert!(
        new[!mover] <= old[!mover] && new[!mover] + lost >= old[!mover],
        "the opponent's pieces: {old:?} became {new:?} in {place}"
    );
}
