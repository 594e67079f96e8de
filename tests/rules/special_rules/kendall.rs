use senet::rules::ChoiceKind::{Backward, Decline, Leave};

use super::{game, game_with};

const START: &str = "2,4,6,8,11/1,3,5,7,9 0-0";

#[test]
fn water_is_entered_only_while_it_is_empty() {
    let game = game("kendall-5");
    game.leads_to("26/1 4-4 A", 1, &["27/1 4-4 A"]);
    game.leads_to("26/27 4-4 A", 1, &["25/27 4-4 A"]);
    game.kinds("26/27 4-4 A", 1, &[Backward]);
}

#[test]
fn wet_piece_goes_home_with_a_four() {
    let game = game("kendall-5");
    game.leads_to("3,27/1 3-4 A", 4, &["3/1 4-4 B"]);
    game.leads_to("27/1 4-4 A", 4, &["-/1 5-4 -"]);
}

#[test]
fn wet_piece_returns_or_waits_with_any_other_throw() {
    let game = game("kendall-5");
    for points in [1, 2, 3, 5] {
        game.leads_to("3,27/1 3-4 A", points, &["3,15!/1 3-4 B", "3,27/1 3-4 B"]);
        game.kinds("3,27/1 3-4 A", points, &[Leave, Decline]);
        game.passes("15,27/1 3-4 A", points, "15,27/1 3-4 B");
        game.passes("14,27/15 3-4 A", points, "14,27/15 3-4 B");
    }
    // Even beside a piece on 26 that could be borne off.
    game.leads_to("26,27/1 3-4 A", 5, &["15!,26/1 3-4 B", "26,27/1 3-4 B"]);
}

#[test]
fn returned_piece_alone_may_move() {
    let game = game("kendall-5");
    game.leads_to("3,15!/1 3-4 A", 2, &["3,17/1 3-4 B"]);
    game.leads_to("3,15!,17/1 2-4 A", 2, &["3,13,17/1 2-4 B"]);
    game.passes("3,13,15!,17/1 1-4 A", 2, "3,13,15!,17/1 1-4 B");
    game.leads_to("3,15/1 3-4 A", 2, &["5,15/1 3-4 B", "3,17/1 3-4 B"]);
}

#[test]
fn returned_piece_gains_no_throw() {
    let game = game("kendall-5");
    game.leads_to("3,15!/1 3-4 A", 1, &["3,16/1 3-4 B"]);
    game.leads_to("3,15!,19/1 2-4 A", 4, &["3,11,19/1 2-4 B"]);
    game.leads_to("15!/20 4-4 A", 5, &["20/15 4-4 B"]);
}

#[test]
fn returned_piece_is_captured_and_free() {
    let game = game("kendall-5");
    game.leads_to("15!/14 4-4 B", 1, &["14/15 4-4 B"]);
    game.leads_to("3,14/15 3-4 A", 2, &["5,14/15 3-4 B", "3,16/15 3-4 B"]);
}

#[test]
fn wet_piece_comes_before_a_returned_one() {
    let game = game("kendall-5");
    game.passes("3,15!,27/1 2-4 A", 2, "3,15!,27/1 2-4 B");
    game.leads_to("3,15!,27/1 2-4 A", 4, &["3,15!/1 3-4 B"]);
}

#[test]
fn pairs_are_lost_with_a_piece_wet_or_returned() {
    let game = game("kendall-5");
    game.leads_to("3,14,15/13 2-4 B", 2, &["3,14,15/11 2-4 A"]);
    game.leads_to("3,14,15!/13 2-4 B", 2, &["3,13,14/15 2-4 A"]);
    game.leads_to("14,15,27/13 2-4 B", 2, &["13,14,27/15 2-4 A"]);
    // The other player's pairs hold.
    game.leads_to("13/14,15 4-3 A", 2, &["11/14,15 4-3 B"]);
    game.leads_to("3,8,15!/17,18 2-3 A", 2, &["3,8,13/17,18 2-3 B"]);
}

