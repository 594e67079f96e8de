//! A folder of results: the manifest and the tables it names.
//!
//! Three forms of manifest are understood: that of an experiment, which has its
//! question, tables and figures, that of a single run (`simulate`, `match`,
//! `ladder`) and that of a topic of `study`, whose figures are standing ones.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::Deserialize;

use super::{standing, strange, studied};
use crate::experiment::manifest::{day, sha256, typed};
use crate::report::DataTable;
use crate::report::html::{FigureSpec, Made, PlayedRuleset};

/// What the manifest and the tables of a folder say.
#[derive(Clone, Debug)]
pub struct ResultFolder {
    pub path: PathBuf,
    /// The experiment's name, or that of the folder.
    pub name: String,
    pub title: String,
    pub question: String,
    pub method: String,
    pub limits: String,
    pub made: Made,
    pub played: Vec<PlayedRuleset>,
    pub tables: Vec<TableEntry>,
    pub figures: Vec<FigureSpec>,
    pub warnings: Vec<String>,
}

/// One CSV file.
#[derive(Clone, Debug)]
pub struct TableEntry {
    pub file: String,
    pub title: String,
    pub description: String,
    pub bytes: Vec<u8>,
    pub table: DataTable,
}

/// Every key that a manifest may have, one of a study having been adapted.
#[derive(Deserialize)]
struct Written {
    topic: Option<String>,
    experiment: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    question: String,
    #[serde(default)]
    method: String,
    #[serde(default)]
    limits: String,
    command: Option<Words>,
    command_line: Option<Words>,
    program: String,
    version: String,
    revision: String,
    tables_revision: Option<String>,
    started_unix: Option<u64>,
    seconds: Option<f64>,
    threads: Option<u64>,
    status: String,
    seed: Option<serde_json::Value>,
    spec_digest: Option<String>,
    #[serde(default)]
    rulesets: Vec<WrittenRuleset>,
    tables: Option<Vec<WrittenTable>>,
    files: Option<Vec<WrittenTable>>,
    #[serde(default)]
    figures: Vec<FigureSpec>,
}

/// A command line, as one text or in its words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Words {
    Text(String),
    List(Vec<String>),
}

#[derive(Deserialize)]
struct WrittenRuleset {
    ruleset: String,
    changes: Option<Words>,
    digest: String,
}

#[derive(Deserialize)]
struct WrittenTable {
    file: String,
    rows: Option<usize>,
    sha256: Option<String>,
    #[serde(default)]
    title: String,
    #[serde(default)]
    description: String,
}

impl ResultFolder {
    /// Reads `manifest.json` of the folder and every table it names.
    ///
    /// # Errors
    /// A file is missing or is not what it should be; it is named.
    pub fn read(path: &Path) -> anyhow::Result<ResultFolder> {
        let manifest = path.join("manifest.json");
        let text = match fs::read_to_string(&manifest) {
            Ok(text) => text,
            Err(_) if !manifest.exists() => bail!("{}", strange::without_manifest(path)),
            Err(error) => return Err(error).with_context(|| manifest.display().to_string()),
        };
        let written: Written = serde_json::from_str(&text)
            .and_then(|mut written: serde_json::Value| {
                studied::adapt(&mut written);
                serde_json::from_value(written)
            })
            .with_context(|| {
                format!(
                    "{}: no manifest of results; {}",
                    manifest.display(),
                    strange::READABLE
                )
            })?;
        let command = one_line(written.command.or(written.command_line));
        let tables = written
            .tables
            .iter()
            .chain(&written.files)
            .flatten()
            .map(|table| {
                TableEntry::read(path, table).with_context(|| again(path, &table.file, &command))
            })
            .collect::<anyhow::Result<Vec<_>>>()?;
        if tables.is_empty() {
            bail!("{}: it names no tables", manifest.display());
        }
        let own = path
            .canonicalize()
            .ok()
            .and_then(|path| Some(path.file_name()?.to_string_lossy().into_owned()));
        let name = written.experiment.clone().or(own).unwrap_or_default();
        let mut warnings = Vec::new();
        if written.status != "complete" {
            warnings.push(format!(
                "These results are {}: the run was interrupted. `{command}` makes them whole.",
                written.status
            ));
        }
        let mut folder = ResultFolder {
            path: path.to_path_buf(),
            title: written.title,
            question: written.question,
            method: written.method,
            limits: written.limits,
            made: Made {
                command,
                program: format!(
                    "{} {} (revision {}{})",
                    written.program,
                    written.version,
                    written.revision,
                    match written.tables_revision {
                        Some(tables) if tables != written.revision =>
                            format!("; tables written by {tables}"),
                        _ => String::new(),
                    }
                ),
                seed: match written.seed {
                    None | Some(serde_json::Value::Null) => String::new(),
                    Some(seed) => seed.to_string(),
                },
                spec_digest: written.spec_digest.unwrap_or_default(),
                date: written.started_unix.map_or(String::new(), day),
                time: time(written.seconds, written.threads),
            },
            played: written.rulesets.into_iter().map(played).collect(),
            tables,
            figures: written.figures,
            warnings,
            name,
        };
        match &written.topic {
            Some(topic) => studied::complete(&mut folder, topic),
            None if written.experiment.is_none() => standing::complete(&mut folder),
            None => {}
        }
        if folder.title.is_empty() {
            folder.title.clone_from(&folder.name);
        }
        Ok(folder)
    }

