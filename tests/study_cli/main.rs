//! `senet study`: folders of CSV, charts and a manifest, the same bytes however
//! they come about.

mod agents;
mod folder;
mod given;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::assert::Assert;

fn senet(folder: &Path, command: &str, line: &str) -> Assert {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .current_dir(folder)
        .arg(command)
        .args(line.split(' '))
        .assert()
}

fn study(folder: &Path, line: &str) -> Assert {
    senet(folder, "study", line)
}

fn solve(folder: &Path, line: &str) {
    senet(folder, "solve", line).success();
}

/// What a command has written to standard error.
fn errors_of(command: Assert) -> String {
    String::from_utf8(command.get_output().stderr.clone()).unwrap()
}

const ALL: &str = "all --rulesets anubis-5,sawah-7 --pieces 1 --readings --p 0.4:0.6:0.1 --games 60 \
    --luck-games 20 --agents racer,cautious --top 3";

/// Every file but the manifests, by path.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for topic in fs::read_dir(folder).unwrap() {
        let topic = topic.unwrap().path();
        let name = topic.file_name().unwrap().to_string_lossy().to_string();
        if ["jobs", "tables", "study.lock"].contains(&name.as_str()) {
            continue;
        }
        for file in fs::read_dir(&topic).unwrap() {
            let file = file.unwrap().path();
            let own = file.file_name().unwrap().to_string_lossy().to_string();
            if own != "manifest.json" {
                found.insert(format!("{name}/{own}"), fs::read(&file).unwrap());
            }
        }
    }
    found
}

/// The rows of a CSV file by column.
fn rows(path: &Path) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

fn number(row: &BTreeMap<String, String>, column: &str) -> f64 {
    row[column]
        .parse()
        .unwrap_or_else(|_| panic!("{column} of {row:?}"))
}

#[test]
fn a_study_of_all_topics_is_whole_and_can_be_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    study(folder.path(), &format!("{ALL} --threads 2 --out one")).success();
    let one = folder.path().join("one");
    let files = bytes(&one);
    for name in [
        "advantage/advantage.csv",
        "advantage/by_pieces.svg",
        "advantage/readings.png",
        "blocking/matched.csv",
        "blocking/removed.svg",
        "sticks/stick_p.svg",
        "openings/openings.svg",
        "decisions/notable.csv",
        "decisions/margins.png",
        "reach/reach_curve.svg",
        "check/check.csv",
        "derivatives/derivatives.svg",
    ] {
        assert!(files.contains_key(name), "{name} is missing");
    }
    // The solved tables are not kept unless asked for.
    assert_eq!(fs::read_dir(one.join("tables")).unwrap().count(), 0);
    let text = fs::read_to_string(one.join("advantage/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(manifest["status"], "complete");
    assert_eq!(manifest["topic"], "advantage");
    assert_eq!(manifest["files"][0]["file"], "advantage.csv");
    // anubis-5 with three readings; sawah-7 is the same four games.
    assert_eq!(manifest["tables"].as_array().unwrap().len(), 4);
    assert!(
        manifest["tables"][0]["table"]
            .as_str()
            .unwrap()
            .contains("f64-bounds")
    );

    // One thread, in two steps, with a finding taken away in between.
    study(
        folder.path(),
        &ALL.replace("all ", "reach,check ")
            .replace("--pieces", "--threads 1 --out two --pieces"),
    )
    .success();
    let two = folder.path().join("two");
    let mut jobs: Vec<_> = fs::read_dir(two.join("jobs")).unwrap().collect();
    assert_eq!(jobs.len(), 3);
    fs::remove_file(jobs.pop().unwrap().unwrap().path()).unwrap();
    study(folder.path(), &format!("{ALL} --threads 1 --out two")).success();
    let other = bytes(&two);
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        other.keys().collect::<Vec<_>>()
    );
    for (name, bytes) in &files {
        assert!(other[name] == *bytes, "{name} differs");
    }
}

