//! A `[[figure]]` of a spec.

use std::collections::BTreeMap;

use super::read_values::{decimal, switch};
use super::spec::{Figure, FigureKind};
use crate::ruleset::{self, Fault, Place, Section, Table};

/// What is missing or wrong is left empty, and a wrong kind is a table, so that
/// the rest can be checked all the same.
pub fn read_figure(table: &Table, place: Place, faults: &mut Vec<Fault>) -> Figure {
    let mut section = Section::new(table, "figure", place.clone());
    let mut needed = |key: &'static str, what: &str| {
        let text = section.text(key);
        match (&text, section.get(key)) {
            (None, None) => section.missing(key, what),
            (Some(text), Some(value)) if text.trim().is_empty() => {
                section.fault(key, value, "this is empty", what);
                return String::new();
            }
            _ => {}
        }
        text.unwrap_or_default()
    };
    let id = needed("id", "give a short name without spaces");
    let title = needed("title", "give a title");
    let csv = needed("table", "name a CSV file that the jobs write");
    let x = needed("x", "name a column of the table");
    let y = needed("y", "name a column of the table");
    let x_label = needed("x_label", "say what stands along x, with its unit");
    let y_label = needed("y_label", "say what stands along y, with its unit");
    let alt = needed("alt", "say in a sentence what the picture shows");
    let kind = section.word("kind", &FigureKind::WORDS);
    if kind.is_none() && section.get("kind").is_none() {
        let words: Vec<&str> = FigureKind::WORDS.iter().map(|(word, _)| *word).collect();
        section.missing("kind", format!("it is one of {}", words.join(", ")));
    }
    let figure = Figure {
        low: section.text("low"),
        high: section.text("high"),
        series: section.text("series"),
        filter: read_filter(&mut section),
        without: read_without(&mut section),
        log_x: switch(&mut section, "log_x", false),
        reference: decimal(&mut section, "reference"),
        note: section.text("note").unwrap_or_default(),
        id,
        title,
        kind: kind.unwrap_or(FigureKind::Table),
        table: csv,
        x,
        y,
        x_label,
        y_label,
        alt,
        place,
    };
    faults.extend(section.finish());
    figure
}

fn read_filter(section: &mut Section<'_>) -> BTreeMap<String, String> {
    let Some(value) = section.get("filter") else {
        return BTreeMap::new();
    };
    let ruleset::Kind::Table(table) = &value.kind else {
        section.wrong_kind("filter", value, "write it like { agent = \"random\" }");
        return BTreeMap::new();
    };
    let entries = table.0.iter().map(|(column, value)| {
        let text = match &value.kind {
            ruleset::Kind::Text(text) => text.clone(),
            _ => value.text.clone(),
        };
        (column.clone(), text)
    });
    entries.collect()
}

fn read_without(section: &mut Section<'_>) -> BTreeMap<String, Vec<String>> {
    const RIGHT: &str = "write it like { variant = [\"as written\"] }";
    let Some(value) = section.get("without") else {
        return BTreeMap::new();
    };
    let mut left_out = BTreeMap::new();
    let mut fits = false;
    if let ruleset::Kind::Table(table) = &value.kind {
        fits = true;
        for (column, value) in &table.0 {
            let ruleset::Kind::List(list) = &value.kind else {
                fits = false;
                continue;
            };
            let text = |value: &ruleset::Value| match &value.kind {
                ruleset::Kind::Text(text) => text.clone(),
                _ => value.text.clone(),
            };
            left_out.insert(column.clone(), list.iter().map(text).collect());
        }
    }
    if !fits {
        section.wrong_kind("without", value, RIGHT);
    }
    left_out
}
