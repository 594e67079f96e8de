//! What a rule list can say of a choice: its words and what they measure.

use crate::rules::{Choice, ChoiceKind, Event, Position, Rules};
use crate::ruleset::{Capture, Pairs};
use crate::types::{Player, SquareSet};

/// Something true or false of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    BearsOff,
    Captures,
    Backward,
    Stays,
    SentBack,
    Wet,
    ThrowsAgain,
    Declines,
    LandsSafe,
    LandsPaired,
    LeavesPair,
}

/// Something counted after a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    Pips,
    OpponentPips,
    Paired,
    OpponentPaired,
    Walls,
    Exposed,
    Targets,
    Safe,
    Hindmost,
    Origin,
}

/// Something true or false of the position before the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Ahead,
    Behind,
    Contact,
    Race,
}

/// Words, what they stand for and what they mean.
pub type Words<T> = [(&'static str, T, &'static str)];

pub const FACTS: &Words<Fact> = &[
    ("bears-off", Fact::BearsOff, "a piece is borne off"),
    (
        "captures",
        Fact::Captures,
        "an opponent's piece is captured",
    ),
    ("backward", Fact::Backward, "the move goes backward"),
    ("stays", Fact::Stays, "the piece stays on a trap"),
    (
        "sent-back",
        Fact::SentBack,
        "the piece goes to the refuge, by a trap, a refused exit or of its own will",
    ),
    (
        "wet",
        Fact::Wet,
        "it stays on a trap, is held or is sent back",
    ),
    (
        "throws-again",
        Fact::ThrowsAgain,
        "the same player throws again",
    ),
    (
        "declines",
        Fact::Declines,
        "nothing moves although something could, and the turn ends",
    ),
    (
        "lands-safe",
        Fact::LandsSafe,
        "the piece comes to rest on a safe square",
    ),
    (
        "lands-paired",
        Fact::LandsPaired,
        "the piece comes to rest beside one of its own",
    ),
    (
        "leaves-pair",
        Fact::LeavesPair,
        "the piece had one of its own beside it",
    ),
];

pub const QUANTITIES: &Words<Quantity> = &[
    (
        "pips",
        Quantity::Pips,
        "squares the own pieces have still to go",
    ),
    (
        "opponent-pips",
        Quantity::OpponentPips,
        "squares the opponent's have still to go",
    ),
    (
        "paired",
        Quantity::Paired,
        "own pieces with one of their own beside them",
    ),
    (
        "opponent-paired",
        Quantity::OpponentPaired,
        "the same of the opponent",
    ),
    (
        "walls",
        Quantity::Walls,
        "own pieces that stand in a row of three or more",
    ),
    (
        "exposed",
        Quantity::Exposed,
        "own unprotected pieces within one throw of an opponent's piece behind them",
    ),
    (
        "targets",
        Quantity::Targets,
        "the opponent's unprotected pieces within one throw of an own piece behind them",
    ),
    ("safe", Quantity::Safe, "own pieces on safe squares"),
    (
        "hindmost",
        Quantity::Hindmost,
        "the square of the own piece furthest behind, or one past the end",
    ),
    (
        "origin",
        Quantity::Origin,
        "the square the moved piece came from, 0 if none moved",
    ),
];

pub const CONDITIONS: &Words<Condition> = &[
    (
        "ahead",
        Condition::Ahead,
        "the own pieces have fewer squares to go",
    ),
    (
        "behind",
        Condition::Behind,
        "the own pieces have more squares to go",
    ),
    (
        "contact",
        Condition::Contact,
        "pieces of both sides have yet to pass each other",
    ),
    ("race", Condition::Race, "they have not"),
];

/// A choice looked at: before and after.
pub struct Look<'a> {
    rules: &'a Rules,
    before: &'a Position,
    after: Position,
    event: Event,
    mover: Player,
    pub choice: Choice,
}

