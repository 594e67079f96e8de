//! Legal positions out of the blue, the rare ones made frequent.

use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use senet::rules::{Mark, Position, Setup};
use senet::ruleset::{Capture, Entered, Mechanics, StartFile};
use senet::types::{Player, Square, SquareSet};

/// Where most pieces of a placement stand.
#[derive(Clone, Copy)]
enum Crowd {
    Anywhere,
    /// The last squares, with the special ones.
    Tail,
    /// Around the refuge, so that it is often taken.
    Refuge,
    /// Runs of one colour, pairs and walls, begun close to the other player.
    Runs,
    /// Close to the other player's pieces, before and behind them.
    Siege,
    /// The first squares, in games where pieces enter there or wait.
    Head,
}

const CROWDS: [Crowd; 6] = [
    Crowd::Anywhere,
    Crowd::Tail,
    Crowd::Refuge,
    Crowd::Runs,
    Crowd::Siege,
    Crowd::Head,
];

/// A legal position in which the game is not over.
pub fn placement(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> Position {
    let opens_the_game = mechanics.opening.is_some() && !mechanics.writes_opening();
    if opens_the_game && rng.random_bool(0.1) {
        return Position::start(mechanics);
    }
    loop {
        if let Ok(position) = Position::new(mechanics, &attempt(rng, mechanics)) {
            return position;
        }
    }
}

fn attempt(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> Setup {
    let mut setup = Setup {
        mark: mark(rng, mechanics),
        to_throw: Some(either_order(rng)[0]),
        ..Setup::default()
    };
    let waiting = match setup.mark {
        Mark::Waiting(pieces) => SquareSet::up_to(pieces),
        _ => SquareSet::EMPTY,
    };
    setup.on = mechanics.start.squares.map(|squares| squares & waiting);
    let stay = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
    let usable = SquareSet::up_to(mechanics.length) - (mechanics.traps - stay) - waiting;
    let head_matters = mechanics.hand.is_some() || mechanics.file == StartFile::Waits;
    let crowds = if head_matters { 6 } else { 5 };
    for player in either_order(rng) {
        let crowd = CROWDS[rng.random_range(0..crowds)];
        let mut left = mechanics.pieces - setup.on[player].len() as u8;
        if !(setup.mark == Mark::Unopened && opens(mechanics, player)) {
            setup.home[player] = home(rng, left);
        }
        left -= setup.home[player];
        if mechanics.capture == Capture::Remove || mechanics.hand.is_some() {
            left -= rng.random_range(0..=left);
        }
        for _ in 0..left {
            let enemies = mechanics.seen_by(player, setup.on[!player]);
            let free = usable - setup.on[player] - enemies;
            let square = place(rng, mechanics, crowd, setup.on[player], enemies, free);
            setup.on[player].insert(square);
        }
        setup.starred[player] = stars(rng, mechanics, setup.on[player]);
    }
    let must_move = mechanics
        .hand
        .is_some_and(|hand| hand.then == Entered::MustMove);
    let on_one = setup.to_throw.is_some_and(|player| {
        let first = setup.on[player].first();
        first.is_some_and(|square| square.number() == 1)
    });
    if must_move && on_one && rng.random_bool(0.5) {
        setup.mark = Mark::Entered;
    }
    setup
}

/// A mark that is chosen before the pieces, because they depend on it.
fn mark(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> Mark {
    if mechanics.file == StartFile::Waits {
        let most = mechanics.waiting_at_start();
        return Mark::Waiting(match rng.random_range(0..2) {
            0 => 0,
            _ => rng.random_range(0..=most),
        });
    }
    if mechanics.writes_opening() && rng.random_bool(0.4) {
        return Mark::Unopened;
    }
    Mark::None
}

fn opens(mechanics: &Mechanics, player: Player) -> bool {
    mechanics
        .opening
        .is_some_and(|opening| opening.player == player)
}

/// Pieces with the right of exit, or returned ones.
fn stars(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics, on: SquareSet) -> SquareSet {
    let may_have_one = |square: Square| match mechanics.right_of_exit {
        Some(right) => square != right.won_on && right.lasts_on(square),
        None => mechanics.returned_to() == Some(square),
    };
    on.iter()
        .filter(|&square| may_have_one(square))
        .filter(|_| rng.random_bool(0.5))
        .collect()
}

fn either_order(rng: &mut Xoshiro256PlusPlus) -> [Player; 2] {
    if rng.random_bool(0.5) {
        [Player::A, Player::B]
    } else {
        [Player::B, Player::A]
    }
}

/// None home, all but one home, or any number: equally often. At least one of
/// the pieces, if there are any, is not.
fn home(rng: &mut Xoshiro256PlusPlus, pieces: u8) -> u8 {
    match rng.random_range(0..3) {
        _ if pieces == 0 => 0,
        0 => 0,
        1 => pieces - 1,
        _ => rng.random_range(0..pieces),
    }
}

/// A free square, by `crowd`, for a player with pieces on `own` squares, all
/// by the numbers of that player's track.
fn place(
    rng: &mut Xoshiro256PlusPlus,
    mechanics: &Mechanics,
    crowd: Crowd,
    own: SquareSet,
    enemies: SquareSet,
    free: SquareSet,
) -> Square {
    let near = |square: u8, reach: u8| {
        let squares = square.saturating_sub(reach).max(1)..=(square + reach).min(mechanics.length);
        squares.filter_map(Square::new).collect::<SquareSet>()
    };
    let around = |set: SquareSet, reach: u8| {
        set.iter().fold(SquareSet::EMPTY, |all, square| {
            all | near(square.number(), reach)
        })
    };
    let wanted = match crowd {
        Crowd::Anywhere => free,
        Crowd::Head => near(1, 5),
        Crowd::Tail => near(mechanics.length, 8),
        Crowd::Refuge => near(mechanics.refuge.map_or(15, |r| r.square.number()), 4),
        Crowd::Runs if own.is_empty() => around(enemies, 4),
        Crowd::Runs => around(own, 1),
        Crowd::Siege => around(enemies, 4),
    };
    // One piece in eight stands apart from the crowd.
    let crowded = wanted & free;
    let from = if crowded.is_empty() || rng.random_range(0..8) == 0 {
        free
    } else {
        crowded
    };
    let squares: Vec<Square> = from.iter().collect();
    squares[rng.random_range(0..squares.len())]
}
