//! `analyze`, `puzzles` from the outside.

#[path = "common/rows.rs"]
mod rows;

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

use rows::{number, rows};

fn senet() -> Command {
    Command::new(env!("CARGO_BIN_EXE_senet"))
}

/// 2 or 3 bears off with a 2; nothing else comes near, and the bounds prove it.
#[test]
fn choices_are_ranked_and_proven() {
    let one = ["analyze", "--ruleset", "anubis-5", "--set", "pieces=2"];
    let at = ["--position", "1,29/2,30 0-0 A", "--throw", "2"];
    senet()
        .args(one)
        .args(at)
        .args(["--table", "solve"])
        .assert()
        .success()
        .stdout(contains("29-off").and(contains("| A ")));
    let output = senet()
        .args(one)
        .args(at)
        .args([
            "--table",
            "solve",
            "--agent",
            "linear",
            "--rollout",
            "n=64",
            "--json",
        ])
        .output()
        .unwrap();
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let list = json.as_array().unwrap();
    let methods: Vec<&str> = list.iter().map(|a| a["method"].as_str().unwrap()).collect();
    assert_eq!(methods, ["truth", "linear", "rollout:n=64"]);
    for analysis in list {
        let choices = analysis["choices"].as_array().unwrap();
        assert_eq!(choices[0]["regret"], 0.0);
        let equities: Vec<f64> = choices
            .iter()
            .map(|c| c["equity"].as_f64().unwrap())
            .collect();
        assert!(equities.is_sorted_by(|a, b| a >= b));
    }
    assert_eq!(list[0]["choices"][0]["evidence"], "proven");
    assert_eq!(list[0]["proven"], true);
    assert_eq!(list[1]["choices"][0]["interval"], serde_json::Value::Null);
    let sampled = &list[2]["choices"][0];
    assert_eq!(sampled["evidence"], "sampled");
    assert!(sampled["standard_error"].is_number() && sampled["games"].as_u64() >= Some(16));
    assert_eq!(sampled["dropped"], false);
    assert_eq!(list[1]["choices"][0].get("games"), None);
    senet()
        .args(one)
        .args(at)
        .args(["--agent", "mcts:iterations=50", "--rollout", "n=64"])
        .assert()
        .success()
        .stdout(contains("standard error").and(contains("visits")));
}

#[test]
fn bulk_is_the_same_for_any_number_of_threads_and_knows_the_truth() {
    let folder = tempfile::tempdir().unwrap();
    let run = |threads: &str| {
        let out = folder.path().join(threads);
        senet()
            .args(["analyze", "--sample", "40", "--rulesets", "anubis-5"])
            .args([
                "--set",
                "pieces=2",
                "--table",
                "solve",
                "--threads",
                threads,
            ])
            .args([
                "--agent",
                "linear,expectimax:depth=1,mcts:iterations=200,rollout:n=32,cautious",
            ])
            .arg("--out")
            .arg(&out)
            .assert()
            .success();
        ["analysis.csv", "methods.csv"].map(|file| fs::read(out.join(file)).unwrap())
    };
    assert_eq!(run("1"), run("3"));
    let methods = rows(&folder.path().join("1/methods.csv"));
    assert_eq!(methods.len(), 5);
    for row in &methods {
        assert_eq!(number(row, "positions"), 40.0);
        assert!(number(row, "regret_mean") >= 0.0);
        assert!((0.0..=1.0).contains(&number(row, "best_share")));
    }
    assert_eq!(number(&methods[0], "agrees_share"), 1.0);
    assert!(number(&methods[1], "regret_mean") < 0.05);
    let choices = rows(&folder.path().join("1/analysis.csv"));
    let truth = choices.iter().filter(|row| row["method"] == "truth");
    for row in truth {
        assert_eq!(row["equity"], row["true_equity"]);
        assert_eq!(row["evidence"], "proven");
    }
    // Every method has the choice it takes in the first row of each position, and
    // its regret there is that of methods.csv.
    for method in &methods {
        let own = choices
            .iter()
            .filter(|row| row["method"] == method["method"]);
        let taken: Vec<_> = own.filter(|row| row["rank"] == "1").collect();
        assert_eq!(taken.len(), 40, "{}", method["method"]);
        let lost: f64 = taken.iter().map(|row| number(row, "true_regret")).sum();
        let mean = number(method, "regret_mean");
        assert!(
            (lost / 40.0 - mean).abs() < 1e-6,
            "{}: {lost} {mean}",
            method["method"]
        );
    }
    let of = |name: &'static str| choices.iter().filter(move |row| row["method"] == name);
    assert!(
        of("rollout:n=32").all(|row| number(row, "games") >= 16.0 && !row["dropped"].is_empty())
    );
    assert!(
        of("mcts:iterations=200")
            .all(|row| row["evidence"] == "visited" && row["games"].is_empty())
    );
    let visits: f64 = of("mcts:iterations=200")
        .map(|row| number(row, "visits"))
        .sum();
    assert_eq!(visits, 40.0 * 200.0);
    assert!(of("cautious").all(|row| row["evidence"] == "chosen" && row["equity"].is_empty()));
}

