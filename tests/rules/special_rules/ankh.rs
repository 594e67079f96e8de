use senet::rules::ChoiceKind::{
    Backward, BackwardStay, Decline, Forward, ForwardStay, Leave, Rethrow,
};

use super::{game, game_with};

#[test]
fn gate_15_must_be_landed_on_again() {
    let game = game("ankh-7");
    game.leads_to("14/1 6-6 A", 1, &["15/1 6-6 A"]);
    game.leads_to("14/1 6-6 A", 2, &["12/1 6-6 B"]);
    // One that was driven back behind it as well.
    game.leads_to("17/19,20 6-5 A", 3, &["14/19,20 6-5 B"]);
    game.leads_to("14/19,20 6-5 A", 3, &["11/19,20 6-5 B"]);
}

#[test]
fn gate_15_protects_its_piece() {
    game("ankh-7").leads_to("14/15 6-6 A", 1, &["13/15 6-6 A"]);
}

#[test]
fn choice_between_staying_on_27_and_the_refuge() {
    let game = game("ankh-7");
    game.leads_to("25/1 6-6 A", 2, &["27/1 6-6 B", "15/1 6-6 B"]);
    game.kinds("25/1 6-6 A", 2, &[ForwardStay, Forward]);
    game.leads_to("25/15 6-6 A", 2, &["27/15 6-6 B", "14/15 6-6 B"]);
    game.leads_to(
        "15,25/1 5-6 A",
        2,
        &["17,25/1 5-6 B", "15,27/1 5-6 B", "14,15/1 5-6 B"],
    );
}

#[test]
fn staying_piece_holds_its_owner() {
    let game = game("ankh-7");
    for points in [1, 2, 3, 5] {
        game.passes("3,27/1 5-6 A", points, "3,27/1 5-6 B");
    }
    game.leads_to("3,27/1 5-6 A", 4, &["3/1 6-6 A"]);
}

#[test]
fn staying_piece_goes_neither_forward_nor_back() {
    let game = game("ankh-7");
    for points in [1, 2, 3, 5] {
        game.passes("27/1 6-6 A", points, "27/1 6-6 B");
    }
}

#[test]
fn wall_on_28_to_30_keeps_a_staying_piece() {
    let game = game("ankh-7");
    game.passes("27/28,29,30 6-4 A", 4, "27/28,29,30 6-4 B");
    game.leads_to("27/28,29 6-5 A", 4, &["-/28,29 7-5 -"]);
}

#[test]
fn staying_piece_is_swapped_away_and_its_owner_free() {
    let game = game("ankh-7");
    game.leads_to("25/3,27 6-5 A", 2, &["27/3,25 6-5 B", "15/3,25 6-5 B"]);
    game.leads_to(
        "27/3,25 6-5 B",
        2,
        &["27/5,25 6-5 A", "25/3,27 6-5 A", "25/3,15 6-5 A"],
    );
}

#[test]
fn pair_protects_a_staying_piece() {
    let game = game("ankh-7");
    game.leads_to("25/26,27 6-5 A", 2, &["23/26,27 6-5 B"]);
    game.leads_to("25/27,28 6-5 A", 2, &["23/27,28 6-5 B"]);
}

#[test]
fn backward_move_onto_27_has_the_same_choice() {
    let game = game("ankh-7");
    game.leads_to("28/29 6-6 A", 1, &["27/29 6-6 A", "15/29 6-6 A"]);
    game.kinds("28/29 6-6 A", 1, &[BackwardStay, Backward]);
    game.leads_to("28/27,29 6-5 A", 1, &["27/28,29 6-5 A", "15/28,29 6-5 A"]);
}

#[test]
fn rethrow_beside_forward_moves() {
    let game = game("ankh-7");
    game.leads_to(
        "3,26/1 5-6 A",
        1,
        &[
            "4,26/1 5-6 A",
            "3,27/1 5-6 A",
            "3,15/1 5-6 A",
            "3,26/1 5-6 A",
        ],
    );
    game.kinds("3,26/1 5-6 A", 1, &[Forward, ForwardStay, Forward, Rethrow]);
}

#[test]
fn rethrow_beside_backward_moves_and_alone() {
    let game = game("ankh-7");
    game.leads_to("26/27,28 6-5 A", 1, &["25/27,28 6-5 A", "26/27,28 6-5 A"]);
    game.kinds("26/27,28 6-5 A", 1, &[Backward, Rethrow]);
    let stuck = "26/24,25,27,28 6-3 A";
    game.only(stuck, 1, Rethrow, stuck);
}

