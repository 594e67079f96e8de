//! Where pieces can come to stand, and from where they can get home.
//!
//! The analysis follows a single piece over squares and throws, with gates,
//! traps, water, exit-only squares, refused exits, backward moves and what
//! captures do; other
//! pieces' walls and protection are left out, since they come and go. A square
//! counts as reachable if any piece of either player can come to rest there.

use super::features::*;
use super::mechanics::*;
use crate::types::{Player, PointSet, Square, SquareSet};

/// What the analysis finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reach {
    /// Squares on which some piece can come to rest.
    pub rests: SquareSet,
    /// Of these, squares from which no sequence of throws bears a piece off.
    pub stuck: SquareSet,
}

/// A piece's state: its square and whether it has the right of exit.
///
/// Two sets, index 1 for pieces with the right; without a right of exit every
/// piece counts as having it.
type States = [SquareSet; 2];

pub(super) fn analyse(mechanics: &Mechanics) -> Reach {
    let starts = mechanics.start.squares;
    let mut reached: [States; 2] = [starts.a, starts.b].map(|squares| {
        let mut states = States::default();
        for square in squares.iter() {
            enter(
                mechanics,
                &mut states,
                square,
                mechanics.right_of_exit.is_none(),
            );
        }
        for square in entered(mechanics).iter() {
            enter(mechanics, &mut states, square, true);
        }
        states
    });
    loop {
        let before = reached;
        for player in Player::BOTH {
            spread(mechanics, &mut reached, player);
        }
        if reached == before {
            break;
        }
    }
    let all: States = [0, 1].map(|right| reached[0][right] | reached[1][right]);
    let mut leaves = States::default();
    loop {
        let before = leaves;
        for (square, right) in members(&all) {
            if can_leave(mechanics, square, right, &leaves) {
                leaves[usize::from(right)].insert(square);
            }
        }
        if leaves == before {
            break;
        }
    }
    Reach {
        rests: all[0] | all[1],
        stuck: (all[0] - leaves[0]) | (all[1] - leaves[1]),
    }
}

fn members(states: &States) -> impl Iterator<Item = (Square, bool)> + use<> {
    let [without, with] = *states;
    let with = with.iter().map(|square| (square, true));
    without.iter().map(|square| (square, false)).chain(with)
}

/// Puts a piece on `square` as far as the right of exit goes.
fn enter(mechanics: &Mechanics, states: &mut States, square: Square, right: bool) {
    let right = match mechanics.right_of_exit {
        None => true,
        Some(rule) => square == rule.won_on || right && rule.lasts_on(square),
    };
    states[usize::from(right)].insert(square);
}

fn stays(mechanics: &Mechanics) -> SquareSet {
    mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on)
}

/// Squares on which pieces enter from the hand.
fn entered(mechanics: &Mechanics) -> SquareSet {
    let points = mechanics.hand.map(|hand| hand.points);
    points
        .into_iter()
        .flat_map(PointSet::iter)
        .filter_map(Square::new)
        .filter(|square| square.number() <= mechanics.length)
        .collect()
}

/// Where a victim of the move from `from` onto `onto` can go.
fn victims(mechanics: &Mechanics, from: Square, onto: Square) -> SquareSet {
    let bump = mechanics
        .bump
        .filter(|bump| bump.from == from && bump.onto.contains(onto));
    match (mechanics.capture, bump) {
        (Capture::Swap, Some(bump)) => SquareSet::single(bump.to),
        (Capture::Swap, None) => SquareSet::single(from),
        (Capture::Low, _) => {
            let lowest = (2 * mechanics.pieces).min(mechanics.length);
            SquareSet::up_to(lowest) - mechanics.traps
        }
        (Capture::Remove | Capture::Hand | Capture::None, _) => SquareSet::EMPTY,
    }
}

/// Adds what one more move of `player`'s pieces reaches, swaps included.
fn spread(mechanics: &Mechanics, reached: &mut [States; 2], player: Player) {
    let (me, other) = (player.index(), (!player).index());
    for (square, right) in members(&reached[me]) {
        for target in moves(mechanics, square, right) {
            match target {
                Target::Off => {}
                Target::Refuge => rest_in_refuge(mechanics, &mut reached[me], right),
                Target::Square(to) => {
                    for victim in victims(mechanics, square, to).iter() {
                        for theirs in [false, true] {
                            if reached[other][usize::from(theirs)].contains(to) {
                                enter(mechanics, &mut reached[other], victim, theirs);
                            }
                        }
                    }
                    let trapped = mechanics.traps.contains(to);
                    if trapped && mechanics.trap_to == TrapTo::Refuge {
                        rest_in_refuge(mechanics, &mut reached[me], right);
                    }
                    if !trapped || stays(mechanics).contains(to) {
                        enter(mechanics, &mut reached[me], to, right);
                    }
                }
            }
        }
    }
}

