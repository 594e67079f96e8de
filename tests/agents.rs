//! Agents beyond the plain ones: rule lists and searches, by their text form.

use senet::agent::{Agent, AgentSpec, KINDS, Reproducible, RuleList, STRATEGIES, Sources, Stream};
use senet::rules::{Position, Rules, parse_position};
use senet::ruleset::{builtin_ids, load_builtin};
use senet::search::{TIE, best_of};

/// Files that a test makes up.
struct Files(&'static [(&'static str, &'static str)]);

impl Sources for Files {
    fn text(&self, name: &str) -> Result<String, String> {
        self.0
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, text)| (*text).to_string())
            .ok_or_else(|| format!("cannot read {name}: no such file"))
    }
}

const FILES: Files = Files(&[
    (
        "good.toml",
        "format = 'senet-strategy-1'\nabout = 'x'\nrules = ['when behind most origin', 'least origin']\n",
    ),
    (
        "bad.toml",
        "format = 'senet-strategy-1'\nabout = 'x'\nrules = ['prefer swaps', 'maximise pips', 'when happy most pips']\n",
    ),
    (
        "w.toml",
        "format = 'senet-linear-1'\nruleset = '0123456789abcdef'\nsharpness = 1\n[weights]\npips=-1\nwaste=0\nhome=0\nlost=0\npaired=0\nsafe=0\nexposed=0\nexposed_later=0\nwalls=0\nbarred=0\nstuck=0\ntrap=0\nstayers=0\nright=0\nimmobile=0\ntempo=0\n",
    ),
    (
        "short.toml",
        "format = 'senet-linear-1'\nruleset = 'any'\nsharpness = 1\n[weights]\npips=-1\n",
    ),
]);

fn agent(text: &str) -> Result<impl Agent, String> {
    text.parse::<AgentSpec>()
        .and_then(|spec| spec.build_with(&FILES))
        .map_err(|error| error.to_string())
}

fn rules_of(id: &str) -> Rules {
    Rules::new(&load_builtin(id, &[], &[]).unwrap().mechanics)
}

/// The position after the agent's choice.
fn played(name: &str, id: &str, position: &str, points: u8) -> String {
    let rules = rules_of(id);
    let mut position = parse_position(rules.mechanics(), position).unwrap();
    let choices = rules.choices(&position, points);
    let choice =
        agent(name)
            .unwrap()
            .choose(&rules, &position, points, &choices, &mut Stream::new(1));
    rules.play(&mut position, points, choice);
    position.to_string()
}

/// Plays a game between two agents by random throws; calls `see` at each ply.
fn game(
    rules: &Rules,
    agents: [&dyn Agent; 2],
    seed: u64,
    mut see: impl FnMut(&Position, u8),
) -> Position {
    let throws = rules.mechanics().throws.throws();
    let mut chance = Stream::new(seed);
    let mut streams = [Stream::new(seed + 1), Stream::new(seed + 2)];
    let mut position = rules.start();
    for _ in 0..100_000 {
        let Some(mover) = position.to_throw() else {
            return position;
        };
        let total: u128 = rules.mechanics().throws.total();
        let mut left = u128::from(chance.below(total as u32));
        let points = throws
            .iter()
            .find(|throw| {
                let hit = left < throw.weight;
                left = left.saturating_sub(throw.weight);
                hit
            })
            .unwrap()
            .points;
        see(&position, points);
        let choices = rules.choices(&position, points);
        let stream = &mut streams[mover.index()];
        let choice = agents[mover.index()].choose(rules, &position, points, &choices, stream);
        assert!(choices.iter().any(|legal| legal == choice), "{choice:?}");
        rules.play(&mut position, points, choice);
    }
    panic!("a game of {seed} did not end");
}

#[test]
fn every_agent_plays_legally_to_the_end_on_every_ruleset() {
    let texts = [
        "blocker",
        "hunter",
        "runner",
        "rules:good.toml",
        "linear",
        "td",
        "expectimax:depth=1",
        "expectimax:depth=1:eval=td",
        "rollout:n=16:truncate=2",
        "mcts:iterations=10",
    ];
    let random = agent("random").unwrap();
    for id in builtin_ids() {
        let rules = rules_of(id);
        for text in texts {
            let agent = agent(text).unwrap();
            agent.suits(rules.mechanics()).unwrap();
            assert!(game(&rules, [&agent, &random], 5, |_, _| ()).is_over());
        }
    }
}

