//! `match`, `ladder`, `agents` from the outside.

mod ladder;
mod results;
#[path = "../common/rows.rs"]
mod rows;
mod tables;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::str::contains;

use rows::{number, rows};

fn senet() -> Command {
    Command::new(env!("CARGO_BIN_EXE_senet"))
}

/// Every file but the manifest, by its path in the folder.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.ends_with("manifest.json") {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn a_match_is_the_same_for_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let run = |threads: &str, test: &[&str]| {
        let out = folder.path().join(format!("{threads}{}", test.len()));
        senet()
            .args(["match", "cautious", "rollout:n=16:truncate=2"])
            .args(["--rulesets", "anubis-5", "--games", "80", "--seed", "4"])
            .args(["--set", "pieces=2", "--threads", threads, "--out"])
            .arg(&out)
            .args(test)
            .assert()
            .success();
        contents(&out)
    };
    let fixed = run("1", &[]);
    assert!(fixed.contains_key("match.csv"));
    assert_eq!(fixed, run("3", &[]));
    let test = ["--sprt", "elo0=0,elo1=200"];
    assert_eq!(run("1", &test), run("4", &test));
}

#[test]
fn a_clear_difference_is_decided_early_and_figures_fit() {
    let folder = tempfile::tempdir().unwrap();
    senet()
        .args(["match", "cautious", "random", "--rulesets", "anubis-5"])
        .args(["--sprt", "elo0=0,elo1=40", "--out"])
        .arg(folder.path())
        .assert()
        .success()
        .stdout(contains("H1"));
    let row = &rows(&folder.path().join("match.csv"))[0];
    let cells: Vec<f64> = (0..5).map(|i| number(row, &format!("pairs_{i}"))).collect();
    let pairs: f64 = cells.iter().sum();
    assert_eq!(pairs, number(row, "pairs"));
    assert!(pairs % 16.0 == 0.0 && pairs < 2000.0, "{pairs}");
    let score: f64 = (0..).zip(&cells).map(|(i, n)| f64::from(i) * n / 4.0).sum();
    assert!((score / pairs - number(row, "score")).abs() < 1e-12);
    assert!(number(row, "score_lo") < number(row, "score"));
    assert!(number(row, "llr") >= (0.95f64 / 0.05).ln());
    let seats = (number(row, "score_as_a") + number(row, "score_as_b")) / 2.0;
    assert!((seats - number(row, "score")).abs() < 1e-12);
    assert_eq!(row["adjusted"], "");
}

/// Perfect knowledge of a two-piece game: the adjusted score agrees with the
/// plain one and is far better known.
#[test]
fn the_truth_takes_luck_out() {
    let folder = tempfile::tempdir().unwrap();
    senet()
        .args(["match", "linear", "random", "--rulesets", "ankh-5"])
        .args([
            "--set", "pieces=1", "--truth", "solve", "--games", "2000", "--out",
        ])
        .arg(folder.path())
        .assert()
        .success()
        .stdout(contains("score without luck"));
    let row = &rows(&folder.path().join("match.csv"))[0];
    assert!(number(row, "variance_ratio") > 2.0);
    let width =
        |name: &str| number(row, &format!("{name}_hi")) - number(row, &format!("{name}_lo"));
    assert!(width("adjusted") < width("score"));
    let apart = (number(row, "adjusted") - number(row, "score")).abs();
    assert!(apart < width("score"), "{apart}");
    let skill = rows(&folder.path().join("skill.csv"));
    assert_eq!(skill[1]["agent"], "random");
    assert!(number(&skill[1], "regret_mean") > number(&skill[0], "regret_mean"));
    let errors: f64 = rows(&folder.path().join("errors.csv"))
        .iter()
        .map(|row| number(row, "share"))
        .sum();
    assert!((errors - 2.0).abs() < 1e-9);
    assert_eq!(rows(&folder.path().join("phases.csv")).len(), 20);
}

