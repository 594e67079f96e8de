//! A position as a number of 64 bits, and back.
//!
//! Serves every game. From the highest bit:
//!
//! ```text
//! one track:   occupied squares (bit k = square k + 1) · colours · stars · home, twice · mark · turn
//! two tracks:  the smaller set · the larger set · whose the smaller is · home, twice · mark · turn
//! ```
//!
//! *Colours*: bit k is 1 if the k-th lowest occupied square holds a piece of
//! the *first* player. *Stars* (rights of exit, returned pieces): a bit for
//! each square that can carry one, or for each occupied square where these are
//! fewer. *Home*: of the first player, then of the second; only where it does
//! not follow from the pieces on the board. Parts that a game does not need
//! have no bits. The high bits are the *unit*: the same for a position and for
//! what a swap or a pass makes of it.
//!
//! Where the rules are the same for both, the first player is the one about to
//! throw (*folded*), so that a position and the one with all colours exchanged
//! have one key; only while an opening is still to come the first is A. Where
//! they are not, the first is always A.

use crate::rules::{Mark, Position, Setup};
use crate::ruleset::{Capture, Mechanics, StartFile};
use crate::solver::index::{Places, deposit, extract};
use crate::types::{ByPlayer, Player, SquareSet};

use super::GeneralError;

/// How the positions of one game become keys.
#[derive(Clone, Debug)]
pub struct Codec {
    mechanics: Mechanics,
    folded: bool,
    two_tracks: bool,
    /// Squares that can carry stars, as bits; `u32::MAX` = a bit for each piece.
    starrable: u32,
    /// Whether what is home does not follow from the pieces on the board.
    homes: bool,
    /// Bits of: occupied (or of one track), colours, stars, one home, mark, turn.
    squares: u32,
    colours: u32,
    stars: u32,
    home: u32,
    mark: u32,
    turn: u32,
}

/// What never falls in the course of a game: groups of positions are solved in
/// the reverse of this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Group {
    /// Pieces that are out for good: home or captured (in games with a hand:
    /// home).
    pub out: u8,
    /// 1 once the opening has been made; or how many waiting pieces have moved.
    pub stage: u8,
    /// By side, home and captured; in folded games the smaller first.
    pub sides: [(u8, u8); 2],
}

impl Codec {
    /// # Errors
    /// The positions need more than 64 bits.
    pub fn new(mechanics: &Mechanics) -> Result<Codec, GeneralError> {
        let folded = is_symmetric(mechanics);
        let two_tracks = mechanics.cells.is_some();
        let pieces = u32::from(mechanics.pieces);
        let starrable = Places::of(mechanics).starrable;
        let by_piece = starrable.len() > 2 * pieces;
        let homes = mechanics.hand.is_some() || mechanics.capture == Capture::Remove;
        let mut codec = Codec {
            folded,
            two_tracks,
            starrable: if by_piece { u32::MAX } else { starrable.0 },
            homes,
            squares: u32::from(mechanics.length),
            colours: if two_tracks { 1 } else { 2 * pieces },
            stars: if by_piece {
                2 * pieces
            } else {
                starrable.len()
            },
            home: if homes { bits(pieces) } else { 0 },
            mark: match (mechanics.file, mechanics.opening, mechanics.hand) {
                (StartFile::Waits, ..) => bits(u32::from(mechanics.waiting_at_start())),
                (_, None, None) => 0,
                _ => 2,
            },
            turn: u32::from(!folded || mechanics.opening.is_some()),
            mechanics: mechanics.clone(),
        };
        if two_tracks {
            codec.stars = 0;
        }
        let tracks = if two_tracks { 2 } else { 1 };
        let width = tracks * codec.squares + codec.rest();
        if width > 64 {
            return Err(GeneralError::Wide(width));
        }
        Ok(codec)
    }

    /// Bits below the unit.
    fn rest(&self) -> u32 {
        self.colours + self.stars + 2 * self.home + self.mark + self.turn
    }

    pub fn mechanics(&self) -> &Mechanics {
        &self.mechanics
    }

    /// Whether a position and its mirror have one key.
    pub fn folded(&self) -> bool {
        self.folded
    }

