//! `senet run` as it is typed: whole experiments, killed ones, faulty ones.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

const TINY: &str = r#"
title = "Tiny"
question = "Does it work?"
method = "A little of everything."
limits = "All of them."
derived = ["fairest", "blocking", "grand"]

[[job]]
kind = "games"
rulesets = ["anubis-5", "ur-finkel"]
agents = ["random", "cautious"]
games = 40
measures = true

[[job]]
kind = "games"
rulesets = ["anubis-5", "bell-10"]
sticks = ["0.3:0.7:0.1"]
agents = ["random"]
games = 60

[[job]]
kind = "compare"
rulesets = ["anubis-5"]
readings = true
agents = ["cautious"]
games = 50
[job.variants]
no-walls = ["wall=0"]
no-blocking = ["pairs=false", "wall=0"]
nothing = ["wall=3"]

[[job]]
kind = "exact"
rulesets = ["anubis-5", "ur-blitz"]
pieces = [1]
agents = ["perfect", "random"]
games = 200

[[job]]
kind = "exact"
rulesets = ["anubis-5"]
pieces = [2]
agents = ["perfect"]
bounds = false
lengths = false
[job.variants]
no-blocking = ["pairs=false", "wall=0"]
denied-a = ["pairs.a=false", "wall.a=0"]
denied-b = ["pairs.b=false", "wall.b=0"]

[[job]]
kind = "ladder"
rulesets = ["anubis-5"]
pieces = [1]
agents = ["random", "cautious", "perfect"]
games = 40
truth = true

[[job]]
kind = "match"
rulesets = ["anubis-5"]
agents = ["cautious", "abstain:from=pairs:agent=cautious"]
games = 40

[[job]]
kind = "trace"
rulesets = ["anubis-5"]
pieces = [2]
agents = ["mcts:iterations=2", "mcts:iterations=4", "mcts:iterations=8"]
games = 10

[[job]]
kind = "walls"
rulesets = ["anubis-5", "ur-finkel"]
pieces = [2]
bounds = false

[[figure]]
id = "length"
title = "Length"
kind = "dots"
table = "games.csv"
x = "plies_mean"
y = "ruleset"
low = "plies_lo"
high = "plies_hi"
series = "agent"
filter = { agent = "random" }
reference = 100
x_label = "plies"
y_label = "ruleset"
alt = "Dots."
"#;

/// Many small jobs, for a run that is broken off.
const MANY: &str = r#"
title = "Many"
question = "Does it go on?"
method = "Many jobs."
limits = "None."

[[job]]
kind = "games"
rulesets = ["anubis-5", "ankh-5", "nile-5-six"]
pieces = [1, 2, 3, 4, 5]
agents = ["random", "cautious", "racer"]
games = 800
measures = true
"#;

fn experiment(folder: &Path, spec: &str) -> PathBuf {
    let path = folder.join("tiny");
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("spec.toml"), spec).unwrap();
    path
}

fn senet(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command.args(arguments).current_dir(folder).assert()
}

/// Every CSV file of a folder.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .filter(|path| path.extension().is_some_and(|ending| ending == "csv"))
        .map(|path| {
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            (name, fs::read(path).unwrap())
        })
        .collect()
}

/// The rows of a table, each by column.
fn rows(folder: &Path, file: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.join(file)).unwrap();
    reader.deserialize().map(|row| row.unwrap()).collect()
}

