//! `senet replay` from outside.

use assert_cmd::Command;

fn replay(args: &[&str], input: &str) -> (String, String, i32) {
    let output = Command::new(env!("CARGO_BIN_EXE_senet"))
        .arg("replay")
        .args(args)
        .write_stdin(input)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code().unwrap(),
    )
}

const WORKED: &str = "tests/records/worked-example.senet";

fn worked_example() -> String {
    std::fs::read_to_string(format!("{}/{WORKED}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Boards in a text: each has its line of pieces home.
fn boards(text: &str) -> usize {
    text.matches("home").count()
}

#[test]
fn worked_example_is_right_to_the_last_ply() {
    let (text, error, code) = replay(&[WORKED], "");
    assert_eq!((error.as_str(), code), ("", 0));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "anubis-5: A = first player against B = second player"
    );
    assert_eq!(lines[1], "A 2:9-11");
    assert_eq!(lines[2], "B 4:10-14 2:14-16");
    assert_eq!(lines[3], "A 5:11x16 1:7x8 3:16-19");
    assert_eq!(
        *lines.last().unwrap(),
        "right in all 6 plies (3 turns): unfinished at 1,3,5,8,19/2,4,6,7,11 0-0 B"
    );
    assert_eq!(boards(&text), 1);
}

#[test]
fn boards_are_drawn_as_often_as_asked() {
    for (which, count) in [("all", 7), ("turns", 4), ("last", 1), ("none", 0)] {
        let (text, _, code) = replay(&["--boards", which, WORKED], "");
        assert_eq!((boards(&text), code), (count, 0), "{which}: {text}");
    }
}

#[test]
fn golden_games_replay() {
    for (file, end) in [
        ("nile-refused-exits", "wins"),
        ("ankh-stay-rethrow", "wins"),
        ("ankh-leave-later", "wins"),
        ("bell-draw", "a draw"),
        ("bell-early-end", "B wins"),
    ] {
        let file = format!("tests/records/{file}.senet");
        let (text, error, code) = replay(&["--boards", "none", &file], "");
        assert_eq!((error.as_str(), code), ("", 0));
        assert!(text.ends_with(&format!("{end}\n")), "{text}");
        assert!(text.contains("right in all"), "{text}");
    }
}

#[test]
fn first_wrong_ply_ends_the_run_with_its_place_and_what_would_be_right() {
    let wrong = worked_example().replace("1:7x8", "1:7-8");
    let (text, error, code) = replay(&["-"], &wrong);
    assert_eq!(code, 1);
    assert!(text.contains("A 5:11x16\n"), "{text}");
    assert!(!text.contains("right in all"), "{text}");
    assert!(
        error.starts_with("error: -: line 11, ply 5: `1:7-8`"),
        "{error}"
    );
    assert!(error.contains("right would be 1:7x8"), "{error}");
}

#[test]
fn readings_and_sets_of_the_record_apply() {
    let record = "senet-record 1\nruleset: anubis-5\nreading: free-last\nset: pieces=2\n\
                  start: 28/1 1-1 A\n\nA 1:28-29 2:29-off\n\nresult: A\n";
    let (text, error, code) = replay(&["-"], record);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(text.contains("(reading free-last, pieces=2)"), "{text}");
    let (_, error, code) = replay(&["-"], &record.replace("reading: free-last\n", ""));
    assert_eq!(code, 1);
    assert!(error.contains("ply 1"), "{error}");
}

#[test]
fn a_wrong_header_is_named_by_its_line() {
    for (header, line, what) in [
        (
            "ruleset: anubis-5\nset: pieces=2\nset: wall=1",
            4,
            "rules.wall = 1: a single",
        ),
        (
            "ruleset: bell-10\nset: stick_p=0.6",
            3,
            "rules.stick_p = 0.6: throws",
        ),
        (
            "ruleset: anubis-5\nreading: free",
            3,
            "there is no reading `free`",
        ),
        (
            "ruleset: anubis",
            2,
            "ruleset: anubis: there is no built-in ruleset",
        ),
    ] {
        let record = format!("senet-record 1\n{header}\n\nresult: *\n");
        let (_, error, code) = replay(&["-"], &record);
        assert_eq!(code, 1);
        let begin = format!("error: -: line {line}: {what}");
        assert!(error.starts_with(&begin), "{error}");
        assert!(!error.contains("--"), "{error}");
    }
}

#[test]
fn a_record_of_other_rules_is_refused() {
    let right = worked_example();
    let digest = right.lines().find(|line| line.starts_with("digest: "));
    let digest = digest.unwrap();
    for other in [
        right.replace(digest, "digest: 0123456789abcdef"),
        right.replace(digest, &format!("{digest}\nset: wall=0")),
    ] {
        let (text, error, code) = replay(&["-"], &other);
        assert_eq!((text.as_str(), code), ("", 1));
        assert!(error.starts_with("error: -: line 4: "), "{error}");
        assert!(error.contains("anubis-5 has"), "{error}");
    }
}

#[test]
fn missing_files_and_unknown_rulesets_are_named() {
    let (_, error, code) = replay(&["nowhere.senet"], "");
    assert!(error.contains("nowhere.senet"), "{error}");
    assert_eq!(code, 1);
    let other = worked_example().replace("ruleset: anubis-5", "ruleset: nonesuch");
    let (_, error, code) = replay(&["-"], &other);
    assert!(error.contains("nonesuch"), "{error}");
    assert_eq!(code, 1);
}

#[test]
fn a_won_game_by_jequier_tells_its_score() {
    let record = "senet-record 1\nruleset: jequier-5\nstart: 30/1,12,21,22,29 4-0 A w0\n\n\
                  A 2:30-off\n\nresult: A\n";
    let (text, error, code) = replay(&["--boards", "none", "-"], record);
    assert_eq!((error.as_str(), code), ("", 0));
    // One piece in the first row counts 3, one in the second 2, three in the last 1 each.
    assert_eq!(
        text.lines().last(),
        Some("right in all 1 plies (1 turns): A wins and scores 8")
    );
}

#[test]
fn the_mark_of_a_position_is_told_below_its_board() {
    for (game, position, line) in [
        (
            "jequier-5",
            "2,4,6,8,11/1,3,5,7,9 0-0 A w9",
            "A throws; the pieces on 1 to 9 wait: of them only that on 9 may move",
        ),
        (
            "jequier-5",
            "2,11,12,13,14/1,15,16,17,18 0-0 B w2",
            "B throws; the pieces on 1 and 2 wait: of them only that on 2 may move",
        ),
        (
            "jequier-5",
            "11,12,13,14,19/1,15,16,17,18 0-0 A w1",
            "A throws; the piece on 1 has not moved yet",
        ),
        (
            "jequier-5",
            "11,12,13,14,19/10,15,16,17,18 0-0 A w0",
            "A throws",
        ),
        (
            "kendall-5\nreading: open",
            "2,4,6,8,11/1,3,5,7,9 0-0 A o",
            "A throws; B has still to open: it passes until it throws a 1",
        ),
        (
            "kendall-5\nset: opening_points=[1,5]",
            "2,4,6,8,11/1,3,5,7,9 0-0 A o",
            "A throws; B has still to open: it passes until it throws a 1 or 5",
        ),
        (
            "toy-5",
            "2,4,6,8,12/1,3,5,7,9 0-0 B o",
            "B throws; B has still to open, with the piece on 9 if that can move forward",
        ),
        (
            "toy-5",
            "2,4,6,8,9/1,3,5,7,11 0-0 A o",
            "A throws; B has still to open",
        ),
        ("toy-5", "2,4,6,8,9/1,3,5,7,11 0-0 A", "A throws"),
        (
            "dutch-5",
            "2,4,6,8,11/1,3,5,7,9 0-0 B",
            "B throws; B has still to open, with the piece on 9 if that can move forward",
        ),
        (
            "piccione-5",
            "1/- 0-0 A e",
            "A throws; the piece just entered on 1 must move on",
        ),
        ("piccione-5", "1/- 0-0 A", "A throws"),
    ] {
        let record = format!("senet-record 1\nruleset: {game}\nstart: {position}\n\nresult: *\n");
        let (text, error, code) = replay(&["-"], &record);
        assert_eq!((error.as_str(), code), ("", 0), "{game}");
        assert!(text.contains(&format!("; {line}\n")), "{game}: {text}");
    }
}

#[test]
fn a_mark_that_is_left_when_the_game_is_over_is_not_told() {
    let record = "senet-record 1\nruleset: kendall-5\nreading: open\n\
                  start: 29/1,3,5,7,9 4-0 A o\n\nA 2:29-off\n\nresult: A\n";
    let (text, error, code) = replay(&["-"], record);
    assert_eq!((error.as_str(), code), ("", 0));
    assert!(
        text.contains("home: A 5, B 0; the game is over\n"),
        "{text}"
    );
}
