//! The written form of a ruleset file, for editors and other tools.
//!
//! These types are never filled: files are read key by key, so that every
//! fault is found. They only carry the JSON Schema; a test holds their keys
//! equal to those that the reader knows.

use std::collections::BTreeMap;

use schemars::JsonSchema;

use super::schema_rules::Rules;

/// A reconstruction of senet.
#[derive(JsonSchema)]
#[schemars(title = "Senet ruleset", deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
struct RulesetFile {
    /// Short name for tables and file names: small letters, digits, hyphens.
    /// The file's name where it is left out.
    #[schemars(regex(pattern = "^[a-z0-9-]+$"))]
    id: Option<String>,
    /// Title for people.
    name: Option<String>,
    /// A built-in id or the path of a file (relative to this one) whose rules
    /// and readings hold here too, unless they are changed.
    base: Option<String>,
    source: Option<Source>,
    /// How the board is drawn; decides nothing of play. Rows of square numbers
    /// and dots, from the top; by player where each has a track.
    board: Option<BoardRows>,
    rules: Option<Rules>,
    /// Other ways to understand the text, by name. `false` drops a reading of
    /// the base.
    #[schemars(default)]
    readings: BTreeMap<String, ReadingOrFalse>,
}

/// Where the rules come from.
#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
struct Source {
    /// The text that the ruleset follows.
    title: Option<String>,
    /// Who wrote that text.
    author: Option<String>,
    /// Who published it.
    publisher: Option<String>,
    /// When it was published.
    year: Option<TextOrNumber>,
    language: Option<String>,
    url: Option<String>,
    /// The scholar whose reconstruction the text follows.
    after: Option<String>,
    /// When that reconstruction was published.
    after_year: Option<TextOrNumber>,
    /// Rules that the text states.
    #[schemars(default)]
    attested: Vec<String>,
    /// Rules chosen where the text is silent or can be read two ways.
    #[schemars(default)]
    guessed: Vec<String>,
    evidence: Option<Evidence>,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum BoardRows {
    Both(Vec<String>),
    ByPlayer { a: Vec<String>, b: Vec<String> },
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum TextOrNumber {
    Text(String),
    Number(i64),
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "schema only")]
enum Evidence {
    /// The text decides nearly everything.
    #[schemars(rename = "solid")]
    Solid,
    /// Guesses fill real holes.
    #[schemars(rename = "usable with guesses")]
    UsableWithGuesses,
}

#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "schema only")]
enum ReadingOrFalse {
    Reading(Box<Reading>),
    /// `false`: a reading of the base that does not apply here.
    Dropped(bool),
}

#[derive(JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "schema only")]
struct Reading {
    /// Why the text can be read so, in a line.
    why: String,
    /// The keys of `[rules]` that change.
    set: Rules,
}

/// The JSON Schema of ruleset files, pretty-printed.
pub fn json_schema() -> String {
    let schema = schemars::schema_for!(RulesetFile);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain JSON");
    text.push('\n');
    text
}

/// Whether `key` is one of those that stand below `[rules]`.
pub(super) fn is_rule(key: &str) -> bool {
    let schema: serde_json::Value =
        serde_json::from_str(&json_schema()).expect("the schema is JSON");
    schema["$defs"]["Rules"]["properties"].get(key).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_schema_in_the_data_folder_is_current() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/data/rulesets/ruleset.schema.json"
        );
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            kept == json_schema(),
            "regenerate it: cargo run -- rules schema > data/rulesets/ruleset.schema.json"
        );
    }

    /// The reader names all its keys when it meets one that is like none.
    #[test]
    fn the_schema_has_the_keys_that_the_reader_knows() {
        let schema: serde_json::Value = serde_json::from_str(&json_schema()).unwrap();
        let stranger = "q9";
        for (pointer, set) in [
            ("/$defs/Rules/properties", stranger.to_string()),
            ("/$defs/Device/properties", format!("throws.{stranger}")),
        ] {
            let mut keys: Vec<&str> = schema
                .pointer(pointer)
                .and_then(|properties| properties.as_object())
                .unwrap()
                .keys()
                .map(String::as_str)
                .collect();
            let table = "{ sticks = 4, blank = 5, q9 = 1 }";
            let change = match set.split_once('.') {
                Some((key, _)) => (key, table),
                None => (stranger, "1"),
            };
            let faults = crate::ruleset::load_builtin("anubis-5", &[], &[change]).unwrap_err();
            let right = &faults.0[0].right;
            let mut known: Vec<&str> = right
                .strip_prefix("the keys here are ")
                .unwrap()
                .split(", ")
                .collect();
            keys.sort_unstable();
            known.sort_unstable();
            assert_eq!(keys, known);
        }
    }
}
