use super::{game, game_with};

#[test]
fn throws_of_one_four_and_five_throw_again() {
    let game = game("anubis-5");
    game.leads_to("1/7 4-4 A", 1, &["2/7 4-4 A"]);
    game.leads_to("1/7 4-4 A", 2, &["3/7 4-4 B"]);
    game.leads_to("1/7 4-4 A", 3, &["4/7 4-4 B"]);
    game.leads_to("1/7 4-4 A", 4, &["5/7 4-4 A"]);
    game.leads_to("1/7 4-4 A", 5, &["6/7 4-4 A"]);
}

#[test]
fn lone_piece_is_swapped_and_a_pair_is_not() {
    let game = game("anubis-5");
    game.leads_to("5/7,9 4-3 A", 2, &["7/5,9 4-3 B"]);
    game.passes("5/7,8 4-3 A", 2, "5/7,8 4-3 B");
    game.passes("5/6,7 4-3 A", 2, "5/6,7 4-3 B");
}

#[test]
fn pairs_hold_across_the_ends_of_rows() {
    let game = game("anubis-5");
    game.passes("8/10,11 4-3 A", 2, "8/10,11 4-3 B");
    game.passes("8/10,11 4-3 A", 3, "8/10,11 4-3 B");
    game.passes("18/20,21 4-3 A", 3, "18/20,21 4-3 B");
}

#[test]
fn wall_is_not_jumped() {
    let game = game("anubis-5");
    game.passes("5/7,8,9 4-2 A", 5, "5/7,8,9 4-2 B");
    game.passes("6/7,8,9 4-2 A", 4, "6/7,8,9 4-2 B");
    game.passes("8/9,10,11 4-2 A", 4, "8/9,10,11 4-2 B");
}

#[test]
fn capture_does_not_jump_a_wall() {
    game("anubis-5").passes("6/7,8,9,11 4-1 A", 5, "6/7,8,9,11 4-1 B");
    game("sawah-5-six").passes("5/7,8,9,11 4-1 A", 6, "5/7,8,9,11 4-1 B");
}

#[test]
fn two_in_a_row_and_a_broken_three_are_no_wall() {
    let game = game("anubis-5");
    game.leads_to("6/7,8,11 4-2 A", 5, &["11/6,7,8 4-2 A"]);
    game.leads_to("6/7,8,10 4-2 A", 5, &["11/7,8,10 4-2 A"]);
}

#[test]
fn own_wall_does_not_hinder() {
    game("anubis-5").leads_to(
        "6,7,8,9/1 1-4 A",
        5,
        &[
            "7,8,9,11/1 1-4 A",
            "6,8,9,12/1 1-4 A",
            "6,7,9,13/1 1-4 A",
            "6,7,8,14/1 1-4 A",
        ],
    );
}

#[test]
fn wall_on_the_last_squares_blocks_bearing_off() {
    let game = game("anubis-5");
    game.passes("26/28,29,30 4-2 A", 5, "26/28,29,30 4-2 B");
    game.leads_to("26/29,30 4-3 A", 5, &["-/29,30 5-3 -"]);
}

#[test]
fn gate_26_must_be_landed_on() {
    let game = game("anubis-5");
    game.leads_to("25/1 4-4 A", 1, &["26/1 4-4 A"]);
    game.passes("25/1 4-4 A", 2, "25/1 4-4 B");
    game.passes("25/1 4-4 A", 4, "25/1 4-4 B");
    game.passes("25/1 4-4 A", 5, "25/1 4-4 B");
}

#[test]
fn five_from_26_bears_off_and_six_does_not() {
    game("anubis-5").leads_to("3,26/1 3-4 A", 5, &["8,26/1 3-4 A", "3/1 4-4 A"]);
    game("sawah-5-six").passes("26/1 4-4 A", 6, "26/1 4-4 B");
}

#[test]
fn six_from_25_is_no_move() {
    game("sawah-5-six").passes("25/1 4-4 A", 6, "25/1 4-4 B");
    game("sawah-7-six").passes("25/1 6-6 A", 6, "25/1 6-6 B");
}

#[test]
fn last_piece_borne_off_wins_for_the_mover_although_the_throw_grants_another() {
    game("anubis-5").leads_to("26/30 4-4 A", 5, &["-/30 5-4 -"]);
    game("anubis-5").leads_to("30/26 4-4 B", 5, &["30/- 4-5 -"]);
    game("sawah-5-six").leads_to("30/26 4-4 A", 1, &["-/26 5-4 -"]);
}

#[test]
fn last_squares_are_left_only_with_their_throws() {
    let game = game("anubis-5");
    game.passes("28/1 4-4 A", 1, "28/1 4-4 B");
    game.passes("28/1 4-4 A", 2, "28/1 4-4 B");
    game.leads_to("28/1 4-4 A", 3, &["-/1 5-4 -"]);
    game.passes("28/1 4-4 A", 4, "28/1 4-4 B");
    game.passes("29/1 4-4 A", 1, "29/1 4-4 B");
    game.leads_to("29/1 4-4 A", 2, &["-/1 5-4 -"]);
    game.passes("29/1 4-4 A", 3, "29/1 4-4 B");
    game.leads_to("30/1 4-4 A", 1, &["-/1 5-4 -"]);
    game.passes("30/1 4-4 A", 2, "30/1 4-4 B");
}

