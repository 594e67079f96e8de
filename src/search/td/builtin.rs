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
pub const BUILTIN_TD: &[(&str, &[u8])] = files!("anubis-5");

/// The built-in weights of the game with this digest.
pub fn builtin_td(digest: &str) -> Option<TdWeights> {
    let own = |bytes: &[u8]| {
        let known = TdWeights::digest_of(bytes);
        known.expect("the weights compiled in are well-formed") == digest
    };
    let (_, bytes) = BUILTIN_TD.iter().find(|(_, bytes)| own(bytes))?;
    Some(TdWeights::parse(bytes).expect("the weights compiled in are well-formed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use crate::ruleset::load_builtin;
    use crate::search::Td;

    #[test]
    fn every_file_of_the_folder_is_compiled_in_and_is_whole() {
        let path = format!("{}/data/weights/td", env!("CARGO_MANIFEST_DIR"));
        let mut found: Vec<String> = std::fs::read_dir(path)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".td").map(str::to_string))
            .collect();
        let mut listed: Vec<&str> = BUILTIN_TD.iter().map(|(id, _)| *id).collect();
        found.sort();
        listed.sort();
        assert_eq!(found, listed, "the list in src/search/td/builtin.rs");
        for (id, bytes) in BUILTIN_TD {
            let ruleset = load_builtin(id, &[], &[]).unwrap();
            let weights = TdWeights::parse(bytes).unwrap();
            Td::new(&Rules::new(&ruleset.mechanics), &weights).unwrap();
            assert!(weights.learning.plies > 100_000, "{id}");
        }
    }
}
