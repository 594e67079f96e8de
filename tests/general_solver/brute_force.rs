//! The general solver against plain value iteration over the slow engine.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use senet::rules::{Outcome, Position, reference};
use senet::ruleset::Mechanics;
use senet::types::Throw;

use super::plain::{Next, Ways};
use super::{catalogue, games, options, solved};

/// Every position that can arise and its value, by the slow engine and plain
/// value iteration in the order of discovery from the end, players told apart.
fn brute_force(mechanics: &Mechanics) -> Vec<(Position, f64)> {
    let start = Position::start(mechanics);
    let mut positions = vec![start];
    let mut number = HashMap::from([(start, 0u32)]);
    let throws = &mechanics.throws;
    let chance = |throw: &Throw| throw.weight as f64 / throws.total() as f64;
    let mut ways = Ways::new(throws.throws().iter().map(chance).collect());
    while ways.positions() < positions.len() {
        let position = positions[ways.positions()];
        let mover = position.to_throw().unwrap();
        for throw in throws.throws() {
            let choices = reference::choices(mechanics, &position, throw.points);
            ways.push_throw(
                choices
                    .into_iter()
                    .map(|(_, next)| match next.outcome(mechanics) {
                        Some(Outcome::Draw) => Next::Over(0.5),
                        Some(Outcome::Won(winner)) => Next::Over(f64::from(winner == mover)),
                        None => {
                            let found = *number.entry(next).or_insert_with(|| {
                                positions.push(next);
                                positions.len() as u32 - 1
                            });
                            if next.to_throw() == Some(mover) {
                                Next::Same(found)
                            } else {
                                Next::Other(found)
                            }
                        }
                    }),
            );
        }
    }
    let mut order: Vec<u32> = (0..positions.len() as u32).collect();
    order.sort_by_key(|&i| {
        let setup = positions[i as usize].setup();
        let progress = |on: senet::types::SquareSet| -> u32 {
            on.iter().map(|square| u32::from(square.number())).sum()
        };
        let home = u32::from(setup.home.a + setup.home.b);
        std::cmp::Reverse(40 * home + progress(setup.on.a) + progress(setup.on.b))
    });
    let values = ways.values(&order, 1e-14);
    positions.into_iter().zip(values).collect()
}

/// The largest difference from brute force, and how many positions there are.
fn difference(name: &str, mechanics: &Mechanics) -> (f64, usize) {
    let found = solved(mechanics, &options(1e-11)).unwrap();
    for group in &found.groups {
        assert!(group.rests, "{name}: {group:?}");
    }
    let known = brute_force(mechanics);
    let mut largest = 0.0f64;
    for (position, value) in &known {
        let bounds = found
            .interval(position)
            .unwrap_or_else(|| panic!("{name}: {position} is not listed"));
        assert!(
            bounds.lo <= value + 1e-12 && value - 1e-12 <= bounds.hi,
            "{name}: {position}: {value} is not within {bounds:?}"
        );
        largest = largest.max((bounds.middle() - value).abs());
    }
    let codec = found.list.codec();
    let keys: HashSet<u64> = known
        .iter()
        .map(|(position, _)| codec.key(position))
        .collect();
    assert_eq!(keys.len(), found.list.positions(), "{name}");
    (largest, known.len())
}

#[test]
fn one_piece_a_side_agrees_with_brute_force_in_every_game() {
    let games = games("1");
    assert!(games.len() > 40, "{}", games.len());
    for (name, mechanics) in games {
        let (largest, _) = difference(&name, &mechanics);
        assert!(largest < 1e-9, "{name}: {largest}");
    }
}

#[test]
fn two_pieces_a_side_agree_with_brute_force_in_the_games_of_ur() {
    for id in ["ur-finkel", "ur-masters", "ur-blitz", "aseb-5", "twenty-7"] {
        let mechanics = catalogue::load(id, &[], &[("pieces", "2")]);
        let (largest, _) = difference(id, &mechanics);
        assert!(largest < 1e-9, "{id}: {largest}");
    }
}

/// As above for every game. Prints `solver,ruleset,pieces,positions,largest_difference`;
/// SENET_GAMES names the ids to look at, divided by commas (by their beginning),
/// SENET_PIECES the pieces a side if not two.
#[test]
#[ignore = "brute force by the slow engine over 300,000 positions for each of some 70 games takes an hour"]
fn more_pieces_agree_with_brute_force_in_every_game() {
    let wanted = std::env::var("SENET_GAMES").unwrap_or_default();
    let pieces = std::env::var("SENET_PIECES").unwrap_or("2".into());
    for (name, mechanics) in games(&pieces) {
        if !wanted.split(',').any(|id| name.starts_with(id)) {
            continue;
        }
        let began = Instant::now();
        let (largest, positions) = difference(&name, &mechanics);
        println!(
            "general,{},{pieces},{positions},{largest:.1e}",
            name.replace(" reading=", "+")
        );
        eprintln!("{name}: {:.0} s", began.elapsed().as_secs_f64());
        assert!(largest < 1e-9, "{name}: {largest}");
    }
}
