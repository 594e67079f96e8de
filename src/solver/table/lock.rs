//! One run at a time on a table in the making.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::write::suffixed;

/// The right to make the table `OUT`: the lock on `OUT.lock`, which goes with
/// the run however it ends.
#[derive(Debug)]
pub struct OutLock {
    path: PathBuf,
    _file: File,
}

impl OutLock {
    /// Takes the lock of the table `out`.
    ///
    /// # Errors
    /// Another run has it, or the file cannot be made.
    pub fn take(out: &Path) -> anyhow::Result<OutLock> {
        let path = suffixed(out, "lock");
        loop {
            let file = File::create(&path).with_context(|| path.display().to_string())?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => bail!(
                    "{}: another run is at work on this table and holds {}: wait for its end, or \
                     name another --out",
                    out.display(),
                    path.display()
                ),
                // Not every file system has locks.
                Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => {
                    return Err(error).with_context(|| path.display().to_string());
                }
            }
            // Whoever had it may have taken the file away since it was opened.
            if is_at(&file, &path) {
                return Ok(OutLock { path, _file: file });
            }
        }
    }
}

impl Drop for OutLock {
    fn drop(&mut self) {
        // Left behind it hinders nobody: the lock is gone with the run.
        let _ = fs::remove_file(&self.path);
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), fs::metadata(path)) {
        (Ok(own), Ok(there)) => (own.dev(), own.ino()) == (there.dev(), there.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}
