//! Layers: how many pieces each player still has on the board.
//!
//! Layer (i, j) holds the positions in which the player about to throw has i
//! pieces on the board and the other j. Pieces never come back, so it needs
//! only itself, the same pieces seen by the other side, and layers with a piece
//! less. Where the rules are the same for both players one table serves both;
//! where they are not, a layer belongs to one of them.

use crate::ruleset::{Bump, Capture, GateMode, Grants, Mechanics, StartFile, TrapTo, Win};
use crate::types::Player;

/// The positions of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct Layer {
    /// Who is about to throw; `A` where the rules are the same for both.
    pub mover: Player,
    /// Pieces of the player about to throw, at least 1.
    pub mine: u8,
    /// Pieces of the other player, at least 1.
    pub theirs: u8,
}

/// The layers of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    pub pieces: u8,
    /// Whether the rules are the same for both players.
    pub symmetric: bool,
}

/// Why a game cannot be solved as a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsupported {
    #[error(
        "captured pieces leave the game, and tables of blocks do not hold how many: they serve \
         games in which a capture exchanges two pieces (`capture = \"swap\"`)"
    )]
    Removal,
    #[error(
        "the game is won by score, and tables of blocks do not hold who has brought home what: \
         they serve games in which all pieces must come home (`win = \"all-home\"`)"
    )]
    Score,
    #[error("pieces may stay on more than one trap square, and tables of blocks know one")]
    ManyStays,
    #[error(
        "a right of exit together with staying on traps: tables of blocks cannot hold a star on \
         a trap"
    )]
    StarsOnTraps,
    #[error(
        "a position of the game has {0}, which tables of blocks do not hold: they know where \
         pieces stand on the track, rights of exit and who throws"
    )]
    Memory(&'static str),
    #[error("the solver does not know the mechanics of this game: {0}")]
    Mechanic(&'static str),
    #[error("the layer with {0} pieces has 2^32 blocks or more")]
    TooLarge(usize),
    #[error(
        "a layer whose squares can be shared out between the players in {0} ways, where the \
         solver knows up to 1,024: play with fewer pieces"
    )]
    Colourings(usize),
    #[error(
        "more than {0} ways for the pieces past the players' first private squares to stand: \
         the table of their blocks would be too large"
    )]
    Fronts(u64),
    #[error("a layer of {0} positions, where the solver counts to 2^32")]
    Positions(u64),
}

impl Layers {
    /// # Errors
    /// The ruleset's positions need more than squares, rights and turn.
    pub fn of(mechanics: &Mechanics) -> Result<Layers, Unsupported> {
        if mechanics.capture == Capture::Remove {
            return Err(Unsupported::Removal);
        }
        if mechanics.win != Win::AllHome {
            return Err(Unsupported::Score);
        }
        if let Some(what) = remembered(mechanics) {
            return Err(Unsupported::Memory(what));
        }
        if let Some(what) = unknown(mechanics) {
            return Err(Unsupported::Mechanic(what));
        }
        if let Some(stay) = mechanics.stay {
            if stay.on.len() > 1 {
                return Err(Unsupported::ManyStays);
            }
            if mechanics.right_of_exit.is_some() {
                return Err(Unsupported::StarsOnTraps);
            }
        }
        Ok(Layers {
            pieces: mechanics.pieces,
            symmetric: mechanics.pairs.a == mechanics.pairs.b
                && mechanics.wall.a == mechanics.wall.b,
        })
    }

    /// How many layers there are.
    pub fn count(&self) -> usize {
        let pieces = usize::from(self.pieces);
        pieces * pieces * if self.symmetric { 1 } else { 2 }
    }

    /// The number of a layer, below [`Layers::count`].
    pub fn number(&self, layer: Layer) -> usize {
        let pieces = usize::from(self.pieces);
        (layer.mover.index() * pieces + usize::from(layer.mine - 1)) * pieces
            + usize::from(layer.theirs - 1)
    }

    /// The layer of positions in which `mover` is about to throw.
    pub fn layer(&self, mover: Player, mine: u8, theirs: u8) -> Layer {
        Layer {
            mover: if self.symmetric { Player::A } else { mover },
            mine,
            theirs,
        }
    }

    /// The same positions seen by the other side.
    pub fn partner(&self, layer: Layer) -> Layer {
        self.layer(!layer.mover, layer.theirs, layer.mine)
    }

    /// Every layer once, those that depend on each other together, in an order
    /// in which each group needs only groups before it.
    pub fn groups(&self) -> Vec<Vec<Layer>> {
        let mut groups = Vec::new();
        for sum in 2..=2 * self.pieces {
            for mine in 1..=self.pieces.min(sum - 1) {
                let theirs = sum - mine;
                if theirs > self.pieces || self.symmetric && mine > theirs {
                    continue;
                }
                let layer = self.layer(Player::A, mine, theirs);
                let partner = self.partner(layer);
                groups.push(if partner == layer {
                    vec![layer]
                } else {
                    vec![layer, partner]
                });
            }
        }
        groups
    }
}

