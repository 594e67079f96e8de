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

/// `54.31 ± 0.42 %` of a share, or `75.00 (29.42 – 95.13) %`; `-` where there is
/// none.
pub fn percent(share: Option<f64>, interval: Option<Interval>) -> String {
    with_interval(
        share.map(|s| 100.0 * s),
        interval.map(|i| i.scaled(100.0)),
        2,
        " %",
    )
}

/// `12.3 ± 4.5` of an Elo difference, or `107.5 (-41.2 – 314.0)`.
pub fn elo(elo: Option<f64>, interval: Option<Interval>) -> String {
    with_interval(elo, interval, 1, "")
}

/// `12.3 ± 4.5 unit`, or `12.3 (8.1 – 19.0) unit` where the figure is not in the
/// middle of its interval; `-` where there is no figure.
pub fn with_interval(
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
    let interval = interval.map_or(String::new(), |interval| {
        let [below, above] =
            [figure - interval.lo, interval.hi - figure].map(|half| format!("{half:.digits$}"));
        if below == above {
            return format!(" ± {below}");
        }
        let [lo, hi] = [interval.lo, interval.hi].map(|end| match end {
            f64::INFINITY => "∞".to_string(),
            f64::NEG_INFINITY => "-∞".to_string(),
            end => format!("{:.digits$}", end + 0.0),
        });
        format!(" ({lo} – {hi})")
    });
    format!("{figure:.digits$}{interval}{unit}")
}

/// `0.1234`, or `-`.
pub fn number(figure: Option<f64>, digits: usize) -> String {
    figure.map_or("-".to_string(), |figure| format!("{figure:.digits$}"))
}
