//! The rules in English, written from the mechanics alone, so that text and
//! play cannot differ.

use super::features::TrapTo;
use super::mechanics::*;
use super::words::{capital, count, either, joined, number_word, on_squares, or, subject};
use crate::types::{ByPlayer, Player, SquareSet};

impl Mechanics {
    /// Paragraphs from which the game can be played, without line breaks.
    pub fn prose(&self) -> Vec<String> {
        [
            self.prose_start(),
            self.prose_throws(),
            self.prose_moving(),
            self.prose_meeting(),
            self.prose_hand(),
            self.prose_special(),
            self.prose_stay(),
            self.prose_hold(),
            self.prose_sweep(),
            self.prose_backward(),
            self.prose_bearing_off(),
            self.prose_passing(),
            self.prose_win(),
        ]
        .into_iter()
        .filter(|sentences| !sentences.is_empty())
        .map(|sentences| sentences.join(" "))
        .collect()
    }

    fn prose_start(&self) -> Vec<String> {
        let squares = self.start.squares;
        vec![
            format!(
                "Two players, A and B, race {} along a track of {} squares.",
                count(self.pieces, "piece each", "pieces each"),
                self.length
            ),
            if squares.a.is_empty() && squares.b.is_empty() {
                format!(
                    "All pieces start in hand; {} throws first.",
                    self.start.to_throw
                )
            } else {
                format!(
                    "A starts on {} and B on {}; {} throws first.",
                    on_squares(squares.a),
                    on_squares(squares.b),
                    self.start.to_throw
                )
            },
        ]
        .into_iter()
        .chain(self.prose_cells())
        .collect()
    }

    fn prose_throws(&self) -> Vec<String> {
        let chances = self.throws.throws().iter().map(|throw| {
            format!(
                "{} ({} in {})",
                throw.points,
                throw.weight,
                self.throws.total()
            )
        });
        let again = if self.again.is_empty() {
            match self.prose_grants().is_empty() {
                true => "No throw grants another: after each the turn goes to the other player.",
                false => "No throw grants another by its points: after each, but for what follows, the turn goes to the other player.",
            }
            .to_string()
        } else {
            format!(
                "After a {} the same player throws again; after any other throw, the other player.",
                or(self.again)
            )
        };
        let mut text = vec![format!("The throws are {}.", joined(chances, "and")), again];
        text.extend(self.prose_grants());
        text
    }

    fn prose_moving(&self) -> Vec<String> {
        let mut text = vec![
            "A throw moves one piece of the thrower forward by exactly that many squares; it is never divided.".to_string(),
            "A piece may pass over others but may not end on one of its own colour.".to_string(),
        ];
        if !self.gates.is_empty() {
            text.push(self.prose_gates());
        }
        if !self.exit_only.is_empty() {
            text.push(format!(
                "From {} a piece moves forward only off the board.",
                on_squares(self.exit_only)
            ));
        }
        if !self.must_leave.is_empty() {
            text.push(format!(
                "If a piece on {} can move forward, such a piece must be moved.",
                either(self.must_leave)
            ));
        }
        text.extend(self.prose_who_moves());
        text
    }

