//! The account of results: from folders of CSV files and their manifests to
//! the page, its tables for papers and the files beside it.

mod folder;
mod legend;
mod papers;
mod standing;
mod strange;
mod studied;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Context, bail};

use crate::report::html::{
    CsvLink, FigureKind, FigureSpec, FigureView, Page, Pictures, PlayedRuleset, Section, TableView,
    board_picture, draw_figure, given_up, render,
};
use crate::report::{DataTable, TableFormat, to_csv};
use crate::ruleset::{Ruleset, builtin_ids, load_builtin};

pub use folder::ResultFolder;
pub use legend::{RULESETS, picture};
use papers::Papers;
pub use papers::SOURCE_WORD;

/// A file of the report, by its path below the report's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportFile {
    pub path: String,
    pub bytes: Vec<u8>,
}

/// All files of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The page first.
    pub files: Vec<ReportFile>,
    /// Tables that were asked for and are not among the files: name and reason.
    pub refused: Vec<(String, String)>,
}

/// What is asked of the tables for papers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaperTables {
    pub format: TableFormat,
    /// Columns that they have, in that order, where they are there; empty for
    /// all.
    pub columns: Vec<String>,
}

/// The column that says which game a row is about.
const DIGEST: &str = "digest";

/// The name of the page.
pub const PAGE: &str = "index.html";

/// What stands in every page, by which they are known.
pub const GENERATOR: &str = r#"<meta name="generator" content="senet report">"#;

/// Writes the report on the folders: the page first, then the files that
/// belong beside it, and the tables for papers below `tables/`. `own`: rulesets
/// that are not built in.
///
/// # Errors
/// A folder has no manifest of ours, or one that does not fit its tables; two
/// folders have one name; no table has a column that was asked for.
pub fn report(
    title: &str,
    folders: &[&Path],
    own: &[Ruleset],
    tables: Option<PaperTables>,
) -> anyhow::Result<Report> {
    let folders = folders
        .iter()
        .map(|path| ResultFolder::read(path))
        .collect::<anyhow::Result<Vec<_>>>()?;
    let mut names = BTreeSet::new();
    for folder in &folders {
        if !names.insert(folder.name.clone()) {
            bail!(
                "{}: there is another folder of the name {}; rename one of them",
                folder.path.display(),
                folder.name
            );
        }
    }
    let rulesets = rulesets(&folders, own);
    let pictures: Pictures = rulesets
        .iter()
        .map(|ruleset| {
            let picture = picture(&ruleset.mechanics, &ruleset.layout);
            (ruleset.id.clone(), picture)
        })
        .collect();
    let mut files = Vec::new();
    let mut papers = tables.map(Papers::new);
    let mut sections = Vec::new();
    for folder in &folders {
        let mut writer = Writer {
            folder,
            pictures: &pictures,
            rulesets: &rulesets,
            papers: &mut papers,
            files: &mut files,
        };
        let section = writer.section();
        sections.push(section.with_context(|| folder.path.display().to_string())?);
    }
    let side_by_side = side_by_side(&rulesets)?;
    let mut refused = Vec::new();
    if let Some(mut papers) = papers {
        if let Some((table, _)) = &side_by_side {
            papers.rulesets(table, &rulesets);
        }
        papers.check_columns()?;
        files.extend(papers.files);
        refused = papers.refused;
    }
    let page = Page {
        title: title.to_string(),
        program: concat!("senet ", env!("CARGO_PKG_VERSION")).to_string(),
        sections,
        rulesets: side_by_side.map(|(_, view)| view),
        cards: rulesets
            .iter()
            .map(|ruleset| {
                let picture = &pictures[&ruleset.id];
                let id = format!("board-{}", ruleset.id);
                legend::card(ruleset, board_picture(picture, &ruleset.name, &id))
            })
            .collect(),
    };
    let html = ReportFile {
        path: PAGE.to_string(),
        bytes: render(&page).into_bytes(),
    };
    files.insert(0, html);
    Ok(Report { files, refused })
}

