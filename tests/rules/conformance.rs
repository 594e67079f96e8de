//! What every ruleset and every reading must pass.

use rand::RngExt;
use rayon::prelude::*;
use senet::rules::{Choice, Outcome, Position, Rules, Setup, parse_position, reference};
use senet::ruleset::{Capture, Mechanics};
use senet::types::{ByPlayer, Player};

use crate::common::{
    Variant, any_points, assert_conserved, compiled, generator, odd_variants, pieces, placement,
    shipped, small_games,
};

/// Far above the longest game of random play that any ruleset has shown.
const PLIES_ENOUGH: u32 = 100_000;
const GAMES: u32 = 50;
const PLACEMENTS: u32 = 2_000;

/// Random games from the start; `visit` sees every position that a game
/// passes through, the last one included.
fn games(variant: &Variant, mut visit: impl FnMut(&Rules, &Position)) {
    let rules = Rules::new(&variant.mechanics);
    let mut rng = generator(1);
    for game in 0..GAMES {
        let mut position = rules.start();
        visit(&rules, &position);
        for _ in 0..PLIES_ENOUGH {
            let points = any_points(&mut rng, &variant.mechanics);
            let choices = rules.choices(&position, points);
            rules.play(
                &mut position,
                points,
                choices.nth(rng.random_range(0..choices.len())),
            );
            visit(&rules, &position);
            if position.is_over() {
                break;
            }
        }
        assert!(
            position.is_over(),
            "{}: game {game} has no end",
            variant.name
        );
    }
}

#[test]
fn games_end_with_an_outcome() {
    shipped().par_iter().for_each(|variant| {
        let mechanics = &variant.mechanics;
        games(variant, |_, position| {
            let expected = reference::outcome(mechanics, &position.setup());
            assert_eq!(
                position.outcome(mechanics),
                expected,
                "{}: {position}",
                variant.name
            );
            assert_eq!(
                position.is_over(),
                expected.is_some(),
                "{}: {position}",
                variant.name
            );
        });
    });
}

#[test]
fn pieces_are_conserved() {
    shipped().par_iter().for_each(|variant| {
        let mechanics = &variant.mechanics;
        let all = ByPlayer::both(u32::from(mechanics.pieces));
        let mut before: Option<Position> = None;
        games(variant, |_, position| {
            if mechanics.capture != Capture::Remove && mechanics.hand.is_none() {
                assert_eq!(pieces(position), all, "{}: {position}", variant.name);
            }
            if let Some(before) = before.filter(|before| !before.is_over()) {
                let place = format!("{}: {before}", variant.name);
                assert_conserved(mechanics, &before, position, &place);
            }
            before = Some(*position);
        });
    });
}

#[test]
fn position_text_reads_back() {
    shipped().par_iter().for_each(|variant| {
        let mechanics = &variant.mechanics;
        let check = |position: &Position| {
            let text = position.to_string();
            let start = Position::start(mechanics);
            // Where play comes back to it, its text is still that of the start.
            let expected = if text == start.to_string() {
                &start
            } else {
                position
            };
            assert_eq!(
                parse_position(mechanics, &text).as_ref(),
                Ok(expected),
                "{}: {text}",
                variant.name
            );
        };
        games(variant, |_, position| check(position));
        let mut rng = generator(2);
        for _ in 0..PLACEMENTS {
            check(&placement(&mut rng, mechanics));
        }
    });
}

#[test]
fn every_choice_is_legal_in_both_engines() {
    shipped().par_iter().for_each(|variant| {
        let mechanics = &variant.mechanics;
        let mut rng = generator(3);
        let mut seen = 0;
        games(variant, |rules, position| {
            // Every ply of the games would take the reference too long.
            seen += 1;
            if position.is_over() || seen % 16 != 0 {
                return;
            }
            let points = any_points(&mut rng, mechanics);
            assert_eq!(
                compiled(rules, position, points),
                reference::choices(mechanics, position, points),
                "{}: {position} with {points}",
                variant.name
            );
        });
    });
}

/// The same ruleset with the players' names changed over.
fn mirrored(mechanics: &Mechanics) -> Mechanics {
    let mut mirror = mechanics.clone();
    mirror.pairs = swapped(mechanics.pairs);
    mirror.wall = swapped(mechanics.wall);
    mirror.start.squares = swapped(mechanics.start.squares);
    mirror.start.to_throw = !mechanics.start.to_throw;
    if let Some(opening) = &mut mirror.opening {
        opening.player = !opening.player;
    }
    if let Some(cells) = &mut mirror.cells {
        cells.shared = cells.shared.iter().map(|&(a, b)| (b, a)).collect();
        cells.shared.sort();
    }
    mirror
}

fn swapped<T>(pair: ByPlayer<T>) -> ByPlayer<T> {
    ByPlayer::new(pair.b, pair.a)
}

fn mirrored_position(mirror: &Mechanics, position: &Position) -> Position {
    let setup = position.setup();
    let mirrored = Setup {
        on: swapped(setup.on),
        starred: swapped(setup.starred),
        home: swapped(setup.home),
        to_throw: setup.to_throw.map(|player| !player),
        mark: setup.mark,
    };
    Position::new(mirror, &mirrored).expect("a mirrored position is one too")
}

fn mirrored_outcome(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Won(player) => Outcome::Won(!player),
        Outcome::Draw => Outcome::Draw,
    })
}

#[test]
fn colours_are_symmetric() {
    let mut variants = shipped();
    variants.extend(small_games());
    variants.extend(odd_variants());
    variants.par_iter().for_each(|variant| {
        let mechanics = &variant.mechanics;
        let mirror = mirrored(mechanics);
        let (rules, mirror_rules) = (Rules::new(mechanics), Rules::new(&mirror));
        let mut rng = generator(4);
        for _ in 0..PLACEMENTS {
            let position = placement(&mut rng, mechanics);
            let points = any_points(&mut rng, mechanics);
            let expected: Vec<(Choice, Position)> = compiled(&rules, &position, points)
                .into_iter()
                .map(|(choice, after)| (choice, mirrored_position(&mirror, &after)))
                .collect();
            let actual = compiled(
                &mirror_rules,
                &mirrored_position(&mirror, &position),
                points,
            );
            assert_eq!(
                actual, expected,
                "{}: {position} with {points}",
                variant.name
            );
            for ((_, after), (_, mirror_after)) in
                compiled(&rules, &position, points).iter().zip(&actual)
            {
                assert_eq!(
                    mirror_after.outcome(&mirror),
                    mirrored_outcome(after.outcome(mechanics)),
                    "{}: {after}",
                    variant.name
                );
            }
        }
    });
}

#[test]
fn first_thrower_is_named_by_the_start() {
    for variant in shipped() {
        let start = Position::start(&variant.mechanics);
        // A has made the first move of `bgfl-7` where it is played.
        let second = ["dutch", "bgfl-7 reading=one-is-played"];
        let first = match second.iter().any(|name| variant.name.starts_with(name)) {
            true => Player::B,
            false => Player::A,
        };
        assert_eq!(start.to_throw(), Some(first), "{}", variant.name);
        let on_board = match variant.mechanics.hand {
            Some(_) => 0,
            None => u32::from(variant.mechanics.pieces),
        };
        assert_eq!(pieces(&start), ByPlayer::both(on_board), "{}", variant.name);
    }
}
