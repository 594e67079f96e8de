use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use serde::Serialize;

use super::ruleset_args::Changes;
use crate::rules::{Choice, ChoiceKind, Position, Rules, parse_position};

/// List what can come of positions and throws
///
/// Reads lines `RULESET;POSITION;THROW` and prints for each the different
/// positions that the throw can lead to, sorted, joined by ` | `. A pass counts
/// as a choice, so it prints the position after it. A line that is at fault
/// prints `error: line N: what is wrong` in its place, and the exit code is 1 at
/// the end. Blank lines are skipped; they count in N, which starts from 1 in
/// each file.
///
/// With --json each line becomes one JSON object: `line`, `input`, and either
/// `choices` (origin, kind, destination, captured square, trapped, refused,
/// borne off, resulting position of each choice) or `error`. Squares that there
/// are not are null.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  echo 'anubis-5;1,3,5,7,9/2,4,6,8,10 0-0 A;2' | senet moves
  senet moves positions.txt --json
  senet moves --reading free-last < positions.txt")]
pub struct Args {
    /// Files to read; `-` or none for standard input
    files: Vec<PathBuf>,
    /// One JSON object a line instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    changes: Changes,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut lister = Lister {
        out: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        library: Library {
            changes: &args.changes,
            rules: HashMap::new(),
        },
        json: args.json,
        faults: 0,
    };
    let standard_input = [PathBuf::from("-")];
    let files = if args.files.is_empty() {
        &standard_input[..]
    } else {
        &args.files
    };
    for path in files {
        let shown = (files.len() > 1).then_some(path.as_path());
        if path == Path::new("-") {
            lister.list(io::stdin().lock(), shown)
        } else {
            File::open(path)
                .map_err(anyhow::Error::from)
                .and_then(|file| lister.list(file, shown))
        }
        .with_context(|| path.display().to_string())?;
    }
    lister.out.flush()?;
    Ok(if lister.faults == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

struct Lister<'a> {
    out: BufWriter<io::StdoutLock<'static>>,
    library: Library<'a>,
    json: bool,
    faults: u64,
}

impl Lister<'_> {
    /// Answers every line of `input`. `shown` is the file's name where errors
    /// have to tell it.
    fn list(&mut self, input: impl Read, shown: Option<&Path>) -> anyhow::Result<()> {
        let mut reader = BufReader::with_capacity(1 << 16, input);
        let mut bytes = Vec::new();
        for number in 1u64.. {
            // Somebody may be waiting for the answers before asking on.
            if reader.buffer().is_empty() {
                self.out.flush()?;
            }
            bytes.clear();
            if reader.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            if bytes.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let line = bytes.strip_suffix(b"\n").unwrap_or(&bytes);
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            self.answer(number, line, shown)?;
        }
        Ok(())
    }

    fn answer(&mut self, number: u64, bytes: &[u8], shown: Option<&Path>) -> io::Result<()> {
        let answer = std::str::from_utf8(bytes)
            .map_err(|error| format!("byte {} is not UTF-8", error.valid_up_to() + 1))
            .and_then(|line| self.library.query(line))
            .map_err(|what| match shown {
                Some(path) => one_line(&format!("{}: {what}", path.display())),
                None => one_line(&what),
            });
        self.faults += u64::from(answer.is_err());
        if self.json {
            let row = Row {
                line: number,
                input: &String::from_utf8_lossy(bytes),
                choices: answer.as_ref().ok().map(Query::outcomes),
                error: answer.as_ref().err(),
            };
            serde_json::to_writer(&mut self.out, &row)?;
        } else {
            match answer {
                Ok(query) => query.write_positions(&mut self.out)?,
                Err(what) => write!(self.out, "error: line {number}: {what}")?,
            }
        }
        self.out.write_all(b"\n")
    }
}

/// Rulesets kept compiled at once, failed ones included.
const MOST_CACHED: usize = 1024;

/// The rulesets that lines have named so far.
struct Library<'a> {
    changes: &'a Changes,
    /// By the name in the line: the compiled rules, or why there are none.
    rules: HashMap<String, Result<Rules, String>>,
}

