//! `senet skill`, and what manifests say of agents that stop by the clock.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;

fn senet(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("senet").unwrap();
    command.current_dir(folder);
    command
}

/// The rows of a CSV file without quoted cells, and where its columns are.
fn rows(text: &str) -> (Vec<Vec<String>>, impl Fn(&str) -> usize) {
    let mut lines = text
        .lines()
        .map(|line| line.split(',').map(str::to_string).collect::<Vec<_>>());
    let header = lines.next().unwrap();
    let place = move |name: &str| header.iter().position(|column| column == name).unwrap();
    (lines.collect(), place)
}

#[test]
fn skill_and_luck_are_measured_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let study = |out: &str, threads: &str| {
        senet(folder.path())
            .args(["skill", "--rulesets", "ankh-5", "--set", "pieces=1"])
            .args(["--truth", "solve", "--agents", "random,first"])
            .args(["--games", "200", "--steps", "2", "--threads", threads])
            .args(["--out", out])
            .assert()
            .success();
        fs::read_to_string(folder.path().join(out).join("skill-luck.csv")).unwrap()
    };
    let text = study("one", "1");
    assert_eq!(text, study("two", "2"));
    for file in ["phases.png", "agents.svg", "manifest.json"] {
        assert!(folder.path().join("one").join(file).exists(), "{file}");
    }
    let (rows, at) = rows(&text);
    assert_eq!(rows.len(), 2 + 2 * 3);
    let find = |study: &str, pips: &str| {
        let own = |row: &&Vec<String>| row[at("study")] == study && row[at("pips")] == pips;
        rows.iter().find(own).unwrap()
    };
    let figures = ["score", "adjusted", "regret_per_game", "rest_share"];
    let of = |row: &[String]| figures.map(|name| row[at(name)].parse::<f64>().unwrap());
    // Perfect to the end, against perfect play: nothing is lost, and the spread
    // of results is luck, but for the advantage of a seat.
    let perfect = of(find("perfect-then-random", "0"));
    assert_eq!(perfect[0], 0.5);
    assert!((perfect[1] - 0.5).abs() < 1e-6 && perfect[2] == 0.0);
    assert!(perfect[3] < 0.02, "{perfect:?}");
    // At random to the end is the agent random, throw by throw.
    let random = of(find("agent", ""));
    assert_eq!(random, of(find("random-then-perfect", "0")));
    assert!(random[3] > perfect[3]);
    assert!(random[2] > 0.01 && random[1] < 0.5 - 0.01, "{random:?}");
}

#[test]
fn skill_needs_a_truth_that_fits_and_agents_that_can_play() {
    let folder = tempfile::tempdir().unwrap();
    senet(folder.path())
        .args(["skill", "--rulesets", "anubis-5"])
        .assert()
        .failure()
        .stderr(contains("--truth"));
    senet(folder.path())
        .args(["skill", "--rulesets", "ankh-5", "--set", "pieces=1"])
        .args(["--truth", "solve", "--agents", "random,td"])
        .assert()
        .failure()
        .stderr(contains("no learned weights come along"));
}

#[test]
fn manifests_name_the_agents_that_stop_by_the_clock() {
    let folder = tempfile::tempdir().unwrap();
    let timed = "expectimax:ms=1";
    let runs: [&[&str]; 4] = [
        &["match", timed, "random"],
        &["ladder", "--agents", "expectimax:ms=1,random"],
        &["simulate", "--agents", "expectimax:ms=1,random"],
        &["analyze", "--sample", "2", "--agent", "expectimax:ms=1"],
    ];
    for (words, plain) in runs
        .iter()
        .flat_map(|words| [(words, false), (words, true)])
    {
        let mut command = senet(folder.path());
        for word in words.iter() {
            command.arg(if plain {
                word.replace("ms=1", "depth=0")
            } else {
                word.to_string()
            });
        }
        if words[0] != "analyze" {
            command.args(["--games", "2"]);
        }
        let out = format!("{}-{plain}", words[0]);
        command
            .args(["--rulesets", "anubis-5", "--set", "pieces=1", "--out", &out])
            .assert()
            .success();
        let manifest = fs::read_to_string(folder.path().join(out).join("manifest.json")).unwrap();
        let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
        let named = manifest.get("not_reproducible").cloned();
        let wanted = (!plain).then(|| serde_json::json!([timed]));
        assert_eq!(named, wanted, "{words:?}");
    }
}
