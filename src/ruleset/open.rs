//! A file and its bases, laid over each other.

use std::path::Path;

use super::build::build;
use super::fault::{Fault, Faults, Place};
use super::file::{Origin, Reading, ReadingEntry, RulesetFile, shadowed};
use super::overlay::{lay, suggestion};
use super::value::{Kind, Table, Value};

/// A file with its bases laid under it.
pub(super) struct Opened {
    pub file: RulesetFile,
    pub bases: Vec<String>,
    pub rules: Table,
    pub readings: Vec<Reading>,
    pub layers: usize,
    /// Bases that were taken from the program though a file has that name.
    pub notes: Vec<String>,
}

/// Opens what `word` names and checks the file with all its readings.
pub(super) fn open(word: &str, folder: Option<&Path>) -> Result<Opened, Faults> {
    let files = chain(word, folder)?;
    let faults: Vec<Fault> = files.iter().flat_map(|file| file.faults.clone()).collect();
    let mut rules = Table::default();
    let mut readings: Vec<Reading> = Vec::new();
    let mut dropped = Vec::new();
    for (layer, file) in files.iter().enumerate() {
        lay(&mut rules, &file.rules, layer);
        for entry in &file.readings {
            match entry {
                ReadingEntry::Given(reading) => {
                    readings.retain(|old| old.name != reading.name);
                    readings.push(reading.clone());
                }
                ReadingEntry::Dropped { name, place } => {
                    if !readings.iter().any(|old| old.name == *name) {
                        dropped.push(unknown_reading(name, place.clone(), &readings));
                    }
                    readings.retain(|old| old.name != *name);
                }
            }
        }
    }
    let layers = files.len();
    let notes = files.iter().filter_map(base_note).collect();
    let mut bases: Vec<String> = files.iter().rev().map(|file| file.id.clone()).collect();
    bases.remove(0);
    let mut files = files;
    let file = files.pop().ok_or(Faults(Vec::new()))?;
    let opened = Opened {
        file,
        bases,
        rules,
        readings,
        layers,
        notes,
    };
    let mut all = [faults, dropped].concat();
    let nothing_to_check = opened.rules.0.is_empty() && !all.is_empty();
    if !nothing_to_check && let Err(found) = build(&opened.rules, opened.file.rules_place.clone()) {
        all.extend(found);
    }
    if !nothing_to_check {
        let of_rules = all.clone();
        let known = |found: &Fault| {
            of_rules
                .iter()
                .any(|fault| fault.key == found.key && fault.problem == found.problem)
        };
        for reading in &opened.readings {
            all.extend(
                opened
                    .try_reading(reading)
                    .into_iter()
                    .filter(|f| !known(f)),
            );
        }
    }
    if all.is_empty() {
        Ok(opened)
    } else {
        Err(Faults::sorted(all))
    }
}

fn base_note(file: &RulesetFile) -> Option<String> {
    let Kind::Text(word) = &file.base.as_ref()?.kind else {
        return None;
    };
    shadowed(word, file.origin.folder()?, Some(&file.origin))
}

/// The file and all its bases, the first base first.
fn chain(word: &str, folder: Option<&Path>) -> Result<Vec<RulesetFile>, Faults> {
    let one = |fault: Box<Fault>| Faults(vec![*fault]);
    let mut origin = Origin::find(word, folder).map_err(one)?;
    let mut seen = Vec::new();
    let mut files: Vec<RulesetFile> = Vec::new();
    loop {
        let file = origin.read().map_err(one)?;
        seen.push(identity(&origin));
        let base = file.base.clone();
        let folder = file.origin.folder().map(Path::to_path_buf);
        let faults = |problem: &str, right: String, value: &Value| {
            let mut faults: Vec<Fault> = files.iter().flat_map(|f| f.faults.clone()).collect();
            faults.extend(file.faults.clone());
            faults.push(Fault {
                place: value.place.clone(),
                key: "base".into(),
                value: Some(value.text.clone()),
                problem: problem.into(),
                right,
                changed_by: None,
            });
            Faults(faults)
        };
        let Some(value) = base else {
            files.push(file);
            break;
        };
        let Kind::Text(word) = &value.kind else {
            let right = "name a built-in ruleset or the path of a file, in quotation marks";
            return Err(faults("this names no ruleset", right.into(), &value));
        };
        origin = match Origin::find(word, folder.as_deref()) {
            Ok(origin) => origin,
            Err(fault) => return Err(faults(&fault.problem, fault.right, &value)),
        };
        if seen.contains(&identity(&origin)) {
            let right = "a base may not lead back to the file itself".to_string();
            return Err(faults("the bases go round in a circle", right, &value));
        }
        files.push(file);
    }
    files.reverse();
    Ok(files)
}

/// The same for all spellings of one file's path.
fn identity(origin: &Origin) -> Origin {
    match origin {
        Origin::Path(path) => Origin::Path(path.canonicalize().unwrap_or_else(|_| path.clone())),
        builtin => builtin.clone(),
    }
}

impl Opened {
    fn try_reading(&self, reading: &Reading) -> Vec<Fault> {
        let mut rules = self.rules.clone();
        lay(&mut rules, &reading.changes, self.layers);
        let mut faults = build(&rules, self.file.rules_place.clone())
            .err()
            .unwrap_or_default();
        for fault in &mut faults {
            fault.changed_by = Some(format!("reading {}", reading.name));
            self.place_reading_fault(fault, reading);
        }
        faults
    }

    /// A fault that a reading brings about in keys it leaves as they were is
    /// named with the reading's own line; an inherited reading cannot be put
    /// right there, so the file that inherits it is named.
    fn place_reading_fault(&self, fault: &mut Fault, reading: &Reading) {
        let file = self.file.rules_place.file();
        if reading.place.file() != file {
            if fault.place.file() != file {
                fault.place = self.file.rules_place.clone();
            }
            fault.right = format!(
                "{}; or drop the reading: {} = false under [readings]",
                fault.right, reading.name
            );
            return;
        }
        let key = fault.key.trim_start_matches("rules.");
        let key = key.split('.').next().unwrap_or_default();
        if reading.changes.get(key).is_none() {
            fault.place = reading.place.clone();
        }
    }
}

pub(super) fn unknown_reading(name: &str, place: Place, known: &[Reading]) -> Fault {
    let names = known.iter().map(|reading| reading.name.as_str());
    Fault {
        place,
        key: String::new(),
        value: None,
        problem: format!("there is no reading `{name}`"),
        right: suggestion(name, names, "readings"),
        changed_by: None,
    }
}
