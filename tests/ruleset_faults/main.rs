//! Every kind of fault of a ruleset file, with the message it gets.

mod built_in;
mod changes;
mod idle;

use std::fs;

use senet::ruleset::{self, load};

/// Writes `text` as `file.toml` in a folder of its own and returns all faults,
/// a line each, with the folder taken out.
fn faults(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file.toml");
    fs::write(&path, text).unwrap();
    let here = format!("{}/", folder.path().display());
    match ruleset::check(path.to_str().unwrap()) {
        Ok(_) => Vec::new(),
        Err(faults) => faults
            .0
            .iter()
            .map(|fault| fault.to_string().replace(&here, ""))
            .collect(),
    }
}

/// A ruleset with one line of `[rules]` added, as line 3.
fn over(base: &str, line: &str) -> Vec<String> {
    faults(&format!("base = \"{base}\"\n[rules]\n{line}\n"))
}

fn with(line: &str) -> Vec<String> {
    over("anubis-5", line)
}

#[track_caller]
fn one(found: Vec<String>, expected: &str) {
    assert_eq!(found, [expected]);
}

#[test]
fn every_fault_of_a_file_is_reported_at_once_in_the_order_of_lines() {
    let found = faults(
        r#"id = "Mine"
peices = 3
[rules]
pieces = 5
layout = "od"
throws = { points = { 1 = 4, 2 = 6 }, of = 16 }
capture = "swop"
pairs = 3
wall = 1
backward = "none"
safe = [26, 31, "x"]
exit-only = [28]
traps = [27]
refuge = 27
off = { 26 = [4], 28 = [3] }
win = "all-home"
[readings.other]
set = { gates = [26] }
"#,
    );
    assert_eq!(
        found,
        [
            "file.toml:1: id = \"Mine\": an id is used in file names and tables; use small letters, digits and hyphens, like \"my-senet-5\"",
            "file.toml:2: peices = 3: there is no such key; the keys here are id, name, base, source, board, rules, readings",
            "file.toml:5: rules.layout = \"od\": this word is not known here; did you mean \"odd\"? It is one of \"odd\" or \"even\" or \"even-ahead\" or \"hand\"",
            "file.toml:6: rules.throws.of = 16: the weights of `points` sum to 10; correct the weights or the sum",
            "file.toml:7: rules.capture = \"swop\": this word is not known here; did you mean \"swap\"? It is one of \"swap\" or \"remove\" or \"low\" or \"hand\" or \"none\"",
            "file.toml:8: rules.pairs = 3: this is a whole number; it is true or false: do neighbouring pieces protect each other? (or \"ends\": only the first and last of a row)",
            "file.toml:9: rules.wall = 1: a single piece is no wall; it is 0 for no walls, else at least 2",
            "file.toml:11: rules.safe = 31: 31 is no square of the track; squares are 1 to 30",
            "file.toml:11: rules.safe = \"x\": this is text; give a square, a number from 1 to 30",
            "file.toml:12: rules.exit-only = [28]: there is no such key; did you mean `exit_only`?",
            "file.toml:14: rules.refuge = 27: the refuge 27 is itself a trap; choose a square that is not among `traps`",
            "file.toml:15: rules.off.26 = [4]: 4 from 26 ends on 30, inside the track; bearing off takes 5 or more",
            "file.toml:15: rules.off = { 26 = [4], 28 = [3] }: a piece on 29 and 30 could never leave the board; list the points that bear it off there, or let it move on",
            "file.toml:17: readings.other.why: this key is missing; say in a line why the text can be read so",
        ]
    );
}

/// What stands beside broken TOML cannot be relied on, and what was meant by
/// it is not guessed.
#[test]
fn of_what_is_no_toml_only_the_syntax_is_reported() {
    let found = faults("base = \"anubis-5\"\nbase = \"ankh-7\"\n[rules]\nwall = 1\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("file.toml:2: this is no TOML: duplicate key"),
        "{found:?}"
    );
    for text in [
        "base = \"anubis-5\"\n[rules]\nsafe = [26, \nwall = 1\n",
        "colour = 3\nbase = \"nonesuch\"\n[rules\nwall = 1\n",
    ] {
        let found = faults(text);
        assert!(!found.is_empty());
        for fault in &found {
            assert!(fault.contains("this is no TOML"), "{fault}");
        }
    }
}

