//! The folder of a study: what killed runs leave, who may write to it, and what
//! is kept in it.

use std::fs;

use crate::{errors_of, study};

const LINE: &str = "advantage --rulesets anubis-5 --pieces 1 --out o";

/// They stayed for ever.
#[test]
fn what_a_killed_study_leaves_is_removed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("o");
    for name in ["blocking", "jobs", "tables/.tmpa1B2c3"] {
        fs::create_dir_all(out.join(name)).unwrap();
    }
    let leftovers = [
        "tables/.tmpa1B2c3/u8",
        "blocking/.tmpa1B2c3.partial",
        "blocking/.chart-a1B2c3.svg",
        "jobs/.tmpa1B2c3.partial",
    ];
    for name in leftovers.iter().chain(&["blocking/notes.txt"]) {
        fs::write(out.join(name), "x").unwrap();
    }
    study(folder.path(), LINE).success();
    for name in leftovers {
        assert!(!out.join(name).exists(), "{name}");
    }
    assert!(!out.join("tables/.tmpa1B2c3").exists());
    assert!(out.join("blocking/notes.txt").exists());
}

#[test]
fn two_studies_do_not_write_to_one_folder() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("o");
    fs::create_dir(&out).unwrap();
    let lock = fs::File::create(out.join("study.lock")).unwrap();
    lock.lock().unwrap();
    let text = errors_of(study(folder.path(), LINE).code(1));
    assert!(
        text.contains("o is in use: another run writes to it"),
        "{text}"
    );
    drop(lock);
    study(folder.path(), LINE).success();
}

/// It said what is wrong and not what to do.
#[test]
fn a_kept_table_that_is_damaged_can_be_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let keep = format!("{LINE} --keep-tables");
    study(folder.path(), &keep).success();
    let tables = folder.path().join("o/tables");
    let table = fs::read_dir(&tables)
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let mut bytes = fs::read(&table).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&table, &bytes).unwrap();
    let again = keep.replace("advantage", "openings");
    let text = errors_of(study(folder.path(), &again).code(1));
    assert!(text.contains("delete it to solve the game again"), "{text}");
    fs::remove_file(&table).unwrap();
    study(folder.path(), &again).success();
}

/// Games were solved in more.
#[test]
fn memory_limits_what_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let text = errors_of(study(folder.path(), &format!("{LINE} --memory 1MiB")).code(1));
    for word in [
        "anubis-5 with 1 piece in f64 needs",
        "MiB of memory",
        "(1 MiB)",
    ] {
        assert!(text.contains(word), "{text}");
    }
    assert_eq!(
        fs::read_dir(folder.path().join("o/tables"))
            .unwrap()
            .count(),
        0
    );
}
