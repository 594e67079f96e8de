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

/// A p-value with three digits, as `0.0312` or `4.51e-7`; one below
/// 1e-16 stands as that, a bound: no test here is exact so far out.
pub fn p_value(p: f64) -> Cell {
    let p = p.max(LEAST_P);
    Cell::Text(if p < 1e-3 {
        let text = format!("{p:.2e}");
        text.replace(".00e", "e")
    } else {
        let places = (2.0 - p.log10().floor()) as usize;
        let text = format!("{p:.places$}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    })
}

/// The least p-value that is told apart.
pub const LEAST_P: f64 = 1e-16;

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

#[cfg(test)]
mod tests {
    use super::p_value;

    /// One of 10⁻²⁹⁷ was written with three hundred noughts, and one too small
    /// for a number as 0.
    #[test]
    fn p_values_have_three_digits() {
        let shown = [1.0, 0.443_387_6, 0.0499, 0.000_312_4, 1e-5, 3.2e-297, 0.0];
        let shown = shown.map(|p| p_value(p).to_string());
        let expected = ["1", "0.443", "0.0499", "3.12e-4", "1e-5", "1e-16", "1e-16"];
        assert_eq!(shown, expected);
        assert!(shown.iter().all(|text| text.parse::<f64>().is_ok()));
    }
}
