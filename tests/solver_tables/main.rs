//! Table files: the same bytes however they are made, damage noticed, and the
//! residual through the rules.

mod broken_off;

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::encoding::Encoding;
use senet::solver::kernel::Level;
use senet::solver::numbering::Numbering;
use senet::solver::solve::{Bounds, Format, Keep, Options, Progress, solve};
use senet::solver::table::{
    Game, Header, SectionKind, StartValue, Table, TableStore, WriteOptions,
};
use senet::solver::verify::residuals;

struct Job {
    id: &'static str,
    reading: &'static str,
    set: (&'static str, &'static str),
    bounds: Bounds,
    tolerance: f64,
    threads: usize,
    level: Level,
    /// Sweeps after which the run is broken off.
    break_after: usize,
    /// Bytes of a layer that may be in memory.
    in_memory: u64,
    /// Whether to copy the journal just before the table gets its name.
    keep_journal: bool,
    warn: fn(&str),
}

impl Default for Job {
    fn default() -> Self {
        Job {
            id: "anubis-5",
            reading: "",
            set: ("pieces", "2"),
            bounds: Bounds::None,
            tolerance: 1e-6,
            threads: 2,
            level: Level::detect(),
            break_after: usize::MAX,
            in_memory: u64::MAX,
            keep_journal: false,
            warn: |text| panic!("{text}"),
        }
    }
}

fn run<V: Format>(job: &Job, out: &Path) -> anyhow::Result<Header> {
    let readings: Vec<&str> = Some(job.reading)
        .into_iter()
        .filter(|r| !r.is_empty())
        .collect();
    let sets = [("pieces", "2"), job.set];
    let ruleset = load_builtin(job.id, &readings, &sets)?;
    let rules = Rules::new(&ruleset.mechanics);
    let encoding = Encoding::new(&ruleset.mechanics)?;
    let game = Game::new(&ruleset.id, &ruleset.label(), &ruleset.mechanics);
    let header = Header::new(
        game,
        &Numbering::Swap(encoding.clone()),
        V::PRECISION,
        job.bounds,
        job.tolerance,
    );
    let write = WriteOptions {
        warn: job.warn,
        checkpoint_every: Duration::ZERO,
        in_memory: job.in_memory,
    };
    let mut store = TableStore::open(out, header, encoding.layers, write)?;
    let options = Options {
        bounds: job.bounds,
        tolerance: job.tolerance,
        most_sweeps: 5000,
        threads: job.threads,
        level: job.level,
        memory: u64::MAX,
    };
    let stop = AtomicBool::new(false);
    let mut sweeps = 0;
    let mut count = |progress: Progress| {
        sweeps += usize::from(matches!(progress, Progress::Sweep { .. }));
        if sweeps == job.break_after {
            stop.store(true, Relaxed);
        }
    };
    let solved = solve::<V>(
        &rules,
        &options,
        Keep::Needed,
        &mut store,
        &stop,
        &mut count,
    )?;
    let (low, high) = solved.interval(&rules.start());
    let certified = job.bounds == Bounds::Both;
    drop(solved);
    if job.keep_journal {
        let journal = out.with_extension("journal");
        fs::copy(&journal, journal.with_extension("journal.kept"))?;
    }
    store.close(StartValue {
        value: (low + high) / 2.0,
        lower: certified.then_some(low),
        upper: certified.then_some(high),
    })
}

#[test]
fn bytes_do_not_depend_on_threads_or_instructions() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = |threads, level| {
        let out = folder.path().join("table");
        let job = Job {
            threads,
            level,
            ..Job::default()
        };
        run::<u16>(&job, &out).unwrap();
        fs::read(out).unwrap()
    };
    let one = bytes(1, Level::detect());
    for (threads, level) in Level::all().into_iter().enumerate() {
        assert!(one == bytes(2 + threads, level), "{level:?}");
    }
    let out = folder.path().join("table");
    let in_file = Job {
        in_memory: 0,
        ..Job::default()
    };
    run::<u16>(&in_file, &out).unwrap();
    assert!(one == fs::read(out).unwrap());
}

/// Sweeps of all groups together.
fn sweeps(header: &Header) -> usize {
    let groups = header
        .sections
        .iter()
        .filter(|section| section.mine <= section.theirs && section.kind != SectionKind::Upper);
    groups.map(|section| section.sweeps as usize).sum()
}

