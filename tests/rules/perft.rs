//! Counts of play. The files under `tests/perft/` are written by the reference
//! and confirmed by the compiled engine to their full depth; the reference
//! confirms them again to a smaller one. To write them anew (some minutes):
//!
//! ```text
//! cargo test --release --test rules -- --ignored write_perft_files
//! ```
//!
//! `<id>.perft` has comment lines (`#`) and lines `depth count`, depths 1 to 5 or 6.
//! `variants.perft` has comment lines and lines `variant: counts`, for every
//! reading and for games with few pieces, from depth 1 on.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use rayon::prelude::*;
use senet::rules::{Position, Rules, perft::perft, reference};
use senet::ruleset::Mechanics;

use crate::common::{RULESETS, Variant, from_environment, load, shipped, small_games};

const VARIANT_DEPTH: u32 = 4;
const AGAIN: &str =
    "# Written anew by: cargo test --release --test rules -- --ignored write_perft_files\n";
const REFERENCE_DEPTH: u64 = 4;

/// From the rules: depths 1 to 3 or 4 by independent programs.
const PUBLISHED: [(&str, &[u64]); 25] = [
    ("anubis-5", &[18, 268, 3918, 58229]),
    ("sawah-7", &[24, 466, 8235, 142429]),
    ("sawah-5-six", &[16, 232, 3399, 51440]),
    ("nile-5-six", &[18, 283, 4357, 67997]),
    ("nile-7-five", &[24, 484, 8947, 160736]),
    ("ankh-7", &[22, 368, 5254, 70485]),
    ("standard-5", &[18, 273, 4071, 61517]),
    ("bell-10", &[23, 519, 12220, 277473]),
    ("kendall-7", &[24, 491, 9229]),
    ("kendall-5", &[18, 287, 4450]),
    ("modern-5", &[18, 278, 4189]),
    ("skyruk-5", &[18, 280, 4182]),
    ("jequier-5", &[5, 25, 143]),
    ("dutch-5", &[5, 90, 1448]),
    ("toy-5", &[18, 252, 3511]),
    ("bga-5", &[18, 273, 4073]),
    ("kalish-7", &[24, 459, 7895]),
    ("syrian-7", &[24, 564, 13459]),
    ("bgfl-7", &[24, 469, 8368]),
    ("piccione-5", &[5, 25, 126]),
    ("ur-finkel", &[5, 28, 192, 1492]),
    ("ur-masters", &[4, 19, 116, 846]),
    ("ur-blitz", &[5, 28, 192, 1496]),
    ("aseb-5", &[5, 28, 192, 1496]),
    ("twenty-7", &[8, 71, 939, 13965]),
];

/// How deep the file of a ruleset goes: the reference counts about a million
/// plies in ten seconds.
fn file_depth(id: &str) -> u32 {
    let texts = ["anubis", "sawah", "nile", "ankh", "standard", "bell"];
    if texts.iter().any(|text| id.starts_with(text)) {
        6
    } else {
        5
    }
}

fn by_compiled(mechanics: &Mechanics, depth: u32) -> u64 {
    let rules = Rules::new(mechanics);
    let successors = |position: &Position| -> Vec<Position> {
        let throws = mechanics.throws.throws().iter();
        throws
            .flat_map(|throw| {
                let choices = rules.choices(position, throw.points);
                rules.successors(position, throw.points, choices)
            })
            .map(|(_, next)| next)
            .collect()
    };
    if depth < 2 {
        return perft(&rules, &rules.start(), depth);
    }
    successors(&rules.start())
        .par_iter()
        .map(|next| perft(&rules, next, depth - 1))
        .sum()
}

fn by_reference(mechanics: &Mechanics, position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.is_over() {
        return 0;
    }
    let after_throw = |points| {
        let choices = reference::choices(mechanics, position, points);
        if depth == 1 {
            return choices.len() as u64;
        }
        choices
            .par_iter()
            .map(|(_, next)| by_reference(mechanics, next, depth - 1))
            .sum()
    };
    let throws = mechanics.throws.throws().iter();
    throws.map(|throw| after_throw(throw.points)).sum()
}

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/perft/{name}.perft"))
}

