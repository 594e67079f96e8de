//! Tables as truths, as players, and damaged.

use std::fs;
use std::path::Path;

use predicates::str::contains;

use super::rows::{number, rows};
use super::senet;

/// A table of two pieces, made here.
fn table(folder: &Path) -> std::path::PathBuf {
    let table = folder.join("two.senet-table");
    senet()
        .args(["solve", "anubis-5", "--set", "pieces=2", "--out"])
        .arg(&table)
        .assert()
        .success();
    table
}

/// The table and the list of all positions are one truth, and who plays by it
/// loses nothing.
#[test]
fn tables_are_the_truth_and_play_by_it_is_perfect() {
    let folder = tempfile::tempdir().unwrap();
    let table = table(folder.path());
    let name = table.display().to_string();
    let optimal = format!("optimal:{name}");
    let run = |truth: &str, out: &str| {
        let out = folder.path().join(out);
        senet()
            .args(["match", &optimal, "cautious", "--rulesets", "anubis-5"])
            .args([
                "--set", "pieces=2", "--games", "400", "--truth", truth, "--out",
            ])
            .arg(&out)
            .assert()
            .success();
        (rows(&out.join("match.csv")), rows(&out.join("skill.csv")))
    };
    let (by_table, skill) = run(&name, "table");
    let (by_list, _) = run("solve", "list");
    assert_eq!(by_table[0]["score"], by_list[0]["score"]);
    let apart = number(&by_table[0], "adjusted") - number(&by_list[0], "adjusted");
    assert!(apart.abs() < 1e-4, "{apart}");
    assert_eq!(skill[0]["agent"], optimal);
    assert_eq!(number(&skill[0], "best_share"), 1.0);
    assert!(number(&skill[0], "regret_per_game") < 1e-3);
    assert!(number(&skill[1], "regret_per_game") > 0.05);

    let with = |arguments: &[&str]| {
        let mut command = senet();
        command.args(["match", "random", "first"]).args(arguments);
        command.assert().failure().stdout("")
    };
    // Another game.
    with(&["--rulesets", "anubis-5", "--truth", &name]).stderr(contains("another game"));
    senet()
        .args(["match", &optimal, "first", "--rulesets", "anubis-5"])
        .assert()
        .failure()
        .stderr(contains("another game"));
    // A byte in the middle is another one.
    let mut bytes = fs::read(&table).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&table, &bytes).unwrap();
    let two = [
        "--rulesets",
        "anubis-5",
        "--set",
        "pieces=2",
        "--truth",
        &name,
    ];
    with(&two).stderr(contains("damaged"));
    fs::write(&table, &bytes[..middle]).unwrap();
    with(&two).stderr(contains("cut short"));
}

/// Nonsense was played by a table with a bit turned round, and looked up in it.
#[test]
fn a_damaged_table_is_refused_by_whoever_uses_it() {
    let folder = tempfile::tempdir().unwrap();
    let table = table(folder.path());
    let choices = folder.path().join("two.choices");
    senet()
        .args(["table", "derive", "--as", "choices", "--out"])
        .args([&choices, &table])
        .assert()
        .success();
    let mut bytes = fs::read(&table).unwrap();
    bytes[1_500_000] ^= 64;
    fs::write(&table, &bytes).unwrap();
    let mut bytes = fs::read(&choices).unwrap();
    let last = bytes.len() - 9;
    bytes[last] ^= 1;
    fs::write(&choices, &bytes).unwrap();
    let set = "--set pieces=2";
    for line in [
        "match optimal:TABLE random --rulesets anubis-5 --games 2 SET",
        "match optimal:CHOICES random --rulesets anubis-5 --games 2 SET",
        "match hybrid:table=TABLE random --rulesets anubis-5 --games 2 SET",
        "match expectimax:eval=TABLE random --rulesets anubis-5 --games 2 SET",
        "ladder --agents optimal:TABLE,random --rulesets anubis-5 --games 2 --out OUT SET",
        "simulate --agents optimal:TABLE --rulesets anubis-5 --games 2 --out OUT SET",
        "evaluate anubis-5 --agents optimal:TABLE SET",
        "play anubis-5 --agent optimal:TABLE --record OUT SET",
        "probe --table TABLE --position 1,3/2,4_0-0_A",
        "probe --table CHOICES --position 1,3/2,4_0-0_A",
        "bench --search --table TABLE",
    ] {
        let out = folder.path().join("never");
        let line = line.replace("SET", set);
        let words = line.split(' ').map(|word| {
            word.replace('_', " ")
                .replace("TABLE", &table.display().to_string())
                .replace("CHOICES", &choices.display().to_string())
                .replace("OUT", &out.display().to_string())
        });
        senet()
            .args(words.collect::<Vec<_>>())
            .assert()
            .code(1)
            .stdout("")
            .stderr(contains("is damaged"));
        assert!(!out.exists(), "{line}");
    }
}

/// A table whose name has the signs of the text form stands in parentheses.
#[test]
fn odd_names_of_tables_are_quoted_and_a_folder_is_no_table() {
    let folder = tempfile::tempdir().unwrap();
    let plain = table(folder.path());
    let odd = folder.path().join("a=b:c.table");
    fs::rename(plain, &odd).unwrap();
    let name = odd.display();
    let play = |one: &str, two: &str| {
        senet()
            .args(["match", one, two, "--rulesets", "anubis-5"])
            .args(["--set", "pieces=2", "--games", "2"])
            .assert()
    };
    let optimal = format!("optimal:({name})");
    play(&optimal, "random").success();
    play("random", &format!("hybrid:table=({name}):else=linear")).success();
    play("random", &format!("hybrid:first=first:then=({optimal})")).success();
    let here = folder.path().display();
    play("random", &format!("optimal:{here}"))
        .failure()
        .stderr(contains("this is a folder"));
    senet()
        .args([
            "match",
            "random",
            "first",
            "--rulesets",
            "anubis-5",
            "--truth",
        ])
        .arg(folder.path())
        .assert()
        .failure()
        .stderr(contains("this is a folder"));
    let twice = ["--truth", "solve", "--truth", "solve"];
    senet()
        .args(["match", "random", "first", "--rulesets", "anubis-5"])
        .args(twice)
        .assert()
        .failure()
        .stderr(contains("--truth solve is named twice"));
}
