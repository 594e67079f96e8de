//! Games with pieces in hand solved, against published figures and against
//! brute force over the engine.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use assert_cmd::Command;
use predicates::str::contains;
use senet::rules::{Outcome, Rules};
use senet::ruleset::{Mechanics, Ruleset, load_builtin};
use senet::solver::hand::{HandEncoding, HandSolved, solve};
use senet::solver::kernel::Level;
use senet::solver::layers::Layer;
use senet::solver::numbering::Numbering;
use senet::solver::solve::{Bounds, InMemory, Keep, Options, Progress, SolveError};
use senet::solver::table::{Game, Header, StartValue, TableStore, WriteOptions};

const GAMES: [&str; 5] = ["ur-finkel", "ur-masters", "ur-blitz", "aseb-5", "twenty-7"];

/// Games that a user could write: other lengths, cells, dice, grants.
const VARIANTS: [(&str, &[(&str, &str)]); 8] = [
    ("ur-finkel", &[("length", "17"), ("safe", "[4]")]),
    (
        "ur-finkel",
        &[("cells", "{ 3 = 3, 4 = 4, 5 = 5, 13 = 13 }")],
    ),
    ("ur-finkel", &[("capture", "none")]),
    ("ur-finkel", &[("throws", "sticks-5"), ("again", "[1, 5]")]),
    ("ur-blitz", &[("again", "[2]"), ("after_pass", "as-thrown")]),
    ("ur-blitz", &[("again_on", "[1, 12]"), ("safe", "[8]")]),
    (
        "ur-masters",
        &[
            ("length", "8"),
            ("cells", "{ 1 = 1, 2 = 2, 7 = 8, 8 = 7 }"),
            ("again_on", "[4, 8]"),
        ],
    ),
    ("aseb-5", &[("throws", "bones-20")]),
];

fn ruleset(id: &str, pieces: &str, sets: &[(&str, &str)]) -> Ruleset {
    let sets: Vec<_> = sets.iter().copied().chain([("pieces", pieces)]).collect();
    load_builtin(id, &[], &sets).unwrap()
}

fn options(bounds: Bounds, tolerance: f64) -> Options {
    Options {
        bounds,
        tolerance,
        most_sweeps: 5000,
        threads: 2,
        level: Level::detect(),
        memory: u64::MAX,
    }
}

fn solved(mechanics: &Mechanics, options: &Options) -> HandSolved {
    let stop = AtomicBool::new(false);
    let rules = Rules::new(mechanics);
    solve(
        &rules,
        options,
        Keep::All,
        &mut InMemory,
        &stop,
        &mut |_| {},
    )
    .unwrap()
}

fn start(mechanics: &Mechanics, options: &Options) -> (f64, f64) {
    solved(mechanics, options).interval(&Rules::new(mechanics).start())
}

#[test]
fn positions_number_as_published() {
    for (id, unfinished, published) in [
        ("ur-blitz", 41_243_781, 41_254_034),
        ("ur-finkel", 137_870_097, 137_892_016),
        ("ur-masters", 500_929_993, 500_981_472),
    ] {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        let encoding = HandEncoding::new(&ruleset.mechanics).unwrap();
        assert_eq!(encoding.total_positions(), unfinished, "{id}");
        let all = encoding.total_positions() + encoding.finished_positions();
        assert_eq!(all, published, "{id}");
    }
}

/// One piece: by an independent program. Two: the start of RoyalUr's published
/// table is 33,985 / 65,535 in steps of 1 / 65,535; the value below is that of
/// the independent program.
#[test]
fn small_games_have_the_published_values() {
    for (id, pieces, value, within) in [
        ("ur-finkel", "1", 0.53004983952, 6e-12),
        ("ur-masters", "1", 0.52759825811, 6e-12),
        ("ur-blitz", "1", 0.50923764836, 6e-12),
        ("aseb-5", "1", 0.52570206912, 6e-12),
        ("ur-finkel", "2", 0.51857291, 5e-9),
    ] {
        let mechanics = ruleset(id, pieces, &[]).mechanics;
        let (found, _) = start(&mechanics, &options(Bounds::None, 1e-14));
        assert!((found - value).abs() < within, "{id} {pieces}: {found}");
    }
}

