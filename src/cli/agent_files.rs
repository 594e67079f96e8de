//! The files that agents name.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use super::tables_on_disk;
use crate::agent::Sources;
use crate::solver::table::{ChoiceTable, MAGIC, Table};

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
        tables_on_disk::values(Path::new(name))
            .map(Arc::new)
            .map_err(|error| error.to_string())
    }

    fn is_table(&self, name: &str) -> bool {
        let mut magic = Vec::new();
        let read =
            File::open(name).and_then(|file| file.take(MAGIC.len() as u64).read_to_end(&mut magic));
        read.is_ok() && magic == MAGIC
    }

    fn choices(&self, name: &str) -> Result<Option<Arc<ChoiceTable>>, String> {
        tables_on_disk::choices(Path::new(name))
            .map(|choices| choices.map(Arc::new))
            .map_err(|error| error.to_string())
    }
}
