//! The rulesets of a spec, and what is changed in them.

use std::path::Path;

use super::spec::Variation;
use crate::ruleset::{
    self, Fault, Place, Section, Value, builtin_ids, devices, load_from, nearest,
};

/// All built-in rulesets.
const ALL: &str = "all";

/// Ids and paths; those that are not to be had, and every fault of a file, are
/// reported. Paths start at `folder`.
pub fn read_rulesets(section: &mut Section<'_>, folder: &Path) -> Vec<String> {
    let mut rulesets = Vec::new();
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

/// The games of a group, by whose keys its changes are checked.
pub struct Games<'a> {
    pub folder: &'a Path,
    pub rulesets: &'a [String],
}

impl Games<'_> {
    /// `["pieces=3", "wall=0"]`.
    pub fn read_sets(&self, section: &mut Section<'_>, key: &'static str) -> Vec<(String, String)> {
        let texts = section.placed_texts(key);
        self.pairs(section, key, texts)
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

    fn pairs(
        &self,
        section: &mut Section<'_>,
        place: &str,
        texts: Vec<(String, &Value)>,
    ) -> Vec<(String, String)> {
        let mut found = Vec::new();
        for (text, value) in texts {
            let Some((key, new)) = text.split_once('=') else {
                let right = "write KEY=VALUE, like \"wall=0\"";
                section.fault(place, value, format!("`{text}` sets nothing"), right);
                continue;
            };
            let (key, new) = (key.trim(), new.trim());
            if let Some(fault) = self.unknown(key, new) {
                section.fault(place, value, fault.problem, fault.right);
            }
            found.push((key.to_string(), new.to_string()));
        }
        found
    }

    /// The fault of a key that none of the games has. (What only does not go
    /// together with some of them is skipped there, and no fault.)
    fn unknown(&self, key: &str, value: &str) -> Option<Fault> {
        let words = self.rulesets.iter().flat_map(|word| match word.as_str() {
            ALL => builtin_ids().collect(),
            word => vec![word],
        });
        let mut unknown = None;
        for word in words {
            // Rulesets that are not to be had are reported where they stand.
            if load_from(self.folder, word, &[], &[]).is_err() {
                continue;
            }
            let found = load_from(self.folder, word, &[], &[(key, value)]).err()?;
            let strange = |fault: &Fault| {
                fault.key.trim_start_matches("rules.") == key && fault.is_of_unknown_key()
            };
            unknown = Some(found.0.into_iter().find(strange)?);
        }
        unknown
    }
}
