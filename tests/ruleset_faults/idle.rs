//! What a file lists in vain: points that are never thrown, squares and moves
//! that cannot come about, readings that change nothing.

use senet::ruleset::load_builtin;

use super::{faults, one, over, with};

#[test]
fn points_that_are_never_thrown_are_faults_where_they_are_listed() {
    one(
        with("throws = \"sticks-6\"\noff = { 26 = [5], 28 = [3], 29 = [2], 30 = [1] }"),
        "file.toml:4: rules.off.26 = [5]: 5 is never thrown; the throws are 1, 2, 3, 4 and 6",
    );
    one(
        with("rethrow = { 26 = [7] }"),
        "file.toml:3: rules.rethrow.26 = [7]: 7 is never thrown; the throws are 1, 2, 3, 4 and 5",
    );
    for (base, listed) in [
        ("kendall-5", "opening_points = [1, 6]"),
        ("kendall-5", "hold_back = [1, 6]"),
        ("piccione-5", "enter = [1, 6]"),
    ] {
        one(
            over(base, listed),
            &format!(
                "file.toml:3: rules.{listed}: 6 is never thrown; the throws are 1, 2, 3, 4 and 5"
            ),
        );
    }
    // What other throws or an entry of a table make idle is let be.
    assert_eq!(with("throws = \"sticks-6\""), [""; 0]);
    let sets = [("throws", "sticks-6"), ("off.30", "[1, 2]")];
    load_builtin("anubis-5", &[], &sets).unwrap();
}

#[test]
fn squares_and_moves_that_cannot_come_about_are_faults() {
    one(
        with("must_leave = [26, 27]"),
        "file.toml:3: rules.must_leave = [26, 27]: 27 is a trap, where no piece comes to rest; leave it out",
    );
    one(
        over("kendall-5", "bump_from = 20"),
        "file.toml:3: rules.bump_from = 20: no throw leads from here to a square of `bump_onto`; name a square from which one does",
    );
    one(
        over("dutch-5", "opening_piece = 10"),
        "file.toml:3: rules.opening_piece = 10: B has no piece there in the start position; name a square on which one starts",
    );
    load_builtin("dutch-5", &[], &[("pieces", "1")]).unwrap();
    one(
        over("dutch-5", "pieces = 9"),
        "file.toml:3: rules.pieces = 9: with rules.off_none_below = 21 of data/rulesets/dutch-5.toml:45: only 8 pieces of one colour find room from here on, so nobody could ever bear off; name a lower square, or play with fewer pieces",
    );
}

#[test]
fn a_reading_changes_something() {
    one(
        faults("base = \"anubis-5\"\n[readings.idle]\nwhy = \"w\"\nset = {}\n"),
        "file.toml:4: readings.idle.set = {}: this changes nothing; list the keys that change, like set = { gates = [26] }",
    );
}
