//! Figures of a spec checked against the tables that its jobs write.

use super::spec::{Figure, FigureKind, Spec};
use super::tables::{TableInfo, tables_of};
use crate::ruleset::{Fault, nearest};

/// Every fault of the figures, but for keys that are missing or empty: those
/// were told when they were read.
pub fn check_figures(spec: &Spec) -> Vec<Fault> {
    let tables = tables_of(spec);
    let mut faults = Vec::new();
    for (i, figure) in spec.figures.iter().enumerate() {
        let mut fault = |key: &str, value: &str, problem: String, right: String| {
            faults.push(Fault {
                place: figure.place.clone(),
                key: format!("figure.{key}"),
                value: Some(format!("{value:?}")),
                problem,
                right,
                changed_by: None,
            });
        };
        let twice = spec.figures[..i].iter().any(|other| other.id == figure.id);
        if twice && !figure.id.is_empty() {
            fault(
                "id",
                &figure.id,
                "another figure is called so".into(),
                "ids are different".into(),
            );
        }
        let letters = |c: char| c.is_ascii_alphanumeric() || c == '-';
        if !figure.id.chars().all(letters) {
            let right = "letters, digits and hyphens make an id".to_string();
            fault("id", &figure.id, "this is no id".into(), right);
        }
        if figure.table.is_empty() {
            continue;
        }
        let Some(table) = tables.iter().find(|table| table.file == figure.table) else {
            let names = tables.iter().map(|table| table.file);
            let list = names.clone().collect::<Vec<_>>().join(", ");
            let right = match nearest(&figure.table, names) {
                Some(name) => format!("did you mean {name:?}? The jobs write {list}"),
                None => format!("the jobs write {list}"),
            };
            fault(
                "table",
                &figure.table,
                "no job writes this table".into(),
                right,
            );
            continue;
        };
        for (key, column) in columns(figure) {
            if column.is_empty() || table.columns.contains(&column) {
                continue;
            }
            let right = match nearest(column, table.columns.iter().copied()) {
                Some(name) => format!("did you mean {name:?}?"),
                None => format!("its columns are {}", table.columns.join(", ")),
            };
            let problem = format!("{} has no such column", table.file);
            fault(key, column, problem, right);
        }
        for (key, column) in words_for_numbers(figure, table) {
            let numbers: Vec<&str> = table
                .columns
                .iter()
                .filter(|column| !table.words.contains(column))
                .copied()
                .collect();
            let problem = format!(
                "this column of {} holds words, which cannot be drawn",
                table.file
            );
            fault(
                key,
                column,
                problem,
                format!("its columns of numbers are {}", numbers.join(", ")),
            );
        }
    }
    faults
}

/// Columns of words where the figure needs numbers, each with its key.
fn words_for_numbers<'a>(figure: &'a Figure, table: &TableInfo) -> Vec<(&'static str, &'a str)> {
    let x = ("x", figure.x.as_str());
    let y = ("y", figure.y.as_str());
    let words = |(_, column): &(&str, &str)| table.words.contains(column);
    let measured = match figure.kind {
        FigureKind::Table => return Vec::new(),
        // They may lie, with the numbers in x.
        FigureKind::Bars | FigureKind::Dots if words(&x) => vec![y],
        FigureKind::Bars | FigureKind::Dots => Vec::new(),
        FigureKind::Lines => vec![x, y],
        FigureKind::Heat => vec![y],
    };
    let interval = [("low", &figure.low), ("high", &figure.high)];
    let interval = interval
        .into_iter()
        .filter_map(|(key, column)| Some((key, column.as_deref()?)));
    measured.into_iter().chain(interval).filter(words).collect()
}

/// The columns that a figure names, each with its key.
fn columns(figure: &Figure) -> Vec<(&'static str, &str)> {
    let mut columns = vec![("x", figure.x.as_str()), ("y", figure.y.as_str())];
    let others = [
        ("low", &figure.low),
        ("high", &figure.high),
        ("series", &figure.series),
    ];
    columns.extend(
        others
            .into_iter()
            .filter_map(|(key, column)| Some((key, column.as_deref()?))),
    );
    columns.extend(
        figure
            .filter
            .keys()
            .map(|column| ("filter", column.as_str())),
    );
    let left_out = figure.without.keys();
    columns.extend(left_out.map(|column| ("without", column.as_str())));
    columns
}