    /// The names and widths of the parts, from the highest bit, for the
    /// description of a table.
    pub fn parts(&self) -> Vec<(&'static str, u32)> {
        let tracks: &[_] = match self.two_tracks {
            false => &[("occupied", self.squares), ("colours", self.colours)],
            true => &[
                ("smaller", self.squares),
                ("larger", self.squares),
                ("smaller-is-firsts", self.colours),
            ],
        };
        tracks
            .iter()
            .copied()
            .chain([
                ("stars", self.stars),
                ("home-first", self.home),
                ("home-second", self.home),
                ("mark", self.mark),
                ("turn", self.turn),
            ])
            .filter(|&(_, width)| width > 0)
            .collect()
    }

    /// How many ways there are to place the pieces, marks and stars apart, the
    /// games that are over included; pieces on a shared cell of two tracks are
    /// not left out.
    pub fn placements(&self) -> f64 {
        let squares = Places::of(&self.mechanics).resting.len() as usize;
        let pieces = usize::from(self.mechanics.pieces);
        let mut sum = 0.0;
        for own in 0..=pieces.min(squares) {
            for other in 0..=pieces.min(squares) {
                let free = if self.two_tracks {
                    squares
                } else {
                    squares.saturating_sub(own)
                };
                let homes = if self.homes {
                    (pieces - own + 1) * (pieces - other + 1)
                } else {
                    1
                };
                sum += choose(squares, own) * choose(free, other) * homes as f64;
            }
        }
        if self.folded { sum } else { 2.0 * sum }
    }

    /// The key of a position that is not over.
    #[inline]
    pub fn key(&self, position: &Position) -> u64 {
        let mark = position.mark();
        let thrower = position.to_throw().expect("the game goes on");
        let first = self.first(mark, thrower);
        let (own, other) = (position.on(first).0 >> 1, position.on(!first).0 >> 1);
        let mut key = if self.two_tracks {
            let lower = u64::from(own < other);
            (u64::from(own.min(other)) << self.squares | u64::from(own.max(other))) << 1 | lower
        } else {
            let occupied = own | other;
            u64::from(occupied) << self.colours | u64::from(extract(own, occupied))
        };
        if self.stars > 0 {
            let starred = position.starred(first).0 | position.starred(!first).0;
            let carriers = match self.starrable {
                u32::MAX => (own | other) << 1,
                squares => squares,
            };
            key = key << self.stars | u64::from(extract(starred, carriers));
        }
        if self.homes {
            key = key << self.home | u64::from(position.home(first));
            key = key << self.home | u64::from(position.home(!first));
        }
        let mark = match mark {
            Mark::None => 0,
            Mark::Unopened => 1,
            Mark::Entered => 2,
            Mark::Waiting(pieces) => u64::from(pieces),
        };
        key = key << self.mark | mark;
        key << self.turn | if thrower == first { 0 } else { 1 }
    }

    #[inline]
    fn first(&self, mark: Mark, thrower: Player) -> Player {
        if self.folded && mark != Mark::Unopened {
            thrower
        } else {
            Player::A
        }
    }

    /// The position of a key; the player about to throw is A where the key
    /// does not say who it is.
    pub fn position(&self, key: u64) -> Position {
        Position::unchecked(&self.mechanics, &self.setup(key))
    }

    /// The same as a position that can stand in a game also where colours
    /// matter (waiting pieces stand as in the start).
    pub fn shown(&self, key: u64) -> Position {
        let setup = self.setup(key);
        Position::new(&self.mechanics, &setup)
            .or_else(|_| Position::new(&self.mechanics, &exchanged(&setup)))
            .unwrap_or_else(|_| self.position(key))
    }

    fn setup(&self, key: u64) -> Setup {
        let mut rest = key;
        let mut take = |width: u32| {
            let part = rest & !(u64::MAX << width);
            rest >>= width;
            part as u32
        };
        let turn = take(self.turn);
        let mark = take(self.mark);
        let home_second = take(self.home) as u8;
        let home_first = take(self.home) as u8;
        let stars = take(self.stars);
        let colours = take(self.colours);
        let (own, other) = if self.two_tracks {
            let (larger, smaller) = (take(self.squares) << 1, take(self.squares) << 1);
            match colours {
                1 => (smaller, larger),
                _ => (larger, smaller),
            }
        } else {
            let occupied = take(self.squares) << 1;
            let own = deposit(colours, occupied);
            (own, occupied & !own)
        };
        let carriers = match self.starrable {
            u32::MAX => own | other,
            squares => squares,
        };
        let starred = deposit(stars, carriers);
        let on = ByPlayer::new(SquareSet(own), SquareSet(other));
        let mark = match mark {
            waiting if self.mechanics.file == StartFile::Waits => Mark::Waiting(waiting as u8),
            1 => Mark::Unopened,
            2 => Mark::Entered,
            _ => Mark::None,
        };
        Setup {
            on,
            starred: ByPlayer::new(SquareSet(starred & own), SquareSet(starred & other)),
            home: if self.homes {
                ByPlayer::new(home_first, home_second)
            } else {
                on.map(|set| self.mechanics.pieces - set.len() as u8)
            },
            mark,
            to_throw: Some(if turn == 0 { Player::A } else { Player::B }),
        }
    }