/// Any square of the refuge's search can be the first free one.
fn rest_in_refuge(mechanics: &Mechanics, states: &mut States, right: bool) {
    let Some(refuge) = mechanics.refuge else {
        return;
    };
    let track = SquareSet::up_to(mechanics.length);
    for square in (track - mechanics.traps).iter() {
        let searched = match refuge.search {
            Search::Before => square <= refuge.square,
            Search::After => square >= refuge.square,
            Search::Only => square == refuge.square,
        };
        if searched {
            enter(mechanics, states, square, right);
        }
    }
}

/// Whether a move from here bears off, or leads to a state of `leaves`.
fn can_leave(mechanics: &Mechanics, square: Square, right: bool, leaves: &States) -> bool {
    let among = |states: &States| {
        let hit: States = [0, 1].map(|i| states[i] & leaves[i]);
        hit != States::default()
    };
    moves(mechanics, square, right).any(|target| {
        let mut next = States::default();
        match target {
            Target::Off => return true,
            Target::Refuge => rest_in_refuge(mechanics, &mut next, right),
            Target::Square(to) => {
                let trapped = mechanics.traps.contains(to);
                match mechanics.trap_to {
                    _ if !trapped => {}
                    TrapTo::Refuge => rest_in_refuge(mechanics, &mut next, right),
                    TrapTo::Hand => next[1] |= entered(mechanics),
                }
                if !trapped || stays(mechanics).contains(to) {
                    enter(mechanics, &mut next, to, right);
                }
            }
        }
        among(&next)
    })
}

#[derive(Clone, Copy)]
enum Target {
    Square(Square),
    Refuge,
    Off,
}

/// Where each throw can take a lone piece.
fn moves(
    mechanics: &Mechanics,
    square: Square,
    right: bool,
) -> impl Iterator<Item = Target> + use<'_> {
    let throws = mechanics.throws.throws().iter().map(|throw| throw.points);
    let staying = stays(mechanics).contains(square);
    let held = mechanics.held().contains(square);
    let leaves_later = mechanics
        .stay
        .is_some_and(|stay| stay.leave == Leave::Later);
    let swept = mechanics.sweep.contains(square);
    throws
        .filter(|&points| points > 0)
        .flat_map(move |points| {
            let forward = forward(mechanics, square, right, points);
            let off = forward.filter(|target| matches!(target, Target::Off));
            if staying {
                return [off, leaves_later.then_some(Target::Refuge), None, None];
            }
            if held {
                let goes_back = mechanics
                    .hold
                    .is_some_and(|hold| hold.back.contains(points));
                return [off, goes_back.then_some(Target::Refuge), None, None];
            }
            let divert = mechanics.divert.filter(|divert| {
                divert.from.contains(square) && forward.is_some() && off.is_none()
            });
            let water = divert.map(|divert| Target::Square(divert.to));
            let refuge = (swept || divert.is_some()).then_some(Target::Refuge);
            let back = backward(mechanics, square, points);
            [forward, back, water, refuge]
        })
        .flatten()
}

fn forward(mechanics: &Mechanics, square: Square, right: bool, points: u8) -> Option<Target> {
    let to = square.number() + points;
    let past_end = to > mechanics.length;
    let jumped = mechanics
        .gates
        .iter()
        .find(|&gate| gate > square && gate.number() < to);
    let locked = mechanics.exit_only.contains(square);
    if let Some(gate) = jumped {
        return match mechanics.gate_mode {
            GateMode::Exact => None,
            _ if locked => None,
            GateMode::Halt => Some(Target::Square(gate)),
            GateMode::FallTo(water) => Some(Target::Square(water)),
        };
    }
    match mechanics.right_of_exit {
        None if past_end => mechanics.off[usize::from(points)]
            .contains(square)
            .then_some(Target::Off),
        Some(_) if right && to == mechanics.length + 1 => Some(Target::Off),
        _ if locked => None,
        Some(rule) if past_end || rule.wrong_throw_returns.contains(square) => Some(Target::Refuge),
        _ => Square::new(to).map(Target::Square),
    }
}

fn backward(mechanics: &Mechanics, square: Square, points: u8) -> Option<Target> {
    let Backward::Forced { from_at_most, .. } = mechanics.backward else {
        return None;
    };
    let to = square.number().checked_sub(points)?;
    (square <= from_at_most)
        .then(|| Square::new(to).map(Target::Square))
        .flatten()
}
