//! The learned evaluator: its net, its files, the ones that come along.

use std::collections::HashSet;

use senet::rules::Rules;
use senet::ruleset::load_builtin;
use senet::search::{
    Active, BUILTIN_TD, Evaluator, Inputs, Learning, Linear, Net, Td, TdError, TdWeights, Weights,
};

fn rules(id: &str) -> Rules {
    Rules::new(&load_builtin(id, &[], &[]).unwrap().mechanics)
}

/// Small weights with both signs.
fn scattered_net(rows: usize, hidden: usize) -> Net {
    let mut net = Net::zeros(rows, hidden);
    let mut word = 3u32;
    for weight in net.slices_mut().into_iter().flatten() {
        word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *weight = 0.6 * (word >> 8) as f32 / (1u32 << 24) as f32 - 0.3;
    }
    net
}

/// Every derivative against the difference quotient, on games that use every
/// group of inputs.
#[test]
fn the_backward_pass_is_the_derivative_of_the_forward_pass() {
    for (id, hidden) in [("anubis-5", 32), ("nile-5-six", 8), ("ur-finkel", 16)] {
        let rules = rules(id);
        let inputs = Inputs::new(&rules, &Weights::hand(rules.mechanics()));
        let net = scattered_net(inputs.rows(), hidden);
        let mut active = Active::default();
        inputs.fill(&rules.start(), &mut active);
        // The quotient is of no use where a step of a weight is a leap.
        active.dense = active.dense.map(|value| value.clamp(-2.0, 2.0));
        let mut units = [0.0; 64];
        net.forward(&active, &mut units);
        let mut gradient = Net::zeros(inputs.rows(), hidden);
        net.backward(&active, &units, 1.0, &mut gradient);
        let gradient: Vec<f32> = gradient.weights().collect();
        let mut touched = 0;
        for (at, &derivative) in gradient.iter().enumerate() {
            let moved = |by: f32| {
                let mut moved = net.clone();
                let weight = moved.slices_mut().into_iter().flatten().nth(at);
                *weight.unwrap() += by;
                moved.score(&active)
            };
            let quotient = (moved(0.002) - moved(-0.002)) / 0.004;
            assert!(
                (quotient - derivative).abs() < 2e-3 * (1.0 + derivative.abs()),
                "{id}: weight {at}: {quotient} {derivative}"
            );
            touched += usize::from(derivative != 0.0);
        }
        assert!(touched > 5 * hidden, "{id}: {touched}");
    }
}

#[test]
fn a_net_of_zeros_with_the_base_on_its_straight_way_is_the_linear_evaluator() {
    for id in ["anubis-5", "bell-10", "twenty-7"] {
        let rules = rules(id);
        let base = Weights::hand(rules.mechanics());
        let inputs = Inputs::new(&rules, &base);
        let mut net = Net::zeros(inputs.rows(), 8);
        net.slices_mut()[1][inputs.base_row()] = 1.0;
        let td = Td::of_parts(inputs, net);
        let start = rules.start();
        let linear = Linear::new(&rules, &base).score(&start);
        assert!((td.score(&start) - linear).abs() < 1e-6, "{id}");
    }
}

fn weights(rows: usize) -> TdWeights {
    let rules = rules("anubis-5");
    let mut net = Net::zeros(rows, 8);
    for (i, weight) in net.slices_mut().into_iter().flatten().enumerate() {
        *weight = (i as f32 - 900.0) / 1024.0;
    }
    TdWeights {
        ruleset: "anubis-5".to_string(),
        digest: rules.mechanics().digest().to_string(),
        base: Weights::hand(rules.mechanics()),
        net,
        learning: Learning {
            batch: None,
            version: "0".to_string(),
            seed: u64::MAX,
            games: 1,
            plies: 2,
            lambda: 0.7,
            haste: 0.0,
            rate: 0.001,
        },
    }
}

fn rows() -> usize {
    let rules = rules("anubis-5");
    Inputs::new(&rules, &Weights::hand(rules.mechanics())).rows()
}

#[test]
fn bytes_come_back_as_they_were() {
    let weights = weights(rows());
    let bytes = weights.to_bytes();
    assert_eq!(TdWeights::parse(&bytes).unwrap(), weights);
    assert_eq!(TdWeights::digest_of(&bytes).unwrap(), weights.digest);
    assert!(Td::new(&rules("anubis-5"), &weights).is_ok());
}

#[test]
fn every_damage_is_seen() {
    let bytes = weights(rows()).to_bytes();
    for length in [0, 7, 8, 11, 100, bytes.len() - 33, bytes.len() - 1] {
        assert!(TdWeights::parse(&bytes[..length]).is_err(), "{length}");
    }
    for at in (0..bytes.len()).step_by(97) {
        let mut other = bytes.clone();
        other[at] ^= 1;
        assert!(TdWeights::parse(&other).is_err(), "byte {at}");
    }
    assert_eq!(TdWeights::parse(b"pips = -1").unwrap_err(), TdError::Magic);
    let mut wild = weights(rows());
    wild.net.slices_mut()[1][3] = f32::INFINITY;
    let error = TdWeights::parse(&wild.to_bytes()).unwrap_err().to_string();
    assert!(error.contains("a weight is inf"), "{error}");
}

#[test]
fn weights_of_another_ruleset_or_size_are_refused() {
    let error = Td::new(&rules("sawah-7"), &weights(rows())).unwrap_err();
    let message = error.to_string();
    assert!(message.contains("anubis-5") && message.contains("971cb5e2b6e799ce"));
    let error = Td::new(&rules("anubis-5"), &weights(100)).unwrap_err();
    let wanted = rows();
    assert_eq!(error, TdError::Size { wanted, found: 100 });
}

#[test]
fn learned_weights_are_whole_and_each_of_another_game() {
    let mut digests = HashSet::new();
    for (id, bytes) in BUILTIN_TD {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        let weights = TdWeights::parse(bytes).unwrap();
        Td::new(&Rules::new(&ruleset.mechanics), &weights).unwrap();
        assert!(weights.learning.plies > 100_000, "{id}");
        assert!(digests.insert(weights.digest), "{id}: one file a game");
    }
}
