use senet::rules::{Position, Rules};
use senet::search::{
    Counts, Evaluator, Expectimax, Limit, Linear, Options, Prune, Weights, equity_of, savings,
};

use crate::{each_ruleset, sample};

const WAYS: [(Prune, Option<u8>); 6] = [
    (Prune::None, None),
    (Prune::None, Some(12)),
    (Prune::Star1, None),
    (Prune::Star1, Some(12)),
    (Prune::Star2, None),
    // Small enough to be overwritten all the time.
    (Prune::Star2, Some(6)),
];

fn options(depth: u8, (prune, table_bits): (Prune, Option<u8>)) -> Options {
    Options {
        depth,
        prune,
        table_bits,
        limit: Limit::None,
    }
}

/// `V_d` by its formula and nothing else.
fn value(rules: &Rules, evaluator: &impl Evaluator, position: &Position, depth: u8) -> f64 {
    let Some(mover) = position.to_throw().filter(|_| depth > 0) else {
        return evaluator.equity(position);
    };
    let table = &rules.mechanics().throws;
    let mut sum = 0.0;
    for throw in table.throws() {
        let choices = rules.choices(position, throw.points);
        let best = rules
            .successors(position, throw.points, choices)
            .map(|(_, after)| match after.to_throw() {
                None => equity_of(mover, evaluator, rules, &after),
                Some(next) if next == mover => value(rules, evaluator, &after, depth - 1),
                Some(_) => 1.0 - value(rules, evaluator, &after, depth - 1),
            })
            .fold(0.0, f64::max);
        sum += table.probability(throw.points) * best;
    }
    sum
}

#[test]
fn the_value_is_that_of_the_formula() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for position in sample(rules, 12, 11) {
            for depth in 0..=2 {
                let exact = value(rules, &linear, &position, depth);
                for way in WAYS {
                    let mut search = Expectimax::new(rules, &linear, options(depth, way));
                    let got = search.value(rules, &position, depth);
                    assert!(
                        (got - exact).abs() < 1e-12,
                        "{name}: {position} depth {depth} {way:?}: {got} {exact}"
                    );
                }
            }
        }
    });
}

#[test]
fn all_ways_choose_the_same_at_the_same_value() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for depth in 0..=3 {
            let count = [400, 200, 40, 3][usize::from(depth)];
            let positions = sample(rules, count, 12 + u64::from(depth));
            let mut searches = WAYS.map(|way| Expectimax::new(rules, &linear, options(depth, way)));
            for (i, position) in positions.iter().enumerate() {
                let throws = rules.mechanics().throws.throws();
                let points = throws[i % throws.len()].points;
                let [plain, others @ ..] = &mut searches;
                let wanted = plain.choose(rules, position, points);
                assert_eq!(wanted.depth, depth);
                for (search, way) in others.iter_mut().zip(&WAYS[1..]) {
                    let got = search.choose(rules, position, points);
                    let place = format!("{name}: {position} {points} depth {depth} {way:?}");
                    assert_eq!(got.choice, wanted.choice, "{place}");
                    assert!((got.equity - wanted.equity).abs() < 1e-12, "{place}");
                }
            }
        }
    });
}

#[test]
fn ranking_agrees_with_choosing() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for position in sample(rules, 20, 13) {
            let mut search = Expectimax::new(rules, &linear, Options::default());
            let points = rules.mechanics().throws.max_points();
            let ranked = search.rank(rules, &position, points);
            let found = search.choose(rules, &position, points);
            let choices: Vec<_> = rules.choices(&position, points).iter().collect();
            assert!(ranked.iter().map(|r| r.choice).eq(choices), "{name}");
            let top = ranked.iter().map(|r| r.equity).fold(0.0, f64::max);
            assert!((top - found.equity).abs() < 1e-12, "{name}: {position}");
        }
    });
}

#[test]
fn equal_choices_give_the_first_in_canonical_order() {
    /// Sees no difference between positions.
    struct Blind;
    impl Evaluator for Blind {
        fn score(&self, _: &Position) -> f64 {
            0.0
        }

        fn squash(&self, _: f64) -> f64 {
            0.5
        }
    }
    let mechanics = senet::ruleset::load_builtin("anubis-5", &[], &[])
        .unwrap()
        .mechanics;
    let rules = Rules::new(&mechanics);
    for way in WAYS {
        let mut search = Expectimax::new(&rules, Blind, options(3, way));
        let found = search.choose(&rules, &rules.start(), 1);
        assert_eq!(
            found.choice,
            rules.choices(&rules.start(), 1).nth(0),
            "{way:?}"
        );
        assert!((found.equity - 0.5).abs() < 1e-12);
    }
}

#[test]
fn limits_keep_the_last_depth_done_in_full() {
    let mechanics = senet::ruleset::load_builtin("anubis-5", &[], &[])
        .unwrap()
        .mechanics;
    let rules = Rules::new(&mechanics);
    let linear = Linear::new(&rules, &Weights::hand(rules.mechanics()));
    let with = |depth, limit| Options {
        depth,
        limit,
        ..Options::default()
    };
    let full =
        Expectimax::new(&rules, &linear, with(2, Limit::None)).choose(&rules, &rules.start(), 2);
    let spent = full.counts.nodes();
    let mut limited = Expectimax::new(&rules, &linear, with(9, Limit::Nodes(spent + 10)));
    let found = limited.choose(&rules, &rules.start(), 2);
    assert_eq!(
        (found.choice, found.equity, found.depth),
        (full.choice, full.equity, 2)
    );
    assert_eq!(
        limited.choose(&rules, &rules.start(), 2),
        found,
        "nothing carries over"
    );
    let none = Limit::Time(std::time::Duration::ZERO);
    let hurried = Expectimax::new(&rules, &linear, with(9, none)).choose(&rules, &rules.start(), 2);
    assert_eq!(hurried.depth, 0);
}

#[test]
fn pruning_and_table_save_nodes() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let positions = sample(rules, 4, 14);
        let ways = savings(rules, &&linear, &positions, 2);
        let plain: Counts = ways[0].counts;
        for way in &ways[1..] {
            assert!(
                way.counts.decisions < plain.decisions,
                "{name}: {way:?} against {plain:?}"
            );
        }
    });
}