#[test]
fn missing_keys_name_the_rules_header() {
    let found = faults("[rules]\nthrows = \"sticks-5\"\noff = { 30 = 1 }\n");
    let keys: Vec<&str> = found
        .iter()
        .map(|fault| {
            let rest = fault.strip_prefix("file.toml:1: rules.").unwrap();
            assert!(rest.contains("this key is missing"), "{fault}");
            rest.split(':').next().unwrap()
        })
        .collect();
    assert_eq!(
        keys,
        [
            "pieces", "capture", "pairs", "wall", "win", "backward", "layout"
        ]
    );
    one(
        faults("name = \"nothing\"\n"),
        "file.toml: rules: this key is missing; a ruleset has a [rules] table, or a `base` to take it from",
    );
}

#[test]
fn starts() {
    one(
        with("start = { a = [1, 2, 3, 4, 5], b = [5, 6, 7, 8, 9] }"),
        "file.toml:3: rules.start.b = [5, 6, 7, 8, 9]: both players would stand on square 5; each square holds one piece",
    );
    one(
        with("start = { a = [1, 2, 3, 4, 5], b = [6, 7, 8, 9] }"),
        "file.toml:3: rules.start.b = [6, 7, 8, 9]: 4 squares are listed for 5 pieces; list as many squares as `pieces` says; with a `layout` instead of `start`, any number of pieces is placed by itself",
    );
    one(
        with("start = { a = [1, 2, 3, 4, 4], b = [6, 7, 8, 9, 10] }"),
        "file.toml:3: rules.start.a = 4: square 4 stands there twice",
    );
    one(
        with("start = { a = [1, 2, 3, 4, 27], b = [6, 7, 8, 9, 10] }"),
        "file.toml:3: rules.start = { a = [1, 2, 3, 4, 27], b = [6, 7, 8, 9, 10] }: square 27 is a trap, where no piece can stand at the start; start on other squares",
    );
    one(
        with("start = { a = [1, 2, 3, 4, 5] }"),
        "file.toml:3: rules.start = { a = [1, 2, 3, 4, 5] }: nothing is said of player B; give one value for both, or { a = …, b = … }",
    );
    one(
        with("pieces = 8"),
        "file.toml:3: rules.pieces = 8: 8 pieces a side would stand as far as square 16; the start may not go beyond the refuge, square 15, so this layout has room for 7 pieces a side",
    );
    assert_eq!(
        with("layout = \"odd\"\nstart = { a = [1, 3, 5, 7, 9], b = [2, 4, 6, 8, 10] }").len(),
        1
    );
}

#[test]
fn gates_that_nobody_can_reach() {
    // Pieces leave 28 only off the board, and nothing passes 28 to land on 29.
    one(
        with("gates = [26, 28, 29]"),
        "file.toml:3: rules.gates = [26, 28, 29]: no piece can ever come to rest on the gate 29; no piece could pass it: a gate needs a throw that lands on it from a square that can be reached",
    );
    one(
        with("gates = [26, 27]"),
        "file.toml:3: rules.gates = [26, 27]: the gate 27 is a trap, so no piece could pass it; a gate must be a square on which a piece can rest",
    );
    // Only even numbers are thrown: A's pieces on odd squares cannot, but B's
    // on even ones reach 26; A's then can never leave.
    let found = with("throws = { points = { 2 = 1, 4 = 1 } }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].contains("could never leave the board"),
        "{found:?}"
    );
}

