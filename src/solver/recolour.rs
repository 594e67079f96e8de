//! Where each colouring of a block goes when a piece moves.
//!
//! What a move does to the squares is the same for all colourings of a block;
//! what it does to their numbers is a fixed map, known before any block is
//! seen. A piece that overtakes k others turns k + 1 bits; a swap exchanges
//! two; a piece borne off takes its bit away.

use super::colour::{Colourings, colex};

/// Lanes of a vector of 16-bit values.
pub const LANES: usize = 32;

/// What happens to the bits of a colouring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recolour {
    /// No piece is overtaken.
    Keep,
    /// The mover's piece `from` becomes piece `to`.
    Turn { from: usize, to: usize },
    /// The mover's piece takes the place of the opponent's piece `captured`,
    /// which takes the mover's.
    Swap { from: usize, captured: usize },
    /// As a swap, and then the mover's piece becomes piece `to`.
    SwapTurn {
        from: usize,
        captured: usize,
        to: usize,
    },
    /// The mover's piece leaves the board.
    Drop { from: usize },
}

impl Recolour {
    /// A number for this map among those of blocks of `n` pieces.
    #[inline(always)]
    pub fn id(self, n: usize) -> usize {
        match self {
            Recolour::Keep => 0,
            Recolour::Turn { from, to } => 1 + from * n + to,
            Recolour::Swap { from, captured } => 1 + n * n + from * n + captured,
            Recolour::Drop { from } => 1 + 2 * n * n + from,
            Recolour::SwapTurn { from, captured, to } => {
                1 + n + (2 + from) * n * n + captured * n + to
            }
        }
    }

    /// How many numbers there are.
    pub fn ids(n: usize) -> usize {
        1 + n + 2 * n * n + n * n * n
    }

    /// The word after the move, `None` where the colouring does not allow it.
    fn apply(self, word: u32) -> Option<u32> {
        let bit = |k: usize| word >> k & 1;
        match self {
            Recolour::Keep => Some(word),
            Recolour::Turn { from, to } => (bit(from) == 1).then(|| insert(remove(word, from), to)),
            Recolour::Swap { from, captured } => {
                (bit(from) == 1 && bit(captured) == 0).then(|| word ^ 1 << from ^ 1 << captured)
            }
            Recolour::SwapTurn { from, captured, to } => (bit(from) == 1 && bit(captured) == 0)
                .then(|| insert(remove(word ^ 1 << from, captured), to)),
            Recolour::Drop { from } => (bit(from) == 1).then(|| remove(word, from)),
        }
    }

    /// Every map that can occur in blocks of `n` pieces.
    fn all(n: usize, turns_after_swaps: bool) -> Vec<Recolour> {
        let mut all = vec![Recolour::Keep];
        for from in 0..n {
            all.push(Recolour::Drop { from });
            for other in (0..n).filter(|&other| other != from) {
                all.push(Recolour::Turn { from, to: other });
                all.push(Recolour::Swap {
                    from,
                    captured: other,
                });
                if turns_after_swaps {
                    all.extend((0..n).map(|to| Recolour::SwapTurn {
                        from,
                        captured: other,
                        to,
                    }));
                }
            }
        }
        all
    }
}

fn remove(word: u32, k: usize) -> u32 {
    let low = (1 << k) - 1;
    word & low | word >> 1 & !low
}

/// A one before bit `k`.
fn insert(word: u32, k: usize) -> u32 {
    let low = (1 << k) - 1;
    word & low | (word & !low) << 1 | 1 << k
}

/// One map over all colourings, ready for use.
#[derive(Clone, Debug, Default)]
pub struct Route {
    /// By colouring: the number it comes from in the source array; 0 where the
    /// map is undefined.
    pub source: Box<[u16]>,
    /// The same for vectors; see [`Window`].
    pub windows: Box<[Window]>,
    /// By group of [`LANES`] colourings: its first window; one more at the end.
    pub first: Box<[u16]>,
}

/// For some lanes of a group of [`LANES`] colourings: they come from 64
/// neighbouring values of the source array.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Window {
    /// By lane: offset from `base`, below 64.
    pub offset: [u8; LANES],
    pub lanes: u32,
    pub base: u32,
}

