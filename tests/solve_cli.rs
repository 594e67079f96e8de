//! `senet solve`, `table` and `probe` as they are typed.

use std::path::Path;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

fn senet(arguments: &[&str], folder: &Path) -> assert_cmd::assert::Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    command.args(arguments).current_dir(folder).assert()
}

fn last_line(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    text.lines().last().unwrap_or_default().to_string()
}

#[test]
fn the_last_line_is_the_start_with_its_bounds() {
    let folder = tempfile::tempdir().unwrap();
    let done = senet(
        &["solve", "anubis-5", "--set", "pieces=1", "--json"],
        folder.path(),
    )
    .success();
    let line = last_line(&done.get_output().stdout);
    let words: Vec<&str> = line.split(' ').collect();
    let [start, value, low, high] = words[..] else {
        panic!("{line}");
    };
    let number = |text: &str| text.parse::<f64>().unwrap();
    assert_eq!(start, "start");
    assert!(
        number(low) <= number(value) && number(value) <= number(high),
        "{line}"
    );
    assert!((number(value) - 0.512358).abs() < 1e-6, "{line}");
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    let json: serde_json::Value =
        serde_json::from_str(&text[..text.rfind("start ").unwrap()]).expect("the manifest");
    let exact = |key: &str| json["start"][key].as_f64().unwrap();
    assert!(
        number(low) <= exact("lower") && exact("upper") <= number(high),
        "{line}"
    );
    assert!(
        number(low) < number(value) && number(value) < number(high),
        "{line}"
    );
    let coarse = [
        "solve",
        "anubis-5",
        "--set",
        "pieces=1",
        "--precision",
        "u16",
    ];
    let done = senet(&coarse, folder.path()).success();
    let line = last_line(&done.get_output().stdout);
    assert!(
        line.starts_with("start 0.512") && line.ends_with(" - -"),
        "{line}"
    );
}

#[test]
fn a_table_is_written_described_verified_and_probed() {
    let folder = tempfile::tempdir().unwrap();
    let solve = [
        "solve",
        "nile-5-six",
        "--set",
        "pieces=1",
        "--out",
        "t.senet",
    ];
    senet(&solve, folder.path()).success();
    let mut files: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    assert_eq!(files, ["t.senet", "t.senet.manifest.json"]);
    senet(&["table", "info", "t.senet"], folder.path())
        .success()
        .stdout(contains("nile-5-six").and(contains("levels-blocks-colex/1")));
    senet(&["table", "verify", "t.senet"], folder.path())
        .success()
        .stdout(contains("checksums  right").and(contains("WRONG").not()));
    let probe = ["probe", "--table", "t.senet", "--position", "28*/1 0-0 A"];
    senet(&probe, folder.path())
        .success()
        .stdout(contains("equity 0."));
    // Bounds were rounded to the nearest, and so could leave the value out.
    let said = |more: &str| {
        let probe = [&probe[..], &[more]].concat();
        let done = senet(
            &probe[..probe.len() - usize::from(more.is_empty())],
            folder.path(),
        );
        String::from_utf8_lossy(&done.success().get_output().stdout).into_owned()
    };
    let json: serde_json::Value = serde_json::from_str(&said("--json")).unwrap();
    let printed = said("");
    let words: Vec<f64> = printed
        .split_whitespace()
        .skip(1)
        .map(|word| word.parse().unwrap())
        .collect();
    let exact = |key: &str| json[key].as_f64().unwrap();
    assert!(
        words[1] <= exact("lower") && exact("upper") <= words[2],
        "{printed}"
    );
    let throw = [&probe[..], &["--throw", "3"]].concat();
    senet(&throw, folder.path())
        .success()
        .stdout(contains("equity 1.000000000").and(contains("-/1 1-0 -")));
    let over = ["probe", "--table", "t.senet", "--position", "-/1 1-0 -"];
    senet(&over, folder.path())
        .failure()
        .code(1)
        .stderr(contains("the game is over"));
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    senet(&["solve", "bell-10", "--solver", "blocks"], folder.path())
        .failure()
        .code(1)
        .stderr(contains("captured pieces leave the game"));
    senet(&["solve", "anubis-5", "--memory", "2GiB"], folder.path())
        .failure()
        .code(1)
        .stderr(contains("GiB of memory").and(contains("--out")));
}

