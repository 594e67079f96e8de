//! Smaller tables: what they keep, who plays by them, and that damage is seen.

use std::fs;
use std::sync::Arc;

use senet::agent::{Agent, Chosen, Optimal, Stream};
use senet::rules::{Rules, parse_position};
use senet::solver::solve::{Bounds, Format};
use senet::solver::table::{ChoiceTable, Table, derive_choices, derive_u8};

use crate::{mechanics, table};

/// In every position and with every throw, the choices kept are those of the
/// perfect player, and the 8 bits are the values within half a step.
/// Returns how many decisions there were.
fn keeps<V: Format>(id: &str, sets: &[(&str, &str)], bounds: Bounds) -> u32 {
    let mechanics = mechanics(id, "", sets);
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let table = Arc::new(table::<V>(&mechanics, bounds, &path("table")));
    derive_u8(&table, &path("u8")).unwrap();
    derive_choices(&table, &path("choices")).unwrap();
    assert!(ChoiceTable::is_one(&path("choices")).unwrap());
    assert!(!ChoiceTable::is_one(&path("u8")).unwrap());
    let coarse = Table::open(&path("u8")).unwrap();
    coarse.verify_checksums(|_| {}).unwrap();
    let choices = Arc::new(ChoiceTable::open(&path("choices")).unwrap());
    choices.verify_checksums().unwrap();
    let (optimal, chosen) = (Optimal::new(table.clone()), Chosen::new(choices));
    chosen.suits(&mechanics).unwrap();
    let rules = Rules::new(&mechanics);
    let mut stream = Stream::new(0);
    let encoding = table.blocks();
    let mut decisions = 0;
    for layer in encoding.layers.groups().into_iter().flatten() {
        for place in 0..encoding.positions(layer) {
            let position = encoding.position(&mechanics, layer, place);
            let off = (coarse.equity(&position) - table.equity(&position)).abs();
            assert!(off <= 0.5 / 254.0 + 1e-12, "{position}: off by {off}");
            for throw in mechanics.throws.throws() {
                let legal = rules.choices(&position, throw.points);
                decisions += u32::from(legal.len() > 1);
                let expected = optimal.choose(&rules, &position, throw.points, &legal, &mut stream);
                let found = chosen.choose(&rules, &position, throw.points, &legal, &mut stream);
                assert_eq!(found, expected, "{position}, throw {}", throw.points);
            }
        }
    }
    decisions
}

#[test]
fn derived_tables_keep_what_they_say() {
    assert!(keeps::<f64>("ankh-5", &[("pieces", "1")], Bounds::None) > 100);
    assert!(keeps::<f64>("kendall-5", &[("pieces", "1")], Bounds::None) > 100);
    // A single piece of `nile` never has a choice: codes of no bits.
    assert_eq!(
        keeps::<u32>("nile-5-six", &[("pieces", "1")], Bounds::Both),
        0
    );
    keeps::<u16>(
        "standard-5",
        &[("pieces", "2"), ("pairs.a", "false")],
        Bounds::None,
    );
}

#[test]
fn damaged_choices_are_refused() {
    let game = mechanics("ankh-5", "", &[("pieces", "1")]);
    let folder = tempfile::tempdir().unwrap();
    let table = table::<f64>(&game, Bounds::None, &folder.path().join("table"));
    let path = folder.path().join("choices");
    let header = derive_choices(&table, &path).unwrap();
    let again = folder.path().join("again");
    derive_choices(&table, &again).unwrap();
    let sound = fs::read(&path).unwrap();
    assert!(sound == fs::read(&again).unwrap());
    let last = header.sections.last().unwrap();
    let inside = (last.offset + last.bytes / 2) as usize;
    for (at, word) in [
        (3, "no file of choices"),
        (8, "format version"),
        (60, "header is damaged"),
    ] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let error = ChoiceTable::open(&path).err().expect("damage").to_string();
        assert!(error.contains(word), "{error}");
    }
    let mut bytes = sound.clone();
    bytes[inside] ^= 1;
    fs::write(&path, bytes).unwrap();
    let error = ChoiceTable::open(&path)
        .unwrap()
        .verify_checksums()
        .unwrap_err();
    assert!(error.to_string().contains("choices is damaged"), "{error}");
    fs::write(&path, &sound[..last.offset as usize]).unwrap();
    let error = ChoiceTable::open(&path)
        .err()
        .expect("a short file")
        .to_string();
    assert!(error.contains("cut short"), "{error}");
}

/// The files can be played by and probed by name.
#[test]
fn the_command_line_takes_derived_files() {
    let game = mechanics("anubis-5", "", &[("pieces", "1")]);
    let folder = tempfile::tempdir().unwrap();
    table::<f64>(&game, Bounds::None, &folder.path().join("t"));
    let senet = |line: &str| {
        let output = assert_cmd::Command::new(env!("CARGO_BIN_EXE_senet"))
            .current_dir(folder.path())
            .args(line.split(' '))
            .assert()
            .success();
        String::from_utf8(output.get_output().stdout.clone()).unwrap()
    };
    let told = senet("table derive t --as choices --out c");
    assert!(told.contains("bits a position"), "{told}");
    senet("table derive t --as u8 --out u");
    senet("table verify c");
    senet("table verify u");
    assert!(senet("table info c").contains("best ones by a table in f64"));
    let position = parse_position(&game, "29/26 0-0 A").unwrap().to_string();
    let mut command = assert_cmd::Command::new(env!("CARGO_BIN_EXE_senet"));
    let probe = command
        .current_dir(folder.path())
        .args(["probe", "--table", "c", "--throw", "2", "--position"])
        .arg(position)
        .assert()
        .success();
    let text = String::from_utf8(probe.get_output().stdout.clone()).unwrap();
    assert!(text.starts_with("2 29 Forward"), "{text}");
    let exact = |agents: &str| {
        let line = format!("evaluate anubis-5 --set pieces=1 --agents {agents}");
        let text = senet(&line);
        let (_, figures) = text.split_once("first player ").expect("a chance");
        figures.to_string()
    };
    assert_eq!(exact("optimal:t"), exact("optimal:c"));
}
