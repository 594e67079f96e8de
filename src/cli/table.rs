use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;
use comfy_table::Table as Grid;

use super::{numbers, tables_on_disk, threads};
use crate::rules::Rules;
use crate::solver::solve::Bounds;
use crate::solver::table::{ChoiceTable, SectionKind, Table, derive_choices, derive_u8};
use crate::solver::value::Precision;
use crate::solver::verify::{allowed_residual, listed_residual, residuals};

/// Describe or check a table that `senet solve --out` has written, or make a
/// smaller one from it
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet table info anubis-3.senet\n  senet table verify anubis-3.senet --sample 100000\n  senet table derive anubis-3.senet --as choices --out anubis-3.choices"
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
        #[arg(long, default_value_t = 1_000_000, value_parser = numbers::count)]
        sample: usize,
    },
    /// Write a smaller file: values in 8 bits, or only the best choices
    ///
    /// Either can be played by (`optimal:FILE`) and probed. `u8` keeps a coarse
    /// equity of every position, so its player errs where choices are close;
    /// `choices` keeps what the player by the table does with every throw, all of
    /// it, and no equities. Neither is made from a table of 8 bits. What each costs is measured by `senet study derivatives`.
    /// Serves tables of swap games alone (a capture exchanges two pieces), as the
    /// solver by blocks writes them.
    #[command(
        after_help = "Examples:\n  senet table derive anubis-3.senet --as u8 --out anubis-3.u8.senet\n  senet table derive anubis-3.senet --as choices --out anubis-3.choices"
    )]
    Derive {
        file: PathBuf,
        /// What to keep
        #[arg(long = "as", value_name = "FORM")]
        form: Form,
        /// The file to write
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
        /// Threads, 0 = one a core
        #[arg(long, default_value_t = 0, value_parser = threads::parse)]
        threads: usize,
    },
}

/// What a smaller file keeps.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Form {
    /// Values in 8 bits
    U8,
    /// The best choice for every throw
    Choices,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (Action::Info { file, .. } | Action::Verify { file, .. } | Action::Derive { file, .. }) =
        &args.action;
    tables_on_disk::is_file(file)?;
    match &args.action {
        Action::Info { file, json } if ChoiceTable::is_one(file)? => {
            info_of_choices(&ChoiceTable::open(file)?, *json)
        }
        Action::Info { file, json } => info(&Table::open(file)?, *json),
        Action::Verify { file, .. } if ChoiceTable::is_one(file)? => {
            ChoiceTable::open(file)?.verify_checksums()?;
            say!("checksums  right");
            Ok(ExitCode::SUCCESS)
        }
        Action::Verify { file, sample } => verify(&Table::open(file)?, *sample),
        Action::Derive {
            file,
            form,
            out,
            threads,
        } => derive(file, *form, out, *threads),
    }
}

fn info(table: &Table, json: bool) -> anyhow::Result<ExitCode> {
    let header = table.header();
    if json {
        say!("{}", serde_json::to_string_pretty(header)?);
        return Ok(ExitCode::SUCCESS);
    }
    say!(
        "game       {} (digest {})",
        header.game.label,
        header.game.digest
    );
    for (key, value) in &header.game.mechanics {
        say!("           {key} = {value}");
    }
    say!("positions  {}", header.positions());
    say!(
        "values     {}, {}",
        header.precision.name(),
        header.encoding
    );
    match header.bounds {
        Bounds::None => say!("bounds     not certified"),
        Bounds::Both => {
            let widest = header.sections.iter().filter_map(|section| section.widest);
            say!(
                "bounds     certified, widest interval {:.2e}",
                widest.fold(0.0, f64::max)
            );
        }
    }
    say!("tolerance  {:e}", header.tolerance);
    if let Some(from) = &header.from {
        say!("from       {from}");
    }
    if let Some(start) = &header.start {
        say!("start      {:.9}", start.value);
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
    say!("{grid}");
    Ok(ExitCode::SUCCESS)
}

fn info_of_choices(choices: &ChoiceTable, json: bool) -> anyhow::Result<ExitCode> {
    let header = choices.header();
    if json {
        say!("{}", serde_json::to_string_pretty(header)?);
        return Ok(ExitCode::SUCCESS);
    }
    say!(
        "game       {} (digest {})",
        header.game.label,
        header.game.digest
    );
    let certified = match header.bounds {
        Bounds::None => "not certified",
        Bounds::Both => "certified",
    };
    say!(
        "choices    best ones by a table in {}, {certified}, tolerance {:e}",
        header.precision.name(),
        header.tolerance
    );
    let mut grid = Grid::new();
    grid.load_style(comfy_table::presets::NOTHING);
    grid.set_header(["mover", "layer", "positions", "bits", "bytes"]);
    for section in &header.sections {
        grid.add_row([
            section.mover.clone(),
            format!("({}, {})", section.mine, section.theirs),
            section.positions.to_string(),
            section.bits.to_string(),
            section.bytes.to_string(),
        ]);
    }
    say!("{grid}");
    Ok(ExitCode::SUCCESS)
}

fn derive(file: &Path, form: Form, out: &Path, count: usize) -> anyhow::Result<ExitCode> {
    anyhow::ensure!(
        !ChoiceTable::is_one(file)?,
        "{}: this is a file of best choices; smaller files are made from the table of values",
        file.display()
    );
    let table = &tables_on_disk::values(file)?;
    tables_on_disk::need_blocks(table, &file.display().to_string(), "smaller files")?;
    anyhow::ensure!(
        table.header().precision != Precision::U8,
        "{}: its values are rounded to 8 bits{}; make it from the table that this one was made \
         from",
        file.display(),
        match form {
            Form::U8 => " already",
            Form::Choices => ", and the choices that are best by them are not the best ones",
        }
    );
    anyhow::ensure!(
        !out.exists(),
        "--out {}: there is such a file already; give another name, or remove it",
        out.display()
    );
    let pool = threads::pool(count, None)?;
    let values = |header: &crate::solver::table::Header| -> u64 {
        header.sections.iter().map(|section| section.bytes).sum()
    };
    let bytes = match form {
        Form::U8 => values(&pool.install(|| derive_u8(table, out))?),
        Form::Choices => pool.install(|| derive_choices(table, out))?.bytes(),
    };
    say!(
        "{bytes} bytes, {:.2} bits a position, {:.1} % of the table",
        8.0 * bytes as f64 / table.header().positions() as f64,
        100.0 * bytes as f64 / values(table.header()) as f64
    );
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
    say!("checksums  right");
    let rules = Rules::new(table.mechanics());
    let allowed = allowed_residual(table.header());
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
            say!(
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
        say!(
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
    say!("allowed    {allowed:.2e}");
    Ok(if wrong == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
