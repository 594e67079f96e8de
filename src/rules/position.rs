//! Positions: an unchecked [`Setup`] becomes a checked [`Position`].

use std::fmt;

use crate::ruleset::{Capture, Entered, Mechanics, Score, StartFile, Win};
use crate::types::{ByPlayer, Player, Square, SquareSet};

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    Won(Player),
    Draw,
}

impl Outcome {
    /// The outcome of the game with this many pieces home and on the board, or
    /// `None` while it goes on.
    pub fn of(mechanics: &Mechanics, home: ByPlayer<u8>, on: ByPlayer<u8>) -> Option<Outcome> {
        match mechanics.win {
            Win::AllHome => Player::BOTH
                .into_iter()
                .find(|&player| home[player] == mechanics.pieces)
                .map(Outcome::Won),
            Win::MostHome => Player::BOTH
                .into_iter()
                .find(|&player| home[player] > home[!player] + on[!player])
                .map(Outcome::Won)
                .or((on.a + on.b == 0).then_some(Outcome::Draw)),
        }
    }
}

/// What some rulesets must know of a position beside its pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// `o`: the opening is still to come, see
    /// [`Opening`](crate::ruleset::Opening). Where it is the first ply of the
    /// game only the start position has the mark, and it is not written; the
    /// text of a position that is like the start later in a game is therefore
    /// read as the start.
    Unopened,
    /// `w<m>`: so many pieces of the start have not moved and wait. In
    /// rulesets where pieces wait ([`StartFile`](crate::ruleset::StartFile))
    /// every position has it, with `w0` at last.
    Waiting(u8),
    /// `e`: the piece on square 1 of the player about to throw has just been
    /// entered and must move on, see [`Entered`](crate::ruleset::Entered).
    Entered,
}

/// The parts of a position, not yet checked against a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Setup {
    /// Squares of the pieces on the board.
    pub on: ByPlayer<SquareSet>,
    /// Of these, the ones that carry a mark of their own. In rulesets with a
    /// right of exit (`28*`): they have it and do not stand on the square that
    /// wins it. In rulesets where a returned piece must move (`15!`): they are
    /// returned, see [`Returned::MustMove`](crate::ruleset::Returned). No
    /// ruleset has both.
    pub starred: ByPlayer<SquareSet>,
    /// Pieces borne off. What is neither on the board nor home is in hand
    /// where the ruleset has one, else out of the game.
    pub home: ByPlayer<u8>,
    /// What must be known beside the pieces.
    pub mark: Mark,
    /// `None` where the game is over.
    pub to_throw: Option<Player>,
}

/// A position that can stand in a game of its ruleset.
///
/// Ordered and hashed by its parts; small and `Copy`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Bit s = a piece on square s; index 0 is A.
    pub(super) on: [u32; 2],
    /// Subset of `on`: the starred pieces.
    pub(super) starred: [u32; 2],
    pub(super) home: [u8; 2],
    /// 0 or 1: the player about to throw; [`OVER`]: the game is over.
    pub(super) turn: u8,
    /// The [`Mark`]: 0 = none, [`UNOPENED`], [`UNOPENED_START`], [`ENTERED`], or
    /// [`WAITING`] with the number of waiting pieces; beside it [`RETURNS`].
    pub(super) mark: u8,
}

pub(super) const UNOPENED: u8 = 1;
/// As [`UNOPENED`], where it is not written.
pub(super) const UNOPENED_START: u8 = 3;
pub(super) const ENTERED: u8 = 2;
pub(super) const WAITING: u8 = 0x80;
/// In every position of a ruleset with returned pieces: stars are these.
const RETURNS: u8 = 0x40;

/// `Position::turn` of a finished game.
pub(super) const OVER: u8 = 2;

impl Setup {
    /// Whether pieces and thrower are those of the start position.
    pub(super) fn is_start(&self, mechanics: &Mechanics) -> bool {
        let start = &mechanics.start;
        self.on == start.squares
            && self.to_throw == Some(start.to_throw)
            && self.home == ByPlayer::default()
    }
}

impl Mark {
    fn to_byte(self, mechanics: &Mechanics) -> u8 {
        let mark = match self {
            Mark::None => 0,
            Mark::Unopened if mechanics.writes_opening() => UNOPENED,
            Mark::Unopened => UNOPENED_START,
            Mark::Entered => ENTERED,
            Mark::Waiting(pieces) => WAITING | pieces,
        };
        match mechanics.returned_to() {
            None => mark,
            Some(_) => mark | RETURNS,
        }
    }

