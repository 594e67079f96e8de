use super::*;
use crate::rules::parse_position;
use crate::ruleset::load_builtin;

/// The choice of the agent named `name`, as the resulting position.
fn played(name: &str, ruleset: &str, position: &str, points: u8) -> String {
    let ruleset = load_builtin(ruleset, &[], &[]).unwrap();
    let rules = Rules::new(&ruleset.mechanics);
    let mut position = parse_position(&ruleset.mechanics, position).unwrap();
    let agent = name.parse::<AgentSpec>().unwrap().build().unwrap();
    let choices = rules.choices(&position, points);
    let mut stream = Stream::new(1);
    let choice = agent.choose(&rules, &position, points, &choices, &mut stream);
    let mut weighed = Vec::new();
    let policy = agent.policy().expect("a stationary agent");
    policy.weigh(&rules, &position, points, &choices, &mut weighed);
    assert_eq!(weighed, [(choice, 1.0)]);
    rules.play(&mut position, points, choice);
    position.to_string()
}

#[test]
fn first_moves_the_lowest_and_racer_the_furthest() {
    let start = "1,3,5,7,9/2,4,6,8,10 0-0 A";
    assert_eq!(
        played("first", "anubis-5", start, 1),
        "2,3,5,7,9/1,4,6,8,10 0-0 A"
    );
    assert_eq!(
        played("racer", "anubis-5", start, 2),
        "1,3,5,7,11/2,4,6,8,10 0-0 B"
    );
}

#[test]
fn staying_comes_before_the_refuge_and_a_rethrow_last() {
    let position = "1,2,3,4,5,6,26/7,8,9,10,11,12,13 0-0 A";
    for agent in ["first", "racer"] {
        let next = played(agent, "ankh-7", "22/7,9,11,20,24,25,28 6-0 A", 5);
        assert_eq!(next, "27/7,9,11,20,24,25,28 6-0 A", "{agent}");
    }
    assert_eq!(
        played("racer", "ankh-7", position, 1),
        "1,2,3,4,5,6,27/7,8,9,10,11,12,13 0-0 A"
    );
}

#[test]
fn cautious_bears_off_before_it_hits() {
    let next = played("cautious", "anubis-5", "2,28/5,30 3-3 A", 3);
    assert_eq!(next, "2/5,30 4-3 B");
}

#[test]
fn cautious_hits_before_it_pairs() {
    let next = played("cautious", "anubis-5", "2,6,9/5,30 2-3 A", 3);
    assert_eq!(next, "5,6,9/2,30 2-3 B");
    // 3 to 5 would make a pair with 6.
    let next = played("cautious", "anubis-5", "3,6/8,30 3-3 A", 2);
    assert_eq!(next, "3,8/6,30 3-3 B");
}

#[test]
fn cautious_pairs_before_it_minds_the_water_and_else_goes_round_it() {
    // 26 to 27 and so to 15 makes a pair with 14; 5 to 6 makes none.
    let next = played("cautious", "anubis-5", "5,14,26/9,11 2-3 A", 1);
    assert_eq!(next, "5,14,15/9,11 2-3 A");
    let next = played("cautious", "anubis-5", "5,26/9,11 3-3 A", 1);
    assert_eq!(next, "6,26/9,11 3-3 A");
}

#[test]
fn cautious_throws_again_rather_than_fall() {
    let next = played("cautious", "ankh-5", "26/9,11 4-3 A", 1);
    assert_eq!(next, "26/9,11 4-3 A");
}

#[test]
fn random_weighs_choices_as_perft_counts_them() {
    let ruleset = load_builtin("ankh-7", &[], &[]).unwrap();
    let rules = Rules::new(&ruleset.mechanics);
    let position = parse_position(&ruleset.mechanics, "26/2,4,6 6-4 A").unwrap();
    let choices = rules.choices(&position, 1);
    let mut weighed = Vec::new();
    Random.weigh(&rules, &position, 1, &choices, &mut weighed);
    assert_eq!(weighed.len(), 3, "stay, refuge, rethrow: {weighed:?}");
    let mut seen = [0u32; 3];
    let mut stream = Stream::new(5);
    for _ in 0..3000 {
        let choice = Random.choose(&rules, &position, 1, &choices, &mut stream);
        let i = weighed.iter().position(|w| w.0 == choice).unwrap();
        seen[i] += 1;
    }
    assert!(seen.iter().all(|&n| (900..1100).contains(&n)), "{seen:?}");
}

#[test]
fn wrong_texts_are_refused_with_what_would_be_right() {
    let error = |text: &str| text.parse::<AgentSpec>().unwrap_err().to_string();
    assert_eq!(
        error("clever"),
        "there is no agent `clever`; the agents are random, first, \
         racer, cautious, blocker, hunter, runner, rules, linear, td, expectimax, rollout, mcts, \
         optimal, hybrid, abstain"
    );
    assert_eq!(
        error("random:depth=2"),
        "agent `random:depth=2`: `random` takes no argument `depth=2`; it takes none"
    );
    assert!(error("random:").contains("empty"));
}

/// 255 squares to go at the start of anubis-5.
#[test]
fn a_hybrid_changes_at_its_pips() {
    let start = "1,3,5,7,9/2,4,6,8,10 0-0 A";
    let with = |pips: u32| format!("hybrid:first=first:then=racer:pips={pips}");
    assert_eq!(
        played(&with(254), "anubis-5", start, 1),
        played("first", "anubis-5", start, 1)
    );
    assert_eq!(
        played(&with(255), "anubis-5", start, 1),
        played("racer", "anubis-5", start, 1)
    );
    let searching = "hybrid:first=(expectimax:depth=0):then=(hybrid:first=first:then=racer)";
    let spec: AgentSpec = searching.parse().unwrap();
    assert_eq!(spec.to_string(), searching);
    assert_eq!(spec.reproducible(), Ok(Reproducible::Always));
    let timed: AgentSpec = "hybrid:then=(hybrid:then=(expectimax:ms=5))"
        .parse()
        .unwrap();
    assert_eq!(timed.reproducible(), Ok(Reproducible::No));
}

#[test]
fn an_abstainer_forms_no_wall_while_it_can_help_it() {
    // 4 to 6 would make a wall of 5, 6, 7; 7 to 9 and 20 to 22 would not.
    let position = "4,5,7,20/2,30 1-3 A";
    let formed = "5,6,7,20/2,30 1-3 B";
    assert_eq!(played("first", "anubis-5", position, 2), formed);
    for agent in ["first", "racer", "linear", "(expectimax:depth=0)"] {
        let abstainer = format!("abstain:agent={agent}");
        assert_ne!(
            played(&abstainer, "anubis-5", position, 2),
            formed,
            "{agent}"
        );
    }
    // Nothing else can be done.
    let forced = "4,5,6/1,2,3 2-2 A";
    assert_eq!(
        played("abstain:from=pairs:agent=first", "anubis-5", forced, 1),
        "4,5,7/1,2,3 2-2 A"
    );
    assert_eq!(
        played(
            "abstain:from=pairs:agent=first",
            "anubis-5",
            "4,6/1,30 3-3 A",
            1
        ),
        "4,7/1,30 3-3 A"
    );
}
