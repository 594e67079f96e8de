use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

use super::contest::{self, Named};
use super::interrupt::{self, Kept};
use super::method::{Method, deed, rank};
use super::numbers;
use super::replay;
use super::ruleset_args::Changes;
use crate::agent::{Agent, Stream};
use crate::arena::{Caster, Chance, Seeded};
use crate::report::{can_write, write_whole};
use crate::rules::record::{GameResult, Record, Written};
use crate::rules::{Choice, Outcome, Ply, Position, Rules};
use crate::ruleset::Ruleset;
use crate::types::{ByPlayer, Player};

/// Play against an agent
///
/// Your choices are numbered; a throw that leaves no choice is played for you.
/// Beside a number you can type: h for a hint, u to take back your last choice
/// (the throws stay the same), b for the board, q to stop. The game is saved as
/// a record, also where you stop before its end. Works with piped input.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  senet play
  senet play nile-5-six --agent expectimax:depth=2 --seat B --record mine.senet
  printf '1\\n1\\nq\\n' | senet play anubis-5 --set pieces=2 --seed 3")]
pub struct Args {
    /// Id or path of the ruleset
    #[arg(default_value = "anubis-5")]
    ruleset: String,
    /// Your opponent
    #[arg(long, value_name = "AGENT", default_value = "cautious")]
    agent: String,
    /// Your seat; A throws first in most games
    #[arg(long, value_enum, ignore_case = true, default_value_t = Seat::A)]
    seat: Seat,
    /// Agent that gives hints
    #[arg(long, value_name = "AGENT", default_value = "expectimax:depth=1")]
    hints: String,
    /// Hints from true values instead: a table file, or `solve`
    #[arg(long, value_name = "FILE", conflicts_with = "hints")]
    table: Option<String>,
    /// Seed of the throws and the agent
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::whole(0..=u64::MAX))]
    seed: u64,
    /// File to save the record to; it must not be there yet
    #[arg(long, value_name = "FILE", default_value = "game.senet")]
    record: PathBuf,
    #[command(flatten)]
    changes: Changes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    A,
    B,
}

/// A game between a person and an agent.
struct Session<'a> {
    ruleset: &'a Ruleset,
    rules: &'a Rules,
    you: Player,
    agent: &'a Named,
    hints: &'a Method,
    seed: u64,
    chance: Seeded<'a>,
    /// Thrown so far; a ply taken back keeps its throw.
    throws: Vec<u8>,
    stream: Stream,
    plies: Vec<Played>,
    position: Position,
}

/// A ply that was played, with all it takes to go back.
struct Played {
    before: Position,
    stream: Stream,
    player: Player,
    points: u8,
    choice: Choice,
    /// Whether the person had something to choose.
    chosen: bool,
}

/// What the person wants.
enum Answer {
    Take(Choice),
    Undo,
    Stop,
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let rulesets = [args.changes.load(&args.ruleset)?];
    let [ruleset] = &rulesets;
    if args.record.exists() {
        bail!(
            "--record {}: the file is there already; give another name",
            args.record.display()
        );
    }
    can_write(&args.record)?;
    let agent = Named::new(&args.agent)?;
    agent.check(&rulesets)?;
    let mut hints = match &args.table {
        None => Method::agents(std::slice::from_ref(&args.hints), &rulesets)?,
        Some(table) => contest::truths(std::slice::from_ref(table), &rulesets)?
            .into_iter()
            .flatten()
            .map(Method::Truth)
            .collect(),
    };
    let hints = hints.pop().context("one method was asked for")?;
    let rules = Rules::new(&ruleset.mechanics);
    let caster = Caster::new(&ruleset.mechanics.throws);
    let seeds = contest::seeds(args.seed, ruleset);
    let you = match args.seat {
        Seat::A => Player::A,
        Seat::B => Player::B,
    };
    let mut session = Session {
        ruleset,
        rules: &rules,
        you,
        agent: &agent,
        hints: &hints,
        seed: args.seed,
        chance: caster.seeded(seeds.throws(0)),
        throws: Vec::new(),
        stream: seeds.agent(0, !you),
        plies: Vec::new(),
        position: rules.start(),
    };
    let mut out = io::stdout().lock();
    let input = Input {
        lines: lines(),
        interrupted: interrupt::watch(Kept::Game)?,
    };
    session.play(&input, &mut out)?;
    let record = session.record(ruleset);
    let mut text = record.to_string();
    if !agent.reproducible {
        // A comment: the second line is the first that may be one.
        let at = text.find('\n').map_or(text.len(), |end| end + 1);
        let name = contest::marked(&agent.text, false);
        text.insert_str(at, &format!("# {name}\n"));
    }
    write_whole(&args.record, text.as_bytes())?;
    writeln!(out, "saved as {}", args.record.display())?;
    Ok(interrupt::exit_code())
}