#[test]
fn positions_of_a_file_are_checked_before_any_is_analyzed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("positions.txt");
    let good = "# one of each\nanubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;2\n\nbell-10;28/27,30 6-6 A;1\n";
    fs::write(&file, good).unwrap();
    let out = folder.path().join("out");
    let run = |file: &Path| {
        let mut command = senet();
        command.args(["analyze", "--agent", "linear", "--positions"]);
        command.arg(file).arg("--out").arg(&out);
        command.assert()
    };
    run(&file).success();
    let numbers: Vec<String> = rows(&out.join("analysis.csv"))
        .into_iter()
        .map(|mut row| row.remove("number").unwrap())
        .collect();
    assert!(numbers.contains(&"2".to_string()) && !numbers.contains(&"3".to_string()));
    fs::write(
        &file,
        "anubis-5;1,3/2,4 0-0 A;2\nanubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;9\nx\n",
    )
    .unwrap();
    run(&file).failure().stderr(
        contains("line 1")
            .and(contains("line 2"))
            .and(contains("line 3")),
    );
}

#[test]
fn what_cannot_be_analyzed_is_named() {
    let start = "1,3,5,7,9/2,4,6,8,10 0-0 A";
    let cases: &[(&[&str], &str)] = &[
        (
            &["--ruleset", "anubis-5", "--position", start, "--throw", "9"],
            "the throws are 1, 2, 3, 4, 5",
        ),
        (
            &["--ruleset", "anubis-5", "--position", "1/2 0-0 A"],
            "5 pieces a side",
        ),
        (
            &[
                "--ruleset",
                "anubis-5",
                "--position",
                start,
                "--agent",
                "cautious",
            ],
            "gives no equities",
        ),
        (
            &[
                "--ruleset",
                "anubis-5",
                "--position",
                start,
                "--rollout",
                "n=1",
            ],
            "16 to 1000000",
        ),
        (&[], "say what to analyze"),
    ];
    for (arguments, message) in cases {
        senet()
            .arg("analyze")
            .args(*arguments)
            .assert()
            .failure()
            .stderr(contains(*message));
    }
}

#[test]
fn puzzles_are_proven_or_say_that_they_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let run = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        senet()
            .args([
                "puzzles",
                "--rulesets",
                "anubis-5",
                "--set",
                "pieces=2",
                "--count",
                "4",
            ])
            .args(["--games", "400", "--out"])
            .arg(&out)
            .args(more)
            .assert()
            .success();
        (
            rows(&out.join("puzzles.csv")),
            fs::read_to_string(out.join("puzzles.txt")).unwrap(),
        )
    };
    let (proven, text) = run("proven", &["--table", "solve", "--threads", "1"]);
    assert_eq!((proven.len(), 4), (4, text.matches("(proven)").count()));
    for row in &proven {
        assert_eq!(row["evidence"], "proven");
        assert!(number(row, "margin") >= 0.05 && number(row, "regret") >= number(row, "margin"));
        assert_ne!(row["solution"], row["tempting"]);
    }
    assert_eq!(
        run("again", &["--table", "solve", "--threads", "3"]),
        (proven, text)
    );
    let (searched, _) = run("searched", &["--search", "expectimax:depth=1"]);
    assert!(!searched.is_empty());
    assert!(searched.iter().all(|row| row["evidence"] == "searched"));
    senet()
        .args(["puzzles", "--margin", "5"])
        .assert()
        .failure()
        .stderr(contains("above 0 and below 1"));
}

/// It was taken and not looked at.
#[test]
fn a_position_is_not_asked_for_together_with_many() {
    for words in [
        &["--position", "1/2 0-0 A"][..],
        &["--throw", "2"],
        &["--json"],
    ] {
        senet()
            .args(["analyze", "--sample", "2", "--rulesets", "anubis-5"])
            .args(words)
            .assert()
            .code(2)
            .stderr(contains("cannot be used with"));
    }
}
