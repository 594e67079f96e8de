use senet::rules::{Choice, Choices, Policy, Position, Rules, parse_position};
use senet::ruleset::load_builtin;
use senet::search::{
    Assessment, Dropped, Evaluator, Expectimax, Linear, Luck, Mcts, MctsOptions, Options, Playing,
    Rollout, RolloutOptions, Weights,
};

use crate::{each_ruleset, sample};

fn anubis() -> (Rules, Linear) {
    let rules = Rules::new(&load_builtin("anubis-5", &[], &[]).unwrap().mechanics);
    let linear = Linear::new(&rules, &Weights::hand(rules.mechanics()));
    (rules, linear)
}

fn all_games(games: u32, truncate: Option<u32>, luck: Luck) -> RolloutOptions {
    RolloutOptions {
        games,
        truncate,
        luck,
        error: None,
        ..RolloutOptions::default()
    }
}

/// Takes each choice with the same chance.
struct Uniform;

impl Policy for Uniform {
    fn weigh(
        &self,
        _: &Rules,
        _: &Position,
        _: u8,
        choices: &Choices,
        out: &mut Vec<(Choice, f64)>,
    ) {
        let chance = 1.0 / f64::from(choices.len());
        out.extend(choices.iter().map(|choice| (choice, chance)));
    }
}

#[test]
fn one_ply_rollouts_are_expectimax_of_depth_one_without_error() {
    // A ply by the greedy policy and the evaluator's word after it: with luck
    // taken out every game gives the mean over the throws itself.
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let options = Options {
            depth: 1,
            ..Options::default()
        };
        let mut search = Expectimax::new(rules, &linear, options);
        let rollout = Rollout::new(
            rules,
            &linear,
            Playing::Greedy,
            all_games(16, Some(1), Luck::TakenOut),
        );
        for position in sample(rules, 20, 21) {
            let points = rules.mechanics().throws.throws()[0].points;
            let exact = search.rank(rules, &position, points);
            let result = rollout.choose(rules, &position, points, 5);
            for (exact, estimate) in exact.iter().zip(&result.estimates) {
                assert_eq!(exact.choice, estimate.choice);
                let error = (exact.equity - estimate.equity).abs();
                assert!(error < 1e-12, "{name}: {position}: off by {error}");
            }
        }
    });
}

#[test]
fn stratified_first_throws_alone_are_exact_too() {
    let (rules, linear) = anubis();
    let position = parse_position(rules.mechanics(), "6,11,12,19/8,9,14,23 1-1 A").unwrap();
    let options = Options {
        depth: 1,
        ..Options::default()
    };
    let exact = Expectimax::new(&rules, &linear, options).rank(&rules, &position, 3);
    let kept = all_games(16, Some(1), Luck::Kept);
    let result =
        Rollout::new(&rules, &linear, Playing::Greedy, kept).choose(&rules, &position, 3, 9);
    for (exact, estimate) in exact.iter().zip(&result.estimates) {
        assert!((exact.equity - estimate.equity).abs() < 1e-12);
    }
}

#[test]
fn luck_taken_out_changes_the_spread_and_not_the_mean() {
    let (rules, linear) = anubis();
    let position = parse_position(rules.mechanics(), "6,11,12,19/8,9,14,23 1-1 A").unwrap();
    let run = |luck, games| {
        Rollout::new(
            &rules,
            &linear,
            Playing::Greedy,
            all_games(games, None, luck),
        )
        .choose(&rules, &position, 2, 3)
        .estimates
    };
    let (kept, taken) = (run(Luck::Kept, 8192), run(Luck::TakenOut, 2048));
    for (kept, taken) in kept.iter().zip(&taken) {
        let errors = [kept, taken].map(|estimate| estimate.sample.standard_error.unwrap());
        let gap = (kept.equity - taken.equity).abs();
        let noise = (errors[0].powi(2) + errors[1].powi(2)).sqrt();
        assert!(gap < 4.5 * noise, "{kept:?} {taken:?}");
        let per_game = [errors[0] * 8192f64.sqrt(), errors[1] * 2048f64.sqrt()];
        assert!(per_game[1] < 0.6 * per_game[0], "{per_game:?}");
    }
}

