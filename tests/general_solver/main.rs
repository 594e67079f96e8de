//! The general solver against brute force over the slow engine, against the
//! block solver, and its files.

mod brute_force;
#[allow(dead_code, reason = "the tests of the rules use more of it")]
#[path = "../rules/common/catalogue.rs"]
mod catalogue;
#[path = "../common/plain.rs"]
mod plain;

use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use senet::rules::{Mark, Position, Rules, parse_position};
use senet::ruleset::{Mechanics, load_builtin};
use senet::solver::general::GeneralError;
use senet::solver::general::ends::{Ends, find};
use senet::solver::general::solve::{Lengths, Options, Solved, solve};
use senet::solver::kernel::Level;
use senet::solver::perfect::perfect_choice;
use senet::solver::solve::{self as blocks, Bounds, InMemory, Keep};
use senet::solver::table::{Game, StartValue, Table, write_keys};
use senet::solver::verify::listed_residual;

const ENOUGH: u64 = 8 << 30;

fn options(tolerance: f64) -> Options {
    Options {
        tolerance,
        most_sweeps: 20_000,
        threads: 2,
        memory: ENOUGH,
        lengths: Lengths::Find,
        reserve: 0,
    }
}

fn solved(mechanics: &Mechanics, options: &Options) -> Result<Solved, GeneralError> {
    let rules = Rules::new(mechanics);
    let stop = AtomicBool::new(false);
    solve(&rules, &rules.start(), options, &stop, &mut |_| {})
}

/// Every ruleset, reading and combination of readings, once where several are
/// the same game with so many pieces.
fn games(pieces: &str) -> Vec<(String, Mechanics)> {
    let mut seen = HashSet::new();
    let mut games = Vec::new();
    for variant in catalogue::shipped() {
        let words: Vec<&str> = variant.name.split(" reading=").collect();
        let mechanics = catalogue::load(words[0], &words[1..], &[("pieces", pieces)]);
        if seen.insert(mechanics.digest().to_string()) {
            games.push((variant.name, mechanics));
        }
    }
    games
}

/// Every start that both solvers know, and every position at one piece a side.
#[test]
fn the_block_solver_and_the_general_one_agree() {
    for (id, readings, pieces) in [
        ("anubis-5", &[][..], "1"),
        ("sawah-5-six", &[], "1"),
        ("standard-5", &[], "1"),
        ("ankh-5", &[], "1"),
        ("nile-5-six", &[], "1"),
        ("bgfl-7", &[], "1"),
        ("kalish-7", &[], "1"),
        ("bga-5", &[], "1"),
        ("modern-5", &[], "1"),
        ("kendall-5", &[], "1"),
        ("anubis-5", &[], "2"),
        ("kendall-5", &["trap", "row"], "2"),
    ] {
        let mechanics = catalogue::load(id, readings, &[("pieces", pieces)]);
        let rules = Rules::new(&mechanics);
        let options = blocks::Options {
            bounds: Bounds::Both,
            tolerance: 1e-13,
            most_sweeps: 5000,
            threads: 2,
            level: Level::detect(),
            memory: u64::MAX,
        };
        let stop = AtomicBool::new(false);
        let by_blocks = blocks::solve::<f64>(
            &rules,
            &options,
            Keep::All,
            &mut InMemory,
            &stop,
            &mut |_| {},
        )
        .unwrap();
        let general = solved(&mechanics, &self::options(1e-13)).unwrap();
        for number in 0..general.list.positions() {
            let position = general.list.codec().position(general.list.key_at(number));
            let own = general.values.get(number);
            let (low, high) = by_blocks.interval(&position);
            let difference = (own.middle() - 0.5 * (low + high)).abs();
            assert!(
                difference < 1e-12,
                "{id} {pieces} {position}: {difference:e}"
            );
        }
    }
}