#[test]
fn from_26_inside_the_last_squares() {
    let game = game("anubis-5");
    game.leads_to("26/1 4-4 A", 2, &["28/1 4-4 B"]);
    game.leads_to("26/1 4-4 A", 3, &["29/1 4-4 B"]);
    game.leads_to("26/1 4-4 A", 4, &["30/1 4-4 A"]);
}

#[test]
fn water_sends_to_15_or_the_first_free_square_before_it() {
    let game = game("anubis-5");
    game.leads_to("26/1 4-4 A", 1, &["15/1 4-4 A"]);
    game.leads_to("15,26/1 3-4 A", 1, &["16,26/1 3-4 A", "14,15/1 3-4 A"]);
    game.leads_to("26/15 4-4 A", 1, &["14/15 4-4 A"]);
    game.leads_to("26/14,15 4-3 A", 1, &["13/14,15 4-3 A"]);
    game.leads_to(
        "14,26/12,15 3-3 A",
        1,
        &["15,26/12,14 3-3 A", "13,14/12,15 3-3 A"],
    );
}

#[test]
fn special_square_with_an_own_piece_is_not_landed_on() {
    let game = game("anubis-5");
    game.leads_to("25,26/1 3-4 A", 1, &["15,25/1 3-4 A"]);
    game.passes("26,28/1 3-4 A", 2, "26,28/1 3-4 B");
    game.passes("26,30/1 3-4 A", 4, "26,30/1 3-4 B");
}

#[test]
fn safe_squares_protect_a_lone_piece() {
    let game = game("anubis-5");
    game.passes("25/26 4-4 A", 1, "25/26 4-4 B");
    game.passes("26/28 4-4 A", 2, "26/28 4-4 B");
    game.passes("26/29 4-4 A", 3, "26/29 4-4 B");
    game.passes("26/30 4-4 A", 4, "26/30 4-4 B");
}

#[test]
fn nothing_rests_in_the_water() {
    game("anubis-5").refuses("27/1 4-4 A", "27");
    game("anubis-5").refuses("28*/1 4-4 A", "star");
}

#[test]
fn reading_free_last() {
    let game = game_with("anubis-5", &["free-last"]);
    game.leads_to("28/1 4-4 A", 1, &["29/1 4-4 A"]);
    game.leads_to("28/1 4-4 A", 2, &["30/1 4-4 B"]);
    game.leads_to("29/1 4-4 A", 1, &["30/1 4-4 A"]);
    game.passes("28/30 4-4 A", 2, "28/30 4-4 B");
    game.passes("28/1 4-4 A", 4, "28/1 4-4 B");
}

#[test]
fn reading_throw_again_after_pass() {
    let game = game_with("sawah-5", &["throw-again-after-pass"]);
    game.passes("28/1 4-4 A", 1, "28/1 4-4 A");
    game.passes("28/1 4-4 A", 4, "28/1 4-4 A");
    game.passes("28/1 4-4 A", 2, "28/1 4-4 B");
}

#[test]
fn reading_backward_moves_only_where_nothing_goes_forward() {
    let game = game_with("anubis-5", &["backward"]);
    game.leads_to("3,25/1 3-4 A", 2, &["5,25/1 3-4 B"]);
    game.leads_to("25/1 4-4 A", 2, &["23/1 4-4 B"]);
    game.leads_to("25/1 4-4 A", 4, &["21/1 4-4 A"]);
    game.leads_to("25/23 4-4 A", 2, &["23/25 4-4 B"]);
    game.leads_to("23,25/1 3-4 A", 2, &["21,25/1 3-4 B"]);
    game.leads_to("26/28,29,30 4-2 A", 5, &["21/28,29,30 4-2 A"]);
    game.passes("25/22,23 4-3 A", 2, "25/22,23 4-3 B");
    game.passes("2/4,5 4-3 A", 2, "2/4,5 4-3 B");
}

#[test]
fn reading_backward_leaves_exit_only_squares_alone() {
    let game = game_with("anubis-5", &["backward"]);
    game.passes("28/1 4-4 A", 1, "28/1 4-4 B");
    game.leads_to("25,28/1 3-4 A", 2, &["23,28/1 3-4 B"]);
}

#[test]
fn reading_backward_does_not_jump_a_wall() {
    let game = game_with("sawah-7", &["backward"]);
    game.passes("25/21,22,23 6-4 A", 5, "25/21,22,23 6-4 B");
    game.leads_to("25/22,23 6-5 A", 5, &["20/22,23 6-5 A"]);
}
