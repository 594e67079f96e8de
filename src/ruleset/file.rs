//! One ruleset file: found, read, and its top level understood.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::builtin::{self, BuiltinFile};
use super::fault::{Fault, Place};
use super::layout::Drawn;
use super::overlay::suggestion;
use super::provenance::Provenance;
use super::reader::Section;
use super::schema;
use super::value::{Kind, Table, Value, parse_document};

/// The keys at the top of a file.
pub(super) const TOP_KEYS: [&str; 7] =
    ["id", "name", "base", "source", "board", "rules", "readings"];

/// A named change of keys, with a reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    pub name: String,
    /// What the source says or leaves open, in a line.
    pub why: String,
    /// The keys it sets, as written.
    pub sets: Vec<(String, String)>,
    pub(super) changes: Table,
    pub(super) place: Place,
}

/// What the file says of a reading name.
#[derive(Clone, Debug)]
pub(super) enum ReadingEntry {
    Given(Reading),
    /// A reading of the base that does not apply here.
    Dropped {
        name: String,
        place: Place,
    },
}

/// A file as it stands, its rules not yet checked.
pub(super) struct RulesetFile {
    pub id: String,
    pub name: Option<String>,
    pub provenance: Option<Provenance>,
    pub base: Option<Value>,
    pub board: Option<Drawn>,
    pub rules: Table,
    /// Named as the place of a key that the rules lack.
    pub rules_place: Place,
    pub readings: Vec<ReadingEntry>,
    pub faults: Vec<Fault>,
    /// What is no TOML. Nothing that was read beside it can be relied on.
    pub syntax: Vec<Fault>,
    pub origin: Origin,
}

/// Where a file was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    Builtin(&'static str),
    Path(PathBuf),
}

impl Origin {
    /// Finds what `word` names: a built-in id, or a path. Relative paths start
    /// from `folder`; `None` is a place from which no path can be followed.
    pub fn find(word: &str, folder: Option<&Path>) -> Result<Origin, Box<Fault>> {
        let id = word.strip_prefix("builtin:");
        if let Some(file) = builtin::find(id.unwrap_or(word)) {
            return Ok(Origin::Builtin(file.id));
        }
        let path = folder.map(|folder| folder.join(word));
        if let (None, Some(path)) = (id, path)
            && (path.is_file() || is_path(word))
        {
            return Ok(Origin::Path(path));
        }
        let beside = folder.is_some_and(|folder| folder.join(format!("{word}.toml")).is_file());
        Err(Box::new(Fault {
            place: Place::Argument(word.into()),
            key: String::new(),
            value: None,
            problem: "there is no built-in ruleset and no file of that name".into(),
            right: if beside {
                format!("for the file, write ./{word}.toml")
            } else {
                suggestion(
                    id.unwrap_or(word),
                    builtin::builtin_ids(),
                    "built-in rulesets",
                )
            },
            changed_by: None,
        }))
    }

    /// The folder from which the file's `base` is followed.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Origin::Builtin(_) => None,
            Origin::Path(path) => path.parent(),
        }
    }

    pub fn read(&self) -> Result<RulesetFile, Box<Fault>> {
        let file = match self {
            Origin::Builtin(id) => builtin::find(id),
            Origin::Path(_) => None,
        };
        let (label, text) = match (self, file) {
            (_, Some(file)) => (file.label(), file.text.to_string()),
            (Origin::Path(path), None) => {
                let label = path.strip_prefix(".").unwrap_or(path).display().to_string();
                match std::fs::read_to_string(path) {
                    Ok(text) => (label, text),
                    Err(error) => return Err(Box::new(unreadable(&label, &error.to_string()))),
                }
            }
            (Origin::Builtin(id), None) => return Err(Box::new(unreadable(id, "not built in"))),
        };
        Ok(understand(&label, &text, self.clone()))
    }
}

/// Whether `word` can only be meant as a path.
fn is_path(word: &str) -> bool {
    word.ends_with(".toml") || word.contains(['/', '\\'])
}

/// A built-in id that is also the name of a file in `folder` with another text
/// (but not of `asking`, the file that names it): how to say which is meant.
pub(super) fn shadowed(word: &str, folder: &Path, asking: Option<&Origin>) -> Option<String> {
    let BuiltinFile { id, text, .. } = builtin::find(word)?;
    let rival = [word.to_string(), format!("{word}.toml")]
        .into_iter()
        .find(|name| {
            let path = folder.join(name);
            let differs = std::fs::read_to_string(&path).is_ok_and(|here| here != *text);
            differs && asking != Some(&Origin::Path(path))
        })?;
    Some(format!(
        "{id} is the built-in ruleset, not the file {rival} beside; for the file, write ./{rival}"
    ))
}