fn manifest(folder: &Path) -> serde_json::Value {
    let text = fs::read_to_string(folder.join("manifest.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[test]
fn a_little_of_everything_comes_out_right() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), TINY);
    senet(folder.path(), &["run", "tiny", "--threads", "1"])
        .success()
        .stdout(contains("written to out/tiny"));
    let out = folder.path().join("out/tiny");
    let manifest = manifest(&out);
    for key in [
        "experiment",
        "title",
        "question",
        "method",
        "limits",
        "command",
        "program",
        "version",
        "revision",
        "started_unix",
        "seconds",
        "threads",
        "status",
        "seed",
        "spec_digest",
        "rulesets",
        "tables",
        "figures",
    ] {
        assert!(!manifest[key].is_null(), "{key}");
    }
    assert_eq!(manifest["experiment"], "tiny");
    assert_eq!(manifest["command"], "senet run tiny");
    assert_eq!(manifest["status"], "complete");
    let figure = &manifest["figures"][0];
    assert_eq!(figure["kind"], "dots");
    assert_eq!(figure["filter"]["agent"], "random");
    assert_eq!(figure["reference"], 100.0);
    assert!(figure["log_x"].is_null() && figure["place"].is_null());
    for table in manifest["tables"].as_array().unwrap() {
        let file = table["file"].as_str().unwrap();
        assert_eq!(table["rows"], rows(&out, file).len(), "{file}");
    }

    let games = rows(&out, "games.csv");
    // Two rulesets of two agents, and five chances of one that has sticks.
    assert_eq!(games.len(), 4 + 5);
    assert!(
        games
            .iter()
            .all(|row| row["unfinished"] == "0" && row["games"] != "0")
    );
    let skipped = rows(&out, "skipped.csv");
    let why = |ruleset: &str, variant: &str| {
        let found = skipped
            .iter()
            .find(|row| row["ruleset"] == ruleset && row["variant"] == variant);
        found.unwrap_or_else(|| panic!("{ruleset} {variant}: {skipped:?}"))["why"].clone()
    };
    assert!(
        why("bell-10", "as written").contains("stick"),
        "{skipped:?}"
    );
    assert_eq!(why("anubis-5", "nothing"), "it changes nothing here");
    assert!(why("ur-finkel", "as written").contains("encoding"));

    let exact = rows(&out, "exact.csv");
    let perfect = exact.iter().find(|row| {
        row["ruleset"] == "anubis-5" && row["pieces"] == "1" && row["agent"] == "perfect"
    });
    // data/results/first-player/ has the proven value.
    let share: f64 = perfect.unwrap()["first_share"].parse().unwrap();
    assert!((share - 0.512358).abs() < 1e-6, "{share}");
    assert_eq!(perfect.unwrap()["certified"], "yes");
    let simulated = exact.iter().filter(|row| row["games"] == "200");
    assert_eq!(
        simulated.filter(|row| row["verdict"] == "agrees").count(),
        4
    );

    let compared = rows(&out, "compare.csv");
    assert!(
        compared.len() > 4,
        "readings and two variants: {}",
        compared.len()
    );
    assert!(compared.iter().any(|row| !row["why"].is_empty()));
    for row in &compared {
        let [p, holm] = ["plies_p", "plies_holm"].map(|key| row[key].parse::<f64>().unwrap());
        assert!(p <= holm && holm <= 1.0, "{row:?}");
    }
    assert_eq!(rows(&out, "ratings.csv").len(), 3);
    assert!(!rows(&out, "skill.csv")[0]["luck_share"].is_empty());
    assert_eq!(rows(&out, "trace.csv").len(), 1);
    assert_eq!(rows(&out, "walls.csv").len(), 2);
    let fairest = rows(&out, "fairest.csv");
    assert_eq!(fairest.len(), 1);
    let measures: Vec<String> = rows(&out, "blocking.csv")
        .iter()
        .map(|row| row["measure"].clone())
        .collect();
    for measure in [
        "denied to one side: loss",
        "doing without by choice: loss",
        "having it, matched positions: gain",
    ] {
        assert!(
            measures.iter().any(|known| known == measure),
            "{measure}: {measures:?}"
        );
    }
    let grand = rows(&out, "grand.csv");
    assert_eq!(grand[0]["ruleset"], "anubis-5");
    assert!(!grand[0]["plies_random"].is_empty() && !grand[0]["blocking_plies"].is_empty());

    // The same bytes for another number of threads, and when all is done.
    let once = tables(&out);
    senet(
        folder.path(),
        &["run", "tiny", "--threads", "3", "--out", "three"],
    )
    .success();
    assert!(once == tables(&folder.path().join("three")));
    let before = fs::read(out.join("manifest.json")).unwrap();
    senet(folder.path(), &["run", "tiny", "--threads", "1"]).success();
    assert!(once == tables(&out));
    assert_eq!(before, fs::read(out.join("manifest.json")).unwrap());
}

