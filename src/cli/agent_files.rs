//! The files that agents name.

use std::path::Path;
use std::sync::Arc;

use crate::agent::Sources;
use crate::solver::table::{ChoiceTable, Table};

/// Reads what an agent names from disk.
pub struct Disk;

impl Sources for Disk {
    fn text(&self, name: &str) -> Result<String, String> {
        std::fs::read_to_string(name).map_err(|error| format!("cannot read {name}: {error}"))
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(name).map_err(|error| format!("cannot read {name}: {error}"))
    }

    fn table(&self, name: &str) -> Result<Arc<Table>, String> {
        Table::open(Path::new(name))
            .map(Arc::new)
            .map_err(|error| error.to_string())
    }
    fn choices(&self, name: &str) -> Result<Option<Arc<ChoiceTable>>, String> {
        let path = Path::new(name);
        match ChoiceTable::is_one(path) {
            Ok(true) => ChoiceTable::open(path)
                .map(|choices| Some(Arc::new(choices)))
                .map_err(|error| error.to_string()),
            Ok(false) => Ok(None),
            Err(error) => Err(error.to_string()),
        }
    }
}
