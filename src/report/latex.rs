//! Tables as LaTeX, with `booktabs` and `longtable`.
//!
//! A paper has less room than a page of a browser. What is the same in every
//! row is said once, above the table; digests stand in the comment at the head;
//! a figure and the ends of its interval share a cell, `0.51 [0.49, 0.53]`; and
//! what is then still wider than [`MOST_COLUMNS`] or [`MOST_LETTERS`] is parted into
//! several tables, each with the columns by which its rows are told apart.

use std::collections::BTreeSet;

use super::data::DataTable;
use super::html::rounded;
use super::text_tables::Caption;

/// Columns of a table; wider ones are parted.
pub const MOST_COLUMNS: usize = 12;

/// Letters of a line, with two between columns: those of a page's width in the
/// size of footnotes, or a little more.
pub const MOST_LETTERS: usize = 110;

/// Letters from which a column of words is a paragraph.
const SENTENCE: usize = 24;

/// What every file needs.
const PREAMBLE: &str = "% needs in the preamble: \\usepackage[utf8]{inputenc} \
    \\usepackage[T1]{fontenc} \\usepackage{textcomp,amssymb,array,booktabs,longtable}\n";

/// A column of the paper's table.
struct Shown {
    head: String,
    cells: Vec<String>,
    numeric: bool,
}

/// The table, or its parts one after the other.
pub(super) fn latex(table: &DataTable, caption: &Caption<'_>) -> String {
    let mut columns = shown(table);
    let (same, rest): (Vec<Shown>, Vec<Shown>) = columns
        .drain(..)
        .partition(|column| table.rows.len() > 1 && is_same(column));
    let same: Vec<String> = same
        .into_iter()
        .filter(|column| !column.cells[0].is_empty())
        .map(|column| format!("{}: {}", tex(&column.head), column.cells[0]))
        .collect();
    let parts = parts(&rest, table.rows.len());
    let mut text = format!("% {}\n{PREAMBLE}", caption.source.replace('\n', "\n% "));
    for (number, part) in parts.iter().enumerate() {
        let mut words = sentence(&tex(caption.title));
        if parts.len() > 1 {
            words += &format!(" Part {} of {}.", number + 1, parts.len());
        }
        if !caption.note.is_empty() {
            words += &format!(" {}", sentence(&tex(caption.note)));
        }
        if !same.is_empty() {
            words += &format!(" In all rows: {}.", same.join("; "));
        }
        let label = match number {
            0 => caption.label.to_string(),
            more => format!("{}-{}", caption.label, more + 1),
        };
        text += &long_table(part, table.rows.len(), &tex(caption.title), &words, &label);
    }
    text
}

/// The columns, as many together as have room.
fn parts(columns: &[Shown], rows: usize) -> Vec<Vec<&Shown>> {
    let fits = |part: &[&Shown]| {
        let letters: usize = part.iter().map(|column| letters(column)).sum();
        part.len() <= MOST_COLUMNS && letters <= MOST_LETTERS
    };
    let all: Vec<&Shown> = columns.iter().collect();
    if fits(&all) {
        return vec![all];
    }
    let keys = keys(columns, rows);
    let named = |number: &usize| keys.contains(number);
    let begin: Vec<&Shown> = keys.iter().map(|&key| &columns[key]).collect();
    let mut parts: Vec<Vec<&Shown>> = Vec::new();
    for (_, column) in columns.iter().enumerate().filter(|(i, _)| !named(i)) {
        let room = parts.last().is_some_and(|part| {
            let more: Vec<&Shown> = part.iter().copied().chain([column]).collect();
            fits(&more)
        });
        match parts.last_mut().filter(|_| room) {
            Some(part) => part.push(column),
            None => parts.push(begin.iter().copied().chain([column]).collect()),
        }
    }
    parts
}

/// The columns by which rows are told apart, as far as they can be: the first,
/// and each after it that parts rows which were alike, words before figures.
fn keys(columns: &[Shown], rows: usize) -> Vec<usize> {
    let different = |keys: &[usize]| {
        let row = |row: usize| -> Vec<&str> {
            keys.iter()
                .map(|&key| columns[key].cells[row].as_str())
                .collect()
        };
        (0..rows).map(row).collect::<BTreeSet<_>>().len()
    };
    let mut keys = vec![0];
    let mut apart = different(&keys);
    for numeric in [false, true] {
        for (number, column) in columns.iter().enumerate().skip(1) {
            if apart == rows || column.numeric != numeric || is_long(column) {
                continue;
            }
            let more = [&keys[..], &[number]].concat();
            let by_them = different(&more);
            if by_them > apart {
                (keys, apart) = (more, by_them);
            }
        }
    }
    keys
}

