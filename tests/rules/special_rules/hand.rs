//! Pieces in hand: the games of Ur and Piccione's senet.

use senet::rules::ChoiceKind::{Enter, Forward, Leave};

use super::game;

#[test]
fn ur_pieces_enter_where_the_throw_says() {
    let game = game("ur-finkel");
    game.passes("-/- 0-0 A", 0, "-/- 0-0 B");
    game.leads_to("-/- 0-0 A", 2, &["2/- 0-0 B"]);
    game.kinds("-/- 0-0 A", 2, &[Enter]);
    game.leads_to("-/- 0-0 A", 4, &["4/- 0-0 A"]);
    game.leads_to("2/- 0-0 A", 2, &["4/- 0-0 A"]);
    game.leads_to("2/2 0-0 A", 1, &["1,2/2 0-0 B", "3/2 0-0 B"]);
    game.kinds("2/2 0-0 A", 1, &[Enter, Forward]);
    // None in hand.
    game.leads_to("2/2 6-0 A", 1, &["3/2 6-0 B"]);
}

#[test]
fn ur_captured_piece_goes_back_to_the_hand() {
    let game = game("ur-finkel");
    game.leads_to("4/6 0-0 A", 2, &["2,4/6 0-0 B", "6/- 0-0 B"]);
    game.leads_to("-/6 6-6 B", 3, &["-/9 6-6 A"]);
    game.leads_to("12/13 6-6 A", 1, &["13/13 6-6 B"]);
}

#[test]
fn ur_rosettes_are_safe_and_throw_again() {
    let game = game("ur-finkel");
    game.passes("4/8 6-6 A", 4, "4/8 6-6 B");
    game.leads_to("6/9 6-6 A", 2, &["8/9 6-6 A"]);
    game.leads_to("12/14 6-6 A", 2, &["14/14 6-6 A"]);
}

#[test]
fn ur_pieces_are_home_one_past_the_end() {
    let game = game("ur-finkel");
    game.leads_to("13/1 6-6 A", 2, &["-/1 7-6 -"]);
    game.passes("13/1 6-6 A", 3, "13/1 6-6 B");
    game.leads_to("14/1 5-6 A", 1, &["1,14/1 5-6 B", "-/1 6-6 B"]);
}

#[test]
fn ur_shared_squares_hold_one_piece() {
    game("ur-finkel").refuses("5/5 0-0 A", "are one");
    let masters = game("ur-masters");
    masters.refuses("12/16 0-0 A", "are one");
    masters.leads_to("12/12 6-6 A", 1, &["13/12 6-6 B"]);
}

#[test]
fn ur_masters_tracks_cross() {
    let game = game("ur-masters");
    game.leads_to("10/16 6-6 A", 2, &["12/- 6-6 A"]);
    game.leads_to("15/12 6-6 A", 1, &["16/- 6-6 A"]);
    game.leads_to("10/12 6-6 A", 2, &["12/12 6-6 A"]);
    game.leads_to("13/13 6-6 B", 2, &["-/15 6-6 A"]);
    game.leads_to("13/14 6-6 A", 1, &["14/- 6-6 B"]);
    game.leads_to("16/1 6-6 A", 1, &["-/1 7-6 -"]);
}

#[test]
fn ur_blitz_captures_throw_again() {
    let game = game("ur-blitz");
    game.leads_to("5/7 4-4 A", 2, &["7/- 4-4 A"]);
    game.leads_to("5/8 4-4 A", 3, &["8/- 4-4 A"]);
    game.leads_to("5/9 4-4 A", 2, &["7/9 4-4 B"]);
}

#[test]
fn aseb_and_twenty_share_the_track_from_5_on() {
    let aseb = game("aseb-5");
    aseb.passes("15/16 4-4 A", 1, "15/16 4-4 B");
    aseb.leads_to("14/15 4-4 A", 1, &["15/- 4-4 B"]);
    let twenty = game("twenty-7");
    twenty.leads_to("-/- 0-0 A", 10, &["10/- 0-0 B"]);
    twenty.leads_to("-/10 0-0 A", 10, &["10/- 0-0 B"]);
    twenty.leads_to("10/- 6-0 A", 7, &["-/- 7-0 -"]);
    twenty.passes("12/16 6-6 A", 4, "12/16 6-6 B");
}

#[test]
fn piccione_pieces_enter_with_a_one_and_move_on() {
    let game = game("piccione-5");
    game.passes("-/- 0-0 A", 2, "-/- 0-0 B");
    game.leads_to("-/- 0-0 A", 1, &["1/- 0-0 A e"]);
    game.leads_to("3/- 0-0 A", 1, &["1,3/- 0-0 A e", "4/- 0-0 B"]);
    game.leads_to("1/- 0-0 A e", 2, &["3/- 0-0 B"]);
    game.leads_to("1,10/- 0-0 A e", 5, &["6,10/- 0-0 A"]);
    game.leads_to("1/- 0-0 A", 1, &["2/- 0-0 B"]);
    game.leads_to("3/1 0-0 A", 1, &["4/1 0-0 B"]);
}

#[test]
fn piccione_piece_that_cannot_move_on_leaves() {
    let game = game("piccione-5");
    game.leads_to("1,3/- 0-0 A e", 2, &["3/- 0-0 B"]);
    game.kinds("1,3/- 0-0 A e", 2, &[Leave]);
    game.leads_to("1/6 0-0 A e", 5, &["-/6 0-0 B"]);
    game.refuses("2/- 0-0 A e", "must have a piece on 1");
}

#[test]
fn piccione_has_no_captures() {
    let game = game("piccione-5");
    game.leads_to("5/7 4-0 A", 2, &["3/7 4-0 B"]);
    game.passes("5/3,7 4-0 A", 2, "5/3,7 4-0 B");
    game.passes("28/29 4-0 A", 1, "28/29 4-0 B");
}

#[test]
fn piccione_trap_leads_to_the_hand() {
    let game = game("piccione-5");
    game.leads_to("26/- 4-0 A", 1, &["-/- 4-0 B"]);
    game.leads_to("26/- 3-0 A", 1, &["1,26/- 3-0 A e", "-/- 3-0 B"]);
    game.leads_to("22/- 4-0 A", 5, &["-/- 4-0 A"]);
}

#[test]
fn piccione_throws_again_on_15_and_26() {
    let game = game("piccione-5");
    game.leads_to("13/- 4-0 A", 2, &["15/- 4-0 A"]);
    game.leads_to("23/- 4-0 A", 3, &["26/- 4-0 A"]);
    game.leads_to("17/19 4-0 A", 2, &["15/19 4-0 A"]);
}
