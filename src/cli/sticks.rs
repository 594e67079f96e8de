use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use comfy_table::{CellAlignment, Table, presets};

use crate::experiment::chance_grid::ChanceGrid;
use crate::experiment::section::{SECTIONS, Section, SectionRow, measured};
use crate::experiment::sticks::{Casting, STICKS, STICKS_CHANCES, light_faces};
use crate::report::chart::{self, ThrowRow, ThrowTableCurve};
use crate::report::{to_csv, write_whole};
use crate::ruleset::{Cast, Device, Probability, device, devices};
use crate::types::PointSet;

/// Tabulate what sticks, dice and knucklebones throw
///
/// For each casting device, and for sticks each chance p that a stick shows its
/// light face: the chance of each number of points, the mean points of a throw,
/// the chance of another throw, and the mean throws and points of a turn.
///
/// A turn's throws are geometric in the chance of another throw: passes, which
/// end a turn early, are ignored.
///
/// With --section, p is that of a stick of this section by the centre-of-mass
/// model, rounded to four digits: ½ + arctan(d/w)/π, where the flat face, which
/// is the light one, is 2w wide and the centre of mass lies d above it. Beside it
/// stands what the literature measured, which disagrees.
///
/// With --out, the folder gets sticks.csv (a row for each device and p),
/// sticks_chances.csv (a row for each number of points, with exact weights) and
/// the chart sticks.png and sticks.svg; with --section also sections.csv.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet sticks
  senet sticks --p 0.5
  senet sticks --section half-disc
  senet sticks --section segment:height=0.8 --device sticks-5
  senet sticks --p 0.3:0.7:0.01 --device sticks-5 --device astragali --out out/sticks")]
