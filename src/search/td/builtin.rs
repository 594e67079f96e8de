//! The learned weights that come with the program.

use super::file::TdWeights;

/// Id of the ruleset and the file, for every file of `data/weights/td`.
/// Rulesets of the same digest are the same game and share one.
pub const BUILTIN_TD: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/learned_weights.rs"));

/// The file of the built-in weights of the game with this digest.
pub fn builtin_td_bytes(digest: &str) -> Option<&'static [u8]> {
    let own = |bytes: &[u8]| {
        let known = TdWeights::digest_of(bytes);
        known.expect("the weights compiled in are well-formed") == digest
    };
    let (_, bytes) = BUILTIN_TD.iter().find(|(_, bytes)| own(bytes))?;
    Some(bytes)
}

/// The built-in weights of the game with this digest.
pub fn builtin_td(digest: &str) -> Option<TdWeights> {
    let bytes = builtin_td_bytes(digest)?;
    Some(TdWeights::parse(bytes).expect("the weights compiled in are well-formed"))
}
