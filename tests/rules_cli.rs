//! `senet rules` as typed.

use std::fs;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::{contains, diff};

fn senet() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin!("senet"))
}

fn rules(args: &[&str]) -> assert_cmd::assert::Assert {
    senet().arg("rules").args(args).assert()
}

#[test]
fn list_has_a_line_for_each_ruleset() {
    rules(&["list"]).success().stdout(diff(
        "\
id            pieces  throws    capture  pair  wall  backward  gates  trap  digest
anubis-5           5  sticks-5  swap     yes   3     no        26     27    14bd9c88e71d0c09
sawah-5            5  sticks-5  swap     yes   3     no        26     27    14bd9c88e71d0c09
sawah-7            7  sticks-5  swap     yes   3     no        26     27    971cb5e2b6e799ce
sawah-5-six        5  sticks-6  swap     yes   3     no        26     27    fa4ee86106654591
sawah-7-six        7  sticks-6  swap     yes   3     no        26     27    baaadf6f3c271649
nile-5-six         5  sticks-6  swap     yes   3     forced    -      27    f7c7081fe82c4e1f
nile-7-six         7  sticks-6  swap     yes   3     forced    -      27    4e9ec2b82923fb26
nile-5-five        5  sticks-5  swap     yes   3     forced    -      27    74510af02cf8223e
nile-7-five        7  sticks-5  swap     yes   3     forced    -      27    bfe912bb9f577206
ankh-7             7  sticks-5  swap     yes   3     forced    15     27    a8a0a7e87ca5ff63
ankh-5             5  sticks-5  swap     yes   3     forced    15     27    351237a20cf537a5
standard-5         5  sticks-5  swap     yes   -     no        -      28    ffea486469bce972
bell-10           10  long-die  remove   no    -     no        -      -     408dcebcec8d02ba
kendall-7          7  sticks-5  swap     yes   -     forced    26     -     04cdb99f0ff704ce
kendall-5          5  sticks-5  swap     yes   -     forced    26     -     43245512b3c95da9
modern-7           7  sticks-5  swap     yes   3     forced    26     27    ba1f98c6a43aa429
modern-5           5  sticks-5  swap     yes   3     forced    26     27    a380a66d1e9ff0e1
skyruk-7           7  sticks-5  swap     ends  2     forced    26     -     6614bb50a37d6929
skyruk-5           5  sticks-5  swap     ends  2     forced    26     -     0887ef3b8506ebaf
dutch-5            5  sticks-6  swap     yes   3     no        -      27    d8914aa11db7bb25
dutch-5-back       5  sticks-6  swap     yes   3     forced    -      27    b179df96b0d602c7
toy-5              5  sticks-6  swap     yes   3     forced    -      27    3b6744f35a222b15
kalish-7           7  sticks-5  swap     yes   3     forced    -      27    7bebfd3a0cfc2b1b
syrian-7           7  sticks-5  swap     no    -     no        26     27    2f9cb8848a0bb8de
jequier-5          5  sticks-6  low      yes   3     forced    -      27    e1f7d483174e1fe1
bga-5              5  sticks-5  swap     yes   -     forced    26     -     76c7e5d717f4464f
bgfl-7             7  sticks-5  swap     yes   -     forced    26     27    e904652b394ff206
piccione-5         5  sticks-5  none     no    -     forced    -      27    ce5bd7680ab89eec
ur-finkel          7  bits-4    hand     no    -     no        -      -     e62bfb64fa53016d
ur-masters         7  bits-3z4  hand     no    -     no        -      -     b99e494455c7663d
ur-blitz           5  bits-4    hand     no    -     no        -      -     514badbeb779f216
aseb-5             5  bits-4    hand     no    -     no        -      -     b5948748ba7dde9f
twenty-7           7  bones-20  hand     no    -     no        -      -     67e2d5aa816e42ae
",
    ));
}

#[test]
fn show_has_source_prose_tables_readings_and_board() {
    rules(&["show", "standard-5"])
        .success()
        .stdout(contains("ruleset standard-5   digest "))
        .stdout(contains("language   Portuguese"))
        .stdout(contains("Square 28 is a trap"))
        .stdout(contains(
            "points  weight  chance   another throw\n     1       4   25.00 %  yes\n",
        ))
        .stdout(contains(
            "square  points\n    27  4, 5\n    29  3\n    30  2\n",
        ))
        .stdout(contains("refuge-after: refuge_search = \"after\"\n"))
        .stdout(contains(
            "  | 1    | 2    | 3    | 4    | 5    | 6    | 7    | 8    | 9    | 10   |\n  \
             | A    | B    | A    | B    | A    | B    | A    | B    | A    | B    | v\n",
        ))
        .stdout(contains("| 27+  | 28~  | 29+  | 30+  |\n"));
}