    /// The unit of a key: the same for positions that differ in colours, stars
    /// and turn alone.
    #[inline]
    pub fn unit(&self, key: u64) -> u64 {
        key >> self.rest()
    }

    /// The sum of the squares that are occupied.
    #[inline]
    pub fn level(&self, key: u64) -> u16 {
        let mut unit = self.unit(key);
        let mut sum = 0;
        if self.two_tracks {
            sum += sum_of((unit >> self.squares) as u32);
            unit &= !(u64::MAX << self.squares);
        }
        sum + sum_of(unit as u32)
    }

    /// The group of a key.
    #[inline]
    pub fn group(&self, key: u64) -> Group {
        let pieces = self.mechanics.pieces;
        let mark_part = (key >> self.turn & !(u64::MAX << self.mark)) as u8;
        let stage = match self.mechanics.file {
            StartFile::Waits => self.mechanics.waiting_at_start() - mark_part,
            StartFile::Free => u8::from(mark_part != 1),
        };
        let (on_first, on_second) = self.on_board(key);
        let mut sides = if self.homes {
            let at = self.turn + self.mark;
            let home = |shift: u32| (key >> shift & !(u64::MAX << self.home)) as u8;
            let (first, second) = (home(at + self.home), home(at));
            let gone = |home: u8, on: u8| match self.mechanics.hand {
                Some(_) => 0,
                None => pieces - home - on,
            };
            [
                (first, gone(first, on_first)),
                (second, gone(second, on_second)),
            ]
        } else {
            [(pieces - on_first, 0), (pieces - on_second, 0)]
        };
        if self.folded && sides[0] > sides[1] {
            sides.swap(0, 1);
        }
        Group {
            out: sides[0].0 + sides[0].1 + sides[1].0 + sides[1].1,
            stage,
            sides,
        }
    }

    #[inline]
    fn on_board(&self, key: u64) -> (u8, u8) {
        let unit = self.unit(key);
        let colours = (key >> (self.rest() - self.colours)) as u32 & !(u32::MAX << self.colours);
        if self.two_tracks {
            let smaller = (unit >> self.squares).count_ones() as u8;
            let larger = (unit & !(u64::MAX << self.squares)).count_ones() as u8;
            match colours {
                1 => (smaller, larger),
                _ => (larger, smaller),
            }
        } else {
            let own = colours.count_ones() as u8;
            (own, unit.count_ones() as u8 - own)
        }
    }
}

/// n over k.
fn choose(n: usize, k: usize) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// Bits that hold numbers up to `most`.
fn bits(most: u32) -> u32 {
    32 - most.leading_zeros()
}

/// The sum of the squares of a set whose bit k is square k + 1.
#[inline]
fn sum_of(mut set: u32) -> u16 {
    let mut sum = 0;
    while set != 0 {
        sum += set.trailing_zeros() as u16 + 1;
        set &= set - 1;
    }
    sum
}

/// The same with the players exchanged.
fn exchanged(setup: &Setup) -> Setup {
    let swap = |sides: ByPlayer<SquareSet>| ByPlayer::new(sides.b, sides.a);
    Setup {
        on: swap(setup.on),
        starred: swap(setup.starred),
        home: ByPlayer::new(setup.home.b, setup.home.a),
        mark: setup.mark,
        to_throw: setup.to_throw.map(|player| !player),
    }
}

/// Whether the rules are the same for both players, openings apart.
fn is_symmetric(mechanics: &Mechanics) -> bool {
    let same_tracks = mechanics.cells.as_ref().is_none_or(|cells| {
        cells
            .shared
            .iter()
            .all(|&(a, b)| cells.shared.contains(&(b, a)))
    });
    mechanics.pairs.a == mechanics.pairs.b && mechanics.wall.a == mechanics.wall.b && same_tracks
}
