//! What runs leave behind and say: stale files, few pairs, marks, numbers.

use std::fs;
use std::path::Path;

use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;

use super::rows::rows;
use super::senet;

fn run(folder: &Path, line: &str) -> assert_cmd::assert::Assert {
    let words = line.split(' ').map(|word| word.replace('_', " "));
    let mut command = senet();
    command.current_dir(folder).args(words.collect::<Vec<_>>());
    command.assert()
}

/// skill.csv, phases.csv and errors.csv of an earlier match were left to be read
/// with the later one.
#[test]
fn a_run_without_the_truth_removes_what_one_with_it_has_left() {
    let folder = tempfile::tempdir().unwrap();
    let there = |out: &str, name: &str| folder.path().join(out).join(name).exists();
    let game = "--rulesets ankh-5 --set pieces=1 --games 4";
    let kept = folder.path().join("m/mine.txt");
    run(
        folder.path(),
        &format!("match random first {game} --truth solve --out m"),
    )
    .success();
    fs::write(&kept, "x").unwrap();
    assert!(there("m", "skill.csv"));
    run(folder.path(), &format!("match random first {game} --out m")).success();
    let ladder = format!("ladder --agents random,first {game} --out l");
    run(folder.path(), &format!("{ladder} --truth solve")).success();
    assert!(there("l", "regret.png"));
    run(folder.path(), &format!("{ladder} --restart")).success();
    for name in [
        "skill.csv",
        "phases.csv",
        "errors.csv",
        "regret.png",
        "regret.svg",
    ] {
        assert!(!there("m", name) && !there("l", name), "{name}");
    }
    assert!(kept.exists() && there("m", "match.csv") && there("l", "ratings.svg"));
}

/// "100.00 ± 0.00 %" was printed, and half the width of intervals that are not
/// symmetric.
#[test]
fn few_pairs_show_both_ends_of_their_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let line = "match random cautious --rulesets anubis-5 --games 4";
    let output = run(folder.path(), line)
        .success()
        .get_output()
        .stdout
        .clone();
    let text = String::from_utf8(output).unwrap();
    assert!(text.contains(" – ") && !text.contains("± 0.00"), "{text}");
}

#[test]
fn what_stops_by_the_clock_is_marked_in_every_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let game = "--rulesets ankh-5 --set pieces=1";
    let timed = "expectimax:depth=1:ms=1";
    for line in [
        format!("ladder --agents random,{timed} --games 2 --truth solve --out l {game}"),
        format!("skill --agents {timed} --games 2 --steps 2 --truth solve --out s {game}"),
        format!("simulate --agents {timed},random --games 2 --out g {game}"),
        format!("puzzles --search {timed} --games 40 --margin 0.001 --out p {game}"),
        format!("analyze --sample 2 --players {timed} --agent linear --out a {game}"),
    ] {
        run(folder.path(), &line)
            .success()
            .stdout(contains("not reproducible").or(contains("written")));
    }
    for (file, least) in [
        ("l/cross.csv", 2),
        ("l/skill.csv", 2),
        ("l/phases.csv", 20),
        ("l/errors.csv", 18),
        ("l/pairings.csv", 1),
        ("g/summary.csv", 2),
        ("p/puzzles.csv", 1),
    ] {
        let rows = rows(&path(file));
        assert!(rows.len() >= least, "{file}: {} rows", rows.len());
        assert!(rows.iter().all(|row| row["reproducible"] == "no"), "{file}");
    }
    for file in ["a/analysis.csv", "a/methods.csv"] {
        for row in rows(&path(file)) {
            assert_eq!(
                [&row["reproducible"], &row["players_reproducible"]],
                ["yes", "no"]
            );
        }
    }
    let puzzles = fs::read_to_string(path("p/puzzles.txt")).unwrap();
    assert!(
        puzzles.starts_with("limited by time, so not reproducible"),
        "{puzzles}"
    );
    let manifest = fs::read_to_string(path("p/manifest.json")).unwrap();
    assert!(manifest.contains("not_reproducible"));
    run(
        folder.path(),
        &format!("play ankh-5 --set pieces=1 --agent {timed} --record r.senet"),
    )
    .success();
    let record = fs::read_to_string(path("r.senet")).unwrap();
    assert!(record.contains("not reproducible"), "{record}");
    let annotate = format!("annotate r.senet --agent {timed} --out n");
    if record.contains("A ") {
        run(folder.path(), "replay r.senet").success();
        run(folder.path(), &annotate).success();
        let rows = rows(&path("n/annotation.csv"));
        assert!(rows.iter().all(|row| row["reproducible"] == "no"));
    }
}

/// "unexpected argument '-2'" was said, and gigabytes were asked for.
#[test]
fn numbers_out_of_range_are_told_the_range() {
    let folder = tempfile::tempdir().unwrap();
    for (line, message) in [
        ("match random first --games -2", "an even number from 2 on"),
        ("match random first --seed -1", "a whole number from 0 on"),
        ("match random first --max-plies -1", "from 1 to 4294967295"),
        ("ladder --games 0", "an even number from 2 on"),
        ("analyze --sample 1000000000", "from 1 to 1000000"),
        ("analyze --sample 0", "from 1 to 1000000"),
        ("puzzles --count 0", "from 1 on"),
        ("puzzles --games 0", "from 1 on"),
        ("puzzles --margin -0.5", "above 0 and below 1"),
        ("train anubis-5 --points -3", "from 1 to 1000"),
        ("train anubis-5 --lambda -1", "from 0 to 1"),
        ("skill --truth solve --games 3", "an even number from 2 on"),
        ("bench --games 0", "from 1 on"),
    ] {
        run(folder.path(), line)
            .failure()
            .stdout("")
            .stderr(contains(message));
    }
}

/// Two files with one id gave two rows of one name, and one file of weights.
#[test]
fn two_games_of_one_name_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    for (file, wall) in [("a.toml", 2), ("b.toml", 4)] {
        let text = format!(
            "id = 'mine'\nname = 'Mine'\nbase = 'anubis-5'\n[source]\ntitle = 'Notes'\n\
             language = 'English'\nevidence = 'usable with guesses'\n[rules]\nwall = {wall}\n"
        );
        fs::write(folder.path().join(file), text).unwrap();
    }
    let line = "match random first --rulesets a.toml,b.toml --games 2 --out m";
    run(folder.path(), line).success();
    let rows = rows(&folder.path().join("m/match.csv"));
    for row in &rows {
        assert_eq!(row["ruleset"], format!("mine@{}", row["digest"]));
    }
    assert_ne!(rows[0]["ruleset"], rows[1]["ruleset"]);
    run(folder.path(), "train a.toml,b.toml --plies 100 --out t")
        .failure()
        .stderr(contains("two different games call themselves mine"));
    assert!(!folder.path().join("t/mine.td").exists());
}
