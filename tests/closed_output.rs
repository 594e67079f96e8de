//! What becomes of a run whose standard output is closed or full.

use std::process::{Command, Stdio};

const GAME: [&str; 6] = [
    "--rulesets",
    "anubis-5",
    "--set",
    "pieces=2",
    "--games",
    "20",
];

fn play(folder: &std::path::Path, out: Stdio) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .args(["match", "random", "first"])
        .args(GAME)
        .arg("--out")
        .arg(folder)
        .stdout(out)
        .stderr(Stdio::piped())
        .output()
        .unwrap()
}

#[test]
fn a_reader_that_leaves_costs_no_results() {
    let folder = tempfile::tempdir().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = play(folder.path(), writer.into());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
    assert!(!told.contains("panicked"), "{told}");
    assert!(folder.path().join("match.csv").is_file());
    assert!(folder.path().join("manifest.json").is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_the_screen_is_told_and_costs_no_results() {
    let folder = tempfile::tempdir().unwrap();
    let full = std::fs::File::options().write(true).open("/dev/full");
    let output = play(folder.path(), full.unwrap().into());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(
        told.contains("cannot write to standard output: No space left"),
        "{told}"
    );
    assert!(folder.path().join("match.csv").is_file());
}