#[test]
fn keys_are_positions_and_back() {
    for (name, mechanics) in games("1") {
        let found = solved(&mechanics, &options(0.5)).unwrap();
        let codec = found.list.codec();
        for number in 0..found.list.positions() {
            let key = found.list.key_at(number);
            assert_eq!(found.list.number_of(key), Some(number), "{name}");
            for position in [codec.position(key), codec.shown(key)] {
                assert_eq!(codec.key(&position), key, "{name}: {position}");
            }
            let shown = codec.shown(key);
            let opening = shown.mark() == Mark::Unopened && !mechanics.writes_opening();
            if !opening {
                let read = parse_position(&mechanics, &shown.to_string());
                assert_eq!(read, Ok(shown), "{name}: {shown}");
            }
        }
    }
}

/// 30 against 29 with one piece each: both bear off in the end, and as many
/// home as away decides nothing, so the game is drawn for certain.
#[test]
fn draws_are_kept_apart() {
    let mechanics = catalogue::load("bell-10", &[], &[("pieces", "1")]);
    let rules = Rules::new(&mechanics);
    let from = parse_position(&mechanics, "30/29 0-0 A").unwrap();
    let stop = AtomicBool::new(false);
    let found = solve(&rules, &from, &options(1e-12), &stop, &mut |_| {}).unwrap();
    let played = found.played(&from).unwrap();
    assert!((found.interval(&from).unwrap().middle() - 0.5).abs() < 1e-12);
    assert!(played.win.abs() < 1e-9 && (played.draw - 1.0).abs() < 1e-9);
    let start = solved(&mechanics, &options(1e-12)).unwrap();
    let (value, played) = (
        start.interval(&rules.start()).unwrap().middle(),
        start.played(&rules.start()).unwrap(),
    );
    assert!((played.win + played.draw / 2.0 - value).abs() < 1e-9);
    assert!(played.draw > 0.1 && played.win > 0.1, "{played:?}");
}

/// 30 against 29 in `anubis-5`, whose value `docs/solver.md` works out: from 30 a 1
/// (4/16) ends the game, from 29 a 2 (6/16), all else passes the turn.
#[test]
fn lengths_of_an_endgame_worked_by_hand() {
    let mechanics = catalogue::load("anubis-5", &[], &[("pieces", "1")]);
    let rules = Rules::new(&mechanics);
    let from = parse_position(&mechanics, "30/29 0-0 A").unwrap();
    let stop = AtomicBool::new(false);
    let found = solve(&rules, &from, &options(1e-13), &stop, &mut |_| {}).unwrap();
    assert_eq!(found.list.positions(), 2);
    // n = 1 + 3/4 m and m = 1 + 5/8 n, so n = (1 + 3/4) / (1 − 15/32) = 56/17.
    let played = found.played(&from).unwrap();
    assert!((played.plies - 56.0 / 17.0).abs() < 1e-9, "{played:?}");
    assert!((found.interval(&from).unwrap().middle() - 8.0 / 17.0).abs() < 1e-12);
}

fn ends(id: &str, readings: &[&str], pieces: &str) -> Ends {
    let mechanics = catalogue::load(id, readings, &[("pieces", pieces)]);
    let stop = AtomicBool::new(false);
    find(&Rules::new(&mechanics), ENOUGH, 2, &stop, &mut |_| {}).unwrap()
}

#[test]
fn ends_are_found_where_players_may_pass() {
    let found = ends("standard-5", &["may-pass"], "1");
    assert_eq!(found.endless.positions, found.positions);
    assert_eq!(found.held.positions, 0);
    let example = found.endless.example.unwrap();
    assert_eq!(example.plies.len(), 5, "{example:?}");
    assert!(found.deeds["decline"] > 0);
    let found = ends("anubis-5", &[], "1");
    assert_eq!((found.endless.positions, found.locked.positions), (0, 0));
    // A player whose only piece was captured can but pass.
    let found = ends("bell-10", &[], "1");
    assert_eq!(found.endless.positions, 0);
    assert_eq!(
        found.locked.example.unwrap().position.to_string(),
        "-/30 0-0 A"
    );
}

fn written(mechanics: &Mechanics, options: &Options, out: &Path) -> bool {
    let found = solved(mechanics, options).unwrap();
    let start = Position::start(mechanics);
    let bounds = found.interval(&start).unwrap();
    let value = StartValue {
        value: bounds.middle(),
        lower: Some(bounds.lo),
        upper: Some(bounds.hi),
    };
    let game = Game::new("test", "test", mechanics);
    write_keys(out, game, &found, &start, options.tolerance, value).unwrap();
    found.groups.iter().all(|group| group.kept)
}

