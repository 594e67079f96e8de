use super::*;
use crate::rules::{ChoiceKind, Outcome};
use crate::types::Player;

/// One piece a side on 1 and 2: every choice is forced.
fn duel() -> Bench {
    Bench::new("anubis-5", &[("pieces", "1")])
}

fn play(bench: &Bench, points: &[u8], meter: &mut Meter) -> GameResult {
    let first = agent("first");
    let seating = bench.seating([&first; 2]);
    seating.play_with(0, bench.rules.start(), Scripted::new(points), meter)
}

#[test]
fn a_game_in_one_turn() {
    let bench = duel();
    let mut meter = Meter::new(&bench.rules);
    let result = play(&bench, &[5, 5, 5, 5, 5, 5], &mut meter);
    let won = GameResult {
        outcome: Some(Outcome::Won(Player::A)),
        plies: 6,
    };
    assert_eq!(result, won);
    let measures = meter.finish();
    let games = &measures.games;
    assert_eq!(games.turns.mean(), Some(1.0));
    assert_eq!(games.moves.mean(), Some(6.0));
    assert_eq!(games.first_home.mean(), Some(6.0));
    assert_eq!(games.margin.mean(), Some(1.0));
    // B is one square ahead at the start, A after its turn.
    assert_eq!(games.lead_changes.mean(), Some(1.0));
    assert_eq!((games.turns_of_won, games.turns_winner_ahead), (1, 1));
    assert_eq!(measures.plies.borne_off, 1);
}

#[test]
fn a_swap_a_pass_and_a_fall_are_counted() {
    let bench = duel();
    let mut meter = Meter::new(&bench.rules);
    let points = [
        1, 2, // A swaps 1 with 2, then goes on to 4
        2, // B 1 to 3
        5, 5, 5, 4, 3, // A to 26
        2, // B to 5
        1, 3, // A falls from 27 to 15, then goes on to 18
        5, 5, 5, 5, 1, 3, // B to 26 and 29
        2, // A to 20
        3, // B cannot leave 29 and passes
        2, // A to 22
        2, // B bears off
    ];
    let result = play(&bench, &points, &mut meter);
    assert_eq!(result.outcome, Some(Outcome::Won(Player::B)));
    let measures = meter.finish();
    assert_eq!(measures.plies.captured(), 1);
    assert_eq!(measures.plies.captures.a[2], 1);
    assert_eq!(measures.plies.trapped, 1);
    assert_eq!(measures.plies.of_kind(&[ChoiceKind::Pass]), 1);
    assert_eq!(measures.games.turns.mean(), Some(10.0));
    assert_eq!(measures.games.moves.mean(), Some(20.0));
    assert_eq!(measures.games.first_home.mean(), Some(21.0));
}

#[test]
fn a_game_given_up_is_no_result() {
    let bench = duel();
    let first = agent("first");
    let mut seating = bench.seating([&first; 2]);
    seating.max_plies = 3;
    let mut meter = Meter::new(&bench.rules);
    let script = Scripted::new(&[2, 3, 2]);
    let result = seating.play_with(0, bench.rules.start(), script, &mut meter);
    assert_eq!((result.outcome, result.plies), (None, 3));
    let measures = meter.finish();
    assert_eq!(measures.results.unfinished, 1);
    assert_eq!(measures.results.games(), 1);
    assert_eq!(measures.results.finished(), 0);
    assert!(measures.results.plies.is_empty());
    assert!(measures.games.turns.is_empty());
    assert_eq!(measures.plies.plies(), 3);
}
