use super::*;
use crate::stats::Merge;
use proptest::prelude::*;

fn measured(bench: &Bench, games: &[u64]) -> Measures {
    let random = agent("random");
    let mut seating = bench.seating([&random; 2]);
    // Some games are given up.
    seating.max_plies = 90;
    let mut meter = Meter::new(&bench.rules);
    for &game in games {
        seating.play(game, &mut meter);
    }
    meter.finish()
}

fn plus(x: &Measures, y: &Measures) -> Measures {
    let mut sum = x.clone();
    sum.merge(y);
    sum
}

fn games() -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(any::<u64>(), 0..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn measures_obey_the_law_of_merging(a in games(), b in games(), c in games()) {
        let bench = Bench::new("bell-10", &[]);
        let [ma, mb, mc] = [&a, &b, &c].map(|list| measured(&bench, list));
        let zero = Measures::default();
        prop_assert_eq!(&plus(&zero, &ma), &ma);
        prop_assert_eq!(&plus(&ma, &zero), &ma);
        prop_assert_eq!(plus(&plus(&ma, &mb), &mc), plus(&ma, &plus(&mb, &mc)));
        prop_assert_eq!(plus(&ma, &mb), plus(&mb, &ma));
        let whole = measured(&bench, &[a, b, c].concat());
        prop_assert_eq!(plus(&plus(&ma, &mb), &mc), whole);
    }
}

#[test]
fn plies_of_games_that_were_given_up_are_left_out() {
    let bench = Bench::new("anubis-5", &[("pieces", "2")]);
    let random = agent("random");
    let mut seating = bench.seating([&random; 2]);
    seating.max_plies = 90;
    let watched = |games: std::ops::Range<u64>| {
        let mut meter = Meter::new(&bench.rules);
        let results = play_batch(&seating, games, &mut meter);
        (meter.finish(), results)
    };
    let (mut measures, results) = watched(5..45);
    let given_up = results.iter().filter(|result| result.outcome.is_none());
    assert!((1..40).contains(&given_up.count()));
    measures.leave_out_given_up(5, &results, |number| watched(number..number + 1).0);
    let mut finished = Measures::default();
    for (number, result) in (5..).zip(&results) {
        if result.outcome.is_some() {
            finished.merge(&watched(number..number + 1).0);
        }
    }
    assert_eq!(measures.plies, finished.plies);
    let plies: u32 = results
        .iter()
        .filter(|result| result.outcome.is_some())
        .map(|result| result.plies)
        .sum();
    assert_eq!(measures.plies.plies(), u64::from(plies));
}
