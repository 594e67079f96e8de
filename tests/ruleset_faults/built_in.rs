//! The rulesets that come along have no faults, whatever is changed in them.

use senet::ruleset::{Pairs, Ruleset, builtin_ids, load_builtin};

/// Rulesets in which ten pieces a side have room: no refuge far up the track
/// limits the start, or the pieces start in hand.
const ROOMY: [&str; 7] = [
    "bell-10",
    "piccione-5",
    "ur-finkel",
    "ur-masters",
    "ur-blitz",
    "aseb-5",
    "twenty-7",
];

/// Every reading, every two readings, and every number of pieces that the
/// start has room for.
#[test]
fn all_built_in_rulesets_load_in_every_reading_and_size() {
    for id in builtin_ids() {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        let names: Vec<&str> = ruleset.readings.iter().map(|r| r.name.as_str()).collect();
        for first in &names {
            let read = load_builtin(id, &[first], &[]).unwrap();
            assert_ne!(read.digest(), ruleset.digest(), "{id} {first}");
            assert_eq!(read.base_digest, ruleset.digest());
            for second in names.iter().filter(|name| *name != first) {
                load_builtin(id, &[first, second], &[]).unwrap();
            }
        }
        // The last row, in which all must stand before one leaves, is shorter than
        // the way to it.
        let most = match id {
            "dutch-5" | "dutch-5-back" | "toy-5" => 8,
            "jequier-5" => 9,
            _ if ROOMY.contains(&id) => 10,
            _ => 7,
        };
        for pieces in 1..=most {
            let pieces = pieces.to_string();
            let small: Ruleset = load_builtin(id, &[], &[("pieces", &pieces)]).unwrap();
            assert_eq!(small.mechanics.pieces.to_string(), pieces);
            assert_eq!(small.label(), format!("{id}+pieces={pieces}"));
        }
        let more = (most + 1).to_string();
        assert!(
            load_builtin(id, &[], &[("pieces", &more)]).is_err(),
            "{id} {more}"
        );
    }
}

#[test]
fn generated_starts_are_those_of_the_rules() {
    let start = |id, readings: &[&str], pieces| {
        let squares = load_builtin(id, readings, &[("pieces", pieces)])
            .unwrap()
            .mechanics
            .start
            .squares;
        format!("{}/{}", squares.a, squares.b)
    };
    assert_eq!(start("anubis-5", &[], "2"), "1,3/2,4");
    assert_eq!(start("nile-5-six", &[], "2"), "2,5/1,3");
    assert_eq!(start("ankh-7", &[], "1"), "3/1");
    assert_eq!(
        start("nile-5-six", &[], "7"),
        "2,4,6,8,10,12,15/1,3,5,7,9,11,13"
    );
    assert_eq!(
        start("ankh-5", &["late-start"], "5"),
        "6,8,10,12,15/5,7,9,11,13"
    );
    assert_eq!(start("bell-10", &[], "3"), "1,3,5/2,4,6");
}

#[test]
fn built_in_files_carry_their_provenance() {
    for id in builtin_ids() {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        assert_eq!(ruleset.id, id);
        assert_ne!(ruleset.name, id);
        let source = ruleset.provenance.unwrap();
        assert!(
            !source.title.is_empty() && !source.language.is_empty(),
            "{id}"
        );
        assert!(
            !source.attested.is_empty() && !source.guessed.is_empty(),
            "{id}"
        );
        assert!(source.evidence.is_some(), "{id}");
    }
}

