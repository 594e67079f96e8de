//! Small games solved against brute force over the engine.

#[path = "common/plain.rs"]
mod plain;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use senet::rules::{Outcome, Position, Rules, Setup};
use senet::ruleset::{Mechanics, load_builtin};
use senet::solver::kernel::Level;
use senet::solver::solve::{Bounds, Format, InMemory, Keep, Options, Solved, solve};
use senet::types::{ByPlayer, Player, SquareSet, Throw};

use plain::{Next, Ways};

fn mechanics(id: &str, reading: &str, pieces: &str) -> Mechanics {
    let readings: Vec<&str> = if reading.is_empty() {
        vec![]
    } else {
        vec![reading]
    };
    load_builtin(id, &readings, &[("pieces", pieces)])
        .unwrap()
        .mechanics
}

fn solved<V: Format>(rules: &Rules, bounds: Bounds, tolerance: f64) -> Solved<V> {
    let options = Options {
        bounds,
        tolerance,
        most_sweeps: 5000,
        threads: 2,
        level: Level::detect(),
        memory: u64::MAX,
    };
    let stop = AtomicBool::new(false);
    solve::<V>(
        rules,
        &options,
        Keep::All,
        &mut InMemory,
        &stop,
        &mut |_| {},
    )
    .unwrap()
}

/// Every position of the game in which someone is about to throw.
fn all_positions(mechanics: &Mechanics) -> Vec<Position> {
    let mut sides = vec![(SquareSet::EMPTY, SquareSet::EMPTY)];
    for square in SquareSet::up_to(mechanics.length).iter() {
        for (set, stars) in sides.clone() {
            if set.len() < u32::from(mechanics.pieces) {
                let mut with = set;
                with.insert(square);
                sides.push((with, stars));
                if mechanics.right_of_exit.is_some() || mechanics.returned_to() == Some(square) {
                    let mut starred = stars;
                    starred.insert(square);
                    sides.push((with, starred));
                }
            }
        }
    }
    let mut positions = Vec::new();
    for &(a, star_a) in &sides {
        for &(b, star_b) in &sides {
            if !(a & b).is_empty() {
                continue;
            }
            for to_throw in Player::BOTH {
                let setup = Setup {
                    on: ByPlayer::new(a, b),
                    starred: ByPlayer::new(star_a, star_b),
                    home: ByPlayer::new(a, b).map(|on| mechanics.pieces - on.len() as u8),
                    to_throw: Some(to_throw),
                    mark: senet::rules::Mark::None,
                };
                positions.extend(Position::new(mechanics, &setup).ok());
            }
        }
    }
    positions
}

/// Plain value iteration over the engine, in place, until nothing changes.
fn brute_force(rules: &Rules) -> Vec<(Position, f64)> {
    let mechanics = rules.mechanics();
    let mut positions = all_positions(mechanics);
    positions.sort_by_key(|position| {
        let on = position.setup().on;
        let sum = |set: SquareSet| set.iter().map(|s| u32::from(s.number())).sum::<u32>();
        (on.a.len() + on.b.len(), Reverse(sum(on.a) + sum(on.b)))
    });
    let number: HashMap<Position, u32> = positions.iter().copied().zip(0..).collect();
    let throws = mechanics.throws.throws();
    let chance = |throw: &Throw| mechanics.throws.probability(throw.points);
    let mut ways = Ways::new(throws.iter().map(chance).collect());
    for position in &positions {
        let mover = position.to_throw().unwrap();
        for throw in throws {
            let choices = rules.choices(position, throw.points);
            let successors = rules.successors(position, throw.points, choices);
            ways.push_throw(successors.map(|(_, next)| match next.outcome(mechanics) {
                Some(outcome) => {
                    assert_eq!(outcome, Outcome::Won(mover));
                    Next::Over(1.0)
                }
                None if next.to_throw() == Some(mover) => Next::Same(number[&next]),
                None => Next::Other(number[&next]),
            }));
        }
    }
    let order: Vec<u32> = (0..positions.len() as u32).collect();
    let values = ways.values(&order, 1e-13);
    positions.into_iter().zip(values).collect()
}

/// The largest difference from brute force, and how many positions there are.
fn difference(mechanics: &Mechanics) -> (f64, usize) {
    let rules = Rules::new(mechanics);
    let known = brute_force(&rules);
    let solved = solved::<f64>(&rules, Bounds::None, 1e-13);
    let difference = |(position, value): &(Position, f64)| {
        let difference = (solved.interval(position).0 - value).abs();
        assert!(difference < 1e-9, "{position}: {difference} from {value}");
        difference
    };
    (
        known.iter().map(difference).fold(0.0, f64::max),
        known.len(),
    )
}