pub struct Args {
    /// Chance of a stick's light face: P, or FROM:TO:STEP
    #[arg(long, value_name = "P|FROM:TO:STEP", default_value = "0.3:0.7:0.05")]
    p: ChanceGrid,
    /// Section of the sticks: half-disc, segment:height=H (of the radius), or
    /// ellipse:a=A,b=B (half the flat face, and the height); several times to compare
    #[arg(long, value_name = "SECTION", conflicts_with = "p")]
    section: Vec<Section>,
    /// Casting device, any number of them [default: all]
    #[arg(long, value_name = "NAME", value_parser = known_device)]
    device: Vec<&'static Device>,
    /// Folder for the CSV files and the chart
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

fn known_device(name: &str) -> Result<&'static Device, String> {
    device(name).ok_or_else(|| {
        let known: Vec<&str> = devices().iter().map(|one| one.name.as_str()).collect();
        format!("the devices are {}", known.join(", "))
    })
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let chosen: Vec<&Device> = if args.device.is_empty() {
        devices().iter().collect()
    } else {
        args.device.clone()
    };
    let by_section = of_sections(&args.section)?;
    let chances = match by_section.as_slice() {
        [] => args.p.chances(),
        chances => chances,
    };
    let mut out = io::stdout().lock();
    if !args.section.is_empty() {
        writeln!(out, "{}\n", sections(&args.section))?;
    }
    let mut all = Vec::new();
    for device in &chosen {
        let castings =
            Casting::of(device, chances).with_context(|| match args.section.is_empty() {
                true => format!("{} with --p {}", device.name, args.p),
                false => format!("{} with --section", device.name),
            })?;
        writeln!(out, "{}: {}", device.name, device.text)?;
        writeln!(out, "{}\n", table(device, &castings))?;
        all.push(castings);
    }
    writeln!(
        out,
        "* grants another throw. Means of a turn ignore passes: its throws are geometric in the \
         chance of another throw."
    )?;
    if let Some(folder) = &args.out {
        write_files(folder, &chosen, chances, &all)?;
        if !args.section.is_empty() {
            let rows = to_csv(&SECTIONS, section_rows(&args.section));
            write_whole(&folder.join(SECTIONS.file), &rows)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// p of each section to four digits, which is more than the model is good for.
fn of_sections(sections: &[Section]) -> anyhow::Result<Vec<Probability>> {
    let mut chances = Vec::new();
    for section in sections {
        let p = format!("{:.4}", section.p()).parse()?;
        if !chances.contains(&p) {
            chances.push(p);
        }
    }
    Ok(chances)
}

/// The sections asked for, and after them what was measured.
fn section_rows(sections: &[Section]) -> Vec<SectionRow> {
    let asked = sections.iter().copied().map(SectionRow::Model);
    asked
        .chain(measured().into_iter().map(SectionRow::Measured))
        .collect()
}

fn sections(sections: &[Section]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "stick",
        "flat face seen under",
        "p",
        "95 % interval",
        "throws",
    ]);
    let mut sources = Vec::new();
    for row in section_rows(sections) {
        let dash = || "-".to_string();
        table.add_row(match &row {
            SectionRow::Model(section) => [
                format!("{section} (model)"),
                format!("{:.1} degrees", section.angle()),
                format!("{:.4}", section.p()),
                dash(),
                dash(),
            ],
            SectionRow::Measured(stick) => {
                sources.push(format!(
                    "{}: {}; {}.",
                    stick.stick, stick.about, stick.source
                ));
                [
                    format!("{} (measured)", stick.stick),
                    dash(),
                    format!("{}", stick.p),
                    stick
                        .interval()
                        .map_or_else(dash, |(lo, hi)| format!("{lo:.3} to {hi:.3}")),
                    stick.throws.map_or_else(dash, |throws| throws.to_string()),
                ]
            }
        });
    }
    format!(
        "{table}\np is the chance of the flat face up. {}",
        sources.join(" ")
    )
}

/// A row for each casting of one device.
fn table(device: &Device, castings: &[Casting]) -> Table {
    let points: PointSet = castings
        .iter()
        .flat_map(|casting| casting.table.throws())
        .map(|throw| throw.points)
        .collect();
    let mut header: Vec<String> = Vec::new();
    if device.has_sticks() {
        header.push("p".to_string());
    }
    header.extend(points.iter().map(|t| {
        let mark = if device.again.contains(t) { "*" } else { "" };
        format!("{t}{mark}")
    }));
    let figures = [
        "mean points",
        "another throw",
        "throws a turn",
        "points a turn",
    ];
    header.extend(figures.map(str::to_string));

    let percent = |chance: f64| format!("{:.2} %", 100.0 * chance);
    let figure = |value: f64| format!("{value:.4}");
    let mean = |value: Option<f64>| value.map_or("no end".to_string(), figure);
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header);
    for casting in castings {
        let row = casting.row();
        let mut cells: Vec<String> = row.stick_p.iter().map(ToString::to_string).collect();
        cells.extend(points.iter().map(|t| percent(casting.table.probability(t))));
        cells.extend([
            figure(row.mean_points),
            percent(row.again),
            mean(row.turn_throws),
            mean(row.turn_points),
        ]);
        table.add_row(cells);
    }
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn write_files(
    folder: &Path,
    devices: &[&Device],
    chances: &[Probability],
    castings: &[Vec<Casting>],
) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("--out {}", folder.display()))?;
    let all = || castings.iter().flatten();
    let rows = to_csv(&STICKS, all().map(Casting::row));
    write_whole(&folder.join(STICKS.file), &rows)?;
    let rows = to_csv(&STICKS_CHANCES, all().flat_map(Casting::chances));
    write_whole(&folder.join(STICKS_CHANCES.file), &rows)?;
    let most = devices.iter().filter_map(|device| match device.cast {
        Cast::Sticks { count, .. } => Some(count),
        Cast::Weights(_) => None,
    });
    let counts = match most.max() {
        Some(sticks) => (0..)
            .zip(light_faces(sticks, chances)?)
            .map(|(faces, curve): (u8, _)| (format!("{faces} of {sticks} light"), curve))
            .collect(),
        None => Vec::new(),
    };
    let curves: Vec<ThrowTableCurve> = castings
        .iter()
        .map(|castings| curve(castings, chances))
        .collect();
    let note = "Means of a turn ignore passes.".to_string();
    let plot = chart::throw_tables(counts, &curves, vec![note]);
    chart::draw(&plot, &folder.join("sticks"))
}

/// The figures of one device at each of `chances`, level where it has no sticks.
fn curve(castings: &[Casting], chances: &[Probability]) -> ThrowTableCurve {
    let rows = chances.iter().enumerate().map(|(i, p)| {
        let row = castings[i.min(castings.len() - 1)].row();
        ThrowRow {
            p: p.to_f64(),
            mean_points: row.mean_points,
            again: row.again,
            turn_points: row.turn_points.unwrap_or(f64::INFINITY),
        }
    });
    ThrowTableCurve {
        name: castings[0].device.clone(),
        rows: rows.collect(),
    }
}
