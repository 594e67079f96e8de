//! What the compiled engine tells about a ply must be what the positions
//! before and after it show.

use rayon::prelude::*;
use senet::rules::{Choice, ChoiceKind, Event, Position, Rules};
use senet::ruleset::{GateMode, Mechanics, Search};
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
    let from = choice.from();
    let others = before.on(mover) - from.map_or(SquareSet::EMPTY, SquareSet::single);
    let mut event = Event {
        turn_ended: after.to_throw() != before.to_throw(),
        off: after.home(mover) > before.home(mover),
        ..Event::default()
    };
    if !after.is_over() {
        event.swept = (others & mechanics.sweep).len() as u8;
    }
    if from.is_none() && choice.kind != ChoiceKind::Enter {
        return event;
    }
    let lost = mechanics.seen_by(mover, before.on(!mover) - after.on(!mover));
    event.captured = number(lost.first());
    let target = match choice.kind {
        ChoiceKind::Enter => Some(points),
        ChoiceKind::Forward | ChoiceKind::ForwardStay if !event.off => {
            from.map(|from| forward_target(mechanics, from.number(), points))
        }
        ChoiceKind::Backward | ChoiceKind::BackwardStay => from.map(|from| from.number() - points),
        _ => None,
    };
    let target = target
        .and_then(Square::new)
        .filter(|target| target.number() <= mechanics.length);
    event.refused = choice.kind == ChoiceKind::Forward
        && !event.off
        && from.is_some_and(|from| is_refused(mechanics, before, from, target));
    event.trapped = !event.refused
        && !choice.kind.stays()
        && target.is_some_and(|target| mechanics.traps.contains(target));
    if !event.off {
        // Of several pieces that go to the refuge the mover's comes first.
        let arrived = after.on(mover) - others;
        event.landed = match target {
            Some(target) if arrived.contains(target) => target.number(),
            _ => match mechanics.refuge.map(|refuge| refuge.search) {
                Some(Search::Before) => number(arrived.last()),
                _ => number(arrived.first()),
            },
        };
    }
    event
}

/// Where a forward move ends, as far as gates decide it.
fn forward_target(mechanics: &Mechanics, from: u8, points: u8) -> u8 {
    let passed = mechanics
        .gates
        .iter()
        .map(Square::number)
        .find(|&gate| from < gate && gate < from + points);
    match (passed, mechanics.gate_mode) {
        (Some(gate), GateMode::Halt) => gate,
        (Some(_), GateMode::FallTo(square)) => square.number(),
        _ => from + points,
    }
}

/// Whether a forward move that does not bear off ends in the refuge without
/// landing.
fn is_refused(
    mechanics: &Mechanics,
    before: &Position,
    from: Square,
    target: Option<Square>,
) -> bool {
    let taken = before.on(Player::A) | before.on(Player::B);
    let by_right = mechanics
        .right_of_exit
        .is_some_and(|right| target.is_none() || right.wrong_throw_returns.contains(from));
    let by_divert = mechanics.divert.is_some_and(|divert| {
        divert.from.contains(from)
            && taken.contains(divert.to)
            && target.is_some_and(|target| taken.contains(target))
    });
    by_right || by_divert
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
