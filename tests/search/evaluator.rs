use senet::rules::{Position, Rules, Setup};
use senet::ruleset::{Capture, Win};
use senet::search::{Evaluator, FEATURES, Feature, Linear, Lone, Weights, equity_of, logistic};
use senet::types::{ByPlayer, Player, SquareSet};

use crate::{each_ruleset, mirrored, sample};

/// Features of which more is never good for a side, and those of which more is
/// never bad.
const BAD: [Feature; 8] = [
    Feature::Pips,
    Feature::Lost,
    Feature::Exposed,
    Feature::ExposedLater,
    Feature::Barred,
    Feature::Trap,
    Feature::Stuck,
    Feature::Immobile,
];
const GOOD: [Feature; 4] = [
    Feature::Home,
    Feature::Paired,
    Feature::Walls,
    Feature::Right,
];

#[test]
fn fast_lead_is_the_explained_one() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for position in sample(rules, 2000, 1) {
            let (fast, _) = linear.lead_and_rest(&position);
            let slow = linear.explained_lead(&position);
            assert!(
                (fast - slow).abs() < 0.005,
                "{name}: {position}: {fast} {slow}"
            );
        }
    });
}

#[test]
fn equity_is_a_chance_and_does_not_see_colours() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for position in sample(rules, 500, 2) {
            let equity = linear.equity(&position);
            assert!(equity > 0.0 && equity < 1.0, "{name}: {position}: {equity}");
            let mirror = mirrored(rules, &position);
            assert_eq!(linear.equity(&mirror), equity, "{name}: {position}");
        }
    });
}

#[test]
fn finished_games_are_exact() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let mut ended = 0;
        for position in sample(rules, 3000, 3) {
            for throw in rules.mechanics().throws.throws() {
                let choices = rules.choices(&position, throw.points);
                for (_, after) in rules.successors(&position, throw.points, choices) {
                    if !after.is_over() {
                        continue;
                    }
                    ended += 1;
                    let both = Player::BOTH.map(|p| equity_of(p, &linear, rules, &after));
                    assert_eq!(both[0] + both[1], 1.0, "{name}");
                    assert!([0.0, 0.5, 1.0].contains(&both[0]), "{name}: {both:?}");
                }
            }
        }
        assert!(ended > 0, "{name}: no sampled game ended");
    });
}

#[test]
fn a_better_feature_never_lowers_the_lead() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        for position in sample(rules, 50, 4) {
            let features = linear.features(&position);
            let lead = linear.lead_of(&features);
            for (list, sign) in [(&BAD[..], 1.0), (&GOOD[..], -1.0)] {
                for &feature in list {
                    // Where captured pieces are lost there is no race, and
                    // these say nothing.
                    if rules.mechanics().capture == Capture::Remove
                        && !TOLD_BY_REMOVAL.contains(&feature)
                    {
                        continue;
                    }
                    let mut worse = features;
                    worse[feature as usize] += 0.25 * sign;
                    let name_of = FEATURES[feature as usize].name;
                    assert!(linear.lead_of(&worse) < lead, "{name}: {name_of}");
                }
            }
        }
    });
}

/// Of these the ones that count where captured pieces are lost for good.
const TOLD_BY_REMOVAL: [Feature; 4] = [
    Feature::Home,
    Feature::Lost,
    Feature::Exposed,
    Feature::ExposedLater,
];

/// One piece of each side and the others home; B's is on the first square.
fn race(rules: &Rules, on: SquareSet, home: u8) -> Option<Position> {
    let pieces = rules.mechanics().pieces;
    let setup = Setup {
        on: ByPlayer::new(on, SquareSet::up_to(1)),
        starred: ByPlayer::both(SquareSet::EMPTY),
        home: ByPlayer::new(home, pieces - 1),
        to_throw: Some(Player::A),
        ..Setup::default()
    };
    Position::new(rules.mechanics(), &setup).ok()
}