#[test]
fn bad_input_is_named_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("never");
    let weights = folder.path().join("weights.toml");
    fs::write(&weights, "format = \"senet-linear-1\"\n").unwrap();
    let foreign = folder.path().join("foreign.toml");
    let text = fs::read_to_string("data/weights/hand.toml").unwrap();
    fs::write(&foreign, text.replace("\"any\"", "\"0123456789abcdef\"")).unwrap();
    let weights = format!("linear:{}", weights.display());
    let foreign = format!("linear:{}", foreign.display());
    let cases: &[(&[&str], &str)] = &[
        (
            &["clever", "random"],
            "there is no agent `clever`; the agents are random",
        ),
        (&["random", "random:depth=2"], "it takes none"),
        (&["random", "expectimax:depth=40"], "a number from 0 to 12"),
        (&["random", "expectimax:prune=star9"], "none, star1, star2"),
        (&["random", "hybrid:pips=-1"], "a number from 0 to 1000"),
        (&["random", "hybrid:then=(linear"], "every ( needs a )"),
        (
            &["random", "hybrid:then=clever"],
            "there is no agent `clever`",
        ),
        (
            &["random", "linear:missing.toml"],
            "cannot read missing.toml",
        ),
        (&["random", &weights], "missing field"),
        (&["random", &foreign], "0123456789abcdef"),
        (&["random", "first", "--games", "7"], "an even number"),
        (
            &["random", "first", "--sprt", "elo0=5,elo1=0"],
            "must be below",
        ),
        (&["random", "first", "--sprt", "elo0=5"], "both needed"),
        (
            &["random", "first", "--sprt", "elo0=0,elo1=5,alpha=2"],
            "alpha",
        ),
        (
            &["random", "first", "--truth", "solve"],
            "too many to solve",
        ),
        (&["random", "first", "--truth", "no.table"], "no.table"),
        (&["random", "first", "--rulesets", "anubis-6"], "anubis-6"),
    ];
    for (arguments, message) in cases {
        senet()
            .args(["match", "--rulesets", "anubis-5", "--out"])
            .arg(&out)
            .args(*arguments)
            .assert()
            .failure()
            .stdout("")
            .stderr(contains(*message));
        assert!(!out.exists(), "{arguments:?}");
    }
}

#[test]
fn agents_say_whether_they_play_the_same_again() {
    let output = senet().args(["agents", "--json"]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let of = |name: &str| {
        let kinds = list.as_array().unwrap();
        let kind = kinds.iter().find(|kind| kind["name"] == name).unwrap();
        kind["reproducible"].as_str().unwrap().to_string()
    };
    assert_eq!(of("cautious"), "always");
    assert_eq!(of("expectimax"), "always, but not with ms");
    assert_eq!(of("mcts"), "by seed");
    assert_eq!(of("hybrid"), "as its agents");
}

#[test]
fn agents_limited_by_time_are_marked() {
    let folder = tempfile::tempdir().unwrap();
    senet()
        .args([
            "match",
            "random",
            "hybrid:then=(expectimax:ms=1)",
            "--games",
            "2",
        ])
        .args(["--rulesets", "anubis-5", "--set", "pieces=1", "--out"])
        .arg(folder.path())
        .assert()
        .success()
        .stdout(contains("not reproducible"));
    assert_eq!(
        rows(&folder.path().join("match.csv"))[0]["reproducible"],
        "no"
    );
}

/// "0.0 ± 0.0" was printed.
#[test]
fn one_pair_gives_no_interval_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "match random first --rulesets anubis-5 --games 2",
        "ladder --agents random,first --rulesets anubis-5 --games 2 --out l",
    ] {
        let mut command = senet();
        let output = command
            .args(line.split(' '))
            .current_dir(folder.path())
            .output();
        let output = output.unwrap();
        let text = String::from_utf8_lossy(&output.stdout).to_string();
        assert!(output.status.success(), "{line}");
        assert!(
            text.contains("one pair of games gives no interval"),
            "{text}"
        );
        assert!(!text.contains('±'), "{text}");
    }
}
