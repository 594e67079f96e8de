use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;

use super::boards;
use super::ruleset_args::Changes;
use crate::rules::record::{GameResult, Record, Step, Written};
use crate::rules::{Mark, Outcome, Position, Rules};
use crate::ruleset::{Fault, Faults, Mechanics, OpenWith, Opening, Place, Ruleset};
use crate::types::Player;

/// Check a game record ply by ply and draw its boards
///
/// Every written detail must be what the rules make of it. At the first that is
/// not, the run ends with exit code 1 and says what would be right. The format is
/// described in docs/game-record.md.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet replay game.senet
  senet replay --boards none *.senet
  senet replay --boards turns - < game.senet")]
pub struct Args {
    /// Records to check; `-` for standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Which boards to draw
    #[arg(long, value_enum, default_value_t = Boards::Last)]
    boards: Boards,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Boards {
    /// At the start and after every ply
    All,
    /// At the start and after every turn
    Turns,
    /// Where the record ends
    Last,
    /// No boards and no plies, only the results
    None,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = BufWriter::new(io::stdout().lock());
    for path in &args.files {
        replay(path, args.boards, &mut out).with_context(|| path.display().to_string())?;
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

fn replay(path: &Path, boards: Boards, out: &mut impl Write) -> anyhow::Result<()> {
    let record: Record = read(path)?.parse()?;
    let ruleset = load(&record)?;
    check_digest(&record, &ruleset)?;
    let mechanics = &ruleset.mechanics;
    let rules = Rules::new(mechanics);
    let start = record.start(&rules)?;
    let replayed = record.replay(&rules);

    writeln!(out, "{}", title(&record))?;
    if matches!(boards, Boards::All | Boards::Turns) {
        draw(&ruleset, &start, out)?;
    }
    if boards != Boards::None {
        for turn in replayed.steps.chunk_by(|a, b| a.line == b.line) {
            write_turn(turn, boards, &ruleset, out)?;
        }
    }
    let end = replayed.steps.last().map_or(start, |step| step.after);
    if boards == Boards::Last {
        draw(&ruleset, &end, out)?;
    }
    match replayed.fault {
        Some(fault) => {
            // What was right so far stands before the message.
            out.flush()?;
            Err(fault.into())
        }
        None => Ok(writeln!(out, "{}", summary(&record, &end, mechanics))?),
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        let mut text = String::new();
        io::stdin().read_to_string(&mut text)?;
        Ok(text)
    } else {
        Ok(fs::read_to_string(path)?)
    }
}

/// The ruleset that the record names, with its changes.
pub(super) fn load(record: &Record) -> anyhow::Result<Ruleset> {
    let values = |list: &[Written<String>]| list.iter().map(|one| one.value.clone()).collect();
    let changes = Changes {
        set: values(&record.sets),
        reading: values(&record.readings),
    };
    changes.load(&record.ruleset.value).map_err(|error| {
        let Some(Faults(faults)) = error.downcast_ref() else {
            return error;
        };
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| in_record(record, fault))
            .collect();
        anyhow::anyhow!(lines.join("\n"))
    })
}

/// A fault of what the header asks for, with the header's line as its place.
fn in_record(record: &Record, fault: &Fault) -> String {
    let asked = |list: &[Written<String>], words: &[String]| {
        let written = list
            .iter()
            .rfind(|written| words.contains(&written.value))?;
        Some(written.line)
    };
    let line = match &fault.place {
        Place::Overlay(overlay) => asked(&record.sets, &overlay.sets)
            .or_else(|| asked(&record.readings, &overlay.readings))
            .unwrap_or(record.ruleset.line),
        Place::Argument(word) => {
            let line = record.ruleset.line;
            return format!("line {line}: ruleset: {word}: {}", fault.without_place());
        }
        // A fault of the ruleset's file, which has its own lines.
        Place::Line { .. } | Place::File(_) => {
            return format!("line {}: {fault}", record.ruleset.line);
        }
    };
    format!("line {line}: {}", fault.without_place())
}

pub(super) fn check_digest(record: &Record, ruleset: &Ruleset) -> anyhow::Result<()> {
    let Some(written) = &record.digest else {
        return Ok(());
    };
    let found = ruleset.mechanics.digest().to_string();
    anyhow::ensure!(
        written.value == found,
        "line {}: the game was played by rules with the digest {}, but {} has {found} here",
        written.line,
        written.value,
        record.ruleset.value
    );
    Ok(())
}

pub(super) fn title(record: &Record) -> String {
    let name = |player: Player| match &record.players[player] {
        Some(name) => format!("{player} = {name}"),
        None => player.to_string(),
    };
    let changes: Vec<String> = record
        .readings
        .iter()
        .map(|reading| format!("reading {}", reading.value))
        .chain(record.sets.iter().map(|set| set.value.clone()))
        .collect();
    let changes = if changes.is_empty() {
        String::new()
    } else {
        format!(" ({})", changes.join(", "))
    };
    format!(
        "{}{changes}: {} against {}",
        record.ruleset.value,
        name(Player::A),
        name(Player::B)
    )
}

/// Writes a turn's plies, on a line each where a board stands after each.
fn write_turn(
    turn: &[Step],
    boards: Boards,
    ruleset: &Ruleset,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let plies_a_line = match boards {
        Boards::All => 1,
        Boards::Turns | Boards::Last | Boards::None => turn.len(),
    };
    for plies in turn.chunks(plies_a_line) {
        write!(out, "{}", plies[0].player)?;
        for step in plies {
            write!(out, " {}", step.ply)?;
        }
        writeln!(out)?;
        if matches!(boards, Boards::All | Boards::Turns) {
            draw(ruleset, &plies[plies.len() - 1].after, out)?;
        }
    }
    Ok(())
}

/// Draws the board between two empty lines; a star marks a piece that has the
/// right of exit where the square alone does not tell, an exclamation mark one
/// that must move. The line below says what else the position knows.
pub(super) fn draw(
    ruleset: &Ruleset,
    position: &Position,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mechanics = &ruleset.mechanics;
    let mark = match mechanics.returned_to() {
        None => "*",
        Some(_) => "!",
    };
    let drawing = boards::draw(
        ruleset,
        |player, square| {
            position.on(player).contains(square).then(|| {
                let starred = position.starred(player).contains(square);
                format!("{player}{}", if starred { mark } else { "" })
            })
        },
        |_| String::new(),
    );
    let next = match position.to_throw() {
        Some(player) => format!("{player} throws{}", to_come(mechanics, position)),
        None => "the game is over".to_string(),
    };
    let home = Player::BOTH.map(|player| position.home(player));
    let mut line = format!("home: A {}, B {}; ", home[0], home[1]);
    if mechanics.hand.is_some() {
        let [a, b] = Player::BOTH.map(|player| {
            u32::from(mechanics.pieces - position.home(player)) - position.on(player).len()
        });
        line += &format!("in hand: A {a}, B {b}; ");
    }
    writeln!(out, "\n{drawing}  {line}{next}\n")?;
    Ok(())
}

/// The mark of a game that goes on, in words.
fn to_come(mechanics: &Mechanics, position: &Position) -> String {
    match (position.mark(), mechanics.opening) {
        (Mark::Waiting(1), _) => "; the piece on 1 has not moved yet".to_string(),
        (Mark::Waiting(last @ 2..), _) => {
            let to = if last == 2 { "and" } else { "to" };
            format!("; the pieces on 1 {to} {last} wait: of them only that on {last} may move")
        }
        (Mark::Unopened, Some(opening)) => {
            let player = opening.player;
            format!("; {player} has still to open{}", how(opening, position))
        }
        (Mark::Entered, _) => "; the piece just entered on 1 must move on".to_string(),
        (Mark::None | Mark::Waiting(0) | Mark::Unopened, _) => String::new(),
    }
}

fn how(opening: Opening, position: &Position) -> String {
    match opening.with {
        OpenWith::Points(points) => {
            let points: Vec<String> = points.iter().map(|t| t.to_string()).collect();
            format!(": it passes until it throws a {}", points.join(" or "))
        }
        OpenWith::Piece(square) if position.on(opening.player).contains(square) => {
            format!(", with the piece on {square} if that can move forward")
        }
        OpenWith::Piece(_) => String::new(),
    }
}

fn summary(record: &Record, end: &Position, mechanics: &Mechanics) -> String {
    let (plies, turns) = (record.plies(), record.turns.len());
    let result = match record.result.value {
        GameResult::Unfinished => format!("unfinished at {end}"),
        GameResult::Finished(Outcome::Draw) => "a draw".to_string(),
        GameResult::Finished(Outcome::Won(player)) => match end.score(mechanics) {
            Some(score) => format!("{player} wins and scores {score}"),
            None => format!("{player} wins"),
        },
    };
    format!("right in all {plies} plies ({turns} turns): {result}")
}
