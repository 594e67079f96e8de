//! A board drawn with letters: the track runs to and fro, row below row.
//!
//! ```text
//!   +------+------+------+
//!   | 1    | 2    | 3    |
//!   | A    |      | B    | v
//!   +------+------+------+
//!   | 6~   | 5    | 4    |
//!   |      |      | A*   |
//!   +------+------+------+
//! ```

use std::fmt::Write;

/// What is drawn in one square.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardCell {
    /// The piece, `A`, `B*` and the like; empty for none. At most
    /// five characters are drawn.
    pub piece: String,
    /// Beside the square's number, for special squares; empty for none.
    pub mark: String,
}

/// A track of squares, in the order of travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    cells: Vec<BoardCell>,
    width: usize,
}

/// Characters between a square's upright lines, one blank at each side
/// included.
const CELL_WIDTH: usize = 6;

impl Board {
    /// An empty board of `length` squares in rows of `width`.
    ///
    /// # Panics
    /// `width` is 0.
    pub fn new(length: usize, width: usize) -> Board {
        assert!(width > 0, "a board needs at least one column");
        Board {
            cells: vec![BoardCell::default(); length],
            width,
        }
    }

    /// The cell of `square`, counted from 1.
    ///
    /// # Panics
    /// The board has no such square.
    pub fn cell(&mut self, square: usize) -> &mut BoardCell {
        &mut self.cells[square - 1]
    }

    /// Puts a piece on `square`, counted from 1.
    pub fn piece(&mut self, square: usize, piece: impl Into<String>) -> &mut Board {
        self.cell(square).piece = piece.into();
        self
    }

    /// Adds a mark beside the number of `square`, counted from 1.
    pub fn mark(&mut self, square: usize, mark: &str) -> &mut Board {
        self.cell(square).mark.push_str(mark);
        self
    }

    /// The drawing, each line ended by a line feed. A `v` at the end of a row
    /// shows where the track turns.
    pub fn draw(&self) -> String {
        let rows = self.cells.len().div_ceil(self.width);
        let mut out = String::new();
        self.rule(&mut out);
        for row in 0..rows {
            let mut columns: Vec<usize> = (0..self.width).map(|i| row * self.width + i).collect();
            let leftward = row % 2 == 1;
            if leftward {
                columns.reverse();
            }
            let turns = row + 1 < rows;
            let (before, after) = match (turns, leftward) {
                (true, true) => ("v ", ""),
                (true, false) => ("  ", " v"),
                (false, _) => ("  ", ""),
            };
            self.line(&mut out, "  ", &columns, "", |square, cell| {
                format!("{square}{}", cell.mark)
            });
            self.line(&mut out, before, &columns, after, |_, cell| {
                cell.piece.clone()
            });
            self.rule(&mut out);
        }
        out
    }

    fn rule(&self, out: &mut String) {
        let edge = format!("+{}", "-".repeat(CELL_WIDTH));
        let _ = writeln!(out, "  {}+", edge.repeat(self.width));
    }

    fn line(
        &self,
        out: &mut String,
        before: &str,
        columns: &[usize],
        after: &str,
        show: impl Fn(usize, &BoardCell) -> String,
    ) {
        out.push_str(before);
        for &index in columns {
            let text = self
                .cells
                .get(index)
                .map_or_else(String::new, |cell| show(index + 1, cell));
            let text: String = text.chars().take(CELL_WIDTH - 1).collect();
            let _ = write!(out, "| {text:<0$}", CELL_WIDTH - 1);
        }
        out.push('|');
        out.push_str(after);
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_track_runs_to_and_fro() {
        let mut board = Board::new(5, 3);
        board.piece(1, "A").piece(4, "B*").mark(5, "~");
        assert_eq!(
            board.draw(),
            "  +------+------+------+\n\
             \x20 | 1    | 2    | 3    |\n\
             \x20 | A    |      |      | v\n\
             \x20 +------+------+------+\n\
             \x20 |      | 5~   | 4    |\n\
             \x20 |      |      | B*   |\n\
             \x20 +------+------+------+\n"
        );
    }

    #[test]
    fn long_texts_do_not_break_the_grid() {
        let mut board = Board::new(2, 2);
        board.mark(1, "abcdefgh").piece(2, "longpiece");
        let drawing = board.draw();
        let lengths: Vec<usize> = drawing.lines().map(|line| line.chars().count()).collect();
        assert!(
            lengths.iter().all(|&length| length == lengths[0]),
            "{drawing}"
        );
    }
}