#[test]
fn without_contact_further_on_and_home_are_better() {
    each_ruleset(|name, rules| {
        if rules.mechanics().win == Win::MostHome {
            // Not a race: here it is the pieces lost that decide.
            return;
        }
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let lone = Lone::new(rules.mechanics());
        let pieces = rules.mechanics().pieces;
        let max = rules.mechanics().throws.max_points();
        let squares: Vec<_> = SquareSet::up_to(rules.mechanics().length).iter().collect();
        let mut compared = 0;
        // B's piece on 1 cannot reach these.
        for pair in squares[usize::from(max) + 1..].windows(2) {
            let equities = [pair[0], pair[1]].map(|square| {
                race(rules, SquareSet::single(square), pieces - 1).map(|p| linear.equity(&p))
            });
            let [Some(behind), Some(ahead)] = equities else {
                continue;
            };
            // Everything else equal: the track must not punish the further one.
            let at = |table: &[[f64; 32]; 2], i: usize| table[0][usize::from(pair[i].number())];
            let harder = [&lone.stuck, &lone.sent_back]
                .into_iter()
                .any(|table| at(table, 1) > at(table, 0));
            let waits = rules
                .mechanics()
                .stay
                .is_some_and(|stay| stay.on.contains(pair[1]));
            let leaves_safety = rules.mechanics().safe.contains(pair[0]);
            if harder || waits || leaves_safety || at(&lone.throws, 1) > at(&lone.throws, 0) {
                continue;
            }
            compared += 1;
            assert!(ahead > behind, "{name}: {} over {}", pair[1], pair[0]);
        }
        assert!(compared > 5, "{name}: {compared} squares compared");
        for &square in &squares[usize::from(max) + 1..] {
            let two = SquareSet::single(square) | SquareSet::single(squares[16]);
            let (Some(one), Some(both)) = (
                race(rules, SquareSet::single(squares[16]), pieces - 1),
                race(rules, two, pieces - 2),
            ) else {
                continue;
            };
            if two.len() == 2 {
                assert!(
                    linear.equity(&one) > linear.equity(&both),
                    "{name}: a piece home is better than on {square}"
                );
            }
        }
    });
}

#[test]
fn a_denied_protection_is_seen_for_that_side_only() {
    let mut mechanics = senet::ruleset::load_builtin("anubis-5", &[], &[])
        .unwrap()
        .mechanics;
    mechanics.pairs.b = senet::ruleset::Pairs::None;
    mechanics.wall.b = 0;
    let rules = Rules::new(&mechanics);
    let linear = Linear::new(&rules, &Weights::hand(rules.mechanics()));
    for position in sample(&rules, 500, 5) {
        let (fast, _) = linear.lead_and_rest(&position);
        let slow = linear.explained_lead(&position);
        assert!((fast - slow).abs() < 0.005, "{position}: {fast} {slow}");
    }
    let position = senet::rules::parse_position(&mechanics, "1,2,3/11,12,13 2-2 A").unwrap();
    let features = linear.features(&position);
    assert_eq!(features[Feature::Paired as usize], 3.0);
    assert_eq!(features[Feature::Walls as usize], 1.0);
}

#[test]
fn logistic_is_used_on_a_scaled_lead() {
    // Equal positions but for the throw: the equity is the tempo's alone.
    let mechanics = senet::ruleset::load_builtin("sawah-5", &[], &[("pieces", "1")])
        .unwrap()
        .mechanics;
    let rules = Rules::new(&mechanics);
    let linear = Linear::new(&rules, &Weights::hand(rules.mechanics()));
    let position = senet::rules::parse_position(&mechanics, "10/18 0-0 A").unwrap();
    let (lead, rest) = linear.lead_and_rest(&position);
    let v = 1.21484375 / (2.3125f64 * 2.3125) + 0.375 / 0.625;
    let expected =
        logistic(1.702 * Weights::hand(&mechanics).sharpness * lead / (v * (1.0 + rest)).sqrt());
    assert!((linear.equity(&position) - expected).abs() < 1e-12);
}

#[test]
fn the_largest_weights_do_not_overflow() {
    each_ruleset(|name, rules| {
        for sign in [1.0, -1.0] {
            let weights = Weights {
                sharpness: 1.0,
                values: [20.0 * sign; senet::search::FEATURE_COUNT],
                ruleset: None,
            };
            let linear = Linear::new(rules, &weights);
            for position in sample(rules, 300, 6) {
                let (fast, _) = linear.lead_and_rest(&position);
                let slow = linear.explained_lead(&position);
                assert!(
                    (fast - slow).abs() < 0.01,
                    "{name}: {position}: {fast} {slow}"
                );
            }
        }
    });
}
