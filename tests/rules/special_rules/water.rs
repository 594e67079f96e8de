//! Rulesets whose last squares differ from Kendall's.

use senet::rules::ChoiceKind::{Decline, Leave};

use super::game;

#[test]
fn bga_landing_in_the_water_ends_the_turn() {
    let game = game("bga-5");
    game.leads_to("26/1 4-4 A", 1, &["27/1 4-4 B"]);
    game.leads_to("25/1 4-4 A", 1, &["26/1 4-4 A"]);
}

#[test]
fn bga_wet_piece_is_captured_and_never_paired() {
    let game = game("bga-5");
    game.leads_to("26/27 4-4 A", 1, &["27/26 4-4 B"]);
    game.leads_to("26/27,28 4-3 A", 1, &["27/26,28 4-3 B"]);
    game.leads_to("26/28,29 4-3 A", 2, &["28/26,29 4-3 B"]);
    game.leads_to("25/26,27 4-3 A", 1, &["26/25,27 4-3 A"]);
    game.leads_to("24/25,26 4-3 A", 2, &["22/25,26 4-3 B"]);
}

#[test]
fn bga_backward_moves_gain_no_throw() {
    game("bga-5").leads_to("24/25,26 4-3 A", 1, &["23/25,26 4-3 B"]);
}

#[test]
fn bga_wet_piece_leaves_or_waits() {
    let game = game("bga-5");
    game.leads_to("3,27/1 3-4 A", 4, &["3/1 4-4 B"]);
    game.leads_to("3,27/1 3-4 A", 1, &["3,15/1 3-4 B", "3,27/1 3-4 B"]);
    game.kinds("3,27/1 3-4 A", 1, &[Leave, Decline]);
    game.leads_to("15,27/1 3-4 A", 2, &["14,15/1 3-4 B", "15,27/1 3-4 B"]);
    // What came back is a piece like any other.
    game.leads_to("3,15/1 3-4 A", 2, &["5,15/1 3-4 B", "3,17/1 3-4 B"]);
    game.refuses("15!/1 4-4 A", "15!");
}

#[test]
fn modern_walls_end_on_26() {
    let game = game("modern-5");
    game.leads_to("26/28,29,30 4-2 A", 5, &["-/28,29,30 5-2 -"]);
    game.leads_to("21/22,23,24 4-2 A", 5, &["16/22,23,24 4-2 A"]);
    game.passes("26/28 4-4 A", 2, "26/28 4-4 B");
    game.leads_to("25/26 4-4 A", 1, &["24/26 4-4 A"]);
}

#[test]
fn kalish_grants_on_26_and_never_by_the_trap_or_backward() {
    let game = game("kalish-7");
    game.leads_to("3/1 6-6 A", 1, &["4/1 6-6 B"]);
    game.leads_to("3/1 6-6 A", 4, &["7/1 6-6 A"]);
    game.leads_to("24/1 6-6 A", 2, &["26/1 6-6 A"]);
    game.leads_to("23/1 6-6 A", 4, &["15/1 6-6 B"]);
    game.leads_to("20/24,25 6-5 A", 4, &["16/24,25 6-5 B"]);
    game.leads_to("28/29,30 6-5 A", 2, &["26/29,30 6-5 B"]);
    game.leads_to("25/1 6-6 A", 3, &["28/1 6-6 B"]);
}

#[test]
fn bgfl_grants_with_a_five_alone() {
    let game = game("bgfl-7");
    game.leads_to("3/1 6-6 A", 4, &["7/1 6-6 B"]);
    game.leads_to("3/1 6-6 A", 5, &["8/1 6-6 A"]);
    game.leads_to("26/28 6-6 A", 2, &["28/26 6-6 B"]);
    game.leads_to("26/28,29 6-5 A", 2, &["24/28,29 6-5 B"]);
}

#[test]
fn syrian_turn_ends_with_a_sweep() {
    let game = game("syrian-7");
    game.leads_to("3,28/1 5-6 A", 1, &["4,15/1 5-6 B"]);
    game.leads_to("3,30/15 5-6 A", 1, &["4,14/15 5-6 B", "3/15 6-6 B"]);
    game.leads_to("26,28,29/1 4-6 A", 4, &["14,15,30/1 4-6 B"]);
    // After a pass too, and after bearing another piece off.
    game.passes("28/1 6-6 A", 1, "15/1 6-6 B");
    game.leads_to("28,30/1 5-6 A", 3, &["15/1 6-6 B", "15/1 6-6 B"]);
}

#[test]
fn syrian_sweep_leaves_others() {
    let game = game("syrian-7");
    // The piece that has just come, the opponent's, one that wins.
    game.leads_to("26/1 6-6 A", 2, &["28/1 6-6 B"]);
    game.leads_to("3/28 6-6 A", 1, &["4/28 6-6 B"]);
    game.leads_to("26/28 6-6 A", 2, &["28/26 6-6 B"]);
    game.leads_to("28/1 6-6 A", 3, &["-/1 7-6 -"]);
    game.leads_to("26,29/1 5-6 A", 1, &["14,15/1 5-6 B"]);
}
