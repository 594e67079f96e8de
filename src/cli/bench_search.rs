//! `senet bench --search`: how fast agents think, in processor time.

use std::hint::black_box;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;

use super::bench::CpuClock;
use super::{tables, tables_on_disk};
use crate::agent::{AgentSpec, AnyAgent, Optimal};
use crate::arena::{Duel, Seeds};
use crate::rules::{Position, Rules, parse_position};
use crate::ruleset::{Mechanics, load_builtin};
use crate::search::{
    Evaluator, Expectimax, Limit, Linear, Luck, Mcts, MctsOptions, Options, Playing, Prune,
    Rollout, RolloutOptions, Td, Truth, Weights, builtin_td,
};
use crate::solver::table::Table;

const RULESET: &str = "anubis-5";

/// Contact everywhere, one piece home each.
const MIDDLE: &str = "6,11,12,19/8,9,14,23 1-1 A";

/// Each figure is taken over so much processor time or a little more.
const LONG_ENOUGH: Duration = Duration::from_millis(300);

type Line = [String; 2];

/// Repeats `work`, which says how much it has done, and returns how much is
/// done in a second of processor time.
fn rate(mut work: impl FnMut() -> u64) -> f64 {
    // Once without the clock: memory is touched, code is loaded.
    work();
    let clock = CpuClock::start();
    let mut done = 0;
    while clock.elapsed() < LONG_ENOUGH {
        done += work();
    }
    done as f64 / clock.elapsed().as_secs_f64()
}

fn line(what: &str, figure: f64, unit: &str) -> Line {
    let figure = match figure {
        million if million >= 1e6 => format!("{:.1} million", million / 1e6),
        large if large >= 1000.0 => format!("{large:.0}"),
        small => format!("{small:.2}"),
    };
    [what.to_string(), format!("{figure} {unit}")]
}

/// Prints the report; with `table`, also how fast perfect play is measured.
pub fn run(table: Option<&Path>) -> anyhow::Result<()> {
    let table = table.map(tables_on_disk::values).transpose()?;
    let mechanics = load_builtin(RULESET, &[], &[])?.mechanics;
    let rules = Rules::new(&mechanics);
    let middle = parse_position(&mechanics, MIDDLE)?;
    let linear = Linear::new(&rules, &Weights::hand(&mechanics));
    let mut lines = evaluations(&rules, &linear, &middle)?;
    lines.extend(searches(&rules, &linear, &middle));
    lines.extend(rollouts(&rules, &linear, &middle));
    let mcts = Mcts::new(&rules, &linear, MctsOptions::default());
    let descents = u64::from(MctsOptions::default().iterations);
    let uct = rate(|| {
        black_box(mcts.choose(&rules, &middle, 2, 1));
        descents
    });
    lines.push(line("UCT", uct, "descents/CPU-s"));
    lines.extend(matches(&mechanics)?);
    lines.extend(table.map(perfect));
    let lines = lines.into_iter().map(Vec::from).collect();
    writeln!(
        io::stdout(),
        "{RULESET}, searches from the middle game {MIDDLE}\n{}",
        tables::plain(&["", "figure"], lines, 2)
    )?;
    Ok(())
}

fn evaluations(rules: &Rules, linear: &Linear, middle: &Position) -> anyhow::Result<Vec<Line>> {
    let digest = rules.mechanics().digest().to_string();
    let weights = builtin_td(&digest).context("no learned weights come along for it")?;
    let td = Td::new(rules, &weights)?;
    let of = |evaluator: &dyn Evaluator| {
        rate(|| {
            for _ in 0..1000 {
                black_box(evaluator.equity(black_box(middle)));
            }
            1000
        })
    };
    Ok(vec![
        line("linear evaluator", of(linear), "positions/CPU-s"),
        line("learned evaluator", of(&td), "positions/CPU-s"),
    ])
}

