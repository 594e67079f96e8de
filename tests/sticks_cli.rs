//! `senet sticks` from outside.

use std::path::Path;
use std::process::Output;

use assert_cmd::Command;

fn sticks(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_senet"))
        .arg("sticks")
        .args(args)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The rows of a CSV file, each as its cells by column.
fn rows(path: &Path) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let owned = |cell: &str| cell.to_string();
    reader
        .records()
        .map(|row| {
            let row = row.unwrap();
            header
                .iter()
                .map(owned)
                .zip(row.iter().map(owned))
                .collect()
        })
        .collect()
}

fn cell<'a>(row: &'a [(String, String)], column: &str) -> &'a str {
    let found = row.iter().find(|(name, _)| name == column);
    &found.unwrap_or_else(|| panic!("no column {column}")).1
}

#[test]
fn fair_sticks_on_the_terminal_are_those_worked_out_by_hand() {
    let output = sticks(&["--p", "0.5", "--device", "sticks-5"]);
    assert!(output.status.success(), "{output:?}");
    let text = text(&output.stdout);
    for figure in ["25.00 %", "37.50 %", "6.25 %", "2.3125", "1.6000", "3.7000"] {
        assert!(text.contains(figure), "{figure} is missing in\n{text}");
    }
    assert!(
        text.contains("1*") && text.contains("5*") && !text.contains("2*"),
        "{text}"
    );
    assert!(text.contains("ignore passes"), "{text}");
    assert!(!text.contains("long-die"), "{text}");
}

#[test]
fn every_device_and_chance_has_its_rows() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("new/folder");
    let output = sticks(&["--out", out.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");

    let castings = rows(&out.join("sticks.csv"));
    let of = |name: &str| {
        let all = castings.iter();
        all.filter(|row| cell(row, "device") == name)
            .collect::<Vec<_>>()
    };
    assert_eq!(of("sticks-5").len(), 9);
    assert_eq!(of("sticks-6").len(), 9);
    let [die] = of("long-die")[..] else {
        panic!("the long die has more than one row");
    };
    assert_eq!(
        (cell(die, "stick_p"), cell(die, "mean_points")),
        ("", "2.5")
    );
    let [bone] = of("astragali")[..] else {
        panic!("the knucklebone has more than one row");
    };
    // (1·1 + 4·3 + 4·4 + 1·6) / 10
    assert_eq!(cell(bone, "mean_points"), "3.5");
    let fair: Vec<_> = of("sticks-5")
        .into_iter()
        .filter(|row| cell(row, "stick_p") == "0.5")
        .collect();
    assert_eq!(cell(fair[0], "again"), "0.375");
    assert_eq!(cell(fair[0], "turn_points"), "3.7");

    let chances = rows(&out.join("sticks_chances.csv"));
    for casting in &castings {
        let (device, p) = (cell(casting, "device"), cell(casting, "stick_p"));
        let mine = |row: &&Vec<_>| cell(row, "device") == device && cell(row, "stick_p") == p;
        let number = |row: &Vec<_>, column: &str| cell(row, column).parse::<u128>().unwrap();
        let weights: u128 = chances
            .iter()
            .filter(mine)
            .map(|row| number(row, "weight"))
            .sum();
        let total = chances
            .iter()
            .find(mine)
            .map(|row| number(row, "weight_total"));
        assert_eq!(Some(weights), total, "{device} {p}");
    }
    for chart in ["sticks.png", "sticks.svg"] {
        assert!(out.join(chart).metadata().unwrap().len() > 1000, "{chart}");
    }
    let files = std::fs::read_dir(&out).unwrap().count();
    assert_eq!(files, 4, "temporary files are left behind");
}

#[test]
fn sticks_that_always_fall_alike_have_endless_turns() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = sticks(&["--p", "1", "--device", "sticks-5", "--out", out]);
    assert!(output.status.success(), "{output:?}");
    assert!(text(&output.stdout).contains("no end"));
    let castings = rows(&folder.path().join("sticks.csv"));
    assert_eq!(cell(&castings[0], "again"), "1");
    assert_eq!(cell(&castings[0], "turn_throws"), "");
}

#[test]
fn unknown_devices_and_bad_chances_name_what_would_be_right() {
    let output = sticks(&["--device", "dice"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("sticks-5"), "{output:?}");
    for bad in ["0.7:0.3:0.1", "0.3:0.7", "2", "0.3:0.7:0"] {
        let output = sticks(&["--p", bad]);
        assert_eq!(output.status.code(), Some(2), "{bad}");
    }
}

#[test]
fn a_section_gives_p_beside_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let output = sticks(&[
        "--section",
        "half-disc",
        "--section",
        "segment:height=0.5",
        "--device",
        "sticks-5",
        "--out",
        out,
    ]);
    assert!(output.status.success());
    let shown = text(&output.stdout);
    for part in [
        "half-disc (model)",
        "134.0 degrees",
        "0.6278",
        "0.5740",
        "yut stick (measured)",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let sections = rows(&folder.path().join("sections.csv"));
    let kinds: Vec<&str> = sections.iter().map(|row| cell(row, "kind")).collect();
    assert_eq!(kinds, ["model", "model", "measured", "measured"]);
    let tables = rows(&folder.path().join("sticks.csv"));
    let ps: Vec<&str> = tables.iter().map(|row| cell(row, "stick_p")).collect();
    assert_eq!(ps, ["0.6278", "0.574"]);

    let wrong = sticks(&["--section", "triangle"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("there is no such shape"));
    let both = sticks(&["--section", "half-disc", "--p", "0.5"]);
    assert_eq!(both.status.code(), Some(2));
}
