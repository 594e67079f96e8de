//! Runs of `senet solve`: what is refused before they begin, what they leave
//! behind, and how they go on.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::encoding::Encoding;
use senet::solver::kernel::Level;
use senet::solver::numbering::Numbering;
use senet::solver::solve::{Bounds, Keep, Options, Progress, SolveError, solve};
use senet::solver::table::{Game, Header, OutLock, TableStore, WriteOptions};
use senet::solver::value::Precision;
use sha2::{Digest, Sha256};

/// Runs a line without quotes.
fn senet(line: &str, folder: &Path) -> assert_cmd::assert::Assert {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("senet"));
    let words: Vec<&str> = line.split_whitespace().collect();
    command.args(words).current_dir(folder).assert()
}

/// What `--json` prints before the last line.
fn manifest(done: &assert_cmd::assert::Assert) -> serde_json::Value {
    let text = String::from_utf8_lossy(&done.get_output().stdout).into_owned();
    let end = text.rfind("}\n").expect("a manifest") + 1;
    serde_json::from_str(&text[..end]).unwrap()
}

#[test]
fn options_that_mean_nothing_are_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    for (options, words) in [
        ("--tolerance nan", "from 1e-15 to below 1"),
        ("--tolerance inf", "from 1e-15 to below 1"),
        ("--tolerance 0", "from 1e-15 to below 1"),
        ("--tolerance -1", "from 1e-15 to below 1"),
        ("--tolerance 1e-300", "from 1e-15 to below 1"),
        ("--tolerance 2", "from 1e-15 to below 1"),
        ("--most-sweeps 0", "--most-sweeps"),
        ("--threads 9999999", "a whole number up to 1024"),
        ("--memory 8gib", "is no unit: use"),
        ("--solver blocks --lengths", "--solver general"),
        ("--solver blocks --from garbage", "--solver general"),
        ("--checkpoint 10", "--out FILE"),
        ("--lengths --portable", "--portable: "),
        ("--lengths --checkpoint 10 --out t", "--checkpoint: "),
        (
            "--out nodir/t",
            "--out nodir/t: the folder nodir does not exist",
        ),
        (
            "--lengths --out nodir/t",
            "--out nodir/t: the folder nodir does not exist",
        ),
        ("--memory 1MiB", "more than --memory allows (1 MiB)"),
        ("--lengths --memory 1MiB", "memory allowed (1 MiB, of"),
    ] {
        let line = format!("solve anubis-5 --set pieces=1 {options}");
        senet(&line, folder.path())
            .failure()
            .stderr(contains(words).and(contains("bytes").not()));
    }
    let line = "solve ur-blitz --set pieces=1 --solver hand --lengths";
    senet(line, folder.path())
        .code(1)
        .stderr(contains("--solver general"));
    senet(
        "ends anubis-5 --set pieces=1 --threads 9999999",
        folder.path(),
    )
    .code(2)
    .stderr(contains("a whole number up to 1024"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// With more memory the same command was refused.
#[test]
fn the_format_is_the_finest_that_fits() {
    let folder = tempfile::tempdir().unwrap();
    for (memory, precision) in [("110MiB", "u16"), ("200MiB", "u32"), ("300MiB", "f64")] {
        let line = format!(
            "solve anubis-5 --set pieces=3 --most-sweeps 1 --tolerance 0.5 --json --memory {memory}"
        );
        let done = senet(&line, folder.path()).success();
        assert_eq!(manifest(&done)["precision"], precision, "{memory}");
    }
}

#[test]
fn values_that_do_not_rest_are_said_not_to() {
    let folder = tempfile::tempdir().unwrap();
    let few = "solve anubis-5 --set pieces=2 --most-sweeps 1";
    senet(&format!("{few} --no-bounds"), folder.path())
        .success()
        .stderr(
            contains("1 sweep (--most-sweeps 1 allows no more)")
                .and(contains("is not known from a single one"))
                .and(contains("0.00 a sweep").not()),
        );
    senet(few, folder.path())
        .success()
        .stderr(contains("--most-sweeps 1 allows no more").and(contains("rounding").not()));
    let done = senet(&format!("{few} --lengths --json"), folder.path())
        .success()
        .stdout(contains("perfect play").not())
        .stderr(contains("--most-sweeps 1 allows no more").and(contains("is not told")));
    assert!(manifest(&done)["plies"].is_null());
}

/// The changes that the file tells of excused any residual.
#[test]
fn a_table_that_does_not_rest_fails_its_check() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let solve = "solve anubis-5 --set pieces=2 --no-bounds --precision";
    senet(&format!("{solve} f64 --most-sweeps 2 --out few"), at).success();
    senet("table verify few", at)
        .code(1)
        .stdout(contains("WRONG").and(contains("allowed    2.00e-6")));
    for precision in ["u16", "u32", "f32", "f64"] {
        let out = format!("{solve} {precision} --out {precision}");
        senet(&out, at).success();
        senet(&format!("table verify {precision}"), at).success();
    }
}

/// Only the game was compared.
#[test]
fn a_table_is_replaced_by_one_of_its_kind_alone() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let solve = "solve anubis-5 --set pieces=1 --out t";
    senet(solve, at).success();
    let first = fs::read(at.join("t")).unwrap();
    for (options, words) in [
        ("--precision u16", "f64 instead of u16"),
        ("--no-bounds", "bounds instead of no bounds"),
        (
            "--tolerance 0.1",
            "tolerance 1e-6 instead of tolerance 1e-1",
        ),
        ("--most-sweeps 1", "instead of --most-sweeps 1"),
        ("--solver general", "instead of keys/1"),
        ("--reading may-leave-later", "there is no reading"),
    ] {
        senet(&format!("{solve} {options}"), at)
            .code(1)
            .stderr(contains(words));
        assert!(fs::read(at.join("t")).unwrap() == first, "{options}");
    }
    senet(solve, at).success();
    assert!(fs::read(at.join("t")).unwrap() == first);
    let solve = "solve bell-10 --set pieces=1 --out g";
    senet(solve, at).success();
    for (options, words) in [
        ("--lengths", "no lengths instead of lengths"),
        ("--most-sweeps 1", "instead of --most-sweeps 1"),
    ] {
        senet(&format!("{solve} {options}"), at)
            .code(1)
            .stderr(contains(words));
    }
    let words = solve.split(' ').chain(["--from", "30/29 0-0 A"]);
    Command::new(assert_cmd::cargo::cargo_bin!("senet"))
        .args(words)
        .current_dir(at)
        .assert()
        .code(1)
        .stderr(contains("instead of 30/29 0-0 A"));
    senet(solve, at).success();
}

