use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use comfy_table::Table as Grid;

use crate::rules::Rules;
use crate::solver::solve::Bounds;
use crate::solver::table::{SectionKind, Table};
use crate::solver::value::Precision;
use crate::solver::verify::{listed_residual, residuals};

/// Describe or check a table that `senet solve --out` has written
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet table info anubis-3.senet\n  senet table verify anubis-3.senet --sample 100000"
)]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// What the header says: game, format, layers
    #[command(after_help = "Examples:\n  senet table info anubis-3.senet")]
    Info {
        file: PathBuf,
        /// Print the header as it stands in the file
        #[arg(long)]
        json: bool,
    },
    /// Read everything: checksums, and the Bellman residual through the rules
    ///
    /// Fails (exit code 1) if a checksum is wrong or a residual is larger than
    /// the table's tolerance and rounding explain.
    #[command(after_help = "Examples:\n  senet table verify anubis-3.senet --sample 100000")]
    Verify {
        file: PathBuf,
        /// Positions to look at in each layer, 0 = all
        #[arg(long, default_value_t = 1_000_000)]
        sample: usize,
    },
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.action {
        Action::Info { file, json } => info(&Table::open(file)?, *json),
        Action::Verify { file, sample } => verify(&Table::open(file)?, *sample),
    }
}

fn info(table: &Table, json: bool) -> anyhow::Result<ExitCode> {
    let header = table.header();
    if json {
        println!("{}", serde_json::to_string_pretty(header)?);
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "game       {} (digest {})",
        header.game.label, header.game.digest
    );
    for (key, value) in &header.game.mechanics {
        println!("           {key} = {value}");
    }
    println!("positions  {}", header.positions());
    println!(
        "values     {}, {}",
        header.precision.name(),
        header.encoding
    );
    match header.bounds {
        Bounds::None => println!("bounds     not certified"),
        Bounds::Both => {
            let widest = header.sections.iter().filter_map(|section| section.widest);
            println!(
                "bounds     certified, widest interval {:.2e}",
                widest.fold(0.0, f64::max)
            );
        }
    }
    println!("tolerance  {:e}", header.tolerance);
    if let Some(from) = &header.from {
        println!("from       {from}");
    }
    if let Some(start) = &header.start {
        println!("start      {:.9}", start.value);
    }
    let mut grid = Grid::new();
    grid.load_style(comfy_table::presets::NOTHING);
    grid.set_header([
        "mover",
        "layer",
        "values",
        "positions",
        "bytes",
        "sweeps",
        "last change",
    ]);
    for section in &header.sections {
        grid.add_row([
            section.mover.clone(),
            if header.key_parts.is_some() {
                "all".to_string()
            } else {
                format!("({}, {})", section.mine, section.theirs)
            },
            kind(section.kind).to_string(),
            (section.blocks * section.colourings).to_string(),
            section.bytes.to_string(),
            section.sweeps.to_string(),
            format!("{:.1e}", section.change),
        ]);
    }
    println!("{grid}");
    Ok(ExitCode::SUCCESS)
}

fn kind(kind: SectionKind) -> &'static str {
    match kind {
        SectionKind::Value => "value",
        SectionKind::Lower => "lower",
        SectionKind::Upper => "upper",
        SectionKind::Key => "key",
        SectionKind::Plies => "plies",
        SectionKind::Draw => "draw",
    }
}

fn verify(table: &Table, sample: usize) -> anyhow::Result<ExitCode> {
    table.verify_checksums(|_| {})?;
    println!("checksums  right");
    let rules = Rules::new(table.mechanics());
    let header = table.header();
    // Half a step of rounding in the value itself; what a sweep may leave.
    let step = match header.precision {
        Precision::U16 => 1.0 / 65534.0,
        Precision::U32 => 1.0 / 4294967294.0,
        Precision::F32 => f64::from(f32::EPSILON),
        Precision::F64 => f64::EPSILON * 16.0,
    };
    let last = header
        .sections
        .iter()
        .map(|section| section.change)
        .fold(0.0, f64::max);
    let allowed = match header.bounds {
        Bounds::None => 2.0 * step + 2.0 * last.max(header.tolerance),
        Bounds::Both => f64::EPSILON * 16.0,
    };
    let mut wrong = 0;
    residuals(
        table,
        &rules,
        |positions| positions.checked_div(sample).unwrap_or(1),
        |found| {
            let verdict = if found.largest <= allowed {
                "right"
            } else {
                "WRONG"
            };
            wrong += u32::from(found.largest > allowed);
            println!(
                "layer ({}, {})  {} positions, largest residual {:.2e}, widest interval {:.2e}, {verdict}{}",
                found.layer.mine,
                found.layer.theirs,
                found.positions,
                found.largest,
                found.widest,
                match found.worst.filter(|_| found.largest > allowed) {
                    Some(position) => format!(": {position}"),
                    None => String::new(),
                }
            );
        },
    );
    let step = table
        .listed()
        .map_or(1, |positions| positions.checked_div(sample).unwrap_or(1));
    if let Some(found) = listed_residual(table, &rules, step) {
        let right = found.largest <= allowed;
        wrong += u32::from(!right);
        println!(
            "listed     {} positions, largest residual {:.2e}, widest interval {:.2e}, {}",
            found.positions,
            found.largest,
            found.widest,
            if right {
                "right".to_string()
            } else {
                format!("WRONG: {}", found.worst)
            }
        );
    }
    println!("allowed    {allowed:.2e}");
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
