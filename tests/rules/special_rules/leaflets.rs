//! The Dutch text and its kin, and Jéquier's game.

use super::{game, position};

const START: &str = "2,4,6,8,11/1,3,5,7,9 0-0";

#[test]
fn dutch_begins_with_the_piece_on_9() {
    let game = game("dutch-5");
    let start = format!("{START} B");
    game.leads_to(&start, 1, &["2,4,6,8,11/1,3,5,7,10 0-0 B"]);
    game.leads_to(&start, 2, &["2,4,6,8,9/1,3,5,7,11 0-0 A"]);
    game.leads_to(
        "2,4,6,8,12/1,3,5,7,9 0-0 B",
        1,
        &[
            "1,4,6,8,12/2,3,5,7,9 0-0 B",
            "2,3,6,8,12/1,4,5,7,9 0-0 B",
            "2,4,5,8,12/1,3,6,7,9 0-0 B",
            "2,4,6,7,12/1,3,5,8,9 0-0 B",
            "2,4,6,8,12/1,3,5,7,10 0-0 B",
        ],
    );
}

#[test]
fn dutch_opening_is_over_even_where_the_start_comes_again() {
    let game = game("dutch-5");
    let start = position(game.rules.mechanics(), &format!("{START} B"));
    let swapped = game.after(&start, 2, 9);
    let again = game.after(&swapped, 2, 9);
    assert_eq!(again.to_string(), start.to_string());
    assert_eq!(game.rules.choices(&start, 1).len(), 1);
    assert_eq!(game.rules.choices(&again, 1).len(), 5);
    assert_eq!(game.rules.start(), start);
}

#[test]
fn dutch_pieces_are_home_on_30() {
    let game = game("dutch-5");
    game.leads_to("29/1 4-4 A", 1, &["-/1 5-4 -"]);
    game.leads_to("24/1 4-4 A", 6, &["-/1 5-4 -"]);
    game.passes("29/1 4-4 A", 2, "29/1 4-4 B");
    game.passes("25/1 4-4 A", 6, "25/1 4-4 B");
    game.leads_to("25/1 4-4 A", 3, &["28/1 4-4 B"]);
    game.refuses("30/1 4-4 A", "30");
}

#[test]
fn dutch_pieces_go_home_from_the_third_row() {
    let game = game("dutch-5");
    game.leads_to("20,29/1 3-4 A", 1, &["21,29/1 3-4 A"]);
    game.leads_to("21,29/1 3-4 A", 1, &["22,29/1 3-4 A", "21/1 4-4 A"]);
}

#[test]
fn dutch_trap_leads_to_1_or_the_next_free_square() {
    let game = game("dutch-5");
    game.leads_to("25/9 4-4 A", 2, &["1/9 4-4 B"]);
    game.leads_to("25/1 4-4 A", 2, &["2/1 4-4 B"]);
    game.leads_to("2,25/1 3-4 A", 2, &["4,25/1 3-4 B", "2,3/1 3-4 B"]);
}

#[test]
fn dutch_goes_back_only_in_the_other_ruleset() {
    game("dutch-5").passes("20/21,22 4-3 A", 1, "20/21,22 4-3 B");
    let back = game("dutch-5-back");
    back.leads_to("20/21,22 4-3 A", 1, &["19/21,22 4-3 A"]);
    back.leads_to("28/29 4-4 A", 1, &["1/29 4-4 A"]);
}

#[test]
fn toy_begins_with_the_piece_on_9_if_it_can() {
    let game = game("toy-5");
    let unopened = format!("{START} B o");
    game.leads_to(&unopened, 1, &["2,4,6,8,11/1,3,5,7,10 0-0 B"]);
    game.leads_to(
        "2,4,6,10,11/1,3,5,7,9 0-0 B o",
        1,
        &[
            "1,4,6,10,11/2,3,5,7,9 0-0 B",
            "2,3,6,10,11/1,4,5,7,9 0-0 B",
            "2,4,5,10,11/1,3,6,7,9 0-0 B",
            "2,4,6,10,11/1,3,5,8,9 0-0 B",
        ],
    );
    game.leads_to(
        "9/1,3,5,7,10 4-0 B o",
        6,
        &[
            "3/1,5,7,9,10 4-0 B",
            "9/1,3,7,10,11 4-0 B",
            "9/1,3,5,10,13 4-0 B",
            "9/1,3,5,7,16 4-0 B",
        ],
    );
}

