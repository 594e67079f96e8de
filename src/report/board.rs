//! A board drawn with letters, in its real shape.
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

use super::picture::{BoardPicture, BoardSquare};

/// Characters between a square's upright lines at least, one blank at each side
/// included.
const CELL_WIDTH: usize = 6;
/// Characters of a square's text at most.
const MOST: usize = 9;

/// The drawing, each line ended by a line feed. `piece` says what stands on a
/// square, `mark` what is written beside its number. Where both players travel
/// alike, a `v` at the end of a row shows where the track turns to the next.
pub fn draw_board(
    picture: &BoardPicture,
    piece: impl Fn(&BoardSquare) -> String,
    mark: impl Fn(&BoardSquare) -> String,
) -> String {
    let texts: Vec<[String; 2]> = picture
        .squares
        .iter()
        .map(|square| {
            [format!("{}{}", square.label(), mark(square)), piece(square)]
                .map(|text| text.chars().take(MOST).collect())
        })
        .collect();
    let longest = texts
        .iter()
        .flatten()
        .map(|text| text.chars().count())
        .max();
    let drawing = Drawing {
        picture,
        texts,
        width: CELL_WIDTH.max(longest.unwrap_or(0) + 1),
    };
    drawing.text()
}

struct Drawing<'a> {
    picture: &'a BoardPicture,
    /// Number and piece of each square.
    texts: Vec<[String; 2]>,
    width: usize,
}

impl Drawing<'_> {
    /// The number in the list of the square at a place, counted from 1 so that
    /// the places around the board can be asked for too.
    fn at(&self, row: usize, column: usize) -> Option<usize> {
        let squares = self.picture.squares.iter();
        let place =
            |square: &BoardSquare| (usize::from(square.row) + 1, usize::from(square.column) + 1);
        squares.map(place).position(|found| found == (row, column))
    }

    fn text(&self) -> String {
        let rows = usize::from(self.picture.rows);
        let mut out = String::new();
        self.rule(&mut out, 0);
        for row in 1..=rows {
            let (before, after) = self.turn(row);
            self.line(&mut out, row, "  ", 0, "");
            self.line(&mut out, row, before, 1, after);
            self.rule(&mut out, row);
        }
        out
    }

    /// The line below row `row`.
    fn rule(&self, out: &mut String, row: usize) {
        let columns = usize::from(self.picture.columns);
        let mut line = "  ".to_string();
        for column in 0..=columns + 1 {
            let near = |c: usize| self.at(row, c).or(self.at(row + 1, c)).is_some();
            if column > 0 {
                let fill = if near(column) { "-" } else { " " };
                line += &fill.repeat(self.width);
            }
            let corner = near(column) || near(column + 1);
            line.push(if corner { '+' } else { ' ' });
        }
        let _ = writeln!(out, "{}", line.trim_end());
    }

    fn line(&self, out: &mut String, row: usize, before: &str, which: usize, after: &str) {
        let columns = usize::from(self.picture.columns);
        let mut line = before.to_string();
        for column in 1..=columns + 1 {
            let here = self.at(row, column);
            let upright = here.or(self.at(row, column - 1)).is_some();
            line.push(if upright { '|' } else { ' ' });
            let text = here.map_or("", |square| self.texts[square][which].as_str());
            let _ = write!(line, " {text:<0$}", self.width - 1);
        }
        let _ = writeln!(out, "{}{after}", line.trim_end());
    }

    /// What shows that the track turns down from row `row`, before and after it.
    fn turn(&self, row: usize) -> (&'static str, &'static str) {
        let squares = &self.picture.squares;
        let number =
            |row: usize, column: usize| self.at(row, column).and_then(|at| squares[at].numbers.a);
        let goes_down = |column: usize| {
            let next = number(row, column).map(|number| number + 1);
            next.is_some() && next == number(row + 1, column)
        };
        let alike = squares
            .iter()
            .all(|square| square.numbers.a == square.numbers.b);
        if alike && goes_down(1) {
            ("v ", "")
        } else if alike && goes_down(usize::from(self.picture.columns)) {
            ("  ", " v")
        } else {
            ("  ", "")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::ByPlayer;

    fn square(row: u8, column: u8, a: Option<u8>, b: Option<u8>) -> BoardSquare {
        BoardSquare {
            row,
            column,
            numbers: ByPlayer::new(a, b),
            marks: Vec::new(),
            piece: None,
        }
    }

    fn common(places: &[(u8, u8)]) -> BoardPicture {
        let squares = (1..).zip(places);
        BoardPicture {
            rows: 2,
            columns: 3,
            squares: squares
                .map(|(n, &(row, column))| square(row, column, Some(n), Some(n)))
                .collect(),
        }
    }

    #[test]
    fn the_track_runs_to_and_fro() {
        let picture = common(&[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1)]);
        let piece = |square: &BoardSquare| match square.numbers.a {
            Some(1) => "A".to_string(),
            Some(4) => "B*".to_string(),
            _ => String::new(),
        };
        let mark = |square: &BoardSquare| match square.numbers.a {
            Some(5) => "~".to_string(),
            _ => String::new(),
        };
        assert_eq!(
            draw_board(&picture, piece, mark),
            "  +------+------+------+\n\
             \x20 | 1    | 2    | 3    |\n\
             \x20 | A    |      |      | v\n\
             \x20 +------+------+------+\n\
             \x20        | 5~   | 4    |\n\
             \x20        |      | B*   |\n\
             \x20        +------+------+\n"
        );
    }

    #[test]
    fn tracks_that_differ_have_both_numbers_and_no_turns() {
        let picture = BoardPicture {
            rows: 2,
            columns: 2,
            squares: vec![
                square(0, 0, Some(1), None),
                square(1, 0, Some(2), Some(12)),
                square(1, 1, Some(3), Some(3)),
            ],
        };
        let drawing = draw_board(&picture, |_| String::new(), |_| "#".to_string());
        assert_eq!(
            drawing,
            "  +------+\n\
             \x20 | 1#   |\n\
             \x20 |      |\n\
             \x20 +------+------+\n\
             \x20 | 2/12#| 3#   |\n\
             \x20 |      |      |\n\
             \x20 +------+------+\n"
        );
    }

    #[test]
    fn long_texts_do_not_break_the_grid() {
        let picture = common(&[(0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0)]);
        let drawing = draw_board(&picture, |_| "longpiecelong".into(), |_| "abcdefgh".into());
        let lengths: Vec<usize> = drawing
            .lines()
            .map(|line| line.trim_end_matches(" v").chars().count())
            .collect();
        assert!(
            lengths.iter().all(|&length| length == lengths[0]),
            "{drawing}"
        );
    }
}
