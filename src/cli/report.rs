use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use crate::experiment::account::{self, ReportFile};
use crate::report::{TableFormat, write_whole};

/// Write results as one page to read, cite and check
///
/// The page, index.html, needs nothing beside it and no network. It has the question of each
/// folder, its charts and tables, the rulesets side by side with their boards, method and limits,
/// and under every figure the command, the seed and the digests that make it again. Folders are
/// those that `senet run`, `simulate`, `match` and `ladder` write. Large CSV files are put beside
/// the page, small ones stand in it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet report out/first
  senet report out/first out/ladder --title 'Length and skill' --out out/both
  senet report out/first --tables tex")]
pub struct Args {
    /// Folders of results
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Folder for the page; it is made where it is missing
    #[arg(long, value_name = "DIR", default_value = "out/report")]
    out: PathBuf,
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
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// LaTeX, with booktabs
    Tex,
    /// Markdown
    Md,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let folders: Vec<&Path> = args.folders.iter().map(PathBuf::as_path).collect();
    let format = args.tables.map(|format| match format {
        Format::Tex => TableFormat::Latex,
        Format::Md => TableFormat::Markdown,
    });
    let page = write(&args.title, &folders, format, &args.out)?;
    say!("written to {}", page.display());
    Ok(ExitCode::SUCCESS)
}

/// Writes the report below `out`, the page last; where the page is.
pub(super) fn write(
    title: &str,
    folders: &[&Path],
    format: Option<TableFormat>,
    out: &Path,
) -> anyhow::Result<PathBuf> {
    let page = out.join(account::PAGE);
    let strange = |text: String| !text.contains(account::GENERATOR);
    anyhow::ensure!(
        !fs::read_to_string(&page).is_ok_and(strange),
        "{}: a page that is no report stands here; give another --out, or move it away",
        page.display()
    );
    let files = account::report(title, folders, format)?;
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
