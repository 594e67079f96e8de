//! What `senet run` refuses or skips, and how it says so.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use predicates::prelude::*;
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

const ONE: &str = "title = \"T\"\nquestion = \"Q\"\nmethod = \"M\"\nlimits = \"L\"\n[[job]]\n\
    kind = \"games\"\nrulesets = [\"anubis-5\"]\nagents = [\"random\"]\ngames = 20\n";

/// Some line of `text` names the line of the spec and has the words.
fn tells(text: &str, line: usize, words: &str) {
    let place = format!("tiny/spec.toml:{line}: ");
    let found = text
        .lines()
        .any(|text| text.contains(&place) && text.contains(words));
    assert!(found, "line {line}, {words}:\n{text}");
}

/// As [`tells`] for each, and there is no line more.
fn tells_just(text: &str, expected: &[(usize, &str)]) {
    for &(line, words) in expected {
        tells(text, line, words);
    }
    assert_eq!(text.lines().count(), expected.len(), "{text}");
}

#[test]
fn every_fault_of_a_spec_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"title = "T"
question = "Q"
method = 3
seeds = 4
max_plies_of = { nile-8 = 0 }
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
        (5, "there is no ruleset `nile-8`"),
        (5, "this number is out of range"),
        (6, "there is no derived table `everything`"),
        (9, "did you mean \"games\"?"),
        (11, "ranodm"),
        (17, "too few"),
        (18, "even number"),
        (19, "did you mean `pieces`?"),
        (20, "not among the rulesets"),
        (21, "FROM must not be above TO"),
        (26, "two"),
        (27, "no game would be played"),
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
    tells_just(&text, &expected);
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
    // By its word, its id and its path.
    for only in ["my.toml", "mine", "tiny/my.toml"] {
        senet(folder.path(), &["run", "tiny", "--only", only]).success();
    }
    senet(folder.path(), &["run", "tiny", "--only", "yours"])
        .failure()
        .stderr(contains("no such ruleset; it has mine (my.toml), ankh-5"));
    let out = folder.path().join("out/tiny");
    let games = rows(&out, "games.csv");
    assert!(!games.is_empty() && games.iter().all(|row| row["ruleset"] == "mine"));
    // Named in two jobs it is one ruleset all the same.
    assert_eq!(rows(&out, "grand.csv").len(), 1);
}

/// They stood in `skipped.csv`, or nowhere.
#[test]
fn values_that_no_ruleset_takes_are_told_with_their_lines() {
    let folder = tempfile::tempdir().unwrap();
    let spec = r#"title = "T"
question = "Q"
method = "M"
limits = "L"
[[job]]
kind = "compare"
rulesets = ["anubis-5", "bell-10"]
set = [
  "wall=x",
]
sticks = [
  "0",
  "0.5:1:0.25",
  "0.6",
]
agents = ["cautious"]
games = 10
[job.variants]
y = ["wall=99"]
z = ["pairs=maybe"]
# Taken by one of the two.
sticky = ["stick_p=0.6"]

[[job]]
kind = "games"
rulesets = []
agents = ["random"]
games = 10

[[figure]]
id = "words"
title = "t"
kind = "lines"
table = "games.csv"
x = "stick_p"
y = "agent"
x_label = "x"
y_label = "y"
alt = "a"

[[figure]]
id = "lying"
title = "t"
kind = "dots"
table = "games.csv"
x = "plies_mean"
y = "agent"
low = "ruleset"
x_label = "x"
y_label = "y"
alt = "a"

[[figure]]
id = "of no kind"
title = ""
kind = "pie"
table = "games.csv"
x = "scroe"
y = "plies_mean"
x_label = "x"
y_label = "y"
alt = "a"
"#;
    experiment(folder.path(), spec);
    let output = senet(folder.path(), &["run", "tiny"]).failure().code(1);
    let text = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    let expected = [
        (9, "it is a whole number from 0 to 30"),
        (12, "with stick_p = 0 only 5 is ever thrown"),
        (13, "with stick_p = 1 only 4 is ever thrown"),
        (19, "this number is out of range"),
        (20, "this is text; it is true or false"),
        (26, "this names no ruleset"),
        (30, "y = \"agent\": this column of games.csv holds words"),
        (
            41,
            "low = \"ruleset\": this column of games.csv holds words",
        ),
        (53, "this is no id"),
        (53, "no such column"),
        (55, "this is empty"),
        (56, "\"bars\" or \"dots\""),
    ];
    tells_just(&text, &expected);
}