/// The rulesets that the folders were played with, those of `own` first, then the
/// built-in ones in the order of `rules list`.
fn rulesets(folders: &[ResultFolder], own: &[Ruleset]) -> Vec<Ruleset> {
    let played = folders.iter().flat_map(|folder| &folder.played);
    let ids: BTreeSet<&str> = played.map(|one| one.ruleset.as_str()).collect();
    let is_own = |id: &str| own.iter().any(|own| own.id == id);
    let built_in = builtin_ids()
        .filter(|id| !is_own(id))
        .filter_map(|id| load_builtin(id, &[], &[]).ok());
    (own.iter().cloned().chain(built_in))
        .filter(|ruleset| ids.contains(ruleset.id.as_str()))
        .collect()
}

fn side_by_side(rulesets: &[Ruleset]) -> anyhow::Result<Option<(DataTable, TableView)>> {
    if rulesets.is_empty() {
        return Ok(None);
    }
    let csv = to_csv(&RULESETS, rulesets.iter().cloned());
    let table = DataTable::from_csv(&csv)?;
    let link = CsvLink::new("rulesets", RULESETS.file, &csv);
    let title = "Rulesets".to_string();
    let view = TableView::new(&table, "t-rulesets".into(), title, link);
    Ok(Some((table, view)))
}

/// One folder on its way into the page.
struct Writer<'a> {
    folder: &'a ResultFolder,
    pictures: &'a Pictures,
    rulesets: &'a [Ruleset],
    papers: &'a mut Option<Papers>,
    files: &'a mut Vec<ReportFile>,
}

