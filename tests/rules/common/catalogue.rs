//! The rulesets and readings, listed again so that a file that goes missing
//! is missed.

use senet::ruleset::{Mechanics, load_builtin};

pub const RULESETS: [&str; 33] = [
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
    "kendall-7",
    "kendall-5",
    "modern-5",
    "modern-7",
    "skyruk-5",
    "skyruk-7",
    "dutch-5",
    "dutch-5-back",
    "toy-5",
    "kalish-7",
    "syrian-7",
    "jequier-5",
    "bga-5",
    "bgfl-7",
    "piccione-5",
    "ur-finkel",
    "ur-masters",
    "ur-blitz",
    "aseb-5",
    "twenty-7",
];

/// Readings of the rulesets whose ids begin so.
const READINGS: [(&str, &[&str]); 19] = [
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
    (
        "kendall-",
        &[
            "trap",
            "row",
            "open",
            "pairs-kept",
            "throw-again-after-pass",
            "swap-in-water",
        ],
    ),
    ("modern-", &["rows-to-30"]),
    ("skyruk-", &["one-is-played"]),
    ("dutch-", &["throw-again-after-pass"]),
    (
        "toy-5",
        &[
            "throw-again-after-pass",
            "free-opening",
            "refuge-15",
            "home-from-any-row",
        ],
    ),
    ("kalish-7", &["gate-26", "back-from-25", "even-first"]),
    ("syrian-7", &["safe-squares", "no-sweep", "odd-first"]),
    ("jequier-5", &["safe-20"]),
    ("bga-5", &["exact-30", "pair-from-27", "safe-in-water"]),
    ("bgfl-7", &["safe-last", "any-from-30", "one-is-played"]),
    ("piccione-5", &["five-grants-nothing"]),
    (
        "twenty-7",
        &["uneven-bones", "rosettes-apart", "five-pieces"],
    ),
];

/// Readings that are options of one game and are meant to be combined.
const COMBINED: [(&str, &[&str]); 4] = [
    ("kendall-", &["trap", "row"]),
    ("kendall-", &["trap", "open"]),
    ("kendall-", &["row", "open"]),
    ("kendall-", &["trap", "row", "open"]),
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

/// Every ruleset as it is, under each of its readings, and under options
/// together.
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
        let combined = COMBINED.iter().filter(|(start, _)| id.starts_with(start));
        variants.extend(combined.map(|(_, readings)| Variant {
            name: format!("{id} reading={}", readings.join(" reading=")),
            mechanics: load(id, readings, &[]),
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