    fn prose_meeting(&self) -> Vec<String> {
        let ways = match self.backward {
            Backward::None => "on the board or off it",
            Backward::Forced { .. } => "forward, backward or off the board",
        };
        let mut text = vec![match self.capture {
            Capture::Swap => "A piece that ends on an opponent's piece swaps places with it: the other goes to the square the mover came from.".to_string(),
            Capture::Remove => "A piece that ends on an opponent's piece captures it: it is out of the game for good.".to_string(),
            Capture::Low => "A piece that ends on an opponent's piece captures it: the other goes to the lowest free square of the track, the one the mover came from included.".to_string(),
            Capture::Hand => "A piece that ends on an opponent's piece captures it: the other goes back to its owner's hand and must enter again.".to_string(),
            Capture::None => "There is no capturing: no piece may end on an occupied square.".to_string(),
        }];
        if !self.safe.is_empty() {
            text.push(format!(
                "A piece on {} is safe: no opponent may end there.",
                either(self.safe)
            ));
        }
        text.push(match sides(self.pairs.map(|pairs| pairs != Pairs::None)) {
            Sides::Both if self.pairs.a == Pairs::Ends => "Of two or more pieces of one colour on consecutive squares the first and the last are protected: no opponent may end there.".to_string(),
            Sides::Neither => "Neighbouring pieces do not protect each other.".to_string(),
            Sides::Both => {
                "Two pieces of one colour on neighbouring squares protect each other: no opponent may end on either. The ends of two rows that follow each other on the track are neighbours.".to_string()
            }
            Sides::One(player) => format!(
                "Two of {player}'s pieces on neighbouring squares protect each other: {} may end on neither. {}'s pieces do not protect each other.",
                !player, !player
            ),
        });
        text.push(match (self.wall.a, self.wall.b) {
            (0, 0) => "Any number of pieces in a row can be passed.".to_string(),
            (a, b) if a == b && self.pairs == ByPlayer::both(Pairs::Ends) => format!(
                "{} or more pieces of one colour on consecutive squares are a wall: no move of the opponent may pass over all of it, {ways}.",
                capital(&number_word(a))
            ),
            (a, b) if a == b => format!(
                "{} or more pieces of one colour on consecutive squares are a wall: the opponent's pieces may not pass over it, {ways}.",
                capital(&number_word(a))
            ),
            _ => {
                let walls = Player::BOTH.map(|player| match self.wall[player] {
                    0 => format!("{player}'s pieces form no walls"),
                    wall => format!(
                        "{} or more of {player}'s pieces on consecutive squares are a wall that {} may not pass over, {ways}",
                        number_word(wall), !player
                    ),
                });
                format!("{}.", capital(&joined(walls, "and")))
            }
        });
        text.extend(self.prose_groups());
        text
    }

    fn prose_special(&self) -> Vec<String> {
        if self.trap_to == TrapTo::Hand && !self.traps.is_empty() {
            return vec![format!(
                "{} a trap: a piece that comes to rest there by its own move goes at once back to the hand.",
                subject(self.traps)
            )];
        }
        let Some(refuge) = self.refuge else {
            return Vec::new();
        };
        let search = match refuge.search {
            Search::Before => format!(
                "the refuge, square {}, or, if that is taken, to the nearest free square before it",
                refuge.square
            ),
            Search::After => format!(
                "the refuge, square {}, or, if that is taken, to the nearest free square after it",
                refuge.square
            ),
            Search::Only => format!(
                "the refuge, square {}; if that is taken, the move is illegal",
                refuge.square
            ),
        };
        if self.traps.is_empty() && self.right_of_exit.is_some() {
            return vec![format!("Pieces that are refused exit go to {search}.")];
        }
        if self.traps.is_empty() {
            return Vec::new();
        }
        let mut text = vec![format!(
            "{} a trap: a piece that comes to rest there by its own move goes at once to {search}. On its way there it captures nothing.",
            subject(self.traps)
        )];
        text.extend(self.prose_search(refuge));
        text
    }

    /// What the search for a free square passes over, and where it can end.
    fn prose_search(&self, refuge: Refuge) -> Vec<String> {
        if refuge.search != Search::After {
            return Vec::new();
        }
        let mut text = Vec::new();
        if self.traps.iter().any(|trap| trap > refuge.square) {
            text.push(format!("The search skips {}.", on_squares(self.traps)));
        }
        text.push("Where it ends on the square that the piece came from, that is a move all the same, and not a pass.".to_string());
        text
    }

    fn prose_stay(&self) -> Vec<String> {
        let Some(stay) = self.stay else {
            return Vec::new();
        };
        let squares = either(stay.on);
        let leaves: Vec<String> = self
            .bear_off()
            .filter(|&(square, _)| stay.on.contains(square))
            .map(|(square, points)| format!("a {} bears it off from {square}", or(points)))
            .collect();
        let mut text = vec![
            format!("A piece that arrives on {squares} may instead choose to stay there."),
            format!(
                "While a player has a piece staying on {squares}, no other piece of that player may move, and that piece moves neither forward on the board nor backward: {}, which is compulsory, and with any other throw the player passes{}.",
                joined(leaves, "and"),
                match stay.leave {
                    Leave::Never => "",
                    Leave::Later => " or sends the piece to the refuge, which ends the turn",
                }
            ),
        ];
        if !(stay.on - self.safe).is_empty() {
            text.push("A staying piece can be landed on by the ordinary rules; first it is captured, then the attacker makes the same choice.".to_string());
        }
        text
    }

