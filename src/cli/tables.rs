//! Figures as people read them, and tables of them.

use comfy_table::{CellAlignment, Table, presets};

use crate::stats::Interval;

/// Said where two agents have met in one pair of games alone.
pub const ONE_PAIR: &str =
    "one pair of games gives no interval: its spread between pairs is unknown";

/// `1 job`, `2 jobs`.
pub fn counted(number: usize, one: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {one}s"),
    }
}

/// A table without lines whose columns from `figures` on stand to the right.
pub fn plain(header: &[&str], rows: Vec<Vec<String>>, figures: usize) -> Table {
    let mut table = Table::new();
    *table.style_mut() = presets::NOTHING;
    table.set_header(header.iter().copied());
    table.add_rows(rows);
    for column in table.column_iter_mut().skip(figures) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// `54.31 ± 0.42 %` of a share; `-` where there is none.
pub fn percent(share: Option<f64>, interval: Option<Interval>) -> String {
    with_half(
        share.map(|s| 100.0 * s),
        interval.map(|i| i.scaled(100.0)),
        2,
        " %",
    )
}

/// `12.3 ± 4.5` of an Elo difference.
pub fn elo(elo: Option<f64>, interval: Option<Interval>) -> String {
    with_half(elo, interval, 1, "")
}

/// `12.3 ± 4.5 unit`; `-` where there is no figure.
pub fn with_half(
    figure: Option<f64>,
    interval: Option<Interval>,
    digits: usize,
    unit: &str,
) -> String {
    let Some(figure) = figure else {
        return "-".to_string();
    };
    // No minus before a zero.
    let figure = figure + 0.0;
    let half = interval
        .map(|i| i.width() / 2.0)
        .filter(|half| half.is_finite())
        .map_or(String::new(), |half| format!(" ± {half:.digits$}"));
    format!("{figure:.digits$}{half}{unit}")
}

/// `0.1234`, or `-`.
pub fn number(figure: Option<f64>, digits: usize) -> String {
    figure.map_or("-".to_string(), |figure| format!("{figure:.digits$}"))
}
