//! The meter against a second count, square by square, of recorded plies.

use super::*;
use crate::rules::{Choice, ChoiceKind, Outcome};
use crate::ruleset::{Capture, Mechanics, Pairs, builtin_ids};
use crate::types::{ByPlayer, Player, Square, SquareSet};

fn holds(position: &Position, player: Player, square: u8) -> bool {
    let squares = position.on(player);
    squares.iter().any(|s| s.number() == square)
}

/// Lowest and highest squares of the rows of `n` or more.
fn rows(position: &Position, player: Player, n: u8) -> Vec<(u8, u8)> {
    let mut rows = Vec::new();
    let mut first = 1;
    for square in 1..=31 {
        if square == 31 || !holds(position, player, square) {
            if square - first >= n {
                rows.push((first, square - 1));
            }
            first = square + 1;
        }
    }
    rows
}

/// Rows after the ply that share no `n` squares in a row with one before it.
fn formed(ply: &Recorded, player: Player, n: u8) -> u64 {
    let before = rows(&ply.before, player, n);
    let is_new = |&(lo, hi): &(u8, u8)| {
        let shared = |&(a, b): &(u8, u8)| b.min(hi) + 1 >= a.max(lo) + n;
        !before.iter().any(shared)
    };
    rows(&ply.after, player, n)
        .iter()
        .filter(|row| is_new(row))
        .count() as u64
}

fn pips_to_go(mechanics: &Mechanics, position: &Position, player: Player) -> i32 {
    let on: Vec<i32> = position
        .on(player)
        .iter()
        .map(|s| i32::from(s.number()))
        .collect();
    // Out of the game, or in hand.
    let captured = mechanics.pieces - position.home(player) - on.len() as u8;
    let way = i32::from(mechanics.length) + 1;
    on.iter().map(|s| way - s).sum::<i32>() + way * i32::from(captured)
}

fn recount_ply(mechanics: &Mechanics, free: &Rules, ply: &Recorded, counts: &mut PlyCounts) {
    let mover = ply.before.to_throw().unwrap();
    let list: Vec<Choice> = ply.choices.iter().collect();
    counts.kinds[ply.choice.kind as usize] += 1;
    counts.choices += list.len() as u64;
    counts.decisions += u64::from(list.len() > 1);
    let moves = |choice: &Choice| choice.kind.moves();
    let legal_without = free.choices(&ply.before, ply.points);
    let taken_away = legal_without
        .iter()
        .filter(moves)
        .any(|c| !list.contains(&c));
    counts.blocked += u64::from(taken_away);
    counts.borne_off += u64::from(ply.after.home(mover) > ply.before.home(mover));
    let wall = |player| match mechanics.wall[player] {
        0 => 3,
        wall => wall,
    };
    let walled = Player::BOTH
        .into_iter()
        .any(|p| !rows(&ply.before, p, wall(p)).is_empty());
    counts.with_wall += u64::from(walled);
    for player in Player::BOTH {
        counts.pairs_formed += formed(ply, player, 2);
        counts.walls_formed += formed(ply, player, wall(player));
        for square in 1..=30 {
            let held = holds(&ply.before, player, square);
            counts.occupancy[player][usize::from(square)] += u64::from(held);
        }
    }
    let gone = (1..=30).find(|&s| holds(&ply.before, !mover, s) && !holds(&ply.after, !mover, s));
    let gone = gone.and_then(Square::new).and_then(|square| {
        let seen = mechanics.seen_by(mover, SquareSet::single(square));
        seen.first()
    });
    counts.captures[mover][gone.map_or(0, |square| usize::from(square.number()))] += 1;
    // A piece that lands on a trap, or runs past the end and stays on the board.
    let Some(from) = ply.choice.from().map(|s| s.number()) else {
        return;
    };
    let to = match ply.choice.kind {
        ChoiceKind::Backward | ChoiceKind::BackwardStay => from - ply.points,
        ChoiceKind::Leave => return,
        _ => from + ply.points,
    };
    let on_trap = mechanics.traps.iter().any(|trap| trap.number() == to);
    counts.trapped += u64::from(on_trap && !ply.choice.kind.stays());
    let stays_on = ply.after.home(mover) == ply.before.home(mover);
    let past_the_end = to > mechanics.length && stays_on;
    // A diverted piece rests on neither of the two squares it could rest on.
    let rests = ply.after.on(mover) - ply.before.on(mover);
    let diverted = mechanics.divert.is_some_and(|divert| {
        let here = divert.from.iter().any(|square| square.number() == from);
        let reached = |square: Square| square == divert.to || square.number() == to;
        here && stays_on && !rests.iter().any(reached)
    });
    counts.refused += u64::from(past_the_end || diverted);
}