/// The routes of one kind of colouring.
///
/// Route `2 · id` is for a mover who throws again; route `2 · id + 1` for a turn
/// that passes, where the source array is the other side's, read from its end.
#[derive(Clone, Debug)]
pub struct Routes {
    pub routes: Vec<Route>,
}

impl Routes {
    pub fn new(colourings: &Colourings, turns_after_swaps: bool) -> Routes {
        let n = colourings.pieces;
        let mut routes = vec![Route::default(); 2 * Recolour::ids(n)];
        for map in Recolour::all(n, turns_after_swaps) {
            let sources: Vec<Option<usize>> = colourings
                .words
                .iter()
                .map(|&word| map.apply(word).map(colex))
                .collect();
            let len = match map {
                Recolour::Drop { .. } => Colourings::new(n - 1, colourings.mine - 1).len(),
                _ => colourings.len(),
            };
            let turned: Vec<Option<usize>> = sources
                .iter()
                .map(|source| source.map(|c| len - 1 - c))
                .collect();
            routes[2 * map.id(n)] = Route::new(&sources, len);
            routes[2 * map.id(n) + 1] = Route::new(&turned, len);
        }
        Routes { routes }
    }
}

impl Route {
    fn new(sources: &[Option<usize>], len: usize) -> Route {
        let mut windows = Vec::new();
        let mut first = vec![0u16];
        for group in sources.chunks(LANES) {
            cover(group, len, &mut windows);
            first.push(windows.len() as u16);
        }
        Route {
            source: sources.iter().map(|c| c.unwrap_or(0) as u16).collect(),
            windows: windows.into(),
            first: first.into(),
        }
    }
}

/// The fewest windows that cover the sources of a group, each within the array
/// where that has 64 values.
fn cover(group: &[Option<usize>], len: usize, windows: &mut Vec<Window>) {
    let mut left: Vec<(usize, usize)> = group
        .iter()
        .enumerate()
        .filter_map(|(lane, source)| source.map(|c| (c, lane)))
        .collect();
    left.sort_unstable();
    while let Some(&(lowest, _)) = left.first() {
        let base = lowest.min(len.saturating_sub(64));
        let mut window = Window {
            offset: [0; LANES],
            lanes: 0,
            base: base as u32,
        };
        left.retain(|&(c, lane)| {
            let within = c - base < 64;
            if within {
                window.offset[lane] = (c - base) as u8;
                window.lanes |= 1 << lane;
            }
            !within
        });
        windows.push(window);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_say_the_same_as_the_source_numbers() {
        let colourings = Colourings::new(9, 4);
        let routes = Routes::new(&colourings, false);
        for (number, route) in routes.routes.iter().enumerate() {
            if route.source.is_empty() {
                continue;
            }
            let mut defined = 0;
            for (group, bounds) in route.first.windows(2).enumerate() {
                for window in &route.windows[bounds[0] as usize..bounds[1] as usize] {
                    for lane in (0..LANES).filter(|lane| window.lanes >> lane & 1 == 1) {
                        let source = window.base as usize + window.offset[lane] as usize;
                        assert_eq!(source, route.source[group * LANES + lane] as usize);
                        defined += 1;
                    }
                }
            }
            let expected = match number / 2 {
                0 => 126,
                id if id > 2 * 81 => 56, // piece borne off: C(8, 3)
                id if id > 81 => 35,     // swap: C(7, 3)
                _ => 56,
            };
            assert_eq!(defined, expected, "route {number}");
        }
    }

    #[test]
    fn a_piece_that_overtakes_two_turns_three_bits() {
        let turn = Recolour::Turn { from: 1, to: 3 };
        assert_eq!(turn.apply(0b01010), Some(0b01100));
        assert_eq!(turn.apply(0b00001), None);
        assert_eq!(Recolour::Drop { from: 1 }.apply(0b01010), Some(0b0100));
        let swap = Recolour::Swap {
            from: 0,
            captured: 2,
        };
        assert_eq!(swap.apply(0b0011), Some(0b0110));
        assert_eq!(swap.apply(0b0101), None);
    }
}
