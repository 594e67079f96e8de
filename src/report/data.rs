//! A table of results as it stands in a CSV file.

use std::collections::BTreeMap;

use thiserror::Error;

/// Columns by name, rows in the order of the file, every cell as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DataTable {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

/// What is wrong with a table, in words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct DataError(pub String);

impl DataTable {
    /// Reads CSV with a header, whole lines.
    ///
    /// # Errors
    /// The bytes are no CSV, end within a line, or have no header; a row has
    /// another number of cells than the header, or one that is not a number
    /// (a figure that there is not is an empty cell); the row is named.
    pub fn from_csv(bytes: &[u8]) -> Result<DataTable, DataError> {
        let wrong = |error: csv::Error| DataError(format!("this is no table of results: {error}"));
        if bytes.is_empty() {
            return Err(DataError("this file is empty".to_string()));
        }
        if !bytes.ends_with(b"\n") {
            let why = "this file ends within a line: it has been cut, or edited by hand";
            return Err(DataError(why.to_string()));
        }
        let mut reader = csv::Reader::from_reader(bytes);
        let columns = reader.headers().map_err(wrong)?;
        let columns: Vec<String> = columns.iter().map(str::to_string).collect();
        let rows: Vec<Vec<String>> = reader
            .records()
            .map(|row| row.map(|row| row.iter().map(str::to_string).collect()))
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        for (number, row) in (1..).zip(&rows) {
            if let Some(at) = row.iter().position(|cell| is_no_figure(cell)) {
                return Err(DataError(format!(
                    "row {number}: {} = {}: this is no figure; one that there is not is an empty \
                     cell",
                    columns[at], row[at]
                )));
            }
        }
        Ok(DataTable { columns, rows })
    }

    /// The number of a column.
    ///
    /// # Errors
    /// There is none of that name.
    pub fn column(&self, name: &str) -> Result<usize, DataError> {
        let found = self.columns.iter().position(|column| column == name);
        found.ok_or_else(|| {
            let columns = self.columns.join(", ");
            DataError(format!("there is no column `{name}`; there are {columns}"))
        })
    }

    /// The rows whose cells are as `filter` says, by column.
    ///
    /// # Errors
    /// A column is not there.
    pub fn filtered(&self, filter: &BTreeMap<String, String>) -> Result<DataTable, DataError> {
        let mut wanted = Vec::new();
        for (column, value) in filter {
            wanted.push((self.column(column)?, value));
        }
        let rows = self
            .rows
            .iter()
            .filter(|row| wanted.iter().all(|&(at, value)| &row[at] == value))
            .cloned()
            .collect();
        Ok(DataTable {
            columns: self.columns.clone(),
            rows,
        })
    }

    /// The rows that have none of these cells, by column.
    ///
    /// # Errors
    /// A column is not there.
    pub fn without(
        &self,
        left_out: &BTreeMap<String, Vec<String>>,
    ) -> Result<DataTable, DataError> {
        let mut refused = Vec::new();
        for (column, values) in left_out {
            refused.push((self.column(column)?, values));
        }
        let mut kept = self.clone();
        kept.rows.retain(|row| {
            !refused
                .iter()
                .any(|&(at, values)| values.contains(&row[at]))
        });
        Ok(kept)
    }

    /// The columns named, each once, in that order.
    ///
    /// # Errors
    /// A column is not there.
    pub fn selected(&self, names: &[&str]) -> Result<DataTable, DataError> {
        let mut at: Vec<usize> = Vec::new();
        for name in names {
            let column = self.column(name)?;
            if !at.contains(&column) {
                at.push(column);
            }
        }
        let pick = |row: &Vec<String>| at.iter().map(|&i| row[i].clone()).collect();
        Ok(DataTable {
            columns: pick(&self.columns),
            rows: self.rows.iter().map(pick).collect(),
        })
    }

    /// Whether every cell of the column that is not empty is a number, and one
    /// is.
    pub fn is_numeric(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().map(|row| row[column].as_str());
        let filled = cells.clone().any(|cell| !cell.is_empty());
        filled && cells.all(|cell| cell.is_empty() || number(cell).is_some())
    }

    /// Decimals with which the column is shown: none for whole numbers, else
    /// five digits of the largest, at most six decimals.
    pub fn decimals(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| row[column].as_str());
        if cells.clone().all(|cell| !cell.contains(['.', 'e', 'E'])) {
            return 0;
        }
        let largest = cells
            .filter_map(number)
            .fold(0.0, |m: f64, v| m.max(v.abs()));
        let whole_digits = if largest >= 1.0 {
            largest.log10().floor() as usize + 1
        } else {
            0
        };
        5usize.saturating_sub(whole_digits).min(6)
    }

    /// A cell as people read it: numbers rounded to the column's decimals; those
    /// that would have fewer than two digits by that have three (0.00740, 7.40e-6).
    pub fn shown(&self, row: usize, column: usize, decimals: usize) -> String {
        let cell = &self.rows[row][column];
        match number(cell) {
            Some(value) if cell.contains(['.', 'e', 'E']) => rounded(value, decimals),
            // No minus before a zero.
            Some(_) if cell == "-0" => "0".to_string(),
            _ => cell.clone(),
        }
    }
}

