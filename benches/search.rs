//! How fast the searches are: evaluations in an expectimax, a depth-3 search
//! from the middle game.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use senet::rules::{Position, Rules, parse_position};
use senet::ruleset::load_builtin;
use senet::search::{Evaluator, Expectimax, Linear, Options, Prune, Weights};
use std::hint::black_box;

/// A middle game of `anubis-5`: contact everywhere, one piece home each.
const MIDDLE: &str = "6,11,12,19/8,9,14,23 1-1 A";

fn anubis() -> (Rules, Linear, Position) {
    let rules = Rules::new(&load_builtin("anubis-5", &[], &[]).unwrap().mechanics);
    let linear = Linear::new(&rules, &Weights::hand(rules.mechanics()));
    let position = parse_position(rules.mechanics(), MIDDLE).unwrap();
    (rules, linear, position)
}

fn evaluator(c: &mut Criterion) {
    let (_, linear, position) = anubis();
    c.bench_function("linear equity", |b| {
        b.iter(|| linear.equity(black_box(&position)));
    });
}

fn expectimax(c: &mut Criterion) {
    let (rules, linear, position) = anubis();
    let mut group = c.benchmark_group("expectimax anubis-5 middle game");
    group.sample_size(20);
    for (name, depth, prune, table_bits) in [
        ("plain", 3, Prune::None, None),
        ("table", 3, Prune::None, Some(16)),
        ("star1 table", 3, Prune::Star1, Some(16)),
        ("star2", 3, Prune::Star2, None),
        ("star2 table", 3, Prune::Star2, Some(16)),
        ("star2 table", 4, Prune::Star2, Some(16)),
    ] {
        let options = Options {
            depth,
            prune,
            table_bits,
            ..Options::default()
        };
        let mut search = Expectimax::new(&rules, &linear, options);
        let found = search.choose(&rules, &position, 2);
        assert_eq!(found.depth, depth);
        group.throughput(Throughput::Elements(found.counts.leaves));
        group.bench_function(BenchmarkId::new(name, depth), |b| {
            b.iter(|| search.choose(&rules, black_box(&position), 2));
        });
    }
    group.finish();
}

criterion_group!(benches, evaluator, expectimax);
criterion_main!(benches);