/// Once a table took the place of whatever had the name given.
#[test]
fn a_table_replaces_nothing_but_a_table_of_its_game() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("notes.md"), "mine").unwrap();
    let solve = |ruleset, out| ["solve", ruleset, "--set", "pieces=1", "--out", out];
    let refused = |arguments: &[&str]| {
        senet(arguments, at)
            .failure()
            .code(1)
            .stderr(contains("there is such a file already"));
    };
    refused(&solve("anubis-5", "notes.md"));
    refused(&solve("bell-10", "notes.md"));
    senet(&solve("anubis-5", "a.senet"), at).success();
    senet(&solve("anubis-5", "a.senet"), at).success();
    refused(&solve("ankh-5", "a.senet"));
    refused(&[
        "table", "derive", "a.senet", "--as", "choices", "--out", "a.senet",
    ]);
    assert_eq!(std::fs::read(at.join("notes.md")).unwrap(), b"mine");
    senet(&["table", "verify", "a.senet"], at).success();
}

/// The peak resident set, mapped pages included, stays under `--memory` though
/// the table is more than five times larger.
#[cfg(target_os = "linux")]
/// It was solved a second time, and damage went unseen.
#[test]
fn a_finished_table_is_not_solved_again_but_if_it_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for line in [
        "solve nile-5-six --set pieces=1 --out t --json",
        "solve bell-10 --set pieces=1 --lengths --out l --json",
    ] {
        let words: Vec<&str> = line.split(' ').collect();
        let first = senet(&words, folder).success().get_output().stdout.clone();
        let again = senet(&words, folder)
            .success()
            .stderr(contains("is the table that is wanted"));
        assert_eq!(again.get_output().stdout, first, "{line}");
    }
    let solve = ["solve", "nile-5-six", "--set", "pieces=1", "--out", "t"];
    let (table, manifest) = (folder.join("t"), folder.join("t.manifest.json"));
    let sound = std::fs::read(&table).unwrap();
    let mut damaged = sound.clone();
    *damaged.last_mut().unwrap() ^= 1;
    std::fs::write(&table, damaged).unwrap();
    senet(&solve, folder)
        .success()
        .stderr(contains("it is solved again"));
    assert!(std::fs::read(&table).unwrap() == sound);
    std::fs::remove_file(manifest).unwrap();
    senet(&solve, folder)
        .success()
        .stderr(contains("t has no manifest that says whether it rests"));
}

#[test]
fn memory_is_a_promise() {
    let folder = tempfile::tempdir().unwrap();
    let bin = assert_cmd::cargo::cargo_bin!("senet");
    let arguments = "solve anubis-5 --set pieces=4 --precision u16 --no-bounds --tolerance 0.2 \
                     --most-sweeps 1 --memory 150MiB --out t.senet";
    let mut child = std::process::Command::new(bin)
        .args(arguments.split_whitespace())
        .current_dir(folder.path())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    // The kernel keeps the peak; it is read until the process is gone.
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
        peak = kib.unwrap_or(0).max(peak);
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(child.wait().unwrap().success());
    let table = std::fs::metadata(folder.path().join("t.senet"))
        .unwrap()
        .len();
    let limit = 150 << 20;
    assert!(table > 5 * limit, "{table}");
    assert!(peak > 10_000 && peak * 1024 < limit, "peak {peak} KiB");
}

