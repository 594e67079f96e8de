//! A file and its bases, laid over each other.

use std::path::Path;

use super::build::{build, check_part};
use super::fault::{Fault, Faults, Place};
use super::file::{Origin, Reading, ReadingEntry, RulesetFile, shadowed};
use super::inherited::blame_own_lines;
use super::layout::Drawn;
use super::overlay::{lay, suggestion};
use super::value::{Kind, Table};

/// A file with its bases laid under it.
pub(super) struct Opened {
    pub file: RulesetFile,
    pub bases: Vec<String>,
    /// The boards that the file and its bases draw, nearest first.
    pub boards: Vec<Drawn>,
    pub rules: Table,
    pub readings: Vec<Reading>,
    pub layers: usize,
    /// Bases that were taken from the program though a file has that name.
    pub notes: Vec<String>,
}

/// Opens what `word` names and checks the file with all its readings.
pub(super) fn open(word: &str, folder: Option<&Path>) -> Result<Opened, Faults> {
    let Chain { files, broken } = chain(word, folder)?;
    if let Some(fault) = broken {
        return Err(without_base(&files, *fault));
    }
    let faults: Vec<Fault> = files.iter().flat_map(|file| file.faults.clone()).collect();
    let mut base = Table::default();
    let mut rules = Table::default();
    let mut readings: Vec<Reading> = Vec::new();
    let mut dropped = Vec::new();
    for (layer, file) in files.iter().enumerate() {
        base.clone_from(&rules);
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
    let boards = files.iter().rev().filter_map(|f| f.board.clone()).collect();
    let mut files = files;
    let file = files.pop().ok_or(Faults(Vec::new()))?;
    let opened = Opened {
        file,
        bases,
        boards,
        rules,
        readings,
        layers,
        notes,
    };
    let mut all = [faults, dropped].concat();
    let nothing_to_check = opened.rules.0.is_empty() && !all.is_empty();
    let place = &opened.file.rules_place;
    let mut of_rules = all.clone();
    if !nothing_to_check {
        match build(&opened.rules, &base, place.clone()) {
            Err(found) => {
                of_rules.extend(found.iter().cloned());
                all.extend(blame_own_lines(found, &opened.rules, &base, place));
            }
            // A base's board may be left behind with its track, a file's own may not.
            Ok(built) => {
                let board = opened.file.board.as_ref();
                all.extend(board.and_then(|board| board.fault(&built.mechanics)));
            }
        }
    }
    if !nothing_to_check {
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

/// What can be said of files whose first base is not to be had.
fn without_base(files: &[RulesetFile], broken: Fault) -> Faults {
    let mut faults = vec![broken];
    let mut rules = Table::default();
    let mut place = None;
    for (layer, file) in files.iter().enumerate() {
        faults.extend(file.faults.clone());
        lay(&mut rules, &file.rules, layer);
        place = Some(file.rules_place.clone());
    }
    let Some(place) = place else {
        return Faults(faults);
    };
    faults.extend(check_part(&rules, place.clone()));
    let readings = files.iter().flat_map(|file| &file.readings);
    for entry in readings {
        if let ReadingEntry::Given(reading) = entry {
            let mut found = check_part(&reading.changes, reading.place.clone());
            for fault in &mut found {
                fault.changed_by = Some(format!("reading {}", reading.name));
            }
            faults.extend(found);
        }
    }
    Faults::sorted(faults)
}

/// A file and its bases, the first base first.
struct Chain {
    files: Vec<RulesetFile>,
    /// Why the first of the files has no base, where it names one.
    broken: Option<Box<Fault>>,
}

/// Reads the file and all its bases.
fn chain(word: &str, folder: Option<&Path>) -> Result<Chain, Faults> {
    let one = |fault: Box<Fault>| Faults(vec![*fault]);
    let mut origin = Origin::find(word, folder).map_err(one)?;
    let mut seen = Vec::new();
    let mut files: Vec<RulesetFile> = Vec::new();
    let broken = loop {
        let file = match (origin.read(), files.is_empty()) {
            (Ok(file), _) => file,
            (Err(fault), true) => return Err(one(fault)),
            (Err(fault), false) => {
                files.reverse();
                let broken = Some(fault);
                return Ok(Chain { files, broken });
            }
        };
        if !file.syntax.is_empty() {
            return Err(Faults::sorted(file.syntax));
        }
        seen.push(identity(&origin));
        let base = file.base.clone();
        let folder = file.origin.folder().map(Path::to_path_buf);
        files.push(file);
        let Some(value) = base else {
            break None;
        };
        let fault = |problem: &str, right: String| {
            Box::new(Fault {
                place: value.place.clone(),
                key: "base".into(),
                value: Some(value.text.clone()),
                problem: problem.into(),
                right,
                changed_by: None,
            })
        };
        let Kind::Text(word) = &value.kind else {
            let right = "name a built-in ruleset or the path of a file, in quotation marks";
            break Some(fault("this names no ruleset", right.into()));
        };
        origin = match Origin::find(word, folder.as_deref()) {
            Ok(origin) => origin,
            Err(found) => break Some(fault(&found.problem, found.right)),
        };
        if seen.contains(&identity(&origin)) {
            let right = "a base may not lead back to the file itself".to_string();
            break Some(fault("the bases go round in a circle", right));
        }
    };
    files.reverse();
    Ok(Chain { files, broken })
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
        let mut faults = build(&rules, &self.rules, self.file.rules_place.clone())
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
