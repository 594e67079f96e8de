//! What `senet run` finds in its folder: strange files, changed results, the
//! work of other builds.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

const SPEC: &str = "title = \"T\"\nquestion = \"Q\"\nmethod = \"M\"\nlimits = \"L\"\n[[job]]\n\
    kind = \"games\"\nrulesets = [\"anubis-5\"]\nagents = [\"random\", \"td\"]\ngames = 20\n";

fn spec(folder: &Path, text: &str) {
    fs::create_dir_all(folder.join("tiny")).unwrap();
    fs::write(folder.join("tiny/spec.toml"), text).unwrap();
}

fn run(folder: &Path, more: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command
        .args(["run", "tiny"])
        .args(more)
        .current_dir(folder)
        .assert()
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

/// Listed games are full of choices of equal value: the same player must follow.
#[test]
fn exact_lengths_of_listed_games_are_those_of_the_solver() {
    let at = tempfile::tempdir().unwrap();
    let text = "title = \"T\"\nquestion = \"Q\"\nmethod = \"M\"\nlimits = \"L\"\n[[job]]\n\
        kind = \"exact\"\nrulesets = [\"bell-10\"]\npieces = [2]\nagents = [\"perfect\"]\n\
        games = 0\n";
    spec(at.path(), text);
    run(at.path(), &[]).success();
    let mut reader = csv::Reader::from_path(at.path().join("out/tiny/exact.csv")).unwrap();
    let row: std::collections::BTreeMap<String, String> =
        reader.deserialize().next().unwrap().unwrap();
    let solved = Command::new(assert_cmd::cargo::cargo_bin!("senet"))
        .args([
            "solve",
            "bell-10",
            "--set",
            "pieces=2",
            "--lengths",
            "--json",
        ])
        .output()
        .unwrap();
    let text = String::from_utf8(solved.stdout).unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&text[..text.rfind("start ").unwrap()]).unwrap();
    let (here, there) = (row["plies_mean"].parse::<f64>().unwrap(), &json["plies"]);
    assert!(
        (here - there.as_f64().unwrap()).abs() < 1e-6,
        "{here} {there}"
    );
}

#[test]
fn strange_files_are_left_alone() {
    let at = tempfile::tempdir().unwrap();
    spec(at.path(), SPEC);
    let out = at.path().join("out/tiny");
    fs::create_dir_all(&out).unwrap();
    for strange in ["jobs", "games.csv", "manifest.json"] {
        fs::write(out.join(strange), "mine").unwrap();
        for more in [&[][..], &["--restart"]] {
            run(at.path(), more)
                .failure()
                .code(1)
                .stderr(contains(strange).and(contains("run.json is missing")));
        }
        assert_eq!(fs::read_to_string(out.join(strange)).unwrap(), "mine");
        fs::remove_file(out.join(strange)).unwrap();
    }
    run(at.path(), &[]).success();
    fs::write(out.join("jobs/mine.txt"), "mine").unwrap();
    run(at.path(), &["--restart"]).success();
    assert!(out.join("jobs/mine.txt").exists());
}

#[test]
fn a_changed_result_is_not_taken() {
    let at = tempfile::tempdir().unwrap();
    spec(at.path(), SPEC);
    run(at.path(), &[]).success();
    let out = at.path().join("out/tiny");
    let job = out.join("jobs/00000.json");
    let table = fs::read(out.join("games.csv")).unwrap();
    let text = fs::read_to_string(&job).unwrap();
    let changed = text.replace("\"games\":20", "\"games\":21");
    assert_ne!(text, changed);
    fs::write(&job, changed).unwrap();
    run(at.path(), &[])
        .success()
        .stderr(contains("00000.json: this result is damaged"));
    assert_eq!(fs::read(out.join("games.csv")).unwrap(), table);
    // Nor is a changed table shown.
    let table = String::from_utf8(table).unwrap().replace(",20,", ",22,");
    fs::write(out.join("games.csv"), table).unwrap();
    Command::new(assert_cmd::cargo::cargo_bin!("senet"))
        .args(["report", "out/tiny"])
        .current_dir(at.path())
        .assert()
        .failure()
        .stderr(contains("games.csv").and(contains("has been changed")));
}