/// Changes that only go together are none.
#[test]
fn a_change_is_weighed_with_those_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let spec = ONE.replace(
        "\"anubis-5\"]",
        "\"bell-10\"]\ndevices = [\"sticks-5\"]\nsticks = [\"0.6\"]",
    );
    experiment(folder.path(), &spec);
    senet(folder.path(), &["run", "tiny"]).success();
    experiment(
        folder.path(),
        &spec.replace("devices = [\"sticks-5\"]\n", ""),
    );
    senet(folder.path(), &["run", "tiny", "--restart"])
        .failure()
        .stderr(contains("tiny/spec.toml:8: ").and(contains("has no sticks")));
}

#[test]
fn where_nothing_is_left_the_reason_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let spec = ONE
        .replace("\"games\"\n", "\"match\"\nset = [\"wall=0\"]\n")
        .replace("\"random\"", "\"cautious\", \"abstain\"");
    experiment(folder.path(), &spec);
    senet(folder.path(), &["run", "tiny"])
        .failure()
        .stderr(contains(
            "nothing is left to be done: match anubis-5 wall=0 abstain: it changes nothing here \
             (the first of 1 skipped)",
        ));
}

#[test]
fn the_spec_may_be_named_instead_of_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    let tiny = experiment(folder.path(), ONE);
    senet(folder.path(), &["run", "tiny/spec.toml"]).success();
    let manifest = fs::read_to_string(folder.path().join("out/tiny/manifest.json")).unwrap();
    assert!(manifest.contains("\"command\": \"senet run tiny\""));
    senet(&tiny, &["run", "spec.toml"])
        .success()
        .stdout(contains("written to out/tiny"));
}

#[test]
fn a_folder_that_another_run_works_in_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), ONE);
    let out = folder.path().join("out/tiny");
    fs::create_dir_all(&out).unwrap();
    let lock = fs::File::create(out.join("run.lock")).unwrap();
    lock.lock().unwrap();
    senet(folder.path(), &["run", "tiny", "--restart"])
        .failure()
        .code(1)
        .stderr(contains("out/tiny is in use"));
    assert!(!out.join("jobs").exists());
    drop(lock);
    senet(folder.path(), &["run", "tiny"]).success();
}

/// They scored 0.5 with an interval of no width.
#[test]
fn abstaining_from_what_there_is_not_is_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let agents = "\"cautious\", \"abstain\", \"abstain:from=pairs\"";
    let spec = ONE
        .replace("\"games\"\n", "\"match\"\n")
        .replace("\"random\"", agents)
        + "[job.variants]\nno-walls = [\"wall=0\"]\nneither = [\"wall=0\", \"pairs=false\"]\n";
    experiment(folder.path(), &spec);
    senet(folder.path(), &["run", "tiny"]).success();
    let out = folder.path().join("out/tiny");
    let told = |file: &str, agent: &str| -> Vec<[String; 2]> {
        let rows = rows(&out, file).into_iter();
        rows.map(|row| [row["variant"].clone(), row[agent].clone()])
            .collect()
    };
    assert_eq!(
        told("contests.csv", "agent_1"),
        [
            ["as written", "abstain"],
            ["as written", "abstain:from=pairs"],
            ["no-walls", "abstain:from=pairs"]
        ]
    );
    assert_eq!(
        told("skipped.csv", "agent"),
        [
            ["neither", "abstain"],
            ["neither", "abstain:from=pairs"],
            ["no-walls", "abstain"]
        ]
    );
}
