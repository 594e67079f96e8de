//! Solved tables and files of choices, checked before they are used.

use std::path::Path;

use anyhow::ensure;

use crate::solver::encoding::ENCODING;
use crate::solver::numbering::Numbering;
use crate::solver::table::{ChoiceTable, Table};

/// Files up to this size are checked whole before they are used; of larger ones
/// only the header is (`senet table verify` checks the rest).
const CHECKED_BYTES: u64 = 256 << 20;

/// A table of values.
///
/// # Errors
/// The file cannot be read, is no table, or is damaged.
pub fn values(path: &Path) -> anyhow::Result<Table> {
    let table = Table::open(is_file(path)?)?;
    if table.header().file_bytes() <= CHECKED_BYTES {
        table.verify_checksums(|_| {})?;
    }
    Ok(table)
}

/// A file of choices; `None` where the file is none.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn choices(path: &Path) -> anyhow::Result<Option<ChoiceTable>> {
    if !ChoiceTable::is_one(is_file(path)?)? {
        return Ok(None);
    }
    let choices = ChoiceTable::open(path)?;
    if choices.header().bytes() <= CHECKED_BYTES {
        choices.verify_checksums()?;
    }
    Ok(Some(choices))
}

/// Refuses a table whose positions are not numbered by blocks; `named` says
/// which table, `who` needs blocks.
///
/// # Errors
/// It is a table of another encoding.
pub fn need_blocks(table: &Table, named: &str, who: &str) -> anyhow::Result<()> {
    ensure!(
        matches!(table.encoding(), Some(Numbering::Swap(_))),
        "{named}: its positions are numbered by {}; {who} need a table of blocks ({ENCODING}), as \
         of the games in which a capture exchanges two pieces",
        table.header().encoding
    );
    Ok(())
}

/// Refuses folders and devices.
///
/// # Errors
/// The path is there and no regular file.
pub fn is_file(path: &Path) -> anyhow::Result<&Path> {
    ensure!(
        !path.is_dir(),
        "{}: this is a folder; give the name of a table file (`senet solve --out` writes one)",
        path.display()
    );
    ensure!(
        path.is_file() || !path.exists(),
        "{}: this is no regular file; a table is a file that `senet solve --out` has written",
        path.display()
    );
    Ok(path)
}
