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
    /// Number of the set after it.
    pub to: u16,
    /// Whether the mover throws again.
    pub again: bool,
}

/// The moves within the early squares, of all sets and casts.
#[derive(Clone, Debug, Default)]
pub(super) struct InnerMoves {
    moves: Vec<Inner>,
    /// By set and cast, and one more: where its moves begin.
    starts: Vec<u32>,
    /// By set: the casts that have a move.
    casts: Vec<u32>,
    /// Casts of the game.
    each: usize,
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
    /// Without and with a piece in hand.
    inner: [InnerMoves; 2],
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
        let inner = [1, 0].map(|first| InnerMoves::new(game, &squares, first, rank));
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

    /// The moves within the early squares of a player with `room` pieces that
    /// are neither home nor past them, `set` being where those on board stand.
    #[inline(always)]
    pub fn inner(&self, set: usize, room: u8) -> &InnerMoves {
        &self.inner[usize::from(self.count[set] < room)]
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

impl InnerMoves {
    /// Moves from square `first` (0 = the hand) on.
    fn new(game: &HandGame, squares: &[u32], first: u32, rank: impl Fn(u32) -> u16) -> InnerMoves {
        let mut inner = InnerMoves {
            each: game.casts.len(),
            ..InnerMoves::default()
        };
        for &set in squares {
            let mut with_move = 0;
            for (number, cast) in game.casts.iter().enumerate() {
                inner.starts.push(inner.moves.len() as u32);
                for s in first..=game.early {
                    let d = s + cast.points;
                    let held = s == 0 || set >> s & 1 == 1;
                    if d > game.early || cast.forward >> s & 1 == 0 || !held || set >> d & 1 == 1 {
                        continue;
                    }
                    inner.moves.push(Inner {
                        to: rank((set & !(1 << s) | 1 << d) & !1),
                        again: cast.again || game.resting_on >> d & 1 == 1,
                    });
                    with_move |= 1 << number;
                }
            }
            inner.casts.push(with_move);
        }
        inner.starts.push(inner.moves.len() as u32);
        inner
    }

    /// The moves from a set with a cast.
    #[inline(always)]
    pub fn of(&self, set: usize, cast: usize) -> &[Inner] {
        let at = set * self.each + cast;
        &self.moves[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Whether there is one.
    #[inline(always)]
    pub fn any(&self, set: usize, cast: usize) -> bool {
        self.casts[set] >> cast & 1 == 1
    }
}