    fn from_byte(byte: u8) -> Mark {
        match byte & !RETURNS {
            UNOPENED | UNOPENED_START => Mark::Unopened,
            ENTERED => Mark::Entered,
            waiting if waiting & WAITING != 0 => Mark::Waiting(waiting & !WAITING),
            _ => Mark::None,
        }
    }

    /// The mark of the start position.
    fn at_start(mechanics: &Mechanics) -> Mark {
        if mechanics.file == StartFile::Waits {
            Mark::Waiting(mechanics.waiting_at_start())
        } else if mechanics.opening.is_some() {
            Mark::Unopened
        } else {
            Mark::None
        }
    }
}

impl Position {
    /// Checks `setup` against `mechanics`.
    ///
    /// # Errors
    /// Every fault found, not only the first.
    pub fn new(mechanics: &Mechanics, setup: &Setup) -> Result<Position, Vec<PositionFault>> {
        let faults = faults(mechanics, setup);
        if faults.is_empty() {
            Ok(Position::unchecked(mechanics, setup))
        } else {
            Err(faults)
        }
    }

    /// The position of parts that are known to be right: without any check.
    pub(crate) fn unchecked(mechanics: &Mechanics, setup: &Setup) -> Position {
        Position {
            on: [setup.on.a.0, setup.on.b.0],
            starred: [setup.starred.a.0, setup.starred.b.0],
            home: [setup.home.a, setup.home.b],
            turn: setup.to_throw.map_or(OVER, |player| player as u8),
            mark: setup.mark.to_byte(mechanics),
        }
    }

    /// The position in which games of this ruleset begin.
    pub fn start(mechanics: &Mechanics) -> Position {
        let start = &mechanics.start;
        Position {
            on: [start.squares.a.0, start.squares.b.0],
            starred: [0; 2],
            home: [0; 2],
            turn: start.to_throw as u8,
            mark: Mark::at_start(mechanics).to_byte(mechanics),
        }
    }

    /// The parts.
    pub fn setup(&self) -> Setup {
        let sets = |words: [u32; 2]| ByPlayer::new(SquareSet(words[0]), SquareSet(words[1]));
        Setup {
            on: sets(self.on),
            starred: sets(self.starred),
            home: ByPlayer::new(self.home[0], self.home[1]),
            to_throw: self.to_throw(),
            mark: self.mark(),
        }
    }

    /// [`Self::mark`] as a number, different for different marks.
    #[inline(always)]
    pub(crate) fn mark_byte(&self) -> u8 {
        self.mark
    }

    /// Whether the opening is still to come.
    #[inline]
    pub(super) fn is_unopened(&self) -> bool {
        self.mark & UNOPENED != 0 && self.mark & WAITING == 0
    }

    /// What must be known beside the pieces.
    #[inline]
    pub fn mark(&self) -> Mark {
        Mark::from_byte(self.mark)
    }

    /// Squares of the player's pieces on the board.
    #[inline(always)]
    pub fn on(&self, player: Player) -> SquareSet {
        SquareSet(self.on[player.index()])
    }

    /// Of these, the starred ones (see [`Setup::starred`]).
    #[inline(always)]
    pub fn starred(&self, player: Player) -> SquareSet {
        SquareSet(self.starred[player.index()])
    }

    /// Pieces borne off.
    #[inline(always)]
    pub fn home(&self, player: Player) -> u8 {
        self.home[player.index()]
    }

    /// The player about to throw, `None` where the game is over.
    #[inline(always)]
    pub fn to_throw(&self) -> Option<Player> {
        match self.turn {
            0 => Some(Player::A),
            1 => Some(Player::B),
            _ => None,
        }
    }

    /// [`Self::to_throw`] as an index, 0 for A and 1 for B, without a branch;
    /// the game must not be over.
    #[inline(always)]
    pub(crate) fn thrower_index(&self) -> usize {
        debug_assert!(!self.is_over());
        usize::from(self.turn & 1)
    }

    /// Whether the game is over.
    #[inline(always)]
    pub fn is_over(&self) -> bool {
        self.turn == OVER
    }

    /// How the game ended, `None` while it goes on.
    pub fn outcome(&self, mechanics: &Mechanics) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let setup = self.setup();
        Outcome::of(mechanics, setup.home, setup.on.map(|set| set.len() as u8))
    }

    /// What the won game is worth by the ruleset's score; `None` while it goes
    /// on, for a draw, and where the ruleset has no score.
    pub fn score(&self, mechanics: &Mechanics) -> Option<u32> {
        let Some(Outcome::Won(winner)) = self.outcome(mechanics) else {
            return None;
        };
        match mechanics.score {
            Score::None => None,
            Score::Rows => Some(
                self.on(!winner)
                    .iter()
                    .map(|square| 3 - u32::from(square.number() - 1) / 10)
                    .sum(),
            ),
        }
    }
}

