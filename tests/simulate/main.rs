//! `senet simulate` from the outside.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

#[path = "../common/rows.rs"]
mod rows;
mod words;

use rows::{Row, number};

const SENET: &str = env!("CARGO_BIN_EXE_senet");

fn simulate(out: &Path, arguments: &[&str]) -> std::process::Output {
    Command::new(SENET)
        .args(["simulate", "--out"])
        .arg(out)
        .args(arguments)
        .output()
        .unwrap()
}

/// Every file but the manifest, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                path,
            )
        })
        .filter(|(name, _)| name != "manifest.json")
        .map(|(name, path)| (name, fs::read(path).unwrap()))
        .collect()
}

fn rows(folder: &Path, file: &str) -> Vec<Row> {
    rows::rows(&folder.join(file))
}

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = |threads: &str| {
        let out = folder.path().join(threads);
        let arguments = [
            "--rulesets",
            "anubis-5,bell-10",
            "--agents",
            "cautious,random",
            "--games",
            "2500",
            "--seed",
            "9",
            "--blocking",
            "--threads",
            threads,
        ];
        assert!(simulate(&out, &arguments).status.success());
        contents(&out)
    };
    let one = run("1");
    for name in [
        "summary.csv",
        "lengths.csv",
        "blocking.csv",
        "pairs.csv",
        "occupancy.png",
    ] {
        assert!(one.contains_key(name), "{name} is missing");
    }
    assert!(one == run("2"));
    assert!(one == run("5"));
}

#[test]
fn rows_add_up() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--rulesets",
        "nile-5-six,ankh-5",
        "--agents",
        "random,racer",
        "--games",
        "700",
    ];
    assert!(simulate(folder.path(), &arguments).status.success());
    let summary = rows(folder.path(), "summary.csv");
    let seats: Vec<_> = summary
        .iter()
        .map(|r| (&*r["agent_a"], &*r["agent_b"]))
        .collect();
    let both = [("random", "racer"), ("racer", "random")];
    assert_eq!(seats, [both, both].concat());
    for row in &summary {
        let of = |column: &str| number(row, column);
        assert_eq!(of("games"), 700.0);
        assert_eq!(
            of("wins_a") + of("wins_b") + of("draws") + of("unfinished"),
            700.0
        );
        let share = (of("wins_a") + of("draws") / 2.0) / 700.0;
        assert!((of("first_share") - share).abs() < 1e-12);
        assert!(of("first_lo") < share && share < of("first_hi"));
        let kinds = ["moves_mean", "passes_per_game", "rethrows_per_game"];
        let plies: f64 = kinds.iter().map(|&column| of(column)).sum();
        assert!((plies - of("plies_mean")).abs() < 1e-9, "{row:?}");
        assert!(of("choices_mean") >= 1.0 + of("decision_share"));
    }
    let lengths = rows(folder.path(), "lengths.csv");
    let chances: f64 = lengths.iter().map(|row| number(row, "chance")).sum();
    assert!(
        (chances - 8.0).abs() < 1e-9,
        "plies and turns of four rows: {chances}"
    );
    for row in rows(folder.path(), "pairs.csv") {
        assert_eq!(number(&row, "pairs"), 700.0);
    }
}

#[test]
fn the_first_player_is_who_throws_first() {
    let folder = tempfile::tempdir().unwrap();
    let games = "--rulesets anubis-5,dutch-5 --set pieces=2 --games 2000 --blocking";
    let words: Vec<&str> = games.split(' ').collect();
    assert!(simulate(folder.path(), &words).status.success());
    let summary = rows(folder.path(), "summary.csv");
    let blocking = rows(folder.path(), "blocking.csv");
    for (row, wins) in summary.iter().zip(["wins_a", "wins_b"]) {
        let share = number(row, wins) / 2000.0;
        assert_eq!(number(row, "first_share"), share, "{}", row["ruleset"]);
        let own = (blocking.iter()).find(|other| other["ruleset"] == row["ruleset"]);
        assert_eq!(number(own.unwrap(), "first_written"), share);
    }
    assert_ne!(summary[1]["wins_a"], summary[1]["wins_b"]);
}

