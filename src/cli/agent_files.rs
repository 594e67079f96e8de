//! The files that agents name.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::tables_on_disk;
use crate::agent::Sources;
use crate::solver::table::{ChoiceTable, HEADER_BYTES, MAGIC, Table};

/// Reads what an agent names from disk.
#[derive(Default)]
pub struct Disk {
    /// SHA-256 of every file read, by name; of tables see [`table_fingerprint`].
    read: RefCell<BTreeMap<String, String>>,
}

impl Disk {
    /// The files read so far, by name, with what tells one content from another.
    pub fn fingerprints(&self) -> BTreeMap<String, String> {
        self.read.borrow().clone()
    }

    fn note(&self, name: &str, bytes: &[u8]) {
        let mut read = self.read.borrow_mut();
        read.insert(name.to_string(), sha256(bytes));
    }

    fn note_table(&self, name: &str) -> Result<(), String> {
        let sum = table_fingerprint(name)?;
        self.read.borrow_mut().insert(name.to_string(), sum);
        Ok(())
    }
}

/// What tells a table from others: SHA-256 of its header, which holds those of
/// all that follows.
///
/// # Errors
/// It cannot be read.
pub fn table_fingerprint(name: &str) -> Result<String, String> {
    let header = begin(name, HEADER_BYTES).map_err(|error| unreadable(name, &error))?;
    Ok(sha256(&header))
}

/// As hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first bytes of a file.
fn begin(name: &str, bytes: usize) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    File::open(name)?
        .take(bytes as u64)
        .read_to_end(&mut first)?;
    Ok(first)
}

fn unreadable(name: &str, error: &io::Error) -> String {
    format!("cannot read {name}: {error}")
}

impl Sources for Disk {
    fn text(&self, name: &str) -> Result<String, String> {
        let text = std::fs::read_to_string(name).map_err(|error| unreadable(name, &error))?;
        self.note(name, text.as_bytes());
        Ok(text)
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = std::fs::read(name).map_err(|error| unreadable(name, &error))?;
        self.note(name, &bytes);
        Ok(bytes)
    }

    fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        let table = tables_on_disk::values(Path::new(name)).map_err(|error| error.to_string())?;
        self.note_table(name)?;
        Ok(Arc::new(table))
    }

    fn is_table(&self, name: &str) -> bool {
        begin(name, MAGIC.len()).is_ok_and(|first| first == MAGIC)
    }

    fn choices(&self, name: &str) -> Result<Option<Arc<ChoiceTable>>, String> {
        let choices =
            tables_on_disk::choices(Path::new(name)).map_err(|error| error.to_string())?;
        if choices.is_some() {
            self.note_table(name)?;
        }
        Ok(choices.map(Arc::new))
    }
}
