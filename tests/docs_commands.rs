//! The commands that the README and the documents show work as they stand.

use std::fs;

use assert_cmd::Command;
use clap::error::ErrorKind;

/// Every command of the page: from code blocks and from `inline code`, without
/// a prompt, a remark, or what stands before and after in a pipe.
fn commands(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in page.lines() {
        let pieces: Vec<&str> = if line.contains('`') {
            line.split('`').skip(1).step_by(2).collect()
        } else {
            vec![line.strip_prefix("$ ").unwrap_or(line)]
        };
        for piece in pieces {
            let piece = piece.replace("cargo run --release -- ", "senet ");
            let piece = piece.split("\\|").last().unwrap_or_default().trim();
            let piece = piece.split("  #").next().unwrap_or_default().trim();
            if piece.starts_with("senet ") {
                found.push(piece.to_string());
            }
        }
    }
    found
}

/// The words of a shell command; single quotes are all the quoting there is.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('\'').enumerate() {
        match i % 2 {
            1 => {
                let begun = !text
                    .split('\'')
                    .nth(i - 1)
                    .is_some_and(|s| s.ends_with(' '));
                match words.last_mut() {
                    Some(word) if begun => *word += part,
                    _ => words.push(part.to_string()),
                }
            }
            _ => words.extend(part.split_whitespace().map(str::to_string)),
        }
    }
    words
}

/// Names that stand for what the reader would write.
fn is_pattern(command: &str) -> bool {
    let of_reader = ["ID", "FILE", "COMMAND", "SHELL", "NAME", "DIR", "RULESET"];
    words(command)
        .iter()
        .any(|word| of_reader.contains(&word.as_str()))
}

/// Whether the command ends within seconds and needs no table made before; of
/// every other one only the words are checked.
fn is_quick(arguments: &[String]) -> bool {
    let small = |word: &String| word == "pieces=1" || word == "pieces=2";
    let quick = match arguments[0].as_str() {
        "rules" | "perft" | "moves" | "sticks" | "simulate" | "agents" => true,
        "solve" => arguments.iter().any(small),
        _ => false,
    };
    arguments[0] == "--help" || quick && !arguments.iter().any(|word| word.contains(".senet"))
}

#[test]
fn every_command_in_the_documents_works() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut pages = vec![format!("{root}/README.md")];
    for entry in fs::read_dir(format!("{root}/docs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path.display().to_string());
        }
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, base) in [("my-senet", "anubis-5"), ("leaflet-7", "sawah-7")] {
        let reading = "[readings.exact-exit]\nwhy = \"?\"\nset = { wall = 2 }\n";
        fs::write(
            folder.path().join(format!("{name}.toml")),
            format!("base = \"{base}\"\n{reading}"),
        )
        .unwrap();
    }
    let strategy = "format = \"senet-strategy-1\"\nabout = \"?\"\nrules = [\"prefer bears-off\"]\n";
    fs::write(folder.path().join("mine.toml"), strategy).unwrap();
    let mut run = 0;
    for page in pages {
        for command in commands(&fs::read_to_string(&page).unwrap()) {
            let mut arguments = words(&command)[1..].to_vec();
            if is_pattern(&command) {
                continue;
            }
            if !is_quick(&arguments) {
                let parsed = senet::cli::command().try_get_matches_from(words(&command));
                // A sentence may name a flag without the rest of the command.
                let wrong = [ErrorKind::UnknownArgument, ErrorKind::InvalidSubcommand];
                if let Err(error) = parsed {
                    assert!(!wrong.contains(&error.kind()), "{page}: {command}: {error}");
                }
                continue;
            }
            if arguments[0] == "simulate" {
                if let Some(at) = arguments.iter().position(|word| word == "--games") {
                    arguments.drain(at..at + 2);
                }
                arguments.extend(["--games", "20", "--max-plies", "3000"].map(str::to_string));
                if !arguments.iter().any(|word| word == "--out") {
                    arguments.extend(["--out", "out"].map(str::to_string));
                }
            }
            Command::new(env!("CARGO_BIN_EXE_senet"))
                .current_dir(folder.path())
                .args(&arguments)
                .write_stdin("anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;2\n")
                .assert()
                .success();
            run += 1;
        }
    }
    assert!(run > 12, "only {run} commands were found");
}