fn rounded(value: f64, decimals: usize) -> String {
    if value == 0.0 {
        return format!("{:.decimals$}", 0.0);
    }
    // The place of the first digit behind the point, 1 for 0.1.
    let first = (-value.abs().log10().floor()).max(0.0) as usize;
    if first < decimals || first == 0 {
        format!("{value:.decimals$}")
    } else if first > 4 {
        format!("{value:.2e}")
    } else {
        format!("{value:.*}", first + 2)
    }
}

/// A finite number, or nothing. Sixteen digits of a digest (`08313247446e7165`)
/// are none, whatever they read as.
pub fn number(cell: &str) -> Option<f64> {
    let digest = cell.contains(['e', 'E']) && !cell.contains(['.', '-']);
    let value = cell.parse().ok().filter(|_| !digest);
    value.filter(|value: &f64| value.is_finite())
}

/// Whether a cell has one of the words for what is no finite number.
fn is_no_figure(cell: &str) -> bool {
    let word = cell.trim_start_matches(['+', '-']);
    ["nan", "inf", "infinity"]
        .iter()
        .any(|no| word.eq_ignore_ascii_case(no))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> DataTable {
        DataTable::from_csv(b"ruleset,p,plies\na,0.3,104.257\nb,0.3,\n\"c,d\",0.5,7\n").unwrap()
    }

    #[test]
    fn cells_keep_their_text_and_are_rounded_only_when_shown() {
        let table = table();
        assert_eq!(table.rows[2], ["c,d", "0.5", "7"]);
        let plies = table.column("plies").unwrap();
        assert_eq!(table.decimals(plies), 2);
        assert_eq!(table.shown(0, plies, 2), "104.26");
        assert_eq!(table.shown(1, plies, 2), "", "a missing figure is no 0");
        assert!(table.is_numeric(plies));
        assert!(!table.is_numeric(0));
    }

    #[test]
    fn filters_and_selections_name_what_is_missing() {
        let filter = BTreeMap::from([("p".to_string(), "0.3".to_string())]);
        let some = table().filtered(&filter).unwrap();
        assert_eq!(some.rows.len(), 2);
        let some = some.selected(&["plies", "ruleset", "plies"]).unwrap();
        assert_eq!(some.columns, ["plies", "ruleset"]);
        let left_out = BTreeMap::from([("p".to_string(), vec!["0.3".to_string()])]);
        assert_eq!(table().without(&left_out).unwrap().rows.len(), 1);
        let error = table().selected(&["length"]).unwrap_err().to_string();
        assert_eq!(
            error,
            "there is no column `length`; there are ruleset, p, plies"
        );
    }

    #[test]
    fn ragged_rows_are_refused() {
        assert!(DataTable::from_csv(b"a,b\n1\n").is_err());
    }

    /// A file cut within its header was read as one of fewer columns, and NaN
    /// was shown as a word.
    #[test]
    fn cut_files_and_cells_that_are_no_numbers_are_refused() {
        let fault = |text: &str| DataTable::from_csv(text.as_bytes()).unwrap_err().0;
        assert_eq!(fault(""), "this file is empty");
        for cut in ["a,b", "a,b\n1,2\n3,4"] {
            assert!(fault(cut).starts_with("this file ends within a line"));
        }
        for word in ["NaN", "inf", "-inf"] {
            let found = fault(&format!("a,b\n1,2\n3,{word}\n"));
            assert!(found.starts_with(&format!("row 2: b = {word}: this is no figure")));
        }
        // A digest that reads as a number beyond all bounds, or within them.
        for digest in ["08313247446e7165", "12345678901234e5"] {
            let text = format!("digest,plies\n{digest},1.5\n");
            let table = DataTable::from_csv(text.as_bytes()).unwrap();
            assert!(!table.is_numeric(0));
            assert_eq!(table.shown(0, 0, table.decimals(0)), digest);
        }
    }

    /// 7.4e-6 and 1.5e-5 were both shown as 0.00001.
    #[test]
    fn small_numbers_keep_their_digits() {
        let csv = b"regret\n7.4e-6\n0.000015\n0.0123456\n0.00123456\n0\n-0.0000000001\n-0\n";
        let table = DataTable::from_csv(csv).unwrap();
        let decimals = table.decimals(0);
        let shown: Vec<String> = (0..7).map(|row| table.shown(row, 0, decimals)).collect();
        let expected = [
            "7.40e-6",
            "1.50e-5",
            "0.01235",
            "0.00123",
            "0",
            "-1.00e-10",
            "0",
        ];
        assert_eq!(shown, expected);
        assert_eq!(rounded(-0.0, 2), "0.00");
        assert_eq!(rounded(0.0074, 2), "0.00740");
        assert_eq!(rounded(0.74, 2), "0.74");
        assert_eq!(rounded(12.5, 1), "12.5");
    }
}
