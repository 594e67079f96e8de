use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::solver::table::{ChoiceTable, Table, sha256_hex};

/// Where agents get their data files from: weights, rule lists, tables.
///
/// Agents open no files themselves.
pub trait Sources {
    /// The text that a user calls `name`, usually a path.
    ///
    /// # Errors
    /// Why there is none, naming it.
    fn text(&self, name: &str) -> Result<String, String>;

    /// The bytes of the file that a user calls `name`.
    ///
    /// # Errors
    /// Why there are none, naming it.
    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        self.text(name).map(String::into_bytes)
    }

    /// The solved table that a user calls `name`.
    ///
    /// # Errors
    /// Why there is none, naming it.
    fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        Err(format!("the table {name} cannot be read from here"))
    }

    /// Whether what a user calls `name` begins as a solved table does.
    fn is_table(&self, name: &str) -> bool {
        let _ = name;
        false
    }

    /// The best choices that a user calls `name`; `None` where that is no file of
    /// choices.
    ///
    /// # Errors
    /// Why a file of choices cannot be used.
    fn choices(&self, name: &str) -> Result<Option<Arc<ChoiceTable>>, String> {
        let _ = name;
        Ok(None)
    }
}

/// Has nothing: for agents that need no file.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSources;

impl Sources for NoSources {
    fn text(&self, name: &str) -> Result<String, String> {
        Err(format!("the file {name} cannot be read from here"))
    }
}

/// Hands on what agents get from other sources and takes fingerprints of it, so
/// that results can be told apart that were got with other files of one name.
pub struct Fingerprints<'a> {
    inner: &'a dyn Sources,
    /// Names and digests.
    taken: RefCell<Vec<(String, String)>>,
}

impl<'a> Fingerprints<'a> {
    pub fn new(inner: &'a dyn Sources) -> Fingerprints<'a> {
        Fingerprints {
            inner,
            taken: RefCell::default(),
        }
    }

    /// SHA-256, in hexadecimal digits, of everything handed on, in order: of a
    /// file's bytes, of a table's header, which has checksums of its sections.
    pub fn taken(&self) -> Vec<String> {
        let taken = self.taken.borrow();
        taken.iter().map(|(_, digits)| digits.clone()).collect()
    }

    /// The same by the name of the file.
    pub fn by_name(&self) -> BTreeMap<String, String> {
        self.taken.borrow().iter().cloned().collect()
    }

    fn take(&self, name: &str, bytes: &[u8]) {
        let digits = sha256_hex(&[bytes]);
        self.taken.borrow_mut().push((name.to_string(), digits));
    }

    fn take_header(&self, name: &str, header: &impl serde::Serialize) {
        let digits = header_fingerprint(header);
        self.taken.borrow_mut().push((name.to_string(), digits));
    }
}

/// SHA-256, in hexadecimal digits, of the header of a table or of a file of
/// choices; it has checksums of its sections, so that it stands for the file.
pub fn header_fingerprint(header: &impl serde::Serialize) -> String {
    let text = serde_json::to_vec(header).expect("a header that was read can be written");
    sha256_hex(&[&text])
}

impl Sources for Fingerprints<'_> {
    fn text(&self, name: &str) -> Result<String, String> {
        let text = self.inner.text(name)?;
        self.take(name, text.as_bytes());
        Ok(text)
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        let bytes = self.inner.bytes(name)?;
        self.take(name, &bytes);
        Ok(bytes)
    }

    fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        let table = self.inner.table(name)?;
        self.take_header(name, table.header());
        Ok(table)
    }

    fn is_table(&self, name: &str) -> bool {
        self.inner.is_table(name)
    }

    fn choices(&self, name: &str) -> Result<Option<Arc<ChoiceTable>>, String> {
        let choices = self.inner.choices(name)?;
        if let Some(choices) = &choices {
            self.take_header(name, choices.header());
        }
        Ok(choices)
    }
}
