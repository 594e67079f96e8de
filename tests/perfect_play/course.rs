//! The course of perfect play against the evaluation of policies, which finds
//! its choices through the rules.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use senet::agent::Optimal;
use senet::rules::Rules;
use senet::ruleset::Mechanics;
use senet::solver::course::{CourseOptions, Extent, course, needed_bytes};
use senet::solver::policy::{EvaluateOptions, evaluate};
use senet::solver::solve::{Bounds, Format};

use crate::{mechanics, table};

static GO_ON: AtomicBool = AtomicBool::new(false);

fn close(found: f64, expected: f64, within: f64, what: &str) {
    let error = (found - expected).abs() / expected.abs().max(1.0);
    assert!(error < within, "{what}: {found} instead of {expected}");
}

/// Both ways of evaluating the perfect player agree.
fn agrees<V: Format>(mechanics: &Mechanics, bounds: Bounds, gap: f64, what: &str) {
    let folder = tempfile::tempdir().unwrap();
    let table = Arc::new(table::<V>(mechanics, bounds, &folder.path().join("table")));
    let rules = Rules::new(mechanics);
    let found = course(&table, &rules, CourseOptions::default(), &GO_ON).unwrap();
    let optimal = Optimal::new(table);
    let expected = evaluate(
        &rules,
        [&optimal, &optimal],
        EvaluateOptions::default(),
        &mut |_| {},
    )
    .unwrap();
    close(found.plies, expected.plies.mean, 1e-9, what);
    close(found.turns, expected.turns.mean, 1e-9, what);
    let beside = found.beside.expect("there is room");
    close(beside.win, expected.win, 1e-9, what);
    close(beside.plies_variance, expected.plies.variance, 1e-7, what);
    close(beside.turns_variance, expected.turns.variance, 1e-7, what);
    assert!(beside.gap <= gap, "{what}: gap {}", beside.gap);
}

#[test]
fn one_piece_a_side_in_every_family() {
    for (id, reading) in [
        ("anubis-5", ""),
        ("anubis-5", "backward"),
        ("anubis-5", "throw-again-after-pass"),
        ("nile-5-six", ""),
        ("nile-5-five", "right-kept"),
        ("nile-5-six", "wrong-throw-returns"),
        ("ankh-5", ""),
        ("ankh-5", "leave-later"),
        ("standard-5", "may-pass"),
        ("kendall-5", "row"),
    ] {
        let game = mechanics(id, reading, &[("pieces", "1")]);
        agrees::<f64>(&game, Bounds::None, 1e-8, &format!("{id} {reading}"));
    }
}

/// In 16 bits many values are equal, and the origin decides.
#[test]
fn equals_are_decided_as_the_agent_decides_them() {
    for id in ["anubis-5", "ankh-5", "kendall-5"] {
        let game = mechanics(id, "", &[("pieces", "1")]);
        agrees::<u16>(&game, Bounds::None, 0.01, id);
    }
}

#[test]
fn bounds_and_rules_that_differ_by_player() {
    let game = mechanics("standard-5", "", &[("pieces", "1"), ("pairs.a", "false")]);
    agrees::<u32>(&game, Bounds::Both, 1e-6, "standard-5, pairs of B alone");
}

#[test]
fn two_pieces_a_side() {
    let game = mechanics("anubis-5", "", &[("pieces", "2"), ("wall.b", "2")]);
    agrees::<f64>(&game, Bounds::None, 1e-8, "anubis-5, walls that differ");
}

#[test]
#[ignore = "the evaluation through the rules takes minutes"]
fn two_pieces_a_side_in_every_family() {
    for id in [
        "anubis-5",
        "nile-5-six",
        "ankh-5",
        "standard-5",
        "kendall-5",
    ] {
        let game = mechanics(id, "", &[("pieces", "2")]);
        agrees::<f64>(&game, Bounds::None, 1e-8, id);
    }
}

/// In less and less room, and in too few sweeps.
#[test]
fn where_there_is_little_room_the_means_are_found_alone() {
    let folder = tempfile::tempdir().unwrap();
    let game = mechanics("ankh-5", "", &[("pieces", "1")]);
    let table = table::<f64>(&game, Bounds::None, &folder.path().join("table"));
    let needed = |extent| needed_bytes(table.blocks(), game.throws.throws().len(), extent);
    let within = |memory| {
        let options = CourseOptions {
            memory,
            ..CourseOptions::default()
        };
        course(&table, &Rules::new(&game), options, &GO_ON)
    };
    let all = within(needed(Extent::All)).unwrap();
    let means = within(needed(Extent::All) - 1).unwrap();
    assert!(all.beside.is_some() && means.beside.is_none());
    close(means.plies, all.plies, 1e-9, "plies");
    close(means.turns, all.turns, 1e-9, "turns");
    let error = within(needed(Extent::Means) - 1).unwrap_err();
    assert!(error.to_string().contains("more than the"), "{error}");
    let options = CourseOptions {
        most_sweeps: 3,
        ..CourseOptions::default()
    };
    let error = course(&table, &Rules::new(&game), options, &GO_ON).unwrap_err();
    assert!(error.to_string().contains("in 3 sweeps"), "{error}");
}
