//! Tables for papers and notes: LaTeX and Markdown.

use super::data::DataTable;
use super::html::rounded;
use super::latex::latex;

/// Rows of the longest table that is written for a paper; whoever wants more has
/// the CSV.
pub const MOST_PAPER_ROWS: usize = 400;

/// What the table is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    Latex,
    Markdown,
}

impl TableFormat {
    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            TableFormat::Latex => "tex",
            TableFormat::Markdown => "md",
        }
    }
}

/// What is said of a table.
#[derive(Clone, Copy, Debug)]
pub struct Caption<'a> {
    pub title: &'a str,
    /// What the figures are, such as the level of their intervals.
    pub note: &'a str,
    /// A name for references, of letters, digits and hyphens.
    pub label: &'a str,
    /// Where the figures come from.
    pub source: &'a str,
}

/// The rows of the table, rounded for reading.
///
/// # Errors
/// It is too long for a paper: why it is not written, in words.
pub fn text_table(
    table: &DataTable,
    caption: &Caption<'_>,
    format: TableFormat,
) -> Result<String, String> {
    if table.rows.len() > MOST_PAPER_ROWS {
        return Err(format!(
            "{} rows, {MOST_PAPER_ROWS} at most: take the CSV",
            table.rows.len()
        ));
    }
    Ok(match format {
        TableFormat::Latex => latex(table, caption),
        TableFormat::Markdown => markdown(table, caption),
    })
}

fn markdown(table: &DataTable, caption: &Caption<'_>) -> String {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = (0..table.columns.len()).map(|column| match table.is_numeric(column) {
        true => "---:",
        false => "---",
    });
    let mut text = format!("**{}**\n\n", caption.title);
    text += &line(&table.columns);
    text += &format!("| {} |\n", rule.collect::<Vec<_>>().join(" | "));
    for row in rounded(table, MOST_PAPER_ROWS) {
        text += &line(&row);
    }
    if !caption.note.is_empty() {
        text += &format!("\n{}\n", caption.note);
    }
    text + &format!("\n{}\n", caption.source)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caption(note: &str) -> Caption<'_> {
        Caption {
            title: "Change",
            note,
            label: "e-t",
            source: "senet run x",
        }
    }

    #[test]
    fn markdown_keeps_its_columns() {
        let csv = b"rule_set,change\nanubis-5,-0.0123456\n\"50 % | x\",\nankh-5,-7.4e-6\n";
        let table = DataTable::from_csv(csv).unwrap();
        let text = text_table(&table, &caption("N."), TableFormat::Markdown).unwrap();
        assert_eq!(
            text,
            "**Change**\n\n| rule_set | change |\n| --- | ---: |\n| anubis-5 | -0.01235 |\n\
             | 50 % \\| x |  |\n| ankh-5 | -7.40e-6 |\n\nN.\n\nsenet run x\n"
        );
    }

    /// Tables of thousands of rows were written whole.
    #[test]
    fn a_table_too_long_for_a_paper_is_refused() {
        let csv = format!("n\n{}", "1\n".repeat(MOST_PAPER_ROWS + 1));
        let table = DataTable::from_csv(csv.as_bytes()).unwrap();
        for format in [TableFormat::Latex, TableFormat::Markdown] {
            let why = text_table(&table, &caption(""), format).unwrap_err();
            assert_eq!(why, "401 rows, 400 at most: take the CSV");
        }
    }
}
