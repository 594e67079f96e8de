//! Faults of readings and of keys changed on the command line.

use std::fs;

use senet::ruleset::{load, load_builtin};

use super::{faults, one};

#[test]
fn readings() {
    let head = "base = \"anubis-5\"\n[rules]\n";
    one(
        faults(&format!(
            "{head}[readings.r]\nwhy = \"?\"\nset = {{ refuge = 27 }}\n"
        )),
        "file.toml:5: with reading r: rules.refuge = 27: the refuge 27 is itself a trap; choose a square that is not among `traps`",
    );
    one(
        faults(&format!("{head}[readings]\nfree = false\n")),
        "file.toml:4: there is no reading `free`; did you mean `free-last`?",
    );
    // A fault of the rules does not hide a reading's, nor come back with it.
    let found = faults(&format!(
        "{head}wall = 1\n[readings.r]\nwhy = \"?\"\nset = {{ refuge = 27 }}\n"
    ));
    assert_eq!(found.len(), 2, "{found:?}");
    // A reading of the base that fails here is named with the file at hand.
    let found = faults("base = \"ankh-5\"\n[rules]\npieces = 7\n");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("file.toml:3: "), "{found:?}");
    assert!(
        found[0].ends_with("; or drop the reading: late-start = false under [readings]"),
        "{found:?}"
    );
    assert!(
        found[0].contains("with reading late-start: rules.pieces = 7: "),
        "{found:?}"
    );
    assert_eq!(
        faults("base = \"ankh-5\"\n[rules]\npieces = 7\n[readings]\nlate-start = false\n"),
        [""; 0]
    );
}

#[track_caller]
fn changed(id: &str, readings: &[&str], sets: &[(&str, &str)]) -> String {
    load_builtin(id, readings, sets).unwrap_err().to_string()
}

#[test]
fn faults_of_changes_name_the_change() {
    assert_eq!(
        changed("anubis-5", &[], &[("stick_p", "1")]),
        "anubis-5 --set stick_p=1: rules.off = { 26 = [5], 28 = [3], 29 = [2], 30 = [1] }: with stick_p = 1 only 4 is ever thrown, so a piece on 1 to 26 and 30 could never leave the board; list the points that bear it off there, or let it move on"
    );
    assert_eq!(
        changed("anubis-5", &[], &[("paris", "false")]),
        "anubis-5 --set paris=false: rules.paris = false: there is no such key; did you mean `pairs`?"
    );
    assert_eq!(
        changed("anubis-5", &[], &[("length.a", "3")]),
        "anubis-5 --set length.a=3: length.a = 3: length is a whole number, so it has no entry `a`; write length=VALUE"
    );
    assert_eq!(
        changed("ankh-5", &["late-start"], &[("pieces", "7")]),
        "ankh-5 --set pieces=7: rules.pieces = 7: 7 pieces a side would stand as far as square 19; the start may not go beyond the refuge, square 15, so this layout has room for 5 pieces a side"
    );
    assert_eq!(
        changed("ankh-5", &["late"], &[]),
        "ankh-5 --reading late: there is no reading `late`; did you mean `late-start`?"
    );
    assert_eq!(
        changed("anubis-6", &[], &[]),
        "`anubis-6`: there is no built-in ruleset and no file of that name; did you mean `anubis-5`?"
    );
}

#[test]
fn changes_of_what_is_no_rule_are_refused_with_advice() {
    assert_eq!(
        changed("anubis-5", &[], &[("base", "ankh-7")]),
        "anubis-5 --set base=ankh-7: base = ankh-7: only the keys of [rules] can be changed so; name the other ruleset in place of this one"
    );
    assert!(changed("anubis-5", &[], &[("id", "mine")]).contains("write a ruleset file"));
}

#[test]
fn chances_are_read_exactly_or_refused_with_the_reason() {
    let digest = |p| {
        load_builtin("anubis-5", &[], &[("stick_p", p)])
            .unwrap()
            .digest()
    };
    assert_eq!(digest("6e-1"), digest("0.6"));
    assert_eq!(digest("1e-3"), digest("0.001"));
    for long in ["0.1234567891234", &format!("0.{}", "3".repeat(60))] {
        let fault = changed("anubis-5", &[], &[("stick_p", long)]);
        assert!(fault.contains("more digits than"), "{fault}");
        assert!(fault.ends_with("round it: four sticks take up to nine decimals"));
    }
    load_builtin("anubis-5", &[], &[("stick_p", "0.123456789")]).unwrap();
    let fault = changed("anubis-5", &[], &[("stick_p", "0")]);
    assert!(
        fault.contains("with stick_p = 0 only 5 is ever thrown"),
        "{fault}"
    );
}

#[test]
fn readings_that_contradict_each_other_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.toml");
    fs::write(
        &path,
        "base = \"anubis-5\"\n[readings.near]\nwhy = \"?\"\nset = { refuge = 14 }\n\
         [readings.far]\nwhy = \"?\"\nset = { refuge = 12 }\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    assert!(load(path, &["near"], &[]).is_ok());
    let fault = load(path, &["near", "far"], &[]).unwrap_err().to_string();
    assert!(
        fault.ends_with(":7: with reading far: refuge = 12: reading near sets this key to 14; choose one of the two readings"),
        "{fault}"
    );
}
