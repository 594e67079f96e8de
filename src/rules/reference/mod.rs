//! The slow twin of the compiled engine: the rules again, square by square,
//! written from their prose and from nothing else.
//!
//! It exists to be compared with [`Rules`](super::Rules) and shares no code
//! with it but the types of its answers. A board is an array of squares, every
//! question is asked by walking along it, and every choice is answered
//! together with the position after it.
//!
//! Where the mechanics are combined as no source does, the conditions simply
//! add up: a piece on an exit-only square is not refused exit either, a gate
//! stops a refused exit as it stops any other forward move, and no points move
//! no piece.

mod board;
mod moves;

use crate::ruleset::{
    AfterPass, Backward, Capture, GateMode, Grants, Leave, Mechanics, Pairs, Passing, Protection,
    Search, StartFile, TrapTo, Win,
};
use crate::types::{Player, SquareSet};

use self::board::Board;
use self::moves::{Direction, OnTrap, square};
use super::choices::{Choice, ChoiceKind};
use super::position::{Outcome, Position, Setup};

/// Whether this twin knows all the mechanics of a ruleset.
pub fn supports(mechanics: &Mechanics) -> bool {
    let plain = Mechanics {
        grants: Grants::default(),
        group_limit: mechanics.length,
        gate_mode: GateMode::Exact,
        divert: None,
        bump: None,
        trap_to: TrapTo::Refuge,
        off_none_below: 1,
        only_from: SquareSet::EMPTY,
        hold: None,
        opening: None,
        file: StartFile::Free,
        hand: None,
        sweep: SquareSet::EMPTY,
        cells: None,
        score: mechanics.score,
        ..mechanics.clone()
    };
    let everything = matches!(
        mechanics.backward,
        Backward::Forced {
            protection: Protection::Everything,
            ..
        }
    );
    let search = mechanics.refuge.map(|refuge| refuge.search);
    *mechanics == plain
        && !everything
        && search != Some(Search::Only)
        && matches!(mechanics.capture, Capture::Swap | Capture::Remove)
        && Player::BOTH
            .into_iter()
            .all(|player| mechanics.pairs[player] != Pairs::Ends)
}

/// Every legal choice of the player about to throw, with the position after
/// it, in canonical order. There is always at least one.
///
/// # Panics
/// Where the twin does not know the mechanics ([`supports`]), where the game is over, or where a choice would lead to a position that
/// cannot stand in a game of these mechanics.
pub fn choices(mechanics: &Mechanics, position: &Position, points: u8) -> Vec<(Choice, Position)> {
    assert!(supports(mechanics), "mechanics that the reference lacks");
    let setup = position.setup();
    let mover = setup.to_throw.expect("the game goes on");
    let ply = Ply {
        mechanics,
        board: Board::of(mechanics, &setup),
        mover,
        points,
    };
    let mut choices: Vec<(Choice, Position)> = ply
        .choices()
        .into_iter()
        .map(|(choice, board)| {
            let after = ply.setup_after(choice, &board);
            let position = Position::new(mechanics, &after)
                .unwrap_or_else(|faults| panic!("{choice:?} in {position}: {faults:?}"));
            (choice, position)
        })
        .collect();
    choices.sort_by_key(|&(choice, _)| choice);
    choices
}

/// How the game stands: `None` while it goes on. Who is to throw plays no part.
pub fn outcome(mechanics: &Mechanics, setup: &Setup) -> Option<Outcome> {
    let on = setup.on.map(|set| set.iter().count() as u8);
    let wins = |player: Player| match mechanics.win {
        Win::AllHome => setup.home[player] == mechanics.pieces,
        Win::MostHome => setup.home[player] > setup.home[!player] + on[!player],
    };
    let board_is_empty = on.a == 0 && on.b == 0;
    if wins(Player::A) {
        Some(Outcome::Won(Player::A))
    } else if wins(Player::B) {
        Some(Outcome::Won(Player::B))
    } else if mechanics.win == Win::MostHome && board_is_empty {
        Some(Outcome::Draw)
    } else {
        None
    }
}

/// One throw in one position.
struct Ply<'a> {
    mechanics: &'a Mechanics,
    board: Board,
    mover: Player,
    points: u8,
}

