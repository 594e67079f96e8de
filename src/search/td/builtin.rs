//! The learned weights that come with the program.

use super::file::TdWeights;

macro_rules! files {
    ($($id:literal)*) => {
        &[$((
            $id,
            include_bytes!(concat!("../../../data/weights/td/", $id, ".td")),
        )),*]
    };
}

/// Id of the ruleset and the file. Rulesets of the same digest are the same
/// game and share one.
pub const BUILTIN_TD: &[(&str, &[u8])] = files!(
    "anubis-5"
    "sawah-7"
    "sawah-5-six"
    "sawah-7-six"
    "nile-5-six"
    "nile-7-six"
    "nile-5-five"
    "nile-7-five"
    "ankh-7"
    "ankh-5"
    "standard-5"
    "bell-10"
    "kendall-7"
    "kendall-5"
    "modern-7"
    "modern-5"
    "skyruk-7"
    "skyruk-5"
    "dutch-5"
    "dutch-5-back"
    "toy-5"
    "kalish-7"
    "syrian-7"
    "jequier-5"
    "bga-5"
    "bgfl-7"
    "piccione-5"
    "ur-finkel"
    "ur-masters"
    "ur-blitz"
    "aseb-5"
    "twenty-7"
);

/// The built-in weights of the game with this digest.
pub fn builtin_td(digest: &str) -> Option<TdWeights> {
    let own = |bytes: &[u8]| {
        let known = TdWeights::digest_of(bytes);
        known.expect("the weights compiled in are well-formed") == digest
    };
    let (_, bytes) = BUILTIN_TD.iter().find(|(_, bytes)| own(bytes))?;
    Some(TdWeights::parse(bytes).expect("the weights compiled in are well-formed"))
}
