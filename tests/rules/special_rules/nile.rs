use senet::rules::ChoiceKind;

use super::{game, game_changed, game_with};

#[test]
fn right_of_exit_is_won_on_26() {
    let game = game("nile-5-six");
    game.leads_to("26/1 4-4 A", 2, &["28*/1 4-4 B"]);
    game.leads_to("26/1 4-4 A", 3, &["29*/1 4-4 B"]);
    game.leads_to("26/1 4-4 A", 4, &["30*/1 4-4 A"]);
    game.leads_to("25/1 4-4 A", 3, &["28/1 4-4 B"]);
    game.leads_to("24/1 4-4 A", 6, &["30/1 4-4 A"]);
    game.leads_to("24/1 4-4 A", 2, &["26/1 4-4 B"]);
}

#[test]
fn right_of_exit_moves_with_its_piece() {
    let game = game("nile-5-six");
    game.leads_to("28*/1 4-4 A", 1, &["29*/1 4-4 A"]);
    game.leads_to("28/1 4-4 A", 1, &["29/1 4-4 A"]);
    game.leads_to("28*/1 4-4 A", 2, &["30*/1 4-4 B"]);
    game.leads_to("28,29*/1 3-4 A", 1, &["28,30*/1 3-4 A"]);
}

#[test]
fn right_throw_with_the_right_bears_off() {
    let game = game("nile-5-six");
    game.leads_to("28*/1 4-4 A", 3, &["-/1 5-4 -"]);
    game.leads_to("29*/1 4-4 A", 2, &["-/1 5-4 -"]);
    game.leads_to("30*/1 4-4 A", 1, &["-/1 5-4 -"]);
    game.leads_to("3,30*/1 3-4 A", 1, &["4,30*/1 3-4 A", "3/1 4-4 A"]);
}

#[test]
fn exit_without_the_right_is_refused() {
    let game = game("nile-5-six");
    game.leads_to("28/1 4-4 A", 3, &["15/1 4-4 B"]);
    game.leads_to("29/1 4-4 A", 2, &["15/1 4-4 B"]);
    game.leads_to("30/1 4-4 A", 1, &["15/1 4-4 A"]);
}

#[test]
fn exit_past_the_first_square_beyond_is_refused_even_with_the_right() {
    let game = game("nile-5-six");
    game.leads_to("28*/1 4-4 A", 4, &["15/1 4-4 A"]);
    game.leads_to("30*/1 4-4 A", 2, &["15/1 4-4 B"]);
}

#[test]
fn five_from_26_bears_off_and_six_is_refused() {
    game("nile-5-five").leads_to("26/1 4-4 A", 5, &["-/1 5-4 -"]);
    game("nile-5-six").leads_to("26/1 4-4 A", 6, &["15/1 4-4 A"]);
}

#[test]
fn six_from_25_is_refused() {
    game("nile-5-six").leads_to("25/1 4-4 A", 6, &["15/1 4-4 A"]);
    game("nile-7-six").leads_to("25/1 6-6 A", 6, &["15/1 6-6 A"]);
}

#[test]
fn water_sends_to_15_or_the_first_free_square_after_it() {
    let game = game("nile-5-six");
    game.leads_to("26/1 4-4 A", 1, &["15/1 4-4 A"]);
    game.leads_to("26/15 4-4 A", 1, &["16/15 4-4 A"]);
    game.leads_to("15,26/1 3-4 A", 1, &["16,26/1 3-4 A", "15,16/1 3-4 A"]);
    game.leads_to("25/15,16 4-3 A", 2, &["17/15,16 4-3 B"]);
}

#[test]
fn refuge_search_can_end_where_the_piece_stood() {
    let game = game("nile-7-six");
    let on_26 = "15,16,17,18,19,20,26/21,22,23,24,25 0-2 A";
    game.leads_to(on_26, 1, &[on_26]);
    game.kinds(on_26, 1, &[ChoiceKind::Forward]);
    let starred = "15,16,17,18,19,20,28*/21,22,23,24,25,26 0-1 A";
    game.leads_to(starred, 4, &[starred]);
    let without = "15,16,17,18,19,20,28/21,22,23,24,25,26 0-1 A";
    game.leads_to(without, 4, &[without]);
}

#[test]
fn refuge_search_that_ends_on_26_gives_the_right() {
    // The piece on 28 without the right is refused, and finds 26 free.
    game("nile-7-six").leads_to(
        "15,16,17,18,19,20,28/21,22,23,24,25 0-2 A",
        4,
        &["15,16,17,18,19,20,26/21,22,23,24,25 0-2 A"],
    );
    game("nile-7-six").leads_to("26/1 6-6 A", 2, &["28*/1 6-6 B"]);
}

#[test]
fn piece_sent_back_inside_the_last_squares_keeps_what_it_had() {
    let game = game("nile-5-six");
    game.leads_to("29*/30 4-4 A", 1, &["28*/30 4-4 A"]);
    game.leads_to("29/30 4-4 A", 1, &["28/30 4-4 A"]);
    game.leads_to("28/30 4-4 A", 2, &["26/30 4-4 B"]);
    game.leads_to("28*/30 4-4 A", 2, &["26/30 4-4 B"]);
}

