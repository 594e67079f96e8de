//! Where each colouring of a block goes when a piece moves.
//!
//! What a move does to the squares is the same for all colourings of a block;
//! what it does to their numbers is a fixed map, known before any block is
//! seen. A piece that overtakes k others turns k + 1 bits; a swap exchanges
//! two; a piece borne off takes its bit away.

use super::colour::{Colourings, colex};

/// The most lanes of a vector.
pub const MOST_LANES: usize = 32;

/// How the colourings of a block are dealt out to vectors.
///
/// Group g holds the `lanes` colourings from [`Grouping::start`] on; the last
/// one overlaps the one before it where the lanes do not come out even, so that
/// every group is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grouping {
    /// Colourings of a block.
    pub len: usize,
    /// Lanes of a vector, at most `len`; 1 where there are no vectors.
    pub lanes: usize,
    /// Neighbouring values of which one vector can be picked, 256 at most.
    pub span: usize,
}

impl Grouping {
    /// Every colouring by itself.
    pub fn single(len: usize) -> Grouping {
        Grouping {
            len,
            lanes: 1,
            span: 1,
        }
    }

    /// How many groups there are.
    #[inline(always)]
    pub fn groups(self) -> usize {
        self.len.div_ceil(self.lanes)
    }

    /// The first colouring of a group.
    #[inline(always)]
    pub fn start(self, group: usize) -> usize {
        (group * self.lanes).min(self.len - self.lanes)
    }
}

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
    /// Length of the source array.
    pub len: usize,
    /// The same for vectors; none where the source is shorter than a vector.
    pub windows: Box<[Window]>,
    /// By group of colourings: its first window; one more at the end.
    pub first: Box<[u16]>,
}

/// For some lanes of a group of colourings: they come from neighbouring values
/// of the source array.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Window {
    /// By lane: where among the values of the window.
    ///
    /// Where a window is two vectors, those from `base` and from `high` on, the
    /// values of the second have the numbers from `lanes` on; else it is the
    /// distance from `base`.
    pub offset: [u8; MOST_LANES],
    pub lanes: u32,
    pub base: u16,
    pub high: u16,
}

/// The routes of one kind of colouring.
///
/// Route `2 · id` is for a mover who throws again; route `2 · id + 1` for a turn
/// that passes, where the source array is the other side's, read from its end.
#[derive(Clone, Debug)]
pub struct Routes {
    pub routes: Vec<Route>,
    pub grouping: Grouping,
}

impl Routes {
    pub fn new(colourings: &Colourings, turns_after_swaps: bool, grouping: Grouping) -> Routes {
        assert_eq!(colourings.len(), grouping.len);
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
            routes[2 * map.id(n)] = Route::new(&sources, len, grouping);
            routes[2 * map.id(n) + 1] = Route::new(&turned, len, grouping);
        }
        Routes { routes, grouping }
    }
}

impl Route {
    fn new(sources: &[Option<usize>], len: usize, grouping: Grouping) -> Route {
        let mut windows = Vec::new();
        let mut first = Vec::new();
        if grouping.lanes > 1 && len >= grouping.lanes {
            first.push(0);
            for group in 0..grouping.groups() {
                let start = grouping.start(group);
                cover(
                    &sources[start..][..grouping.lanes],
                    len,
                    grouping,
                    &mut windows,
                );
                first.push(windows.len() as u16);
            }
        }
        Route {
            source: sources.iter().map(|c| c.unwrap_or(0) as u16).collect(),
            len,
            windows: windows.into(),
            first: first.into(),
        }
    }
}

/// The fewest windows that cover the sources of a group, each within the array.
fn cover(group: &[Option<usize>], len: usize, grouping: Grouping, windows: &mut Vec<Window>) {
    let Grouping { lanes, span, .. } = grouping;
    let mut left: Vec<(usize, usize)> = group
        .iter()
        .enumerate()
        .filter_map(|(lane, source)| source.map(|c| (c, lane)))
        .collect();
    left.sort_unstable();
    while let Some(&(lowest, _)) = left.first() {
        let base = lowest.min(len.saturating_sub(span));
        let high = (base + lanes).min(len - lanes);
        let mut window = Window {
            offset: [0; MOST_LANES],
            lanes: 0,
            base: base as u16,
            high: high as u16,
        };
        left.retain(|&(c, lane)| {
            let within = c - base < span;
            if within {
                let second = span == 2 * lanes && c >= base + lanes;
                window.offset[lane] = (if second { c - high + lanes } else { c - base }) as u8;
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

    /// Where a lane of a window comes from.
    fn source(window: &Window, lane: usize, grouping: Grouping) -> usize {
        let offset = usize::from(window.offset[lane]);
        if grouping.span == 2 * grouping.lanes && offset >= grouping.lanes {
            usize::from(window.high) + offset - grouping.lanes
        } else {
            usize::from(window.base) + offset
        }
    }

    #[test]
    fn windows_say_the_same_as_the_source_numbers() {
        let colourings = Colourings::new(9, 4);
        for (lanes, span) in [(32, 64), (16, 32), (8, 256), (4, 256)] {
            let grouping = Grouping {
                len: 126,
                lanes,
                span,
            };
            let routes = Routes::new(&colourings, false, grouping);
            for (number, route) in routes.routes.iter().enumerate() {
                if route.source.is_empty() {
                    continue;
                }
                let mut defined = [false; 126];
                for (group, bounds) in route.first.windows(2).enumerate() {
                    for window in &route.windows[bounds[0] as usize..bounds[1] as usize] {
                        for lane in (0..lanes).filter(|lane| window.lanes >> lane & 1 == 1) {
                            let colouring = grouping.start(group) + lane;
                            let source = source(window, lane, grouping);
                            assert_eq!(source, route.source[colouring] as usize);
                            defined[colouring] = true;
                        }
                    }
                }
                let expected = match number / 2 {
                    0 => 126,
                    id if id > 2 * 81 => 56, // piece borne off: C(8, 3)
                    id if id > 81 => 35,     // swap: C(7, 3)
                    _ => 56,
                };
                let defined = defined.into_iter().filter(|&is| is).count();
                assert_eq!(defined, expected, "route {number}");
            }
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