#[test]
fn toy_opening_waits_for_a_move_of_b() {
    let game = game("toy-5");
    game.leads_to("11/1,3,5,7,9 4-0 A o", 2, &["13/1,3,5,7,9 4-0 B o"]);
    game.passes("6,7/1,2,3,4,5 3-0 B o", 1, "6,7/1,2,3,4,5 3-0 A o");
}

#[test]
fn jequier_pieces_wait_for_those_ahead() {
    let game = game("jequier-5");
    game.leads_to(
        &format!("{START} A w9"),
        1,
        &["2,4,6,8,12/1,3,5,7,9 0-0 A w9"],
    );
    game.leads_to(
        &format!("{START} B w9"),
        1,
        &["2,4,6,8,11/1,3,5,7,10 0-0 B w8"],
    );
    game.leads_to(
        "2,4,6,8,11/1,3,5,7,10 0-0 A w8",
        1,
        &[
            "2,4,6,9,11/1,3,5,7,10 0-0 A w7",
            "2,4,6,8,12/1,3,5,7,10 0-0 A w8",
        ],
    );
    game.leads_to(
        "2,4,6,8,11/1,3,5,7,10 0-0 B w8",
        3,
        &["2,4,6,8,11/1,3,5,7,13 0-0 A w8"],
    );
}

#[test]
fn jequier_captured_piece_goes_to_the_lowest_free_square() {
    let game = game("jequier-5");
    game.leads_to("12/14 4-4 A w0", 2, &["14/1 4-4 B w0"]);
    game.leads_to("1/3 4-4 A w0", 2, &["3/1 4-4 B w0"]);
    game.leads_to("1,2/4 3-4 A w0", 2, &["2,3/4 3-4 B w0", "1,4/2 3-4 B w0"]);
    game.leads_to(
        "3,9/1,2,11 3-2 A w0",
        2,
        &["5,9/1,2,11 3-2 B w0", "3,11/1,2,4 3-2 B w0"],
    );
}

#[test]
fn jequier_goes_back_onto_empty_squares_alone() {
    let game = game("jequier-5");
    game.leads_to("12/10,13,14 4-2 A w0", 1, &["11/10,13,14 4-2 A w0"]);
    game.passes("12/10,13,14 4-2 A w0", 2, "12/10,13,14 4-2 B w0");
}

#[test]
fn jequier_every_throw_past_the_end_bears_off() {
    let game = game("jequier-5");
    game.leads_to("25/1 4-4 A w0", 6, &["-/1 5-4 - w0"]);
    game.leads_to("30/1 4-4 A w0", 4, &["-/1 5-4 - w0"]);
    game.leads_to("20,30/1 3-4 A w0", 4, &["24,30/1 3-4 A w0"]);
    game.leads_to("26/28,29,30 4-2 A w0", 6, &["20/28,29,30 4-2 A w0"]);
}

#[test]
fn jequier_winner_scores_by_rows() {
    let game = game("jequier-5");
    let score = |text: &str| {
        let mechanics = game.rules.mechanics();
        position(mechanics, text).score(mechanics)
    };
    assert_eq!(score("-/1,10,11,20,21 5-0 - w0"), Some(3 + 3 + 2 + 2 + 1));
    assert_eq!(score("30/- 4-5 - w0"), Some(1));
    assert_eq!(score("30/1 4-4 A w0"), None);
}

#[test]
fn jequier_positions_tell_how_many_wait() {
    let game = game("jequier-5");
    game.refuses("12/14 4-4 A", "w0 to w9");
    game.refuses("12/14 4-4 A w1", "1 to 1");
    game.refuses("2,4,6,8,11/1,3,5,7,10 0-0 A w10", "w10");
}
