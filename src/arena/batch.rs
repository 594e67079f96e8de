//! Many games on one thread.
//!
//! A ply is one long chain of dependent operations, so several games are in
//! flight at a time and the processor works on all of them. Which games share
//! the flight changes nothing in any of them.

use std::ops::Range;

use super::game::{GameResult, Observer, Seating};
use crate::agent::Agent;

/// Games in flight.
const FLIGHT: usize = 6;

/// Plays the games numbered `games` and returns their results in that order.
pub fn play_batch<A: Agent>(
    seating: &Seating<'_, A>,
    games: Range<u64>,
    observer: &mut impl Observer,
) -> Vec<GameResult> {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
        && std::arch::is_x86_feature_detected!("lzcnt")
    {
        // SAFETY: the processor has just been asked for all four.
        return unsafe { play_with_bit_instructions(seating, games, observer) };
    }
    play(seating, games, observer)
}

/// [`play`] compiled with the bit instructions that plain x86-64 lacks.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
fn play_with_bit_instructions<A: Agent>(
    seating: &Seating<'_, A>,
    games: Range<u64>,
    observer: &mut impl Observer,
) -> Vec<GameResult> {
    play(seating, games, observer)
}

#[inline(always)]
fn play<A: Agent, O: Observer>(
    seating: &Seating<'_, A>,
    games: Range<u64>,
    observer: &mut O,
) -> Vec<GameResult> {
    if seating.rules.is_unusual() {
        play_as::<true, A, O>(seating, games, observer)
    } else {
        play_as::<false, A, O>(seating, games, observer)
    }
}

#[inline(always)]
fn play_as<const UNUSUAL: bool, A: Agent, O: Observer>(
    seating: &Seating<'_, A>,
    games: Range<u64>,
    observer: &mut O,
) -> Vec<GameResult> {
    let nobody = GameResult {
        outcome: None,
        plies: 0,
    };
    let count = games.end.saturating_sub(games.start) as usize;
    let mut results = vec![nobody; count];
    let mut waiting = 0..count;
    let begin = |i: usize| (i, seating.begin::<O::Game>(games.start + i as u64));
    let mut flight: Vec<_> = waiting.by_ref().take(FLIGHT).map(begin).collect();
    while flight.len() == FLIGHT {
        for i in 0..FLIGHT {
            let (number, game) = &mut flight[i];
            if game.ply::<UNUSUAL, A>(seating, observer) {
                continue;
            }
            results[*number] = game.end(seating, observer);
            match waiting.next() {
                Some(next) => flight[i] = begin(next),
                None => {
                    flight.swap_remove(i);
                    break;
                }
            }
        }
    }
    for (number, mut game) in flight {
        while game.ply::<UNUSUAL, A>(seating, observer) {}
        results[number] = game.end(seating, observer);
    }
    results
}
