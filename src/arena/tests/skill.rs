//! Regret and luck on a game so small that its truth is computed here.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use crate::agent::{AgentSpec, AnyAgent, Perfect};
use crate::arena::{BILLION, Duel, DuelResult, Seeds};
use crate::rules::Rules;
use crate::ruleset::{Ruleset, load_builtin};
use crate::search::{Enumerated, Truth};
use crate::stats::PairedDifference;

/// One piece a side, with the choice between staying on 27 and going to the
/// refuge, and with rethrows.
fn tiny() -> (Ruleset, Enumerated) {
    let ruleset = load_builtin("ankh-5", &[], &[("pieces", "1")]).unwrap();
    let truth = Enumerated::solve(&Rules::new(&ruleset.mechanics), 1e-12, 100_000).unwrap();
    (ruleset, truth)
}

fn agent(text: &str) -> AnyAgent {
    text.parse::<AgentSpec>().unwrap().build().unwrap()
}

fn perfect() -> AnyAgent {
    AnyAgent::Other(Box::new(Perfect::new(tiny().1)))
}

fn play(one: &AnyAgent, two: &AnyAgent, pairs: u64, threads: usize) -> DuelResult {
    let (ruleset, truth) = tiny();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap();
    let seeds = Seeds::new(5, 1);
    Duel::new(&ruleset.mechanics, [one, two], seeds, 10_000, Some(&truth)).run(
        &pool,
        pairs,
        &AtomicBool::new(false),
        |_| {},
        |_| ControlFlow::Continue(()),
    )
}

/// In every single game: result = start equity + luck. The equity of the seat was
/// once left in the rest, which so had a spread where nobody chose.
#[test]
fn perfect_play_has_no_regret_and_adjusted_results_without_spread() {
    let result = play(&perfect(), &perfect(), 200, 2);
    let skill = result.skill.unwrap();
    for agent in &skill.agents {
        assert!(agent.decisions > 0 && agent.decisions < agent.plies);
        assert_eq!(agent.best, agent.decisions);
        assert_eq!(agent.errors[0], agent.decisions);
        assert!(agent.mean_regret().unwrap() < 1e-8);
    }
    // The pair has each agent once as A, so start equities sum to 1.
    let adjusted = skill.pairs.adjusted;
    assert!((adjusted.mean().unwrap() / BILLION - 0.5).abs() < 1e-6);
    assert!(adjusted.variance().unwrap().sqrt() / BILLION < 1e-6);
    let (ruleset, truth) = tiny();
    let start = truth.equity(&Rules::new(&ruleset.mechanics).start());
    assert!((start - 0.5).abs() > 0.01, "a seat is worth something");
    let spread = |of: PairedDifference| of.variance().unwrap().sqrt() / BILLION;
    assert!(spread(skill.choices) < 1e-6, "{:?}", skill.choices);
    // As A the start equity, as B what is left of 1.
    let seats = (start - 0.5).abs() * (400.0f64 / 399.0).sqrt();
    assert!((spread(skill.games.adjusted) - seats).abs() < 1e-6);
    assert!(skill.games.luck_share().unwrap() > 0.9);
}

/// The adjusted score agrees with the plain one, varies much less, and is ahead
/// by what the other side's regrets add up to.
#[test]
fn taking_luck_out_keeps_the_mean() {
    let result = play(&perfect(), &agent("random"), 4000, 2);
    let skill = result.skill.unwrap();
    let [plain, adjusted] = [skill.pairs.result, skill.pairs.adjusted];
    let score = result.pairs.score().unwrap();
    assert!((plain.mean().unwrap() / BILLION - score).abs() < 1e-9);
    let gap = (plain.mean().unwrap() - adjusted.mean().unwrap()).abs();
    assert!(gap < 4.0 * skill.pairs.luck.standard_error().unwrap());
    assert!(skill.games.variance_ratio().unwrap() > 5.0);
    let random = &skill.agents[1];
    let lost = random.regret.sum() as f64 / BILLION / 8000.0;
    let ahead = adjusted.mean().unwrap() / BILLION - 0.5;
    assert!(
        lost > 0.001 && (ahead - lost).abs() < 1e-7,
        "{ahead} {lost}"
    );
    assert!(random.best < random.decisions);
    assert_eq!(random.errors.iter().sum::<u64>(), random.decisions);
    let by_phase: u64 = random.phases.iter().map(|phase| phase.decisions).sum();
    assert_eq!(by_phase, random.decisions);
}

#[test]
fn the_same_for_any_number_of_threads() {
    let (first, random) = (agent("first"), agent("random"));
    let one = play(&first, &random, 100, 1);
    assert_eq!(one, play(&first, &random, 100, 2));
    assert_eq!(one, play(&first, &random, 100, 5));
    assert_eq!(one.pairs.pairs() + one.unfinished, 100);
}
