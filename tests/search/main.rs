//! Evaluators and searches on every ruleset.

mod evaluator;
mod expectimax;
mod rollout;

use senet::rules::{Position, Rules};
use senet::ruleset::load_builtin;

/// Every ruleset, and the readings that change what a search meets.
const RULESETS: [(&str, &[&str]); 16] = [
    ("anubis-5", &[]),
    ("anubis-5", &["backward"]),
    ("sawah-5", &[]),
    ("sawah-7", &[]),
    ("sawah-5-six", &[]),
    ("sawah-7-six", &[]),
    ("nile-5-six", &[]),
    ("nile-5-five", &["right-kept"]),
    ("nile-7-six", &[]),
    ("nile-7-five", &["wrong-throw-returns"]),
    ("ankh-7", &[]),
    ("ankh-5", &["leave-later"]),
    ("standard-5", &[]),
    ("standard-5", &["may-pass"]),
    ("bell-10", &[]),
    ("bell-10", &["gate-26"]),
];

fn each_ruleset(mut check: impl FnMut(&str, &Rules)) {
    for (id, readings) in RULESETS {
        let ruleset = load_builtin(id, readings, &[]).expect("a shipped ruleset");
        let name = format!("{id} {readings:?}");
        check(&name, &Rules::new(&ruleset.mechanics));
    }
}

/// Positions of random play, `count` of them, from openings to late endings.
fn sample(rules: &Rules, count: usize, seed: u64) -> Vec<Position> {
    let mut state = seed;
    let mut below = move |n: u64| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27) % n
    };
    let throws = rules.mechanics().throws.throws();
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = rules.start();
        let stride = 1 + below(40);
        for ply in 1.. {
            let points = throws[below(throws.len() as u64) as usize].points;
            let choices = rules.choices(&position, points);
            let choice = choices.nth(below(u64::from(choices.len())) as u32);
            rules.play(&mut position, points, choice);
            if position.is_over() || positions.len() == count {
                break;
            }
            if ply % stride == 0 {
                positions.push(position);
            }
        }
    }
    positions
}

/// The same position with the colours exchanged.
fn mirrored(rules: &Rules, position: &Position) -> Position {
    let setup = position.setup();
    let swap = |pair: senet::types::ByPlayer<_>| senet::types::ByPlayer::new(pair.b, pair.a);
    let setup = senet::rules::Setup {
        on: swap(setup.on),
        starred: swap(setup.starred),
        home: senet::types::ByPlayer::new(setup.home.b, setup.home.a),
        to_throw: setup.to_throw.map(|player| !player),
        mark: setup.mark,
    };
    Position::new(rules.mechanics(), &setup).expect("colours are symmetric")
}
