//! From what has been played to the files of a folder.

use std::io::{self, Write};
use std::path::Path;

use super::simulate_charts::{CHARTS, draw_charts};
use super::stale;
use comfy_table::{CellAlignment, Table, presets};

use crate::arena::{SeriesResult, Unblocked};
use crate::experiment::{
    BLOCKING, BlockingRow, FileEntry, HISTOGRAMS, LENGTHS, Label, Manifest, OCCUPANCY, PAIRS,
    PairRow, SUMMARY, SWAPS, SquareRow, Status, SummaryRow, ValueRow,
};
use crate::report::{BoardPicture, Sheet, write_whole};
use crate::stats::Histogram;
use crate::types::Player;

/// One ruleset that has been played.
pub struct Played {
    /// One for each seating.
    pub labels: Vec<Label>,
    /// Who throws first.
    pub first: Player,
    /// Squares of a track.
    pub length: u8,
    /// Games of each seating.
    pub games: u64,
    pub variants: Vec<Unblocked>,
    /// The board, for its heat map.
    pub picture: BoardPicture,
    pub result: SeriesResult,
}

/// Writes all files of a run and prints the chief figures.
pub fn write_results(
    folder: &Path,
    played: Vec<Played>,
    asked: u64,
    mut manifest: Manifest,
) -> anyhow::Result<()> {
    let begun: Vec<Played> = played.into_iter().filter(|p| p.games > 0).collect();
    let summary = summary_rows(&begun, asked);
    clear(folder)?;
    let mut files = Vec::new();
    write(folder, &LENGTHS, length_rows(&summary), &mut files)?;
    write(folder, &HISTOGRAMS, histogram_rows(&summary), &mut files)?;
    write(folder, &OCCUPANCY, occupancy_rows(&summary), &mut files)?;
    write(folder, &SWAPS, swap_rows(&summary), &mut files)?;
    let pairs = pair_rows(&begun);
    if !pairs.is_empty() {
        write(folder, &PAIRS, pairs, &mut files)?;
    }
    let blocking = blocking_rows(&begun);
    draw_charts(folder, &begun, &summary, &blocking)?;
    if !blocking.is_empty() {
        write(folder, &BLOCKING, blocking, &mut files)?;
    }
    let table = chief_figures(&summary);
    let warning = unfinished_warning(&summary, manifest.max_plies);
    write(folder, &SUMMARY, summary, &mut files)?;
    manifest.files = files;
    write_whole(&folder.join(MANIFEST), manifest.to_json().as_bytes())?;
    let mut out = io::stdout().lock();
    writeln!(out, "{table}")?;
    if let Some(warning) = warning {
        writeln!(out, "{warning}")?;
    }
    let partial = match manifest.status {
        Status::Complete => "",
        Status::Partial => " (partial: the run was interrupted)",
    };
    writeln!(out, "written to {}{partial}", folder.display())?;
    out.flush()?;
    Ok(())
}

const MANIFEST: &str = "manifest.json";

/// Removes what an earlier run has left in the folder.
fn clear(folder: &Path) -> anyhow::Result<()> {
    let sheets = [
        SUMMARY.file,
        LENGTHS.file,
        HISTOGRAMS.file,
        OCCUPANCY.file,
        SWAPS.file,
        PAIRS.file,
        BLOCKING.file,
        MANIFEST,
    ];
    stale::remove(folder, sheets)?;
    stale::remove(folder, CHARTS.iter().flat_map(|name| stale::chart(name)))
}

/// What to know of games that were given up.
fn unfinished_warning(summary: &[SummaryRow], max_plies: u32) -> Option<String> {
    let results = summary.iter().map(|row| &row.measures.results);
    let given_up: u64 = results.map(|results| results.unfinished).sum();
    let games = if given_up == 1 { "game" } else { "games" };
    (given_up > 0).then(|| {
        format!(
            "warning: {given_up} {games} given up after {max_plies} plies, counted as no result; \
             raise --max-plies, unless agents that never vary go round for ever \
             (docs/simulation.md)"
        )
    })
}

fn write<R>(
    folder: &Path,
    sheet: &Sheet<R>,
    rows: Vec<R>,
    files: &mut Vec<FileEntry>,
) -> anyhow::Result<()> {
    files.push(FileEntry::write(folder, sheet, rows)?);
    Ok(())
}

fn summary_rows(played: &[Played], asked: u64) -> Vec<SummaryRow> {
    let rows = played.iter().flat_map(|played| {
        let seatings = played.labels.iter().zip(&played.result.seatings);
        seatings.map(|(label, seating)| SummaryRow {
            label: label.clone(),
            asked,
            first: played.first,
            length: played.length,
            measures: seating.measures.clone(),
        })
    });
    rows.collect()
}