#[test]
fn results_keep_the_revision_that_made_them() {
    let at = tempfile::tempdir().unwrap();
    spec(at.path(), SPEC);
    run(at.path(), &[]).success();
    let out = at.path().join("out/tiny");
    let manifest = json(&out.join("manifest.json"));
    let own = manifest["revision"].as_str().unwrap().to_string();
    assert_eq!(manifest["tables_revision"], own.as_str());
    for job in ["jobs/00000.json", "jobs/00001.json"] {
        let text = fs::read_to_string(out.join(job)).unwrap();
        let other = text.replace(&format!("\"revision\":\"{own}\""), "\"revision\":\"other\"");
        assert_ne!(text, other);
        fs::write(out.join(job), other).unwrap();
        run(at.path(), &[]).success();
        let expected = match job {
            "jobs/00000.json" => format!("other, {own}"),
            _ => "other".to_string(),
        };
        let manifest = json(&out.join("manifest.json"));
        assert_eq!(manifest["revision"], expected.as_str());
        assert_eq!(manifest["tables_revision"], own.as_str());
    }
}

#[test]
fn learned_weights_stand_in_the_plan_and_the_manifest() {
    let at = tempfile::tempdir().unwrap();
    spec(at.path(), SPEC);
    run(at.path(), &[]).success();
    let out = at.path().join("out/tiny");
    let data = json(&out.join("manifest.json"))["data"].clone();
    assert_eq!(data.as_array().unwrap().len(), 1);
    assert_eq!(data[0]["agent"], "td");
    let plan = json(&out.join("run.json"));
    let keys: Vec<&str> = plan["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|k| k.as_str().unwrap())
        .collect();
    let data = format!(" data={}", data[0]["data"].as_str().unwrap());
    assert!(!keys[0].contains(" data="), "{keys:?}");
    assert!(keys[1].ends_with(&data), "{keys:?}");
    assert_eq!(plan["command"], "senet run tiny --out out/tiny");
    assert_eq!(fs::read_to_string(out.join("spec.toml")).unwrap(), SPEC);
}

#[test]
fn a_file_of_another_content_is_another_plan() {
    let at = tempfile::tempdir().unwrap();
    let hand = include_str!("../data/weights/hand.toml");
    let weights = |pips: &str| {
        let text = hand.replace("pips = -1.0", &format!("pips = {pips}"));
        fs::write(at.path().join("w.toml"), text).unwrap();
    };
    spec(at.path(), &SPEC.replace("\"td\"", "\"linear:w.toml\""));
    weights("-1.0");
    run(at.path(), &[]).success();
    run(at.path(), &[]).success();
    weights("-2.0");
    run(at.path(), &[])
        .failure()
        .stderr(contains("begun with another plan").and(contains("data=")));
}

#[test]
fn games_that_are_too_large_to_solve_cost_nothing() {
    let at = tempfile::tempdir().unwrap();
    let text = SPEC
        .replace("\"games\"", "\"exact\"")
        .replace("\"random\", \"td\"", "\"perfect\"");
    spec(at.path(), &text);
    run(at.path(), &["--dry-run"])
        .success()
        .stdout(contains("about 0 s of one thread"));
}

#[test]
fn seeds_are_different_and_parts_say_so() {
    let at = tempfile::tempdir().unwrap();
    for (seeds, why) in [("[]", "the list is empty"), ("[1, 2, 1]", "1 stands twice")] {
        spec(at.path(), &format!("{SPEC}seeds = {seeds}\n"));
        run(at.path(), &[]).failure().code(1).stderr(contains(why));
    }
    spec(
        at.path(),
        &SPEC.replace("[\"anubis-5\"]", "[\"anubis-5\", \"ur-blitz\"]"),
    );
    run(at.path(), &["--only", "anubis-5", "--out", "a b"]).success();
    let manifest = json(&at.path().join("a b/manifest.json"));
    assert!(
        manifest["limits"]
            .as_str()
            .unwrap()
            .contains("this part alone")
    );
    let begun = json(&at.path().join("a b/run.json"));
    assert_eq!(
        begun["command"],
        "senet run tiny --only anubis-5 --out 'a b'"
    );
}
