//! Legal positions out of the blue, the rare ones made frequent.

use rand::{RngExt, rngs::Xoshiro256PlusPlus};
use senet::rules::{Position, Setup};
use senet::ruleset::{Capture, Mechanics};
use senet::types::{ByPlayer, Player, Square, SquareSet};

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
}

const CROWDS: [Crowd; 5] = [
    Crowd::Anywhere,
    Crowd::Tail,
    Crowd::Refuge,
    Crowd::Runs,
    Crowd::Siege,
];

/// A legal position in which the game is not over.
pub fn placement(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> Position {
    loop {
        if let Ok(position) = Position::new(mechanics, &attempt(rng, mechanics)) {
            return position;
        }
    }
}

fn attempt(rng: &mut Xoshiro256PlusPlus, mechanics: &Mechanics) -> Setup {
    let mut setup = Setup::default();
    let mut free = SquareSet::up_to(mechanics.length);
    let stay = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
    free = free - (mechanics.traps - stay);
    for player in either_order(rng) {
        let crowd = CROWDS[rng.random_range(0..CROWDS.len())];
        let mut left = mechanics.pieces;
        setup.home[player] = home(rng, left);
        left -= setup.home[player];
        if mechanics.capture == Capture::Remove {
            left -= rng.random_range(0..=left);
        }
        for _ in 0..left {
            let square = place(rng, mechanics, crowd, setup.on, player, free);
            free.remove(square);
            setup.on[player].insert(square);
        }
        if let Some(right) = mechanics.right_of_exit {
            setup.starred[player] = setup.on[player]
                .iter()
                .filter(|&square| square != right.won_on && right.lasts_on(square))
                .filter(|_| rng.random_bool(0.5))
                .collect();
        }
    }
    setup.to_throw = Some(either_order(rng)[0]);
    setup
}

fn either_order(rng: &mut Xoshiro256PlusPlus) -> [Player; 2] {
    if rng.random_bool(0.5) {
        [Player::A, Player::B]
    } else {
        [Player::B, Player::A]
    }
}

/// None home, all but one home, or any number: equally often.
fn home(rng: &mut Xoshiro256PlusPlus, pieces: u8) -> u8 {
    match rng.random_range(0..3) {
        0 => 0,
        1 => pieces - 1,
        _ => rng.random_range(0..pieces),
    }
}

fn place(
    rng: &mut Xoshiro256PlusPlus,
    mechanics: &Mechanics,
    crowd: Crowd,
    on: ByPlayer<SquareSet>,
    player: Player,
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
        Crowd::Tail => near(mechanics.length, 8),
        Crowd::Refuge => near(mechanics.refuge.map_or(15, |r| r.square.number()), 4),
        Crowd::Runs if on[player].is_empty() => around(on[!player], 4),
        Crowd::Runs => around(on[player], 1),
        Crowd::Siege => around(on[!player], 4),
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
