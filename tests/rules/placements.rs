//! The random placements must reach the rare rules, or the tests that use
//! them would prove little.

use senet::rules::{ChoiceKind, Position, Rules};
use senet::ruleset::{Mechanics, Pairs};
use senet::types::{ByPlayer, Player, Square};

use crate::common::{compiled, generator, load, placement};

const PLACEMENTS: usize = 4_000;

/// Asserts that at least one placement in a hundred is such.
#[track_caller]
fn at_least_one_in_a_hundred(
    mechanics: &Mechanics,
    mut is_such: impl FnMut(&Position, Player) -> bool,
) {
    let mut rng = generator(5);
    let found = (0..PLACEMENTS)
        .filter(|_| {
            let position = placement(&mut rng, mechanics);
            let mover = position.to_throw().expect("the game goes on");
            is_such(&position, mover)
        })
        .count();
    assert!(found * 100 >= PLACEMENTS, "{found} of {PLACEMENTS}");
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn longest_run(position: &Position, player: Player) -> u32 {
    let on = position.on(player);
    let mut longest = 0;
    let mut run = 0;
    for number in 1..=30 {
        run = if on.contains(square(number)) {
            run + 1
        } else {
            0
        };
        longest = longest.max(run);
    }
    longest
}

/// Whether `changed` would give other choices with some throw.
fn matters(rules: &Rules, changed: &Rules, position: &Position) -> bool {
    let mut throws = rules.mechanics().throws.throws().iter();
    throws.any(|throw| {
        compiled(rules, position, throw.points) != compiled(changed, position, throw.points)
    })
}

/// Every position that one ply can lead to.
fn after_one_ply(rules: &Rules, position: &Position) -> Vec<Position> {
    let throws = rules.mechanics().throws.throws().iter();
    throws
        .flat_map(|throw| compiled(rules, position, throw.points))
        .map(|(_, after)| after)
        .collect()
}

#[test]
fn walls_hinder() {
    let mechanics = load("sawah-7", &[], &[]);
    let mut without = mechanics.clone();
    without.wall = ByPlayer::both(0);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    at_least_one_in_a_hundred(&mechanics, |p, _| matters(&rules, &without, p));
    at_least_one_in_a_hundred(&mechanics, |p, mover| longest_run(p, !mover) >= 4);
}

#[test]
fn walls_hinder_backward_moves() {
    let mechanics = load("ankh-7", &[], &[]);
    let mut without = mechanics.clone();
    without.wall = ByPlayer::both(0);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    let backward = |rules: &Rules, position: &Position, points| {
        let choices = rules.choices(position, points);
        let kinds = choices.iter().map(|choice| choice.kind);
        kinds.filter(|&kind| kind == ChoiceKind::Backward).count()
    };
    at_least_one_in_a_hundred(&mechanics, |position, _| {
        let mut throws = mechanics.throws.throws().iter();
        throws.any(|throw| {
            backward(&rules, position, throw.points) < backward(&without, position, throw.points)
        })
    });
}

#[test]
fn pairs_protect() {
    let mechanics = load("nile-7-six", &[], &[]);
    let mut without = mechanics.clone();
    without.pairs = ByPlayer::both(Pairs::None);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    at_least_one_in_a_hundred(&mechanics, |p, _| matters(&rules, &without, p));
}

#[test]
fn pieces_stay_on_27_and_are_attacked() {
    let mechanics = load("ankh-7", &[], &[]);
    let rules = Rules::new(&mechanics);
    at_least_one_in_a_hundred(&mechanics, |p, mover| p.on(mover).contains(square(27)));
    at_least_one_in_a_hundred(&mechanics, |position, mover| {
        position.on(!mover).contains(square(27))
            && after_one_ply(&rules, position)
                .iter()
                .any(|after| !after.on(!mover).contains(square(27)))
    });
}

#[test]
fn pieces_are_starred() {
    let mechanics = load("nile-5-six", &[], &[]);
    at_least_one_in_a_hundred(&mechanics, |p, mover| !p.starred(mover).is_empty());
    let kept = load("nile-5-six", &["right-kept"], &[]);
    at_least_one_in_a_hundred(&kept, |p, mover| {
        p.starred(mover).first() < Some(square(26)) && !p.starred(mover).is_empty()
    });
}

#[test]
fn last_pieces_are_left() {
    let mechanics = load("standard-5", &[], &[]);
    let rules = Rules::new(&mechanics);
    at_least_one_in_a_hundred(&mechanics, |p, _| {
        p.home(Player::A).min(p.home(Player::B)) == 4
    });
    at_least_one_in_a_hundred(&mechanics, |position, _| {
        after_one_ply(&rules, position)
            .iter()
            .any(Position::is_over)
    });
}

#[test]
fn refuge_is_crowded() {
    let mechanics = load("sawah-7", &[], &[]);
    at_least_one_in_a_hundred(&mechanics, |position, mover| {
        let board = position.on(mover) | position.on(!mover);
        [13, 14, 15]
            .iter()
            .all(|&number| board.contains(square(number)))
            && position.on(mover).contains(square(26))
    });
}