impl Writer<'_> {
    fn section(&mut self) -> anyhow::Result<Section> {
        let folder = self.folder;
        let id = anchor(&folder.name);
        let mut figures = Vec::new();
        let mut seen = BTreeSet::new();
        for spec in &folder.figures {
            if !seen.insert(&spec.id) {
                bail!("two figures have the id `{}`", spec.id);
            }
            let view = self.figure(spec, &format!("{id}-{}", anchor(&spec.id)));
            figures.push(view.with_context(|| format!("figure `{}`", spec.id))?);
        }
        let mut tables = Vec::new();
        for (number, entry) in folder.tables.iter().enumerate() {
            let table = &entry.table;
            let link = self.link(&entry.file, &entry.bytes);
            let title = entry.title.clone();
            let mut view = TableView::new(table, format!("{id}-t{number}"), title, link);
            view.description.clone_from(&entry.description);
            view.file.clone_from(&entry.file);
            tables.push(view);
            let stem = entry.file.trim_end_matches(".csv");
            if let Some(papers) = self.papers {
                papers.add(folder, table, (&entry.title, &entry.description), stem);
            }
        }
        Ok(Section {
            id,
            title: folder.title.clone(),
            question: folder.question.clone(),
            method: paragraphs(&folder.method),
            limits: paragraphs(&folder.limits),
            made: folder.made.clone(),
            figures,
            tables,
            played: folder.played.clone(),
            warnings: self.warnings(),
        })
    }

    fn figure(&mut self, spec: &FigureSpec, id: &str) -> anyhow::Result<FigureView> {
        let entry = self.folder.table(&spec.table)?;
        let table = entry.table.filtered(&spec.filter)?.without(&spec.without)?;
        let svg = draw_figure(spec, &table, self.pictures, &format!("{id}-svg"))?;
        let columns = [
            spec.series.as_deref(),
            Some(&spec.x),
            Some(&spec.y),
            spec.low.as_deref(),
            spec.high.as_deref(),
        ];
        let played = self.played_in(&table);
        let mut note = spec.note.clone();
        let x = table.column(&spec.x)?;
        let left_out = table.rows.iter().filter(|row| !spec.draws(&row[x])).count();
        if left_out > 0 {
            note = format!(
                "{note} {left_out} rows without `{}` have no place in it.",
                spec.x
            );
        }
        let cut_off = given_up(&table).unwrap_or_default();
        let cut_off = cut_off.iter().filter(|cut| **cut).count();
        if cut_off > 0 && !svg.is_empty() {
            note = format!(
                "{note} Hollow ({cut_off} of the rows): 1 % or more of the games were given up at the ply \
                 limit. Means and intervals there are of the finished games alone, so true lengths \
                 are larger."
            );
        }
        if svg.is_empty() && spec.kind != FigureKind::Table {
            note = format!("{note} These results have no figures for it.");
        }
        let shown = if spec.kind == FigureKind::Table {
            table
        } else {
            let mut columns: Vec<&str> = columns.into_iter().flatten().collect();
            if table.column(DIGEST).is_ok() {
                columns.push(DIGEST);
            }
            table.selected(&columns)?
        };
        let link = self.link(&spec.table, &entry.bytes);
        let title = spec.title.clone();
        let view = TableView::new(&shown, format!("{id}-table"), title, link);
        let note = note.trim().to_string();
        if let Some(papers) = self.papers {
            let name = format!("figure-{}", spec.id);
            papers.add(self.folder, &shown, (&spec.title, &note), &name);
        }
        Ok(FigureView {
            id: id.to_string(),
            title: spec.title.clone(),
            svg,
            alt: alt(spec),
            note,
            table: view,
            played,
        })
    }

    /// The rulesets whose digests the rows have; all of the folder where rows
    /// have none.
    fn played_in(&self, table: &DataTable) -> Vec<PlayedRuleset> {
        let Ok(digest) = table.column(DIGEST) else {
            return self.folder.played.clone();
        };
        let rows: BTreeSet<&str> = table.rows.iter().map(|row| row[digest].as_str()).collect();
        let played = self.folder.played.iter();
        played
            .filter(|one| rows.contains(one.digest.as_str()))
            .cloned()
            .collect()
    }

    /// The link to a CSV; a large one is put beside the page.
    fn link(&mut self, file: &str, bytes: &[u8]) -> CsvLink {
        let link = CsvLink::new(&self.folder.name, file, bytes);
        let path = format!("data/{}/{file}", self.folder.name);
        if link.beside && !self.files.iter().any(|file| file.path == path) {
            let bytes = bytes.to_vec();
            self.files.push(ReportFile { path, bytes });
        }
        link
    }

    /// What does not agree with the rulesets of this program.
    fn warnings(&self) -> Vec<String> {
        let mut warnings = self.folder.warnings.clone();
        for one in &self.folder.played {
            match self.rulesets.iter().find(|known| known.id == one.ruleset) {
                None => warnings.push(format!(
                    "{} is not built in: the page has its digest, but not its rules. \
                     `--rulesets FILE` adds them.",
                    one.ruleset
                )),
                Some(ruleset)
                    if one.changes.is_empty() && ruleset.digest().to_string() != one.digest =>
                {
                    warnings.push(format!(
                        "{} was played by other rules (digest {}) than this page shows (digest {}).",
                        one.ruleset,
                        one.digest,
                        ruleset.digest()
                    ));
                }
                Some(_) => {}
            }
        }
        warnings.dedup();
        warnings
    }
}

/// What the picture shows; from its columns where the figure does not say.
fn alt(spec: &FigureSpec) -> String {
    if !spec.alt.is_empty() {
        return spec.alt.clone();
    }
    let or =
        |label: &String, column: &String| if label.is_empty() { column } else { label }.clone();
    let series = spec.series.as_ref();
    format!(
        "{} by {}{}.",
        or(&spec.y_label, &spec.y),
        or(&spec.x_label, &spec.x),
        series.map_or(String::new(), |series| format!(", for each {series}"))
    )
}

/// Text cut at its empty lines.
fn paragraphs(text: &str) -> Vec<String> {
    let blocks = text.split("\n\n").map(|block| {
        let words: Vec<&str> = block.split_whitespace().collect();
        words.join(" ")
    });
    blocks.filter(|block| !block.is_empty()).collect()
}

/// `text` as the name of a place in the page and of a file.
fn anchor(text: &str) -> String {
    let keep = |letter: char| {
        if letter.is_ascii_alphanumeric() {
            letter.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let name: String = text.chars().map(keep).collect();
    match name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        true => name,
        false => format!("x{name}"),
    }
}