/// The lines of a file that are no comments.
fn lines(name: &str) -> Vec<String> {
    let path = path(name);
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The counts of `<id>.perft`, depth 1 first.
fn counts(id: &str) -> Vec<u64> {
    let lines = lines(id);
    (1..)
        .zip(&lines)
        .map(|(depth, line)| {
            let (first, count) = line.split_once(' ').expect("`depth count`");
            assert_eq!(first, depth.to_string(), "{id}: depths ascend from 1");
            count.parse().expect("a count")
        })
        .collect()
}

fn variants() -> Vec<Variant> {
    let mut variants = shipped();
    variants.retain(|variant| variant.name.contains('='));
    variants.extend(small_games());
    variants
}

#[test]
fn files_hold_the_published_counts() {
    for (id, published) in PUBLISHED {
        assert_eq!(counts(id)[..published.len()], *published, "{id}");
    }
}

#[test]
fn option_open_has_the_published_counts() {
    let mechanics = load("kendall-5", &["open"], &[]);
    let start = Position::start(&mechanics);
    for (depth, count) in [(1, 18), (2, 254), (3, 3612)] {
        assert_eq!(by_reference(&mechanics, &start, depth), count, "{depth}");
        assert_eq!(by_compiled(&mechanics, depth), count, "{depth}");
    }
}

#[test]
fn files_hold_for_the_reference() {
    let depth = from_environment("SENET_PERFT_REFERENCE_DEPTH", REFERENCE_DEPTH) as u32;
    for id in RULESETS {
        let mechanics = load(id, &[], &[]);
        let start = Position::start(&mechanics);
        for (depth, count) in (1..=depth).zip(counts(id)) {
            let actual = by_reference(&mechanics, &start, depth);
            assert_eq!(actual, count, "{id} at depth {depth}");
        }
    }
}

#[test]
fn files_hold_for_the_compiled_engine() {
    for id in RULESETS {
        let counts = counts(id);
        assert_eq!(counts.len(), file_depth(id) as usize, "{id}");
        let mechanics = load(id, &[], &[]);
        for (depth, count) in (1..).zip(counts) {
            let actual = by_compiled(&mechanics, depth);
            assert_eq!(actual, count, "{id} at depth {depth}");
        }
    }
}

#[test]
fn variants_hold_for_both_engines() {
    let variants = variants();
    let mut missing: BTreeMap<&str, &Mechanics> = variants
        .iter()
        .map(|variant| (variant.name.as_str(), &variant.mechanics))
        .collect();
    for line in lines("variants") {
        let (name, counts) = line.split_once(": ").expect("`variant: counts`");
        let mechanics = missing
            .remove(name)
            .unwrap_or_else(|| panic!("{name} is no variant, or stands twice"));
        let start = Position::start(mechanics);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let place = format!("{name} at depth {depth}");
            let count: u64 = count.parse().expect("a count");
            assert_eq!(by_compiled(mechanics, depth), count, "{place}");
            if depth < VARIANT_DEPTH {
                assert_eq!(by_reference(mechanics, &start, depth), count, "{place}");
            }
        }
    }
    assert!(missing.is_empty(), "without counts: {:?}", missing.keys());
}

#[test]
#[ignore = "writes the files that the other tests read"]
fn write_perft_files() {
    for id in RULESETS {
        let mechanics = load(id, &[], &[]);
        let start = Position::start(&mechanics);
        let mut text = format!("# {id}: ways to play from the start, as `depth count`.\n{AGAIN}");
        for depth in 1..=file_depth(id) {
            let count = by_reference(&mechanics, &start, depth);
            writeln!(text, "{depth} {count}").expect("a string");
        }
        fs::write(path(id), text).expect("the file is written");
    }
}

#[test]
#[ignore = "writes the file that another test reads"]
fn write_perft_files_of_variants() {
    let mut text = format!(
        "# Readings and games with few pieces, as `variant: counts` from depth 1 on.\n{AGAIN}"
    );
    for Variant { name, mechanics } in variants() {
        let start = Position::start(&mechanics);
        let counts: Vec<String> = (1..=VARIANT_DEPTH)
            .map(|depth| by_reference(&mechanics, &start, depth).to_string())
            .collect();
        writeln!(text, "{name}: {}", counts.join(" ")).expect("a string");
    }
    fs::write(path("variants"), text).expect("the file is written");
}
