//! From the text of a `spec.toml` to a [`Spec`]; every fault at once, each with
//! its line and what would be right.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use super::figures::check_figures;
use super::read_figure::read_figure;
use super::read_group::{MOST, read_group};
use super::read_rules::read_rulesets;
use super::read_values::{one_number, whole_number};
use super::solutions::{COLUMNS, Solution, read_solutions};
use super::spec::{Derived, Figure, Group, PlyLimits, Quick, Spec};
use crate::ruleset::{self, Faults, Place, Section, Table, load_from, parse_document};

/// The name of a group's agent that plays by true values, solved in passing.
pub const PERFECT: &str = "perfect";

impl Spec {
    /// Reads `spec.toml` of the experiment in `folder`.
    ///
    /// # Errors
    /// The file cannot be read, or every fault found in it.
    pub fn load(folder: &Path) -> anyhow::Result<Spec> {
        let path = folder.join("spec.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| {
            anyhow::anyhow!(
                "cannot read {}: {error}; an experiment is a folder with a spec.toml, like \
                 experiments/pieces",
                path.display()
            )
        })?;
        let name = std::path::absolute(folder)
            .ok()
            .and_then(|path| Some(path.file_name()?.to_str()?.to_string()))
            .unwrap_or_else(|| "experiment".to_string());
        Ok(Spec::parse(&name, &path.display().to_string(), &text)?)
    }

    /// Reads the text of the spec of the experiment `name`; `file` is named in
    /// faults, and paths of rulesets start at its folder.
    ///
    /// # Errors
    /// Every fault found.
    pub fn parse(name: &str, file: &str, text: &str) -> Result<Spec, Faults> {
        let (table, mut faults) = parse_document(file, text);
        if !faults.is_empty() {
            return Err(Faults::sorted(faults));
        }
        let whole = Place::File(Arc::from(file));
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let mut top = Section::new(&table, "", whole);
        let mut words = |key: &'static str, what: &str| {
            let text = top.text(key);
            let right = || format!("give {what} in quotation marks");
            match (&text, top.get(key)) {
                (None, None) => top.missing(key, right()),
                (Some(text), Some(value)) if text.trim().is_empty() => {
                    top.fault(key, value, "this is empty", right());
                }
                _ => {}
            }
            text.unwrap_or_default()
        };
        let title = words("title", "a title");
        let question = words("question", "what the experiment asks");
        let method = words("method", "how it answers, in a few sentences");
        let limits = words("limits", "what it cannot tell");
        let seed = whole_number(&mut top, "seed", 0, MOST).unwrap_or(1);
        let plies = read_ply_limits(&mut top, folder);
        let quick = read_quick(&mut top, folder);
        let derived = read_derived(&mut top);
        let solutions = solved(&mut top, folder);
        let groups: Vec<Group> = tables(&mut top, "job", true)
            .into_iter()
            .map(|(table, place)| read_group(table, place, seed, folder, &mut faults))
            .collect();
        let figures: Vec<Figure> = tables(&mut top, "figure", false)
            .into_iter()
            .map(|(table, place)| read_figure(table, place, &mut faults))
            .collect();
        faults.extend(top.finish());
        let spec = Spec {
            name: name.to_string(),
            text: text.to_string(),
            folder: folder.to_path_buf(),
            title,
            question,
            method,
            limits,
            seed,
            plies,
            quick,
            groups,
            derived,
            solutions,
            figures,
        };
        faults.extend(check_figures(&spec));
        if faults.is_empty() {
            Ok(spec)
        } else {
            Err(Faults::sorted(faults))
        }
    }
}

/// The tables of `[[key]]`, with their places.
fn tables<'t>(top: &mut Section<'t>, key: &'static str, needed: bool) -> Vec<(&'t Table, Place)> {
    let Some(value) = top.get(key) else {
        if needed {
            top.missing(key, format!("write [[{key}]] and its keys below it"));
        }
        return Vec::new();
    };
    let right = format!("write [[{key}]], once for each");
    let ruleset::Kind::List(items) = &value.kind else {
        top.wrong_kind(key, value, right);
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match &item.kind {
            ruleset::Kind::Table(table) => found.push((table, item.place.clone())),
            _ => top.wrong_kind(key, item, right.clone()),
        }
    }
    found
}

fn read_quick(top: &mut Section<'_>, folder: &Path) -> Quick {
    let mut quick = Quick {
        divide: 20,
        rulesets: Vec::new(),
    };
    if let Some(value) = top.get("quick") {
        if let ruleset::Kind::Table(table) = &value.kind {
            let mut section = Section::new(table, "quick", value.place.clone());
            if let Some(divide) = whole_number(&mut section, "divide", 1, MOST) {
                quick.divide = divide;
            }
            quick.rulesets = read_rulesets(&mut section, folder);
            top.faults.extend(section.finish());
        } else {
            top.wrong_kind("quick", value, "write [quick] and its keys below it");
        }
    }
    quick
}

fn read_ply_limits(top: &mut Section<'_>, folder: &Path) -> PlyLimits {
    const MOST_PLIES: u64 = u32::MAX as u64;
    let max_plies = whole_number(top, "max_plies", 1, MOST_PLIES);
    let mut limits = PlyLimits {
        max_plies: max_plies.map_or(100_000, |plies| plies as u32),
        max_plies_of: BTreeMap::new(),
    };
    let Some(value) = top.get("max_plies_of") else {
        return limits;
    };
    let right = "write [max_plies_of] and below it lines like nile-7-six = 200000";
    let ruleset::Kind::Table(table) = &value.kind else {
        top.wrong_kind("max_plies_of", value, right);
        return limits;
    };
    for (id, value) in &table.0 {
        let key = format!("max_plies_of.{id}");
        if load_from(folder, id, &[], &[]).is_err() {
            let right = "`senet rules list` has their ids";
            top.fault(&key, value, format!("there is no ruleset `{id}`"), right);
        }
        if let Some(plies) = one_number(top, &key, value, 1, MOST_PLIES) {
            limits.max_plies_of.insert(id.clone(), plies as u32);
        }
    }
    limits
}

fn solved(top: &mut Section<'_>, folder: &Path) -> Vec<Solution> {
    let Some(value) = top.get("solutions") else {
        return Vec::new();
    };
    let Some(file) = top.text("solutions") else {
        return Vec::new();
    };
    read_solutions(&folder.join(file)).unwrap_or_else(|error| {
        let right =
            format!("name a CSV file, by its path from the spec, with the columns {COLUMNS}");
        top.fault("solutions", value, format!("{error:#}"), right);
        Vec::new()
    })
}

fn read_derived(top: &mut Section<'_>) -> Vec<Derived> {
    let Some(value) = top.get("derived") else {
        return Vec::new();
    };
    let names = || Derived::WORDS.iter().map(|(word, _)| *word);
    let mut found = Vec::new();
    for word in top.texts("derived") {
        match Derived::WORDS.iter().find(|(known, _)| *known == word) {
            Some(&(_, derived)) if !found.contains(&derived) => found.push(derived),
            Some(_) => {}
            None => top.fault(
                "derived",
                value,
                format!("there is no derived table `{word}`"),
                format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            ),
        }
    }
    found
}
