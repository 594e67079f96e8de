use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. [`Player::A`] throws first in the start position.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[repr(u8)]
pub enum Player {
    A = 0,
    B = 1,
}

impl Player {
    /// Both players, A first.
    pub const BOTH: [Player; 2] = [Player::A, Player::B];

    /// 0 for A, 1 for B.
    #[inline(always)]
    pub fn index(self) -> usize {
        self as usize
    }
}

impl Not for Player {
    type Output = Player;

    /// The other player.
    #[inline(always)]
    fn not(self) -> Player {
        match self {
            Player::A => Player::B,
            Player::B => Player::A,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::A => "A",
            Player::B => "B",
        })
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByPlayer<T> {
    pub a: T,
    pub b: T,
}

impl<T> ByPlayer<T> {
    pub const fn new(a: T, b: T) -> Self {
        ByPlayer { a, b }
    }

    /// The same value for both.
    pub fn both(value: T) -> Self
    where
        T: Clone,
    {
        ByPlayer {
            a: value.clone(),
            b: value,
        }
    }

    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer {
            a: f(self.a),
            b: f(self.b),
        }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::A => &self.a,
            Player::B => &self.b,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline(always)]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::A => &mut self.a,
            Player::B => &mut self.b,
        }
    }
}