/// The safe squares leave no forward swap there, so they are taken away.
#[test]
fn piece_swapped_back_has_the_right_on_26_and_loses_it_below() {
    let game = game_changed("nile-5-six", &[], &[("safe", "[]")]);
    game.leads_to("26/30 4-4 A", 4, &["30*/26 4-4 A"]);
    game.leads_to("28*/30 4-4 A", 2, &["30*/28 4-4 B"]);
    game.leads_to("28/30* 4-4 A", 2, &["30/28* 4-4 B"]);
    game.leads_to("24/30* 4-4 A", 6, &["30/24 4-4 A"]);
}

#[test]
fn piece_swapped_forward_to_26_gains_the_right() {
    let game = game("nile-5-six");
    game.leads_to("26/22,29,30 4-2 A", 4, &["22/26,29,30 4-2 A"]);
    game.leads_to(
        "22/26,29,30 4-2 B",
        2,
        &[
            "22/28*,29,30 4-2 A",
            "22/15,26,30 4-2 A",
            "22/15,26,29 4-2 A",
        ],
    );
}

#[test]
fn safe_squares_protect_a_lone_piece() {
    let game = game("nile-5-six");
    game.leads_to("25/26 4-4 A", 1, &["24/26 4-4 A"]);
    game.leads_to("26/28 4-4 A", 2, &["24/28 4-4 B"]);
    game.leads_to("26/29 4-4 A", 3, &["23/29 4-4 B"]);
    game.leads_to("26/30 4-4 A", 4, &["22/30 4-4 A"]);
}

#[test]
fn turn_passes_after_a_backward_two_or_three() {
    let game = game("nile-5-six");
    game.leads_to("12/14,15 4-3 A", 2, &["10/14,15 4-3 B"]);
    game.leads_to("12/14,15 4-3 A", 3, &["9/14,15 4-3 B"]);
    game.leads_to("12/10,14,15 4-2 A", 2, &["10/12,14,15 4-2 B"]);
    game.leads_to("8/9,10,11 4-2 A", 4, &["4/9,10,11 4-2 A"]);
}

#[test]
fn wall_binds_backward_moves_too() {
    let game = game("nile-7-six");
    let between = "12/8,9,10,13,14,15 6-1 A";
    let passed = "12/8,9,10,13,14,15 6-1 B";
    game.passes(between, 6, passed);
    // 8 and 10 are of a pair, 14 and 13 too.
    game.passes(between, 4, passed);
    game.passes(between, 2, passed);
    game.leads_to(between, 1, &["11/8,9,10,13,14,15 6-1 A"]);
}

#[test]
fn backward_move_does_not_leave_the_board() {
    let game = game("nile-5-six");
    game.passes("6/7,8,9 4-2 A", 6, "6/7,8,9 4-2 B");
    game.leads_to("7/8,9,10 4-2 A", 6, &["1/8,9,10 4-2 A"]);
}

#[test]
fn backward_move_onto_the_water_falls_in() {
    game("nile-5-six").leads_to("28/29 4-4 A", 1, &["15/29 4-4 A"]);
    game("nile-5-six").leads_to("28*/15,29 4-3 A", 1, &["16/15,29 4-3 A"]);
}

#[test]
fn wall_forbids_a_refused_exit() {
    let game = game("nile-5-six");
    game.leads_to("26/28,29,30 4-2 A", 6, &["20/28,29,30 4-2 A"]);
    game.leads_to("26/29,30 4-3 A", 6, &["15/29,30 4-3 A"]);
}

#[test]
fn wall_forbids_bearing_off() {
    game("nile-5-five").leads_to("26/28,29,30 4-2 A", 5, &["21/28,29,30 4-2 A"]);
}

#[test]
fn special_square_with_an_own_piece_is_not_landed_on() {
    game("nile-5-six").leads_to("26,28*/1 3-4 A", 2, &["26,30*/1 3-4 B"]);
}

#[test]
fn reading_wrong_throw_returns() {
    let game = game_with("nile-5-six", &["wrong-throw-returns"]);
    game.leads_to("28*/1 4-4 A", 1, &["15/1 4-4 A"]);
    game.leads_to("28/1 4-4 A", 2, &["15/1 4-4 B"]);
    game.leads_to("28*/1 4-4 A", 3, &["-/1 5-4 -"]);
    game.leads_to("26/1 4-4 A", 2, &["28*/1 4-4 B"]);
    // It is a move only where 28 to 29 would have been one.
    game.leads_to("20,28*/29 3-4 A", 1, &["21,28*/29 3-4 A"]);
    game.leads_to("28,29/1 3-4 A", 1, &["15,28/1 3-4 A"]);
}

#[test]
fn reading_right_kept() {
    let game = game_with("nile-5-six", &["right-kept"]);
    game.leads_to("26/1 4-4 A", 1, &["15*/1 4-4 A"]);
    game.leads_to("25*/1 4-4 A", 6, &["-/1 5-4 -"]);
    game.leads_to("25/1 4-4 A", 6, &["15/1 4-4 A"]);
    game.leads_to("24*/1 4-4 A", 2, &["26/1 4-4 B"]);
    game.leads_to("26/22,29,30 4-2 A", 4, &["22*/26,29,30 4-2 A"]);
    let unsafe_30 = game_changed("nile-5-six", &["right-kept"], &[("safe", "[]")]);
    unsafe_30.leads_to("24/30* 4-4 A", 6, &["30/24* 4-4 A"]);
}

#[test]
fn star_stands_only_where_the_right_is_to_be_told() {
    let game = game("nile-5-six");
    game.refuses("26*/1 4-4 A", "star on 26");
    game.refuses("15*/1 4-4 A", "star on 15");
    game_with("nile-5-six", &["right-kept"]).refuses("26*/1 4-4 A", "star on 26");
}