#[test]
fn squares_from_which_a_piece_can_never_leave() {
    one(
        with("off = { 26 = [5], 28 = [3], 30 = [1] }"),
        "file.toml:3: rules.off = { 26 = [5], 28 = [3], 30 = [1] }: a piece on 29 could never leave the board; list the points that bear it off there, or let it move on",
    );
    // 29 is no dead end where a piece may move on to 30.
    assert_eq!(
        with("off = { 26 = [5], 28 = [3], 30 = [1] }\nexit_only = []"),
        [""; 0]
    );
    // A 5 is never thrown with sticks that count 6, but 28 to 30 lead out.
    assert_eq!(with("throws = \"sticks-6\""), [""; 0]);
    let found = faults("base = \"ankh-7\"\n[rules]\noff = { 26 = 5, 28 = 3, 29 = 2, 30 = 1 }\n");
    assert!(
        found[0].contains("a piece on 27 could never leave the board"),
        "{found:?}"
    );
}

#[test]
fn throws() {
    one(
        with("throws = \"stick-5\""),
        "file.toml:3: rules.throws = \"stick-5\": there is no such casting device; did you mean `sticks-5`?",
    );
    one(
        with("throws = { points = { 1 = 0, 2 = 0 } }"),
        "file.toml:3: rules.throws.points = { 1 = 0, 2 = 0 }: no throw has a positive weight; give each throw a weight, like { 1 = 4, 2 = 6 }",
    );
    one(
        with("throws = { points = { 1 = 1, 16 = 1 } }"),
        "file.toml:3: rules.throws.points.16 = 1: `16` cannot stand before the =; it is a number from 0 to 15, like { 1 = 4, 2 = 6 }",
    );
    one(
        with("throws = { points = { 1 = 1, 2 = -1 } }"),
        "file.toml:3: rules.throws.points.2 = -1: this is no weight; a weight is a number of 0 or more, like 4 or 0.25",
    );
    one(
        with("throws = { sticks = 5 }"),
        "file.toml:3: rules.throws.blank: this key is missing; say how many points it is when no light face shows",
    );
    one(
        with("stick_p = 1.5"),
        "file.toml:3: rules.stick_p = 1.5: this is no chance; it is a number from 0 to 1, like 0.6, or a fraction in quotation marks",
    );
    one(
        with("throws = \"long-die\"\noff = { 28 = 3, 29 = 2, 30 = 1 }\nstick_p = 0.6"),
        "file.toml:5: rules.stick_p = 0.6: throws = \"long-die\" has no sticks; leave this key out, or choose a device with sticks",
    );
    one(
        with("again = [1, 7]"),
        "file.toml:3: rules.again = [1, 7]: 7 is never thrown; the throws are 1, 2, 3, 4 and 5",
    );
}

#[test]
fn keys_that_make_no_sense_together() {
    one(
        with("stay = [28]"),
        "file.toml:3: rules.stay = [28]: 28 is no trap; a piece can only choose to stay on one of `traps`",
    );
    one(
        with("refuge = \"none\""),
        "file.toml:3: rules.refuge = \"none\": `traps` needs a refuge to send pieces to; give the refuge's square, like refuge = 15",
    );
    one(
        with("win = \"most-home\""),
        "file.toml:3: rules.win = \"most-home\": without capture = \"remove\" no piece is ever lost, so nobody could get ahead of what the other may still bring home; set win = \"all-home\", or capture = \"remove\"",
    );
    assert_eq!(with("capture = \"remove\"").len(), 1);
    one(
        with("rethrow = { 27 = [1] }"),
        "file.toml:3: rules.rethrow = { 27 = [1] }: 27 is a trap; name a square on which a piece stands and moves by the ordinary rules",
    );
    one(
        with("rethrow = { 26 = [] }"),
        "file.toml:3: rules.rethrow.26 = []: no points are listed, so nothing could ever be thrown again; list points, like [1], or leave `rethrow` out",
    );
    one(
        with("back_from = 25"),
        "file.toml:3: rules.back_from = 25: this decides nothing without `backward`; set backward = \"forced\", or leave `back_from` out",
    );
    one(
        with("right_of_exit = 26"),
        "file.toml:3: rules.right_of_exit = 26: with rules.off = { 26 = [5], 28 = [3], 29 = [2], 30 = [1] } of data/rulesets/anubis-5.toml:76: with a right of exit the bear-off table is not used; leave `off` out, or set right_of_exit = \"none\"",
    );
    one(
        with("pairs = { a = true, c = false }"),
        "file.toml:3: rules.pairs.c = false: there is no such player; the players are `a`, who throws first, and `b`",
    );
}

