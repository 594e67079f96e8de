//! What the compiled engine tells about a ply must be what the positions
//! before and after it show.

use rayon::prelude::*;
use senet::rules::{Choice, ChoiceKind, Event, Position, Rules};
use senet::types::{Player, Square, SquareSet};

use crate::common::{generator, odd_variants, placement, shipped};

const PLACEMENTS: u32 = 2_000;

fn number(square: Option<Square>) -> u8 {
    square.map_or(0, Square::number)
}

/// The event read off from the positions and the prose of the rules.
fn expected(
    rules: &Rules,
    before: &Position,
    points: u8,
    choice: Choice,
    after: &Position,
) -> Event {
    let mechanics = rules.mechanics();
    let mover = before.to_throw().expect("the game goes on");
    let mut event = Event {
        turn_ended: after.to_throw() != before.to_throw(),
        ..Event::default()
    };
    let Some(from) = choice.from() else {
        return event;
    };
    event.captured = number((before.on(!mover) - after.on(!mover)).first());
    event.off = after.home(mover) > before.home(mover);
    if !event.off {
        let others = before.on(mover) - SquareSet::single(from);
        event.landed = number((after.on(mover) - others).first());
    }
    let target = match choice.kind {
        ChoiceKind::Forward if !event.off => from.number() + points,
        ChoiceKind::Backward => from.number() - points,
        _ => return event,
    };
    event.refused = choice.kind == ChoiceKind::Forward
        && mechanics.right_of_exit.is_some_and(|right| {
            target > mechanics.length || right.wrong_throw_returns.contains(from)
        });
    event.trapped = !event.refused
        && Square::new(target).is_some_and(|target| mechanics.traps.contains(target));
    event
}

#[test]
fn events_tell_what_happened() {
    let mut variants = shipped();
    variants.extend(odd_variants());
    variants.par_iter().enumerate().for_each(|(job, variant)| {
        let rules = Rules::new(&variant.mechanics);
        let mut rng = generator(job as u64);
        for _ in 0..PLACEMENTS {
            let before = placement(&mut rng, &variant.mechanics);
            for throw in variant.mechanics.throws.throws() {
                for choice in rules.choices(&before, throw.points).iter() {
                    let mut after = before;
                    let event = rules.play(&mut after, throw.points, choice);
                    assert_eq!(
                        event,
                        expected(&rules, &before, throw.points, choice, &after),
                        "{}: {choice:?} with {} in {before}",
                        variant.name,
                        throw.points
                    );
                }
            }
        }
    });
}

#[test]
fn mover_is_told_that_the_turn_ended_with_the_game() {
    let rules = Rules::new(&crate::common::load("anubis-5", &[], &[]));
    let mut position = crate::common::position(rules.mechanics(), "26/1 4-4 A");
    let choice = rules.choices(&position, 5).nth(0);
    let event = rules.play(&mut position, 5, choice);
    assert!(event.turn_ended && event.off);
    assert_eq!(position.to_throw(), None::<Player>);
}
