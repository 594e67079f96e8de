//! Game records: the golden ones replay, random games survive the round trip,
//! and every wrong detail is found at its place.

use std::path::PathBuf;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use senet::rules::record::{GameResult, Record, Replayed, Written};
use senet::rules::{ChoiceKind, Outcome, Ply, Rules};
use senet::ruleset::{Mechanics, builtin_ids, load_builtin};
use senet::types::{ByPlayer, Player};

fn path(name: &str) -> PathBuf {
    let root = env!("CARGO_MANIFEST_DIR");
    [root, "tests", "records", name].iter().collect()
}

fn read(name: &str) -> String {
    let path = path(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn rules_of(record: &Record) -> Rules {
    let readings: Vec<&str> = record.readings.iter().map(String::as_str).collect();
    let ruleset = load_builtin(&record.ruleset, &readings, &[]).unwrap();
    Rules::new(&ruleset.mechanics)
}

fn points(mechanics: &Mechanics, rng: &mut Xoshiro256PlusPlus) -> u8 {
    let table = &mechanics.throws;
    let mut left = rng.random_range(0..table.total());
    for throw in table.throws() {
        match left.checked_sub(throw.weight) {
            Some(rest) => left = rest,
            None => return throw.points,
        }
    }
    unreachable!("the weights sum to the total")
}

/// A game of uniformly random choices, written as it goes.
fn random_game(ruleset: &str, reading: Option<&str>, seed: u64) -> Record {
    let mut record = Record {
        ruleset: ruleset.to_string(),
        readings: reading.map(str::to_string).into_iter().collect(),
        seed: Some(seed),
        players: ByPlayer::both(Some("random".to_string())),
        ..Record::default()
    };
    let rules = rules_of(&record);
    record.digest = Some(Written::new(rules.mechanics().digest().to_string()));
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut position = rules.start();
    record.start = Some(Written::new(position.to_string()));
    while let Some(player) = position.to_throw() {
        let points = points(rules.mechanics(), &mut rng);
        let choices = rules.choices(&position, points);
        let choice = choices.nth(rng.random_range(0..choices.len()));
        let event = rules.play(&mut position, points, choice);
        record.push(player, Ply::of(points, choice, &event));
    }
    let outcome = position.outcome(rules.mechanics()).unwrap();
    record.result = Written::new(GameResult::Finished(outcome));
    record
}

fn replay(text: &str) -> (Record, Replayed) {
    let record: Record = text.parse().unwrap();
    let replayed = record.replay(&rules_of(&record));
    (record, replayed)
}

#[test]
fn worked_example_replays() {
    let (record, replayed) = replay(&read("worked-example.senet"));
    assert_eq!(replayed.fault, None);
    assert_eq!(record.result.value, GameResult::Unfinished);
    let digest = rules_of(&record).mechanics().digest().to_string();
    assert_eq!(record.digest.unwrap().value, digest);
    let end = replayed.steps.last().unwrap().after;
    assert_eq!(end.to_string(), "1,3,5,8,19/2,4,6,7,11 0-0 B");
    let captured: Vec<u8> = replayed.steps.iter().map(|s| s.event.captured).collect();
    assert_eq!(captured, [0, 0, 0, 16, 8, 0]);
}

/// A complete game kept as a file, played by [`random_game`] from this seed.
struct Golden {
    file: &'static str,
    ruleset: &'static str,
    reading: Option<&'static str>,
    seed: u64,
    /// What makes the game worth keeping.
    shows: fn(&Record, &Replayed) -> bool,
}

fn any_kind(replayed: &Replayed, kind: ChoiceKind) -> bool {
    replayed.steps.iter().any(|step| step.choice.kind == kind)
}

const GOLDEN: [Golden; 5] = [
    Golden {
        file: "nile-refused-exits.senet",
        ruleset: "nile-5-six",
        reading: None,
        seed: 2677,
        shows: |_, replayed| {
            replayed
                .steps
                .iter()
                .filter(|step| step.event.refused)
                .count()
                >= 3
                && any_kind(replayed, ChoiceKind::Backward)
        },
    },
    Golden {
        file: "ankh-stay-rethrow.senet",
        ruleset: "ankh-5",
        reading: None,
        seed: 2355,
        shows: |_, replayed| {
            any_kind(replayed, ChoiceKind::ForwardStay)
                && any_kind(replayed, ChoiceKind::Rethrow)
                && any_kind(replayed, ChoiceKind::Pass)
                && replayed.steps.iter().any(|step| step.event.trapped)
        },
    },
    Golden {
        file: "ankh-leave-later.senet",
        ruleset: "ankh-5",
        reading: Some("leave-later"),
        seed: 1755,
        shows: |_, replayed| any_kind(replayed, ChoiceKind::Leave),
    },
    Golden {
        file: "bell-draw.senet",
        ruleset: "bell-10",
        reading: None,
        seed: 132,
        shows: |record, _| record.result.value == GameResult::Finished(Outcome::Draw),
    },
    Golden {
        file: "bell-early-end.senet",
        ruleset: "bell-10",
        reading: None,
        seed: 39,
        shows: |record, replayed| {
            let end = replayed.steps.last().unwrap().after;
            record.result.value == GameResult::Finished(Outcome::Won(Player::B))
                && !end.on(Player::A).is_empty()
                && !end.on(Player::B).is_empty()
        },
    },
];

#[test]
fn golden_games_replay_and_are_played_again_alike() {
    for golden in &GOLDEN {
        let text = read(golden.file);
        let (record, replayed) = replay(&text);
        assert_eq!(replayed.fault, None, "{}", golden.file);
        assert_eq!(replayed.steps.len(), record.plies());
        assert!((golden.shows)(&record, &replayed), "{}", golden.file);
        assert_eq!(record.to_string(), text, "{}", golden.file);
        let again = random_game(golden.ruleset, golden.reading, golden.seed);
        assert_eq!(again.to_string(), text, "{}", golden.file);
    }
}

#[test]
fn random_games_of_every_ruleset_survive_the_round_trip() {
    for ruleset in builtin_ids() {
        for seed in 0..40 {
            let written = random_game(ruleset, None, seed);
            let text = written.to_string();
            let (record, replayed) = replay(&text);
            assert_eq!(replayed.fault, None, "{text}");
            assert_eq!(replayed.steps.len(), written.plies());
            assert_eq!(record.to_string(), text);
        }
    }
}

/// What is said of the worked example with `from` replaced by `to`.
fn fault_of(from: &str, to: &str) -> String {
    let text = read("worked-example.senet");
    assert_eq!(text.matches(from).count(), 1, "{from}");
    let text = text.replace(from, to);
    match text.parse::<Record>() {
        Err(fault) => fault.to_string(),
        Ok(record) => {
            let fault = record.replay(&rules_of(&record)).fault;
            fault
                .unwrap_or_else(|| panic!("no fault in\n{text}"))
                .to_string()
        }
    }
}

#[test]
fn every_wrong_detail_is_found_at_its_place() {
    for (from, to, at, said) in [
        (
            "record 1",
            "record 2",
            "line 2:",
            "begins with `senet-record 1`",
        ),
        (
            "ruleset:",
            "rulesets:",
            "line 3:",
            "has ruleset, digest, reading",
        ),
        ("A: first", "B: first", "line 6:", "`B:` stands twice"),
        ("second player", "", "line 6:", "has no value"),
        (
            "A: first player",
            "set: pieces",
            "line 5:",
            "like `set: pieces=3`",
        ),
        ("A: first player", "seed: -1", "line 5:", "from 0 to 2^64-1"),
        (
            "7,9/2",
            "7,8/2",
            "line 7:",
            "both players have a piece on square 8",
        ),
        (
            "A 2:9-11",
            "A 2:9-12",
            "line 9, ply 1:",
            "right would be 2:9-11",
        ),
        (
            "A 2:9-11",
            "A 2:9x11",
            "line 9, ply 1:",
            "right would be 2:9-11",
        ),
        ("A 2:9-11", "A 2:2-4", "line 9, ply 1:", "no legal choice"),
        ("A 2:9-11", "A 2:pass", "line 9, ply 1:", "2:9-11"),
        (
            "A 2:9-11",
            "A 6:9-15",
            "line 9, ply 1:",
            "the throws are 1, 2, 3, 4, 5",
        ),
        (
            "A 2:9-11",
            "A 99:9-15",
            "line 9, ply 1:",
            "cannot be thrown",
        ),
        ("A 2:9-11", "A 2-9-11", "line 9, ply 1:", "no colon"),
        ("A 2:9-11", "A", "line 9:", "has no ply"),
        ("A 2:9-11", "C 2:9-11", "line 9:", "`C 2:` is unknown"),
        (
            "A 2:9-11",
            "C 2-9-11",
            "line 9:",
            "neither `key: value` nor a turn",
        ),
        (
            "A 2:9-11\n",
            "",
            "line 9, ply 1:",
            "it is A's turn to throw, not B's",
        ),
        (
            "A 2:9-11\nB",
            "A 2:9-11",
            "line 9, ply 2:",
            "A's turn ended before `4:10-14`",
        ),
        (
            "4:10-14 2",
            "4:10-14\nB 2",
            "line 11, ply 3:",
            "belongs on line 10",
        ),
        (
            " 2:14-16",
            "",
            "line 11, ply 3:",
            "B's turn on line 10 has not ended",
        ),
        ("1:7x8", "1:7-8", "line 11, ply 5:", "right would be 1:7x8"),
        (
            "1:7x8",
            "1:7x8>15",
            "line 11, ply 5:",
            "right would be 1:7x8",
        ),
        (
            "3:16-19",
            "3:16-19=",
            "line 11, ply 6:",
            "right would be 3:16-19",
        ),
        ("result: *", "result: A", "line 13:", "should be *, not A"),
        (
            "result: *",
            "result: C",
            "line 13:",
            "should be A, B, draw, or *",
        ),
        ("result: *", "", "line 13:", "ends without a result"),
        (
            "result: *",
            "result: *\nA 2:8-10",
            "line 14:",
            "nothing may follow",
        ),
    ] {
        let fault = fault_of(from, to);
        assert!(fault.starts_with(at), "{from} → {to}: {fault}");
        assert!(fault.contains(said), "{from} → {to}: {fault}");
    }
}

#[test]
fn a_finished_game_takes_no_more_plies_and_no_other_result() {
    let text = read("bell-early-end.senet");
    let (_, replayed) = replay(&text.replace("result: B", "result: *"));
    let fault = replayed.fault.unwrap().to_string();
    assert!(fault.contains("the result should be B, not *"), "{fault}");

    let more = text.replace("\n\nresult", "\nA 1:pass\n\nresult");
    let fault = replay(&more).1.fault.unwrap().to_string();
    assert!(
        fault.contains("the game is over before this line"),
        "{fault}"
    );
}

#[test]
fn line_ends_comments_and_spaces_do_not_count() {
    let text = read("worked-example.senet");
    let (plain, _) = replay(&text);
    let (other, replayed) = replay(&text.replace('\n', "  \r\n").replace(" 2:14", "\t 2:14"));
    assert_eq!(replayed.fault, None);
    assert_eq!(other, plain);
}
