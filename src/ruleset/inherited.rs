//! Faults in values that a file inherits, brought about by lines of its own.

use super::build::build;
use super::fault::{Fault, Place};
use super::value::{Table, Value};

/// Names for each fault placed in a base the line of the file itself that
/// brings it about.
///
/// A line is to blame if the fault goes when its key is left as the base has
/// it. Where several lines only together bring a fault about, the file's rules
/// as a whole are named; a fault that the base has by itself stays there.
pub(super) fn blame_own_lines(
    faults: Vec<Fault>,
    rules: &Table,
    base: &Table,
    whole: &Place,
) -> Vec<Fault> {
    let own_file = whole.file();
    let is_elsewhere = |fault: &Fault| fault.place.file() != own_file;
    if !faults.iter().any(is_elsewhere) {
        return faults;
    }
    let faults_of = |rules: &Table| build(rules, base, whole.clone()).err().unwrap_or_default();
    let of_base = faults_of(base);
    let own = rules
        .0
        .iter()
        .filter(|(_, value)| value.place.file() == own_file);
    let without: Vec<(&str, &Value, Vec<Fault>)> = own
        .map(|(key, value)| (key.as_str(), value, faults_of(&left_out(rules, base, key))))
        .collect();
    let mut moved = faults;
    for fault in moved.iter_mut().filter(|fault| is_elsewhere(fault)) {
        if has(&of_base, fault) {
            continue;
        }
        let inherited = match &fault.value {
            Some(value) => format!("with {} = {value} of {}: ", fault.key, fault.place),
            None => String::new(),
        };
        fault.problem = format!("{inherited}{}", fault.problem);
        let culprit = without
            .iter()
            .find(|(_, _, left)| !has_inherited(left, fault, &inherited));
        match culprit {
            Some((key, value, _)) => {
                fault.place = value.place.clone();
                fault.key = format!("rules.{key}");
                fault.value = (!value.text.is_empty()).then(|| value.text.clone());
            }
            None => {
                fault.place = whole.clone();
                fault.key = "rules".into();
                fault.value = None;
            }
        }
    }
    moved
}

/// `rules` with `key` as the base has it.
fn left_out(rules: &Table, base: &Table, key: &str) -> Table {
    let mut table = rules.clone();
    match base.get(key) {
        Some(value) => table.insert(key, value.clone()),
        None => {
            table.remove(key);
        }
    }
    table
}

fn has(faults: &[Fault], fault: &Fault) -> bool {
    let same = |other: &Fault| other.key == fault.key && other.problem == fault.problem;
    faults.iter().any(same)
}

/// As [`has`], before `inherited` was put before the problem. A fault of the
/// same key with other squares in it counts as the same.
fn has_inherited(faults: &[Fault], fault: &Fault, inherited: &str) -> bool {
    let problem = &fault.problem[inherited.len()..];
    let kind = |text: &str| text.replace(|c: char| c.is_ascii_digit(), "");
    let same = |other: &Fault| other.key == fault.key && kind(&other.problem) == kind(problem);
    faults.iter().any(same)
}