fn agrees(mechanics: &Mechanics) {
    difference(mechanics);
}

/// Every game that the block solver serves, with each of its readings.
const GAMES: [(&str, &str); 46] = [
    ("anubis-5", ""),
    ("anubis-5", "free-last"),
    ("anubis-5", "throw-again-after-pass"),
    ("anubis-5", "backward"),
    ("sawah-5-six", ""),
    ("sawah-5-six", "free-last"),
    ("sawah-5-six", "throw-again-after-pass"),
    ("sawah-5-six", "backward"),
    ("nile-5-six", ""),
    ("nile-5-six", "wrong-throw-returns"),
    ("nile-5-six", "right-kept"),
    ("nile-5-five", ""),
    ("nile-5-five", "wrong-throw-returns"),
    ("nile-5-five", "right-kept"),
    ("ankh-5", ""),
    ("ankh-5", "leave-later"),
    ("ankh-5", "unprotected-backward"),
    ("ankh-5", "locked-last"),
    ("ankh-5", "late-start"),
    ("standard-5", ""),
    ("standard-5", "refuge-after"),
    ("standard-5", "may-pass"),
    ("standard-5", "throw-again-after-pass"),
    ("modern-5", ""),
    ("modern-5", "rows-to-30"),
    ("bgfl-7", ""),
    ("bgfl-7", "safe-last"),
    ("bgfl-7", "any-from-30"),
    ("bgfl-7", "one-is-played"),
    ("kendall-5", ""),
    ("kendall-5", "trap"),
    ("kendall-5", "row"),
    ("kendall-5", "pairs-kept"),
    ("kendall-5", "throw-again-after-pass"),
    ("kendall-5", "swap-in-water"),
    ("syrian-7", "no-sweep"),
    ("kalish-7", ""),
    ("kalish-7", "gate-26"),
    ("kalish-7", "back-from-25"),
    ("kalish-7", "even-first"),
    ("bga-5", ""),
    ("bga-5", "exact-30"),
    ("bga-5", "pair-from-27"),
    ("bga-5", "safe-in-water"),
    ("skyruk-5", ""),
    ("skyruk-5", "one-is-played"),
];

#[test]
fn one_piece_a_side_agrees_with_brute_force() {
    for (id, reading) in GAMES {
        println!("{id} {reading}");
        agrees(&mechanics(id, reading, "1"));
    }
}

/// But for `right-kept`, which has ten times as many positions as the others
/// (`data/results/brute-force/` has it).
#[test]
fn two_pieces_a_side_agree_with_brute_force() {
    let games = GAMES.par_iter();
    let small = games.filter(|(_, reading)| *reading != "right-kept");
    small.for_each(|(id, reading)| agrees(&mechanics(id, reading, "2")));
}

/// As above with more pieces, and with every reading. Prints
/// `solver,ruleset,pieces,positions,largest_difference`; SENET_GAMES names the ids to
/// look at, divided by commas (by their beginning), SENET_PIECES the pieces a side if
/// not three.
#[test]
#[ignore = "brute force over 24 million positions for each of 46 games takes hours"]
fn more_pieces_agree_with_brute_force() {
    let wanted = std::env::var("SENET_GAMES").unwrap_or_default();
    let pieces = std::env::var("SENET_PIECES").unwrap_or("3".into());
    for (id, reading) in GAMES {
        let name = [id, reading].join("+");
        let name = name.trim_end_matches('+');
        if !wanted.split(',').any(|id| name.starts_with(id)) {
            continue;
        }
        let (largest, positions) = difference(&mechanics(id, reading, &pieces));
        println!("blocks,{name},{pieces},{positions},{largest:.1e}");
    }
}

/// Rules that differ by player: tables tell the players apart.
#[test]
fn rules_that_differ_by_player_agree_with_brute_force() {
    for (key, value) in [("pairs.a", "false"), ("wall.b", "2")] {
        for id in ["anubis-5", "ankh-5"] {
            let sets = [("pieces", "1"), (key, value)];
            agrees(&load_builtin(id, &[], &sets).unwrap().mechanics);
        }
    }
    let sets = [("pieces", "2"), ("pairs.b", "false")];
    agrees(&load_builtin("anubis-5", &[], &sets).unwrap().mechanics);
}
