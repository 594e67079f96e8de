//! The walls of the house: who may know whom, who may print, who may touch files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// For each module of the crate, the modules it may name.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("types", &[]),
    ("stats", &[]),
    ("ruleset", &["types"]),
    ("rules", &["types", "ruleset"]),
    ("search", &["types", "ruleset", "rules", "stats"]),
    ("solver", &["types", "ruleset", "rules", "stats"]),
    (
        "agent",
        &["types", "ruleset", "rules", "search", "solver", "stats"],
    ),
    (
        "arena",
        &[
            "types", "ruleset", "rules", "search", "solver", "agent", "stats",
        ],
    ),
    (
        "train",
        &[
            "types", "ruleset", "rules", "search", "agent", "arena", "stats",
        ],
    ),
    ("report", &["types", "stats"]),
    (
        "experiment",
        &[
            "types", "ruleset", "rules", "search", "solver", "agent", "arena", "stats", "report",
        ],
    ),
];

/// Modules that may read and write files.
const MAY_TOUCH_FILES: &[&str] = &["ruleset", "solver", "experiment", "report", "cli"];

#[test]
fn modules_know_only_what_stands_below_them() {
    let allowed: BTreeMap<_, _> = MAY_KNOW.iter().copied().collect();
    let mut faults = Vec::new();
    for (module, file, text) in sources() {
        if module == "cli" {
            continue;
        }
        let Some(below) = allowed.get(module.as_str()) else {
            faults.push(format!("{}: module {module} has no rule", file.display()));
            continue;
        };
        for named in crate_modules_named_in(&code_of(&text)) {
            if named != module && !below.contains(&named.as_str()) {
                faults.push(format!("{}: {module} names crate::{named}", file.display()));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn only_the_command_line_prints() {
    let printing = ["println!", "eprintln!", "print!(", "eprint!(", "dbg!("];
    let faults: Vec<_> = sources()
        .into_iter()
        .filter(|(module, _, _)| module != "cli")
        .filter(|(_, _, text)| printing.iter().any(|p| code_of(text).contains(p)))
        .map(|(_, file, _)| file)
        .collect();
    assert!(faults.is_empty(), "printing outside cli: {faults:?}");
}

#[test]
fn files_are_touched_only_where_they_belong() {
    let touching = ["std::fs", "File::", "fs::read", "fs::write", "OpenOptions"];
    // Not as the end of a longer name.
    let names = |text: &str, word: &str| {
        let code = code_of(text);
        code.match_indices(word)
            .any(|(at, _)| !code[..at].ends_with(char::is_alphanumeric))
    };
    let faults: Vec<_> = sources()
        .into_iter()
        .filter(|(module, _, _)| !MAY_TOUCH_FILES.contains(&module.as_str()))
        .filter(|(_, _, text)| touching.iter().any(|t| names(text, t)))
        .map(|(_, file, _)| file)
        .collect();
    assert!(faults.is_empty(), "files touched in {faults:?}");
}

#[test]
fn the_binary_only_hands_over() {
    let main = fs::read_to_string(root().join("main.rs")).unwrap();
    assert!(main.lines().count() < 60);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// (module, path, text) of every source file in a module folder.
fn sources() -> Vec<(String, PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let inside = path.strip_prefix(root()).unwrap();
                let module = inside.components().next().unwrap().as_os_str();
                let module = module.to_str().unwrap().trim_end_matches(".rs").to_owned();
                if module != "lib" && module != "main" {
                    let text = fs::read_to_string(&path).unwrap();
                    found.push((module, path, text));
                }
            }
        }
    }
    assert!(found.len() > 10, "the sources were not found");
    found
}

/// The text without comment lines and without the unit tests at its end.
fn code_of(text: &str) -> String {
    text.lines()
        .take_while(|line| !line.starts_with("#[cfg(test)]"))
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn crate_modules_named_in(code: &str) -> Vec<String> {
    code.split("crate::")
        .skip(1)
        .map(|rest| {
            rest.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect::<String>()
        })
        .filter(|name| MAY_KNOW.iter().any(|(module, _)| module == name) || name == "cli")
        .collect()
}
