use std::io::{self, Write};
use std::process::ExitCode;

use comfy_table::{CellAlignment, Table, presets};

use super::numbers;
use super::ruleset_args::{Changes, RulesetList};
use crate::agent::{Agent, Cautious, Stream};
use crate::rules::{Position, Rules};
use crate::search::{Linear, Prune, Throws, Weights, savings};

/// Count the nodes of expectimax and what pruning and the table save
///
/// Searches the same positions, taken from games of the cautious agent, with
/// every throw: plain, with Star1 and with Star2, each without and with a
/// table. All of them choose the same. A node is a chance node looked into, a
/// decision looked into, or a position evaluated.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet nodes
  senet nodes --rulesets anubis-5,bell-10 --depth 3 --positions 10")]
pub struct Args {
    #[command(flatten)]
    rulesets: RulesetList,
    /// Throws looked ahead after the one in hand, from 1 to this
    #[arg(long, value_name = "D", default_value = "2", value_parser = clap::value_parser!(u8).range(1..=6))]
    depth: u8,
    /// Positions for each ruleset
    #[arg(long, value_name = "N", default_value = "20", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    positions: u32,
    /// Seed of the games that the positions are taken from
    #[arg(long, value_name = "S", default_value = "1", value_parser = numbers::whole(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    changes: Changes,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let rulesets = args.rulesets.load(&args.changes)?;
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "ruleset",
        "depth",
        "plain",
        "star1",
        "star2",
        "table",
        "star1+table",
        "star2+table",
    ]);
    for ruleset in &rulesets {
        let rules = Rules::new(&ruleset.mechanics);
        let linear = Linear::new(&rules, &Weights::hand(&ruleset.mechanics));
        let positions = sample(&rules, args.positions as usize, args.seed);
        for depth in 1..=args.depth {
            let ways = savings(&rules, &&linear, &positions, depth);
            let plain = ways[0].counts.nodes();
            debug_assert!(ways[0].prune == Prune::None && !ways[0].with_table);
            let mut row = vec![ruleset.id.clone(), depth.to_string(), plain.to_string()];
            row.extend(ways[1..].iter().map(|way| {
                let share = way.counts.nodes() as f64 / plain as f64;
                format!("{:.1} %", 100.0 * share)
            }));
            table.add_row(row);
        }
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    writeln!(io::stdout().lock(), "{table}")?;
    Ok(ExitCode::SUCCESS)
}

/// Every tenth position of games of the cautious agent with itself.
fn sample(rules: &Rules, count: usize, seed: u64) -> Vec<Position> {
    const STRIDE: u32 = 10;
    let throws = Throws::new(rules);
    let mut stream = Stream::new(seed);
    let mut positions = Vec::new();
    while positions.len() < count {
        let mut position = rules.start();
        let mut ply = 0;
        while !position.is_over() && positions.len() < count {
            if ply % STRIDE == STRIDE / 2 {
                positions.push(position);
            }
            ply += 1;
            let quantile = (stream.word() >> 11) as f64 / (1u64 << 53) as f64;
            let points = throws.all()[throws.at(quantile)].points;
            let choices = rules.choices(&position, points);
            let choice = Cautious.choose(rules, &position, points, &choices, &mut stream);
            rules.play(&mut position, points, choice);
        }
    }
    positions
}
