//! The tables of a report for papers, a file each below `tables/`.

use std::collections::BTreeSet;

use anyhow::ensure;

use super::folder::ResultFolder;
use super::{PaperTables, ReportFile, anchor};
use crate::report::html::PlayedRuleset;
use crate::report::{Caption, DataTable, text_table};
use crate::ruleset::Ruleset;

/// A word of the line about the source of every table, by which they are known.
pub const SOURCE_WORD: &str = "Digests:";

/// Tables as they come.
pub(super) struct Papers {
    wanted: PaperTables,
    pub files: Vec<ReportFile>,
    pub refused: Vec<(String, String)>,
    /// Every column of every table.
    known: BTreeSet<String>,
}

impl Papers {
    pub fn new(wanted: PaperTables) -> Papers {
        Papers {
            wanted,
            files: Vec::new(),
            refused: Vec::new(),
            known: BTreeSet::new(),
        }
    }

    /// A table of a folder with its title and note, under `name`.
    pub fn add(
        &mut self,
        folder: &ResultFolder,
        table: &DataTable,
        words: (&str, &str),
        name: &str,
    ) {
        let made = &folder.made;
        let digests = folder
            .played
            .iter()
            .map(|one| format!("{} {}", label(one), one.digest));
        let seed = match made.seed.as_str() {
            "" => "none",
            seed => seed,
        };
        let source = format!(
            "Made by `{}`, seed {seed}, {}. {SOURCE_WORD} {}.",
            made.command,
            made.program,
            digests.collect::<Vec<_>>().join(", ")
        );
        let label = format!("{}-{}", anchor(&folder.name), anchor(name));
        self.write(table, words, &label, &source);
    }

    /// The rulesets side by side.
    pub fn rulesets(&mut self, table: &DataTable, rulesets: &[Ruleset]) {
        let digests = rulesets
            .iter()
            .map(|ruleset| format!("{} {}", ruleset.id, ruleset.digest()));
        let source = format!(
            "From the ruleset files. {SOURCE_WORD} {}.",
            digests.collect::<Vec<_>>().join(", ")
        );
        let note =
            "A dash means that there is no such rule; where the players differ, it is A's/B's.";
        self.write(
            table,
            ("The rulesets side by side", note),
            "rulesets",
            &source,
        );
    }

    fn write(&mut self, table: &DataTable, (title, note): (&str, &str), label: &str, source: &str) {
        self.known.extend(table.columns.iter().cloned());
        let columns: Vec<&str> = self.wanted.columns.iter().map(String::as_str).collect();
        let own: Vec<&str> = columns
            .iter()
            .copied()
            .filter(|column| table.column(column).is_ok())
            .collect();
        let path = format!("tables/{label}.{}", self.wanted.format.ending());
        if own.is_empty() && !columns.is_empty() {
            self.refused
                .push((path, "it has none of the columns asked for".to_string()));
            return;
        }
        let chosen = match own.is_empty() {
            true => table.clone(),
            false => table.selected(&own).expect("the columns are there"),
        };
        let caption = Caption {
            title,
            note,
            label,
            source,
        };
        match text_table(&chosen, &caption, self.wanted.format) {
            Ok(text) => self.files.push(ReportFile {
                path,
                bytes: text.into_bytes(),
            }),
            Err(why) => self.refused.push((path, why)),
        }
    }

    /// # Errors
    /// No table has a column that was asked for.
    pub fn check_columns(&self) -> anyhow::Result<()> {
        for column in &self.wanted.columns {
            ensure!(
                self.known.contains(column),
                "--columns {column}: no table has this column; there are {}",
                self.known.iter().cloned().collect::<Vec<_>>().join(", ")
            );
        }
        Ok(())
    }
}

fn label(one: &PlayedRuleset) -> String {
    match one.changes.as_str() {
        "" => one.ruleset.clone(),
        changes => format!("{} ({changes})", one.ruleset),
    }
}
