//! How fast the searches are: evaluations, an expectimax from the middle game
//! (throughput in positions evaluated), rollouts (in games), UCT (in descents).

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use senet::rules::{Position, Rules, parse_position};
use senet::ruleset::load_builtin;
use senet::search::{
    Evaluator, Expectimax, Linear, Luck, Mcts, MctsOptions, Options, Playing, Prune, Rollout,
    RolloutOptions, Weights,
};
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

fn rollout(c: &mut Criterion) {
    let (rules, linear, position) = anubis();
    let mut group = c.benchmark_group("rollout anubis-5 middle game");
    group.sample_size(10);
    for (name, truncate, luck) in [
        ("16 plies, luck out", Some(16), Luck::TakenOut),
        ("16 plies", Some(16), Luck::Kept),
        ("to the end", None, Luck::Kept),
    ] {
        let options = RolloutOptions {
            games: 64,
            truncate,
            luck,
            error: None,
            ..RolloutOptions::default()
        };
        let rollout = Rollout::new(&rules, &linear, Playing::Greedy, options);
        let games = rollout.choose(&rules, &position, 2, 1).estimates;
        group.throughput(Throughput::Elements(
            games.iter().map(|e| e.sample.games).sum(),
        ));
        group.bench_function(name, |b| {
            b.iter(|| rollout.choose(&rules, black_box(&position), 2, 1));
        });
    }
    group.finish();
}

fn mcts(c: &mut Criterion) {
    let (rules, linear, position) = anubis();
    let mut group = c.benchmark_group("mcts anubis-5 middle game");
    group.sample_size(20);
    let options = MctsOptions::default();
    let mcts = Mcts::new(&rules, &linear, options);
    group.throughput(Throughput::Elements(options.iterations.into()));
    group.bench_function("default", |b| {
        b.iter(|| mcts.choose(&rules, black_box(&position), 2, 1));
    });
    group.finish();
}

criterion_group!(benches, evaluator, expectimax, rollout, mcts);
criterion_main!(benches);
