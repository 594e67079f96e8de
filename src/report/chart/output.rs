//! PNG and SVG files, each there whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use plotters::prelude::{BitMapBackend, DrawingBackend, SVGBackend};

use super::canvas::{Canvas, Lettering};
use crate::report::whole::temporary_chart;

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
pub fn draw(chart: &(impl Chart + ?Sized), path: &Path) -> Result<()> {
    let canvas = chart.canvas();
    write(&with_suffix(path, ".png"), ".png", |temporary| {
        png(&canvas, temporary)
    })?;
    write(&with_suffix(path, ".svg"), ".svg", |temporary| {
        Ok(fs::write(temporary, svg(&canvas)?)?)
    })
}

/// Width and height in whole pixels.
fn size(canvas: &Canvas) -> (u32, u32) {
    (canvas.width.ceil() as u32, canvas.height.ceil() as u32)
}

/// Draws at twice the size and takes the mean of each four pixels: the bitmap
/// backend leaves the edges of its polygons and thick lines rough.
fn png(canvas: &Canvas, path: &Path) -> Result<()> {
    const ENLARGED: usize = 2;
    let (width, height) = size(canvas);
    let row = width as usize * ENLARGED * 3;
    let mut pixels = vec![0; row * height as usize * ENLARGED];
    let large = (width * ENLARGED as u32, height * ENLARGED as u32);
    let backend = BitMapBackend::with_buffer(&mut pixels, large);
    canvas.paint(backend, ENLARGED as f64, Lettering::Apart)?;
    canvas.letter(ENLARGED as f64, |x, y, colour, share| {
        if (0..large.0 as i32).contains(&x) && (0..large.1 as i32).contains(&y) {
            let at = y as usize * row + x as usize * 3;
            let ink = [colour.0, colour.1, colour.2];
            for (ground, ink) in pixels[at..at + 3].iter_mut().zip(ink) {
                let mixed = f32::from(*ground) + share * (f32::from(ink) - f32::from(*ground));
                *ground = mixed.round() as u8;
            }
        }
    });

    let mut small = Vec::with_capacity(width as usize * height as usize * 3);
    for lines in pixels.chunks(row * ENLARGED) {
        for at in (0..row).step_by(ENLARGED * 3) {
            for channel in at..at + 3 {
                let four = [channel, channel + 3, row + channel, row + channel + 3];
                let sum: u32 = four.iter().map(|&place| u32::from(lines[place])).sum();
                small.push(((sum + 2) / 4) as u8);
            }
        }
    }
    let mut backend = BitMapBackend::new(path, (width, height));
    backend.blit_bitmap((0, 0), (width, height), &small)?;
    backend.present()?;
    Ok(())
}

/// The picture as an SVG document with a title and a description.
pub(super) fn svg(canvas: &Canvas) -> Result<String> {
    let mut drawn = String::new();
    let backend = SVGBackend::with_string(&mut drawn, size(canvas));
    canvas.paint(backend, 1.0, Lettering::Backend)?;
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
    let attempt = || -> Result<()> {
        // The suffix matters: the PNG backend takes the format from the name.
        let temporary = temporary_chart(path, suffix)?;
        fill(temporary.path())?;
        temporary.persist(path)?;
        Ok(())
    };
    attempt().with_context(|| format!("cannot write the chart {}", path.display()))
}
