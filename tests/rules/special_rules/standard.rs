use senet::rules::ChoiceKind::{Decline, Forward, Pass};

use super::{game, game_with};

#[test]
fn bear_off_table() {
    let game = game("standard-5");
    game.leads_to("27/1 4-4 A", 4, &["-/1 5-4 -"]);
    game.leads_to("27/1 4-4 A", 5, &["-/1 5-4 -"]);
    game.leads_to("29/1 4-4 A", 3, &["-/1 5-4 -"]);
    game.leads_to("30/1 4-4 A", 2, &["-/1 5-4 -"]);
    game.passes("26/1 4-4 A", 5, "26/1 4-4 B");
    game.passes("29/1 4-4 A", 2, "29/1 4-4 B");
    game.passes("29/1 4-4 A", 4, "29/1 4-4 B");
    game.passes("30/1 4-4 A", 1, "30/1 4-4 B");
    game.passes("30/1 4-4 A", 3, "30/1 4-4 B");
}

#[test]
fn pieces_go_on_inside_the_last_squares() {
    let game = game("standard-5");
    game.leads_to("27/1 4-4 A", 2, &["29/1 4-4 B"]);
    game.leads_to("27/1 4-4 A", 3, &["30/1 4-4 B"]);
    game.leads_to("29/1 4-4 A", 1, &["30/1 4-4 A"]);
}

#[test]
fn there_is_no_gate() {
    game("standard-5").leads_to("25/1 4-4 A", 4, &["29/1 4-4 A"]);
}

#[test]
fn water_is_on_28() {
    let game = game("standard-5");
    game.leads_to("27/1 4-4 A", 1, &["15/1 4-4 A"]);
    game.leads_to("26/1 4-4 A", 2, &["15/1 4-4 B"]);
    game.leads_to("26/15 4-4 A", 2, &["14/15 4-4 B"]);
    game.refuses("28/1 4-4 A", "28");
}

#[test]
fn pairs_protect_and_walls_do_not_hinder() {
    let game = game("standard-5");
    game.passes("5/7,8 4-3 A", 2, "5/7,8 4-3 B");
    game.leads_to("6/7,8,9,11 4-1 A", 5, &["11/6,7,8,9 4-1 A"]);
}

#[test]
fn square_26_is_not_safe_and_27_29_and_30_are() {
    let game = game("standard-5");
    game.leads_to("24/26 4-4 A", 2, &["26/24 4-4 B"]);
    game.passes("25/27 4-4 A", 2, "25/27 4-4 B");
    game.passes("25/29 4-4 A", 4, "25/29 4-4 B");
    game.passes("25/30 4-4 A", 5, "25/30 4-4 B");
}

#[test]
fn reading_refuge_after() {
    let game = game_with("standard-5", &["refuge-after"]);
    game.leads_to("26/1 4-4 A", 2, &["15/1 4-4 B"]);
    game.leads_to("26/15 4-4 A", 2, &["16/15 4-4 B"]);
}

#[test]
fn reading_may_pass() {
    let game = game_with("standard-5", &["may-pass"]);
    game.leads_to("3/1 4-4 A", 1, &["4/1 4-4 A", "3/1 4-4 B"]);
    game.kinds("3/1 4-4 A", 1, &[Forward, Decline]);
    game.only("30/1 4-4 A", 1, Pass, "30/1 4-4 B");
}

#[test]
fn reading_throw_again_after_pass() {
    let game = game_with("standard-5", &["throw-again-after-pass"]);
    game.passes("30/1 4-4 A", 1, "30/1 4-4 A");
    game.passes("30/1 4-4 A", 3, "30/1 4-4 B");
}

#[test]
fn throw_again_is_for_forced_passes_alone() {
    let game = game_with("standard-5", &["may-pass", "throw-again-after-pass"]);
    game.leads_to("3/1 4-4 A", 1, &["4/1 4-4 A", "3/1 4-4 B"]);
    game.passes("30/1 4-4 A", 1, "30/1 4-4 A");
}
