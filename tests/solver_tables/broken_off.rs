//! Runs that were broken off, in each phase, and gone on with; and disks that are
//! full.

use std::fs;
use std::sync::Mutex;

use senet::solver::solve::{Bounds, Format, SolveError};

use super::{Job, run, sweeps};

/// Breaks runs of `job` off after some sweeps and lets others go on from there.
fn goes_on_alike<V: Format>(job: &dyn Fn() -> Job) {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    let sweeps = sweeps(&run::<V>(&job(), &whole).unwrap());
    let expected = fs::read(whole).unwrap();
    for break_after in [1, 7, sweeps / 2, sweeps * 3 / 4, sweeps - 2, sweeps - 1] {
        let out = folder.path().join(format!("broken-{break_after}"));
        let broken = Job {
            break_after,
            ..job()
        };
        let error = run::<V>(&broken, &out).unwrap_err();
        assert!(
            matches!(error.downcast_ref(), Some(SolveError::Interrupted)),
            "{error:#}"
        );
        assert!(!out.exists());
        run::<V>(&job(), &out).unwrap();
        assert!(
            fs::read(&out).unwrap() == expected,
            "broken after {break_after} sweeps"
        );
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1 + 1);
        fs::remove_file(out).unwrap();
    }
}

#[test]
fn a_broken_run_goes_on_to_the_same_bytes() {
    goes_on_alike::<u16>(&Job::default);
    // Extrapolated.
    goes_on_alike::<u16>(&|| Job {
        id: "ankh-5",
        ..Job::default()
    });
    // In several phases.
    goes_on_alike::<f64>(&|| Job {
        id: "nile-5-six",
        bounds: Bounds::Both,
        tolerance: 1e-3,
        ..Job::default()
    });
}

/// A full disk ended the run, and hours of a layer were lost.
#[test]
fn a_checkpoint_that_cannot_be_written_is_told_and_the_run_goes_on() {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let job = Job {
        warn: |text| TOLD.lock().unwrap().push(text.to_string()),
        ..Job::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let (out, other) = (folder.path().join("table"), folder.path().join("other"));
    fs::create_dir(folder.path().join("table.checkpoint.new")).unwrap();
    run::<u16>(&job, &out).unwrap();
    run::<u16>(&Job::default(), &other).unwrap();
    assert!(fs::read(out).unwrap() == fs::read(other).unwrap());
    let told = TOLD.lock().unwrap();
    assert!(told.len() > 1);
    assert!(told[0].contains("table.checkpoint: "), "{}", told[0]);
    assert!(told[0].contains("would begin anew"), "{}", told[0]);
}

/// Killed between two steps that belong together, a run left what the next one
/// refused.
#[test]
fn a_run_killed_at_the_end_of_a_layer_or_of_all_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    let [journal, checkpoint] =
        ["table.journal", "table.checkpoint"].map(|n| folder.path().join(n));
    let sweeps = sweeps(&run::<u16>(&Job::default(), &out).unwrap());
    let whole = fs::read(&out).unwrap();
    fs::remove_file(&out).unwrap();
    let broken = |break_after| Job {
        break_after,
        ..Job::default()
    };
    // The layer is finished, its checkpoint still there.
    run::<u16>(&broken(1), &out).unwrap_err();
    let old = fs::read(&checkpoint).unwrap();
    run::<u16>(&broken(sweeps - 3), &out).unwrap_err();
    fs::write(&checkpoint, old).unwrap();
    run::<u16>(&Job::default(), &out).unwrap();
    assert!(fs::read(&out).unwrap() == whole);
    // The table has its name, the journal is still there.
    fs::remove_file(&out).unwrap();
    let kept = Job {
        keep_journal: true,
        ..Job::default()
    };
    run::<u16>(&kept, &out).unwrap();
    let complete = folder.path().join("table.journal.kept");
    fs::rename(&complete, &journal).unwrap();
    run::<u16>(&Job::default(), &out).unwrap();
    assert!(fs::read(&out).unwrap() == whole);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Nothing but the journal is there yet, or no longer.
    run::<u16>(&broken(1), &out).unwrap_err();
    fs::remove_file(folder.path().join("table.partial")).unwrap();
    run::<u16>(&broken(sweeps - 2), &out).unwrap_err();
    fs::remove_file(folder.path().join("table.partial")).unwrap();
    let error = format!("{:#}", run::<u16>(&Job::default(), &out).unwrap_err());
    assert!(error.contains("table.partial is gone"), "{error}");
}