impl Ply<'_> {
    fn choices(&self) -> Vec<(Choice, Board)> {
        let stayers: Vec<u8> = self
            .origins()
            .into_iter()
            .filter(|&from| self.is_stay_square(from))
            .collect();
        let mut choices = if stayers.is_empty() {
            self.choices_of_the_free()
        } else {
            self.choices_of_stayers(&stayers)
        };
        let nothing_moves = || self.board.clone();
        if choices.is_empty() {
            choices.push((Choice::PASS, nothing_moves()));
            return choices;
        }
        let could_leave = choices
            .iter()
            .any(|(choice, _)| choice.kind == ChoiceKind::Leave);
        if could_leave || self.mechanics.passing == Passing::Free {
            choices.push((Choice::DECLINE, nothing_moves()));
        }
        choices
    }

    /// Forward moves, else backward moves, and the rethrow beside either.
    fn choices_of_the_free(&self) -> Vec<(Choice, Board)> {
        let forward = self.moves(Direction::Forward);
        let mut choices = if !forward.is_empty() {
            self.narrowed_to_must_leave(forward)
        } else if self.mechanics.backward != Backward::None {
            self.moves(Direction::Backward)
        } else {
            Vec::new()
        };
        if let Some(rethrow) = self.mechanics.rethrow
            && rethrow.points.contains(self.points)
            && self.board.owner(rethrow.from.number()) == Some(self.mover)
        {
            choices.push((Choice::RETHROW, self.board.clone()));
        }
        choices
    }

    fn narrowed_to_must_leave(&self, forward: Vec<(Choice, Board)>) -> Vec<(Choice, Board)> {
        let must = |&(choice, _): &(Choice, Board)| {
            choice
                .from()
                .is_some_and(|from| self.mechanics.must_leave.contains(from))
        };
        if forward.iter().any(must) {
            forward.into_iter().filter(must).collect()
        } else {
            forward
        }
    }

    /// Bearing off, or else, where the ruleset has it, leaving for the refuge.
    fn choices_of_stayers(&self, stayers: &[u8]) -> Vec<(Choice, Board)> {
        let mut choices = Vec::new();
        for &from in stayers {
            if self.runs_past_the_end(from) && self.way_is_open(from, Direction::Forward) {
                choices.extend(self.bear_off(from).map(|board| {
                    let choice = Choice::moving(ChoiceKind::Forward, square(from));
                    (choice, board)
                }));
            }
        }
        let leave = self.mechanics.stay.map(|stay| stay.leave);
        if choices.is_empty() && leave == Some(Leave::Later) {
            for &from in stayers {
                if !self.throw_bears_off(from)
                    && let Some(board) = self.to_refuge(self.board.clone(), from)
                {
                    choices.push((Choice::moving(ChoiceKind::Leave, square(from)), board));
                }
            }
        }
        choices
    }

    fn moves(&self, direction: Direction) -> Vec<(Choice, Board)> {
        let (stay, go) = match direction {
            Direction::Forward => (ChoiceKind::ForwardStay, ChoiceKind::Forward),
            Direction::Backward => (ChoiceKind::BackwardStay, ChoiceKind::Backward),
        };
        let mut moves = Vec::new();
        for from in self.origins() {
            for (on_trap, kind) in [(OnTrap::Stays, stay), (OnTrap::GoesToRefuge, go)] {
                let board = match direction {
                    Direction::Forward => self.forward(from, on_trap),
                    Direction::Backward => self.backward(from, on_trap),
                };
                moves.extend(board.map(|board| (Choice::moving(kind, square(from)), board)));
            }
        }
        moves
    }

    fn setup_after(&self, choice: Choice, board: &Board) -> Setup {
        let mut setup = Setup {
            home: board.home,
            ..Setup::default()
        };
        for number in 1..=self.mechanics.length {
            if let Some(piece) = board.piece(number) {
                let right = self.mechanics.right_of_exit;
                let needs_no_star = right.is_some_and(|right| right.won_on.number() == number);
                setup.on[piece.owner].insert(square(number));
                if piece.right && !needs_no_star {
                    setup.starred[piece.owner].insert(square(number));
                }
            }
        }
        setup.to_throw = outcome(self.mechanics, &setup)
            .is_none()
            .then(|| self.next_thrower(choice.kind));
        setup
    }

    fn next_thrower(&self, kind: ChoiceKind) -> Player {
        let granted = self.mechanics.again.contains(self.points);
        let throws_again = match kind {
            ChoiceKind::Rethrow => true,
            ChoiceKind::Leave | ChoiceKind::Decline => false,
            ChoiceKind::Pass => granted && self.mechanics.after_pass == AfterPass::AsThrown,
            ChoiceKind::Forward
            | ChoiceKind::ForwardStay
            | ChoiceKind::Backward
            | ChoiceKind::BackwardStay => granted,
            ChoiceKind::Enter => unreachable!("see `supports`"),
        };
        if throws_again {
            self.mover
        } else {
            !self.mover
        }
    }
}
