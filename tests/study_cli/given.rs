//! Tables that are given with `--table`.

use std::fs;

use crate::{errors_of, rows, solve, study};

#[test]
fn a_given_table_is_studied_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    solve(
        folder.path(),
        "ankh-5 --set pieces=1 --precision u16 --out t",
    );
    study(
        folder.path(),
        "openings,reach --rulesets none --table t --games 8 --whole 10 --out o",
    )
    .success();
    let reach = rows(&folder.path().join("o/reach/reach.csv"));
    assert_eq!(reach.len(), 1);
    assert_eq!(
        (reach[0]["ruleset"].as_str(), reach[0]["reachable"].as_str()),
        ("ankh-5", "")
    );
    assert_eq!(reach[0]["games"], "8");
    assert!(folder.path().join("t").exists());
    let line = "sticks --rulesets none --table t --games 8 --out o";
    let text = errors_of(study(folder.path(), line).failure());
    assert!(text.contains("nothing to study"), "{text}");
}

/// Lengths by rounded values stood as exact, and their rounding as regret.
#[test]
fn what_rounded_values_play_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    solve(at, "anubis-5 --set pieces=1 --precision u16 --out t");
    let derive = "derive t --as u8 --out small";
    crate::senet(at, "table", derive).success();
    for table in ["t", "small"] {
        let line = format!("advantage --rulesets none --table {table} --out o-{table}");
        study(at, &line).success();
        let found = rows(&at.join(format!("o-{table}/advantage/advantage.csv")));
        assert_eq!(found[0]["lengths"], "of the table");
    }
    let line = "decisions --rulesets none --table small --games 8 --out o";
    let text = errors_of(study(at, line).code(1));
    assert!(
        text.contains("--table small: it has values of 8 bits"),
        "{text}"
    );
}

/// Games of 20,000 sweeps withheld all others.
#[test]
fn lengths_that_are_not_found_leave_the_rest_alone() {
    let folder = tempfile::tempdir().unwrap();
    let line = "sticks --rulesets sawah-5-six --pieces 1 --p 0.02:0.5:0.48 --out o";
    study(folder.path(), line).success();
    let found = rows(&folder.path().join("o/sticks/stick_p.csv"));
    let told: Vec<[&str; 2]> = found
        .iter()
        .map(|row| {
            [
                &*row["lengths"],
                if row["plies"].is_empty() { "" } else { "plies" },
            ]
        })
        .collect();
    assert_eq!(told, [["not found", ""], ["exact", "plies"]]);
}

/// The findings about the first table stood for the second.
#[test]
fn two_tables_of_one_game_and_format_are_two_tables() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (out, sweeps) in [("fine", "20000"), ("rough", "1")] {
        let line =
            format!("anubis-5 --set pieces=1 --precision u16 --most-sweeps {sweeps} --out {out}");
        solve(at, &line);
    }
    let first = |table: &str, out: &str| {
        let line = format!("openings --rulesets none --table {table} --out {out}");
        study(at, &line).success();
        fs::read(at.join(out).join("openings/openings.csv")).unwrap()
    };
    let fine = first("fine", "o");
    let rough = first("rough", "o");
    assert_ne!(fine, rough);
    assert_eq!(rough, first("rough", "other"));
    assert_eq!(fine, first("fine", "o"));
}

/// A table of a game of Ur was a panic.
#[test]
fn tables_that_are_not_of_blocks_are_refused_before_a_folder_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    solve(at, "ur-finkel --set pieces=1 --out u1");
    solve(at, "standard-5 --set pieces=1 --solver general --out k1");
    for (table, encoding) in [("u1", "hand"), ("k1", "keys/1")] {
        for topic in ["advantage", "blocking", "reach", "check", "derivatives"] {
            let line = format!("{topic} --rulesets none --table {table} --out o");
            let text = errors_of(study(at, &line).code(1));
            for word in [
                &format!("--table {table}"),
                encoding,
                "studies need a table of blocks",
            ] {
                assert!(text.contains(word), "{line}: {text}");
            }
            assert!(!at.join("o").exists());
        }
    }
}

/// The file had a line of names of columns alone.
#[test]
fn a_given_table_has_no_file_of_what_other_games_are_worth() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    solve(at, "anubis-5 --set pieces=1 --precision u16 --out t");
    let line = "blocking --rulesets none --table t --out o";
    let text = errors_of(study(at, line).success());
    assert!(text.contains("no blocking_value.csv"), "{text}");
    let out = at.join("o/blocking");
    assert!(out.join("matched.csv").exists());
    assert!(!out.join("blocking_value.csv").exists());
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    assert!(!manifest.contains("blocking_value.csv"), "{manifest}");
}
