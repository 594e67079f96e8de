//! The subcommands about agents, from outside.

use assert_cmd::Command;
use predicates::prelude::*;

fn senet(arguments: &[&str]) -> assert_cmd::assert::Assert {
    Command::cargo_bin("senet")
        .unwrap()
        .args(arguments)
        .assert()
}

#[test]
fn agents_are_listed_with_their_arguments_and_whether_they_repeat() {
    senet(&["agents"])
        .success()
        .stdout(predicate::str::contains("expectimax"))
        .stdout(predicate::str::contains("depth=D: throws looked ahead"))
        .stdout(predicate::str::contains("by seed"));
    senet(&["agents", "--words"])
        .success()
        .stdout(predicate::str::contains("bears-off"))
        .stdout(predicate::str::contains("exposed_later"));
    let json = senet(&["agents", "--json"]).success();
    let list: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(list[0]["name"], "random");
    assert_eq!(list[0]["reproducible"], "by seed");
    let json = senet(&["agents", "--json", "--words"]).success();
    let all: serde_json::Value = serde_json::from_slice(&json.get_output().stdout).unwrap();
    assert_eq!(all["agents"], list);
    assert!(all["words"].to_string().contains("bears-off"));
    assert!(all["features"].to_string().contains("exposed_later"));
}

#[test]
fn nodes_of_every_way_are_counted() {
    let run = senet(&[
        "nodes",
        "--rulesets",
        "anubis-5",
        "--depth",
        "2",
        "--positions",
        "3",
    ]);
    let output = run.success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.contains("anubis-5"))
        .map(|line| {
            line.split_whitespace()
                .filter(|word| *word != "%")
                .collect()
        })
        .collect();
    assert_eq!(rows.len(), 2);
    let shares: Vec<f64> = rows[1][3..]
        .iter()
        .map(|word| word.parse().unwrap())
        .collect();
    let [star1, star2, table, star1_table, star2_table] = shares[..] else {
        panic!("{text}");
    };
    assert!(star2 < star1 && star1 < 100.0, "{text}");
    assert!(
        star1_table < star1 && star2_table < star2 && table < 100.0,
        "{text}"
    );
    senet(&["nodes", "--depth", "7"]).code(2);
}

#[test]
fn an_agent_without_its_file_stops_before_the_first_game() {
    let out = tempfile::tempdir().unwrap();
    let folder = out.path().join("games");
    senet(&[
        "simulate",
        "--rulesets",
        "anubis-5",
        "--agents",
        "linear:no-such-file.toml",
        "--out",
        folder.to_str().unwrap(),
    ])
    .code(1)
    .stderr(predicate::str::contains("cannot read no-such-file.toml"));
    assert!(!folder.exists());
}

#[test]
fn searching_agents_give_the_same_files_for_any_number_of_threads() {
    let out = tempfile::tempdir().unwrap();
    let summary = |threads: &str| {
        let folder = out.path().join(threads);
        senet(&[
            "simulate",
            "--rulesets",
            "anubis-5",
            "--set",
            "pieces=2",
            "--agents",
            "expectimax:depth=2:nodes=300,mcts:iterations=8",
            "--games",
            "1200",
            "--threads",
            threads,
            "--out",
            folder.to_str().unwrap(),
        ])
        .success();
        std::fs::read(folder.join("summary.csv")).unwrap()
    };
    assert_eq!(summary("1"), summary("3"));
}
