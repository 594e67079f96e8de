//! Exact results of given agents, of every game.

use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn senet(folder: &Path, line: &str) -> Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command.args(line.split(' ')).current_dir(folder).assert()
}

fn errors_of(command: Assert) -> String {
    String::from_utf8(command.get_output().stderr.clone()).unwrap()
}

/// The first value; `senet solve` ends with a line of its own.
fn json_of(command: &Assert) -> Value {
    let text = serde_json::Deserializer::from_slice(&command.get_output().stdout);
    text.into_iter().next().unwrap().unwrap()
}

#[test]
fn exact_results_have_a_limit_of_memory_that_is_told_in_plain_figures() {
    let folder = tempfile::tempdir().unwrap();
    let line = "evaluate anubis-5 --set pieces=1 --agents cautious,random --threads 1 --memory";
    let text = errors_of(senet(folder.path(), &format!("{line} 100KiB")).code(1));
    for word in [
        "anubis-5+pieces=1: ",
        "KiB, more than --memory allows (100 KiB)",
        "--set pieces=N",
    ] {
        assert!(text.contains(word), "{text}");
    }
    let few = senet(folder.path(), &format!("{line} 100MiB")).success();
    let two = senet(
        folder.path(),
        &line.replace("--threads 1 --memory", "--threads 2"),
    )
    .success();
    assert_eq!(few.get_output().stdout, two.get_output().stdout);
    senet(folder.path(), "evaluate anubis-5 --set pieces=4")
        .code(1)
        .stderr(contains("GiB, more than --memory allows (8 GiB)"));
    senet(
        folder.path(),
        "evaluate bell-10 --set pieces=2 --memory 8MiB",
    )
    .code(1)
    .stderr(
        contains("bell-10+pieces=2: ")
            .and(contains("positions found and more to come"))
            .and(contains("--memory allows (8 MiB)")),
    );
}

/// Games that no layers hold are listed; the solver, another program, agrees.
#[test]
fn perfect_play_of_every_game_is_evaluated_as_it_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for (ruleset, draws) in [
        ("bell-10", true),
        ("ur-finkel", false),
        ("dutch-5", false),
        ("jequier-5", false),
        ("kendall-5 --reading open", false),
    ] {
        let line = format!("{ruleset} --set pieces=1 --solver general --lengths --json --out t");
        let solved = json_of(&senet(at, &format!("solve {line}")).success());
        let line = format!("evaluate {ruleset} --set pieces=1 --agents optimal:t --json");
        let row = &json_of(&senet(at, &line).success())[0];
        assert_eq!(row["method"], "list", "{ruleset}");
        for (name, value, bound) in [
            ("first_share", &solved["start"]["value"], 1e-8),
            ("draw", &solved["draw"], 1e-8),
            ("plies_mean", &solved["plies"], 1e-6),
        ] {
            let (found, value) = (row[name].as_f64().unwrap(), value.as_f64().unwrap());
            assert!(
                (found - value).abs() <= bound,
                "{ruleset}: {name} {row} {value}"
            );
        }
        assert_eq!(row["draw"].as_f64().unwrap() > 0.0, draws, "{ruleset}");
        std::fs::remove_file(at.join("t")).unwrap();
    }
}

/// The list and the games that are played: four standard errors.
#[test]
fn simulated_games_agree_with_the_list() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for ruleset in ["bell-10", "ur-masters", "toy-5"] {
        let line = format!("evaluate {ruleset} --set pieces=1 --agents random --json");
        let exact = &json_of(&senet(at, &line).success())[0];
        let figure = |name: &str| exact[name].as_f64().unwrap();
        let line = format!(
            "simulate --rulesets {ruleset} --set pieces=1 --agents random --games 20000 --out {ruleset}"
        );
        senet(at, &line).success();
        let mut reader = csv::Reader::from_path(at.join(ruleset).join("summary.csv")).unwrap();
        let names = reader.headers().unwrap().clone();
        let row = reader.records().next().unwrap().unwrap();
        let simulated = |name: &str| -> f64 {
            let column = names.iter().position(|own| own == name).unwrap();
            row[column].parse().unwrap()
        };
        let games = 20_000f64;
        let gap = simulated("first_share") - figure("first_share");
        assert!(gap.abs() < 4.0 * 0.5 / games.sqrt(), "{ruleset}: {gap}");
        for name in ["plies", "turns"] {
            let gap = simulated(&format!("{name}_mean")) - figure(&format!("{name}_mean"));
            let error = figure(&format!("{name}_sd")) / games.sqrt();
            assert!(gap.abs() < 4.0 * error, "{ruleset}: {name} {gap}");
        }
    }
}