/// What is wrong with a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionFault {
    #[error("square {0} is past the end of the track")]
    OffTrack(Square),
    #[error("both players have a piece on square {0}")]
    Overlap(Square),
    #[error("{player} has {on} on the board and {home} home, together {}, where the ruleset has {pieces} pieces a side", on + home)]
    PieceCount {
        player: Player,
        on: u8,
        home: u8,
        pieces: u8,
    },
    #[error("no piece can rest on the trap square {0}")]
    OnTrap(Square),
    #[error("a star marks a piece that has the right of exit, and this ruleset has no such right")]
    StarWithoutRight,
    #[error("{player}'s star on {square} is wrong: {why}")]
    Star {
        player: Player,
        square: Square,
        why: &'static str,
    },
    #[error("{player}'s mark ! on {square} is wrong: {why}")]
    Returned {
        player: Player,
        square: Square,
        why: &'static str,
    },
    #[error("{}", mark_text(*.mark, .right))]
    Mark { mark: Mark, right: String },
    #[error("square {0} of A's track and {1} of B's are one, and both have a piece there")]
    SameCell(Square, Square),
    #[error("both players have all their pieces home")]
    BothHome,
    #[error("the game is over here, so the last letter must be -")]
    Over,
    #[error("the game is not over here, so the last letter must be A or B")]
    NotOver,
}

fn faults(mechanics: &Mechanics, setup: &Setup) -> Vec<PositionFault> {
    let mut faults = Vec::new();
    let track = SquareSet::up_to(mechanics.length);
    let on = setup.on;
    faults.extend(((on.a | on.b) - track).iter().map(PositionFault::OffTrack));
    match &mechanics.cells {
        None => faults.extend((on.a & on.b).iter().map(PositionFault::Overlap)),
        Some(cells) => faults.extend(
            cells
                .shared
                .iter()
                .filter(|&&(a, b)| on.a.contains(a) && on.b.contains(b))
                .map(|&(a, b)| PositionFault::SameCell(a, b)),
        ),
    }
    let may_rest = mechanics.stay.map_or(SquareSet::EMPTY, |stay| stay.on);
    faults.extend(
        ((on.a | on.b) & (mechanics.traps - may_rest))
            .iter()
            .map(PositionFault::OnTrap),
    );
    let count = on.map(|set| set.len() as u8);
    for player in Player::BOTH {
        let (on, home, pieces) = (count[player], setup.home[player], mechanics.pieces);
        let sum = u16::from(on) + u16::from(home);
        let may_lack = mechanics.hand.is_some() || mechanics.capture == Capture::Remove;
        let fits = sum == u16::from(pieces) || may_lack && sum < u16::from(pieces);
        if !fits {
            faults.push(PositionFault::PieceCount {
                player,
                on,
                home,
                pieces,
            });
        }
        star_faults(mechanics, setup, player, &mut faults);
    }
    if faults.is_empty() {
        mark_faults(mechanics, setup, &mut faults);
        if mechanics.win == Win::AllHome && setup.home.a.min(setup.home.b) == mechanics.pieces {
            faults.push(PositionFault::BothHome);
        }
        let over = Outcome::of(mechanics, setup.home, count).is_some();
        match setup.to_throw {
            Some(_) if over => faults.push(PositionFault::Over),
            None if !over => faults.push(PositionFault::NotOver),
            _ => {}
        }
    }
    faults
}

fn star_faults(
    mechanics: &Mechanics,
    setup: &Setup,
    player: Player,
    faults: &mut Vec<PositionFault>,
) {
    let stars = setup.starred[player];
    if mechanics.returned_to().is_some() {
        return returned_faults(mechanics, setup, player, faults);
    }
    let Some(right) = mechanics.right_of_exit else {
        if !stars.is_empty() {
            faults.push(PositionFault::StarWithoutRight);
        }
        return;
    };
    for square in stars.iter() {
        let why = if !setup.on[player].contains(square) {
            "there is no piece of that player"
        } else if square == right.won_on {
            "a piece there always has the right and takes no star"
        } else if !right.lasts_on(square) {
            "the right of exit is lost there"
        } else {
            continue;
        };
        faults.push(PositionFault::Star {
            player,
            square,
            why,
        });
    }
}