#[test]
fn show_says_what_is_thrown_and_how_the_refuge_is_searched() {
    for (throws, line) in [
        (
            "throws={ sticks = 5, blank = 6 }",
            "Two-sided sticks, 5 of them: the points are the light faces up, 6",
        ),
        (
            "throws={ points = { 1 = 1, 2 = 1, 3 = 1 } }",
            "One cast makes these points, with chances in proportion",
        ),
    ] {
        rules(&["show", "nile-5-six", "--set", throws])
            .success()
            .stdout(contains(line))
            .stdout(contains("The search skips square"))
            .stdout(contains("that is a move all"));
    }
}

/// `off = "exact"` and `"over"` reach traps too, from which nobody bears off;
/// where a piece may stay on one, it does.
#[test]
fn show_lists_no_exit_from_a_trap() {
    for (args, rows) in [
        (&["dutch-5"][..], "24  6|26  4|28  2|29  1"),
        (&["dutch-5-back"], "24  6|26  4|28  2|29  1"),
        (
            &["toy-5", "--reading", "refuge-15"],
            "24  6|26  4|28  2|29  1",
        ),
        (
            &["jequier-5"],
            "25  6|26  6|28  3, 4, 6|29  2, 3, 4, 6|30  1, 2, 3, 4, 6",
        ),
        (
            &["anubis-5", "--set", "off.27=4"],
            "26  5|28  3|29  2|30  1",
        ),
        (&["nile-5-five"], "26  5|28  3|29  2|30  1"),
        (&["ankh-5"], "26  5|27  4|28  3|29  2|30  1"),
    ] {
        let rows: String = rows.split('|').map(|row| format!("    {row}\n")).collect();
        let output = rules(&[&["show"], args].concat()).success();
        let page = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let (_, table) = page.split_once("\nsquare  points\n").unwrap();
        assert!(table.starts_with(&rows), "{args:?}: {table}");
    }
}

#[test]
fn show_says_what_was_changed() {
    rules(&[
        "show",
        "anubis-5",
        "--reading",
        "free-last",
        "--set",
        "stick_p=0.6",
    ])
    .success()
    .stdout(contains("ruleset anubis-5+free-last+stick_p=0.6   digest "))
    .stdout(contains("anubis-5 unchanged has digest "))
    .stdout(contains("free-last (applied): exit_only = []"))
    .stdout(contains("Chance of the counted face of each: 0.6\n"));
}

