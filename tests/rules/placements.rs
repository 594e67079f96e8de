//! The random placements must reach the rare rules, or the tests that use
//! them would prove little.

use senet::rules::{ChoiceKind, Mark, Position, Rules, reference};
use senet::ruleset::{Capture, GateMode, Mechanics, Pairs};
use senet::types::{ByPlayer, Player, Square};

use crate::common::{compiled, generator, load, placement};

const PLACEMENTS: usize = 4_000;

/// Asserts that at least one placement in a hundred is such.
#[track_caller]
fn at_least_one_in_a_hundred(
    mechanics: &Mechanics,
    is_such: impl FnMut(&Position, Player) -> bool,
) {
    at_least_one_in(100, mechanics, is_such);
}

#[track_caller]
fn at_least_one_in(
    so_many: usize,
    mechanics: &Mechanics,
    mut is_such: impl FnMut(&Position, Player) -> bool,
) {
    let mut rng = generator(5);
    let found = (0..PLACEMENTS)
        .filter(|_| {
            let position = placement(&mut rng, mechanics);
            let mover = position.to_throw().expect("the game goes on");
            is_such(&position, mover)
        })
        .count();
    assert!(found * so_many >= PLACEMENTS, "{found} of {PLACEMENTS}");
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

fn longest_run(position: &Position, player: Player) -> u32 {
    let on = position.on(player);
    let mut longest = 0;
    let mut run = 0;
    for number in 1..=30 {
        run = if on.contains(square(number)) {
            run + 1
        } else {
            0
        };
        longest = longest.max(run);
    }
    longest
}

/// Whether `changed` would give other choices with some throw.
fn matters(rules: &Rules, changed: &Rules, position: &Position) -> bool {
    let mut throws = rules.mechanics().throws.throws().iter();
    throws.any(|throw| {
        compiled(rules, position, throw.points) != compiled(changed, position, throw.points)
    })
}

/// Every position that one ply can lead to.
fn after_one_ply(rules: &Rules, position: &Position) -> Vec<Position> {
    let throws = rules.mechanics().throws.throws().iter();
    throws
        .flat_map(|throw| compiled(rules, position, throw.points))
        .map(|(_, after)| after)
        .collect()
}

#[test]
fn walls_hinder() {
    let mechanics = load("sawah-7", &[], &[]);
    let mut without = mechanics.clone();
    without.wall = ByPlayer::both(0);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    at_least_one_in_a_hundred(&mechanics, |p, _| matters(&rules, &without, p));
    at_least_one_in_a_hundred(&mechanics, |p, mover| longest_run(p, !mover) >= 4);
}

#[test]
fn walls_hinder_backward_moves() {
    let mechanics = load("ankh-7", &[], &[]);
    let mut without = mechanics.clone();
    without.wall = ByPlayer::both(0);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    let backward = |rules: &Rules, position: &Position, points| {
        let choices = rules.choices(position, points);
        let kinds = choices.iter().map(|choice| choice.kind);
        kinds.filter(|&kind| kind == ChoiceKind::Backward).count()
    };
    at_least_one_in_a_hundred(&mechanics, |position, _| {
        let mut throws = mechanics.throws.throws().iter();
        throws.any(|throw| {
            backward(&rules, position, throw.points) < backward(&without, position, throw.points)
        })
    });
}

#[test]
fn pairs_protect() {
    let mechanics = load("nile-7-six", &[], &[]);
    let mut without = mechanics.clone();
    without.pairs = ByPlayer::both(Pairs::None);
    let (rules, without) = (Rules::new(&mechanics), Rules::new(&without));
    at_least_one_in_a_hundred(&mechanics, |p, _| matters(&rules, &without, p));
}

#[test]
fn pieces_stay_on_27_and_are_attacked() {
    let mechanics = load("ankh-7", &[], &[]);
    let rules = Rules::new(&mechanics);
    at_least_one_in_a_hundred(&mechanics, |p, mover| p.on(mover).contains(square(27)));
    at_least_one_in_a_hundred(&mechanics, |position, mover| {
        position.on(!mover).contains(square(27))
            && after_one_ply(&rules, position)
                .iter()
                .any(|after| !after.on(!mover).contains(square(27)))
    });
}

#[test]
fn pieces_are_starred() {
    let mechanics = load("nile-5-six", &[], &[]);
    at_least_one_in_a_hundred(&mechanics, |p, mover| !p.starred(mover).is_empty());
    let kept = load("nile-5-six", &["right-kept"], &[]);
    at_least_one_in_a_hundred(&kept, |p, mover| {
        p.starred(mover).first() < Some(square(26)) && !p.starred(mover).is_empty()
    });
}

#[test]
fn last_pieces_are_left() {
    let mechanics = load("standard-5", &[], &[]);
    let rules = Rules::new(&mechanics);
    at_least_one_in_a_hundred(&mechanics, |p, _| {
        p.home(Player::A).min(p.home(Player::B)) == 4
    });
    at_least_one_in_a_hundred(&mechanics, |position, _| {
        after_one_ply(&rules, position)
            .iter()
            .any(Position::is_over)
    });
}

#[test]
fn refuge_is_crowded() {
    let mechanics = load("sawah-7", &[], &[]);
    at_least_one_in_a_hundred(&mechanics, |position, mover| {
        let board = position.on(mover) | position.on(!mover);
        [13, 14, 15]
            .iter()
            .all(|&number| board.contains(square(number)))
            && position.on(mover).contains(square(26))
    });
}

/// Whether the mechanics after `change` would give other choices or positions
/// in at least one placement in two hundred and fifty.
#[track_caller]
fn matters_often(id: &str, readings: &[&str], change: fn(&mut Mechanics)) {
    let mechanics = load(id, readings, &[]);
    let mut changed = mechanics.clone();
    change(&mut changed);
    let mut throws = Vec::new();
    throws.extend(mechanics.throws.throws().iter().map(|throw| throw.points));
    at_least_one_in(250, &mechanics, |position, _| {
        throws.iter().any(|&points| {
            reference::choices(&mechanics, position, points)
                != reference::choices(&changed, position, points)
        })
    });
}

#[test]
fn pieces_are_wet_and_returned() {
    let mechanics = load("kendall-5", &[], &[]);
    let wet = |p: &Position, player| p.on(player).contains(square(27));
    at_least_one_in_a_hundred(&mechanics, |p, mover| wet(p, mover));
    at_least_one_in_a_hundred(&mechanics, |p, mover| wet(p, !mover));
    at_least_one_in_a_hundred(&mechanics, |p, mover| !p.starred(mover).is_empty());
    at_least_one_in(250, &mechanics, |p, mover| {
        wet(p, mover) && p.on(mover).contains(square(15))
    });
    at_least_one_in_a_hundred(&mechanics, |p, mover| {
        !p.starred(mover).is_empty() && !wet(p, mover)
    });
}

#[test]
fn pieces_are_bumped_diverted_and_halted() {
    matters_often("kendall-5", &[], |m| m.bump = None);
    matters_often("skyruk-5", &[], |m| m.divert = None);
    matters_often("skyruk-5", &[], |m| m.gate_mode = GateMode::Exact);
    matters_often("kendall-5", &["trap"], |m| m.gate_mode = GateMode::Exact);
    matters_often("skyruk-5", &[], |m| m.only_from = Default::default());
}

#[test]
fn groups_are_limited_and_ends_differ() {
    matters_often("modern-7", &[], |m| m.group_limit = 30);
    matters_often("skyruk-7", &[], |m| m.pairs = ByPlayer::both(Pairs::Any));
    matters_often("skyruk-7", &[], |m| m.wall = ByPlayer::both(0));
}

#[test]
fn bearing_off_is_put_off() {
    matters_often("kendall-5", &["row"], |m| m.off_none_below = 1);
    matters_often("dutch-5", &[], |m| m.off_none_below = 1);
    matters_often("jequier-5", &[], |m| m.off_none_below = 1);
}

#[test]
fn openings_are_still_to_come() {
    let dutch = load("dutch-5", &[], &[]);
    at_least_one_in_a_hundred(&dutch, |p, _| p.mark() == Mark::Unopened);
    for (id, readings) in [("kendall-5", &["open"][..]), ("toy-5", &[][..])] {
        let mechanics = load(id, readings, &[]);
        at_least_one_in_a_hundred(&mechanics, |p, mover| {
            p.mark() == Mark::Unopened && mover == Player::B
        });
        at_least_one_in_a_hundred(&mechanics, |p, mover| {
            p.mark() == Mark::Unopened && mover == Player::A
        });
    }
}

#[test]
fn pieces_wait_and_are_sent_low() {
    let mechanics = load("jequier-5", &[], &[]);
    at_least_one_in_a_hundred(
        &mechanics,
        |p, mover| matches!(p.mark(), Mark::Waiting(w) if w > 0 && p.on(mover).contains(square(w))),
    );
    matters_often("jequier-5", &[], |m| m.capture = Capture::Swap);
}

#[test]
fn pieces_are_swept() {
    matters_often("syrian-7", &[], |m| m.sweep = Default::default());
}

#[test]
fn pieces_are_in_hand_and_entered() {
    let mechanics = load("piccione-5", &[], &[]);
    at_least_one_in_a_hundred(&mechanics, |p, _| p.mark() == Mark::Entered);
    let rules = Rules::new(&mechanics);
    at_least_one_in_a_hundred(&mechanics, |position, _| {
        let mut throws = mechanics.throws.throws().iter();
        throws.any(|throw| {
            let mut choices = rules.choices(position, throw.points).iter();
            choices.any(|choice| choice.kind == ChoiceKind::Leave)
        })
    });
}

#[test]
fn shared_squares_are_fought_for() {
    for id in ["ur-finkel", "ur-masters", "ur-blitz", "aseb-5", "twenty-7"] {
        matters_often(id, &[], |m| m.capture = Capture::None);
        matters_often(id, &[], |m| m.grants.resting_on = Default::default());
    }
    matters_often("ur-finkel", &[], |m| m.safe = Default::default());
    matters_often("ur-blitz", &[], |m| m.grants.capture = false);
}