/// What a position of the game has beside squares, rights and turn.
fn remembered(mechanics: &Mechanics) -> Option<&'static str> {
    [
        (mechanics.hand.is_some(), "pieces in hand (`enter`)"),
        (
            mechanics.opening.is_some(),
            "an opening that may be still to come (`opening_player`)",
        ),
        (
            mechanics.file == StartFile::Waits,
            "pieces of the start that wait (`file`)",
        ),
        (mechanics.cells.is_some(), "squares of two tracks (`cells`)"),
    ]
    .into_iter()
    .find_map(|(has, what)| has.then_some(what))
}

/// A mechanic that the sweeps do not know.
fn unknown(mechanics: &Mechanics) -> Option<&'static str> {
    let far = |bump: Bump| bump.from.number().abs_diff(bump.to.number()) != 1;
    let odd = |bump: Bump| {
        let trapped = !(bump.onto & mechanics.traps).is_empty();
        trapped || bump.onto.first() < Some(bump.from)
    };
    [
        (
            mechanics.capture != Capture::Swap,
            "`capture` other than \"swap\"",
        ),
        (
            mechanics.grants != Grants::default() && mechanics.right_of_exit.is_some(),
            "`again_on`, `again_capture` or `again_not` together with `right_of_exit`",
        ),
        (
            mechanics.gate_mode != GateMode::Exact && mechanics.stay.is_some(),
            "`gate_mode` or `gate_fall` together with `stay`",
        ),
        (
            mechanics.gate_mode == GateMode::Halt
                && (mechanics.bump.is_some() || !(mechanics.gates & mechanics.traps).is_empty()),
            "`gate_mode` = \"halt\" where a gate is a trap, or together with `bump_from`",
        ),
        (
            mechanics.divert.is_some_and(|divert| {
                mechanics.traps.contains(divert.to) || mechanics.right_of_exit.is_some()
            }),
            "`divert_to` a trap, or together with `right_of_exit`",
        ),
        (
            mechanics.bump.is_some_and(far),
            "`bump_to` that is not next to `bump_from`",
        ),
        (
            mechanics.bump.is_some_and(odd),
            "`bump_onto` with traps, or with squares before `bump_from`",
        ),
        (
            mechanics.bump.is_some() && mechanics.right_of_exit.is_some(),
            "`bump_from` together with `right_of_exit`",
        ),
        (mechanics.trap_to == TrapTo::Hand, "`trap_to` = \"hand\""),
        (
            !mechanics.only_from.is_empty() && mechanics.stay.is_some(),
            "`only_from` together with `stay`",
        ),
        (
            mechanics.hold.is_some() && mechanics.right_of_exit.is_some(),
            "`hold` together with `right_of_exit`",
        ),
        (
            mechanics.hold.is_some() && !mechanics.must_leave.is_empty(),
            "`hold` together with `must_leave`",
        ),
        (!mechanics.sweep.is_empty(), "`sweep`"),
    ]
    .into_iter()
    .find_map(|(has, what)| has.then_some(what))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::load_builtin;

    #[test]
    fn games_that_tables_cannot_hold_are_refused_with_the_reason() {
        for (id, reason) in [
            ("bell-10", "captured pieces leave the game"),
            ("ur-finkel", "pieces in hand"),
            ("piccione-5", "pieces in hand"),
            ("toy-5", "an opening that may be still to come"),
            ("jequier-5", "pieces of the start that wait"),
            ("syrian-7", "`sweep`"),
        ] {
            let ruleset = load_builtin(id, &[], &[]).unwrap();
            let error = Layers::of(&ruleset.mechanics).unwrap_err().to_string();
            assert!(error.contains(reason), "{id}: {error}");
        }
    }

    #[test]
    fn groups_hold_every_layer_once_after_those_it_needs() {
        for symmetric in [true, false] {
            let layers = Layers {
                pieces: 3,
                symmetric,
            };
            let mut seen = vec![false; layers.count()];
            for group in layers.groups() {
                for layer in &group {
                    assert!(group.contains(&layers.partner(*layer)));
                    if layer.mine > 1 {
                        let lower = layers.layer(layer.mover, layer.mine - 1, layer.theirs);
                        assert!(seen[layers.number(lower)]);
                        assert!(seen[layers.number(layers.partner(lower))]);
                    }
                }
                for layer in group {
                    assert!(!std::mem::replace(&mut seen[layers.number(layer)], true));
                }
            }
            assert!(seen.into_iter().all(|seen| seen));
        }
    }
}
