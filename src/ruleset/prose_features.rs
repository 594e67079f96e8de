//! The [`features`](super::features) in English; see [`Mechanics::prose`].

use super::features::*;
use super::mechanics::*;
use super::words::{capital, either, listed, on_squares, or};
use crate::types::{Square, SquareSet};

impl Mechanics {
    pub(super) fn prose_grants(&self) -> Vec<String> {
        let grants = self.grants;
        let mut text = Vec::new();
        if !grants.resting_on.is_empty() {
            text.push(format!(
                "A piece whose move ends on {} grants its player another throw whatever was thrown.",
                either(grants.resting_on)
            ));
        }
        if grants.capture {
            text.push("A capture grants another throw.".to_string());
        }
        let never = [
            (grants.never_backward, "a backward move"),
            (grants.never_on_trap, "a move into the water"),
        ];
        for (_, what) in never.into_iter().filter(|(never, _)| *never) {
            text.push(format!("{} never grants one.", capital(what)));
        }
        if !text.is_empty() {
            text.push("No ply grants more than one throw.".to_string());
        }
        text
    }

    pub(super) fn prose_gates(&self) -> String {
        let gates = either(self.gates);
        match self.gate_mode {
            GateMode::Exact => format!(
                "No forward move may pass over square {gates}: a piece must land there exactly before it goes on."
            ),
            GateMode::Halt => {
                format!("A forward move that would pass over square {gates} ends there.")
            }
            GateMode::FallTo(water) => format!(
                "A piece must land on square {gates} exactly before it goes on: a move that would pass over it ends on {water} instead, if that square is empty, and is no move otherwise."
            ),
        }
    }

    pub(super) fn prose_who_moves(&self) -> Vec<String> {
        let mut text = Vec::new();
        if !self.only_from.is_empty() {
            text.push(format!(
                "While a player has a piece on {}, no other piece of that player may move.",
                either(self.only_from)
            ));
        }
        if self.file == StartFile::Waits {
            text.push(format!(
                "The pieces that start on squares 1 to {} wait for those ahead of them: of those that have not moved yet, of either player, only the one farthest on may move.",
                self.waiting_at_start()
            ));
        }
        if let Some(Opening { player, with }) = self.opening {
            text.push(match with {
                OpenWith::Points(points) => format!(
                    "{player} passes, which ends the turn each time, until {player} has thrown a {}, which is then played by the ordinary rules.",
                    or(points)
                ),
                OpenWith::Piece(square) => format!(
                    "{player}'s first move is made with the piece on {square}, if there is one and it can move forward."
                ),
            });
        }
        if let Some(divert) = self.divert {
            text.push(format!(
                "A piece that would move from {} onto a taken square goes to {} instead, or, if that is taken too, to {}.",
                either(divert.from),
                divert.to,
                self.refuge
                    .map_or("the refuge".to_string(), |refuge| self.prose_refuge(refuge.square))
            ));
        }
        text
    }

    pub(super) fn prose_groups(&self) -> Vec<String> {
        let mut text = Vec::new();
        if self.group_limit < self.length {
            text.push(format!(
                "Pieces above {} do not count for any of this.",
                self.group_limit
            ));
        }
        if let Some(bump) = self.bump {
            text.push(format!(
                "A piece that moves from {} onto an opponent's piece on {} sends it to {} and not to its own square, and may do so only while {} is empty.",
                bump.from,
                either(bump.onto),
                bump.to,
                bump.to
            ));
        }
        text
    }

    pub(super) fn prose_hand(&self) -> Vec<String> {
        let Some(hand) = self.hand else {
            return Vec::new();
        };
        let one = SquareSet(u32::from(hand.points.0));
        let mut text = vec![
            "Pieces that are neither on the board nor home are in hand.".to_string(),
            match one.len() {
                1 => format!(
                    "With a {} a piece in hand may enter on square {}, as a forward move.",
                    or(hand.points),
                    listed(one)
                ),
                _ => format!(
                    "With a {} a piece in hand may enter on the square of that number, as a forward move.",
                    or(hand.points)
                ),
            },
        ];
        if hand.then == Entered::MustMove {
            text.push("Entering grants another throw, which must move the piece just entered; if it cannot be moved it goes back to the hand, and the turn ends.".to_string());
        }
        text
    }