#[test]
fn what_is_damaged_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    let sweeps = sweeps(&run::<u16>(&Job::default(), &out).unwrap());
    fs::remove_file(&out).unwrap();
    let broken = Job {
        break_after: sweeps - 1,
        ..Job::default()
    };
    run::<u16>(&broken, &out).unwrap_err();
    for (name, word) in [
        ("table.checkpoint", "its checksum is wrong"),
        ("table.partial", "is damaged"),
        ("table.journal", "is damaged"),
    ] {
        let path = folder.path().join(name);
        let sound = fs::read(&path).unwrap();
        let mut bytes = sound.clone();
        // Behind the headers, within the first finished layer.
        let at = if name == "table.partial" {
            65536 + 100
        } else {
            bytes.len() - 100
        };
        bytes[at] ^= 1;
        fs::write(&path, bytes).unwrap();
        let error = format!("{:#}", run::<u16>(&Job::default(), &out).unwrap_err());
        assert!(error.contains(word), "{name}: {error}");
        fs::write(&path, sound).unwrap();
    }
    let other = Job {
        tolerance: 1e-3,
        ..Job::default()
    };
    let error = format!("{:#}", run::<u16>(&other, &out).unwrap_err());
    assert!(error.contains("is about another run"), "{error}");
    run::<u16>(&Job::default(), &out).unwrap();
    let sound = fs::read(&out).unwrap();
    for (at, word) in [
        (3, "no table"),
        (60, "header is damaged"),
        (8, "format version"),
    ] {
        let mut bytes = sound.clone();
        bytes[at] ^= 1;
        fs::write(&out, bytes).unwrap();
        let error = Table::open(&out)
            .err()
            .expect("a damaged header")
            .to_string();
        assert!(error.contains(word), "{error}");
    }
    fs::write(&out, &sound[..sound.len() - 1]).unwrap();
    assert!(
        Table::open(&out)
            .err()
            .expect("a short file")
            .to_string()
            .contains("cut short")
    );
    let mut bytes = sound;
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&out, bytes).unwrap();
    let table = Table::open(&out).unwrap();
    assert!(table.verify_checksums(|_| {}).is_err());
}

/// The bounds of a position must follow from those of the positions after it, as
/// the rules' engine finds them; some 20,000 positions of each layer are looked
/// at.
#[test]
fn bounds_of_every_game_follow_from_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    for (id, reading, set) in [
        ("anubis-5", "", ("pieces", "2")),
        ("anubis-5", "free-last", ("wall", "2")),
        ("anubis-5", "backward", ("pairs.b", "false")),
        ("anubis-5", "throw-again-after-pass", ("wall.a", "0")),
        ("sawah-5-six", "", ("pieces", "2")),
        ("nile-5-six", "", ("pieces", "2")),
        ("nile-5-six", "wrong-throw-returns", ("pieces", "2")),
        ("nile-5-five", "right-kept", ("pieces", "1")),
        ("ankh-5", "", ("pairs.a", "false")),
        ("ankh-5", "leave-later", ("pieces", "2")),
        ("ankh-5", "unprotected-backward", ("pieces", "2")),
        ("ankh-5", "locked-last", ("pieces", "2")),
        ("standard-5", "refuge-after", ("pieces", "2")),
        ("standard-5", "may-pass", ("pieces", "2")),
        ("standard-5", "throw-again-after-pass", ("pieces", "2")),
        ("kendall-5", "trap", ("pieces", "2")),
        ("kendall-5", "row", ("pieces", "2")),
    ] {
        let job = Job {
            id,
            reading,
            set,
            bounds: Bounds::Both,
            tolerance: 1e-2,
            ..Job::default()
        };
        let header = run::<u32>(&job, &out).unwrap();
        let start = header.start.unwrap();
        assert!(
            start.upper.unwrap() - start.lower.unwrap() <= 1e-2,
            "{id} {reading}"
        );
        let table = Table::open(&out).unwrap();
        let rules = Rules::new(table.mechanics());
        for layer in residuals(&table, &rules, |positions| positions / 20_000, |_| {}) {
            let worst = layer.worst.map(|position| position.to_string());
            assert!(
                layer.largest < 1e-14,
                "{id} {reading}: {} at {worst:?}",
                layer.largest
            );
            assert!(layer.widest <= 1e-2, "{id} {reading}");
        }
    }
}

/// (chance of winning) of the first player, from two other programs.
#[test]
fn starts_of_anubis_are_the_known_ones() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("table");
    for (pieces, expected) in [("1", 0.512358), ("2", 0.509271)] {
        let job = Job {
            set: ("pieces", pieces),
            bounds: Bounds::Both,
            ..Job::default()
        };
        let start = run::<f64>(&job, &out).unwrap().start.unwrap();
        assert!((start.value - expected).abs() < 1e-6, "{start:?}");
    }
    // By hand, all other pieces home: squares 30, 29 and 28 win with a 1 (4/16), a
    // 2 (6/16) and a 3 (4/16), all else passes. With chances p and q,
    // v = p + (1 − p)(1 − w) and w = q + (1 − q)(1 − v), so v = p / (p + q − pq).
    let table = Table::open(&out).unwrap();
    for (position, value) in [
        ("30/29 1-1 A", 8.0 / 17.0),
        ("29/30 1-1 A", 12.0 / 17.0),
        ("30/28 1-1 A", 4.0 / 7.0),
        ("28/30 1-1 A", 4.0 / 7.0),
        ("28/29 1-1 A", 8.0 / 17.0),
    ] {
        let parsed = senet::rules::parse_position(table.mechanics(), position).unwrap();
        let (low, high) = table.interval(&parsed);
        assert!(low <= value && value <= high, "{position}: {low} {high}");
        assert!(high - low < 1e-6, "{position}: {low} {high}");
    }
}
