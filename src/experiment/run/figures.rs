//! Figures of a spec checked against the tables that its jobs write.

use super::spec::{Figure, Spec};
use super::tables::tables_of;
use crate::ruleset::{Fault, nearest};

/// Every fault of the figures.
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
        if spec.figures[..i].iter().any(|other| other.id == figure.id) {
            fault(
                "id",
                &figure.id,
                "another figure is called so".into(),
                "ids are different".into(),
            );
        }
        if figure.id.is_empty()
            || !figure
                .id
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '-')
        {
            let right = "letters, digits and hyphens make an id".to_string();
            fault("id", &figure.id, "this is no id".into(), right);
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
            if table.columns.contains(&column) {
                continue;
            }
            let right = match nearest(column, table.columns.iter().copied()) {
                Some(name) => format!("did you mean {name:?}?"),
                None => format!("its columns are {}", table.columns.join(", ")),
            };
            let problem = format!("{} has no such column", table.file);
            fault(key, column, problem, right);
        }
    }
    faults
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
    columns
}
