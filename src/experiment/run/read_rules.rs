//! The rulesets of a spec, and what is changed in them.

use std::path::Path;

use super::spec::Variation;
use crate::experiment::chance_grid::ChanceGrid;
use crate::ruleset::{
    self, Fault, Place, Probability, Section, Value, builtin_ids, devices, load_from, nearest,
};

/// All built-in rulesets.
const ALL: &str = "all";

/// Ids and paths; those that are not to be had, and every fault of a file, are
/// reported. Paths start at `folder`.
pub fn read_rulesets(section: &mut Section<'_>, folder: &Path) -> Vec<String> {
    let mut rulesets = Vec::new();
    if let Some(value) = section.get("rulesets")
        && matches!(&value.kind, ruleset::Kind::List(items) if items.is_empty())
    {
        let right = "name some, or [\"all\"], or leave the key out of [quick]";
        section.fault("rulesets", value, "this names no ruleset", right);
    }
    for (word, value) in section.placed_texts("rulesets") {
        if word != ALL
            && let Err(found) = load_from(folder, &word, &[], &[])
        {
            for fault in found.0 {
                missing_or_faulty(section, folder, &word, value, fault);
            }
        }
        rulesets.push(word);
    }
    rulesets
}

/// A ruleset that is not there is a fault of the spec, others are of its file.
fn missing_or_faulty(
    section: &mut Section<'_>,
    folder: &Path,
    word: &str,
    value: &Value,
    fault: Fault,
) {
    let path = folder.join(word);
    match fault.place {
        Place::Argument(_) => section.fault("rulesets", value, fault.problem, fault.right),
        Place::File(_) if !path.exists() => section.fault(
            "rulesets",
            value,
            format!("there is no file {}", path.display()),
            "paths start at the folder of the spec",
        ),
        _ => section.faults.push(fault),
    }
}

/// Names of casting devices.
pub fn read_devices(section: &mut Section<'_>) -> Vec<String> {
    let names = || devices().iter().map(|device| device.name.as_str());
    let mut found = Vec::new();
    for (name, value) in section.placed_texts("devices") {
        if !names().any(|known| known == name) {
            let right = match nearest(&name, names()) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("the devices are {}", names().collect::<Vec<_>>().join(", ")),
            };
            section.fault(
                "devices",
                value,
                format!("there is no casting device `{name}`"),
                right,
            );
        }
        found.push(name);
    }
    found
}

/// A key and its new value.
type Set = (String, String);

/// The games of a group, by whose rules its changes are checked.
pub struct Games<'a> {
    folder: &'a Path,
    rulesets: &'a [String],
    /// What the group changes beside: each combination of pieces and device,
    /// with the keys set in all.
    beside: Vec<Vec<Set>>,
}

impl<'a> Games<'a> {
    pub fn new(
        folder: &'a Path,
        rulesets: &'a [String],
        pieces: &[u8],
        devices: &[String],
    ) -> Games<'a> {
        let pieces = pieces.iter().map(u8::to_string).collect();
        let mut beside = vec![Vec::new()];
        for (key, values) in [("pieces", pieces), ("throws", devices.to_vec())] {
            let longer = |sets: &Vec<Set>| {
                let with =
                    |value: &String| [&sets[..], &[(key.to_string(), value.clone())]].concat();
                values.iter().map(with).collect::<Vec<_>>()
            };
            if !values.is_empty() {
                beside = beside.iter().flat_map(longer).collect();
            }
        }
        Games {
            folder,
            rulesets,
            beside,
        }
    }

    /// `set`: `["pieces=3", "wall=0"]`, changed in all games.
    pub fn read_sets(&mut self, section: &mut Section<'_>) -> Vec<Set> {
        let texts = section.placed_texts("set");
        let sets = self.pairs(section, "set", texts);
        for beside in &mut self.beside {
            beside.extend(sets.iter().cloned());
        }
        sets
    }

    pub fn read_variants(&self, section: &mut Section<'_>) -> Vec<Variation> {
        let Some(value) = section.get("variants") else {
            return Vec::new();
        };
        let ruleset::Kind::Table(table) = &value.kind else {
            let right = "write [job.variants] with lines like no-walls = [\"wall=0\"]";
            section.wrong_kind("variants", value, right);
            return Vec::new();
        };
        let mut found = Vec::new();
        for (name, value) in &table.0 {
            let key = format!("variants.{name}");
            let texts = section.texts_of(&key, value);
            found.push(Variation {
                name: name.clone(),
                sets: self.pairs(section, &key, texts),
            });
        }
        found
    }

    pub fn read_sticks(&self, section: &mut Section<'_>) -> Vec<Probability> {
        let mut found = Vec::new();
        for (text, value) in section.placed_texts("sticks") {
            let grid = match text.parse::<ChanceGrid>() {
                Ok(grid) => grid,
                Err(why) => {
                    let right = "it is like \"0.5\" or \"0.3:0.7:0.05\" (from, to, step)";
                    section.fault("sticks", value, why, right);
                    continue;
                }
            };
            let mut refused = grid
                .chances()
                .iter()
                .filter_map(|chance| self.refused("stick_p", &chance.to_string(), &[]));
            if let Some(fault) = refused.next() {
                section.fault("sticks", value, fault.problem, fault.right);
            }
            found.extend(grid.chances());
        }
        found
    }

    fn pairs(
        &self,
        section: &mut Section<'_>,
        place: &str,
        texts: Vec<(String, &Value)>,
    ) -> Vec<Set> {
        let mut found: Vec<Set> = Vec::new();
        let mut places = Vec::new();
        for (text, value) in texts {
            let Some((key, new)) = text.split_once('=') else {
                let right = "write KEY=VALUE, like \"wall=0\"";
                section.fault(place, value, format!("`{text}` sets nothing"), right);
                continue;
            };
            found.push((key.trim().to_string(), new.trim().to_string()));
            places.push(value);
        }
        for ((key, new), value) in found.iter().zip(places) {
            if let Some(fault) = self.refused(key, new, &found) {
                section.fault(place, value, fault.problem, fault.right);
            }
        }
        found
    }

    /// The fault of a change that none of the games takes, neither alone nor
    /// with what is changed beside. (What only does not go together with some
    /// of them is skipped there, and no fault.)
    fn refused(&self, key: &str, value: &str, together: &[Set]) -> Option<Fault> {
        let words = self.rulesets.iter().flat_map(|word| match word.as_str() {
            ALL => builtin_ids().collect(),
            word => vec![word],
        });
        // Rulesets that are not to be had are reported where they stand.
        let games: Vec<&str> = words
            .filter(|word| load_from(self.folder, word, &[], &[]).is_ok())
            .collect();
        let mut why: Option<Fault> = None;
        for word in &games {
            let mut faults = load_from(self.folder, word, &[], &[(key, value)]).err()?.0;
            let own = |fault: &Fault| fault.key.trim_start_matches("rules.") == key;
            // Where a game has the key, its fault is that of the value.
            if why.as_ref().is_none_or(Fault::is_of_unknown_key) {
                let at = faults.iter().position(own).unwrap_or(0);
                why = Some(faults.swap_remove(at));
            }
        }
        let why = why?;
        let takes = |beside: &Vec<Set>| {
            let all = beside.iter().chain(together);
            let all = all.map(|(key, value)| (key.as_str(), value.as_str()));
            let sets: Vec<(&str, &str)> = all.chain([(key, value)]).collect();
            let mut games = games.iter();
            games.any(|word| load_from(self.folder, word, &[], &sets).is_ok())
        };
        (!self.beside.iter().any(takes)).then_some(why)
    }
}
