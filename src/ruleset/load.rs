//! From an id or a path, with readings and changed keys, to a checked
//! [`Ruleset`].

use std::path::Path;
use std::sync::Arc;

use super::build::{Built, build};
use super::builtin;
use super::casting::Casting;
use super::digest::Digest;
use super::fault::{Fault, Faults, Overlay, Place};
use super::file::{Reading, TOP_KEYS, shadowed};
use super::layout::Layout;
use super::mechanics::Mechanics;
use super::open::{Opened, open, unknown_reading};
use super::overlay::{lay, set};
use super::provenance::Provenance;
use super::value::{Table, Value, parse_set_value};

/// A checked ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruleset {
    pub id: String,
    /// A title for people; the id where the file gives none.
    pub name: String,
    pub mechanics: Mechanics,
    pub casting: Casting,
    /// How its board is drawn.
    pub layout: Layout,
    /// `None` where the file has no `[source]`.
    pub provenance: Option<Provenance>,
    /// Those of the file and of its bases, by name.
    pub readings: Vec<Reading>,
    /// The ids of the bases, nearest first.
    pub bases: Vec<String>,
    /// The digest without readings and changed keys.
    pub base_digest: Digest,
    /// Names of the readings applied, in order.
    pub applied: Vec<String>,
    /// Keys changed after them, as `key=value`, in order.
    pub changed: Vec<String>,
    /// What the user should be told about how this was found.
    pub notes: Vec<String>,
}

impl Ruleset {
    /// The digest of what is played, readings and changed keys included.
    pub fn digest(&self) -> Digest {
        self.mechanics.digest()
    }

    /// The id with what was changed: `anubis-5+free-last+wall=0`.
    pub fn label(&self) -> String {
        let changes = self.applied.iter().chain(&self.changed);
        changes.fold(self.id.clone(), |label, change| label + "+" + change)
    }
}

/// Loads `word`, a built-in id or a path, applies the named readings and then
/// sets keys (`("pairs.b", "false")`; values in TOML, or bare words), each in
/// order.
///
/// # Errors
/// Every fault of the file, or else every fault of the changes.
pub fn load(word: &str, readings: &[&str], sets: &[(&str, &str)]) -> Result<Ruleset, Faults> {
    load_from(Path::new(""), word, readings, sets)
}

/// As [`load`]; relative paths start from `folder`.
///
/// # Errors
/// Every fault of the file, or else every fault of the changes.
pub fn load_from(
    folder: &Path,
    word: &str,
    readings: &[&str],
    sets: &[(&str, &str)],
) -> Result<Ruleset, Faults> {
    let mut ruleset = open(word, Some(folder))?.finish(word, readings, sets)?;
    ruleset.notes.extend(shadowed(word, folder, None));
    if builtin_twin(&ruleset, word) {
        ruleset.notes.push(format!(
            "{word} calls itself {}, as a built-in ruleset with other rules does; \
             here it goes by its path",
            ruleset.id
        ));
        ruleset.id = word.to_string();
    }
    Ok(ruleset)
}

/// As [`load`], for built-in ids alone: no file is looked for.
///
/// # Errors
/// No such id, or every fault of the changes.
pub fn load_builtin(id: &str, readings: &[&str], sets: &[(&str, &str)]) -> Result<Ruleset, Faults> {
    open(id, None)?.finish(id, readings, sets)
}

/// All faults of the file `word` names, those of its readings included; for a
/// file without faults, the ruleset.
///
/// # Errors
/// Every fault found.
pub fn check(word: &str) -> Result<Ruleset, Faults> {
    load(word, &[], &[])
}

/// Whether a file's ruleset bears the id of a built-in one that is another game.
fn builtin_twin(ruleset: &Ruleset, word: &str) -> bool {
    let id = word.strip_prefix("builtin:").unwrap_or(word);
    id != ruleset.id
        && builtin::find(&ruleset.id).is_some()
        && load_builtin(&ruleset.id, &[], &[])
            .is_ok_and(|builtin| builtin.base_digest != ruleset.base_digest)
}

