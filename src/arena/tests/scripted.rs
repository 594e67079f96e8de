use super::*;
use crate::rules::{ChoiceKind, Outcome};
use crate::types::Player;

fn measured(points: &[u8], max_plies: u32) -> (GameResult, Measures) {
    let bench = duel();
    let mut meter = Meter::new(&bench.rules);
    let result = play_script(&bench, points, max_plies, &mut meter);
    (result, meter.finish())
}

#[test]
fn a_game_in_one_turn() {
    let (result, measures) = measured(ONE_TURN, 100_000);
    let won = GameResult {
        outcome: Some(Outcome::Won(Player::A)),
        plies: 6,
    };
    assert_eq!(result, won);
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
    let (result, measures) = measured(SWAP_FALL_PASS, 100_000);
    assert_eq!(result.outcome, Some(Outcome::Won(Player::B)));
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
    let (result, measures) = measured(&[2, 3, 2], 3);
    assert_eq!((result.outcome, result.plies), (None, 3));
    assert_eq!(measures.results.unfinished, 1);
    assert_eq!(measures.results.games(), 1);
    assert_eq!(measures.results.finished(), 0);
    assert!(measures.results.plies.is_empty());
    assert!(measures.games.turns.is_empty());
    assert_eq!(measures.plies.plies(), 3);
}
