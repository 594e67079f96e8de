//! The page of columns is the column lists.

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
