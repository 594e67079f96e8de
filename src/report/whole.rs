//! Files that are there whole or not at all.
//!
//! Each is written beside its place, under a name of its own, and then renamed.
//! What a killed process was about to write stays; the next one that writes to
//! the folder removes it. A lock on the file tells the dead from the living.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

/// How the names of charts in the making begin; those of other files begin with
/// ".tmp".
const CHART: &str = ".chart-";
const PARTIAL: &str = ".partial";

/// Writes a file so that it is there whole or not at all: into a temporary
/// file beside it, which is flushed to the disk and then renamed.
///
/// # Errors
/// Those of the file system, with the path in the message.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let write = || -> io::Result<()> {
        let mut file = temporary(path, tempfile::Builder::new().suffix(PARTIAL))?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| in_path(path, &error))
}

/// Whether [`write_whole`] could write to `path`, found out before there is
/// anything to write.
///
/// # Errors
/// As for [`write_whole`].
pub fn can_write(path: &Path) -> io::Result<()> {
    let file = temporary(path, tempfile::Builder::new().suffix(PARTIAL));
    file.map(drop).map_err(|error| in_path(path, &error))
}

fn in_path(path: &Path, error: &io::Error) -> io::Error {
    let text = format!("cannot write {}: {error}", path.display());
    io::Error::new(error.kind(), text)
}

/// A file beside `path` for a chart in the making; `suffix` says of which format.
pub(super) fn temporary_chart(path: &Path, suffix: &str) -> io::Result<NamedTempFile> {
    temporary(path, tempfile::Builder::new().prefix(CHART).suffix(suffix))
}

/// A locked file beside `path`, for everybody to read as results are.
fn temporary(path: &Path, builder: &mut tempfile::Builder) -> io::Result<NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    sweep_once(folder);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    let file = builder.tempfile_in(folder)?;
    // Some file systems have no locks; then nothing is taken for dead either.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Removes what killed processes have left in a folder, once in the life of this
/// one. What cannot be removed stays.
fn sweep_once(folder: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut swept = SWEPT
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner());
    if !swept.insert(folder.to_path_buf()) {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_leftover(&entry.file_name().to_string_lossy()) && path.is_file() {
            let dead = File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
            if dead {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

/// Whether a temporary file or folder of ours has that name: a chart, a file
/// that is written whole, a folder to work in.
pub fn is_leftover(name: &str) -> bool {
    let random = |name: &str| name.len() == 6 && name.bytes().all(|b| b.is_ascii_alphanumeric());
    if let Some(chart) = name.strip_prefix(CHART) {
        let stem = chart.strip_suffix(".svg").or(chart.strip_suffix(".png"));
        return stem.is_some_and(random);
    }
    name.strip_prefix(".tmp")
        .is_some_and(|rest| random(rest.strip_suffix(PARTIAL).unwrap_or(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("summary.csv");
        write_whole(&path, b"one").unwrap();
        write_whole(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        let error = write_whole(&folder.path().join("no/such/x.csv"), b"").unwrap_err();
        assert!(error.to_string().contains("x.csv"), "{error}");
    }

    #[test]
    fn what_the_dead_left_is_removed_and_what_the_living_write_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in [".tmpAb12Z9.partial", ".chart-Ab12Z9.png", "x.partial"] {
            fs::write(at(name), "x").unwrap();
        }
        let living = File::create(at(".tmpLiving.partial")).unwrap();
        living.try_lock().unwrap();
        write_whole(&at("one.csv"), b"one").unwrap();
        let names = fs::read_dir(folder.path()).unwrap();
        let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, [".tmpLiving.partial", "one.csv", "x.partial"]);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_told_beforehand() {
        let folder = tempfile::tempdir().unwrap();
        can_write(&folder.path().join("x.csv")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let error = can_write(&folder.path().join("no/x.csv")).unwrap_err();
        assert!(error.to_string().contains("x.csv"), "{error}");
    }
}