fn returned_faults(
    mechanics: &Mechanics,
    setup: &Setup,
    player: Player,
    faults: &mut Vec<PositionFault>,
) {
    for square in setup.starred[player].iter() {
        let why = if Some(square) != mechanics.returned_to() {
            "pieces return to the refuge alone"
        } else if !setup.on[player].contains(square) {
            "there is no piece of that player"
        } else {
            continue;
        };
        faults.push(PositionFault::Returned {
            player,
            square,
            why,
        });
    }
}

fn mark_faults(mechanics: &Mechanics, setup: &Setup, faults: &mut Vec<PositionFault>) {
    let start = &mechanics.start;
    let right = match setup.mark {
        _ if mechanics.file == StartFile::Waits => {
            let at_start = mechanics.waiting_at_start();
            match setup.mark {
                Mark::Waiting(pieces) if pieces <= at_start => {
                    let waiting = SquareSet::up_to(pieces);
                    let stand = |player| setup.on[player] & waiting;
                    let right = |player| start.squares[player] & waiting;
                    if Player::BOTH.map(stand) == Player::BOTH.map(right) {
                        return;
                    }
                    format!("the pieces of the start must still stand on 1 to {pieces}")
                }
                _ => format!("the mark here is w0 to w{at_start}, the pieces that wait"),
            }
        }
        Mark::None => return,
        Mark::Unopened if mechanics.writes_opening() => {
            let opener = mechanics.opening.map(|opening| opening.player);
            if opener.is_none_or(|opener| setup.home[opener] == 0) {
                return;
            }
            "a player with a piece home has opened".to_string()
        }
        Mark::Unopened if mechanics.opening.is_some() => {
            if setup.is_start(mechanics) {
                return;
            }
            "only the start position has it".to_string()
        }
        Mark::Entered
            if mechanics
                .hand
                .is_some_and(|hand| hand.then == Entered::MustMove) =>
        {
            let on_one = |player: Player| setup.on[player].0 >> 1 & 1 == 1;
            if setup.to_throw.is_some_and(on_one) {
                return;
            }
            "the player about to throw must have a piece on 1".to_string()
        }
        _ => "no position of this ruleset has it".to_string(),
    };
    faults.push(PositionFault::Mark {
        mark: setup.mark,
        right,
    });
}

fn mark_text(mark: Mark, right: &str) -> String {
    match mark {
        Mark::None => format!("a mark is missing at the end: {right}"),
        mark => format!("the mark {mark} at the end is wrong: {right}"),
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mark::None => Ok(()),
            Mark::Unopened => f.write_str("o"),
            Mark::Waiting(pieces) => write!(f, "w{pieces}"),
            Mark::Entered => f.write_str("e"),
        }
    }
}

/// The text of RULES section 6: `1,3/2,4 0-0 A`; see [`super::parse_position`].
///
/// Built up by hand and handed on in one piece: listing positions by the
/// million spends most of its time here.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(96);
        let star = if self.mark & RETURNS == 0 { '*' } else { '!' };
        push_side(&mut text, self.on[0], self.starred[0], star);
        text.push('/');
        push_side(&mut text, self.on[1], self.starred[1], star);
        text.push(' ');
        push_number(&mut text, self.home[0]);
        text.push('-');
        push_number(&mut text, self.home[1]);
        text.push_str(match self.to_throw() {
            Some(Player::A) => " A",
            Some(Player::B) => " B",
            None => " -",
        });
        match self.mark() {
            Mark::None => {}
            Mark::Waiting(pieces) => {
                text.push_str(" w");
                push_number(&mut text, pieces);
            }
            Mark::Unopened if self.mark & !RETURNS == UNOPENED_START => {}
            Mark::Unopened => text.push_str(" o"),
            Mark::Entered => text.push_str(" e"),
        }
        f.write_str(&text)
    }
}

fn push_side(text: &mut String, mut on: u32, starred: u32, star: char) {
    if on == 0 {
        text.push('-');
    }
    while on != 0 {
        let square = on.trailing_zeros();
        push_number(text, square as u8);
        if starred >> square & 1 == 1 {
            text.push(star);
        }
        on &= on - 1;
        if on != 0 {
            text.push(',');
        }
    }
}

/// `number` is below 100.
fn push_number(text: &mut String, number: u8) {
    if number >= 10 {
        text.push(char::from(b'0' + number / 10));
    }
    text.push(char::from(b'0' + number % 10));
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