#[test]
fn tables_are_the_same_for_any_threads_and_memory() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    let mechanics = catalogue::load("jequier-5", &[], &[("pieces", "2")]);
    let usual = options(1e-6);
    assert!(written(&mechanics, &usual, &out));
    let expected = std::fs::read(&out).unwrap();
    let threads = Options {
        threads: 5,
        ..usual
    };
    written(&mechanics, &threads, &out);
    assert!(expected == std::fs::read(&out).unwrap());
    let table = Table::open(&out).unwrap();
    table.verify_checksums(|_| {}).unwrap();
    let rules = Rules::new(table.mechanics());
    let residual = listed_residual(&table, &rules, 1).unwrap();
    assert_eq!(Some(residual.positions), table.listed());
    assert!(residual.largest < 1e-14, "{residual:?}");
    assert!(residual.widest <= 1e-6, "{residual:?}");
    let other = parse_position(&mechanics, "2,5/1,3 0-0 B w3").unwrap();
    assert!(table.holds(&Position::start(&mechanics)) && !table.holds(&other));
}

/// In `bell-10` many choices of a decided game are equal but for rounding.
#[test]
fn lengths_are_those_of_the_player_who_plays_by_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    let mechanics = catalogue::load("bell-10", &[], &[("pieces", "2")]);
    written(&mechanics, &options(1e-6), &out);
    let table = Table::open(&out).unwrap();
    let rules = Rules::new(table.mechanics());
    let throws = &mechanics.throws;
    let mut decisions = 0;
    for place in (0..table.listed().unwrap()).step_by(3) {
        let (position, _) = table.listed_at(place);
        let mut plies = 1.0;
        for throw in throws.throws() {
            let choices = rules.choices(&position, throw.points);
            let (_, next) = perfect_choice(&table, &rules, &position, throw.points, choices);
            let goes_on = next.to_throw().is_some();
            let rest = if goes_on {
                table.played(&next).unwrap().0
            } else {
                0.0
            };
            plies += throws.probability(throw.points) * rest;
            decisions += usize::from(choices.len() > 1);
        }
        let (known, _) = table.played(&position).unwrap();
        assert!(
            (plies - known).abs() < 1e-7,
            "{position}: {plies} instead of {known}"
        );
    }
    assert!(decisions > 10_000, "{decisions}");
}

#[test]
fn ways_that_do_not_fit_are_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let bin = assert_cmd::cargo::cargo_bin!("senet");
    let mut bytes = Vec::new();
    for memory in ["8GiB", "60MiB"] {
        let done = assert_cmd::Command::new(bin)
            .args([
                "solve",
                "jequier-5",
                "--set",
                "pieces=2",
                "--tolerance",
                "1e-3",
            ])
            .args(["--json", "--out", memory, "--memory", memory])
            .current_dir(folder.path())
            .assert()
            .success();
        let output = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
        let made = output.contains("\"successors_kept\": false");
        assert_eq!(made, memory == "60MiB", "{output}");
        bytes.push(std::fs::read(folder.path().join(memory)).unwrap());
    }
    assert!(bytes[0] == bytes[1]);
}

#[test]
fn a_game_that_does_not_fit_is_refused_with_what_was_found() {
    let mechanics = load_builtin("kendall-5", &[], &[("pieces", "3")])
        .unwrap()
        .mechanics;
    let small = Options {
        memory: 120 << 20,
        ..options(1e-6)
    };
    let error = solved(&mechanics, &small).err().expect("too large");
    assert!(
        matches!(error, GeneralError::Memory { found, .. } if found > 100_000),
        "{error}"
    );
    let text = error.to_string();
    assert!(
        text.contains("positions found and there are more"),
        "{text}"
    );
    let mechanics = load_builtin("kendall-7", &[], &[]).unwrap().mechanics;
    let error = solved(&mechanics, &small).err().expect("hopeless");
    assert!(matches!(error, GeneralError::Hopeless { .. }), "{error}");
}