impl Library<'_> {
    /// What a line asks, or what is wrong with it.
    fn query(&mut self, line: &str) -> Result<Query<'_>, String> {
        let mut fields = line.split(';');
        let (Some(id), Some(position), Some(throw), None) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            return Err(format!(
                "`{line}` has {} fields divided by `;` instead of 3: RULESET;POSITION;THROW",
                line.split(';').count()
            ));
        };
        let rules = self.rules(id)?;
        let mechanics = rules.mechanics();
        let position = parse_position(mechanics, position).map_err(|error| error.to_string())?;
        if position.is_over() {
            return Err("the game is over in this position, nobody throws".to_string());
        }
        let thrown = mechanics.throws.points();
        let points = thrown.iter().find(|t| is_number(throw, *t));
        let points = points.ok_or_else(|| {
            let known: Vec<String> = thrown.iter().map(|t| t.to_string()).collect();
            format!(
                "`{throw}` is no throw of {id}; its throws are {}",
                known.join(", ")
            )
        })?;
        Ok(Query {
            rules,
            position,
            points,
        })
    }

    fn rules(&mut self, id: &str) -> Result<&Rules, String> {
        if !self.rules.contains_key(id) {
            if self.rules.len() >= MOST_CACHED {
                self.rules.clear();
            }
            let loaded = match self.changes.load(id) {
                Ok(ruleset) => Ok(Rules::new(&ruleset.mechanics)),
                Err(error) => Err(format!("{error:#}")),
            };
            self.rules.insert(id.to_string(), loaded);
        }
        self.rules[id].as_ref().map_err(String::clone)
    }
}

/// A position and a throw, and the rules for both.
struct Query<'a> {
    rules: &'a Rules,
    position: Position,
    points: u8,
}

/// One line of the JSON output.
#[derive(Serialize)]
struct Row<'a> {
    line: u64,
    input: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    choices: Option<Vec<Outcome>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a String>,
}

#[derive(Serialize)]
struct Outcome {
    origin: Option<u8>,
    kind: &'static str,
    destination: Option<u8>,
    captured: Option<u8>,
    trapped: bool,
    refused: bool,
    borne_off: bool,
    position: String,
}

impl Query<'_> {
    fn choices(&self) -> impl Iterator<Item = Choice> + use<> {
        self.rules.choices(&self.position, self.points).iter()
    }

    fn write_positions(&self, out: &mut impl Write) -> io::Result<()> {
        let mut positions: Vec<String> = self
            .choices()
            .map(|choice| {
                let mut after = self.position;
                self.rules.play(&mut after, self.points, choice);
                after.to_string()
            })
            .collect();
        positions.sort_unstable();
        positions.dedup();
        for (i, position) in positions.iter().enumerate() {
            if i > 0 {
                out.write_all(b" | ")?;
            }
            out.write_all(position.as_bytes())?;
        }
        Ok(())
    }

    fn outcomes(&self) -> Vec<Outcome> {
        let square = |number: u8| (number > 0).then_some(number);
        self.choices()
            .map(|choice| {
                let mut after = self.position;
                let event = self.rules.play(&mut after, self.points, choice);
                Outcome {
                    origin: choice.from().map(|from| from.number()),
                    kind: kind_name(choice.kind),
                    destination: square(event.landed),
                    captured: square(event.captured),
                    trapped: event.trapped,
                    refused: event.refused,
                    borne_off: event.off,
                    position: after.to_string(),
                }
            })
            .collect()
    }
}

fn kind_name(kind: ChoiceKind) -> &'static str {
    match kind {
        ChoiceKind::Enter => "enter",
        ChoiceKind::ForwardStay => "forward-stay",
        ChoiceKind::Forward => "forward",
        ChoiceKind::BackwardStay => "backward-stay",
        ChoiceKind::Backward => "backward",
        ChoiceKind::Leave => "leave",
        ChoiceKind::Rethrow => "rethrow",
        ChoiceKind::Decline => "decline",
        ChoiceKind::Pass => "pass",
    }
}

/// Whether `text` is `number` as it is printed.
fn is_number(text: &str, number: u8) -> bool {
    text.parse() == Ok(number) && text.len() == 1 + usize::from(number >= 10)
}

/// `text` without line breaks, so that each answer keeps to its line.
fn one_line(text: &str) -> String {
    let lines: Vec<&str> = text
        .split(char::is_control)
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    lines.join(" ")
}
