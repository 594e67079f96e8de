use senet::rules::ChoiceKind::{Forward, Leave};

use super::game;

#[test]
fn pieces_halt_on_26_and_throw_again() {
    let game = game("skyruk-5");
    for points in [2, 3, 4, 5] {
        game.leads_to("24/1 4-4 A", points, &["26/1 4-4 A"]);
    }
    game.leads_to("24/1 4-4 A", 1, &["25/1 4-4 A"]);
    game.leads_to("22,23/1 3-4 A", 5, &["23,26/1 3-4 A", "22,26/1 3-4 A"]);
}

#[test]
fn run_of_two_bars_the_way_to_26() {
    let game = game("skyruk-5");
    game.leads_to("22/24,25 4-3 A", 5, &["17/24,25 4-3 A"]);
    game.leads_to("22/25 4-4 A", 5, &["26/25 4-4 A"]);
}

#[test]
fn piece_on_26_alone_may_move() {
    let game = game("skyruk-5");
    game.leads_to("3,26/1 3-4 A", 5, &["3/1 4-4 A"]);
    game.leads_to("3,26/1 3-4 A", 1, &["3,27/1 3-4 A"]);
    game.leads_to("3,26/1 3-4 A", 2, &["3,28/1 3-4 B"]);
    game.leads_to("26,27/1 3-4 A", 4, &["27,30/1 3-4 A"]);
}

#[test]
fn from_26_onto_a_taken_square_leads_into_the_water_or_back() {
    let game = game("skyruk-5");
    game.leads_to("26/28 4-4 A", 2, &["27/28 4-4 B"]);
    game.leads_to("26,28/1 3-4 A", 2, &["27,28/1 3-4 B"]);
    game.leads_to("26/30 4-4 A", 4, &["27/30 4-4 A"]);
    game.leads_to("26/27 4-4 A", 1, &["15/27 4-4 A"]);
    game.leads_to("26/27,28 4-3 A", 2, &["15/27,28 4-3 B"]);
    game.leads_to("14,26/15,27,28 3-2 A", 2, &["13,14/15,27,28 3-2 B"]);
    game.leads_to("26,27,29/1 2-4 A", 3, &["15,27,29/1 2-4 B"]);
}

#[test]
fn wet_piece_lets_the_others_move() {
    let game = game("skyruk-5");
    game.leads_to("3,27/1 3-4 A", 4, &["7,27/1 3-4 A", "3/1 4-4 A"]);
    game.leads_to("3,27/1 3-4 A", 2, &["5,27/1 3-4 B", "3,15/1 3-4 B"]);
    game.kinds("3,27/1 3-4 A", 2, &[Forward, Leave]);
    game.leads_to("3,27/1 3-4 A", 5, &["8,27/1 3-4 A"]);
    game.passes("27/1 4-4 A", 5, "27/1 4-4 B");
    game.leads_to("27/1 4-4 A", 1, &["15/1 4-4 A"]);
    game.leads_to("15,27/14 3-4 A", 1, &["16,27/14 3-4 A", "13,15/14 3-4 A"]);
}

#[test]
fn water_before_going_back() {
    // The piece on 3 cannot go forward, and does not go back while the one on
    // 27 can leave the water.
    let game = game("skyruk-5");
    game.leads_to("3,27/5,6 3-3 A", 2, &["3,15/5,6 3-3 B"]);
    game.leads_to("6,27/11,12 3-3 A", 5, &["1,27/11,12 3-3 A"]);
}

#[test]
fn ends_of_a_run_are_protected() {
    let game = game("skyruk-5");
    game.leads_to("8/10,11,12 4-2 A", 2, &["6/10,11,12 4-2 B"]);
    game.leads_to("8/10,11,12 4-2 A", 3, &["11/8,10,12 4-2 B"]);
    game.leads_to("8/10,11,12 4-2 A", 4, &["4/10,11,12 4-2 A"]);
    game.leads_to("9/10,11 4-3 A", 2, &["7/10,11 4-3 B"]);
}

#[test]
fn whole_runs_bar_the_way_in_both_directions() {
    let game = game("skyruk-5");
    game.leads_to("8/10,11,12 4-2 A", 5, &["3/10,11,12 4-2 A"]);
    game.leads_to("9/10,11 4-3 A", 3, &["6/10,11 4-3 B"]);
    // Back over the run is barred, back into it is not.
    game.passes("13/11,12,14,15 4-1 A", 3, "13/11,12,14,15 4-1 B");
    game.leads_to("14/11,12,13,15,16 4-0 A", 2, &["12/11,13,14,15,16 4-0 B"]);
}

#[test]
fn fifteen_is_safe_inside_a_run() {
    game("skyruk-5").leads_to("12/14,15,16 4-2 A", 3, &["9/14,15,16 4-2 B"]);
}