/// A game of the general solver: table, probe, analysis, play, and lengths.
#[test]
fn a_game_of_any_rules_goes_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let small = ["--set", "pieces=1"];
    let solve = [
        &["solve", "bell-10"],
        &small[..],
        &["--lengths", "--out", "t.senet"],
    ]
    .concat();
    let done = senet(&solve, folder.path()).success();
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    assert!(text.contains("solver general: 704 positions"), "{text}");
    assert!(
        last_line(text.as_bytes()).starts_with("start 0.53301"),
        "{text}"
    );
    senet(&["table", "info", "t.senet"], folder.path())
        .success()
        .stdout(contains("keys/1").and(contains("plies")));
    senet(&["table", "verify", "t.senet"], folder.path())
        .success()
        .stdout(contains("704 positions").and(contains("WRONG").not()));
    let probe = ["probe", "--table", "t.senet", "--position"];
    senet(&[&probe[..], &["30/29 0-0 A"]].concat(), folder.path())
        .success()
        .stdout(contains("equity 0.500000000").and(contains("draw 1.000000000")));
    senet(&[&probe[..], &["-/- 1-1 -"]].concat(), folder.path())
        .failure()
        .stderr(contains("the game is over"));
    let late = [
        "solve",
        "bell-10",
        "--from",
        "30/29 9-9 A",
        "--out",
        "late.senet",
    ];
    senet(&late, folder.path()).success();
    let elsewhere = [
        "probe",
        "--table",
        "late.senet",
        "--position",
        "28/27 9-9 A",
    ];
    senet(&elsewhere, folder.path())
        .failure()
        .stderr(contains("this position cannot"));
    let play = [
        &["simulate", "--rulesets", "bell-10"],
        &small[..],
        &[
            "--agents",
            "optimal:t.senet,random",
            "--games",
            "200",
            "--out",
            "out",
        ],
    ];
    senet(&play.concat(), folder.path()).success();
    let analyze = [
        &["analyze", "--ruleset", "bell-10"],
        &small[..],
        &[
            "--table",
            "t.senet",
            "--position",
            "26/25 0-0 A",
            "--throw",
            "1",
        ],
    ];
    senet(&analyze.concat(), folder.path()).success();
}

#[test]
fn games_that_may_never_end_are_named() {
    let folder = tempfile::tempdir().unwrap();
    senet(&["ends", "anubis-5", "--set", "pieces=1"], folder.path())
        .success()
        .stdout(contains("none: every play ends with probability one"));
    let may_pass = [
        "ends",
        "standard-5",
        "--reading",
        "may-pass",
        "--set",
        "pieces=1",
    ];
    senet(&may_pass, folder.path()).success().stdout(
        contains("812 positions")
            .and(contains("3:decline"))
            .and(contains("held     none")),
    );
    senet(&["solve", "syrian-7", "--memory", "1GiB"], folder.path())
        .failure()
        .code(1)
        .stderr(contains("ways to place the pieces"));
}

/// "No such file or directory" stood alone, without the name.
#[test]
fn faults_of_files_name_them() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir(at.join("folder")).unwrap();
    std::fs::write(at.join("file"), "x").unwrap();
    for (line, words) in [
        ("table info nope", "nope: "),
        ("table info folder", "folder: "),
        ("table verify nope", "nope: "),
        ("probe --table nope --position 1/2", "nope: "),
        (
            "solve anubis-5 --set pieces=1 --out folder",
            "--out folder: this is a folder",
        ),
        (
            "solve ur-blitz --set pieces=1 --out folder",
            "--out folder: this is a folder",
        ),
        (
            "ladder --agents random,first --games 2 --out file",
            "--out file: this is a file",
        ),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        senet(&arguments, at).code(1).stderr(contains(words));
    }
}

/// The general solver took no notice of them.
#[test]
fn what_another_run_has_left_beside_the_table_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let solve = "solve kendall-5 --set pieces=1 --solver general --out t.senet";
    let solve: Vec<&str> = solve.split(' ').collect();
    for left in ["t.senet.partial", "t.senet.journal"] {
        std::fs::write(folder.path().join(left), "x").unwrap();
        senet(&solve, folder.path())
            .code(1)
            .stderr(contains(left).and(contains("finish that one")));
        std::fs::remove_file(folder.path().join(left)).unwrap();
    }
    senet(&solve, folder.path()).success();
}

/// It listed positions for minutes before it said so.
#[test]
fn a_game_far_too_large_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let began = std::time::Instant::now();
    senet(&["solve", "dutch-5"], folder.path())
        .code(1)
        .stderr(contains("ways to place the pieces").and(contains("has room for")));
    assert!(began.elapsed().as_secs() < 20);
}
