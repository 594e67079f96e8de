//! The ways to stand on the early squares, which belong to one player alone.
//!
//! A set of early squares is numbered by its size first, so that the sets of at
//! most k pieces are the first P(k) = Σᵢ≤ₖ C(e, i) numbers: with fewer pieces to
//! place the list only gets shorter.

use super::game::HandGame;

/// No set.
pub(super) const NONE: u16 = u16::MAX;

/// A move from one set of early squares to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner {
    pub cast: u8,
    /// Number of the set after it.
    pub to: u16,
    /// Whether the mover throws again.
    pub again: bool,
    /// Whether it needs a piece in hand.
    pub enters: bool,
}

/// All sets of early squares.
#[derive(Clone, Debug)]
pub(super) struct EarlySets {
    /// By number: the squares, bit s for square s.
    pub squares: Vec<u32>,
    /// By number: how many.
    pub count: Vec<u8>,
    /// By half the squares' word: the number.
    ranks: Vec<u16>,
    /// P(k) by k, up to the number of early squares and beyond.
    sizes: Vec<usize>,
    /// By number: the moves within the early squares, by cast.
    pub inner: Vec<Vec<Inner>>,
    /// Numbers by descending sum of squares: a move leads to one before.
    pub order: Vec<u16>,
    /// `without[number · 32 + s]`: the set without square s, [`NONE`] where it
    /// has none; without 0 (the hand) it is the set itself.
    without: Vec<u16>,
}

impl EarlySets {
    pub fn new(game: &HandGame) -> EarlySets {
        let words = 1u32 << game.early;
        let mut squares: Vec<u32> = (0..words).map(|word| word << 1).collect();
        squares.sort_by_key(|set| (set.count_ones(), *set));
        let mut ranks = vec![NONE; words as usize];
        for (number, set) in (0..).zip(&squares) {
            ranks[(set >> 1) as usize] = number;
        }
        let sizes = (0..=u32::from(game.pieces))
            .map(|k| squares.iter().filter(|set| set.count_ones() <= k).count())
            .collect();
        let rank = |set: u32| ranks[(set >> 1) as usize];
        let mut without = vec![NONE; squares.len() * 32];
        for (number, &set) in squares.iter().enumerate() {
            without[number * 32] = number as u16;
            for s in (1..=game.early).filter(|s| set >> s & 1 == 1) {
                without[number * 32 + s as usize] = rank(set ^ 1 << s);
            }
        }
        let moves = |&set: &u32| {
            let mut moves = Vec::new();
            for (cast, throw) in (0u8..).zip(&game.casts) {
                for s in 0..=game.early {
                    let d = s + throw.points;
                    let held = s == 0 || set >> s & 1 == 1;
                    if d > game.early || throw.forward >> s & 1 == 0 || !held || set >> d & 1 == 1 {
                        continue;
                    }
                    moves.push(Inner {
                        cast,
                        to: rank((set & !(1 << s) | 1 << d) & !1),
                        again: throw.again || game.resting_on >> d & 1 == 1,
                        enters: s == 0,
                    });
                }
            }
            moves
        };
        let inner = squares.iter().map(moves).collect();
        let sum = |set: u32| (1..=game.early).filter(|s| set >> s & 1 == 1).sum::<u32>();
        let mut order: Vec<u16> = (0..squares.len() as u16).collect();
        order.sort_by_key(|&number| (std::cmp::Reverse(sum(squares[usize::from(number)])), number));
        EarlySets {
            count: squares.iter().map(|set| set.count_ones() as u8).collect(),
            squares,
            ranks,
            sizes,
            inner,
            order,
            without,
        }
    }

    /// How many sets have at most `pieces` squares.
    #[inline(always)]
    pub fn size(&self, pieces: u8) -> usize {
        self.sizes[usize::from(pieces)]
    }

    /// The number of a set.
    #[inline(always)]
    pub fn rank(&self, squares: u32) -> usize {
        usize::from(self.ranks[(squares >> 1) as usize])
    }

    /// The set of this number without square `s`, or [`NONE`].
    #[inline(always)]
    pub fn without(&self, number: usize, s: u32) -> u16 {
        self.without[number * 32 + s as usize]
    }
}
