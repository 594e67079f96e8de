use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::ruleset_args::Changes;
use super::tables::counted;
use crate::experiment::account::{self, PaperTables, ReportFile};
use crate::report::{TableFormat, write_whole};
use crate::ruleset::Ruleset;

/// Write results as one page to read, cite and check
///
/// The page, index.html, needs no network. It has the question of each
/// folder, its charts and tables, the rulesets side by side with their boards, method and limits,
/// and under every figure the command, the seed and the digests that make it again. Folders are
/// those that `senet run`, `simulate`, `match`, `ladder`, `skill` and `train` write, and the topics
/// of `study`. CSV files of more than 200 kB are put beside the page, in data/, and linked; the
/// page shows their first 400 rows without them.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet report out/first
  senet report out/first out/ladder --title 'Length and skill' --out out/both
  senet report out/study/advantage out/study/openings --title 'Perfect play'
  senet report out/first --rulesets my-senet.toml
  senet report out/first --tables tex
  senet report out/first --tables tex --columns ruleset,agent,plies_mean,plies_lo,plies_hi")]
pub struct Args {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for the page; it is made where it is missing
    #[arg(long, value_name = "DIR", default_value = "out/report")]
    out: PathBuf,
    /// Files of rulesets, divided by commas, that the results were played with and
    /// that are not built in: the page has their rules and boards as well
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    rulesets: Vec<String>,
    /// Title of the page
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "The reconstructions of senet compared"
    )]
    title: String,
    /// Also write every table and figure for a paper, below tables/
    #[arg(long, value_enum, value_name = "FORMAT")]
    tables: Option<Format>,
    /// Columns of those tables, in that order, divided by commas; each has those of them that it
    /// has [default: all]
    #[arg(long, value_name = "LIST", value_delimiter = ',', requires = "tables")]
    columns: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// LaTeX, with booktabs and longtable
    Tex,
    /// Markdown
    Md,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folders: Vec<&Path> = args.folders.iter().map(PathBuf::as_path).collect();
    let tables = args.tables.map(|format| PaperTables {
        format: match format {
            Format::Tex => TableFormat::Latex,
            Format::Md => TableFormat::Markdown,
        },
        columns: args.columns.clone(),
    });
    let own = Changes::default().load_all(&args.rulesets)?;
    let page = write(&args.title, &folders, &own, tables, &args.out)?;
    say!("written to {}", page.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes the report below `out`, the page last, and says which tables are not
/// there; where the page is.
pub(super) fn write(
    title: &str,
    folders: &[&Path],
    own: &[Ruleset],
    tables: Option<PaperTables>,
    out: &Path,
) -> anyhow::Result<PathBuf> {
    let page = out.join(account::PAGE);
    let strange = |text: String| !text.contains(account::GENERATOR);
    anyhow::ensure!(
        !fs::read_to_string(&page).is_ok_and(strange),
        "{}: a page that is no report stands here; give another --out, or move it away",
        page.display()
    );
    let format = tables.as_ref().map(|tables| tables.format);
    let account::Report { files, refused } = account::report(title, folders, own, tables)?;
    for ReportFile { path, bytes } in files.iter().rev() {
        let path = out.join(path);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        }
        write_whole(&path, bytes)?;
    }
    if let Some(format) = format {
        remove_stale(&out.join("tables"), format, &files)?;
        let tables = files.iter().filter(|file| file.path.starts_with("tables/"));
        say!(
            "{} written to {}",
            counted(tables.count(), "table"),
            out.join("tables").display()
        );
    }
    for (table, why) in refused {
        say!("not written: {table}: {why}");
    }
    Ok(page)
}

/// Removes tables of this format that another report has left in `tables`: they
/// would be taken for those of this one. Files of others are left alone.
fn remove_stale(tables: &Path, format: TableFormat, files: &[ReportFile]) -> anyhow::Result<()> {
    let about = |path: &Path| format!("cannot tidy {}", path.display());
    let Ok(entries) = fs::read_dir(tables) else {
        return Ok(());
    };
    for entry in entries {
        let path = entry.with_context(|| about(tables))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let own = format!("tables/{name}");
        let ours = path.extension().is_some_and(|e| e == format.ending())
            && fs::read_to_string(&path).is_ok_and(|text| text.contains(account::SOURCE_WORD));
        if ours && files.iter().all(|file| file.path != own) {
            fs::remove_file(&path).with_context(|| about(&path))?;
        }
    }
    Ok(())
}