#[test]
fn the_cautious_rule_list_is_the_cautious_agent() {
    let list = RuleList::shipped("cautious").unwrap();
    let coded = agent("cautious").unwrap();
    let random = agent("random").unwrap();
    for id in builtin_ids() {
        let rules = rules_of(id);
        game(&rules, [&random, &random], 11, |position, points| {
            let choices = rules.choices(position, points);
            let wanted = coded.choose(&rules, position, points, &choices, &mut Stream::new(1));
            let got = list.choose(&rules, position, points, &choices, &mut Stream::new(1));
            assert_eq!(got, wanted, "{id}: {position} {points}");
        });
    }
}

#[test]
fn blocker_closes_a_wall_hunter_captures_and_runner_runs() {
    // With a 2: 7 makes a wall of 7, 8, 9; 11 captures; 19 to 21 only runs.
    let position = "5,8,9,11,19/2,13,15,17,24 0-0 A";
    let after = |name| played(name, "anubis-5", position, 2);
    assert_eq!(after("blocker"), "7,8,9,11,19/2,13,15,17,24 0-0 B");
    assert_eq!(after("hunter"), "5,8,9,13,19/2,11,15,17,24 0-0 B");
    assert_eq!(after("runner"), "5,8,9,11,21/2,13,15,17,24 0-0 B");
}

#[test]
fn conditions_of_a_rule_list_are_asked_of_the_position_before() {
    assert_eq!(
        played("rules:good.toml", "anubis-5", "1,4/20,22 3-3 A", 2),
        "1,6/20,22 3-3 B"
    );
    assert_eq!(
        played("rules:good.toml", "anubis-5", "20,22/1,5 3-3 A", 3),
        "22,23/1,5 3-3 B"
    );
}

#[test]
fn agents_that_claim_it_play_the_same_again() {
    let rules = rules_of("anubis-5");
    // These two play from a file, tested where files are made.
    let from_files = ["rules", "optimal"];
    for kind in KINDS.iter().filter(|kind| !from_files.contains(&kind.name)) {
        let quick = match kind.name {
            "hybrid" => ":first=random:then=cautious:pips=80",
            "abstain" => ":from=walls:agent=cautious",
            "rollout" => ":n=16:truncate=4",
            "mcts" => ":iterations=30",
            "expectimax" => ":nodes=200",
            _ => "",
        };
        let text = format!("{}{quick}", kind.name);
        let mut lines = Vec::new();
        for _ in 0..2 {
            let agent = agent(&text).unwrap();
            let mut line = String::new();
            // The first game must leave nothing behind that changes the second.
            for seed in [3, 4, 3] {
                line.clear();
                game(&rules, [&agent, &agent], seed, |position, points| {
                    line.push_str(&format!("{position} {points}\n"));
                });
            }
            lines.push(line);
            let alone = agent_alone(&rules, &text);
            assert_eq!(lines.last(), Some(&alone), "{text}");
        }
        assert_eq!(lines[0], lines[1], "{text}");
        assert_ne!(kind.reproducible, Reproducible::No);
    }
}

fn agent_alone(rules: &Rules, text: &str) -> String {
    let agent = agent(text).unwrap();
    let mut line = String::new();
    game(rules, [&agent, &agent], 3, |position, points| {
        line.push_str(&format!("{position} {points}\n"));
    });
    line
}

#[test]
fn a_time_limit_is_marked_as_not_reproducible() {
    let spec = |text: &str| text.parse::<AgentSpec>().unwrap().reproducible().unwrap();
    assert_eq!(spec("expectimax:ms=5"), Reproducible::No);
    assert_eq!(spec("expectimax:nodes=5"), Reproducible::Always);
    assert_eq!(spec("mcts"), Reproducible::BySeed);
    assert!(agent("expectimax:ms=5").unwrap().policy().is_none());
    assert!(agent("expectimax:nodes=5").unwrap().policy().is_some());
}

#[test]
fn looking_ahead_beats_not_looking_and_that_beats_rule_lists() {
    let rules = rules_of("anubis-5");
    let wins = |a: &str, b: &str, games: u64| {
        let (a, b) = (agent(a).unwrap(), agent(b).unwrap());
        let first = (0..games).filter(|&g| {
            let end = game(&rules, [&a, &b], 1000 + g, |_, _| ());
            end.home(senet::types::Player::A) == 5
        });
        let second = (0..games).filter(|&g| {
            let end = game(&rules, [&b, &a], 1000 + g, |_, _| ());
            end.home(senet::types::Player::B) == 5
        });
        (first.count() + second.count()) as f64 / (2 * games) as f64
    };
    // Four standard errors of 2,000 games are 4.5 points.
    assert!(wins("linear", "cautious", 1000) > 0.58);
    assert!(wins("cautious", "random", 1000) > 0.58);
    assert!(wins("expectimax:depth=1", "linear", 1000) > 0.5);
}

