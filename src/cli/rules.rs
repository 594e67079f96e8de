use std::io::{self, Write};
use std::process::ExitCode;

use clap::Subcommand;
use comfy_table::{Cell, CellAlignment, Table, presets};

use super::rules_show;
use super::ruleset_args::Changes;
use crate::ruleset::{self, Backward, Capture, Mechanics, Pairs, Ruleset};
use crate::types::{ByPlayer, SquareSet};

/// List, show, check and compare rulesets
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  senet rules list\n  senet rules show ankh-7\n  \
    senet rules diff anubis-5 sawah-5"
)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(ListArgs),
    Show(ShowArgs),
    Check(CheckArgs),
    Diff(DiffArgs),
    /// Print the JSON Schema of ruleset files
    #[command(after_help = "Examples:\n  senet rules schema > ruleset.schema.json")]
    Schema,
}

/// List the built-in rulesets, a line each
///
/// Two rulesets with the same digest are the same game.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  senet rules list")]
struct ListArgs {}

/// Show where a ruleset comes from, its rules in English, and its board
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  senet rules show ankh-7\n  \
    senet rules show anubis-5 --reading free-last --set stick_p=0.6\n  \
    senet rules show ./my-senet.toml")]
struct ShowArgs {
    /// Id or path of a ruleset
    ruleset: String,
    #[command(flatten)]
    changes: Changes,
}

/// Check ruleset files and report every fault
///
/// Exit code 1 if any file is at fault.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  senet rules check my-senet.toml another.toml")]
struct CheckArgs {
    /// Paths (or ids) of rulesets
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
}

/// Say which mechanics of two rulesets differ
///
/// A dash stands for a key at its default. Readings and keys given are applied
/// to both.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  senet rules diff anubis-5 sawah-5\n  \
    senet rules diff nile-5-six ./my-senet.toml --set pieces=3")]
struct DiffArgs {
    /// Id or path of a ruleset
    first: String,
    /// Id or path of another
    second: String,
    #[command(flatten)]
    changes: Changes,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        Command::List(ListArgs {}) => list(),
        Command::Show(args) => {
            let ruleset = args.changes.load(&args.ruleset)?;
            write_out(&rules_show::text(&ruleset))?;
            Ok(ExitCode::SUCCESS)
        }
        Command::Check(args) => check(&args.files),
        Command::Diff(args) => diff(args),
        Command::Schema => {
            write_out(&ruleset::json_schema())?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Writes all of `text`; unlike `say!` it tells of a failure.
fn write_out(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

fn list() -> anyhow::Result<ExitCode> {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header([
        "id", "pieces", "throws", "capture", "pair", "wall", "backward", "gates", "trap", "digest",
    ]);
    for id in ruleset::builtin_ids() {
        let ruleset = ruleset::load_builtin(id, &[], &[])?;
        table.add_row(row(&ruleset));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        let left = if index == 0 { 0 } else { 1 };
        column.set_padding((left, 1));
    }
    write_out(&(table.trim_fmt() + "\n"))?;
    Ok(ExitCode::SUCCESS)
}

fn row(ruleset: &Ruleset) -> Vec<Cell> {
    let Mechanics {
        pieces,
        capture,
        pairs,
        wall,
        backward,
        gates,
        traps,
        ..
    } = &ruleset.mechanics;
    let capture = match capture {
        Capture::Swap => "swap",
        Capture::Remove => "remove",
        Capture::Low => "low",
        Capture::Hand => "hand",
        Capture::None => "none",
    };
    let backward = match backward {
        Backward::None => "no",
        Backward::Forced { .. } => "forced",
    };
    let pairs = pairs.map(|pairs| match pairs {
        Pairs::None => "no".to_string(),
        Pairs::Any => "yes".to_string(),
        Pairs::Ends => "ends".to_string(),
    });
    vec![
        Cell::new(&ruleset.id),
        Cell::new(pieces).set_alignment(CellAlignment::Right),
        Cell::new(ruleset.casting.device.title()),
        Cell::new(capture),
        Cell::new(by_player(pairs)),
        Cell::new(by_player(
            wall.map(|wall| dash_if(wall == 0, wall.to_string())),
        )),
        Cell::new(backward),
        Cell::new(squares(*gates)),
        Cell::new(squares(*traps)),
        Cell::new(ruleset.digest()),
    ]
}

fn squares(set: SquareSet) -> String {
    set.to_string()
}

fn dash_if(empty: bool, text: String) -> String {
    if empty { "-".into() } else { text }
}

fn by_player(text: ByPlayer<String>) -> String {
    if text.a == text.b {
        text.a
    } else {
        format!("{}/{}", text.a, text.b)
    }
}

fn check(files: &[String]) -> anyhow::Result<ExitCode> {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match ruleset::check(file) {
            Ok(ruleset) => {
                for note in &ruleset.notes {
                    eprintln!("note: {note}");
                }
                write_out(&format!("{file}: no faults; digest {}\n", ruleset.digest()))?;
            }
            Err(faults) => {
                write_out(&format!("{faults}\n"))?;
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

fn diff(args: &DiffArgs) -> anyhow::Result<ExitCode> {
    let first = args.changes.load(&args.first)?;
    let second = args.changes.load(&args.second)?;
    let differences = first.mechanics.differences(&second.mechanics);
    if differences.is_empty() {
        write_out("the same game\n")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_header(["key", &first.label(), &second.label()]);
    for difference in differences {
        let show = |value: Option<String>| value.unwrap_or_else(|| "-".into());
        table.add_row([
            difference.key.to_string(),
            show(difference.first),
            show(difference.second),
        ]);
    }
    if let Some(column) = table.column_mut(0) {
        column.set_padding((0, 1));
    }
    write_out(&(table.trim_fmt() + "\n"))?;
    Ok(ExitCode::SUCCESS)
}