/// What the person types.
struct Input {
    lines: Receiver<io::Result<Vec<u8>>>,
    interrupted: &'static AtomicBool,
}

impl Input {
    /// How long a signal may wait to be noticed.
    const PATIENCE: Duration = Duration::from_millis(50);

    /// The next line; none at the end of the input and when a signal has come.
    fn line(&self) -> io::Result<Option<String>> {
        while !self.interrupted.load(Ordering::Relaxed) {
            match self.lines.recv_timeout(Self::PATIENCE) {
                Ok(line) => return Ok(Some(String::from_utf8_lossy(&line?).into_owned())),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(None)
    }
}

/// The lines of the standard input, read by a thread of their own: a signal does
/// not end the wait for one.
fn lines() -> Receiver<io::Result<Vec<u8>>> {
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let mut line = Vec::new();
            let read = input.read_until(b'\n', &mut line);
            let ends = !matches!(read, Ok(1..));
            if !matches!(read, Ok(0)) && sender.send(read.map(|_| line)).is_err() || ends {
                break;
            }
        }
    });
    lines
}

impl Session<'_> {
    fn play(&mut self, input: &Input, out: &mut impl Write) -> anyhow::Result<()> {
        let agent = contest::marked(&self.agent.text, self.agent.reproducible);
        writeln!(out, "You are {}, against {agent}.", self.you)?;
        replay::draw(self.ruleset, &self.position, out)?;
        while let Some(player) = self.position.to_throw() {
            let points = self.next_throw();
            let choices = self.rules.choices(&self.position, points);
            let chosen = player == self.you && choices.len() > 1;
            let choice = if player != self.you {
                let before = self.stream.clone();
                let choice = self.agent.agent.choose(
                    self.rules,
                    &self.position,
                    points,
                    &choices,
                    &mut self.stream,
                );
                self.push(player, points, choice, before, chosen);
                self.tell(out)?;
                continue;
            } else if chosen {
                match self.ask(points, input, out)? {
                    Answer::Take(choice) => choice,
                    Answer::Undo => {
                        self.undo(out)?;
                        continue;
                    }
                    Answer::Stop => return Ok(()),
                }
            } else {
                choices.nth(0)
            };
            let stream = self.stream.clone();
            self.push(player, points, choice, stream, chosen);
            self.tell(out)?;
        }
        replay::draw(self.ruleset, &self.position, out)?;
        match self.position.outcome(self.rules.mechanics()) {
            Some(Outcome::Won(player)) if player == self.you => writeln!(out, "You win.")?,
            Some(Outcome::Won(player)) => writeln!(out, "{player} wins.")?,
            Some(Outcome::Draw) | None => writeln!(out, "A draw.")?,
        }
        Ok(())
    }

    fn next_throw(&mut self) -> u8 {
        if let Some(&points) = self.throws.get(self.plies.len()) {
            return points;
        }
        let points = self.chance.throw();
        self.throws.push(points);
        points
    }

    fn push(&mut self, player: Player, points: u8, choice: Choice, stream: Stream, chosen: bool) {
        self.plies.push(Played {
            before: self.position,
            stream,
            player,
            points,
            choice,
            chosen,
        });
        self.rules.play(&mut self.position, points, choice);
    }

    /// Says what the last ply was.
    fn tell(&self, out: &mut impl Write) -> io::Result<()> {
        let Some(ply) = self.plies.last() else {
            return Ok(());
        };
        let text = deed(self.rules, &ply.before, ply.points, ply.choice);
        writeln!(out, "{} throws {}: {text}", ply.player, ply.points)
    }

    /// Asks until there is an answer that means something; the end of the
    /// input and a signal are wishes to stop.
    fn ask(&self, points: u8, input: &Input, out: &mut impl Write) -> anyhow::Result<Answer> {
        replay::draw(self.ruleset, &self.position, out)?;
        let choices: Vec<Choice> = self.rules.choices(&self.position, points).iter().collect();
        writeln!(out, "You throw {points}.")?;
        for (number, &choice) in (1..).zip(&choices) {
            let text = deed(self.rules, &self.position, points, choice);
            writeln!(out, "{number:>3}  {text}")?;
        }
        loop {
            write!(out, "number, h, u, b or q> ")?;
            out.flush()?;
            let Some(line) = input.line()? else {
                writeln!(out)?;
                return Ok(Answer::Stop);
            };
            match line.trim() {
                "q" => return Ok(Answer::Stop),
                "u" if self.plies.iter().any(|ply| ply.chosen) => return Ok(Answer::Undo),
                "u" => writeln!(out, "There is no choice of yours to take back.")?,
                "b" => replay::draw(self.ruleset, &self.position, out)?,
                "h" => self.hint(points, out)?,
                text => match text.parse::<usize>() {
                    Ok(number) if (1..=choices.len()).contains(&number) => {
                        return Ok(Answer::Take(choices[number - 1]));
                    }
                    _ => writeln!(
                        out,
                        "`{text}`: type a number from 1 to {}, h for a hint, u to take back, b for \
                         the board, q to stop",
                        choices.len()
                    )?,
                },
            }
        }
    }

    fn hint(&self, points: u8, out: &mut impl Write) -> anyhow::Result<()> {
        let mut stream = Stream::new(self.seed);
        let assessed = self
            .hints
            .assess(self.rules, &self.position, points, &mut stream);
        for ranked in rank(self.rules, &self.position, points, &assessed) {
            writeln!(
                out,
                "     {:<10} {:.1} % to win, loses {:.1} %",
                ranked.text,
                100.0 * ranked.equity,
                100.0 * ranked.regret
            )?;
        }
        Ok(())
    }

    /// Back to the person's last choice.
    fn undo(&mut self, out: &mut impl Write) -> io::Result<()> {
        while let Some(ply) = self.plies.pop() {
            self.position = ply.before;
            self.stream = ply.stream;
            if ply.chosen {
                break;
            }
        }
        writeln!(out, "Taken back.")
    }

    fn record(&self, ruleset: &Ruleset) -> Record {
        let names = [self.you, !self.you].map(|player| {
            if player == self.you {
                "person".to_string()
            } else {
                self.agent.text.clone()
            }
        });
        let [person, agent] = names.map(Some);
        let outcome = self.position.outcome(self.rules.mechanics());
        let mut record = Record {
            ruleset: Written::new(ruleset.id.clone()),
            digest: Some(Written::new(ruleset.digest().to_string())),
            readings: ruleset.applied.iter().cloned().map(Written::new).collect(),
            sets: ruleset.changed.iter().cloned().map(Written::new).collect(),
            seed: Some(self.seed),
            players: match self.you {
                Player::A => ByPlayer::new(person, agent),
                Player::B => ByPlayer::new(agent, person),
            },
            result: Written::new(outcome.map_or(GameResult::Unfinished, GameResult::Finished)),
            ..Record::default()
        };
        for ply in &self.plies {
            let mut after = ply.before;
            let event = self.rules.play(&mut after, ply.points, ply.choice);
            record.push(ply.player, Ply::of(ply.points, ply.choice, &event));
        }
        record
    }
}
