//! What is said of runs that go wrong, are cut short, or cannot be made.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, Stdio};

use super::{SENET, contents, simulate};

#[test]
fn games_given_up_are_warned_of() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--rulesets",
        "anubis-5",
        "--games",
        "10",
        "--max-plies",
        "50",
    ];
    let output = simulate(folder.path(), &arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains("warning: 10 games given up after 50 plies"),
        "{text}"
    );
    let output = simulate(folder.path(), &["--rulesets", "anubis-5", "--games", "10"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains("warning"), "{text}");
}

#[test]
fn no_more_threads_are_started_than_have_something_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "--rulesets",
        "anubis-5",
        "--games",
        "1100",
        "--threads",
        "500",
    ];
    assert!(simulate(folder.path(), &arguments).status.success());
    let manifest = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["threads"], 2);
    let output = simulate(folder.path(), &["--threads", "100000"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("up to 1024"));
}

/// A full disk is an error and a reader who leaves is none; neither panics.
#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().display().to_string();
    let commands: [&[&str]; 5] = [
        &[
            "simulate",
            "--rulesets",
            "anubis-5",
            "--games",
            "10",
            "--out",
            &out,
        ],
        &["rules", "list"],
        &["rules", "show", "anubis-5"],
        &["rules", "check", "anubis-5"],
        &["rules", "diff", "anubis-5", "ankh-5"],
    ];
    for command in commands {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(SENET)
            .args(command)
            .stdout(full)
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{command:?}: {error}");
        assert_eq!(error.matches("No space left").count(), 1, "{error}");
        assert!(!error.contains("panicked"), "{error}");
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = Command::new(SENET)
            .args(command)
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{command:?}");
    }
}

#[test]
fn wrong_words_are_named() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, message) in [
        (["--agents", "clever"], "there is no agent `clever`"),
        (["--agents", "first,first,first"], "one agent or two"),
        (["--rulesets", "anubis-6"], "anubis-6"),
        (["--games", "0"], "a whole number from 1 on"),
    ] {
        let output = simulate(folder.path(), &arguments);
        assert!(!output.status.success());
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(message), "{arguments:?}: {error}");
    }
    assert_eq!(contents(folder.path()), BTreeMap::new());
}

/// An interrupted run keeps whole chunks: its figures are those of a shorter
/// run.
#[cfg(unix)]
#[test]
fn an_interrupted_run_is_a_shorter_run() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("cut");
    let mut child = Command::new(SENET)
        .args([
            "simulate",
            "--rulesets",
            "anubis-5",
            "--games",
            "1000000000",
            "--out",
        ])
        .arg(&out)
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    // The folder is made when signals are watched for and play begins.
    while !out.exists() {
        assert_eq!(child.try_wait().unwrap(), None);
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let manifest = fs::read_to_string(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["status"], "partial");
    let games = manifest["rulesets"][0]["games"].as_u64().unwrap();
    let speed = manifest["games_per_second"].as_f64().unwrap();
    let seconds = manifest["seconds"].as_f64().unwrap();
    assert!(
        (speed * seconds - games as f64).abs() < 1.0,
        "{speed} {seconds} {games}"
    );
    assert!(games > 0 && games.is_multiple_of(1024), "{games}");
    let whole = folder.path().join("whole");
    let count = games.to_string();
    assert!(
        simulate(&whole, &["--rulesets", "anubis-5", "--games", &count])
            .status
            .success()
    );
    let (mut cut, mut whole) = (contents(&out), contents(&whole));
    let column = |csv: Vec<u8>| {
        String::from_utf8(csv)
            .unwrap()
            .replace(",1000000000,", &format!(",{games},"))
    };
    let (cut_summary, whole_summary) = (cut.remove("summary.csv"), whole.remove("summary.csv"));
    assert_eq!(column(cut_summary.unwrap()), column(whole_summary.unwrap()));
    assert!(cut == whole);
}
