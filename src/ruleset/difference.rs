//! In which mechanics two rulesets differ.

use super::mechanics::Mechanics;

/// A key with its values in two rulesets, as in the canonical text; `None`
/// where it is at its default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    pub key: &'static str,
    pub first: Option<String>,
    pub second: Option<String>,
}

impl Mechanics {
    /// The keys in which two games differ, sorted; empty for the same game.
    pub fn differences(&self, other: &Mechanics) -> Vec<Difference> {
        let (first, second) = (self.canonical(), other.canonical());
        let mut keys: Vec<&'static str> = first.keys().chain(second.keys()).copied().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter()
            .map(|key| Difference {
                key,
                first: first.get(key).cloned(),
                second: second.get(key).cloned(),
            })
            .filter(|difference| difference.first != difference.second)
            .collect()
    }
}
