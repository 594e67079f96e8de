//! Where a reconstruction comes from.

use super::reader::Section;

/// How much of a ruleset its source decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Evidence {
    /// The text decides nearly everything.
    Solid,
    /// Guesses fill real holes.
    UsableWithGuesses,
}

impl Evidence {
    pub(super) const WORDS: [(&'static str, Evidence); 2] = [
        ("solid", Evidence::Solid),
        ("usable with guesses", Evidence::UsableWithGuesses),
    ];

    /// The word written in files.
    pub fn word(self) -> &'static str {
        match self {
            Evidence::Solid => "solid",
            Evidence::UsableWithGuesses => "usable with guesses",
        }
    }
}

/// The source of a ruleset. Empty texts and `None` where it is not known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The text that the ruleset follows.
    pub title: String,
    /// Who wrote that text.
    pub author: String,
    /// Who published it.
    pub publisher: String,
    /// When that text was published.
    pub year: String,
    pub language: String,
    pub url: String,
    /// The scholar whose reconstruction the text follows.
    pub after: String,
    /// When that reconstruction was published.
    pub after_year: String,
    /// Rules that the text states.
    pub attested: Vec<String>,
    /// Rules chosen here where the text is silent or can be read two ways.
    pub guessed: Vec<String>,
    pub evidence: Option<Evidence>,
}

impl Provenance {
    pub(super) fn read(section: &mut Section<'_>) -> Provenance {
        let mut text = |key| section.text_or_number(key).unwrap_or_default();
        Provenance {
            title: text("title"),
            author: text("author"),
            publisher: text("publisher"),
            year: text("year"),
            language: text("language"),
            url: text("url"),
            after: text("after"),
            after_year: text("after_year"),
            attested: section.texts("attested"),
            guessed: section.texts("guessed"),
            evidence: section.word("evidence", &Evidence::WORDS),
        }
    }
}
