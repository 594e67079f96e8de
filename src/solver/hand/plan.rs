//! Where the moves out of a block lead.
//!
//! Whether a piece may move, whether it captures and whether it throws again is
//! decided by the mover's pieces and the other's front. The other's early pieces
//! play no part, so a move takes a whole row of the target block: all sets of
//! early squares of the other player, in the same order.

use super::fronts::{Front, LayerIndex};
use super::game::HandGame;
use super::tables::Side;

/// A row for each set of the mover's early squares: the values after a move of
/// a piece past them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whole {
    /// The first row of the target block.
    pub first: *const f64,
    /// Values a row; 0 where all rows are the same.
    pub stride: usize,
}

/// The same for a move of the piece on an early square, or of one in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaving {
    /// 0 = the hand.
    pub from: u32,
    pub first: *const f64,
    pub stride: usize,
}

/// The moves out of one block, by cast.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub whole: Vec<Whole>,
    pub leaving: Vec<Leaving>,
    /// By cast, and one more: where its moves begin in both lists.
    pub starts: Vec<(usize, usize)>,
}

impl Plan {
    /// Asks for the values that a block with `rows` sets of the mover's reads.
    #[inline(always)]
    pub fn prefetch(&self, rows: usize) {
        #[cfg(target_arch = "x86_64")]
        {
            let whole = self.whole.iter().map(|whole| (whole.first, whole.stride));
            let leaving = self
                .leaving
                .iter()
                .map(|leaving| (leaving.first, leaving.stride));
            for (first, stride) in whole.chain(leaving) {
                let first = first.cast::<i8>();
                for line in 0..(rows * stride * size_of::<f64>()).div_ceil(64) {
                    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                    // SAFETY: a prefetch touches nothing.
                    unsafe { _mm_prefetch::<_MM_HINT_T0>(first.wrapping_add(64 * line)) };
                }
            }
        }
    }

    /// Plans the moves of the player to whom `front` belongs.
    #[inline(always)]
    pub fn make(&mut self, game: &HandGame, sizes: &[usize], front: &Front, side: &Side) {
        self.whole.clear();
        self.leaving.clear();
        self.starts.clear();
        let early = (2u32 << game.early) - 1;
        for cast in &game.casts {
            self.starts.push((self.whole.len(), self.leaving.len()));
            let mut origins = front.mine & (cast.forward | cast.off);
            while origins != 0 {
                let s = origins.trailing_zeros();
                origins &= origins - 1;
                let code = front.code - game.mine[s as usize];
                let target = if cast.off >> s & 1 == 1 {
                    let their_room = side.layer.theirs - front.their_count;
                    Some(side.borne_off(code, sizes[usize::from(their_room)], cast.again))
                } else {
                    land(
                        game,
                        sizes,
                        front,
                        side,
                        s,
                        s + cast.points,
                        code,
                        cast.again,
                    )
                };
                if let Some((first, stride)) = target {
                    self.whole.push(Whole { first, stride });
                }
            }
            let mut origins = early & (cast.forward | cast.off);
            while origins != 0 {
                let s = origins.trailing_zeros();
                origins &= origins - 1;
                let target = if cast.off >> s & 1 == 1 {
                    let their_room = side.layer.theirs - front.their_count;
                    Some(side.borne_off(front.code, sizes[usize::from(their_room)], cast.again))
                } else if s + cast.points > game.early && front.mine_count < side.layer.mine {
                    let d = s + cast.points;
                    land(game, sizes, front, side, s, d, front.code, cast.again)
                } else {
                    None
                };
                if let Some((first, stride)) = target {
                    self.leaving.push(Leaving {
                        from: s,
                        first,
                        stride,
                    });
                }
            }
        }
        self.starts.push((self.whole.len(), self.leaving.len()));
    }
}

/// The block after a move from `s` to `d`, past the early squares, if it is
/// legal; `code`: the front's without the moving piece.
#[inline(always)]
#[allow(
    clippy::too_many_arguments,
    reason = "inlined into the innermost loop, where a struct of them would be built for each move"
)]
fn land(
    game: &HandGame,
    sizes: &[usize],
    front: &Front,
    side: &Side,
    s: u32,
    d: u32,
    code: u32,
    again: bool,
) -> Option<(*const f64, usize)> {
    if front.mine >> d & 1 == 1 {
        return None;
    }
    let hit = game.opponent_on(d, front.theirs);
    if hit.is_some() && game.safe >> d & 1 == 1 {
        return None;
    }
    let mut code = code + game.mine[d as usize];
    // An early piece has no part in the level.
    let rise = if s > game.early { d - s } else { d };
    let mut same_level = false;
    let mut again = again || game.resting_on >> d & 1 == 1;
    let mut room = side.layer.theirs - front.their_count;
    if let Some(seen) = hit {
        code -= game.theirs[seen as usize];
        room += 1;
        same_level = rise == seen;
        again |= game.capture_grants;
    }
    let first = side.moved(code, again, same_level);
    Some((first, sizes[usize::from(room)]))
}

impl Side {
    /// The block of a front of the same layer.
    #[inline(always)]
    fn moved(&self, code: u32, again: bool, same_level: bool) -> *const f64 {
        let base = match (again, same_level) {
            (true, false) => self.values,
            (false, false) => self.passed,
            (true, true) => self.held_values,
            (false, true) => self.held_passed,
        };
        base.wrapping_add(offset(&self.index, code))
    }

    /// The block of a front of the layer below, and the length of its rows.
    #[inline(always)]
    fn borne_off(&self, code: u32, row: usize, again: bool) -> (*const f64, usize) {
        match &self.below {
            None => (self.won, 0),
            Some(below) => {
                let base = if again { below.values } else { below.passed };
                (base.wrapping_add(offset(&below.index, code)), row)
            }
        }
    }
}

#[inline(always)]
fn offset(index: &LayerIndex, code: u32) -> usize {
    index.offsets[code as usize] as usize
}
