//! The weights of a linear evaluator, and their text form (TOML):
//!
//! ```toml
//! format = "senet-linear-1"
//! ruleset = "any"         # or the digest of the one ruleset they are for
//! sharpness = 0.8
//! [weights]               # one for each feature, none left out
//! pips = -1.0
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::ruleset::{Capture, Mechanics};

use super::features::{FEATURE_COUNT, FEATURES, Feature};

const FORMAT: &str = "senet-linear-1";

/// A weight is at most this large.
const LARGEST: f64 = 20.0;

/// One weight for each feature, in the order of [`FEATURES`].
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// How sharply a lead turns into winning chances, above 0; 1 is a pure
    /// race without contact.
    pub sharpness: f64,
    pub values: [f64; FEATURE_COUNT],
    /// The digest of the only ruleset they are for; `None`: any.
    pub ruleset: Option<String>,
}

/// Why a text is no set of weights, or not one for this ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    #[error("{0}")]
    Syntax(String),
    #[error("format is `{0}`; this program reads `{FORMAT}`")]
    Format(String),
    #[error("{}", .0.join("; "))]
    Faults(Vec<String>),
    #[error("these weights are for the ruleset with digest {wanted}, not for {found}")]
    Ruleset { wanted: String, found: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: String,
    ruleset: String,
    sharpness: f64,
    weights: BTreeMap<String, f64>,
}

impl Weights {
    /// The same without the features that see pairs and walls, one's own and
    /// the opponent's.
    pub fn without_blocking(mut self) -> Weights {
        for feature in [Feature::Paired, Feature::Walls, Feature::Barred] {
            self.values[feature as usize] = 0.0;
        }
        self
    }

    /// The hand-made weights that come with the program: one set for games in
    /// which captured pieces swap, one for those in which they are lost.
    pub fn hand(mechanics: &Mechanics) -> Weights {
        let text = match mechanics.capture {
            Capture::Swap | Capture::Low | Capture::Hand | Capture::None => {
                include_str!("../../data/weights/hand.toml")
            }
            Capture::Remove => include_str!("../../data/weights/hand-remove.toml"),
        };
        Weights::parse(text).expect("the weights compiled in are well-formed")
    }

    /// # Errors
    /// Text that is no TOML of this form; and, all together: a feature
    /// missing or unknown, a weight not between −20 and 20, a sharpness not
    /// above 0 and at most 20.
    pub fn parse(text: &str) -> Result<Weights, WeightsError> {
        let file: File =
            toml::from_str(text).map_err(|error| WeightsError::Syntax(error.to_string()))?;
        if file.format != FORMAT {
            return Err(WeightsError::Format(file.format));
        }
        let mut faults = Vec::new();
        if !(file.sharpness > 0.0 && file.sharpness <= LARGEST) {
            faults.push(format!(
                "sharpness = {} should be above 0 and at most {LARGEST}",
                file.sharpness
            ));
        }
        let mut given = file.weights;
        let mut values = [0.0; FEATURE_COUNT];
        for info in FEATURES {
            match given.remove(info.name) {
                None => faults.push(format!("weights.{} is missing", info.name)),
                Some(value) if value.abs() <= LARGEST => values[info.feature as usize] = value,
                Some(value) => faults.push(format!(
                    "weights.{} = {value} should be between -{LARGEST} and {LARGEST}",
                    info.name
                )),
            }
        }
        let known: Vec<&str> = FEATURES.iter().map(|info| info.name).collect();
        for name in given.keys() {
            faults.push(format!(
                "weights.{name} names no feature; the {FEATURE_COUNT} are {}",
                known.join(", ")
            ));
        }
        if !faults.is_empty() {
            return Err(WeightsError::Faults(faults));
        }
        Ok(Weights {
            sharpness: file.sharpness,
            values,
            ruleset: Some(file.ruleset).filter(|ruleset| ruleset != "any"),
        })
    }

    /// The text that [`Self::parse`] reads.
    pub fn to_text(&self) -> String {
        let ruleset = self.ruleset.as_deref().unwrap_or("any");
        let mut text = format!(
            "format = \"{FORMAT}\"\nruleset = \"{ruleset}\"\nsharpness = {:?}\n\n[weights]\n",
            self.sharpness
        );
        for info in FEATURES {
            text += &format!("{} = {:?}\n", info.name, self.of(info.feature));
        }
        text
    }

    /// Whether they may be used on the ruleset with this digest.
    ///
    /// # Errors
    /// They are for another.
    pub fn check(&self, digest: &str) -> Result<(), WeightsError> {
        match &self.ruleset {
            Some(wanted) if wanted != digest => Err(WeightsError::Ruleset {
                wanted: wanted.clone(),
                found: digest.to_string(),
            }),
            _ => Ok(()),
        }
    }

    pub fn of(&self, feature: Feature) -> f64 {
        self.values[feature as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ruleset: &str) -> String {
        let lines: Vec<String> = FEATURES
            .iter()
            .map(|info| format!("{} = 0.5\n", info.name))
            .collect();
        format!(
            "format = \"{FORMAT}\"\nruleset = \"{ruleset}\"\nsharpness = 1.0\n[weights]\n{}",
            lines.concat()
        )
    }

    #[test]
    fn the_shipped_weights_are_well_formed_and_for_any_ruleset() {
        for id in ["anubis-5", "bell-10"] {
            let ruleset = crate::ruleset::load_builtin(id, &[], &[]).unwrap();
            assert_eq!(Weights::hand(&ruleset.mechanics).ruleset, None);
        }
    }

    #[test]
    fn text_comes_back_as_it_was() {
        let mut weights = Weights::parse(&text("0123456789abcdef")).unwrap();
        weights.values[3] = -1.0 / 3.0;
        weights.sharpness = 1e-7;
        assert_eq!(Weights::parse(&weights.to_text()), Ok(weights));
    }

    #[test]
    fn every_fault_is_named_at_once() {
        let bad = text("any")
            .replace("pips = 0.5", "pips = nan")
            .replace("home = 0.5", "homes = 0.5")
            .replace("sharpness = 1.0", "sharpness = 0.0");
        let message = Weights::parse(&bad).unwrap_err().to_string();
        for part in [
            "weights.pips = NaN",
            "weights.home is missing",
            "weights.homes names no feature",
            "sharpness = 0",
        ] {
            assert!(message.contains(part), "{part} is not in: {message}");
        }
    }

    #[test]
    fn weights_of_another_ruleset_or_format_are_refused() {
        let weights = Weights::parse(&text("abc")).unwrap();
        assert!(weights.check("abc").is_ok());
        let message = weights.check("def").unwrap_err().to_string();
        assert!(message.contains("abc") && message.contains("def"));
        let other = text("any").replace(FORMAT, "senet-linear-9");
        let error = Weights::parse(&other).unwrap_err();
        assert_eq!(error, WeightsError::Format("senet-linear-9".to_string()));
    }
}
