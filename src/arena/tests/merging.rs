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