#[test]
fn wrong_texts_say_what_would_be_right() {
    let error = |text: &str| agent(text).map(|_| ()).unwrap_err();
    for (text, parts) in [
        ("expectimax:depth=13", &["`depth=13`", "from 0 to 12"][..]),
        ("expectimax:depth=x", &["`depth=x`", "from 0 to 12"]),
        ("expectimax:deep=1", &["`deep=1`", "depth=D"]),
        ("expectimax:depth=1:depth=2", &["`depth`", "twice"]),
        (
            "expectimax:prune=all",
            &["`prune=all`", "none, star1, star2"],
        ),
        (
            "expectimax:table=30",
            &["`table=30`", "from 4 to 24, or off"],
        ),
        ("expectimax:nodes=5:ms=5", &["exclude"]),
        (
            "rollout:policy=linear",
            &["`policy=linear`", "greedy, random"],
        ),
        ("rollout:n=1", &["`n=1`", "from 16"]),
        ("rollout:error=2", &["`error=2`", "or none"]),
        ("mcts:c=-1", &["`c=-1`", "from 0 to 10"]),
        ("linear:none.toml", &["cannot read none.toml"]),
        (
            "linear:short.toml",
            &["short.toml", "weights.home is missing"],
        ),
        ("rules", &["name a file", "blocker"]),
        (
            "rules:bad.toml",
            &[
                "rule 1 `prefer swaps`: `swaps` should be one of bears-off",
                "rule 2 `maximise pips`: a rule is",
                "rule 3 `when happy most pips`: `happy` should be one of ahead",
            ],
        ),
    ] {
        let message = error(text);
        for part in parts {
            assert!(message.contains(part), "{text}: no `{part}` in: {message}");
        }
        assert!(message.contains(&format!("agent `{text}`")), "{message}");
    }
}

#[test]
fn weights_of_another_ruleset_are_refused_before_the_first_game() {
    let weighted = agent("linear:w.toml").unwrap();
    let rules = rules_of("anubis-5");
    let why = weighted.suits(rules.mechanics()).unwrap_err();
    let digest = rules.mechanics().digest().to_string();
    assert!(
        why.contains("0123456789abcdef") && why.contains(&digest),
        "{why}"
    );
    let why = agent("expectimax:eval=w.toml")
        .unwrap()
        .suits(rules.mechanics());
    assert!(why.is_err());
}

#[test]
fn each_shipped_strategy_can_be_named_and_says_how_it_plays() {
    for (name, _) in STRATEGIES {
        let list = RuleList::shipped(name).unwrap();
        let kind = KINDS.iter().find(|kind| kind.name == *name).unwrap();
        assert_eq!(list.about(), kind.about, "{name}");
        assert!(agent(&format!("rules:{name}")).is_ok());
    }
}

/// `analyze` ranked the choices of mcts by equity, which plays by visits, and
/// searches with a limit without it.
#[test]
fn what_an_agent_ranks_best_is_what_it_plays() {
    let rules = rules_of("anubis-5");
    let random = agent("random").unwrap();
    for text in [
        "linear",
        "mcts:iterations=40",
        "rollout:n=64:error=0.5",
        "expectimax:depth=2:nodes=60",
        "expectimax:depth=1",
        "hybrid:first=(mcts:iterations=20):then=linear",
    ] {
        let agent = agent(text).unwrap();
        assert!(agent.weighs(), "{text}");
        let (mut seen, mut by_equity) = (0, 0);
        game(&rules, [&random, &random], 9, |position, points| {
            let choices = rules.choices(position, points);
            if choices.len() < 2 {
                return;
            }
            let played = agent.choose(&rules, position, points, &choices, &mut Stream::new(4));
            let weighed = agent
                .assess(&rules, position, points, &mut Stream::new(4))
                .unwrap();
            let best = weighed[best_of(&weighed, TIE).unwrap()].choice;
            assert_eq!(best, played, "{text}: {position}, throw {points}");
            let largest = weighed.iter().map(|w| w.equity).fold(0.0, f64::max);
            let top = weighed.iter().find(|w| w.equity == largest).unwrap();
            by_equity += u32::from(top.choice == played);
            seen += 1;
        });
        assert!(seen > 40, "{text}");
        if text.starts_with("mcts") {
            assert!(by_equity < seen, "visits and equities never differ");
        }
    }
    assert!(!agent("cautious").unwrap().weighs());
    let half = agent("hybrid:first=linear:then=cautious").unwrap();
    assert!(
        !half.weighs(),
        "it would weigh only until 80 squares are left"
    );
}
