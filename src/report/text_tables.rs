//! Tables for papers and notes: LaTeX (with `booktabs`) and Markdown.

use super::data::DataTable;
use super::html::rounded;

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

/// All rows of the table, rounded for reading, with a caption and a line that
/// says where the figures come from.
pub fn text_table(table: &DataTable, caption: &str, source: &str, format: TableFormat) -> String {
    let rows = rounded(table, usize::MAX);
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|column| table.is_numeric(column))
        .collect();
    match format {
        TableFormat::Latex => latex(table, &rows, &numeric, caption, source),
        TableFormat::Markdown => markdown(table, &rows, &numeric, caption, source),
    }
}

fn latex(
    table: &DataTable,
    rows: &[Vec<String>],
    numeric: &[bool],
    caption: &str,
    source: &str,
) -> String {
    let spec: String = numeric.iter().map(|n| if *n { 'r' } else { 'l' }).collect();
    let line = |cells: &[String], numeric: &[bool]| {
        let cells = cells.iter().zip(numeric).map(|(cell, numeric)| {
            if let Some((digits, power)) = cell.split_once('e').filter(|_| *numeric) {
                format!("${digits} \\cdot 10^{{{power}}}$")
            } else if *numeric && cell.starts_with('-') {
                format!("${}$", tex(cell))
            } else {
                tex(cell)
            }
        });
        cells.collect::<Vec<_>>().join(" & ") + " \\\\\n"
    };
    let mut text = format!("% {}\n", source.replace('\n', "\n% "));
    text += "% needs \\usepackage{booktabs}; long tables want longtable in place of tabular\n";
    text += "\\begin{table}\n\\centering\n";
    text += &format!("\\caption{{{}}}\n", tex(caption));
    text += &format!("\\begin{{tabular}}{{{spec}}}\n\\toprule\n");
    text += &line(&table.columns, &vec![false; numeric.len()]);
    text += "\\midrule\n";
    for row in rows {
        text += &line(row, numeric);
    }
    text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n"
}

fn markdown(
    table: &DataTable,
    rows: &[Vec<String>],
    numeric: &[bool],
    caption: &str,
    source: &str,
) -> String {
    let line = |cells: &[String]| {
        let cells = cells.iter().map(|cell| cell.replace('|', "\\|"));
        format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
    };
    let rule = numeric.iter().map(|n| if *n { "---:" } else { "---" });
    let mut text = format!("**{caption}**\n\n");
    text += &line(&table.columns);
    text += &format!("| {} |\n", rule.collect::<Vec<_>>().join(" | "));
    for row in rows {
        text += &line(row);
    }
    text + &format!("\n{source}\n")
}

/// Text as LaTeX has it.
fn tex(text: &str) -> String {
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(letter);
            }
            '~' => out += "\\textasciitilde{}",
            '^' => out += "\\textasciicircum{}",
            '\\' => out += "\\textbackslash{}",
            '<' => out += "\\textless{}",
            '>' => out += "\\textgreater{}",
            '…' => out += "\\dots{}",
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> DataTable {
        DataTable::from_csv(
            b"rule_set,change\nanubis-5,-0.0123456\n\"50 % | x\",\nankh-5,-7.4e-6\n",
        )
        .unwrap()
    }

    #[test]
    fn latex_needs_nothing_but_booktabs() {
        let text = text_table(&table(), "Change & more", "senet run x", TableFormat::Latex);
        assert!(text.starts_with("% senet run x\n"), "{text}");
        for part in [
            "\\caption{Change \\& more}",
            "\\begin{tabular}{lr}",
            "rule\\_set & change \\\\",
            "anubis-5 & $-0.01235$ \\\\",
            "50 \\% | x &  \\\\",
            "ankh-5 & $-7.40 \\cdot 10^{-6}$ \\\\",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn markdown_keeps_its_columns() {
        let text = text_table(&table(), "Change", "senet run x", TableFormat::Markdown);
        assert_eq!(
            text,
            "**Change**\n\n| rule_set | change |\n| --- | ---: |\n| anubis-5 | -0.01235 |\n\
             | 50 % \\| x |  |\n| ankh-5 | -7.40e-6 |\n\nsenet run x\n"
        );
    }
}
