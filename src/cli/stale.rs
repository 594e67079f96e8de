//! What an earlier run has left in a folder.

use std::fs;
use std::io;
use std::path::Path;

use anyhow::Context;

/// Removes these files of the folder, and nothing else: a run does not write
/// every file, and must not be read with those of another.
///
/// # Errors
/// A file is there and cannot be removed.
pub fn remove<S: AsRef<str>>(
    folder: &Path,
    names: impl IntoIterator<Item = S>,
) -> anyhow::Result<()> {
    for name in names {
        let path = folder.join(name.as_ref());
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(error).with_context(|| format!("cannot replace {}", path.display()));
            }
            _ => {}
        }
    }
    Ok(())
}

/// The files of a chart.
pub fn chart(name: &str) -> [String; 2] {
    ["png", "svg"].map(|kind| format!("{name}.{kind}"))
}