/// Letters of a column, with the room before the next.
fn letters(column: &Shown) -> usize {
    let cells = column.cells.iter().chain([&column.head]);
    let longest = cells.map(|cell| cell.chars().count()).max();
    longest.unwrap_or(0).min(SENTENCE) + 2
}

fn long_table(columns: &[&Shown], rows: usize, title: &str, words: &str, label: &str) -> String {
    let paragraphs = columns.iter().filter(|column| is_long(column)).count();
    // What figures and short words leave of the line.
    let narrow = (columns.len() - paragraphs) as f64;
    let width = ((1.0 - 0.09 * narrow) / paragraphs.max(1) as f64).clamp(0.15, 0.45);
    let spec: String = columns
        .iter()
        .map(|column| match (column.numeric, is_long(column)) {
            (true, _) => "r".to_string(),
            (false, true) => {
                format!(">{{\\raggedright\\arraybackslash}}p{{{width:.2}\\linewidth}}")
            }
            (false, false) => "l".to_string(),
        })
        .collect();
    let line = |cells: Vec<&str>| cells.join(" & ") + " \\\\\n";
    let heads: Vec<String> = columns.iter().map(|column| tex(&column.head)).collect();
    let head = line(heads.iter().map(String::as_str).collect());
    let mut text = format!("{{\\footnotesize\n\\begin{{longtable}}{{{spec}}}\n");
    text += &format!("\\caption[{title}]{{{words}}}\\label{{tab:{label}}}\\\\\n");
    text += &format!("\\toprule\n{head}\\midrule\n\\endfirsthead\n");
    text += &format!("\\toprule\n{head}\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n");
    for row in 0..rows {
        text += &line(columns.iter().map(|c| c.cells[row].as_str()).collect());
    }
    text + "\\end{longtable}}\n"
}

/// The columns that a paper has, figures with their intervals in one.
fn shown(table: &DataTable) -> Vec<Shown> {
    let cells = rounded(table, usize::MAX);
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|column| table.is_numeric(column))
        .collect();
    let ends: Vec<Option<[usize; 2]>> = (0..table.columns.len())
        .map(|column| ends(table, column).filter(|_| numeric[column]))
        .collect();
    let taken: Vec<usize> = ends.iter().flatten().flatten().copied().collect();
    let kept = (0..table.columns.len())
        .filter(|column| table.columns[*column] != "digest" && !taken.contains(column));
    kept.map(|column| {
        let cell = |row: &Vec<String>| {
            let value = cell(&row[column], numeric[column]);
            let interval = ends[column].map(|ends| ends.map(|end| cell_of_end(&row[end])));
            match interval {
                Some([lo, hi]) if !lo.is_empty() && !hi.is_empty() => {
                    format!("{value} [{lo}, {hi}]")
                }
                _ => value,
            }
        };
        Shown {
            head: table.columns[column].clone(),
            cells: cells.iter().map(cell).collect(),
            numeric: numeric[column],
        }
    })
    .collect()
}

fn cell_of_end(end: &str) -> String {
    cell(end, true)
}

/// The columns of the interval of a column: those called like it, or the two
/// behind it that are called like each other.
fn ends(table: &DataTable, column: usize) -> Option<[usize; 2]> {
    let names = &table.columns;
    let find = |name: &str| names.iter().position(|other| other == name);
    let name = &names[column];
    let own = find(&format!("{name}_lo")).zip(find(&format!("{name}_hi")));
    let next = || {
        let (lo, hi) = (names.get(column + 1)?, names.get(column + 2)?);
        let stem = lo.strip_suffix("lo").filter(|stem| {
            (stem.is_empty() || stem.ends_with('_')) && hi.strip_suffix("hi") == Some(stem)
        })?;
        let first = stem.split('_').next().unwrap_or_default();
        name.starts_with(first).then_some((column + 1, column + 2))
    };
    own.or_else(next).map(|(lo, hi)| [lo, hi])
}

fn is_same(column: &Shown) -> bool {
    column.cells.iter().all(|cell| *cell == column.cells[0])
}

fn is_long(column: &Shown) -> bool {
    let longest = column.cells.iter().map(|cell| cell.chars().count()).max();
    !column.numeric && longest.unwrap_or(0) > SENTENCE
}

fn cell(cell: &str, numeric: bool) -> String {
    if !numeric {
        return tex(cell);
    }
    match cell.split_once('e') {
        Some((digits, power)) => format!("${digits} \\cdot 10^{{{power}}}$"),
        None if cell.starts_with('-') => format!("${cell}$"),
        None => cell.to_string(),
    }
}

/// With a full stop.
fn sentence(text: &str) -> String {
    match text.ends_with(['.', '?', '!']) {
        true => text.to_string(),
        false => format!("{text}."),
    }
}

