//! What `senet table`, `probe` and the readers in Python say where they cannot do
//! what was typed.

use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::Command as Program;

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use predicates::prelude::*;
use predicates::str::contains;

/// `_` stands for a space within a word.
fn senet(folder: &Path, line: &str) -> Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    let words = line.split(' ').map(|word| word.replace('_', " "));
    command.args(words).current_dir(folder).assert()
}

fn errors_of(command: Assert) -> String {
    String::from_utf8(command.get_output().stderr.clone()).unwrap()
}

/// It said "exactly" of rounded values.
#[test]
fn nothing_is_made_of_a_table_of_eight_bits() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    senet(at, "solve anubis-5 --set pieces=1 --out t").success();
    senet(at, "table derive t --as u8 --out small").success();
    for form in ["u8", "choices"] {
        let line = format!("table derive small --as {form} --out smaller");
        let text = errors_of(senet(at, &line).code(1));
        for word in ["small: its values are rounded to 8 bits", "made from"] {
            assert!(text.contains(word), "{line}: {text}");
        }
        assert!(!at.join("smaller").exists());
    }
    senet(at, "table derive t --as choices --out c").success();
    senet(at, "table derive c --as u8 --out never")
        .code(1)
        .stderr(contains("c: this is a file of best choices"));
}

/// No file was named, of listed tables; of a game of Ur only the encoding.
#[test]
fn a_table_that_has_no_smaller_form_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    senet(
        at,
        "solve standard-5 --set pieces=1 --solver general --out k1",
    )
    .success();
    senet(at, "solve ur-finkel --set pieces=1 --out u1").success();
    for (table, encoding) in [("k1", "keys/1"), ("u1", "hand")] {
        senet(at, &format!("table derive {table} --as u8 --out never"))
            .code(1)
            .stderr(contains(format!("error: {table}: ")).and(contains(encoding)));
    }
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_no_table() {
    let folder = tempfile::tempdir().unwrap();
    for line in [
        "table info /dev/null",
        "table verify /dev/null",
        "table derive /dev/null --as u8 --out never",
        "probe --table /dev/null --position 1/2_0-0_A",
    ] {
        senet(folder.path(), line).code(1).stderr(contains(
            "/dev/null: this is no regular file; a table is a file that",
        ));
    }
    senet(folder.path(), "table info .")
        .code(1)
        .stderr(contains("this is a folder"));
}

/// The throws of the game were told by tables of values alone.
#[test]
fn a_throw_that_the_game_has_not_is_refused_with_those_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    senet(at, "solve anubis-5 --set pieces=1 --out t").success();
    senet(at, "table derive t --as choices --out c").success();
    for table in ["t", "c"] {
        let line = format!("probe --table {table} --position 1/2_0-0_A --throw 6");
        senet(at, &line).code(1).stderr(contains(
            "--throw 6: the throws of this game are 1, 2, 3, 4, 5",
        ));
    }
}

/// The encoding was spoken of, and the ruleset was not named.
#[test]
fn a_game_that_no_blocks_hold_is_named_with_what_is_not_held() {
    let folder = tempfile::tempdir().unwrap();
    for (ruleset, why) in [
        ("ur-finkel", "a position of the game has pieces in hand"),
        ("bell-10", "captured pieces leave the game"),
    ] {
        let line = format!("study advantage --rulesets {ruleset} --pieces 1 --out o");
        senet(folder.path(), &line)
            .code(1)
            .stderr(contains(format!("{ruleset}+pieces=1: {why}")));
    }
}

/// They ended in a traceback.
#[test]
fn the_readers_in_python_say_what_they_need() {
    for script in ["read_table.py", "read_keys.py"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("scripts")
            .join(script);
        let Ok(done) = Program::new("python3").arg(path).arg("table").output() else {
            eprintln!("there is no python3 here");
            return;
        };
        let text = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(1), "{text}");
        let usage = format!("usage: python3 scripts/{script} FILE ");
        assert!(text.starts_with(&usage), "{text}");
    }
}

/// What is no position got a value, and what the reader does not know nothing.
#[test]
fn the_reader_in_python_agrees_with_probe_and_refuses_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    senet(
        folder,
        "solve kendall-5 --set pieces=1 --precision u32 --out k",
    )
    .success();
    senet(
        folder,
        "solve anubis-5 --set pieces=1 --set wall.a=0 --out m",
    )
    .success();
    senet(folder, "solve bell-10 --set pieces=1 --out b").success();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/read_table.py");
    let read = |line: &str| {
        let mut python = Program::new("python3");
        python
            .arg(&script)
            .args(line.split(' '))
            .current_dir(folder);
        let done = python.output().ok()?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        Some((text(&done.stdout), text(&done.stderr)))
    };
    let Some((bounds, _)) = read("k 5 3") else {
        eprintln!("there is no python3 here");
        return;
    };
    let probed = senet(folder, "probe --table k --position 5/3_0-0_A").success();
    let probed = String::from_utf8_lossy(&probed.get_output().stdout).into_owned();
    let words: Vec<&str> = bounds.split_whitespace().collect();
    let ["lower", low, "upper", high] = words[..] else {
        panic!("{bounds}");
    };
    assert!(
        probed.contains(&format!("{low} {high}")),
        "{probed} {bounds}"
    );
    assert!(read("m 5 3 B").unwrap().0.starts_with("lower 0."));
    for (line, what) in [
        ("m 5 3", "MOVER is needed"),
        ("k 5 5", "one a square"),
        ("k 26,3 5", "no layer of so many pieces"),
        ("b 5 3", "numbered by keys/1"),
    ] {
        let (out, errors) = read(line).unwrap();
        assert!(out.is_empty() && errors.contains(what), "{line}: {errors}");
    }
}

#[test]
fn a_file_that_goes_on_after_its_end_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    senet(folder, "solve anubis-5 --set pieces=1 --out t.senet").success();
    senet(folder, "table derive t.senet --as u8 --out u8.senet").success();
    senet(folder, "table derive t.senet --as choices --out c.senet").success();
    senet(folder, "solve bell-10 --set pieces=1 --out k.senet").success();
    for name in ["t.senet", "u8.senet", "c.senet", "k.senet"] {
        senet(folder, &format!("table info {name}")).success();
        let mut file = File::options()
            .append(true)
            .open(folder.join(name))
            .unwrap();
        file.write_all(b"more").unwrap();
        let errors = errors_of(senet(folder, &format!("table verify {name}")));
        assert!(errors.contains(name), "{errors}");
        assert!(errors.contains("goes on after its end"), "{errors}");
    }
}
