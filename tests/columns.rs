//! The page of columns is the column lists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use senet::experiment::{SUMMARY, describe_columns};

/// With `SENET_UPDATE_DOCS=1` the page is written instead of compared.
#[test]
fn the_page_of_columns_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/columns.md");
    let expected = describe_columns();
    if std::env::var_os("SENET_UPDATE_DOCS").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap();
    assert!(
        page == expected,
        "docs/columns.md is not current: run SENET_UPDATE_DOCS=1 cargo test --release --test columns"
    );
}

#[test]
fn the_summary_begins_with_the_columns_that_others_rely_on() {
    let names: Vec<&str> = SUMMARY.columns.iter().map(|column| column.name).collect();
    let fixed = "ruleset,digest,agent_a,agent_b,games,wins_a,wins_b,draws,unfinished,\
        first_share,first_lo,first_hi,plies_mean,plies_se,plies_sd,plies_p05,plies_p50,\
        plies_p95,turns_mean,turns_se,passes_per_game,captures_per_game,backward_per_game,\
        choices_mean,decision_share,blocked_share";
    assert!(names.join(",").starts_with(fixed));
    let mut distinct = names.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), names.len(), "a name stands twice");
}

/// The columns described on a page, by the file that stands in the heading.
fn described(page: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut files: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut file = None;
    for line in page.lines() {
        if line.starts_with('#') {
            let quoted = line.split('`').nth(1);
            file = quoted.filter(|name| name.ends_with(".csv"));
        }
        // In a table the first cell has the names of columns, in backticks.
        if let (Some(file), Some(row)) = (file, line.strip_prefix("| `")) {
            let names = row.split('|').next().unwrap_or_default();
            let names = names.split('`').step_by(2).map(str::to_string);
            files.entry(file.to_string()).or_default().extend(names);
        }
    }
    files
}

fn tables(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            tables(&path, found);
        } else if path.extension().is_some_and(|end| end == "csv") {
            found.push(path);
        }
    }
}

/// Six files written by scripts were described nowhere.
#[test]
fn every_column_of_the_results_is_described() {
    let results = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/results");
    let by_program = described(&describe_columns());
    let by_scripts = described(&fs::read_to_string(results.join("README.md")).unwrap());
    let mut paths = Vec::new();
    tables(&results, &mut paths);
    assert!(paths.len() > 50, "{paths:?}");
    let nothing = BTreeSet::new();
    for path in paths {
        let name = path.strip_prefix(&results).unwrap().to_str().unwrap();
        let known = match by_scripts.get(name) {
            Some(known) => known,
            None => {
                let file = path.file_name().unwrap().to_str().unwrap();
                by_program.get(file).unwrap_or(&nothing)
            }
        };
        let text = fs::read_to_string(&path).unwrap();
        for column in text.lines().next().unwrap_or_default().split(',') {
            assert!(
                known.contains(column),
                "{name}: `{column}` is described nowhere"
            );
        }
    }
}
