//! CSV files as rows by column.

use std::collections::BTreeMap;
use std::path::Path;

pub type Row = BTreeMap<String, String>;

pub fn rows(file: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(file).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

pub fn number(row: &Row, column: &str) -> f64 {
    row[column]
        .parse()
        .unwrap_or_else(|_| panic!("{column}: `{}`", row[column]))
}