#[test]
fn rows_say_what_other_commands_say() {
    let folder = tempfile::tempdir().unwrap();
    study(
        folder.path(),
        "advantage,openings,blocking,sticks --rulesets anubis-5,standard-5 --pieces 1 --p 0.5 --out o",
    )
    .success();
    let out = folder.path().join("o");
    let advantage = rows(&out.join("advantage/advantage.csv"));
    let anubis = &advantage[0];
    assert_eq!(
        (anubis["ruleset"].as_str(), anubis["pieces"].as_str()),
        ("anubis-5", "1")
    );
    assert!((number(anubis, "first") - 0.512358).abs() < 1e-6);
    assert!(number(anubis, "first_lo") <= number(anubis, "first"));
    assert!(number(anubis, "first_hi") - number(anubis, "first_lo") <= 1e-9);
    assert_eq!(anubis["evidence"], "certified");
    assert_eq!(anubis["lengths"], "exact");
    // Fair sticks are the game as written.
    let fair = &rows(&out.join("sticks/stick_p.csv"))[0];
    for column in ["digest", "first", "plies", "turns"] {
        assert_eq!(fair[column], anubis[column], "{column}");
    }
    // The start is worth the mean of the best first choices.
    let openings = rows(&out.join("openings/openings.csv"));
    let best = openings
        .iter()
        .filter(|row| row["ruleset"] == "anubis-5" && row["rank"] == "1");
    let mean: f64 = best
        .map(|row| number(row, "chance") * number(row, "equity"))
        .sum();
    assert!((mean - number(anubis, "first")).abs() < 1e-9);
    // A single piece has neither pairs nor walls.
    for row in rows(&out.join("blocking/blocking_value.csv")) {
        // Not quite nothing where the table tells the players apart.
        assert!(number(&row, "plies_change").abs() < 1e-9, "{row:?}");
        assert!(row["ruleset"] == "anubis-5" || row["what"] == "pairs");
    }
}

#[test]
fn words_that_mean_nothing_are_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    for (line, word) in [
        ("fortune", "the topics are all, advantage"),
        ("advantage --pieces 0", "1..3"),
        (
            "advantage --rulesets bell-10 --pieces 1",
            "captured pieces leave the game",
        ),
        ("decisions --agents wizard", "there is no agent `wizard`"),
        ("advantage --tolerance 0", "from 1e-15 to below 1"),
        (
            "advantage --precision u16 --tolerance 1e-5",
            "width of bounds",
        ),
        (
            "advantage --pieces 1 --certify 0 --tolerance 1e-5",
            "raise --certify",
        ),
    ] {
        let failed = study(folder.path(), line).failure();
        let text = String::from_utf8(failed.get_output().stderr.clone()).unwrap();
        assert!(text.contains(word), "{line}: {text}");
    }
}

#[test]
fn bounds_are_as_wide_as_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let line = "advantage --rulesets ankh-5 --pieces 1 --precision u32 --tolerance 1e-4 --out wide";
    study(folder.path(), line).success();
    let row = &rows(&folder.path().join("wide/advantage/advantage.csv"))[0];
    assert_eq!(number(row, "tolerance"), 1e-4);
    let width = number(row, "first_hi") - number(row, "first_lo");
    assert!((1e-6..=1e-4).contains(&width), "{width}");
}

/// The spread of a single game was written as NaN, which could not be read back.
#[test]
fn a_check_of_one_game_has_empty_cells() {
    let folder = tempfile::tempdir().unwrap();
    let one = "check --rulesets anubis-5 --pieces 1 --games 1 --luck-games 0 --out sc";
    study(folder.path(), one).success();
    study(folder.path(), one).success();
    let row = &rows(&folder.path().join("sc/check/check.csv"))[0];
    assert_eq!(row["games"], "1");
    assert!(number(row, "plies") > 0.0);
    for column in ["plies_z", "turns_z", "identity_off", "regret"] {
        assert_eq!(row[column], "", "{column}");
    }
    let none = "check --rulesets anubis-5 --pieces 1 --games 0 --out sc";
    let refused = study(folder.path(), none).code(2);
    let text = String::from_utf8_lossy(&refused.get_output().stderr).to_string();
    assert!(text.contains("it is a whole number from 1 on"), "{text}");
}

/// Nothing against nothing was said to agree.
#[test]
fn a_check_without_a_finished_game_compares_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let check = "check --rulesets anubis-5 --pieces 1 --games 10 --out sc";
    for (options, finished, looked_at, verdict) in [
        ("--max-plies 1 --luck-games 0", "0", "0", "not compared"),
        ("--max-plies 1", "0", "0", "not compared"),
        ("--luck-games 0", "10", "0", "agrees"),
        ("--luck-games 5", "10", "5", "agrees"),
    ] {
        study(folder.path(), &format!("{check} {options}")).success();
        let row = &rows(&folder.path().join("sc/check/check.csv"))[0];
        assert_eq!(row["games"], finished, "{options}");
        assert_eq!(row["luck_games"], looked_at, "{options}");
        assert_eq!(row["verdict"], verdict, "{options}");
    }
}