#[test]
fn no_rethrow_with_a_staying_piece_or_another_throw() {
    let game = game("ankh-7");
    game.passes("26,27/1 5-6 A", 1, "26,27/1 5-6 B");
    game.leads_to("26/1 6-6 A", 2, &["28/1 6-6 B"]);
    game.leads_to("25/1 6-6 A", 1, &["26/1 6-6 A"]);
}

#[test]
fn last_squares() {
    let game = game("ankh-7");
    game.leads_to("26/1 6-6 A", 5, &["-/1 7-6 -"]);
    game.leads_to("28/1 6-6 A", 1, &["29/1 6-6 A"]);
    game.leads_to("28/1 6-6 A", 2, &["30/1 6-6 B"]);
    game.leads_to("28/1 6-6 A", 3, &["-/1 7-6 -"]);
    game.leads_to("28/1 6-6 A", 4, &["24/1 6-6 A"]);
    game.leads_to("29/1 6-6 A", 2, &["-/1 7-6 -"]);
    game.leads_to("29/1 6-6 A", 3, &["26/1 6-6 B"]);
    game.leads_to("30/1 6-6 A", 1, &["-/1 7-6 -"]);
    game.leads_to("30/1 6-6 A", 2, &["28/1 6-6 B"]);
}

#[test]
fn piece_on_30_is_not_safe_and_those_on_26_28_and_29_are() {
    let game = game("ankh-7");
    game.leads_to("28/30 6-6 A", 2, &["30/28 6-6 B"]);
    game.leads_to("25/26 6-6 A", 1, &["24/26 6-6 A"]);
    game.leads_to("26/28 6-6 A", 2, &["24/28 6-6 B"]);
    game.leads_to("26/29 6-6 A", 3, &["23/29 6-6 B"]);
}

#[test]
fn reading_leave_later() {
    let game = game_with("ankh-7", &["leave-later"]);
    for points in [1, 2, 3, 5] {
        game.leads_to("3,27/1 5-6 A", points, &["3,15/1 5-6 B", "3,27/1 5-6 B"]);
        game.kinds("3,27/1 5-6 A", points, &[Leave, Decline]);
    }
    game.leads_to("27/15 6-6 A", 2, &["14/15 6-6 B", "27/15 6-6 B"]);
    game.leads_to("3,27/1 5-6 A", 4, &["3/1 6-6 A"]);
    game.passes("27/28,29,30 6-4 A", 4, "27/28,29,30 6-4 B");
}

#[test]
fn reading_unprotected_backward() {
    let usual = game("ankh-7");
    let reading = game_with("ankh-7", &["unprotected-backward"]);
    usual.passes("14/12,13,15 6-4 A", 1, "14/12,13,15 6-4 B");
    reading.leads_to("14/12,13,15 6-4 A", 1, &["13/12,14,15 6-4 A"]);
    usual.passes("17/15,19,20 6-4 A", 2, "17/15,19,20 6-4 B");
    reading.leads_to("17/15,19,20 6-4 A", 2, &["15/17,19,20 6-4 B"]);
}

#[test]
fn reading_unprotected_backward_does_not_jump_a_wall() {
    let walled = "16/12,13,14,17,18,19 6-1 A";
    for game in [
        game("ankh-7"),
        game_with("ankh-7", &["unprotected-backward"]),
    ] {
        game.passes(walled, 5, "16/12,13,14,17,18,19 6-1 B");
    }
}

#[test]
fn reading_locked_last() {
    let game = game_with("ankh-7", &["locked-last"]);
    game.leads_to("28/1 6-6 A", 1, &["27/1 6-6 A", "15/1 6-6 A"]);
    game.leads_to("28/1 6-6 A", 2, &["26/1 6-6 B"]);
    game.leads_to("28/1 6-6 A", 3, &["-/1 7-6 -"]);
    game.leads_to("29/1 6-6 A", 1, &["28/1 6-6 A"]);
}

#[test]
fn reading_late_start() {
    let game = game_with("ankh-5", &["late-start"]);
    assert_eq!(
        game.rules.start().to_string(),
        "6,8,10,12,15/5,7,9,11,13 0-0 A"
    );
}
