//! What an experiment's `spec.toml` says, understood and checked.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;

use super::solutions::Solution;
use crate::ruleset::{Place, Probability};

/// An experiment as written.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The name of its folder.
    pub name: String,
    /// All of it, as written.
    pub text: String,
    /// Its folder, from which paths of rulesets start.
    pub folder: PathBuf,
    pub title: String,
    pub question: String,
    pub method: String,
    pub limits: String,
    /// Seeds of the groups that name none.
    pub seed: u64,
    pub plies: PlyLimits,
    pub quick: Quick,
    pub groups: Vec<Group>,
    /// Tables made from the rows of several jobs.
    pub derived: Vec<Derived>,
    /// For the grand table.
    pub solutions: Vec<Solution>,
    pub figures: Vec<Figure>,
}

/// Plies after which a game is given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlyLimits {
    pub max_plies: u32,
    /// By id of the ruleset, where another limit holds.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub max_plies_of: BTreeMap<String, u32>,
}

impl PlyLimits {
    /// The limit of the games of a ruleset.
    pub fn of(&self, ruleset: &str) -> u32 {
        *self.max_plies_of.get(ruleset).unwrap_or(&self.max_plies)
    }
}

/// What `--quick` changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quick {
    /// Games are divided by this.
    pub divide: u64,
    /// Instead of those of the groups, where some are named.
    pub rulesets: Vec<String>,
}

/// What the jobs of a group do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Games of an agent against itself.
    Games,
    /// The same games under changed rules, on the same throws.
    Compare,
    /// Exact values and lengths of small games.
    Exact,
    /// Each two agents, as pairs of games with seats changed.
    Ladder,
    /// Agents against the first one named, as pairs.
    Match,
    /// Each agent against the one named before it: twice the effort.
    Trace,
    /// Equity of having a pair or a wall, over all positions of a small game.
    Walls,
}

impl Kind {
    pub const WORDS: [(&'static str, Kind); 7] = [
        ("games", Kind::Games),
        ("compare", Kind::Compare),
        ("exact", Kind::Exact),
        ("ladder", Kind::Ladder),
        ("match", Kind::Match),
        ("trace", Kind::Trace),
        ("walls", Kind::Walls),
    ];

    pub fn word(self) -> &'static str {
        let found = Kind::WORDS.iter().find(|(_, kind)| *kind == self);
        found.expect("every kind has a word").0
    }

    /// Whether games are played, so that `agents` and `games` are needed.
    pub fn plays(self) -> bool {
        !matches!(self, Kind::Exact | Kind::Walls)
    }
}

/// Tables made from the rows of several jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Derived {
    /// The p at which the first player has no advantage, by ruleset.
    Fairest,
    /// The measures of blocking side by side.
    Blocking,
    /// A row a ruleset: what is known of it.
    Grand,
}

impl Derived {
    pub const WORDS: [(&'static str, Derived); 3] = [
        ("fairest", Derived::Fairest),
        ("blocking", Derived::Blocking),
        ("grand", Derived::Grand),
    ];
}

/// A `[[job]]`: all combinations of what it lists.
#[derive(Clone, Debug)]
pub struct Group {
    pub kind: Kind,
    pub rulesets: Vec<String>,
    /// Of these, the ones left out.
    pub except: Vec<String>,
    /// Pieces a side; empty for as many as the ruleset has.
    pub pieces: Vec<u8>,
    /// Chances of a stick's light face; empty for what the ruleset says.
    pub sticks: Vec<Probability>,
    /// Casting devices; empty for that of the ruleset.
    pub devices: Vec<String>,
    /// Keys changed in every game of the group.
    pub sets: Vec<(String, String)>,
    /// Beside the rulesets as written (or against them, for comparisons).
    pub variants: Vec<Variation>,
    /// Every reading of each ruleset is a variant too.
    pub readings: bool,
    pub seeds: Vec<u64>,
    pub agents: Vec<String>,
    /// Games of a job; pairs count two. For `exact`, games played beside the
    /// exact figures; 0 for none.
    pub games: u64,
    /// Whether the measures of Ludii are taken.
    pub measures: bool,
    /// Whether luck is measured against true values.
    pub truth: bool,
    /// Whether lengths are computed too (`exact`).
    pub lengths: bool,
    /// Whether values have proven bounds (`exact`).
    pub bounds: bool,
    /// Positions above which a game is not solved.
    pub most_positions: u64,
    /// Whether `--quick` plays it.
    pub quick: bool,
    pub place: Place,
}

/// A named change of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    pub name: String,
    pub sets: Vec<(String, String)>,
}

/// A `[[figure]]`: a table looked at in one way. The report draws it.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Figure {
    pub id: String,
    pub title: String,
    pub kind: FigureKind,
    /// A CSV file of the experiment.
    pub table: String,
    pub x: String,
    pub y: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub low: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub high: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub series: Option<String>,
    /// Rows that count: column and its value.
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub filter: std::collections::BTreeMap<String, String>,
    /// Rows that do not: column and its values.
    #[serde(skip_serializing_if = "std::collections::BTreeMap::is_empty")]
    pub without: std::collections::BTreeMap<String, Vec<String>>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub log_x: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<f64>,
    pub x_label: String,
    pub y_label: String,
    /// What the picture shows, for those who do not see it.
    pub alt: String,
    pub note: String,
    #[serde(skip)]
    pub place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    Bars,
    Dots,
    Lines,
    Heat,
    Table,
}

impl FigureKind {
    pub const WORDS: [(&'static str, FigureKind); 5] = [
        ("bars", FigureKind::Bars),
        ("dots", FigureKind::Dots),
        ("lines", FigureKind::Lines),
        ("heat", FigureKind::Heat),
        ("table", FigureKind::Table),
    ];
}