fn searches(rules: &Rules, linear: &Linear, middle: &Position) -> Vec<Line> {
    let search = |depth, prune, table_bits, limit| {
        let options = Options {
            depth,
            prune,
            table_bits,
            limit,
        };
        Expectimax::new(rules, linear, options)
    };
    let bits = Some(Options::default_table_bits());
    let leaves = |prune, table_bits| {
        let mut search = search(3, prune, table_bits, Limit::None);
        rate(|| search.choose(rules, middle, 2).counts.leaves)
    };
    let milliseconds = |depth| {
        let mut search = search(depth, Prune::Star2, bits, Limit::None);
        1e3 / rate(|| {
            black_box(search.choose(rules, middle, 2));
            1
        })
    };
    let tenth = Limit::Time(Duration::from_millis(100));
    let reached = search(12, Prune::Star2, bits, tenth).choose(rules, middle, 2);
    vec![
        line(
            "expectimax depth 3, plain",
            leaves(Prune::None, None),
            "positions evaluated/CPU-s",
        ),
        line(
            "expectimax depth 3, Star2 and table",
            leaves(Prune::Star2, bits),
            "positions evaluated/CPU-s",
        ),
        line("expectimax depth 2", milliseconds(2), "ms"),
        line("expectimax depth 3", milliseconds(3), "ms"),
        line("expectimax depth 4", milliseconds(4), "ms"),
        [
            "expectimax, depth done in 0.1 s (of the clock on the wall)".to_string(),
            reached.depth.to_string(),
        ],
    ]
}

fn rollouts(rules: &Rules, linear: &Linear, middle: &Position) -> Vec<Line> {
    let games = |truncate, luck| {
        let options = RolloutOptions {
            games: 64,
            truncate,
            luck,
            error: None,
            ..RolloutOptions::default()
        };
        let rollout = Rollout::new(rules, linear, Playing::Greedy, options);
        rate(|| {
            let tried = rollout.choose(rules, middle, 2, 1).estimates;
            tried.iter().map(|estimate| estimate.sample.games).sum()
        })
    };
    [
        (
            "rollouts of 16 plies, luck taken out",
            Some(16),
            Luck::TakenOut,
        ),
        ("rollouts of 16 plies", Some(16), Luck::Kept),
        ("rollouts to the end", None, Luck::Kept),
    ]
    .map(|(what, truncate, luck)| line(what, games(truncate, luck), "games/CPU-s"))
    .into()
}

/// Games a CPU-second of a match on this thread.
fn duel(mechanics: &Mechanics, agents: [&AnyAgent; 2], truth: Option<&dyn Truth>) -> f64 {
    let duel = Duel::new(mechanics, agents, Seeds::new(1, 1), 100_000, truth);
    let mut pair = 0;
    rate(|| {
        let result = duel.play(pair..pair + 16);
        pair += 16;
        result.games() + 2 * result.unfinished
    })
}

fn matches(mechanics: &Mechanics) -> anyhow::Result<Vec<Line>> {
    let agent =
        |text: &str| -> anyhow::Result<AnyAgent> { Ok(text.parse::<AgentSpec>()?.build()?) };
    let opponent = agent("cautious")?;
    ["random", "linear", "td", "expectimax:depth=1"]
        .into_iter()
        .map(|text| {
            let games = duel(mechanics, [&agent(text)?, &opponent], None);
            Ok(line(
                &format!("match {text} against cautious"),
                games,
                "games/CPU-s",
            ))
        })
        .collect()
}

fn perfect(table: Table) -> Line {
    let table = Arc::new(table);
    let mechanics = table.mechanics().clone();
    let agent = AnyAgent::Other(Box::new(Optimal::new(Arc::clone(&table))));
    let games = duel(&mechanics, [&agent, &agent], Some(table.as_ref()));
    let what = format!("perfect play with regrets, {}", table.header().game.label);
    line(&what, games, "games/CPU-s")
}