    pub(super) fn prose_cells(&self) -> Vec<String> {
        let Some(cells) = &self.cells else {
            return Vec::new();
        };
        let same: SquareSet = cells
            .shared
            .iter()
            .filter(|(a, b)| a == b)
            .map(|&(a, _)| a)
            .collect();
        let others: Vec<String> = cells
            .shared
            .iter()
            .filter(|(a, b)| a != b)
            .map(|(a, b)| format!("A's {a} is B's {b}"))
            .collect();
        let mut text = "Each player has a track of that length, numbered for itself. ".to_string();
        if !same.is_empty() {
            text += &format!("The tracks share {}", on_squares(same));
            text += if others.is_empty() { "." } else { "; " };
        }
        if !others.is_empty() {
            text += &format!("{}.", others.join(", "));
        }
        text += " Pieces meet there alone.";
        vec![text]
    }

    pub(super) fn prose_hold(&self) -> Vec<String> {
        let Some(hold) = self.hold else {
            return Vec::new();
        };
        let water = either(hold.on);
        let off = self
            .bear_off()
            .filter(|&(square, _)| hold.on.contains(square))
            .map(|(_, points)| format!("a {} bears it off", or(points)))
            .collect::<Vec<_>>()
            .join(", ");
        let back = match self.refuge {
            Some(refuge) if !hold.back.is_empty() => format!(
                "; a {} that does not bear it off may send it to {}",
                or(hold.back),
                self.prose_refuge(refuge.square)
            ),
            _ => String::new(),
        };
        let mut text = vec![format!(
            "A piece on {water} is in the water: it moves neither on along the track nor backward; {off}{back}."
        )];
        let open = match self.capture {
            Capture::None => SquareSet::EMPTY,
            _ => hold.on - self.safe,
        };
        text.push(match hold.landing {
            HoldLanding::EmptyOnly => "Nobody may land there while the square is taken.".into(),
            HoldLanding::Ordinary if open.is_empty() => {
                "It is safe: no opponent may end there.".into()
            }
            HoldLanding::Ordinary if open == hold.on => {
                "It can be landed on by the ordinary rules.".into()
            }
            HoldLanding::Ordinary => {
                let open = either(open);
                format!("On {open} it can be landed on by the ordinary rules.")
            }
        });
        text.push(match hold.others {
            HoldOthers::StandStill => "While a player has a piece there, no other piece of that player may move, and bearing it off is compulsory.".to_string(),
            HoldOthers::Move => "Other pieces may be moved instead.".to_string(),
        });
        if hold.wait == HoldWait::Offered {
            text.push(
                "Instead of sending it back the player may pass, which ends the turn.".to_string(),
            );
        }
        if hold.grants == HoldGrants::Never {
            text.push("Nothing that such a piece does grants another throw.".to_string());
        }
        if let Some(square) = self.returned_to() {
            text.push(format!(
                "A piece that came back so to {square} is the only one its player may move until it has left that square or is captured; its moves grant no throw."
            ));
        }
        if hold.pairs == HoldPairs::Lost {
            text.push(match self.returned_to() {
                None => "Pairs of a player with a piece in the water do not protect.".to_string(),
                Some(_) => "Pairs of a player with a piece in the water, or one that came back and has not moved, do not protect.".to_string(),
            });
        }
        text
    }

    fn prose_refuge(&self, square: Square) -> String {
        match self.refuge.map(|refuge| refuge.search) {
            Some(Search::Before) => {
                format!("{square} or, if that is taken, to the nearest free square before it")
            }
            Some(Search::After) => {
                format!("{square} or, if that is taken, to the nearest free square after it")
            }
            _ => format!("{square}, if that is free"),
        }
    }

    pub(super) fn prose_sweep(&self) -> Vec<String> {
        if self.sweep.is_empty() {
            return Vec::new();
        }
        vec![format!(
            "At the end of each of a player's turns, passed or not, that player's pieces on {} go to the refuge, lowest square first, except one that has just come there.",
            either(self.sweep)
        )]
    }

    pub(super) fn prose_leaving(&self) -> Vec<String> {
        if self.off_none_below <= 1 {
            return Vec::new();
        }
        vec![format!(
            "Pieces are borne off only while none of the player's pieces on the board stands below square {}.",
            self.off_none_below
        )]
    }

    pub(super) fn prose_score(&self) -> Vec<String> {
        match self.score {
            Score::None => Vec::new(),
            Score::Rows => vec!["The winner scores 3 for each enemy piece left on squares 1 to 10, 2 for one on 11 to 20, and 1 for one above.".to_string()],
        }
    }
}