impl<'a> Look<'a> {
    /// `choice` must be legal; the position must not be over.
    pub fn new(rules: &'a Rules, before: &'a Position, points: u8, choice: Choice) -> Look<'a> {
        let mut after = *before;
        let event = rules.play(&mut after, points, choice);
        Look {
            rules,
            before,
            after,
            event,
            mover: before.to_throw().expect("a game that goes on"),
            choice,
        }
    }

    pub fn holds(&self, condition: Condition) -> bool {
        let lead = self.pips(self.before, !self.mover) - self.pips(self.before, self.mover);
        let (own, other) = (self.before.on(self.mover), self.before.on(!self.mover));
        // Each hindmost piece behind the other's foremost.
        let passed = |a: SquareSet, b: SquareSet| a.first() > b.last();
        let to_enter = Player::BOTH
            .iter()
            .any(|&player| self.in_hand(self.before, player) > 0);
        let race = !to_enter && (passed(own, other) || passed(other, own));
        match condition {
            Condition::Ahead => lead > 0,
            Condition::Behind => lead < 0,
            Condition::Contact => !race,
            Condition::Race => race,
        }
    }

    pub fn fact(&self, fact: Fact) -> bool {
        let kind = self.choice.kind;
        let stays = matches!(kind, ChoiceKind::ForwardStay | ChoiceKind::BackwardStay);
        let sent_back = self.event.trapped || self.event.refused || kind == ChoiceKind::Leave;
        let landed = SquareSet(1 << self.event.landed & !1);
        let held = landed & self.rules.mechanics().held();
        match fact {
            Fact::BearsOff => self.event.off,
            Fact::Captures => self.event.captured != 0,
            Fact::Backward => matches!(kind, ChoiceKind::Backward | ChoiceKind::BackwardStay),
            Fact::Stays => stays,
            Fact::SentBack => sent_back,
            Fact::Wet => stays || sent_back || !held.is_empty(),
            Fact::ThrowsAgain => !self.event.turn_ended,
            Fact::Declines => kind == ChoiceKind::Decline,
            Fact::LandsSafe => !(landed & self.rules.mechanics().safe).is_empty(),
            Fact::LandsPaired => !(landed & with_neighbour(self.after.on(self.mover))).is_empty(),
            Fact::LeavesPair => self
                .choice
                .from()
                .is_some_and(|from| with_neighbour(self.before.on(self.mover)).contains(from)),
        }
    }

    pub fn quantity(&self, quantity: Quantity) -> i32 {
        let (own, other) = (self.after.on(self.mover), self.after.on(!self.mover));
        let count = |set: SquareSet| set.len() as i32;
        match quantity {
            Quantity::Pips => self.pips(&self.after, self.mover),
            Quantity::OpponentPips => self.pips(&self.after, !self.mover),
            Quantity::Paired => count(with_neighbour(own)),
            Quantity::OpponentPaired => count(with_neighbour(other)),
            Quantity::Walls => count(in_threes(own)),
            Quantity::Exposed => self.within_reach(!self.mover),
            Quantity::Targets => self.within_reach(self.mover),
            Quantity::Safe => count(own & self.rules.mechanics().safe),
            Quantity::Hindmost => own.first().map_or_else(
                || i32::from(self.rules.mechanics().length) + 1,
                |square| i32::from(square.number()),
            ),
            Quantity::Origin => self
                .choice
                .from()
                .map_or(0, |square| i32::from(square.number())),
        }
    }

    fn pips(&self, position: &Position, player: Player) -> i32 {
        let past = i32::from(self.rules.mechanics().length) + 1;
        let on_board: i32 = position
            .on(player)
            .iter()
            .map(|square| past - i32::from(square.number()))
            .sum();
        on_board + past * self.in_hand(position, player) as i32
    }

    fn in_hand(&self, position: &Position, player: Player) -> u32 {
        let mechanics = self.rules.mechanics();
        match mechanics.hand {
            None => 0,
            Some(_) => {
                u32::from(mechanics.pieces - position.home(player)) - position.on(player).len()
            }
        }
    }

    /// The other side's unprotected pieces one throw ahead of a piece of
    /// `hitter`, after the choice.
    fn within_reach(&self, hitter: Player) -> i32 {
        let mechanics = self.rules.mechanics();
        if mechanics.capture == Capture::None {
            return 0;
        }
        let hand = u64::from(self.in_hand(&self.after, hitter) > 0);
        let from = hand | u64::from(self.after.on(hitter).0);
        let targets = mechanics.seen_by(hitter, self.after.on(!hitter));
        let paired = match mechanics.pairs[!hitter] {
            Pairs::None => SquareSet::EMPTY,
            Pairs::Any | Pairs::Ends => with_neighbour(targets),
        };
        let reach = mechanics
            .throws
            .throws()
            .iter()
            .fold(0, |reach, throw| reach | from << throw.points);
        ((targets - mechanics.safe - paired) & SquareSet(reach as u32)).len() as i32
    }
}

/// Those with another of the set on a neighbouring square.
fn with_neighbour(set: SquareSet) -> SquareSet {
    SquareSet(set.0 & (set.0 << 1 | set.0 >> 1))
}

/// Those in a row of three or more.
fn in_threes(set: SquareSet) -> SquareSet {
    let first = set.0 & set.0 >> 1 & set.0 >> 2;
    SquareSet(first | first << 1 | first << 2)
}