/// Plain value iteration over the engine, in place, until nothing changes. By
/// layer and place of the numbering, which is tested on the way.
fn agrees_with_brute_force(mechanics: &Mechanics, name: &str) {
    let rules = Rules::new(mechanics);
    let solved = solved(mechanics, &options(Bounds::None, 1e-13));
    let encoding = &solved.encoding;
    let layers = encoding.layers;
    let mut values = vec![Vec::new(); layers.count()];
    for group in layers.groups() {
        let mut follow = Vec::new();
        for &layer in &group {
            let number = layers.number(layer);
            values[number] = vec![0.5f64; encoding.positions(layer)];
            for place in 0..encoding.positions(layer) {
                follow.push((number, place, follows(&rules, encoding, layer, place)));
            }
        }
        let rested = (0..5000).any(|_| {
            let mut change = 0.0f64;
            for (number, place, throws) in &follow {
                let value = |&(n, next, passes): &(usize, usize, bool)| match n {
                    WON => 1.0,
                    n if passes => 1.0 - values[n][next],
                    n => values[n][next],
                };
                let best = |next: &Vec<_>| next.iter().map(value).fold(0.0, f64::max);
                let sum: f64 = throws
                    .iter()
                    .map(|(chance, next)| chance * best(next))
                    .sum();
                change = change.max((sum - values[*number][*place]).abs());
                values[*number][*place] = sum;
            }
            change < 1e-13
        });
        assert!(rested, "{name}: value iteration does not settle");
        for &layer in &group {
            let number = layers.number(layer);
            let table = &solved.layers[number].as_ref().unwrap()[0];
            for (place, &value) in values[number].iter().enumerate() {
                let found = table.get(place);
                assert!(
                    (found - value).abs() < 1e-11,
                    "{name}, {}: {found} instead of {value}",
                    encoding.position(mechanics, layer, place)
                );
            }
        }
    }
}

const WON: usize = usize::MAX;

/// By throw: its chance, and layer and place of what can follow, with whether
/// the other side throws then.
type Follow = Vec<(f64, Vec<(usize, usize, bool)>)>;

fn follows(rules: &Rules, encoding: &HandEncoding, layer: Layer, place: usize) -> Follow {
    let mechanics = rules.mechanics();
    let position = encoding.position(mechanics, layer, place);
    assert_eq!(encoding.place(&position), (layer, place), "{position}");
    let mover = position.to_throw().unwrap();
    let throws = mechanics.throws.throws().iter().map(|throw| {
        let choices = rules.choices(&position, throw.points);
        let next = rules.successors(&position, throw.points, choices);
        let next = next.map(|(_, next)| match next.outcome(mechanics) {
            Some(outcome) => {
                assert_eq!(outcome, Outcome::Won(mover));
                (WON, 0, false)
            }
            None => {
                let (layer, place) = encoding.place(&next);
                let passes = next.to_throw() != Some(mover);
                (encoding.layers.number(layer), place, passes)
            }
        });
        (mechanics.throws.probability(throw.points), next.collect())
    });
    throws.collect()
}

#[test]
fn one_piece_a_side_agrees_with_brute_force() {
    for id in GAMES {
        agrees_with_brute_force(&ruleset(id, "1", &[]).mechanics, id);
    }
}

#[test]
fn two_pieces_a_side_agree_with_brute_force() {
    for id in GAMES {
        agrees_with_brute_force(&ruleset(id, "2", &[]).mechanics, id);
    }
}

#[test]
fn games_a_user_could_write_agree_with_brute_force() {
    for (id, sets) in VARIANTS {
        let name = format!("{id} {sets:?}");
        agrees_with_brute_force(&ruleset(id, "2", sets).mechanics, &name);
    }
}

#[test]
fn bounds_meet_around_the_value() {
    for id in GAMES {
        let mechanics = ruleset(id, "1", &[]).mechanics;
        let bounded = solved(&mechanics, &options(Bounds::Both, 1e-12));
        let single = solved(&mechanics, &options(Bounds::None, 1e-14));
        for layer in bounded.encoding.layers.groups().into_iter().flatten() {
            let number = bounded.encoding.layers.number(layer);
            let bounds = bounded.layers[number].as_ref().unwrap();
            let values = &single.layers[number].as_ref().unwrap()[0];
            for place in 0..values.len() {
                let (low, high) = (bounds[0].get(place), bounds[1].get(place));
                let value = values.get(place);
                assert!(high - low <= 1e-12, "{id} {layer:?} {place}");
                assert!(low - 2e-14 <= value && value <= high + 2e-14);
            }
        }
    }
}

