//! What is in the catalogue, and where its games begin, as the rules say.

use std::collections::BTreeSet;

use senet::rules::Position;
use senet::ruleset::{builtin_ids, load_builtin};

use crate::common::{RULESETS, load, readings};

const STARTS: [(&str, &str); 33] = [
    ("anubis-5", "1,3,5,7,9/2,4,6,8,10 0-0 A"),
    ("sawah-5", "1,3,5,7,9/2,4,6,8,10 0-0 A"),
    ("sawah-7", "1,3,5,7,9,11,13/2,4,6,8,10,12,14 0-0 A"),
    ("sawah-5-six", "1,3,5,7,9/2,4,6,8,10 0-0 A"),
    ("sawah-7-six", "1,3,5,7,9,11,13/2,4,6,8,10,12,14 0-0 A"),
    ("nile-5-six", "2,4,6,8,11/1,3,5,7,9 0-0 A"),
    ("nile-7-six", "2,4,6,8,10,12,15/1,3,5,7,9,11,13 0-0 A"),
    ("nile-5-five", "2,4,6,8,11/1,3,5,7,9 0-0 A"),
    ("nile-7-five", "2,4,6,8,10,12,15/1,3,5,7,9,11,13 0-0 A"),
    ("ankh-7", "2,4,6,8,10,12,15/1,3,5,7,9,11,13 0-0 A"),
    ("ankh-5", "2,4,6,8,11/1,3,5,7,9 0-0 A"),
    ("standard-5", "1,3,5,7,9/2,4,6,8,10 0-0 A"),
    (
        "bell-10",
        "1,3,5,7,9,11,13,15,17,19/2,4,6,8,10,12,14,16,18,20 0-0 A",
    ),
    ("kendall-7", "2,4,6,8,10,12,15/1,3,5,7,9,11,13 0-0 A"),
    ("kendall-5", "2,4,6,8,11/1,3,5,7,9 0-0 A"),
    ("modern-5", "2,4,6,8,10/1,3,5,7,9 0-0 A"),
    ("modern-7", "2,4,6,8,10,12,14/1,3,5,7,9,11,13 0-0 A"),
    ("skyruk-5", "2,4,6,8,10/1,3,5,7,9 0-0 A"),
    ("skyruk-7", "2,4,6,8,10,12,14/1,3,5,7,9,11,13 0-0 A"),
    ("dutch-5", "2,4,6,8,11/1,3,5,7,9 0-0 B"),
    ("dutch-5-back", "2,4,6,8,11/1,3,5,7,9 0-0 B"),
    ("toy-5", "2,4,6,8,11/1,3,5,7,9 0-0 A o"),
    ("kalish-7", "1,3,5,7,9,11,13/2,4,6,8,10,12,14 0-0 A"),
    ("syrian-7", "2,4,6,8,10,12,14/1,3,5,7,9,11,13 0-0 A"),
    ("jequier-5", "2,4,6,8,11/1,3,5,7,9 0-0 A w9"),
    ("bga-5", "1,3,5,7,9/2,4,6,8,10 0-0 A"),
    ("bgfl-7", "2,4,6,8,10,12,14/1,3,5,7,9,11,13 0-0 A"),
    ("piccione-5", "-/- 0-0 A"),
    ("ur-finkel", "-/- 0-0 A"),
    ("ur-masters", "-/- 0-0 A"),
    ("ur-blitz", "-/- 0-0 A"),
    ("aseb-5", "-/- 0-0 A"),
    ("twenty-7", "-/- 0-0 A"),
];

const SMALL_STARTS: [(&str, &str, &str); 18] = [
    ("anubis-5", "1", "1/2 0-0 A"),
    ("sawah-7-six", "2", "1,3/2,4 0-0 A"),
    ("standard-5", "3", "1,3,5/2,4,6 0-0 A"),
    ("bell-10", "4", "1,3,5,7/2,4,6,8 0-0 A"),
    ("nile-5-six", "1", "3/1 0-0 A"),
    ("nile-7-six", "2", "2,5/1,3 0-0 A"),
    ("nile-5-five", "3", "2,4,7/1,3,5 0-0 A"),
    ("nile-5-six", "7", "2,4,6,8,10,12,15/1,3,5,7,9,11,13 0-0 A"),
    ("ankh-7", "1", "3/1 0-0 A"),
    ("ankh-5", "2", "2,5/1,3 0-0 A"),
    ("ankh-7", "4", "2,4,6,9/1,3,5,7 0-0 A"),
    ("anubis-5", "7", "1,3,5,7,9,11,13/2,4,6,8,10,12,14 0-0 A"),
    ("kendall-7", "2", "2,5/1,3 0-0 A"),
    ("modern-7", "3", "2,4,6/1,3,5 0-0 A"),
    ("dutch-5", "1", "3/1 0-0 B"),
    ("toy-5", "3", "2,4,7/1,3,5 0-0 A o"),
    ("jequier-5", "2", "2,5/1,3 0-0 A w3"),
    ("ur-blitz", "3", "-/- 0-0 A"),
];

#[test]
fn games_begin_where_the_rules_say() {
    for (id, start) in STARTS {
        let mechanics = load(id, &[], &[]);
        assert_eq!(Position::start(&mechanics).to_string(), start, "{id}");
    }
}

#[test]
fn smaller_games_begin_in_the_same_way() {
    for (id, pieces, start) in SMALL_STARTS {
        let mechanics = load(id, &[], &[("pieces", pieces)]);
        assert_eq!(
            Position::start(&mechanics).to_string(),
            start,
            "{id} {pieces}"
        );
    }
    let open = load("kendall-5", &["open"], &[("pieces", "1")]);
    assert_eq!(Position::start(&open).to_string(), "3/1 0-0 A o");
}

#[test]
fn every_builtin_ruleset_and_reading_is_tested() {
    let set = |ids: Vec<&'static str>| ids.into_iter().collect::<BTreeSet<_>>();
    assert_eq!(set(builtin_ids().collect()), set(RULESETS.to_vec()));
    for id in RULESETS {
        let ruleset = load_builtin(id, &[], &[]).expect("a built-in ruleset");
        let in_file: BTreeSet<&str> = ruleset
            .readings
            .iter()
            .map(|reading| reading.name.as_str())
            .collect();
        assert_eq!(in_file, readings(id).collect(), "{id}");
    }
}

#[test]
fn two_publishers_words_are_the_same_game() {
    assert_eq!(load("anubis-5", &[], &[]), load("sawah-5", &[], &[]));
}
