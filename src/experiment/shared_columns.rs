//! Columns that stand in many sheets.

/// Whose game a row is about.
macro_rules! ruleset_column {
    (|$row:ident| $id:expr) => {
        $crate::report::column!("ruleset", "text", "id of the ruleset", |$row| $id.as_str())
    };
}

/// The digest of that game, as text.
macro_rules! digest_column {
    (|$row:ident| $digest:expr) => {
        $crate::report::column!("digest", "text", "identity of its mechanics", |$row| {
            $digest.as_str()
        })
    };
}

/// Whether what a row tells of can be played again.
macro_rules! reproducible_column {
    (|$row:ident| $reproducible:expr, $about:literal) => {
        $crate::report::column!("reproducible", "text", $about, |$row| {
            $crate::experiment::shared_columns::yes_or_no($reproducible)
        })
    };
}

pub(super) fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

pub(super) use {digest_column, reproducible_column, ruleset_column};