#[test]
fn bases() {
    one(
        faults("base = \"anubis\"\n"),
        "file.toml:1: base = \"anubis\": there is no built-in ruleset and no file of that name; did you mean `anubis-5`?",
    );
    one(
        faults("base = 5\n"),
        "file.toml:1: base = 5: this names no ruleset; name a built-in ruleset or the path of a file, in quotation marks",
    );
    one(
        faults("base = \"file.toml\"\n"),
        "file.toml:1: base = \"file.toml\": the bases go round in a circle; a base may not lead back to the file itself",
    );
}

#[test]
fn a_wrong_base_does_not_hide_what_is_wrong_by_itself() {
    let found = faults(
        "base = \"anubis\"\n[rules]\nwall = 1\npeices = 3\nsafe = [31]\ncapture = \"swop\"\n\
         stay_leave = \"later\"\n[readings.r]\nwhy = \"?\"\nset = { gates = 26 }\n",
    );
    let lines: Vec<&str> = found.iter().map(|f| &f[10..11]).collect();
    assert_eq!(lines, ["1", "3", "4", "5", "6", "1"], "{found:?}");
    assert!(found[5].contains(":10: with reading r: rules.gates = 26"));
}

/// One slip neither hides what is wrong elsewhere nor brings about a second
/// message of its own.
#[test]
fn faults_do_not_hide_each_other() {
    let stuck = "a piece on 29 could never leave the board";
    let off = "off = { 26 = [5], 28 = [3], 30 = [1] }";
    for slip in [
        "colour = \"red\"",
        "pieces = \"five\"",
        "throws = \"stick-5\"",
        "gates = \"26\"",
        "layout = 3",
        "stick_p = 2",
        "peices = 3",
    ] {
        let alone = with(slip);
        assert_eq!(alone.len(), 1, "{alone:?}");
        let both = with(&format!("{slip}\n{off}"));
        assert_eq!(both.len(), 2, "{both:?}");
        assert!(both[1].contains(stuck), "{both:?}");
    }
    // Each of these may be the very one that would let the piece out.
    for slip in ["exit-only = []", "exit_only = \"none\""] {
        let both = with(&format!("{slip}\n{off}"));
        assert_eq!(both.len(), 1, "{both:?}");
    }
    let both = with("pieces = \"two\"\nstart = { a = [1, 27], b = [1, 2] }");
    assert_eq!(both.len(), 3, "{both:?}");
    assert!(
        both[1].contains("both players would stand on square 1"),
        "{both:?}"
    );
    assert!(both[2].contains("square 27 is a trap"), "{both:?}");
    let both = with("off = { 26 = [1], 28 = [3], 30 = [1] }");
    assert_eq!(both.len(), 2, "{both:?}");
    assert!(both.iter().any(|fault| fault.contains(stuck)), "{both:?}");
}

#[test]
fn inherited_values_are_not_blamed_for_a_line_of_ones_own() {
    one(
        with("traps = [27, 15]"),
        "file.toml:3: rules.traps = [27, 15]: with rules.refuge = 15 of data/rulesets/anubis-5.toml:70: the refuge 15 is itself a trap; choose a square that is not among `traps`",
    );
    let found = with("throws = { points = { 2 = 1, 4 = 1 } }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with(
            "file.toml:3: rules.throws = { points = { 2 = 1, 4 = 1 } }: with rules.off = {"
        ),
        "{found:?}"
    );
}

#[test]
fn a_file_without_an_id_gets_one_from_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("My Senet (2).toml");
    fs::write(&path, "base = \"anubis-5\"\n").unwrap();
    assert_eq!(
        load(path.to_str().unwrap(), &[], &[]).unwrap().id,
        "my-senet-2"
    );
}