#[test]
fn a_strange_file_in_the_place_of_the_unfinished_table_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let partial = folder.path().join("t.partial");
    fs::write(&partial, "mine").unwrap();
    for game in ["anubis-5", "ur-blitz"] {
        senet(
            &format!("solve {game} --set pieces=1 --out t"),
            folder.path(),
        )
        .code(1)
        .stderr(contains("t.partial: there is such a file already"));
    }
    assert_eq!(fs::read(partial).unwrap(), b"mine");
}

/// They took each other's files away.
#[test]
fn two_runs_do_not_make_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lock = OutLock::take(&at.join("t")).unwrap();
    let lines = ["anubis-5", "ur-blitz", "bell-10"]
        .map(|game| format!("solve {game} --set pieces=1 --out t"));
    for line in &lines {
        senet(line, at)
            .code(1)
            .stderr(contains("t: another run is at work").and(contains("t.lock")));
    }
    drop(lock);
    // A run that was killed leaves the file and no lock.
    fs::write(at.join("t.lock"), "").unwrap();
    for line in &lines {
        senet(line, at).success();
        assert!(!at.join("t.lock").exists());
        fs::remove_file(at.join("t")).unwrap();
    }
}

/// A run of the library that is broken off after five sweeps, two groups done,
/// neither of which rests.
fn break_off(out: &Path) {
    let ruleset = load_builtin("anubis-5", &[], &[("pieces", "2")]).unwrap();
    let encoding = Encoding::new(&ruleset.mechanics).unwrap();
    let header = Header::new(
        Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics),
        &Numbering::Swap(encoding.clone()),
        Precision::F64,
        Bounds::None,
        1e-6,
    );
    let write = WriteOptions {
        warn: |text| panic!("{text}"),
        checkpoint_every: Duration::ZERO,
        in_memory: u64::MAX,
    };
    let mut store = TableStore::open(out, header, encoding.layers, write).unwrap();
    let options = Options {
        bounds: Bounds::None,
        tolerance: 1e-6,
        most_sweeps: 2,
        threads: 2,
        level: Level::detect(),
        memory: u64::MAX,
    };
    let (stop, mut sweeps) = (AtomicBool::new(false), 0);
    let mut count = |progress: Progress| {
        sweeps += usize::from(matches!(progress, Progress::Sweep { .. }));
        stop.store(sweeps == 5, Relaxed);
    };
    let rules = Rules::new(&ruleset.mechanics);
    let broken = solve::<f64>(
        &rules,
        &options,
        Keep::Needed,
        &mut store,
        &stop,
        &mut count,
    );
    assert!(matches!(broken, Err(SolveError::Interrupted)));
    store.pause().unwrap();
}

