//! `play` and `annotate` from the outside.

#[path = "common/rows.rs"]
mod rows;

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;

use rows::{number, rows};

fn senet() -> Command {
    Command::new(env!("CARGO_BIN_EXE_senet"))
}

/// Where the record cannot be written is told before the first throw; a line that
/// is no text is asked again; a signal saves the game.
#[cfg(unix)]
#[test]
fn no_game_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let words = ["play", "anubis-5", "--set", "pieces=2", "--seed", "8"];
    let mut nowhere = senet();
    nowhere.current_dir(folder.path()).args(words);
    nowhere.args(["--record", "no/g.senet"]).write_stdin("1\n");
    nowhere
        .assert()
        .failure()
        .stdout("")
        .stderr(contains("no/g.senet"));

    let mut odd = senet();
    odd.current_dir(folder.path()).args(words);
    odd.args(["--record", "odd.senet"])
        .write_stdin(b"1\n\xff\n1\n".to_vec());
    odd.assert()
        .success()
        .stdout(contains("type a number from 1").and(contains("saved as odd.senet")));

    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_senet"))
        .current_dir(folder.path())
        .args(words)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let mut said = std::io::BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("You throw") {
        line.clear();
        assert!(std::io::BufRead::read_line(&mut said, &mut line).unwrap() > 0);
    }
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let record = fs::read_to_string(folder.path().join("game.senet")).unwrap();
    assert!(record.ends_with("result: *\n"), "{record}");
}

/// A whole game from piped input: hints, taking back, nonsense, the end of the
/// input; the record replays and can be annotated.
#[test]
fn a_game_is_played_saved_and_annotated() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("mine.senet");
    let play = |input: String| {
        let mut command = senet();
        command.args([
            "play", "anubis-5", "--set", "pieces=2", "--seed", "8", "--record",
        ]);
        command.arg(&record).write_stdin(input);
        command.assert()
    };
    play("h\nu\nnonsense\n1\nu\n2\nb\n".to_string())
        .success()
        .stdout(
            contains("% to win")
                .and(contains("no choice of yours to take back"))
                .and(contains("`nonsense`: type a number from 1 to 2"))
                .and(contains("Taken back."))
                .and(contains("saved as")),
        );
    assert!(
        fs::read_to_string(&record)
            .unwrap()
            .ends_with("result: *\n")
    );
    play(String::new())
        .failure()
        .stderr(contains("is there already"));
    fs::remove_file(&record).unwrap();
    play("1\n".repeat(500)).success().stdout(contains("win"));
    let text = fs::read_to_string(&record).unwrap();
    assert!(text.contains("A: person\nB: cautious\n") && text.contains("set: pieces=2\n"));
    senet().arg("replay").arg(&record).assert().success();

    let out = folder.path().join("annotated");
    let output = senet()
        .arg("annotate")
        .arg(&record)
        .args(["--table", "solve", "--out"])
        .arg(&out)
        .assert()
        .success()
        .stdout(contains("with the luck taken out"));
    let plies = rows(&out.join("annotation.csv"));
    assert!(out.join("equity.png").exists() && out.join("equity.svg").exists());
    let of = |player: &str, column: &str| -> f64 {
        let own = plies.iter().filter(|row| row["player"] == player);
        own.map(|row| number(row, column)).sum()
    };
    // The identity of luck and regret, in this one game.
    let result = f64::from(u8::from(text.ends_with("result: A\n")));
    let start = number(&plies[0], "equity_before");
    let told = of("A", "luck") - of("B", "luck") - of("A", "regret") + of("B", "regret");
    assert!(
        (result - start - told).abs() < 1e-6,
        "{result} {start} {told}"
    );
    let printed = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert_eq!(
        printed.contains("biggest mistakes"),
        plies.iter().any(|row| number(row, "regret") > 0.0)
    );
    // By an agent, without the truth.
    senet()
        .arg("annotate")
        .arg(&record)
        .args(["--agent", "linear"])
        .assert()
        .success()
        .stdout(contains("equities by linear"));
}