    /// The table of that file name.
    ///
    /// # Errors
    /// The manifest names no such table.
    pub fn table(&self, file: &str) -> anyhow::Result<&TableEntry> {
        let found = self.tables.iter().find(|table| table.file == file);
        found.with_context(|| {
            let names: Vec<&str> = self.tables.iter().map(|t| t.file.as_str()).collect();
            format!("there is no table {file}; there are {}", names.join(", "))
        })
    }
}

impl TableEntry {
    fn read(folder: &Path, written: &WrittenTable) -> anyhow::Result<TableEntry> {
        let plain = Path::new(&written.file).components().count() == 1;
        if !plain || !written.file.ends_with(".csv") {
            bail!("a table is a CSV file of the folder");
        }
        let expected = written
            .rows
            .map_or(String::new(), |rows| format!(" of {rows} rows"));
        let bytes = fs::read(folder.join(&written.file))
            .with_context(|| format!("the manifest names this table{expected}"))?;
        let table = DataTable::from_csv(&bytes)
            .with_context(|| format!("the manifest says it is a table{expected}"))?;
        if let Some(rows) = written.rows
            && rows != table.rows.len()
        {
            bail!(
                "{rows} rows were expected by the manifest, and {} were found: the file has been \
                 cut, or is of another run",
                table.rows.len()
            );
        }
        if let Some(expected) = &written.sha256
            && *expected != sha256(&bytes)
        {
            bail!(
                "it is not the table that the manifest was written with (SHA-256 {expected}): it has \
                 been changed, or is of another run"
            );
        }
        let title = match written.title.as_str() {
            "" => written.file.clone(),
            title => title.to_string(),
        };
        Ok(TableEntry {
            file: written.file.clone(),
            title,
            description: written.description.clone(),
            bytes,
            table,
        })
    }
}

/// The file that is at fault, and what makes it again.
fn again(folder: &Path, file: &str, command: &str) -> String {
    let file = folder.join(file).display().to_string();
    match command {
        "" => format!("{file}: run the command that wrote the folder again"),
        command => format!("{file}: run `{command}` again"),
    }
}

/// The command as it would be typed; the program without its folder.
fn one_line(words: Option<Words>) -> String {
    let words = match words {
        None => return String::new(),
        Some(Words::Text(text)) => return text,
        Some(Words::List(words)) => words,
    };
    typed(words.iter().enumerate().map(|(i, word)| match i {
        0 => word.rsplit(['/', '\\']).next().unwrap_or(word),
        _ => word,
    }))
}

fn played(written: WrittenRuleset) -> PlayedRuleset {
    PlayedRuleset {
        ruleset: written.ruleset,
        changes: match written.changes {
            None => String::new(),
            Some(Words::Text(text)) => text,
            Some(Words::List(list)) => list.join("; "),
        },
        digest: written.digest,
    }
}

fn time(seconds: Option<f64>, threads: Option<u64>) -> String {
    let Some(seconds) = seconds else {
        return String::new();
    };
    let taken = match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s if s < 7200.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    };
    match threads {
        Some(1) => format!("{taken} on 1 thread"),
        Some(threads) => format!("{taken} on {threads} threads"),
        None => taken,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_read_as_they_would_be_typed() {
        let words = [
            "target/release/senet",
            "simulate",
            "--set",
            "off=any",
            "my file",
        ];
        let list = Words::List(words.map(str::to_string).to_vec());
        assert_eq!(
            one_line(Some(list)),
            "senet simulate --set off=any 'my file'"
        );
    }
}
