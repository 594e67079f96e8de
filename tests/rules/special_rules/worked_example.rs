//! The first three turns that the Russian source plays through.

use senet::types::Square;

use super::game;
use crate::common::{agreed, position};

#[test]
fn worked_example_of_the_source() {
    let game = game("anubis-5");
    let plies = [
        (2, 9, "1,3,5,7,11/2,4,6,8,10 0-0 B"),
        (4, 10, "1,3,5,7,11/2,4,6,8,14 0-0 B"),
        (2, 14, "1,3,5,7,11/2,4,6,8,16 0-0 A"),
        (5, 11, "1,3,5,7,16/2,4,6,8,11 0-0 A"),
        (1, 7, "1,3,5,8,16/2,4,6,7,11 0-0 A"),
        (3, 16, "1,3,5,8,19/2,4,6,7,11 0-0 B"),
    ];
    let mut now = position(game.rules.mechanics(), "1,3,5,7,9/2,4,6,8,10 0-0 A");
    assert_eq!(now, game.rules.start());
    for (points, from, after) in plies {
        let choices = agreed(&game.name, &game.rules, &now, points);
        let chosen = choices
            .iter()
            .find(|(choice, _)| choice.from() == Square::new(from));
        let (_, next) = chosen.expect("the source plays this move");
        assert_eq!(next.to_string(), after);
        now = *next;
    }
}

#[test]
fn pair_of_the_worked_example_cannot_be_hit() {
    let game = game("anubis-5");
    // 5→6 and 5→7 would hit the pair on 6 and 7.
    game.leads_to(
        "1,3,5,8,19/2,4,6,7,11 0-0 A",
        1,
        &[
            "2,3,5,8,19/1,4,6,7,11 0-0 A",
            "1,4,5,8,19/2,3,6,7,11 0-0 A",
            "1,3,5,9,19/2,4,6,7,11 0-0 A",
            "1,3,5,8,20/2,4,6,7,11 0-0 A",
        ],
    );
}