impl Opened {
    fn finish(
        self,
        word: &str,
        readings: &[&str],
        sets: &[(&str, &str)],
    ) -> Result<Ruleset, Faults> {
        let mut faults = Vec::new();
        let mut rules = self.rules.clone();
        let mut layer = self.layers;
        let mut applied: Vec<&Reading> = Vec::new();
        for &name in readings {
            let Some(reading) = self.readings.iter().find(|reading| reading.name == name) else {
                let place = Place::Overlay(Arc::new(Overlay {
                    ruleset: word.to_string(),
                    readings: vec![name.to_string()],
                    sets: Vec::new(),
                }));
                faults.push(unknown_reading(name, place, &self.readings));
                continue;
            };
            faults.extend(applied.iter().flat_map(|other| clash(other, reading)));
            lay(&mut rules, &reading.changes, layer);
            layer += 1;
            applied.push(reading);
        }
        let mut changed: Vec<String> = Vec::new();
        for &(key, typed) in sets {
            let value = parse_set_value(word, key, typed);
            if TOP_KEYS.contains(&key) {
                faults.push(beside_the_rules(key, &value));
            } else if let Err(fault) = set(&mut rules, key, value, layer) {
                faults.push(*fault);
            }
            layer += 1;
            changed.push(format!("{key}={typed}"));
        }
        let nothing = Table::default();
        let base = build(&self.rules, &nothing, self.file.rules_place.clone());
        let built = build(&rules, &self.rules, self.file.rules_place.clone());
        match (base, built) {
            (Ok(base), Ok(Built { mechanics, casting })) if faults.is_empty() => Ok(Ruleset {
                name: self.file.name.unwrap_or_else(|| self.file.id.clone()),
                id: self.file.id,
                layout: (self.boards.iter())
                    .find_map(|board| board.fitting(&mechanics))
                    .unwrap_or_else(|| Layout::plain(&mechanics)),
                mechanics,
                casting,
                provenance: self.file.provenance,
                base_digest: base.mechanics.digest(),
                applied: applied.iter().map(|reading| reading.name.clone()).collect(),
                readings: self.readings,
                bases: self.bases,
                changed,
                notes: self.notes,
            }),
            (base, built) => {
                let found = built.err().or(base.err()).unwrap_or_default();
                let overlay = Overlay {
                    ruleset: word.to_string(),
                    readings: applied.iter().map(|reading| reading.name.clone()).collect(),
                    sets: changed,
                };
                faults.extend(by_changes(found, overlay));
                Err(Faults::sorted(faults))
            }
        }
    }
}

/// Marks faults as brought about by what was asked for beside the file.
fn by_changes(mut faults: Vec<Fault>, overlay: Overlay) -> Vec<Fault> {
    let overlay = Arc::new(overlay);
    for fault in &mut faults {
        if matches!(fault.place, Place::Line { .. } | Place::File(_)) {
            fault.place = Place::Overlay(overlay.clone());
        }
    }
    faults
}

/// A key of a ruleset file that is no rule.
fn beside_the_rules(key: &str, value: &Value) -> Fault {
    Fault {
        place: value.place.clone(),
        key: key.to_string(),
        value: Some(value.text.clone()),
        problem: "only the keys of [rules] can be changed so".into(),
        right: match key {
            "base" => "name the other ruleset in place of this one".into(),
            _ => format!("write a ruleset file with a `base` to give it another `{key}`"),
        },
        changed_by: None,
    }
}

/// Two readings that set one key to different values cannot both hold.
fn clash(first: &Reading, second: &Reading) -> Vec<Fault> {
    let both = second.changes.0.iter().filter_map(|(key, value)| {
        let other = first.changes.get(key)?;
        (other.text != value.text).then(|| Fault {
            place: value.place.clone(),
            key: key.clone(),
            value: Some(value.text.clone()),
            problem: format!("reading {} sets this key to {}", first.name, other.text),
            right: "choose one of the two readings".into(),
            changed_by: Some(format!("reading {}", second.name)),
        })
    });
    both.collect()
}
