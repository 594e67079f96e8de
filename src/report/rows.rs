//! Rows with typed, documented, versioned columns.

use std::fmt;

/// One figure of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// A figure that there is not (the mean of no games, say).
    Empty,
    Whole(u64),
    /// Written in the shortest form that reads back as the same number.
    Real(f64),
    Text(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Empty => Ok(()),
            Cell::Whole(number) => write!(f, "{number}"),
            Cell::Real(number) if number.is_finite() => write!(f, "{number}"),
            Cell::Real(_) => Ok(()),
            Cell::Text(text) => f.write_str(text),
        }
    }
}

impl From<u64> for Cell {
    fn from(number: u64) -> Cell {
        Cell::Whole(number)
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Cell {
        Cell::Real(number)
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_string())
    }
}

impl<T: Into<Cell>> From<Option<T>> for Cell {
    fn from(figure: Option<T>) -> Cell {
        figure.map_or(Cell::Empty, Into::into)
    }
}

/// `part / whole`, nothing where the whole is 0.
pub fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

/// A column of a sheet: its name, what it holds, and where it comes from.
pub struct Column<R> {
    pub name: &'static str,
    /// Unit of the figures: `plies`, `games`, `share` (0 to 1), …; `text`
    /// for words.
    pub unit: &'static str,
    pub about: &'static str,
    pub value: fn(&R) -> Cell,
}

/// The columns of one kind of file.
///
/// The version goes up when a column changes its meaning, its place or its
/// name; columns added at the end leave it.
pub struct Sheet<R: 'static> {
    /// The file's name.
    pub file: &'static str,
    pub version: u32,
    /// What a row stands for.
    pub about: &'static str,
    pub columns: &'static [Column<R>],
}

impl<R> Sheet<R> {
    /// The columns as a table in Markdown, for the documentation.
    pub fn describe(&self) -> String {
        let mut text = format!(
            "## `{}` (version {})\n\n{}\n\n| column | unit | meaning |\n|---|---|---|\n",
            self.file, self.version, self.about
        );
        for column in self.columns {
            text += &format!(
                "| `{}` | {} | {} |\n",
                column.name, column.unit, column.about
            );
        }
        text
    }
}

/// One entry of a column list: name, unit, meaning, figure.
macro_rules! column {
    ($name:expr, $unit:expr, $about:expr, |$row:ident| $value:expr) => {
        $crate::report::Column {
            name: $name,
            unit: $unit,
            about: $about,
            value: |$row| $crate::report::Cell::from($value),
        }
    };
}
pub(crate) use column;
