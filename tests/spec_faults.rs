//! Faults of an experiment's spec, as `senet run` tells them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use predicates::str::contains;

fn experiment(folder: &Path, spec: &str) -> PathBuf {
    let path = folder.join("tiny");
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("spec.toml"), spec).unwrap();
    path
}

fn senet(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command.args(arguments).current_dir(folder).assert()
}

/// The rows of a table, each by column.
fn rows(folder: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join(file)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

/// Some line of `text` names the line of the spec and has the words.
fn tells(text: &str, line: usize, words: &str) {
    let place = format!("tiny/spec.toml:{line}: ");
    let found = text
        .lines()
        .any(|text| text.contains(&place) && text.contains(words));
    assert!(found, "line {line}, {words}:\n{text}");
}

#[test]
fn every_fault_of_a_spec_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"title = "T"
question = "Q"
method = 3
seeds = 4
derived = ["everything"]

[[job]]
kind = "gmaes"
rulesets = ["anubis-5"]
agents = ["ranodm"]
games = 10

[[job]]
kind = "ladder"
rulesets = ["anubis-5"]
agents = ["random"]
games = 7
piecs = [1]
except = ["ankh-5"]
sticks = ["0.7:0.3:0.1"]

[[job]]
kind = "compare"
rulesets = ["anubis-5"]
agents = ["perfect"]
games = 0

[[figure]]
id = "x y"
title = "t"
kind = "dots"
table = "contests.csv"
x = "scroe"
y = "agent"
x_label = "x"
y_label = "y"
alt = "a"
"#;
    experiment(folder.path(), spec);
    let output = senet(folder.path(), &["run", "tiny"]).failure().code(1);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    for (line, words) in [
        (3, "method"),
        (4, "seeds"),
        (5, "there is no derived table `everything`"),
        (8, "did you mean \"games\"?"),
        (10, "ranodm"),
        (16, "too few"),
        (17, "even number"),
        (18, "did you mean `pieces`?"),
        (19, "not among the rulesets"),
        (20, "FROM must not be above TO"),
        (25, "two"),
        (26, "no game would be played"),
    ] {
        tells(&text, line, words);
    }
    for words in [
        "limits",
        "variants",
        "this is no id",
        "did you mean \"score\"?",
        "no such column",
    ] {
        assert!(text.contains(words), "{words}:\n{text}");
    }
    senet(folder.path(), &["run", "nowhere"])
        .failure()
        .stderr(contains("nowhere/spec.toml"));
}

/// These were told one at a time or not at all, some without their lines.
#[test]
fn words_that_mean_nothing_are_told_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"title = "T"
question = " "
method = "M"
limits = "L"
foo = 1

[[job]]
kind = "games"
rulesets = [
  "anubis-5",
  "ur-of-nowhere",
  "my-senet.toml",
]
devices = ["sticks-4", "long-die"]
set = ["piecs=3"]
agents = ["expectimax:ms=5", "ranodm"]
games = 10

[[job]]
kind = "compare"
rulesets = ["all"]
agents = ["cautious"]
games = 10
[job.variants]
walls-of-2 = ["wal=2"]
never = ["pieces=3", "mummies"]
denied-a = ["pairs.a=false"]
"#;
    experiment(folder.path(), spec);
    let output = senet(folder.path(), &["run", "tiny"]).failure().code(1);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    let expected = [
        (2, "question = \" \": this is empty"),
        (5, "the keys here are title"),
        (11, "ur-of-nowhere"),
        (
            12,
            "there is no file tiny/my-senet.toml; paths start at the folder of the spec",
        ),
        (14, "there is no casting device `sticks-4`"),
        (15, "did you mean `pieces`?"),
        (16, "stops by the clock"),
        (16, "hybrid, abstain, perfect"),
        (25, "there is no such key; did you mean `wall`?"),
        (26, "`mummies` sets nothing"),
    ];
    for (line, words) in expected {
        tells(&text, line, words);
    }
    assert_eq!(text.lines().count(), expected.len(), "{text}");
}

/// They started at the working directory.
#[test]
fn paths_of_rulesets_start_at_the_folder_of_the_spec() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "title = \"T\"\nquestion = \"Q\"\nmethod = \"M\"\nlimits = \"L\"\n\
        derived = [\"grand\"]\n[[job]]\nkind = \"games\"\nrulesets = [\"my.toml\", \"ankh-5\"]\nreadings = true\n\
        agents = [\"random\"]\ngames = 20\n";
    let tiny = experiment(
        folder.path(),
        &(spec.to_string() + &spec[spec.find("[[job]]").unwrap()..]),
    );
    let mine = "id = \"mine\"\nname = \"Mine\"\nbase = \"anubis-5\"\n[rules]\nwall = 2\n";
    fs::write(tiny.join("my.toml"), mine).unwrap();
    senet(folder.path(), &["run", "tiny", "--only", "my.toml"]).success();
    let out = folder.path().join("out/tiny");
    let games = rows(&out, "games.csv");
    assert!(!games.is_empty() && games.iter().all(|row| row["ruleset"] == "mine"));
    // Named in two jobs it is one ruleset all the same.
    assert_eq!(rows(&out, "grand.csv").len(), 1);
}
