//! What is wrong with a ruleset, and where.

use std::fmt;
use std::sync::Arc;

/// Where a value was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Line of a file, counted from 1.
    Line { file: Arc<str>, line: usize },
    /// A file as a whole, for what is missing from it.
    File(Arc<str>),
    /// Readings and keys asked for beside the ruleset.
    Overlay(Arc<Overlay>),
    /// What was given as the ruleset.
    Argument(Arc<str>),
}

/// Readings and `KEY=VALUE`s that bring a fault about, and of which ruleset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Overlay {
    /// As it was asked for, an id or a path.
    pub ruleset: String,
    pub readings: Vec<String>,
    pub sets: Vec<String>,
}

impl fmt::Display for Overlay {
    /// As it would be typed: `bell-10 --set stick_p=0.6`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.ruleset)?;
        for reading in &self.readings {
            write!(f, " --reading {reading}")?;
        }
        for set in &self.sets {
            write!(f, " --set {set}")?;
        }
        Ok(())
    }
}

impl Place {
    /// The file's name, where the place is in a file.
    pub(super) fn file(&self) -> Option<Arc<str>> {
        self.line().map(|(file, _)| file)
    }

    /// File and line; line 0 for a file as a whole.
    fn line(&self) -> Option<(Arc<str>, usize)> {
        match self {
            Place::Line { file, line } => Some((file.clone(), *line)),
            Place::File(file) => Some((file.clone(), 0)),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line { file, line } => write!(f, "{file}:{line}"),
            Place::File(file) => write!(f, "{file}"),
            Place::Overlay(overlay) => write!(f, "{overlay}"),
            Place::Argument(text) => write!(f, "`{text}`"),
        }
    }
}

/// One fault: where, which key, what value, what is wrong and what would be
/// right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    /// Dotted path of the key, `rules.off.26`; empty where no key is at fault.
    pub key: String,
    /// The value as it was written; `None` where a key is missing or no value
    /// is to blame.
    pub value: Option<String>,
    pub problem: String,
    /// What would be right; empty where the problem says so itself.
    pub right: String,
    /// What brings the fault about in a file that is sound by itself:
    /// `reading NAME`.
    pub changed_by: Option<String>,
}

/// Problem of a key that nobody asked for.
pub(super) const UNKNOWN_KEY: &str = "there is no such key";

impl Fault {
    /// Whether it is that there is no such key.
    pub(crate) fn is_of_unknown_key(&self) -> bool {
        self.problem == UNKNOWN_KEY
    }

    /// The text of the fault, for one who has said where it is.
    pub fn without_place(&self) -> String {
        let text = self.to_string();
        let place = self.place.to_string().len() + ": ".len();
        text[place..].to_string()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place)?;
        if let Some(change) = &self.changed_by {
            write!(f, "with {change}: ")?;
        }
        match &self.value {
            Some(value) => write!(f, "{} = {value}: ", self.key)?,
            None if !self.key.is_empty() => write!(f, "{}: ", self.key)?,
            None => {}
        }
        f.write_str(&self.problem)?;
        if !self.right.is_empty() {
            write!(f, "; {}", self.right)?;
        }
        Ok(())
    }
}

/// Every fault found, file by file in the order of lines; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// Brings each file's faults into the order of its lines; what is of a
    /// file as a whole comes first, what is in no file last.
    pub(crate) fn sorted(mut faults: Vec<Fault>) -> Faults {
        let mut files: Vec<Arc<str>> = Vec::new();
        for fault in &faults {
            if let Some((file, _)) = fault.place.line()
                && !files.contains(&file)
            {
                files.push(file);
            }
        }
        faults.sort_by_key(|fault| match fault.place.line() {
            Some((file, line)) => (files.iter().position(|known| *known == file), line),
            None => (Some(files.len()), 0),
        });
        faults.dedup();
        Faults(faults)
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

/// The known word that `word` was probably meant to be.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| {
            let begun = word.len() >= 3 && name.starts_with(word);
            let distance = if begun { 1 } else { distance(word, name) };
            (distance, name.len(), name)
        })
        .filter(|&(distance, length, _)| {
            // Words that share less than half their letters are strangers.
            distance <= 1 + length / 3 && 2 * distance <= length.max(word.len())
        })
        .min()
        .map(|(_, _, name)| name)
}

/// The least number of inserted, dropped and changed letters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let changed = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_slips_and_refuses_strangers() {
        let known = ["pairs", "pieces", "exit_only"];
        assert_eq!(nearest("peices", known), Some("pieces"));
        assert_eq!(nearest("exit-only", known), Some("exit_only"));
        assert_eq!(nearest("exit", known), Some("exit_only"));
        assert_eq!(nearest("trap", ["trap_to", "traps"]), Some("traps"));
        assert_eq!(nearest("zodiac", known), None);
        assert_eq!(nearest("foo", ["job", "seed"]), None);
        assert_eq!(nearest("jbo", ["job", "seed"]), None);
        assert_eq!(nearest("jobs", ["job", "seed"]), Some("job"));
        assert_eq!(distance("kitten", "sitting"), 3);
    }
}