#[test]
fn values_do_not_depend_on_threads_or_instructions() {
    let mechanics = ruleset("ur-blitz", "2", &[]).mechanics;
    let one = solved(
        &mechanics,
        &Options {
            threads: 1,
            ..options(Bounds::None, 1e-13)
        },
    );
    for (threads, level) in [(3, Level::detect()), (2, Level::Portable)] {
        let again = options(Bounds::None, 1e-13);
        let other = solved(
            &mechanics,
            &Options {
                threads,
                level,
                ..again
            },
        );
        for (a, b) in one.layers.iter().zip(&other.layers) {
            assert!(a.as_ref().unwrap()[0].bytes() == b.as_ref().unwrap()[0].bytes());
        }
    }
}

#[test]
fn a_broken_run_goes_on_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let ruleset = ruleset("ur-finkel", "2", &[]);
    let rules = Rules::new(&ruleset.mechanics);
    let numbering = Numbering::new(&ruleset.mechanics).unwrap();
    let run = |name: &str, break_after: usize| {
        let game = Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics);
        let options = options(Bounds::None, 1e-13);
        let precision = senet::solver::value::Precision::F64;
        let header = Header::new(
            game,
            &numbering,
            precision,
            options.bounds,
            options.tolerance,
        );
        let write = WriteOptions {
            warn: |text| panic!("{text}"),
            checkpoint_every: Duration::ZERO,
            in_memory: u64::MAX,
        };
        let out = folder.path().join(name);
        let mut store = TableStore::open(&out, header, numbering.layers(), write).unwrap();
        let stop = AtomicBool::new(false);
        let mut sweeps = 0;
        let mut count = |progress: Progress| {
            sweeps += usize::from(matches!(progress, Progress::Sweep { .. }));
            stop.store(sweeps == break_after, Relaxed);
        };
        let solved = solve(
            &rules,
            &options,
            Keep::Needed,
            &mut store,
            &stop,
            &mut count,
        )?;
        let (value, _) = solved.interval(&rules.start());
        drop(solved);
        let start = StartValue {
            value,
            lower: None,
            upper: None,
        };
        store.close(start).unwrap();
        Ok::<_, SolveError>(std::fs::read(out).unwrap())
    };
    let whole = run("whole", usize::MAX).unwrap();
    for sweeps in [5, 20, 20] {
        assert!(matches!(
            run("broken", sweeps),
            Err(SolveError::Interrupted)
        ));
    }
    assert!(whole == run("broken", usize::MAX).unwrap());
}

fn senet(arguments: &[&str], folder: &Path) -> assert_cmd::assert::Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command.args(arguments).current_dir(folder).assert()
}

#[test]
fn a_table_is_written_verified_probed_and_played_by() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let solve = [
        "solve",
        "ur-blitz",
        "--set",
        "pieces=1",
        "--tolerance",
        "1e-11",
        "--out",
        "blitz.senet",
    ];
    senet(&solve, at)
        .success()
        .stdout(contains("start 0.509237648"));
    senet(&["table", "info", "blitz.senet"], at)
        .success()
        .stdout(contains("fronts-early-hand/1"));
    senet(&["table", "verify", "blitz.senet"], at).success();
    let probe = [
        "probe",
        "--table",
        "blitz.senet",
        "--position",
        "8/4 0-0 B",
        "--throw",
        "4",
    ];
    senet(&probe, at).success().stdout(contains("proven"));
    let play = [
        "simulate",
        "--rulesets",
        "ur-blitz",
        "--set",
        "pieces=1",
        "--games",
        "50",
        "--agents",
        "optimal:blitz.senet,random",
    ];
    senet(&play, at).success();
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |arguments: &[&str], reason: &str| {
        senet(arguments, folder.path())
            .failure()
            .stderr(contains(reason.to_string()));
    };
    refused(
        &["solve", "piccione-5", "--solver", "hand"],
        "a piece just entered must move",
    );
    refused(
        &["solve", "ur-finkel", "--memory", "100MiB"],
        "844.6 MiB more than --memory allows (100 MiB)",
    );
    refused(
        &["solve", "ur-finkel", "--precision", "u16"],
        "are solved in f64",
    );
    let one_sided = "cells={ 5 = 6 }";
    refused(
        &["solve", "ur-finkel", "--solver", "hand", "--set", one_sided],
        "not the same from both sides",
    );
}
