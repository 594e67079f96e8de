use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;

use super::bounds_text::BoundsText;
use super::tables_on_disk;
use crate::rules::{Rules, parse_position};
use crate::ruleset::Mechanics;
use crate::solver::table::ChoiceTable;
use crate::solver::verify::valued_choices;

/// Look a position up in a table: equity, and what each choice costs
///
/// A file of choices (`senet table derive --as choices`) has no equities: it
/// gives the best choice, for one throw or for all.
///
/// Without a throw: `equity VALUE LO HI` of the player about to throw, bounds
/// `-` where the table has none. With a throw: a line for each choice, the best
/// first, with equity, regret and the resulting position; a choice is marked
/// proven where no other can be better.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet probe --table anubis-3.senet --position '1,3,5/2,4,6 0-0 A'\n  senet probe --table anubis-3.senet --position '1,3,5/2,4,6 0-0 A' --throw 2"
)]
pub struct Args {
    /// A table written by `senet solve --out`
    #[arg(long, value_name = "FILE")]
    table: PathBuf,
    /// The position, e.g. '1,3,5/2,4,6 0-0 A'
    #[arg(long, allow_hyphen_values = true)]
    position: String,
    /// Points thrown
    #[arg(long)]
    throw: Option<u8>,
    #[arg(long)]
    json: bool,
}

#[derive(serde::Serialize)]
struct Row {
    origin: Option<u8>,
    kind: String,
    equity: f64,
    lower: Option<f64>,
    upper: Option<f64>,
    regret: f64,
    proven: bool,
    position: String,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(choices) = tables_on_disk::choices(&args.table)? {
        return probe_choices(args, &choices);
    }
    let table = tables_on_disk::values(&args.table)?;
    let rules = Rules::new(table.mechanics());
    let position = parse_position(table.mechanics(), &args.position)
        .with_context(|| format!("--position {}", args.position))?;
    anyhow::ensure!(
        !position.is_over(),
        "--position {}: the game is over",
        args.position
    );
    anyhow::ensure!(
        table.holds(&position),
        "--position {}: the table lists what can arise from {}, and this position cannot",
        args.position,
        table.header().from.as_deref().unwrap_or("its start")
    );
    let certified = table.header().bounds == crate::solver::solve::Bounds::Both;
    let Some(points) = args.throw else {
        let (low, high) = table.interval(&position);
        let equity = (low + high) / 2.0;
        let played = table.played(&position);
        if args.json {
            let bound = |bound: f64| certified.then_some(bound);
            let value = serde_json::json!({
                "position": position.to_string(),
                "equity": equity, "lower": bound(low), "upper": bound(high),
                "plies": played.map(|(plies, _)| plies),
                "draw": played.and_then(|(_, draw)| draw),
            });
            say!("{value}");
        } else if certified {
            let text = BoundsText::new(equity, low, high);
            say!("equity {} {} {}", text.value, text.lower, text.upper);
        } else {
            say!("equity {equity:.9} - -");
        }
        if let (Some((plies, draw)), false) = (played, args.json) {
            say!("perfect play: {plies:.6} plies");
            if let Some(draw) = draw {
                let win = equity - draw / 2.0;
                say!("win {win:.9}, draw {draw:.9}, loss {:.9}", 1.0 - win - draw);
            }
        }
        return Ok(ExitCode::SUCCESS);
    };
    check_throw(table.mechanics(), points)?;
    let mut valued: Vec<_> = valued_choices(&table, &rules, &position, points).collect();
    // Stable: choices of equal value stay in canonical order.
    valued.sort_by(|a, b| b.equity().total_cmp(&a.equity()));
    let best = valued[0].equity();
    let rows: Vec<Row> = valued
        .iter()
        .map(|valued| Row {
            origin: valued.choice.from().map(|square| square.number()),
            kind: format!("{:?}", valued.choice.kind),
            equity: valued.equity(),
            lower: certified.then_some(valued.lower),
            upper: certified.then_some(valued.upper),
            regret: best - valued.equity(),
            proven: certified
                && (valued_choices(&table, &rules, &position, points))
                    .all(|other| other.choice == valued.choice || other.upper <= valued.lower),
            position: valued.next.to_string(),
        })
        .collect();
    if args.json {
        say!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        let origin = row
            .origin
            .map_or("-".to_string(), |square| square.to_string());
        let equity = match (row.lower, row.upper) {
            (Some(low), Some(high)) => {
                let text = BoundsText::new(row.equity, low, high);
                format!("{} [{}, {}]", text.value, text.lower, text.upper)
            }
            _ => format!("{:.9}", row.equity),
        };
        say!(
            "{origin:>2} {:<13} equity {equity} regret {:.9} {}{}",
            row.kind,
            row.regret,
            row.position,
            if row.proven { " proven" } else { "" }
        );
    }
    Ok(ExitCode::SUCCESS)
}

fn check_throw(mechanics: &Mechanics, points: u8) -> anyhow::Result<()> {
    let thrown = mechanics.throws.points();
    anyhow::ensure!(
        thrown.contains(points),
        "--throw {points}: the throws of this game are {}",
        thrown
            .iter()
            .map(|t| t.to_string())
            .collect::<Vec<_>>()
            .join(", ")
    );
    Ok(())
}

/// The best choice with each throw, or with the one that was asked for.
fn probe_choices(args: &Args, table: &ChoiceTable) -> anyhow::Result<ExitCode> {
    let rules = Rules::new(table.mechanics());
    let position = parse_position(table.mechanics(), &args.position)
        .with_context(|| format!("--position {}", args.position))?;
    anyhow::ensure!(
        !position.is_over(),
        "--position {}: the game is over",
        args.position
    );
    if let Some(points) = args.throw {
        check_throw(table.mechanics(), points)?;
    }
    let throws = table.mechanics().throws.throws().iter();
    let wanted: Vec<u8> = throws
        .map(|throw| throw.points)
        .filter(|&points| args.throw.is_none_or(|throw| throw == points))
        .collect();
    let mut rows = Vec::new();
    for points in wanted {
        let choices = rules.choices(&position, points);
        let best = table.best(&rules, &position, points, &choices);
        let mut next = position;
        rules.play(&mut next, points, best);
        rows.push(serde_json::json!({
            "throw": points,
            "origin": best.from().map(|square| square.number()),
            "kind": format!("{:?}", best.kind),
            "position": next.to_string(),
        }));
    }
    if args.json {
        say!("{}", serde_json::to_string_pretty(&rows)?);
        return Ok(ExitCode::SUCCESS);
    }
    for row in rows {
        let origin = row["origin"].as_u64();
        say!(
            "{} {:>2} {:<13} {}",
            row["throw"],
            origin.map_or("-".to_string(), |square| square.to_string()),
            row["kind"].as_str().unwrap_or_default(),
            row["position"].as_str().unwrap_or_default()
        );
    }
    Ok(ExitCode::SUCCESS)
}
