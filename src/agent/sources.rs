use std::sync::Arc;

use crate::solver::table::{ChoiceTable, Table};

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