#[test]
fn games_given_up_are_counted_apart() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--rulesets",
        "anubis-5",
        "--games",
        "100",
        "--max-plies",
        "50",
    ];
    assert!(simulate(folder.path(), &arguments).status.success());
    let row = &rows(folder.path(), "summary.csv")[0];
    assert_eq!(number(row, "unfinished"), 100.0);
    for empty in [
        "first_share",
        "first_lo",
        "plies_mean",
        "turns_mean",
        "plies_p50",
        "choices_mean",
    ] {
        assert_eq!(row[empty], "", "{empty}");
    }
}

#[test]
fn equal_rulesets_get_equal_figures() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--rulesets", "anubis-5,sawah-5", "--games", "300"];
    assert!(simulate(folder.path(), &arguments).status.success());
    let mut rows = rows(folder.path(), "summary.csv");
    assert_ne!(rows[0].remove("ruleset"), rows[1].remove("ruleset"));
    assert_eq!(rows[0], rows[1]);
}

/// `mean_share` of half points, not 0.8300000000000001.
#[test]
fn shares_of_pairs_are_counted_and_not_summed_up_rounded() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--rulesets",
        "anubis-5",
        "--agents",
        "cautious,random",
        "--games",
        "100",
    ];
    assert!(simulate(folder.path(), &arguments).status.success());
    let share = &rows(folder.path(), "pairs.csv")[0]["share"];
    assert!(share.len() <= "0.8325".len(), "{share}");
}

/// A run without `--blocking` beside the figures of one with it.
#[test]
fn no_file_of_an_earlier_run_stays_beside_a_later_one() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["--rulesets", "anubis-5", "--games", "20"];
    let mut first = arguments.to_vec();
    first.extend(["--blocking", "--agents", "racer,random"]);
    assert!(simulate(folder.path(), &first).status.success());
    let chart = fs::read_to_string(folder.path().join("blocking.svg")).unwrap();
    assert!(
        chart.contains("without either"),
        "legends are in plain words"
    );
    fs::write(folder.path().join("notes.csv"), "mine").unwrap();
    assert!(simulate(folder.path(), &arguments).status.success());
    for gone in ["blocking.csv", "blocking.svg", "blocking.png", "pairs.csv"] {
        assert!(!folder.path().join(gone).exists(), "{gone}");
    }
    assert!(folder.path().join("notes.csv").exists());
    let other = tempfile::tempdir().unwrap();
    assert!(simulate(other.path(), &arguments).status.success());
    fs::remove_file(folder.path().join("notes.csv")).unwrap();
    assert!(contents(folder.path()) == contents(other.path()));
}

#[test]
fn lists_of_rulesets_may_mix_all_with_files_and_play_each_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    fs::write(&path, "base = \"anubis-5\"\n[rules]\nwall = 2\n").unwrap();
    let list = format!("all,{},bell-10", path.display());
    let out = folder.path().join("out");
    let output = simulate(&out, &["--rulesets", &list, "--games", "2"]);
    assert!(output.status.success());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("names bell-10 twice"), "{error}");
    let played = senet::ruleset::builtin_ids().count() + 1;
    assert_eq!(rows(&out, "summary.csv").len(), played);
}

#[test]
fn the_chart_of_blocking_says_who_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let list = "anubis-5,standard-5,bell-10";
    let arguments = ["--rulesets", list, "--games", "20", "--blocking"];
    assert!(simulate(folder.path(), &arguments).status.success());
    let chart = fs::read_to_string(folder.path().join("blocking.svg")).unwrap();
    let note = "Neither pairs nor walls to take away: bell-10. No walls to take away: standard-5.";
    assert!(chart.contains(note));
}
