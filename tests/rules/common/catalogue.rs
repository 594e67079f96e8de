//! The rulesets and readings, listed again so that a file that goes missing
//! is missed.

use senet::ruleset::{Mechanics, load_builtin};

pub const RULESETS: [&str; 13] = [
    "anubis-5",
    "sawah-5",
    "sawah-7",
    "sawah-5-six",
    "sawah-7-six",
    "nile-5-six",
    "nile-7-six",
    "nile-5-five",
    "nile-7-five",
    "ankh-7",
    "ankh-5",
    "standard-5",
    "bell-10",
];

/// Readings of the rulesets whose ids begin so.
const READINGS: [(&str, &[&str]); 7] = [
    (
        "anubis-5",
        &["free-last", "throw-again-after-pass", "backward"],
    ),
    (
        "sawah-",
        &["free-last", "throw-again-after-pass", "backward"],
    ),
    ("nile-", &["wrong-throw-returns", "right-kept"]),
    (
        "ankh-",
        &["leave-later", "unprotected-backward", "locked-last"],
    ),
    ("ankh-5", &["late-start"]),
    (
        "standard-5",
        &["refuge-after", "may-pass", "throw-again-after-pass"],
    ),
    ("bell-10", &["locked-last", "gate-26"]),
];

/// Names of the readings of a ruleset.
pub fn readings(id: &str) -> impl Iterator<Item = &'static str> {
    READINGS
        .iter()
        .filter(move |(start, _)| id.starts_with(start))
        .flat_map(|(_, readings)| readings.iter().copied())
}

/// The mechanics of a ruleset with readings and `key=value` changes.
///
/// # Panics
/// Where it does not load.
pub fn load(id: &str, readings: &[&str], sets: &[(&str, &str)]) -> Mechanics {
    load_builtin(id, readings, sets)
        .unwrap_or_else(|error| panic!("{id} {readings:?} {sets:?}: {error:#}"))
        .mechanics
}

/// Mechanics with a name for messages.
pub struct Variant {
    pub name: String,
    pub mechanics: Mechanics,
}

/// Every ruleset as it is and under each of its readings.
pub fn shipped() -> Vec<Variant> {
    let mut variants = Vec::new();
    for id in RULESETS {
        variants.push(Variant {
            name: id.to_owned(),
            mechanics: load(id, &[], &[]),
        });
        variants.extend(readings(id).map(|reading| Variant {
            name: format!("{id} reading={reading}"),
            mechanics: load(id, &[reading], &[]),
        }));
    }
    variants
}

/// Every ruleset with one, two and three pieces a side.
pub fn small_games() -> Vec<Variant> {
    let mut variants = Vec::new();
    for id in RULESETS {
        variants.extend(["1", "2", "3"].map(|pieces| Variant {
            name: format!("{id} pieces={pieces}"),
            mechanics: load(id, &[], &[("pieces", pieces)]),
        }));
    }
    variants
}
