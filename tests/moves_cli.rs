//! `senet moves` and `senet perft` from outside.

use std::io::Write;
use std::process::{Command as Plain, Stdio};

use assert_cmd::Command;
use serde_json::Value;

const START: &str = "1,3,5,7,9/2,4,6,8,10 0-0 A";

fn moves() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_senet"));
    command.arg("moves");
    command
}

/// Standard output and exit code of `senet moves ARGS` fed with `input`.
fn answer(args: &[&str], input: impl Into<Vec<u8>>) -> (String, i32) {
    let output = moves().args(args).write_stdin(input).output().unwrap();
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    (text, output.status.code().unwrap())
}

#[test]
fn positions_are_distinct_sorted_as_bytes_and_joined() {
    let (text, code) = answer(&[], format!("anubis-5;{START};2\nanubis-5;{START};1\n"));
    assert_eq!(
        text,
        "1,3,5,7,11/2,4,6,8,10 0-0 B\n\
         1,3,5,7,10/2,4,6,8,9 0-0 A | 1,3,5,8,9/2,4,6,7,10 0-0 A | \
         1,3,6,7,9/2,4,5,8,10 0-0 A | 1,4,5,7,9/2,3,6,8,10 0-0 A | \
         2,3,5,7,9/1,4,6,8,10 0-0 A\n"
    );
    assert_eq!(code, 0);
}

#[test]
fn equal_positions_are_listed_once_and_a_pass_prints_its_position() {
    // All but the piece on 24 are refused exit or go nowhere: every free square
    // from the refuge on is the one they stood on.
    let crowd = "22,23,24,25,26,28,29/15,16,17,18,19,20,21 0-0 A";
    let moved = "22,23,25,26,28,29,30/15,16,17,18,19,20,21 0-0 A";
    let (text, _) = answer(&[], format!("nile-7-six;{crowd};6"));
    assert_eq!(text, format!("{crowd} | {moved}\n"));
    let (text, code) = answer(&[], "anubis-5;30/1,2,3 4-2 A;2");
    assert_eq!((text.as_str(), code), ("30/1,2,3 4-2 B\n", 0));
}

#[test]
fn bad_lines_are_answered_in_their_place_and_the_others_still_work() {
    let good = format!("standard-5;{START};2");
    let mut input: Vec<u8> = Vec::new();
    for line in [
        good.as_str(),
        "",
        "  ",
        "nonesuch;1/2 0-0 A;1",
        "anubis-5;1,3/2,4 0-0 A;1",
        "anubis-5;nonsense;1",
        "anubis-5;-/1 5-4 -;1",
        "anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;6",
        "anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;02",
        "anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A",
        "anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;2;",
    ] {
        input.extend(line.as_bytes());
        input.push(b'\n');
    }
    input.extend(b"anubis-5;\xff\xfe;1\n");
    input.extend(good.as_bytes());

    let (text, code) = answer(&[], input);
    assert_eq!(code, 1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 11, "{text}");
    for (line, (number, said)) in lines[1..10].iter().zip([
        (4, "nonesuch"),
        (5, "5 pieces a side"),
        (6, "3: a position is written like"),
        (7, "the game is over"),
        (
            8,
            "`6` is no throw of anubis-5; its throws are 1, 2, 3, 4, 5",
        ),
        (9, "`02` is no throw"),
        (10, "2 fields"),
        (11, "4 fields"),
        (12, "byte 10 is not UTF-8"),
    ]) {
        assert!(
            line.starts_with(&format!("error: line {number}: ")),
            "{line}"
        );
        assert!(line.contains(said), "{line}");
    }
    assert_eq!(lines[0], lines[10]);
    assert!(!lines[0].starts_with("error"));
}

#[test]
fn windows_line_ends_give_the_same_answers() {
    let unix = format!("anubis-5;{START};2\n\nbell-10;x;1\nanubis-5;{START};5\n");
    assert_eq!(
        answer(&[], unix.clone()),
        answer(&[], unix.replace('\n', "\r\n"))
    );
}

#[test]
fn files_are_read_in_order_and_named_in_errors() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let one = write("one.txt", &format!("anubis-5;{START};2\n"));
    let two = write("two.txt", "\nbroken\n");
    let (text, code) = answer(&[&one, &two, "-"], format!("anubis-5;{START};3\n"));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    assert!(
        lines[1].starts_with(&format!("error: line 2: {two}: ")),
        "{text}"
    );
    assert_eq!(code, 1);

    let missing = folder.path().join("missing.txt");
    let output = moves().arg(&missing).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("missing.txt"));
}

