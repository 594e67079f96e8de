//! Sheets as CSV.

use super::rows::Sheet;

/// The header and the rows as CSV: commas, quotes where needed, `\n`.
pub fn to_csv<R>(sheet: &Sheet<R>, rows: impl IntoIterator<Item = R>) -> Vec<u8> {
    let mut writer = ::csv::Writer::from_writer(Vec::new());
    let written = (|| {
        writer.write_record(sheet.columns.iter().map(|column| column.name))?;
        for row in rows {
            let cells = sheet.columns.iter().map(|column| (column.value)(&row));
            writer.write_record(cells.map(|cell| cell.to_string()))?;
        }
        writer.flush()
    })();
    written.expect("writing to memory cannot fail");
    writer
        .into_inner()
        .expect("everything has been flushed to memory")
}

#[cfg(test)]
mod tests {
    use super::super::rows::{Cell, Column};
    use super::*;

    #[test]
    fn missing_figures_are_empty_cells_and_texts_are_quoted() {
        static SHEET: Sheet<(u64, f64)> = Sheet {
            file: "x.csv",
            version: 1,
            about: "A row.",
            columns: &[
                Column {
                    name: "n",
                    unit: "games",
                    about: "",
                    value: |row| Cell::from(row.0),
                },
                Column {
                    name: "share",
                    unit: "share",
                    about: "",
                    value: |row| Cell::from(super::super::rows::ratio(1, row.0)),
                },
                Column {
                    name: "note",
                    unit: "text",
                    about: "",
                    value: |_| Cell::from("a,b"),
                },
                Column {
                    name: "not a number",
                    unit: "share",
                    about: "",
                    value: |row| Cell::from(row.1),
                },
            ],
        };
        let csv = to_csv(&SHEET, [(0, f64::NAN), (4, 0.1)]);
        assert_eq!(
            String::from_utf8(csv).unwrap(),
            "n,share,note,not a number\n0,,\"a,b\",\n4,0.25,\"a,b\",0.1\n"
        );
    }
}