#[test]
fn a_killed_run_goes_on_and_ends_with_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), MANY);
    senet(folder.path(), &["run", "tiny", "--out", "whole"]).success();
    let whole = tables(&folder.path().join("whole"));
    let jobs = || fs::read_dir(folder.path().join("broken/jobs")).map_or(0, Iterator::count);
    let mut kills = 0;
    for wanted in [1, 8, 20] {
        let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin!("senet"))
            .args(["run", "tiny", "--out", "broken", "--threads", "2"])
            .current_dir(folder.path())
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let began = Instant::now();
        while jobs() < wanted && began.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(1));
        }
        let running = child.try_wait().unwrap().is_none();
        child.kill().unwrap();
        child.wait().unwrap();
        kills += usize::from(running);
    }
    assert!(kills > 0, "every run was over before it could be killed");
    senet(folder.path(), &["run", "tiny", "--out", "broken"]).success();
    assert!(whole == tables(&folder.path().join("broken")));
    // Nothing half written is left.
    let left: Vec<_> = fs::read_dir(folder.path().join("broken/jobs"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.ends_with(".json"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn a_changed_plan_is_refused_and_changed_words_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let spec = "title = \"T\"\nquestion = \"Q\"\nmethod = \"M\"\nlimits = \"L\"\n[[job]]\n\
        kind = \"games\"\nrulesets = [\"anubis-5\"]\nagents = [\"random\"]\ngames = 20\n";
    experiment(folder.path(), spec);
    senet(folder.path(), &["run", "tiny"]).success();
    experiment(folder.path(), &spec.replace("games = 20", "games = 30"));
    senet(folder.path(), &["run", "tiny"])
        .failure()
        .code(1)
        .stderr(
            contains("begun with another plan")
                .and(contains("games=30"))
                .and(contains("--restart")),
        );
    assert_eq!(
        rows(&folder.path().join("out/tiny"), "games.csv")[0]["games"],
        "20"
    );
    // What is the same in both is not played again.
    let more = spec.replace("\"random\"", "\"first\", \"random\"");
    experiment(folder.path(), &more);
    let job = |number: u32| {
        folder
            .path()
            .join(format!("out/tiny/jobs/{number:05}.json"))
    };
    let random = fs::read(job(0)).unwrap();
    senet(folder.path(), &["run", "tiny", "--reuse"]).success();
    assert_eq!(fs::read(job(1)).unwrap(), random);
    assert_eq!(rows(&folder.path().join("out/tiny"), "games.csv").len(), 2);
    experiment(folder.path(), &spec.replace("games = 20", "games = 30"));
    senet(folder.path(), &["run", "tiny", "--restart"]).success();
    assert_eq!(
        rows(&folder.path().join("out/tiny"), "games.csv")[0]["games"],
        "30"
    );
    let words = spec
        .replace("games = 20", "games = 30")
        .replace("\"T\"", "\"Better\"");
    experiment(folder.path(), &words);
    senet(folder.path(), &["run", "tiny"]).success();
    assert_eq!(manifest(&folder.path().join("out/tiny"))["title"], "Better");
    // A damaged result is named and not used: the job is done again.
    let table = tables(&folder.path().join("out/tiny"));
    for damaged in [&b"{"[..], b"\xff\xfe", b""] {
        fs::write(folder.path().join("out/tiny/jobs/00000.json"), damaged).unwrap();
        senet(folder.path(), &["run", "tiny"])
            .success()
            .stderr(contains(
                "00000.json: this result is damaged; the job is done again",
            ));
        assert_eq!(tables(&folder.path().join("out/tiny")), table);
    }
}

#[test]
fn a_dry_run_lists_jobs_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    experiment(folder.path(), TINY);
    senet(
        folder.path(),
        &["run", "tiny", "--dry-run", "--only", "anubis-5"],
    )
    .success()
    .stdout(
        contains("games anubis-5 ")
            .and(contains("ur-finkel").not())
            .and(contains("about")),
    );
    assert!(!folder.path().join("out").exists());
    senet(folder.path(), &["run", "tiny", "--only", "ankh-7"])
        .failure()
        .stderr(contains("--only ankh-7"));
}
