//! Both engines side by side. `SENET_LOCKSTEP_PLIES` sets how many plies are
//! played in all, for a longer run than the usual one:
//!
//! ```text
//! SENET_LOCKSTEP_PLIES=1_000_000_000 cargo test --release --test rules lockstep
//! ```

use rand::RngExt;
use rayon::prelude::*;
use senet::rules::Rules;

use crate::common::{
    Variant, agreed, any_points, from_environment, generator, odd_variants, placement, shipped,
    small_games,
};

/// Random play turns to another game after so many plies: some of the odd
/// variants have games without an end.
const PLIES_A_GAME: u64 = 1_000;

fn all_variants() -> Vec<Variant> {
    let mut variants = shipped();
    variants.extend(small_games());
    variants.extend(odd_variants());
    variants
}

/// Plays random games of one variant, every second one from a placement.
fn play(variant: &Variant, seed: u64, plies: u64) {
    let rules = Rules::new(&variant.mechanics);
    let mut rng = generator(seed);
    let mut played = 0;
    let mut from_start = false;
    while played < plies {
        from_start = !from_start;
        let mut position = if from_start {
            rules.start()
        } else {
            placement(&mut rng, &variant.mechanics)
        };
        for _ in 0..PLIES_A_GAME {
            let points = any_points(&mut rng, &variant.mechanics);
            let choices = agreed(&variant.name, &rules, &position, points);
            position = choices[rng.random_range(0..choices.len())].1;
            played += 1;
            if position.is_over() {
                break;
            }
        }
    }
}

#[test]
fn random_play() {
    let variants = all_variants();
    let plies = from_environment("SENET_LOCKSTEP_PLIES", 3_000_000);
    let share = plies.div_ceil(variants.len() as u64);
    variants
        .par_iter()
        .enumerate()
        .for_each(|(seed, variant)| play(variant, seed as u64, share));
}

#[test]
fn placements_with_every_throw() {
    let variants = all_variants();
    let plies = from_environment("SENET_LOCKSTEP_PLIES", 3_000_000);
    let share = plies.div_ceil(5 * variants.len() as u64);
    variants.par_iter().enumerate().for_each(|(job, variant)| {
        let rules = Rules::new(&variant.mechanics);
        let mut rng = generator(1_000 + job as u64);
        for _ in 0..share {
            let position = placement(&mut rng, &variant.mechanics);
            for throw in variant.mechanics.throws.throws() {
                agreed(&variant.name, &rules, &position, throw.points);
            }
        }
    });
}
