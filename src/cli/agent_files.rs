//! The files that agents name.

use crate::agent::Sources;

/// Reads what an agent names from disk.
pub struct Disk;

impl Sources for Disk {
    fn text(&self, name: &str) -> Result<String, String> {
        std::fs::read_to_string(name).map_err(|error| format!("cannot read {name}: {error}"))
    }
}
