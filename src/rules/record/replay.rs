//! From [`Record`] to positions, each written detail checked.

use super::{GameResult, Record, RecordFault, Turn};
use crate::rules::choices::Choice;
use crate::rules::compile::Rules;
use crate::rules::notation::parse_position;
use crate::rules::play::Event;
use crate::rules::ply::Ply;
use crate::rules::position::Position;
use crate::types::Player;

/// A record played through.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The plies before the first fault, all of them where there is none.
    pub steps: Vec<Step>,
    /// The first fault.
    pub fault: Option<RecordFault>,
}

/// One ply of a record, found to be right.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// Line of the record.
    pub line: usize,
    pub player: Player,
    pub ply: Ply,
    pub choice: Choice,
    pub event: Event,
    pub before: Position,
    pub after: Position,
}

impl Record {
    /// The position the recorded game begins in.
    ///
    /// # Errors
    /// The text of `start` is no position of the ruleset.
    pub fn start(&self, rules: &Rules) -> Result<Position, RecordFault> {
        match &self.start {
            None => Ok(rules.start()),
            Some(start) => parse_position(rules.mechanics(), &start.value)
                .map_err(|error| RecordFault::new(start.line, error.to_string())),
        }
    }

    /// Plays the record through by the rules it names, up to the first fault:
    /// a thrower whose turn it is not, points that cannot be thrown, a deed
    /// that is no choice or came out otherwise, a line that holds less or more
    /// than a turn, a result that does not fit.
    pub fn replay(&self, rules: &Rules) -> Replayed {
        let mut replayed = Replayed {
            steps: Vec::new(),
            fault: None,
        };
        replayed.fault = self.run(rules, &mut replayed.steps).err();
        replayed
    }

    fn run(&self, rules: &Rules, steps: &mut Vec<Step>) -> Result<(), RecordFault> {
        let mut position = self.start(rules)?;
        let mut previous: Option<&Turn> = None;
        for turn in &self.turns {
            check_thrower(&position, turn, previous, steps.len() + 1)?;
            for (i, &ply) in turn.plies.iter().enumerate() {
                let number = steps.len() + 1;
                let fault = |what| RecordFault::at_ply(turn.line, number, what);
                if i > 0 && position.to_throw() != Some(turn.player) {
                    return Err(fault(match position.to_throw() {
                        None => format!("the game ended before `{ply}`"),
                        Some(player) => format!(
                            "{}'s turn ended before `{ply}`; {player} throws, on a line of its own",
                            turn.player
                        ),
                    }));
                }
                let (choice, event, after) = find(rules, &position, ply).map_err(fault)?;
                steps.push(Step {
                    line: turn.line,
                    player: turn.player,
                    ply,
                    choice,
                    event,
                    before: position,
                    after,
                });
                position = after;
            }
            previous = Some(turn);
        }
        let reached = position
            .outcome(rules.mechanics())
            .map_or(GameResult::Unfinished, GameResult::Finished);
        if reached != self.result.value {
            return Err(RecordFault::new(
                self.result.line,
                format!(
                    "the result should be {reached}, not {}: the record ends with {position}",
                    self.result.value
                ),
            ));
        }
        Ok(())
    }
}

/// Whether `turn`, whose first ply is number `ply`, may begin here.
fn check_thrower(
    position: &Position,
    turn: &Turn,
    previous: Option<&Turn>,
    ply: usize,
) -> Result<(), RecordFault> {
    let fault = |what| Err(RecordFault::at_ply(turn.line, ply, what));
    match (position.to_throw(), previous) {
        (None, _) => fault("the game is over before this line".to_string()),
        (Some(player), Some(before)) if player == before.player && player == turn.player => {
            fault(format!(
                "{player}'s turn goes on, so this belongs on line {}",
                before.line
            ))
        }
        (Some(player), Some(before)) if player == before.player => fault(format!(
            "{player}'s turn on line {} has not ended: another throw is missing there",
            before.line
        )),
        (Some(player), _) if player != turn.player => fault(format!(
            "it is {player}'s turn to throw, not {}'s",
            turn.player
        )),
        _ => Ok(()),
    }
}

/// The choice that `ply` tells of and what it leads to, or what is wrong.
fn find(rules: &Rules, position: &Position, ply: Ply) -> Result<(Choice, Event, Position), String> {
    let points = rules.mechanics().throws.points();
    if ply.points > crate::types::MAX_POINTS || !points.contains(ply.points) {
        let known: Vec<String> = points.iter().map(|t| t.to_string()).collect();
        return Err(format!(
            "{} points cannot be thrown; the throws are {}",
            ply.points,
            known.join(", ")
        ));
    }
    let mut others = Vec::new();
    for choice in rules.choices(position, ply.points).iter() {
        let mut after = *position;
        let event = rules.play(&mut after, ply.points, choice);
        let played = Ply::of(ply.points, choice, &event);
        if played == ply {
            return Ok((choice, event, after));
        }
        others.push(played);
    }
    let of_same_piece: Vec<Ply> = others
        .iter()
        .copied()
        .filter(|other| ply.deed.from().is_some() && other.deed.from() == ply.deed.from())
        .collect();
    let (what, list) = if of_same_piece.is_empty() {
        ("is no legal choice", &others)
    } else {
        ("is not how that piece moves", &of_same_piece)
    };
    let list: Vec<String> = list.iter().map(ToString::to_string).collect();
    Err(format!(
        "`{ply}` {what} in {position}; right would be {}",
        list.join(" or ")
    ))
}
