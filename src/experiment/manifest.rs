//! `manifest.json`: how a folder of results was made.

use std::io;
use std::path::Path;

use serde::Serialize;

use crate::report::{Sheet, to_csv, write_whole};
use crate::solver::table::sha256_hex;

/// What was run, with what, and how it went. Everything that may differ
/// between two runs of the same games stands here and in no other file.
#[derive(Clone, Debug, Serialize)]
pub struct Manifest {
    /// The program and its version.
    pub program: &'static str,
    pub version: &'static str,
    /// The git revision it was built from, `-dirty` with changes on top.
    pub revision: &'static str,
    pub command_line: Vec<String>,
    pub status: Status,
    /// The master seed.
    pub seed: u64,
    pub threads: usize,
    /// Seconds since 1970 (UTC) when the run began.
    pub started_unix: u64,
    /// Seconds that the games took, and games a second.
    pub seconds: f64,
    pub games_per_second: f64,
    pub max_plies: u32,
    /// Agents that stop by the clock: another run gives other figures. Left out
    /// where there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub not_reproducible: Vec<String>,
    /// What was learned from, in a run of `train`; else left out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub learned: Vec<LearnedEntry>,
    pub rulesets: Vec<RulesetEntry>,
    pub files: Vec<FileEntry>,
}

/// Whether the run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Complete,
    /// Interrupted; whole chunks of games that were finished have been kept.
    Partial,
}

/// A ruleset that was asked for.
#[derive(Clone, Debug, Serialize)]
pub struct RulesetEntry {
    pub ruleset: String,
    /// Readings and changed keys.
    pub changes: Vec<String>,
    pub digest: String,
    /// The digest before the changes; the throws are drawn by this one.
    pub base_digest: String,
    /// Games of each seating: asked for, and played.
    pub games_asked: u64,
    pub games: u64,
}

/// Plies of self-play. Games and batches are played to their ends, so there are
/// more than were asked for.
#[derive(Clone, Debug, Serialize)]
pub struct LearnedEntry {
    /// `None` for all rulesets together.
    pub ruleset: Option<String>,
    pub plies_asked: u64,
    pub plies: u64,
}

/// A file of the folder, the version of its columns and its rows below the header.
#[derive(Clone, Debug, Serialize)]
pub struct FileEntry {
    pub file: &'static str,
    pub columns_version: u32,
    pub rows: usize,
    /// Of its bytes, in hexadecimal digits.
    pub sha256: String,
}

impl FileEntry {
    /// Writes a sheet into the folder, whole or not at all.
    ///
    /// # Errors
    /// Those of the file system, with the path in the message.
    pub fn write<R>(
        folder: &Path,
        sheet: &Sheet<R>,
        rows: impl IntoIterator<Item = R>,
    ) -> io::Result<FileEntry> {
        let mut count = 0;
        let bytes = to_csv(sheet, rows.into_iter().inspect(|_| count += 1));
        write_whole(&folder.join(sheet.file), &bytes)?;
        Ok(FileEntry {
            file: sheet.file,
            columns_version: sheet.version,
            rows: count,
            sha256: sha256(&bytes),
        })
    }
}

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    sha256_hex(&[bytes])
}

impl Manifest {
    /// So many playings of games, where one game is played several times.
    pub fn count_games(&mut self, playings: u64) {
        self.games_per_second = playings as f64 / self.seconds;
    }

    /// As JSON with a newline at the end.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self);
        json.expect("every field has a form in JSON") + "\n"
    }
}

/// A command as it would be typed, words in quotation marks where they need it.
pub fn typed<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let quoted = words.into_iter().map(|word| {
        let plain = |letter: char| letter.is_alphanumeric() || "-_.,:=/+@%".contains(letter);
        if !word.is_empty() && word.chars().all(plain) {
            word.to_string()
        } else {
            format!("'{}'", word.replace('\'', "'\\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}

/// The command line of this program, which is called by its name wherever it
/// lies.
pub fn command_line() -> Vec<String> {
    let mut words: Vec<String> = std::env::args().collect();
    if let Some(program) = words.first_mut() {
        let name = Path::new(program.as_str()).file_name();
        if let Some(name) = name.map(|name| name.to_string_lossy().into_owned()) {
            *program = name;
        }
    }
    words
}

/// The day in UTC of a number of seconds since 1970, as year-month-day (the
/// Gregorian calendar by eras of 400 years that begin on 1 March).
pub fn day(unix: u64) -> String {
    let days = unix / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let date = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{date:02}", era * 400 + year + later)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_have_their_dates() {
        for (unix, date) in [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_796_083_199, "2026-11-30"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(day(unix), date);
        }
    }
}