/// The text is made from the mechanics: whatever changes play changes it.
#[test]
fn every_change_of_play_shows_in_the_prose() {
    let changes: &[(&str, &[(&str, &str)])] = &[
        (
            "anubis-5",
            &[
                ("pieces", "4"),
                ("layout", "even"),
                ("first", "b"),
                ("throws", "sticks-6"),
                ("stick_p", "0.6"),
                ("again", "[1, 5]"),
                ("passing", "free"),
                ("pairs", "false"),
                ("pairs.b", "false"),
                ("pairs.a", "false"),
                ("wall", "0"),
                ("wall", "2"),
                ("wall.b", "0"),
                ("safe", "[26]"),
                ("gates", "[]"),
                ("traps", "[]"),
                ("refuge", "14"),
                ("refuge_search", "after"),
                ("off.29", "[2, 3]"),
                ("must_leave", "[26]"),
                ("rethrow", "{ 26 = [1] }"),
            ],
        ),
        (
            "ankh-7",
            &[("stay", "[]"), ("rethrow", "{}"), ("back_from", "25")],
        ),
    ];
    for (id, sets) in changes {
        let plain = load_builtin(id, &[], &[]).unwrap().mechanics.prose();
        for set in *sets {
            let changed = load_builtin(id, &[], &[*set]).unwrap().mechanics.prose();
            assert_ne!(changed, plain, "{id} {set:?}");
        }
    }
    for id in builtin_ids() {
        let ruleset = load_builtin(id, &[], &[]).unwrap();
        for reading in &ruleset.readings {
            let read = load_builtin(id, &[&reading.name], &[]).unwrap();
            assert_ne!(
                read.mechanics.prose(),
                ruleset.mechanics.prose(),
                "{id} {}",
                reading.name
            );
        }
    }
}

/// A game without walls, pairs or safe squares was told what they do to a move
/// backward.
#[test]
fn the_prose_names_only_what_a_game_has() {
    for id in builtin_ids() {
        let mechanics = load_builtin(id, &[], &[]).unwrap().mechanics;
        let prose = mechanics.prose().join(" ").to_lowercase();
        let walls = (mechanics.wall.a, mechanics.wall.b) != (0, 0);
        assert_eq!(prose.contains("wall"), walls, "{id}: {prose}");
        let says_safe = prose.contains("safe square");
        assert!(!says_safe || !mechanics.safe.is_empty(), "{id}: {prose}");
        let paired = mechanics.pairs.a != Pairs::None || mechanics.pairs.b != Pairs::None;
        assert!(!prose.contains("pairs") || paired, "{id}: {prose}");
        assert!(!prose.contains("gates"), "{id}: {prose}");
    }
    let said = |id: &str, sentence: &str| {
        let prose = load_builtin(id, &[], &[]).unwrap().mechanics.prose();
        assert!(prose.join(" ").contains(sentence), "{id}: {prose:?}");
    };
    said(
        "kendall-5",
        "Own pieces and pairs bar the way as they do forward; backward a piece may pass over square 26.",
    );
    said(
        "piccione-5",
        "by the throw instead, if possible. A backward move ends on an empty square only.",
    );
}

/// A piece in the water of skyruk, on the safe 27, was said to be landed on by
/// the ordinary rules.
#[test]
fn the_prose_lets_nobody_land_on_a_safe_square_of_the_water() {
    for (id, sets, sentence) in [
        (
            "skyruk-5",
            &[][..],
            "before it. It is safe: no opponent may end there. Other",
        ),
        (
            "skyruk-7",
            &[],
            "before it. It is safe: no opponent may end there. Other",
        ),
        (
            "skyruk-5",
            &[("safe", "[15]")],
            "before it. It can be landed on by the ordinary rules. Other",
        ),
        (
            "bga-5",
            &[],
            "before it. It can be landed on by the ordinary rules. While",
        ),
        (
            "bga-5",
            &[("hold", "[27, 28]"), ("safe", "[28]")],
            "before it. On 27 it can be landed on by the ordinary rules. While",
        ),
    ] {
        let prose = load_builtin(id, &[], sets).unwrap().mechanics.prose();
        assert!(prose.join(" ").contains(sentence), "{id}: {prose:?}");
    }
}

/// The table of `off` may list a trap, from which nobody moves.
#[test]
fn the_prose_bears_nothing_off_from_a_trap() {
    let off = [("off.27", "[4]")];
    let prose = load_builtin("syrian-7", &[], &off)
        .unwrap()
        .mechanics
        .prose();
    let sentence = "is borne off from 26 with a 5, from 28 with a 3, from 29";
    assert!(prose.join(" ").contains(sentence), "{prose:?}");
}
