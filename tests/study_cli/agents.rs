//! Agents of the topic `decisions`: whether they suit the games, and what they
//! read.

use std::fs;

use crate::{errors_of, rows, solve, study};

/// Decisions by tables of other games had made-up figures, or panics.
#[test]
fn agents_that_cannot_play_a_game_of_the_plan_are_refused_before_any_is_solved() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    solve(at, "standard-5 --set pieces=1 --precision u16 --out s1");
    solve(at, "standard-5 --set pieces=2 --precision u16 --out s2");
    solve(at, "standard-5 --set pieces=1 --solver general --out k1");
    solve(at, "ur-finkel --set pieces=1 --out u1");
    for agent in [
        "optimal:s2",
        "optimal:s1",
        "optimal:k1",
        "optimal:u1",
        "hybrid:table=s2",
        "expectimax:depth=1:eval=s2",
    ] {
        let line = format!(
            "decisions --rulesets anubis-5 --pieces 1..2 --agents {agent} --games 4 --out o"
        );
        let text = errors_of(study(at, &line).code(1));
        assert!(
            text.contains(&format!("agent `{agent}` cannot play anubis-5")),
            "{text}"
        );
        assert!(!at.join("o").exists(), "{agent}");
    }
    let line = "decisions --rulesets standard-5 --pieces 2 --agents optimal:s2 --games 4 --out o";
    study(at, line).success();
    let row = &rows(&at.join("o/decisions/decision_agents.csv"))[0];
    assert_eq!(row["agent"], "optimal:s2");
}

/// An edited file of rules was not read again.
#[test]
fn decisions_are_looked_at_anew_when_a_file_of_an_agent_changes() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let line =
        "decisions --rulesets anubis-5 --pieces 2 --agents rules:own.toml --games 30 --out o";
    let mut regrets = Vec::new();
    for rule in ["prefer bears-off", "avoid bears-off", "prefer bears-off"] {
        let text =
            format!("format = \"senet-strategy-1\"\nabout = \"tries\"\nrules = [\"{rule}\"]\n");
        fs::write(at.join("own.toml"), text).unwrap();
        study(at, line).success();
        let row = &rows(&at.join("o/decisions/decision_agents.csv"))[0];
        regrets.push(row["regret"].clone());
    }
    assert_ne!(regrets[0], regrets[1]);
    assert_eq!(regrets[0], regrets[2]);
    // The third run has found what the first has kept.
    assert_eq!(fs::read_dir(at.join("o/jobs")).unwrap().count(), 2);
}
