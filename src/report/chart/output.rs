//! PNG and SVG files, each there whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, SVGBackend};
use tempfile::NamedTempFile;

use super::canvas::Canvas;

/// A kind of picture that can be written to files.
pub trait Chart {
    /// The picture, laid out; the same data give the same picture.
    fn canvas(&self) -> Canvas;
}

/// Writes `chart` to `<path>.png` and `<path>.svg`, replacing what is there.
/// Each file is written beside its place and then renamed, so a reader never
/// sees half of one.
///
/// # Errors
///
/// If a file cannot be written; the error names it.
pub fn draw(chart: &impl Chart, path: &Path) -> Result<()> {
    let canvas = chart.canvas();
    let size = (canvas.width as u32, canvas.height as u32);
    write(&with_suffix(path, ".png"), ".png", |temporary| {
        canvas.paint(BitMapBackend::new(temporary, size))
    })?;
    write(&with_suffix(path, ".svg"), ".svg", |temporary| {
        Ok(fs::write(temporary, svg(&canvas)?)?)
    })
}

/// The picture as an SVG document with a title and a description.
pub(super) fn svg(canvas: &Canvas) -> Result<String> {
    let mut drawn = String::new();
    let size = (canvas.width as u32, canvas.height as u32);
    canvas.paint(SVGBackend::with_string(&mut drawn, size))?;
    let (head, body) = drawn
        .split_once(">\n")
        .context("the SVG backend wrote no opening tag")?;
    Ok(format!(
        "{head} role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n{body}",
        escaped(&canvas.title),
        escaped(&canvas.description),
    ))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// Appended, not replaced: a dot in the name is part of the name.
fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}

fn write(path: &Path, suffix: &str, fill: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let attempt = || -> Result<()> {
        let temporary = temporary_file(folder, suffix)?;
        fill(temporary.path())?;
        temporary.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("cannot write the chart {}", path.display()))
}

/// The suffix matters: the PNG backend takes the format from the name.
fn temporary_file(folder: &Path, suffix: &str) -> std::io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".chart-").suffix(suffix);
    #[cfg(unix)]
    {
        // Temporary files are private by default; charts are as other files.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}
