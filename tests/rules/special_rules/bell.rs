use senet::rules::Outcome;
use senet::types::Player;

use super::{game, game_with};
use crate::common::position;

#[test]
fn captured_piece_is_gone() {
    let game = game("bell-10");
    game.leads_to("3/5,9 0-0 A", 2, &["5/9 0-0 B"]);
    game.leads_to("3/5,6 0-0 A", 2, &["5/6 0-0 B"]);
}

#[test]
fn walls_do_not_hinder() {
    game("bell-10").leads_to("3/4,5,6 0-0 A", 4, &["7/4,5,6 0-0 B"]);
}

#[test]
fn no_throw_grants_another() {
    let game = game("bell-10");
    game.leads_to("3/20 0-0 A", 1, &["4/20 0-0 B"]);
    game.leads_to("3/20 0-0 A", 4, &["7/20 0-0 B"]);
}

#[test]
fn player_without_a_piece_on_the_board_passes() {
    game("bell-10").passes("5/- 0-0 B", 2, "5/- 0-0 A");
}

#[test]
fn last_squares_must_be_left_first() {
    let game = game("bell-10");
    game.leads_to("3,26/1 0-0 A", 1, &["3,27/1 0-0 B"]);
    game.leads_to("26,28/1 0-0 A", 2, &["26,30/1 0-0 B"]);
    game.leads_to("3,30/1 0-0 A", 1, &["3/1 1-0 B"]);
    // Unless no piece there can move.
    game.leads_to("3,26/27 0-0 A", 1, &["4,26/27 0-0 B"]);
    game.leads_to("3,30/1 0-0 A", 2, &["5,30/1 0-0 B"]);
}

#[test]
fn last_squares_move_on_and_bear_off() {
    let game = game("bell-10");
    game.leads_to("25/1 0-0 A", 2, &["27/1 0-0 B"]);
    game.leads_to("27/1 0-0 A", 3, &["30/1 0-0 B"]);
    game.leads_to("27/1 0-0 A", 4, &["-/1 1-0 B"]);
    game.leads_to("28/1 0-0 A", 1, &["29/1 0-0 B"]);
    game.leads_to("28/1 0-0 A", 3, &["-/1 1-0 B"]);
    game.passes("28/1 0-0 A", 4, "28/1 0-0 B");
    game.leads_to("29/1 0-0 A", 2, &["-/1 1-0 B"]);
    game.passes("30/1 0-0 A", 2, "30/1 0-0 B");
}

#[test]
fn safe_squares_protect() {
    let game = game("bell-10");
    game.passes("25/26 0-0 A", 1, "25/26 0-0 B");
    game.passes("26/30 0-0 A", 4, "26/30 0-0 B");
}

#[test]
fn game_ends_as_soon_as_the_other_cannot_catch_up() {
    let game = game("bell-10");
    game.leads_to("3,27/1 1-0 A", 4, &["3/1 2-0 -"]);
    game.leads_to("3,27/1,2 1-0 A", 4, &["3/1,2 2-0 B"]);
    // By a capture, too.
    game.leads_to("3/5 1-0 A", 2, &["5/- 1-0 -"]);
    game.leads_to("5/3 0-1 B", 2, &["-/5 0-1 -"]);
}

#[test]
fn equality_draws_on_the_empty_board_and_not_before() {
    let game = game("bell-10");
    game.leads_to("30/- 0-1 A", 1, &["-/- 1-1 -"]);
    game.leads_to("3,30/5 0-1 A", 1, &["3/5 1-1 B"]);
    let mechanics = game.rules.mechanics();
    let outcome = |text| position(mechanics, text).outcome(mechanics);
    assert_eq!(outcome("-/- 1-1 -"), Some(Outcome::Draw));
    assert_eq!(outcome("3/1 2-0 -"), Some(Outcome::Won(Player::A)));
    assert_eq!(outcome("-/5 0-1 -"), Some(Outcome::Won(Player::B)));
    assert_eq!(outcome("3/5 1-1 B"), None);
}

#[test]
fn reading_locked_last() {
    let game = game_with("bell-10", &["locked-last"]);
    game.passes("27/1 0-0 A", 3, "27/1 0-0 B");
    game.leads_to("27/1 0-0 A", 4, &["-/1 1-0 B"]);
    game.leads_to("26/1 0-0 A", 1, &["27/1 0-0 B"]);
}

#[test]
fn reading_gate_26() {
    let game = game_with("bell-10", &["gate-26"]);
    game.passes("25/1 0-0 A", 2, "25/1 0-0 B");
    game.leads_to("25/1 0-0 A", 1, &["26/1 0-0 B"]);
}
