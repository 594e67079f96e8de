//! Tables of the page, and the links to the CSV they stand in.

use std::fmt::Write;

use serde::Serialize;

use crate::report::data::{DataError, DataTable};

/// Rows that a table of the page has at most; the CSV has all.
pub const MOST_ROWS: usize = 400;
/// A CSV up to this size goes into the page itself, in bytes.
pub const MOST_BYTES: usize = 200_000;

/// A table as the page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct TableView {
    pub id: String,
    pub title: String,
    pub description: String,
    pub columns: Vec<ColumnView>,
    pub rows: Vec<Vec<String>>,
    /// Rows of the whole table.
    pub total: usize,
    pub file: String,
    pub csv: CsvLink,
}

#[derive(Clone, Debug, Serialize)]
pub struct ColumnView {
    pub name: String,
    pub numeric: bool,
}

/// Where the CSV of a table is to be had.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CsvLink {
    /// A `data:` link, or a path beside the page.
    pub href: String,
    /// The name under which it is kept.
    pub name: String,
    /// Whether the file must be put beside the page.
    pub beside: bool,
}

impl CsvLink {
    /// The link to `bytes`, the file `name` of `experiment`.
    pub fn new(experiment: &str, name: &str, bytes: &[u8]) -> CsvLink {
        let beside = bytes.len() > MOST_BYTES;
        CsvLink {
            href: if beside {
                format!("data/{}/{}", in_link(experiment), in_link(name))
            } else {
                format!("data:text/csv;charset=utf-8,{}", percent(bytes))
            },
            name: format!("{experiment}-{name}"),
            beside,
        }
    }
}

fn in_link(text: &str) -> String {
    percent(text.as_bytes())
}

/// Bytes as they may stand in a link.
fn percent(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-_.,/;:()+=".contains(&byte) {
            text.push(char::from(byte));
        } else {
            let _ = write!(text, "%{byte:02X}");
        }
    }
    text
}

impl TableView {
    /// The table with its numbers rounded for reading, in the order of the
    /// file; at most [`MOST_ROWS`] rows.
    pub fn new(table: &DataTable, id: String, title: String, csv: CsvLink) -> TableView {
        let columns: Vec<ColumnView> = table
            .columns
            .iter()
            .enumerate()
            .map(|(column, name)| ColumnView {
                name: name.clone(),
                numeric: table.is_numeric(column),
            })
            .collect();
        TableView {
            id,
            title,
            description: String::new(),
            columns,
            rows: rounded(table, MOST_ROWS),
            total: table.rows.len(),
            file: String::new(),
            csv,
        }
    }

    /// The table of the columns named alone.
    ///
    /// # Errors
    /// A column is not there.
    pub fn of_columns(
        table: &DataTable,
        names: &[&str],
        id: String,
        title: String,
        csv: CsvLink,
    ) -> Result<TableView, DataError> {
        Ok(TableView::new(&table.selected(names)?, id, title, csv))
    }
}

/// The cells as people read them, of the first `most` rows.
pub(in crate::report) fn rounded(table: &DataTable, most: usize) -> Vec<Vec<String>> {
    let decimals: Vec<usize> = (0..table.columns.len())
        .map(|column| table.decimals(column))
        .collect();
    (0..table.rows.len().min(most))
        .map(|row| {
            let cells = decimals.iter().enumerate();
            cells
                .map(|(column, &decimals)| table.shown(row, column, decimals))
                .collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_files_go_into_the_page_and_large_ones_beside_it() {
        let small = CsvLink::new("a b", "t.csv", b"x,y\n1,\"50 %\"\n");
        assert_eq!(
            small.href,
            "data:text/csv;charset=utf-8,x,y%0A1,%2250%20%25%22%0A"
        );
        assert!(!small.beside);
        let large = CsvLink::new("a b", "t.csv", &vec![b'1'; MOST_BYTES + 1]);
        assert_eq!(large.href, "data/a%20b/t.csv");
        assert!(large.beside);
    }

    #[test]
    fn a_long_table_says_how_long_it_is() {
        let rows: String = (0..500).map(|i| format!("{i}\n")).collect();
        let table = DataTable::from_csv(format!("n\n{rows}").as_bytes()).unwrap();
        let csv = CsvLink::new("e", "t.csv", b"");
        let view = TableView::new(&table, "i".into(), "T".into(), csv);
        assert_eq!((view.rows.len(), view.total), (MOST_ROWS, 500));
    }
}