fn value_rows(label: &Label, measure: &'static str, values: &Histogram) -> Vec<ValueRow> {
    let of = values.count();
    let mut up_to = 0;
    values
        .iter()
        .map(|(value, games)| {
            up_to += games;
            ValueRow {
                label: label.clone(),
                measure,
                value,
                games,
                up_to,
                of,
            }
        })
        .collect()
}

fn length_rows(summary: &[SummaryRow]) -> Vec<ValueRow> {
    let units = |row: &SummaryRow| {
        let plies = value_rows(&row.label, "plies", &row.measures.results.plies);
        let turns = value_rows(&row.label, "turns", &row.measures.games.turns);
        [plies, turns].into_iter().flatten()
    };
    summary.iter().flat_map(units).collect()
}

fn histogram_rows(summary: &[SummaryRow]) -> Vec<ValueRow> {
    let measures = |row: &SummaryRow| {
        let games = &row.measures.games;
        [
            ("plies", &row.measures.results.plies),
            ("turns", &games.turns),
            ("moves", &games.moves),
            ("first_home", &games.first_home),
            ("lead_changes", &games.lead_changes),
            ("margin", &games.margin),
        ]
        .into_iter()
        .flat_map(|(measure, values)| value_rows(&row.label, measure, values))
        .collect::<Vec<_>>()
    };
    summary.iter().flat_map(measures).collect()
}

fn square_rows(row: &SummaryRow, of: u64, count: impl Fn(Player, usize) -> u64) -> Vec<SquareRow> {
    (1..=usize::from(row.length))
        .flat_map(|square| Player::BOTH.map(|player| (square, player)))
        .map(|(square, player)| SquareRow {
            label: row.label.clone(),
            square: square as u64,
            player,
            count: count(player, square),
            of,
        })
        .collect()
}

fn occupancy_rows(summary: &[SummaryRow]) -> Vec<SquareRow> {
    let rows = |row: &SummaryRow| {
        let plies = &row.measures.plies;
        square_rows(row, plies.plies(), |player, s| plies.occupancy[player][s])
    };
    summary.iter().flat_map(rows).collect()
}

fn swap_rows(summary: &[SummaryRow]) -> Vec<SquareRow> {
    let rows = |row: &SummaryRow| {
        let games = row.measures.results.finished();
        let captures = &row.measures.plies.captures;
        square_rows(row, games, |player, s| captures[player][s])
    };
    summary.iter().flat_map(rows).collect()
}

fn pair_rows(played: &[Played]) -> Vec<PairRow> {
    let pairs = |played: &Played| {
        Some(PairRow {
            label: played.labels.first()?.clone(),
            pairs: played.result.pairs.clone()?,
        })
    };
    played.iter().filter_map(pairs).collect()
}

fn blocking_rows(played: &[Played]) -> Vec<BlockingRow> {
    let mut rows = Vec::new();
    for played in played {
        for (label, seating) in played.labels.iter().zip(&played.result.seatings) {
            for (variant, pairs) in played.variants.iter().zip(&seating.blocking) {
                rows.push(BlockingRow {
                    label: label.clone(),
                    variant: variant.name(),
                    pairs: pairs.clone(),
                });
            }
        }
    }
    rows
}

fn chief_figures(summary: &[SummaryRow]) -> Table {
    let mut table = Table::new();
    *table.style_mut() = presets::NOTHING;
    table.set_header([
        "ruleset",
        "A",
        "B",
        "games",
        "unfinished",
        "first player's share",
        "95 % interval",
        "plies",
        "5 % … 95 %",
    ]);
    for row in summary {
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let share = row.first().share().map_or("-".to_string(), percent);
        let interval = row.first_interval().map_or("-".to_string(), |i| {
            format!("{:.2} … {:.2}", 100.0 * i.lo, 100.0 * i.hi)
        });
        let plies = &row.measures.results.plies;
        let whole = |figure: Option<u64>| figure.map_or("-".to_string(), |n| n.to_string());
        table.add_row([
            row.label.ruleset.clone(),
            row.label.agents[0].clone(),
            row.label.agents[1].clone(),
            row.measures.results.games().to_string(),
            row.measures.results.unfinished.to_string(),
            share,
            interval,
            plies.mean().map_or("-".to_string(), |m| format!("{m:.1}")),
            format!(
                "{} … {}",
                whole(plies.percentile(5)),
                whole(plies.percentile(95))
            ),
        ]);
    }
    for column in table.column_iter_mut().skip(3) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
