//! Learning: what `senet train` and the agent `td` do.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use assert_cmd::Command;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use senet::rules::Rules;
use senet::ruleset::{builtin_ids, load_builtin};
use senet::search::{TdWeights, Weights, builtin_td};
use senet::train::{CheckpointError, Learner, Plan};

fn senet(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("senet").unwrap();
    command.current_dir(folder);
    command
}

fn pool(threads: usize) -> rayon::ThreadPool {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().unwrap()
}

fn plan() -> Plan {
    Plan {
        seed: 5,
        plies: 6000,
        batch: 12,
        lambda: 0.9,
        haste: 0.001,
        rate: 0.002,
        hidden: 8,
    }
}

fn small() -> Rules {
    let ruleset = load_builtin("nile-5-six", &[], &[("pieces", "2")]).unwrap();
    Rules::new(&ruleset.mechanics)
}

fn learner() -> Learner {
    let rules = small();
    Learner::new(&rules, &Weights::hand(rules.mechanics()), &plan(), 3)
}

fn to_the_end(learner: &mut Learner, threads: usize) -> Vec<u8> {
    let (pool, go_on) = (pool(threads), AtomicBool::new(false));
    while !learner.course().is_done() {
        assert!(learner.batch(&pool, &go_on));
    }
    learner.weights("x").to_bytes()
}

#[test]
fn the_same_seed_gives_the_same_weights_for_any_number_of_threads() {
    let one = to_the_end(&mut learner(), 1);
    assert_eq!(one, to_the_end(&mut learner(), 3));
    let learned = TdWeights::parse(&one).unwrap();
    assert!(learned.learning.plies >= 6000 && learned.learning.games > 12);
    assert_ne!(one, learner().weights("x").to_bytes());
    let rules = small();
    let other = Plan { seed: 6, ..plan() };
    let mut other = Learner::new(&rules, &Weights::hand(rules.mechanics()), &other, 3);
    assert_ne!(one, to_the_end(&mut other, 1));
}

#[test]
fn a_learner_goes_on_from_its_checkpoint_to_the_same_end() {
    let rules = small();
    let base = Weights::hand(rules.mechanics());
    let mut early = learner();
    assert!(early.batch(&pool(1), &AtomicBool::new(false)));
    // Broken off within a batch: nothing of it counts.
    assert!(!early.batch(&pool(1), &AtomicBool::new(true)));
    let bytes = early.to_bytes("notes");
    let (mut later, notes) = Learner::resume(&bytes, &rules, &base, &plan(), 3).unwrap();
    assert_eq!(
        (notes.as_str(), later.course().plies()),
        ("notes", early.course().plies())
    );
    assert_eq!(to_the_end(&mut later, 2), to_the_end(&mut learner(), 1));

    let other = Plan {
        rate: 0.001,
        ..plan()
    };
    let refused = Learner::resume(&bytes, &rules, &base, &other, 3);
    assert_eq!(
        refused.err(),
        Some(CheckpointError::Other(
            "--rate 0.002 there, 0.001 now".to_string()
        ))
    );
    let mut damaged = bytes.clone();
    damaged[200] ^= 4;
    let refused = Learner::resume(&damaged, &rules, &base, &plan(), 3);
    assert_eq!(refused.err(), Some(CheckpointError::Damaged));
    let half = Learner::resume(&bytes[..bytes.len() / 2], &rules, &base, &plan(), 3);
    assert_eq!(half.err(), Some(CheckpointError::Damaged));
}

#[test]
fn learned_weights_come_along_for_every_ruleset() {
    for id in builtin_ids() {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        let weights = builtin_td(&ruleset.digest().to_string());
        let weights = weights.unwrap_or_else(|| panic!("no learned weights for {id}"));
        senet::search::Td::new(&Rules::new(&ruleset.mechanics), &weights).unwrap();
        assert!(weights.learning.plies > 100_000, "{id}");
    }
}

/// Regret a decision: before, at the end, and that of a yardstick.
fn regrets(curve: &str, yardstick: &str) -> [f64; 3] {
    let rows: Vec<Vec<&str>> = curve.lines().map(|l| l.split(',').collect()).collect();
    let of = |agent: &str| {
        let own = rows.iter().filter(|r| r[4] == agent && r[5] == "regret");
        own.map(|r| r[8].parse().unwrap()).collect::<Vec<f64>>()
    };
    let td = of("td");
    [td[0], *td.last().unwrap(), of(yardstick)[0]]
}