/// Text as LaTeX has it: what `inputenc` does not know by itself is named.
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
            // Where a row begins with it, it would be an option of the line before.
            '[' => out += "{[}",
            ']' => out += "{]}",
            '`' => out += "\\textquotesingle{}",
            '|' => out += "\\textbar{}",
            _ if known(letter) => out.push(letter),
            _ => match named(letter) {
                Some(name) => out += &format!("${name}$"),
                None => out += &format!("(U+{:04X})", u32::from(letter)),
            },
        }
    }
    out
}

/// Whether `inputenc` with utf8 knows the letter.
fn known(letter: char) -> bool {
    letter.is_ascii() || ('\u{a0}'..='\u{17f}').contains(&letter) || "–—‘’“”…".contains(letter)
}

/// Signs of mathematics, by their commands.
fn named(letter: char) -> Option<&'static str> {
    Some(match letter {
        '\u{2212}' => "-",
        '≤' => "\\le",
        '≥' => "\\ge",
        '≡' => "\\equiv",
        '≈' => "\\approx",
        '→' => "\\rightarrow",
        '√' => "\\surd",
        'Σ' => "\\Sigma",
        'Δ' => "\\Delta",
        'Φ' => "\\Phi",
        'χ' => "\\chi",
        'σ' => "\\sigma",
        'π' => "\\pi",
        '⁻' => "^{-}",
        '⁰' => "^{0}",
        '⁴' => "^{4}",
        '⁵' => "^{5}",
        '⁶' => "^{6}",
        '⁷' => "^{7}",
        '⁸' => "^{8}",
        '⁹' => "^{9}",
        '₀' => "_{0}",
        '₁' => "_{1}",
        'ᵢ' => "_{i}",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(csv: &str, title: &str, note: &str) -> String {
        let table = DataTable::from_csv(csv.as_bytes()).unwrap();
        let caption = Caption {
            title,
            note,
            label: "e-t",
            source: "senet run x",
        };
        latex(&table, &caption)
    }

    #[test]
    fn a_table_has_its_caption_label_and_preamble() {
        let csv = "rule_set,change\nanubis-5,-0.0123456\n\"50 % | x\",\nankh-5,-7.4e-6\n";
        let text = written(csv, "Change & more", "95 % intervals");
        assert!(
            text.starts_with("% senet run x\n% needs in the preamble: "),
            "{text}"
        );
        for part in [
            "\\begin{longtable}{lr}\n",
            "\\caption[Change \\& more]{Change \\& more. 95 \\% intervals.}\\label{tab:e-t}\\\\\n",
            "rule\\_set & change \\\\\n\\midrule\n\\endfirsthead\n",
            "anubis-5 & $-0.01235$ \\\\\n",
            "50 \\% \\textbar{} x &  \\\\\n",
            "ankh-5 & $-7.40 \\cdot 10^{-6}$ \\\\\n",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn intervals_share_a_cell_and_what_is_the_same_is_said_once() {
        let csv = "ruleset,digest,seed,plies_mean,plies_lo,plies_hi,luck,luck_lo,luck_hi\n\
                   a,00,1,5.5,5.25,5.75,1,,\nb,01,1,6.5,6.25,6.75,1.25,1,1.5\n";
        let text = written(csv, "T", "");
        assert!(text.contains("In all rows: seed: 1."), "{text}");
        assert!(
            text.contains("ruleset & plies\\_mean & luck \\\\\n"),
            "{text}"
        );
        assert!(
            text.contains("a & 5.5000 [5.2500, 5.7500] & 1 \\\\\n"),
            "{text}"
        );
        assert!(text.contains("b & 6.5000 [6.2500, 6.7500] & 1.2500 [1, 1.5000] \\\\\n"));
    }

    #[test]
    fn wide_tables_are_parted_and_sentences_are_paragraphs() {
        let heads: Vec<String> = (0..20).map(|i| format!("c{i}")).collect();
        let row = |k: usize| {
            let cells = (0..20).map(|i| (i + k).to_string());
            cells.collect::<Vec<_>>().join(",")
        };
        let csv = format!(
            "name,why,{}\nx,A sentence that is long enough.,{}\ny,Another of that kind it is.,{}\n",
            heads.join(","),
            row(0),
            row(1)
        );
        let text = written(&csv, "T", "N");
        assert_eq!(text.matches("\\begin{longtable}").count(), 2);
        assert!(text.contains("Part 2 of 2. N.") && text.contains("\\label{tab:e-t-2}"));
        assert!(text.contains("p{0.15\\linewidth}"), "{text}");
        assert!(
            text.contains("\nx & A sentence") && text.contains("\nx & 10 & 11"),
            "{text}"
        );
    }

    #[test]
    fn signs_that_inputenc_does_not_know_are_named() {
        assert_eq!(
            tex("−1 ≤ √x, Jéquier ½ [1] – ☃"),
            "$-$1 $\\le$ $\\surd$x, Jéquier ½ {[}1{]} – (U+2603)"
        );
    }
}
