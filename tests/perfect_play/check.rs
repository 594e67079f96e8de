//! Perfect play by tables of our own: the luck identity in every single game,
//! and wins and lengths against the exact figures.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use senet::agent::{AnyAgent, Optimal};
use senet::arena::{Caster, Seating, Seeds, play_batch};
use senet::experiment::study::{CheckRow, Game, IdentityMeter, Playing, check, figures};
use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::solve::{Bounds, Format};
use senet::solver::table::{Table, derive_u8};

use crate::table;

fn agrees<V: Format>(id: &str, readings: &[&str], pieces: &str, bounds: Bounds, games: u64) {
    let ruleset = load_builtin(id, readings, &[("pieces", pieces)]).unwrap();
    let game = Game::of(&ruleset).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let table = table::<V>(&game.mechanics, bounds, &folder.path().join("table"));
    let table = Arc::new(table);
    let rules = Rules::new(&game.mechanics);
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .unwrap();
    let stop = AtomicBool::new(false);
    let playing = Playing {
        pool: &pool,
        seed: 7,
        games,
        max_plies: 100_000,
        stop: &stop,
    };
    let found = figures(&table, &game, &rules, 8 << 30, playing)
        .unwrap()
        .unwrap();
    let found = check(&table, &game, &rules, &found, u64::MAX, 300, playing).unwrap();
    assert!(found.residual_of_all);
    assert_eq!((found.games, found.unfinished), (games, 0));
    assert_eq!(found.regret, 0.0, "{id}: the player follows the table");
    let row = CheckRow {
        game: game.label.clone(),
        table: String::new(),
        found,
    };
    assert_eq!(row.verdict(), "agrees", "{row:?}");
}

#[test]
fn luck_wins_and_lengths_of_perfect_play_agree_in_every_family() {
    for (id, readings) in [
        ("anubis-5", &[][..]),
        ("sawah-5-six", &["backward"]),
        ("nile-5-six", &[]),
        ("nile-5-five", &["right-kept"]),
        ("ankh-5", &[]),
        ("standard-5", &["may-pass"]),
        ("kendall-5", &["row"]),
    ] {
        agrees::<f64>(id, readings, "1", Bounds::None, 4000);
    }
    agrees::<f64>("anubis-5", &[], "2", Bounds::None, 2000);
    agrees::<u32>("standard-5", &[], "1", Bounds::Both, 2000);
}

/// 16 bits have a residual of a step, and the identity holds within that.
#[test]
fn the_luck_identity_holds_within_the_residual_of_16_bits() {
    for id in ["anubis-5", "ankh-5"] {
        agrees::<u16>(id, &[], "1", Bounds::None, 1000);
    }
}

/// The same look at a table that is wrong must fail.
#[test]
fn a_coarse_table_misses_the_identity_of_a_fine_one() {
    let mechanics = crate::mechanics("anubis-5", "", &[("pieces", "1")]);
    let folder = tempfile::tempdir().unwrap();
    let fine = table::<f64>(&mechanics, Bounds::None, &folder.path().join("table"));
    derive_u8(&fine, &folder.path().join("coarse")).unwrap();
    let coarse = Arc::new(Table::open(&folder.path().join("coarse")).unwrap());
    let rules = Rules::new(&mechanics);
    let agent = AnyAgent::Other(Box::new(Optimal::new(coarse.clone())));
    let caster = Caster::new(&mechanics.throws);
    let seating = Seating {
        rules: &rules,
        caster: &caster,
        seeds: Seeds::new(1, 1),
        agents: [&agent; 2],
        max_plies: 10_000,
    };
    let off_share = |residual| {
        let mut meter = IdentityMeter::new(&coarse, &rules, residual);
        play_batch(&seating, 0..50, &mut meter);
        meter.off_share
    };
    assert!(off_share(1e-6) > 1.0);
    assert!(off_share(1.0 / 254.0) <= 1.0);
}