fn recount_game(mechanics: &Mechanics, plies: &[Recorded], result: &GameResult, m: &mut Measures) {
    m.results.record(result);
    let turns = 1 + plies
        .windows(2)
        .filter(|w| w[0].before.to_throw() != w[1].before.to_throw())
        .count() as u64;
    m.games.turns.record(turns);
    let moves = plies.iter().filter(|ply| ply.choice.kind.moves());
    m.games.moves.record(moves.count() as u64);
    let home = |ply: &Recorded| ply.after.home(Player::A) + ply.after.home(Player::B) > 0;
    if let Some(first) = plies.iter().position(home) {
        m.games.first_home.record(first as u64 + 1);
    }
    let ahead = |position: &Position| {
        let [a, b] = Player::BOTH.map(|player| pips_to_go(mechanics, position, player));
        match a.cmp(&b) {
            std::cmp::Ordering::Less => Some(Player::A),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Player::B),
        }
    };
    let ends = plies
        .iter()
        .filter(|ply| ply.after.to_throw() != ply.before.to_throw());
    let leaders: Vec<Option<Player>> = ends.map(|ply| ahead(&ply.after)).collect();
    let first = ahead(&plies[0].before);
    let known: Vec<Player> = [first].iter().chain(&leaders).copied().flatten().collect();
    let changes = known.windows(2).filter(|w| w[0] != w[1]).count();
    m.games.lead_changes.record(changes as u64);
    if let Some(Outcome::Won(winner)) = result.outcome {
        let last = plies.last().unwrap().after;
        m.games.margin.record(mechanics.pieces - last.home(!winner));
        m.games.turns_of_won += turns;
        m.games.turns_winner_ahead += leaders
            .iter()
            .filter(|&&leader| leader == Some(winner))
            .count() as u64;
    }
}

#[test]
fn the_meter_agrees_with_a_recount_of_recorded_plies() {
    let pairs = [("random", "random"), ("cautious", "racer")];
    for id in builtin_ids() {
        let bench = Bench::new(id, &[]);
        let mechanics = bench.rules.mechanics();
        let mut free = mechanics.clone();
        free.pairs = ByPlayer::both(Pairs::None);
        free.wall = ByPlayer::both(0);
        let free = Rules::new(&free);
        for (a, b) in pairs {
            let (a, b) = (agent(a), agent(b));
            let seating = bench.seating([&a, &b]);
            let mut meter = Meter::new(&bench.rules);
            let mut counted = Measures::default();
            for game in 0..40 {
                seating.play(game, &mut meter);
                let mut recorder = Recorder::default();
                let result = seating.play(game, &mut recorder);
                assert!(result.outcome.is_some(), "{id}: game {game} has no end");
                for ply in &recorder.plies {
                    recount_ply(mechanics, &free, ply, &mut counted.plies);
                }
                recount_game(mechanics, &recorder.plies, &result, &mut counted);
            }
            assert_eq!(meter.finish(), counted, "{id}");
            let captures_remove = mechanics.capture == Capture::Remove;
            assert_eq!(captures_remove, id == "bell-10");
        }
    }
}