fn unreadable(label: &str, error: &str) -> Fault {
    Fault {
        place: Place::File(label.into()),
        key: String::new(),
        value: None,
        problem: format!("this file cannot be read: {error}"),
        right: "give a built-in id or the path of a ruleset file".into(),
        changed_by: None,
    }
}

fn understand(label: &str, text: &str, origin: Origin) -> RulesetFile {
    let label: Arc<str> = label.into();
    let place = Place::File(label.clone());
    let (root, syntax) = parse_document(&label, text);
    let mut faults = Vec::new();
    let mut section = Section::new(&root, "", place.clone());
    let id = read_id(&mut section, &label);
    let name = section.text("name");
    let base = section.get("base").cloned();
    let provenance = subtable(&mut section, "source").map(|table| {
        let mut section = Section::new(table, "source", place.clone());
        let provenance = Provenance::read(&mut section);
        faults.extend(section.finish());
        provenance
    });
    let board = Drawn::read(&mut section);
    let rules = subtable(&mut section, "rules").cloned();
    let rules_place = section
        .get("rules")
        .map_or(place.clone(), |value| value.place.clone());
    if rules.is_none() && section.get("rules").is_none() && base.is_none() {
        section.missing(
            "rules",
            "a ruleset has a [rules] table, or a `base` to take it from",
        );
    }
    let mut readings = Vec::new();
    for (name, value) in subtable(&mut section, "readings").map_or(&[][..], |t| &t.0) {
        readings.extend(read_reading(name, value, &mut faults));
    }
    faults.extend(section.finish().into_iter().map(|mut fault| {
        if !TOP_KEYS.contains(&fault.key.as_str()) && schema::is_rule(&fault.key) {
            fault.right = "it is a rule: write it below the heading [rules]".into();
        }
        fault
    }));
    RulesetFile {
        id,
        name,
        provenance,
        base,
        board,
        rules: rules.unwrap_or_default(),
        rules_place,
        readings,
        faults,
        syntax,
        origin,
    }
}

/// The `id`, or the file's name without its ending, made an id.
fn read_id(section: &mut Section<'_>, label: &str) -> String {
    let stem = Path::new(label)
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned());
    let id = section.text("id");
    if let (Some(id), Some(value)) = (&id, section.get("id"))
        && !id
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    {
        section.fault(
            "id",
            value,
            "an id is used in file names and tables",
            "use small letters, digits and hyphens, like \"my-senet-5\"",
        );
    }
    id.or(stem.map(|stem| as_id(&stem))).unwrap_or_default()
}

/// `name` in small letters, with hyphens for all that has no place in an id.
fn as_id(name: &str) -> String {
    let small = name.to_lowercase();
    let words = small.split(|c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit()));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

fn subtable<'t>(section: &mut Section<'t>, key: &'static str) -> Option<&'t Table> {
    let value = section.get(key)?;
    match &value.kind {
        Kind::Table(table) => Some(table),
        _ => {
            section.fault(
                key,
                value,
                format!("this is {}", value.kind_name()),
                format!("it is a table, headed [{key}]"),
            );
            None
        }
    }
}

fn read_reading(name: &str, value: &Value, faults: &mut Vec<Fault>) -> Option<ReadingEntry> {
    let path = format!("readings.{name}");
    let table = match &value.kind {
        Kind::Table(table) => table,
        Kind::Switch(false) => {
            return Some(ReadingEntry::Dropped {
                name: name.to_string(),
                place: value.place.clone(),
            });
        }
        _ => {
            faults.push(Fault {
                place: value.place.clone(),
                key: path,
                value: Some(value.text.clone()),
                problem: format!("this is {}", value.kind_name()),
                right: "a reading has a reason and changed keys: why = \"…\", set = { … }; \
                        `false` drops a reading of the base"
                    .into(),
                changed_by: None,
            });
            return None;
        }
    };
    let mut section = Section::new(table, &path, value.place.clone());
    let why = section.text("why");
    if section.get("why").is_none() {
        section.missing("why", "say in a line why the text can be read so");
    }
    let set = subtable(&mut section, "set").cloned();
    if section.get("set").is_none() {
        section.missing(
            "set",
            "list the keys that change, like set = { gates = [26] }",
        );
    }
    if let (Some(set), Some(value)) = (&set, section.get("set"))
        && set.0.is_empty()
    {
        section.fault(
            "set",
            value,
            "this changes nothing",
            "list the keys that change, like set = { gates = [26] }",
        );
    }
    faults.extend(section.finish());
    let changes = set?;
    Some(ReadingEntry::Given(Reading {
        name: name.to_string(),
        why: why.unwrap_or_default(),
        sets: changes
            .0
            .iter()
            .map(|(key, value)| (key.clone(), value.text.clone()))
            .collect(),
        changes,
        place: value.place.clone(),
    }))
}