#[test]
fn sampling_stops_when_the_best_is_separated_and_not_before() {
    let (rules, linear) = anubis();
    // 30 home with a 1 wins at once; 5 to 6 leaves the game open.
    let win = parse_position(rules.mechanics(), "30/4,20 4-3 A").unwrap();
    assert_eq!(rules.choices(&win, 1).len(), 1);
    let clear = parse_position(rules.mechanics(), "5,30/7,20 3-3 A").unwrap();
    let rollout = Rollout::new(&rules, &linear, Playing::Greedy, RolloutOptions::default());
    let result = rollout.choose(&rules, &clear, 1, 1);
    assert!(result.separated);
    assert_eq!(result.best.from().map(|s| s.number()), Some(30));
    assert!(
        result.estimates.iter().all(|e| e.sample.games < 1024),
        "{result:?}"
    );
    let best: Vec<_> = result
        .estimates
        .iter()
        .filter(|e| e.sample.dropped == Dropped::No)
        .collect();
    assert_eq!(best.len(), 1);
}

#[test]
fn any_policy_plays_to_the_end_and_a_seed_decides() {
    let mut differ = 0;
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let options = all_games(32, None, Luck::Kept);
        let rollout = Rollout::new(rules, &linear, Playing::By(Box::new(Uniform)), options);
        let position = sample(rules, 30, 22)[29];
        let points = rules.mechanics().throws.throws()[0].points;
        let [one, again, other] =
            [1, 1, 2].map(|seed| rollout.choose(rules, &position, points, seed));
        assert_eq!(one, again, "{name}");
        differ += u32::from(one != other);
        for estimate in &one.estimates {
            assert!((0.0..=1.0).contains(&estimate.equity), "{name}");
            assert_eq!(estimate.sample.games, 32);
        }
    });
    assert!(differ > 8, "two seeds differ on {differ} rulesets only");
}

#[test]
fn mcts_finds_what_expectimax_finds_where_it_is_clear() {
    each_ruleset(|name, rules| {
        let linear = Linear::new(rules, &Weights::hand(rules.mechanics()));
        let mcts = Mcts::new(rules, &linear, MctsOptions::default());
        let mut search = Expectimax::new(rules, &linear, Options::default());
        let (mut regret, mut at_random) = (0.0, 0.0);
        for position in sample(rules, 30, 23) {
            for throw in rules.mechanics().throws.throws() {
                let ranked = search.rank(rules, &position, throw.points);
                if ranked.len() < 2 {
                    continue;
                }
                let choice = mcts.choose(rules, &position, throw.points, 7);
                assert_eq!(choice, mcts.choose(rules, &position, throw.points, 7));
                let top = ranked.iter().map(|r| r.equity).fold(0.0, f64::max);
                let taken = ranked.iter().find(|r| r.choice == choice).unwrap();
                regret += top - taken.equity;
                let sum: f64 = ranked.iter().map(|r| top - r.equity).sum();
                at_random += sum / ranked.len() as f64;
            }
        }
        let share = regret / at_random;
        assert!(share < 0.15, "{name}: loses {share} of what chance would");
    });
}

#[test]
fn mcts_visits_are_all_counted_and_the_seed_matters() {
    let (rules, linear) = anubis();
    let mcts = Mcts::new(&rules, &linear, MctsOptions::default());
    let start = rules.start();
    let visits = mcts.visits(&rules, &start, 2, 1);
    let sum: u32 = visits.iter().map(Assessment::standing).sum();
    assert_eq!(sum, MctsOptions::default().iterations);
    assert_eq!(visits, mcts.visits(&rules, &start, 2, 1));
    assert_ne!(visits, mcts.visits(&rules, &start, 2, 2));
    let after: Vec<Position> = rules
        .successors(&start, 2, rules.choices(&start, 2))
        .map(|(_, after)| after)
        .collect();
    for (visited, after) in visits.iter().zip(after) {
        let glance = 1.0 - linear.equity(&after);
        assert!(
            (visited.equity - glance).abs() < 0.15,
            "{visited:?} {glance}"
        );
    }
}
