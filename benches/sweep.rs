//! Position updates per CPU-second in single layers of `anubis-5`.
//!
//! `cargo bench --bench sweep -- 4 4 1` sweeps layer (4, 4) on one thread. The
//! layers below hold one half everywhere: the work is that of the real sweep.
//! The number of updates is asserted, so that nothing is skipped unseen.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::solver::array::Array;
use senet::solver::encoding::Encoding;
use senet::solver::kernel::Level;
use senet::solver::layers::Layer;
use senet::solver::solve::{
    Bounds, GroupReport, Keep, LayerTables, Options, Progress, Store, solve,
};

/// Values between 1/4 and 3/4 without order.
fn scatter(array: &mut Array<u16>) {
    let mut state = 1u32;
    for value in array.bytes_mut().chunks_exact_mut(2) {
        state = state.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        value.copy_from_slice(&(16384 + (state >> 17) as u16).to_ne_bytes());
    }
}

/// Makes up every layer but those with the wanted pieces.
struct Pretend {
    encoding: Encoding,
    wanted: [u8; 2],
}

impl Store<u16> for Pretend {
    fn finished(&mut self, group: &[Layer]) -> anyhow::Result<Option<Vec<LayerTables<u16>>>> {
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
        tables.collect::<anyhow::Result<_>>().map(Some)
    }

    fn finish(
        &mut self,
        _: &GroupReport,
        tables: Vec<LayerTables<u16>>,
    ) -> anyhow::Result<Vec<LayerTables<u16>>> {
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
    let numbers: Vec<usize> = std::env::args()
        .filter_map(|arg| arg.parse().ok())
        .collect();
    let [mine, theirs, threads, sweeps] = match numbers[..] {
        [mine, theirs, threads, sweeps] => [mine, theirs, threads, sweeps],
        [mine, theirs, threads] => [mine, theirs, threads, 3],
        _ => [3, 3, 1, 3],
    };
    let mechanics = load_builtin("anubis-5", &[], &[]).unwrap().mechanics;
    let rules = Rules::new(&mechanics);
    let encoding = Encoding::new(&mechanics).unwrap();
    let options = Options {
        bounds: Bounds::None,
        tolerance: 0.0,
        most_sweeps: sweeps as u32,
        threads,
        level: Level::detect(),
        memory: u64::MAX,
    };
    let mut store = Pretend {
        encoding,
        wanted: [mine as u8, theirs as u8],
    };
    let stop = AtomicBool::new(false);
    let mut began = 0.0;
    let mut progress = |progress: Progress| match progress {
        Progress::Group { layers, .. } => {
            if layers
                .iter()
                .any(|l| [l.mine, l.theirs] != [mine as u8, theirs as u8] && l.mine == l.theirs)
            {
                return;
            }
            began = cpu_seconds();
        }
        Progress::Level { .. } => {}
        Progress::Sweep { sweep, report, .. } => {
            let cpu = cpu_seconds() - began;
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
    let result = solve::<u16>(
        &rules,
        &options,
        Keep::Needed,
        &mut store,
        &stop,
        &mut progress,
    );
    assert!(result.is_ok());
}