#[test]
fn piece_on_28_to_30_is_bumped_into_the_water() {
    let game = game("kendall-5");
    game.leads_to("26/28 4-4 A", 2, &["28/27 4-4 B"]);
    game.leads_to("26/29 4-4 A", 3, &["29/27 4-4 B"]);
    game.leads_to("26/30 4-4 A", 4, &["30/27 4-4 A"]);
    game.leads_to("28/27 4-4 B", 2, &["28/15! 4-4 A", "28/27 4-4 A"]);
    // Not while somebody is in the water, and not one of a pair.
    game.leads_to("26/27,30 4-3 A", 4, &["22/27,30 4-3 A"]);
    game.leads_to("26/28,29 4-3 A", 2, &["24/28,29 4-3 B"]);
}

#[test]
fn piece_leaves_28_to_30_for_home_alone() {
    let game = game("kendall-5");
    game.passes("28/1 4-4 A", 1, "28/1 4-4 B");
    game.leads_to("28/1 4-4 A", 3, &["-/1 5-4 -"]);
    for points in 1..=5 {
        game.leads_to("30/1 4-4 A", points, &["-/1 5-4 -"]);
    }
}

#[test]
fn option_trap_drops_what_would_pass_26() {
    let game = game_with("kendall-5", &["trap"]);
    game.leads_to("24/1 4-4 A", 2, &["26/1 4-4 B"]);
    game.leads_to("24/1 4-4 A", 3, &["27/1 4-4 B"]);
    game.leads_to("24/1 4-4 A", 5, &["27/1 4-4 A"]);
    game.leads_to("24/27 4-4 A", 3, &["21/27 4-4 B"]);
    game.leads_to("3,24/1 3-4 A", 3, &["6,24/1 3-4 B", "3,27/1 3-4 B"]);
    game.leads_to("26/1 4-4 A", 2, &["28/1 4-4 B"]);
}

#[test]
fn option_row_keeps_pieces_on_the_board() {
    let game = game_with("kendall-5", &["row"]);
    game.leads_to("3,26/1 3-4 A", 5, &["8,26/1 3-4 A"]);
    game.leads_to("11,26/1 3-4 A", 5, &["16,26/1 3-4 A", "11/1 4-4 A"]);
    game.leads_to("3,27/1 3-4 A", 4, &["3,15!/1 3-4 B", "3,27/1 3-4 B"]);
    game.leads_to("11,27/1 3-4 A", 4, &["11/1 4-4 B"]);
    for points in 1..=5 {
        game.passes("3,15,27/1 2-4 A", points, "3,15,27/1 2-4 B");
    }
}

#[test]
fn option_open_lets_b_begin_with_a_one() {
    let game = game_with("kendall-5", &["open"]);
    let (unopened, opened) = (format!("{START} B o"), format!("{START} A o"));
    for points in 2..=5 {
        game.passes(&unopened, points, &opened);
    }
    game.leads_to(
        &unopened,
        1,
        &[
            "1,4,6,8,11/2,3,5,7,9 0-0 B",
            "2,3,6,8,11/1,4,5,7,9 0-0 B",
            "2,4,5,8,11/1,3,6,7,9 0-0 B",
            "2,4,6,7,11/1,3,5,8,9 0-0 B",
            "2,4,6,8,11/1,3,5,7,10 0-0 B",
        ],
    );
    game.leads_to("11/1,3,5,7,9 4-0 A o", 2, &["13/1,3,5,7,9 4-0 B o"]);
    // The one is the opening even if nothing can be done with it.
    game.passes("6,7/1,2,3,4,5 3-0 B o", 1, "6,7/1,2,3,4,5 3-0 A");
}

#[test]
fn options_go_together() {
    let game = game_with("kendall-5", &["trap", "row", "open"]);
    game.passes("24/1,3,5,7,9 4-0 B o", 4, "24/1,3,5,7,9 4-0 A o");
    game.leads_to(
        "3,24/1,5,7,9,11 3-0 A o",
        5,
        &["8,24/1,5,7,9,11 3-0 A o", "3,27/1,5,7,9,11 3-0 A o"],
    );
    game.leads_to("3,26/1 3-4 A", 5, &["8,26/1 3-4 A"]);
}

#[test]
fn marks_stand_where_they_mean_something() {
    let plain = game("kendall-5");
    plain.refuses("14!/1 4-4 A", "mark ! on 14");
    plain.refuses("14/15* 4-4 A", "15*");
    plain.refuses("15/1 4-4 A o", "the mark o");
    plain.refuses("15/1 4-4 A w0", "the mark w0");
    game_with("kendall-5", &["open"]).refuses("15/1 4-4 A o", "has opened");
}