    fn prose_bearing_off(&self) -> Vec<String> {
        if let Some(right) = self.right_of_exit {
            let lasts = match right.lasts {
                RightLasts::Forever => "keeps it for ever".to_string(),
                RightLasts::UntilBelow => format!(
                    "keeps it until it comes to rest on a square below {}",
                    right.won_on
                ),
            };
            let mut text = vec![
                format!("A piece that has rested on {} has the right of exit and {lasts}.", right.won_on),
                format!(
                    "With that right, a throw that takes the piece exactly one square past {} bears it off.",
                    self.length
                ),
                "Any other forward move past the end is refused: it is a legal move, and the piece goes to the refuge as from a trap.".to_string(),
            ];
            if !right.wrong_throw_returns.is_empty() {
                text.push(format!(
                    "So does every forward move of a piece on {} that does not bear it off; it must still be free to land where the throw would take it.",
                    either(right.wrong_throw_returns)
                ));
            }
            return text;
        }
        let last = self.length;
        let mut text = vec![if self.bears_off(|past| past == 1) {
            format!(
                "A piece is borne off by a throw that takes it exactly one square past {last}, and in no other way."
            )
        } else if self.bears_off(|past| past >= 1) {
            format!("A piece is borne off by every throw that takes it past {last}.")
        } else {
            let empty = self.never_rested();
            let exits = self
                .bear_off()
                .filter(|&(square, _)| !empty.contains(square))
                .map(|(square, points)| format!("from {square} with a {}", or(points)));
            format!(
                "A piece is borne off {}, and in no other way.",
                joined(exits, "and")
            )
        }];
        text.extend(self.prose_leaving());
        text
    }

    /// Whether exactly those throws bear off that take a piece so many squares
    /// past the last one as `does` says, from wherever.
    fn bears_off(&self, does: impl Fn(u8) -> bool) -> bool {
        let points = self.throws.points();
        SquareSet::up_to(self.length).iter().all(|square| {
            points.iter().all(|t| {
                let past = (square.number() + t).saturating_sub(self.length);
                does(past) == self.off[usize::from(t)].contains(square)
            })
        })
    }

    fn prose_passing(&self) -> Vec<String> {
        let mut text = vec![match self.passing {
            Passing::Forced => "Moving is compulsory.".to_string(),
            Passing::Free => {
                "The player may always pass instead of moving, which ends the turn.".to_string()
            }
        }];
        if let Some(rethrow) = self.rethrow {
            text.push(format!(
                "With a piece on {} and a throw of {} the player may also leave everything as it is and throw again{}.",
                rethrow.from,
                or(rethrow.points),
                if self.stay.is_some() { ", unless a piece of that player is staying on a trap" } else { "" }
            ));
        }
        text.push(match (self.after_pass, self.again.is_empty()) {
            (AfterPass::AsThrown, false) => {
                "A player who can do nothing passes, and throws again if the throw grants it."
                    .to_string()
            }
            (AfterPass::TurnEnds, false) => {
                "A player who can do nothing passes, and the turn ends whatever was thrown."
                    .to_string()
            }
            _ => "A player who can do nothing passes.".to_string(),
        });
        text
    }

    fn prose_win(&self) -> Vec<String> {
        let win = match self.win {
            Win::AllHome => format!("Whoever first has {} borne off wins.", match self.pieces {
                1 => "the only piece".to_string(),
                2 => "both pieces".to_string(),
                pieces => format!("all {pieces} pieces"),
            }),
            Win::MostHome => "Each piece borne off is a point. As soon as one player has more points than the other has points and pieces on the board together, that player wins; if the board is empty and the points are equal, the game is a draw.".to_string(),
        };
        [win].into_iter().chain(self.prose_score()).collect()
    }
}

enum Sides {
    Neither,
    Both,
    One(Player),
}

fn sides(yes: ByPlayer<bool>) -> Sides {
    match (yes.a, yes.b) {
        (true, true) => Sides::Both,
        (true, false) => Sides::One(Player::A),
        (false, true) => Sides::One(Player::B),
        (false, false) => Sides::Neither,
    }
}
