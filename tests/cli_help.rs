//! Every subcommand explains itself by examples that its own parser takes.

use assert_cmd::Command;

/// Appends the subcommands of `command`, and theirs, by full name.
fn collect(command: &clap::Command, name: &str, into: &mut Vec<(String, clap::Command)>) {
    for subcommand in command.get_subcommands() {
        let name = format!("{name} {}", subcommand.get_name());
        collect(subcommand, &name, into);
        into.push((name, subcommand.clone()));
    }
}

fn subcommands() -> Vec<(String, clap::Command)> {
    let mut list = Vec::new();
    collect(&senet::cli::command(), "senet", &mut list);
    assert!(list.len() > 1);
    list
}

/// The example lines of a subcommand's help.
fn examples(command: &clap::Command) -> Vec<String> {
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    let (_, list) = help.split_once("Examples:\n").unwrap_or_default();
    list.lines().map(|line| line.trim().to_string()).collect()
}

#[test]
fn every_subcommand_has_examples_of_itself() {
    for (name, command) in subcommands() {
        let examples = examples(&command);
        assert!(
            examples.iter().any(|example| example.contains(&name)),
            "{name} --help has no examples of it: {examples:?}"
        );
    }
}

/// The words of a shell command; single quotes are all the quoting there is.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_string());
        } else {
            words.extend(part.split_whitespace().map(str::to_string));
        }
    }
    words
}

#[test]
fn every_example_is_a_command_line_that_parses() {
    for (name, command) in subcommands() {
        for example in examples(&command) {
            let Some(start) = example.find("senet ") else {
                continue;
            };
            let typed = example[start..]
                .split([' '])
                .take_while(|word| !matches!(*word, "|" | "<" | ">" | "&&"))
                .collect::<Vec<_>>()
                .join(" ");
            if let Err(error) = senet::cli::command().try_get_matches_from(words(&typed)) {
                panic!("{name}: `{example}`: {error}");
            }
        }
    }
}

#[test]
fn help_prints_the_examples() {
    for (name, _) in subcommands() {
        let output = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(name.split(' ').skip(1))
            .arg("--help")
            .output()
            .unwrap();
        assert!(output.status.success(), "{name}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("Examples:"), "{name}: {text}");
    }
}

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = Command::new(env!("CARGO_BIN_EXE_senet"))
            .args(["completions", shell])
            .output()
            .unwrap();
        assert!(output.status.success());
        let script = String::from_utf8(output.stdout).unwrap();
        for (name, _) in subcommands() {
            let last = name.split(' ').next_back().unwrap();
            assert!(script.contains(last), "{shell} lacks {last}");
        }
    }
}
