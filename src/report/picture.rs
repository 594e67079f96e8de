//! What there is to draw of a board: places, numbers, special squares, pieces.

use crate::types::{ByPlayer, Player};

/// A board of any shape.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardPicture {
    pub rows: u8,
    pub columns: u8,
    /// Row by row.
    pub squares: Vec<BoardSquare>,
}

/// One square of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSquare {
    /// Counted from 0 at the upper left.
    pub row: u8,
    pub column: u8,
    /// Its number on each player's track, if it is on it.
    pub numbers: ByPlayer<Option<u8>>,
    /// In the order of [`SquareMark::ALL`].
    pub marks: Vec<SquareMark>,
    /// Whose piece stands there.
    pub piece: Option<Player>,
}

impl BoardSquare {
    /// `7`, or `12/16` where the players count differently.
    pub fn label(&self) -> String {
        match (self.numbers.a, self.numbers.b) {
            (Some(a), Some(b)) if a != b => format!("{a}/{b}"),
            (a, b) => a.or(b).map_or(String::new(), |number| number.to_string()),
        }
    }

    /// The letters of its marks.
    pub fn letters(&self) -> String {
        self.marks.iter().map(|mark| mark.letter()).collect()
    }
}

/// A special square, shown by a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SquareMark {
    Gate,
    Refuge,
    Safe,
    Trap,
    /// Water that holds pieces.
    Hold,
    /// A piece leaves it only off the board.
    ExitOnly,
    /// A piece on it wins the right of exit.
    RightOfExit,
    /// Landing there grants another throw.
    Again,
}

impl SquareMark {
    pub const ALL: [SquareMark; 8] = [
        SquareMark::Gate,
        SquareMark::Refuge,
        SquareMark::Safe,
        SquareMark::Trap,
        SquareMark::Hold,
        SquareMark::ExitOnly,
        SquareMark::RightOfExit,
        SquareMark::Again,
    ];

    pub fn letter(self) -> char {
        match self {
            SquareMark::Gate => 'G',
            SquareMark::Refuge => 'R',
            SquareMark::Safe => 'S',
            SquareMark::Trap => 'T',
            SquareMark::Hold => 'W',
            SquareMark::ExitOnly => 'E',
            SquareMark::RightOfExit => 'X',
            SquareMark::Again => 'N',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            SquareMark::Gate => "gate",
            SquareMark::Refuge => "refuge",
            SquareMark::Safe => "safe",
            SquareMark::Trap => "trap",
            SquareMark::Hold => "water that holds",
            SquareMark::ExitOnly => "exit only",
            SquareMark::RightOfExit => "right of exit",
            SquareMark::Again => "another throw",
        }
    }
}
