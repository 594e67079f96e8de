//! `ladder`.

use std::fs;
use std::path::Path;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use super::rows::{number, rows};
use super::{contents, senet};

fn ladder(out: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    senet()
        .args(["ladder", "--agents", "random,first,cautious"])
        .args(["--rulesets", "anubis-5,bell-10", "--games", "200", "--out"])
        .arg(out)
        .args(more)
        .assert()
}

#[test]
fn a_ladder_rates_draws_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    ladder(&whole, &["--threads", "1"]).success();
    let whole = contents(&whole);
    for name in [
        "pairings.csv",
        "ratings.csv",
        "cross.csv",
        "ratings.png",
        "ratings.svg",
    ] {
        assert!(whole.contains_key(name), "{name} is missing");
    }
    ladder(&cut, &["--threads", "2"]).success();
    assert_eq!(whole, contents(&cut));
    // As if it had been killed: some pairings and all that comes of them gone.
    for file in [
        "pairings/0001.json",
        "pairings/0005.json",
        "ratings.csv",
        "cross.csv",
    ] {
        fs::remove_file(cut.join(file)).unwrap();
    }
    let kept = cut.join("pairings/0000.json");
    let age = fs::metadata(&kept).unwrap().modified().unwrap();
    ladder(&cut, &[]).success();
    assert_eq!(whole, contents(&cut));
    assert_eq!(fs::metadata(&kept).unwrap().modified().unwrap(), age);

    ladder(&cut, &["--seed", "2"])
        .failure()
        .stderr(contains("holds another ladder (seed 1 there, 2 now)"));
    ladder(&cut, &["--seed", "2", "--restart"]).success();
    assert_ne!(whole, contents(&cut));
    fs::write(cut.join("pairings/0002.json"), "{").unwrap();
    ladder(&cut, &["--seed", "2"])
        .failure()
        .stderr(contains("0002.json: damaged"));
    // Another pairing's result, and figures that somebody has touched.
    let pairing = |number: &str| cut.join(format!("pairings/{number}.json"));
    fs::copy(pairing("0001"), pairing("0002")).unwrap();
    ladder(&cut, &["--seed", "2"]).failure().stderr(contains(
        "0002.json: this is the result of random against cautious on anubis-5",
    ));
    fs::remove_file(pairing("0002")).unwrap();
    let text = fs::read_to_string(pairing("0000")).unwrap();
    fs::write(
        pairing("0000"),
        text.replacen("\"plies\":", "\"plies\":1", 1),
    )
    .unwrap();
    ladder(&cut, &["--seed", "2"])
        .failure()
        .stderr(contains("0000.json: damaged: its SHA-256"));

    let ratings = rows(&folder.path().join("whole/ratings.csv"));
    assert_eq!(ratings.len(), 9);
    assert_eq!(ratings[0]["ruleset"], "all");
    assert_eq!(ratings[0]["agent"], "cautious");
    let sum: f64 = ratings[..3].iter().map(|row| number(row, "elo")).sum();
    assert!(sum.abs() < 1e-6);
    let cross = rows(&folder.path().join("whole/cross.csv"));
    assert_eq!(cross.len(), 18);
    for row in &cross {
        let back = cross.iter().find(|other| {
            other["ruleset"] == row["ruleset"]
                && other["agent"] == row["opponent"]
                && other["opponent"] == row["agent"]
        });
        let both = number(row, "score") + number(back.unwrap(), "score");
        assert!((both - 1.0).abs() < 1e-12);
    }
}

/// How regret turns into rating: a ladder against the truth.
#[test]
fn a_ladder_measures_regret_where_the_truth_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("ladder");
    senet()
        .args(["ladder", "--agents", "random,linear,expectimax:depth=1"])
        .args([
            "--rulesets",
            "ankh-5",
            "--set",
            "pieces=1",
            "--truth",
            "solve",
        ])
        .args(["--games", "400", "--out"])
        .arg(&out)
        .assert()
        .success();
    assert!(out.join("regret.png").exists());
    let skill = rows(&out.join("skill.csv"));
    assert_eq!(skill.len(), 6);
    let lost = |agent: &str| -> f64 {
        let own = skill.iter().filter(|row| row["agent"] == agent);
        own.map(|row| number(row, "regret_per_game")).sum()
    };
    assert!(lost("random") > lost("linear"));
}

#[test]
fn a_ladder_needs_two_different_agents() {
    let folder = tempfile::tempdir().unwrap();
    for (agents, message) in [
        ("random", "two agents or more"),
        ("first,first", "named twice"),
    ] {
        senet()
            .args([
                "ladder",
                "--rulesets",
                "anubis-5",
                "--agents",
                agents,
                "--out",
            ])
            .arg(folder.path().join("never"))
            .assert()
            .failure()
            .stderr(contains(message));
    }
}

/// Weights, strategies and tables may change under a ladder that goes on: results
/// of what is no longer there were served.
#[test]
fn a_ladder_notes_what_its_agents_were_read_from() {
    let folder = tempfile::tempdir().unwrap();
    let weights = folder.path().join("w.toml");
    let hand = fs::read_to_string("data/weights/hand.toml").unwrap();
    fs::write(&weights, &hand).unwrap();
    let out = folder.path().join("l");
    let run = |agents: &str| {
        senet()
            .args(["ladder", "--rulesets", "anubis-5", "--games", "2", "--out"])
            .arg(&out)
            .args(["--agents", &format!("random,{agents}")])
            .assert()
    };
    let inner = format!("hybrid:then=(linear:{})", weights.display());
    run(&inner).success();
    run(&inner).success();
    fs::write(&weights, hand + "# another\n").unwrap();
    run(&inner)
        .failure()
        .stderr(contains("w.toml holds something else now").and(contains("--restart")));
    fs::remove_dir_all(&out).unwrap();
    run("td").success();
    let plan = fs::read_to_string(out.join("ladder.json")).unwrap();
    assert!(plan.contains("learned weights of anubis-5"), "{plan}");
}
