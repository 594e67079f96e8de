//! Random games of one ruleset of each family, without and with statistics.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use senet::agent::Random;
use senet::arena::{Caster, Meter, Seating, Seeds, Unobserved, play_batch};
use senet::rules::Rules;
use senet::ruleset::load_builtin;

const GAMES: u64 = 500;

fn playouts(criterion: &mut Criterion) {
    for id in ["anubis-5", "nile-5-six", "ankh-7", "standard-5", "bell-10"] {
        let ruleset = load_builtin(id, &[], &[]).expect("a ruleset of the program's own");
        let rules = Rules::new(&ruleset.mechanics);
        let seating = Seating {
            rules: &rules,
            caster: &Caster::new(&ruleset.mechanics.throws),
            seeds: Seeds::new(1, 1),
            agents: [&Random; 2],
            max_plies: 100_000,
        };
        let results = play_batch(&seating, 0..GAMES, &mut Unobserved);
        let plies = results.iter().map(|result| u64::from(result.plies)).sum();
        assert!(results.iter().all(|result| result.outcome.is_some()));
        let mut group = criterion.benchmark_group(id);
        group.throughput(Throughput::Elements(plies));
        group.bench_function("plain", |bencher| {
            bencher.iter(|| play_batch(&seating, 0..GAMES, &mut Unobserved));
        });
        group.bench_function("measured", |bencher| {
            bencher.iter(|| {
                let mut meter = Meter::new(&rules);
                play_batch(&seating, 0..GAMES, &mut meter);
                meter.finish()
            });
        });
        group.finish();
    }
}

criterion_group!(benches, playouts);
criterion_main!(benches);
