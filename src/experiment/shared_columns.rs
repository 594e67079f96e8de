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

pub(super) use {digest_column, ruleset_column};
