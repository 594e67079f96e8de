//! Sheets as CSV, files written whole.

use std::io::{self, Write};
use std::path::Path;

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

/// Writes a file so that it is there whole or not at all: into a temporary
/// file beside it, which is flushed to the disk and then renamed.
///
/// # Errors
/// Those of the file system, with the path in the message.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let in_path = |error: io::Error| {
        io::Error::new(
            error.kind(),
            format!("cannot write {}: {error}", path.display()),
        )
    };
    let mut file = tempfile::Builder::new()
        .suffix(".partial")
        .tempfile_in(folder)
        .map_err(in_path)?;
    file.write_all(bytes).map_err(in_path)?;
    set_mode(file.as_file()).map_err(in_path)?;
    file.as_file().sync_all().map_err(in_path)?;
    file.persist(path).map_err(|error| in_path(error.error))?;
    Ok(())
}

/// Temporary files are the user's alone; results are for everybody to read.
#[cfg(unix)]
fn set_mode(file: &std::fs::File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn set_mode(_: &std::fs::File) -> io::Result<()> {
    Ok(())
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

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("summary.csv");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_whole(&folder.path().join("no/such/x.csv"), b"").unwrap_err();
        assert!(error.to_string().contains("x.csv"), "{error}");
    }
}