#[test]
fn readings_and_sets_apply_to_every_line() {
    let line = "anubis-5;28/1 4-4 A;1\nsawah-5;28/1 4-4 A;1\n";
    assert_eq!(
        answer(&[], line).0,
        "28/1 4-4 A\n".replace('A', "B").repeat(2)
    );
    let (text, code) = answer(&["--reading", "free-last"], line);
    assert_eq!((text, code), ("29/1 4-4 A\n".repeat(2), 0));
    let (text, code) = answer(&["--set", "pieces=2"], "anubis-5;1,3/2,4 0-0 A;2\n");
    assert_eq!((text.as_str(), code), ("1,5/2,4 0-0 B\n", 0));
    let (text, code) = answer(&["--reading", "free-last"], "bell-10;-/1 0-0 A;1\n");
    assert!(
        text.starts_with("error: line 1: ") && text.contains("free-last"),
        "{text}"
    );
    assert_eq!(code, 1);
}

fn json(input: &str) -> Vec<Value> {
    let (text, _) = answer(&["--json"], input);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn json_tells_what_each_choice_does() {
    let rows = json(
        "ankh-5;26/24,25 4-3 A;1\n\
         \n\
         nile-5-six;28/1,2,3,4,5 4-0 A;6\n\
         anubis-5;25/30 4-4 A;1\n\
         broken\n",
    );
    let numbers: Vec<u64> = rows
        .iter()
        .map(|row| row["line"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 3, 4, 5]);

    let choices = rows[0]["choices"].as_array().unwrap();
    let kinds: Vec<&str> = choices
        .iter()
        .map(|c| c["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["forward-stay", "forward", "rethrow"]);
    assert_eq!(choices[0]["destination"], 27);
    assert_eq!(choices[0]["trapped"], false);
    assert_eq!(choices[1]["destination"], 15);
    assert_eq!(choices[1]["trapped"], true);
    assert_eq!(choices[2]["origin"], Value::Null);
    assert_eq!(choices[2]["position"], "26/24,25 4-3 A");

    let refused = &rows[1]["choices"][0];
    assert_eq!(refused["refused"], true);
    assert_eq!(refused["origin"], 28);
    assert_eq!(refused["destination"], 15);

    assert_eq!(rows[2]["input"], "anubis-5;25/30 4-4 A;1");
    assert_eq!(rows[3]["choices"], Value::Null);
    assert!(rows[3]["error"].as_str().unwrap().contains("1 fields"));
}

#[test]
fn json_names_captured_squares_and_pieces_borne_off() {
    let rows = json("anubis-5;10,26/15 3-4 A;5\n");
    let choices = rows[0]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 2);
    assert_eq!(choices[0]["captured"], 15);
    assert_eq!(choices[0]["position"], "15,26/10 3-4 A");
    assert_eq!(choices[1]["borne_off"], true);
    assert_eq!(choices[1]["destination"], Value::Null);
}

/// `head` ends the pipe long before the answers end.
#[test]
fn a_closed_pipe_ends_quietly() {
    let mut child = Plain::new(env!("CARGO_BIN_EXE_senet"))
        .arg("moves")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let line = format!("anubis-5;{START};1\n").repeat(1000);
    // The other side may have gone already.
    let _ = (0..100).try_for_each(|_| stdin.write_all(line.as_bytes()));
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

fn perft(args: &[&str]) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_senet"))
        .arg("perft")
        .args(args)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

#[test]
fn perft_prints_a_line_for_each_depth() {
    let (text, _, code) = perft(&["anubis-5", "4"]);
    assert_eq!((text.as_str(), code), ("1 18\n2 268\n3 3918\n4 58229\n", 0));
}

#[test]
fn perft_starts_elsewhere_and_divides() {
    let position = "26/24,25 4-3 A";
    let (text, _, _) = perft(&["ankh-5", "1", "--position", position]);
    let (divided, _, _) = perft(&["ankh-5", "1", "--position", position, "--divide"]);
    let total = text.strip_prefix("1 ").unwrap();
    assert!(divided.ends_with(&format!("total {total}")), "{divided}");
    assert!(
        divided.contains("1 1:26-27=\n1 1:26-27>15\n1 1:rethrow\n"),
        "{divided}"
    );
    assert_eq!(
        divided.lines().count() as u64,
        total.trim().parse::<u64>().unwrap() + 1
    );

    let (text, _, _) = perft(&["anubis-5", "2", "--position", "-/1 5-4 -"]);
    assert_eq!(text, "1 0\n2 0\n");
}

#[test]
fn perft_refuses_depth_0_and_bad_positions() {
    let (_, error, code) = perft(&["anubis-5", "0"]);
    assert_eq!(code, 2);
    assert!(error.contains("1..=30"), "{error}");
    let (_, error, code) = perft(&["anubis-5", "1", "--position", "1/2"]);
    assert_eq!(code, 1);
    assert!(error.contains("--position"), "{error}");
}
