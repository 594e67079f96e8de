//! What is said of perfect play: its course, the check of games against it, and
//! the smaller tables that keep it.

mod check;
mod course;
mod derived;
mod endgame;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use senet::rules::Rules;
use senet::ruleset::{Mechanics, load_builtin};
use senet::solver::encoding::Encoding;
use senet::solver::kernel::Level;
use senet::solver::numbering::Numbering;
use senet::solver::solve::{Bounds, Format, Keep, Options, solve};
use senet::solver::table::{Game, Header, StartValue, Table, TableStore, WriteOptions};

fn mechanics(id: &str, reading: &str, sets: &[(&str, &str)]) -> Mechanics {
    let readings: Vec<&str> = Some(reading)
        .into_iter()
        .filter(|r| !r.is_empty())
        .collect();
    load_builtin(id, &readings, sets).unwrap().mechanics
}

fn table<V: Format>(mechanics: &Mechanics, bounds: Bounds, out: &Path) -> Table {
    let rules = Rules::new(mechanics);
    let encoding = Encoding::new(mechanics).unwrap();
    let tolerance = 1e-10;
    let game = Game::new("game", "game", mechanics);
    let header = Header::new(
        game,
        &Numbering::Swap(encoding.clone()),
        V::PRECISION,
        bounds,
        tolerance,
    );
    let write = WriteOptions {
        warn: |text| panic!("{text}"),
        checkpoint_every: Duration::from_secs(3600),
        in_memory: u64::MAX,
    };
    let mut store = TableStore::open(out, header, encoding.layers, write).unwrap();
    let options = Options {
        bounds,
        tolerance,
        most_sweeps: 5000,
        threads: 2,
        level: Level::detect(),
        memory: u64::MAX,
    };
    let stop = AtomicBool::new(false);
    let solved = solve::<V>(
        &rules,
        &options,
        Keep::Needed,
        &mut store,
        &stop,
        &mut |_| {},
    )
    .unwrap();
    let (low, high) = solved.interval(&rules.start());
    drop(solved);
    let start = StartValue {
        value: (low + high) / 2.0,
        lower: None,
        upper: None,
    };
    store.close(start).unwrap();
    Table::open(out).unwrap()
}