#[test]
fn learning_beats_the_linear_evaluator_and_the_file_plays() {
    let folder = tempfile::tempdir().unwrap();
    let train = |out: &str, more: &[&str]| {
        let mut command = senet(folder.path());
        command.args(["train", "ankh-5", "--set", "pieces=1", "--truth", "solve"]);
        command.args(["--plies", "60000", "--points", "2", "--curve-games", "20"]);
        command.args(["--hidden", "8", "--rate", "0.005", "--out", out]);
        command.args(more);
        command.assert().success();
        fs::read(folder.path().join(out).join("ankh-5.td")).unwrap()
    };
    let bytes = train("one", &["--threads", "1"]);
    assert_eq!(bytes, train("two", &["--threads", "2"]));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let curve = read("one/curve.csv");
    assert_eq!(curve, read("two/curve.csv"));
    let [before, after, linear] = regrets(&curve, "linear");
    assert_eq!(before, linear, "it begins as the linear evaluator");
    assert!(after < 0.7 * before, "{before} {after}");
    assert!(read("one/manifest.json").contains("\"complete\""));
    assert!(folder.path().join("one/ankh-5-curve.png").exists());
    // Done, the same command changes nothing; another plan is refused.
    assert_eq!(bytes, train("one", &["--threads", "1"]));
    assert_eq!(curve, read("one/curve.csv"));
    senet(folder.path())
        .args(["train", "ankh-5", "--set", "pieces=1", "--out", "one"])
        .assert()
        .failure()
        .stderr(
            contains("--plies 60000 there, 4000000 now; --rate 0.005 there, 0.001 now")
                .and(contains("--hidden 8 there, 32 now"))
                .and(contains("--restart")),
        );
    // A curve goes on as it was measured before.
    for (more, message) in [
        ("--points=3", "--points 2 there, 3 now"),
        ("--curve-games=40", "--curve-games 20 there, 40 now"),
        ("--max-plies=50", "--max-plies 10000 there, 50 now"),
    ] {
        senet(folder.path())
            .args(["train", "ankh-5", "--set", "pieces=1", "--truth", "solve"])
            .args(["--plies", "60000", "--hidden", "8", "--rate", "0.005"])
            .args(["--out", "one", more])
            .args((!more.contains("points")).then_some("--points=2"))
            .args((!more.contains("curve")).then_some("--curve-games=20"))
            .assert()
            .failure()
            .stderr(contains(message));
    }
    senet(folder.path())
        .args(["train", "ankh-5", "--set", "pieces=1", "--points", "2"])
        .args(["--plies", "60000", "--hidden", "8", "--rate", "0.005"])
        .args(["--curve-games", "20", "--out", "one"])
        .assert()
        .failure()
        .stderr(contains("--truth solve there, none now"));
    let agents = ["td:one/ankh-5.td", "expectimax:depth=1:eval=one/ankh-5.td"];
    senet(folder.path())
        .args(["match", agents[0], agents[1], "--rulesets", "ankh-5"])
        .args(["--set", "pieces=1", "--games", "20"])
        .assert()
        .success();
}

#[test]
fn files_that_will_not_do_are_refused_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let rules = small();
    let mut weights = learner().weights("nile-5-six (pieces=2)");
    fs::write(path("good.td"), weights.to_bytes()).unwrap();
    let mut damaged = weights.to_bytes();
    damaged[1000] ^= 1;
    fs::write(path("damaged.td"), &damaged).unwrap();
    fs::write(path("short.td"), &damaged[..500]).unwrap();
    fs::write(path("text.td"), "pips = -1").unwrap();
    weights.digest = load_builtin("anubis-5", &[], &[])
        .unwrap()
        .digest()
        .to_string();
    fs::write(path("size.td"), weights.to_bytes()).unwrap();
    let digest = rules.mechanics().digest().to_string();
    for (agent, words) in [
        ("td:damaged.td", vec!["damaged.td", "checksum"]),
        ("td:short.td", vec!["short.td", "within the header"]),
        ("td:text.td", vec!["text.td", "SENETTD1"]),
        ("td:none.td", vec!["cannot read none.td"]),
        (
            "td:good.td",
            vec!["nile-5-six (pieces=2)", &digest, "senet train"],
        ),
        ("td:size.td", vec!["inputs"]),
        ("expectimax:eval=damaged.td", vec!["damaged.td", "checksum"]),
        ("rollout:eval=good.td", vec!["nile-5-six (pieces=2)"]),
        ("linear:good.td", vec!["nile-5-six (pieces=2)"]),
    ] {
        let assert = senet(folder.path())
            .args(["match", agent, "random", "--rulesets", "anubis-5"])
            .args(["--games", "2"])
            .assert()
            .failure();
        let stderr = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        for word in words {
            assert!(stderr.contains(word), "{agent}: {word}: {stderr}");
        }
    }
    senet(folder.path())
        .args(["match", "td", "random", "--rulesets", "anubis-5"])
        .args(["--set", "pieces=3", "--games", "2"])
        .assert()
        .failure()
        .stderr(contains("no learned weights come along"));
    senet(folder.path())
        .args(["simulate", "--rulesets", "anubis-5", "--agents", "td"])
        .args(["--games", "2", "--blocking"])
        .assert()
        .failure()
        .stderr(contains("--blocking").and(contains("no-pairs")));
}

#[test]
fn linear_weights_are_fitted_the_same_again_and_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let fit = |out: &str, threads: &str| {
        senet(folder.path())
            .args([
                "train",
                "anubis-5,nile-5-six",
                "--set",
                "pieces=1",
                "--linear",
            ])
            .args(["--plies", "20000", "--batch", "32", "--threads", threads])
            .args(["--out", out])
            .assert()
            .success();
        fs::read_to_string(folder.path().join(out).join("linear.toml")).unwrap()
    };
    let text = fit("one", "1");
    assert_eq!(text, fit("two", "2"));
    assert!(text.contains("ruleset = \"any\""));
    let fitted = Weights::parse(&text).unwrap();
    let rules = small();
    assert_ne!(fitted.values, Weights::hand(rules.mechanics()).values);
    senet(folder.path())
        .args(["match", "linear:one/linear.toml", "linear", "--games", "20"])
        .args(["--rulesets", "anubis-5"])
        .assert()
        .success();
}
