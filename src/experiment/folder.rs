//! Folders that one run fills at a time, and what a killed run leaves in them.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, bail};

use crate::report::is_leftover;

/// Takes the folder, which is made where it is missing, until the file that is
/// handed back, `name` in the folder, is dropped.
///
/// # Errors
/// Another run has it, or it cannot be written.
pub fn lock(folder: &Path, name: &str) -> anyhow::Result<File> {
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let path = folder.join(name);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .with_context(|| path.display().to_string())?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => bail!(
            "{} is in use: another run writes to it; wait for its end, or give another --out",
            folder.display()
        ),
        // Some file systems have no locks; a run alone is sound without.
        Err(TryLockError::Error(_)) | Ok(()) => Ok(file),
    }
}

/// Removes a file or a folder, if it is there.
///
/// # Errors
/// It cannot be removed.
pub fn remove(path: &Path) -> anyhow::Result<()> {
    let removed = if path.is_dir() {
        fs::remove_dir_all(path)
    } else {
        fs::remove_file(path)
    };
    match removed {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

/// Removes what a killed run was about to write in `folder`, if there is such a
/// folder; nobody else may be writing to it.
///
/// # Errors
/// The folder cannot be read, or a leftover not be removed.
pub fn sweep_leftovers(folder: &Path) -> anyhow::Result<()> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_leftover(&name) {
            remove(&path)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_killed_run_leaves_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let own = [
            ".tmpAb12Z9.partial",
            ".chart-Ab12Z9.svg",
            ".chart-Ab12Z9.png",
        ];
        let others = [
            "check.csv",
            ".tmp.partial",
            ".tmpfs",
            ".chart-notes.svg",
            "x.partial",
        ];
        for name in own.iter().chain(&others) {
            fs::write(folder.path().join(name), "x").unwrap();
        }
        fs::create_dir(folder.path().join(".tmpq1w2e3")).unwrap();
        fs::write(folder.path().join(".tmpq1w2e3/u8"), "x").unwrap();
        sweep_leftovers(folder.path()).unwrap();
        sweep_leftovers(&folder.path().join("none")).unwrap();
        let left = fs::read_dir(folder.path()).unwrap();
        let mut left: Vec<_> = left.map(|e| e.unwrap().file_name()).collect();
        left.sort();
        let mut others = others.to_vec();
        others.sort_unstable();
        assert_eq!(left, others);
    }
}
