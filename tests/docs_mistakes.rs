//! The messages that docs/rulesets.md shows for typical mistakes are the ones
//! that the program gives.

use std::fs;

use assert_cmd::Command;

/// The text of the next code block of `language` on the page,
/// and what stands after it.
fn block<'a>(page: &'a str, language: &str) -> Option<(&'a str, &'a str)> {
    let (_, rest) = page.split_once(&format!("```{language}\n"))?;
    rest.split_once("```\n")
}

#[test]
fn the_ten_typical_mistakes_get_the_messages_shown() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rulesets.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("## Ten typical mistakes\n").unwrap();
    let (mut rest, _) = section.split_once("\n## ").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut shown = 0;
    while let Some((file, after)) = block(rest, "toml") {
        let (message, after) = block(after, "text").unwrap();
        fs::write(folder.path().join("mine.toml"), file).unwrap();
        Command::new(env!("CARGO_BIN_EXE_senet"))
            .current_dir(folder.path())
            .args(["rules", "check", "mine.toml"])
            .assert()
            .failure()
            .stdout(message.to_string());
        shown += 1;
        rest = after;
    }
    assert_eq!(shown, 10);
}
