//! Position updates per CPU-second in single layers, of `anubis-5` if no word
//! names another ruleset.
//!
//! `cargo bench --bench sweep -- 4 4 1` sweeps layer (4, 4) three times on one
//! thread, `-- 4 4 1 5` five times. Words may follow: the format (`u16`, `u32`,
//! `f32`, `f64`), `portable` or `avx2` for fewer instructions than the machine has,
//! and `anew` to keep no moves from one sweep for the next. The layers below hold
//! values without order, so the work is that of the real sweep. The number of
//! updates is asserted, so that nothing is skipped unseen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::array::Array;
use senet::solver::encoding::Encoding;
use senet::solver::kernel::Level;
use senet::solver::layers::Layer;
use senet::solver::solve::{
    Bounds, Finished, Format, GroupReport, Keep, LayerTables, Options, Progress, Store, solve,
};
use senet::solver::value::Value;

/// Room for the values of (5, 5) and those below, and for plans of other layers.
const MEMORY: u64 = 16 << 30;

/// Values between 1/4 and 3/4 without order.
fn scatter<V: Value>(array: &mut Array<V>) {
    let mut state = 1u32;
    for place in 0..array.len() {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let value = V::from_f64(0.25 + f64::from(state >> 8) / f64::from(1 << 25));
        // SAFETY: the place is within the array, and no one else has it.
        unsafe { *array.as_mut_ptr().add(place) = value };
    }
}

/// Makes up every layer but those with the wanted pieces.
struct Pretend {
    encoding: Encoding,
    wanted: [u8; 2],
}

impl<V: Value> Store<V> for Pretend {
    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Finished<V>>> {
        let [mine, theirs] = self.wanted;
        if group
            .iter()
            .any(|layer| [layer.mine, layer.theirs] == self.wanted)
        {
            return Ok(None);
        }
        let needed = |layer: &Layer| layer.mine + layer.theirs + 1 == mine + theirs;
        let tables = group.iter().map(|layer| {
            let len = if needed(layer) {
                self.encoding.positions(*layer)
            } else {
                0
            };
            let mut array = Array::in_memory(len)?;
            scatter(&mut array);
            Ok(vec![Arc::new(array)])
        });
        let report = GroupReport {
            layers: group.to_vec(),
            sweeps: 0,
            change: 0.0,
            changes: Vec::new(),
            updated: 0,
            widest: None,
            rests: true,
        };
        let tables = tables.collect::<anyhow::Result<_>>()?;
        Ok(Some(Finished { report, tables }))
    }

    fn finish(
        &mut self,
        _: &GroupReport,
        tables: Vec<LayerTables<V>>,
    ) -> anyhow::Result<Vec<LayerTables<V>>> {
        Ok(tables)
    }
}

/// User and system time of this process in seconds.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap_or("")
        .split_whitespace()
        .collect();
    let ticks: f64 = fields[11..13]
        .iter()
        .map(|t| t.parse::<f64>().unwrap_or(0.0))
        .sum();
    ticks / 100.0
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    if has("u32") {
        sweep::<u32>(&words);
    } else if has("f32") {
        sweep::<f32>(&words);
    } else if has("f64") {
        sweep::<f64>(&words);
    } else {
        sweep::<u16>(&words);
    }
}

fn sweep<V: Format>(words: &[String]) {
    let numbers: Vec<usize> = words.iter().filter_map(|arg| arg.parse().ok()).collect();
    let has = |word: &str| words.iter().any(|w| w == word);
    let [mine, theirs, threads, sweeps] = match numbers[..] {
        [mine, theirs, threads, sweeps] => [mine, theirs, threads, sweeps],
        [mine, theirs, threads] => [mine, theirs, threads, 3],
        _ => [3, 3, 1, 3],
    };
    let named = words.iter().find_map(|id| load_builtin(id, &[], &[]).ok());
    let ruleset = named.unwrap_or_else(|| load_builtin("anubis-5", &[], &[]).unwrap());
    let mechanics = ruleset.mechanics;
    let rules = Rules::new(&mechanics);
    let encoding = Encoding::new(&mechanics).unwrap();
    let levels = Level::all();
    let options = Options {
        bounds: Bounds::None,
        tolerance: 0.0,
        most_sweeps: sweeps as u32,
        threads,
        level: if has("portable") {
            levels[0]
        } else if has("avx2") {
            levels[1]
        } else {
            Level::detect()
        },
        memory: if has("anew") { 0 } else { MEMORY },
    };
    let positions: usize = encoding
        .layers
        .groups()
        .into_iter()
        .find(|group| {
            group
                .iter()
                .any(|l| [l.mine, l.theirs] == [mine as u8, theirs as u8])
        })
        .expect("pieces from 1 to 5")
        .iter()
        .map(|&layer| encoding.positions(layer))
        .sum();
    let mut store = Pretend {
        encoding,
        wanted: [mine as u8, theirs as u8],
    };
    let stop = AtomicBool::new(false);
    let mut began = 0.0;
    let mut progress = |progress: Progress| match progress {
        Progress::Group { .. } => began = cpu_seconds(),
        Progress::Level { .. } => {}
        Progress::Sweep { sweep, report, .. } => {
            let cpu = cpu_seconds() - began;
            assert!(sweep > 2 || report.updated == positions as u64);
            println!(
                "({mine}, {theirs}) sweep {sweep}: {} updates, {cpu:.2} CPU-s, {:.1} M/CPU-s, change {:.1e}",
                report.updated,
                report.updated as f64 / cpu / 1e6,
                report.change
            );
            began = cpu_seconds();
        }
    };
    // Only the wanted group is swept; those after it are not reached.
    let result = solve::<V>(
        &rules,
        &options,
        Keep::Needed,
        &mut store,
        &stop,
        &mut progress,
    );
    assert!(result.is_ok());
}