/// Its unfinished layers were taken for finished, and its groups were missing
/// from the manifest.
#[test]
fn a_run_that_goes_on_knows_what_the_one_before_has_done() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    break_off(&at.join("t"));
    let solve = "solve anubis-5 --set pieces=2 --no-bounds --json --out t";
    senet(solve, at)
        .code(1)
        .stderr(contains("t.journal is about another run").and(contains("--most-sweeps 2")));
    let done = senet(&format!("{solve} --most-sweeps 2"), at).success();
    let warnings = String::from_utf8_lossy(&done.get_output().stderr).into_owned();
    for layer in ["(1, 1)", "(1, 2)", "(2, 2)"] {
        let warning = format!("warning: layer {layer} does not rest");
        assert!(warnings.contains(&warning), "{warnings}");
    }
    let found = manifest(&done);
    let groups = found["groups"].as_array().unwrap();
    assert_eq!(groups.len(), 3);
    assert!(groups.iter().all(|group| group["sweeps"] == 2));
    let updates = groups
        .iter()
        .map(|group| group["updates"].as_u64().unwrap());
    assert_eq!(found["updates"].as_u64().unwrap(), updates.sum::<u64>());
    let parts = found["parts"].as_array().unwrap();
    let finished: Vec<u64> = parts
        .iter()
        .map(|p| p["groups"].as_u64().unwrap())
        .collect();
    assert_eq!(finished, [2, 1]);
    let seconds = |part: &serde_json::Value| part["seconds"].as_f64().unwrap();
    assert!(parts.iter().all(|part| seconds(part) > 0.0));
    let sum = seconds(&parts[0]) + seconds(&parts[1]);
    assert!((seconds(&found) - sum).abs() < 1e-9);
}

#[test]
fn a_journal_of_another_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    break_off(&folder.path().join("t"));
    let journal = folder.path().join("t.journal");
    let text = fs::read_to_string(&journal).unwrap();
    let (_, json) = text.split_once('\n').unwrap();
    let found: serde_json::Value = serde_json::from_str(json).unwrap();
    // The first ones held the header alone.
    let header = found["header"].to_string();
    let sum = Sha256::digest(&header);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let first = format!("{sum}\n{header}");
    fs::write(&journal, &first).unwrap();
    let line = "solve anubis-5 --set pieces=2 --no-bounds --most-sweeps 2 --out t";
    senet(line, folder.path())
        .code(1)
        .stderr(contains("is of version 1, and this program reads 2"));
    assert_eq!(fs::read_to_string(&journal).unwrap(), first);
}

#[test]
fn the_general_solver_tells_of_its_course() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let line = "solve bell-10 --set pieces=1 --lengths --json --out t";
    let found = manifest(&senet(line, at).success());
    assert_eq!(found["tolerance"], 1e-10);
    assert!(found["revision"].is_string());
    for group in found["groups"].as_array().unwrap() {
        let changes = group["changes"].as_array().unwrap();
        assert_eq!(changes.len() as u64, group["sweeps"].as_u64().unwrap());
        assert_eq!(changes.last(), Some(&group["change"]));
    }
    senet("table info t", at)
        .success()
        .stdout(contains("tolerance  1e-10"));
}