#[test]
fn check_reports_all_faults_of_all_files() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("good.toml"), "base = \"anubis-5\"\n").unwrap();
    fs::write(
        folder.path().join("bad.toml"),
        "base = \"anubis-5\"\n[rules]\nwall = 1\nsafe = [0]\n",
    )
    .unwrap();
    senet()
        .current_dir(folder.path())
        .args(["rules", "check", "bad.toml", "good.toml", "missing.toml"])
        .assert()
        .code(1)
        .stdout(diff("\
bad.toml:3: rules.wall = 1: a single piece is no wall; it is 0 for no walls, else at least 2
bad.toml:4: rules.safe = 0: 0 is no square of the track; squares are 1 to 30
good.toml: no faults; digest 14bd9c88e71d0c09
missing.toml: this file cannot be read: No such file or directory (os error 2); give a built-in id or the path of a ruleset file
"));
    senet()
        .current_dir(folder.path())
        .args(["rules", "check", "good.toml"])
        .assert()
        .success();
}

#[test]
fn diff_names_the_keys_or_the_same_game() {
    rules(&["diff", "anubis-5", "sawah-5"])
        .success()
        .stdout("the same game\n");
    rules(&["diff", "nile-5-six", "nile-7-six"])
        .success()
        .stdout(diff(
            "\
key      nile-5-six  nile-7-six
pieces   5           7
start.a  2,4,6,8,11  2,4,6,8,10,12,15
start.b  1,3,5,7,9   1,3,5,7,9,11,13
",
        ));
}

#[test]
fn schema_is_json() {
    let output = rules(&["schema"]).success().get_output().stdout.clone();
    let schema: serde_json::Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(schema["title"], "Senet ruleset");
}

#[test]
fn a_file_named_like_a_built_in_id_is_not_shadowed_silently() {
    let folder = tempfile::tempdir().unwrap();
    let own = "id = \"anubis-5\"\nbase = \"anubis-5\"\n[rules]\nwall = 0\n";
    fs::write(folder.path().join("anubis-5.toml"), own).unwrap();
    let show = |word: &str| {
        let mut command = senet();
        command
            .current_dir(folder.path())
            .args(["rules", "show", word]);
        command.assert().success()
    };
    show("anubis-5")
        .stdout(contains("are a wall"))
        .stderr("note: anubis-5 is the built-in ruleset, not the file anubis-5.toml beside; for the file, write ./anubis-5.toml\n");
    show("builtin:anubis-5")
        .stdout(contains("are a wall"))
        .stderr("");
    show("./anubis-5.toml")
        .stdout(contains("are a wall").not())
        .stdout(contains("ruleset ./anubis-5.toml   digest "))
        .stderr("note: ./anubis-5.toml calls itself anubis-5, as a built-in ruleset with other rules does; here it goes by its path\n");
}

#[test]
fn a_path_works_wherever_an_id_does() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(
        folder.path().join("base.toml"),
        "base = \"ankh-7\"\n[rules]\npieces = 3\n",
    )
    .unwrap();
    // `base` is followed from the file's own folder.
    fs::write(
        folder.path().join("sub/mine.toml"),
        "base = \"../base.toml\"\n[rules]\nstay_leave = \"later\"\n",
    )
    .unwrap();
    senet()
        .current_dir(folder.path())
        .args(["perft", "sub/mine.toml", "1"])
        .assert()
        .success();
    senet()
        .current_dir(folder.path())
        .args([
            "rules",
            "diff",
            "sub/mine.toml",
            "ankh-7",
            "--set",
            "pieces=3",
        ])
        .assert()
        .success()
        .stdout(contains("stay_leave").and(contains("start.a").not()));
    senet()
        .current_dir(folder.path())
        .args(["perft", "base", "1"])
        .assert()
        .code(1)
        .stderr("error: `base`: there is no built-in ruleset and no file of that name; for the file, write ./base.toml\n");
}

#[test]
fn unknown_ids_get_a_suggestion() {
    senet()
        .args(["perft", "anubis", "1"])
        .assert()
        .code(1)
        .stderr(contains("did you mean `anubis-5`?"));
}

/// The blocks of the page are written into a file and checked as it says.
#[test]
fn the_worked_example_of_the_docs_works() {
    let page =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rulesets.md")).unwrap();
    let blocks: Vec<&str> = page
        .split("```toml\n")
        .skip(1)
        .map(|rest| rest.split("```").next().unwrap())
        .collect();
    let [file, off, source, reading, ..] = blocks[..] else {
        panic!("{} blocks", blocks.len());
    };
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let mut command = senet();
        let output = command
            .current_dir(folder.path())
            .args(args)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let path = folder.path().join("leaflet-7.toml");
    fs::write(&path, file).unwrap();
    let faults = run(&["rules", "check", "leaflet-7.toml"]);
    assert!(faults.contains("29") && page.contains(&faults), "{faults}");
    let kept: String = file
        .lines()
        .filter(|line| !line.starts_with("off"))
        .fold(String::new(), |text, line| text + line + "\n");
    fs::write(&path, format!("{kept}{off}{source}{reading}")).unwrap();
    let checked = run(&["rules", "check", "leaflet-7.toml"]);
    assert!(checked.contains("no faults"), "{checked}");
    let differences = run(&["rules", "diff", "anubis-5", "leaflet-7.toml"]);
    assert!(
        differences.contains("refuge_search") && page.contains(&differences),
        "{differences}"
    );
    let counts = run(&["perft", "leaflet-7.toml", "1", "--reading", "exact-exit"]);
    assert!(counts.starts_with("1 "), "{counts}");
    let throws: Vec<&&str> = blocks.iter().filter(|b| b.starts_with("throws")).collect();
    assert!(!throws.is_empty());
    for throws in throws {
        for line in throws.lines() {
            let line = line.replace("throws = ", "throws=");
            let line = line.split(" #").next().unwrap().trim();
            let counts = run(&["perft", "nile-5-six", "1", "--set", line]);
            assert!(counts.starts_with("1 "), "{line}");
        }
    }
}
