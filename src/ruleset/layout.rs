//! Where the squares lie on the board: for drawings only. Nothing here decides
//! play, and nothing here enters the digest.
//!
//! A file may say it in a key of its own, beside `[rules]`: rows of the board
//! from the top, each square by its number, a dot where there is none. Where
//! the players have a track each, each player's numbers are given.
//!
//! ```toml
//! [board]
//! a = ["4 3 2 1 . . 14 13", "5 6 7 8 9 10 11 12", ". . . . . . . ."]
//! b = [". . . . . . . .", "5 6 7 8 9 10 11 12", "4 3 2 1 . . 14 13"]
//! ```
//!
//! Without it a common track runs to and fro in rows of ten, and tracks of two
//! players are drawn apart, A's above B's.

use super::fault::Fault;
use super::mechanics::Mechanics;
use super::reader::Section;
use super::value::{Kind, Value};
use crate::types::{ByPlayer, Player, Square, SquareSet};

/// Squares in a row of a board that no file draws.
const ROW: u8 = 10;

/// A place of the board, counted from 0 at the upper left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    pub row: u8,
    pub column: u8,
}

/// Where each square of each track lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub rows: u8,
    pub columns: u8,
    /// By square, square 1 first.
    places: ByPlayer<Vec<Place>>,
}

impl Layout {
    /// The place of `square` of `player`'s track.
    ///
    /// # Panics
    /// The track has no such square.
    pub fn place(&self, player: Player, square: Square) -> Place {
        self.places[player][usize::from(square.number()) - 1]
    }

    /// The square of `player`'s track at `place`, if there is one.
    pub fn square(&self, player: Player, place: Place) -> Option<Square> {
        let at = self.places[player].iter().position(|&p| p == place)?;
        Square::new(at as u8 + 1)
    }

    /// Every place with a square, row by row.
    pub fn squares(&self) -> impl Iterator<Item = (Place, ByPlayer<Option<Square>>)> + '_ {
        (0..self.rows)
            .flat_map(|row| (0..self.columns).map(move |column| Place { row, column }))
            .map(|place| {
                let [a, b] = Player::BOTH.map(|player| self.square(player, place));
                (place, ByPlayer::new(a, b))
            })
            .filter(|(_, squares)| squares.a.or(squares.b).is_some())
    }

    /// Whether both players' squares have the same places.
    pub fn is_common(&self) -> bool {
        self.places.a == self.places.b
    }

    /// The board of a ruleset that draws none.
    pub fn plain(mechanics: &Mechanics) -> Layout {
        let length = mechanics.length;
        let rows = length.div_ceil(ROW);
        let track = |below: u8| -> Vec<Place> {
            (0..length)
                .map(|i| {
                    let (row, along) = (i / ROW, i % ROW);
                    let column = if row % 2 == 0 { along } else { ROW - 1 - along };
                    let row = row + below;
                    Place { row, column }
                })
                .collect()
        };
        match mechanics.cells {
            None => Layout {
                rows,
                columns: ROW.min(length),
                places: ByPlayer::both(track(0)),
            },
            Some(_) => Layout {
                rows: 2 * rows + 1,
                columns: ROW.min(length),
                places: ByPlayer::new(track(0), track(rows + 1)),
            },
        }
    }

    /// Why this is no board of that track, if so.
    fn misfit(&self, mechanics: &Mechanics) -> Option<String> {
        for player in Player::BOTH {
            let squares = self.places[player].len();
            if squares != usize::from(mechanics.length) {
                return Some(format!(
                    "{player} has {squares} squares here and {} on the track",
                    mechanics.length
                ));
            }
        }
        for a in SquareSet::up_to(mechanics.length).iter() {
            let place = self.place(Player::A, a);
            let drawn = self.square(Player::B, place);
            let shared = mechanics.seen_by(Player::B, SquareSet::single(a)).first();
            if drawn != shared {
                let name = |square: Option<Square>| {
                    square.map_or("no square".into(), |square| format!("B's {square}"))
                };
                return Some(format!(
                    "A's {a} lies on {} here; by the rules it is {} too",
                    name(drawn),
                    name(shared)
                ));
            }
        }
        None
    }
}

/// The `board` of a file, with the value it was written as.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    layout: Layout,
    value: Value,
}

impl Drawn {
    /// Reads the key `board` at the top of a file.
    pub fn read(section: &mut Section<'_>) -> Option<Drawn> {
        let value = section.get("board")?.clone();
        let grids = section.by_player("board", rows)?;
        let size = |grid: &Grid| (grid.rows, grid.columns);
        if size(&grids.a) != size(&grids.b) {
            section.fault(
                "board",
                &value,
                "A's board and B's board are of different sizes",
                "give both the same number of rows and columns; a dot is no square",
            );
            return None;
        }
        Some(Drawn {
            layout: Layout {
                rows: grids.a.rows,
                columns: grids.a.columns,
                places: ByPlayer::new(grids.a.places, grids.b.places),
            },
            value,
        })
    }

    /// The layout, if it is one of that track.
    pub fn fitting(&self, mechanics: &Mechanics) -> Option<Layout> {
        let fits = self.layout.misfit(mechanics).is_none();
        fits.then(|| self.layout.clone())
    }

    /// What is wrong with it as the board of that track.
    pub fn fault(&self, mechanics: &Mechanics) -> Option<Fault> {
        Some(Fault {
            place: self.value.place.clone(),
            key: "board".into(),
            value: None,
            problem: self.layout.misfit(mechanics)?,
            right: "every square of the track stands there once, shared squares at one place"
                .into(),
            changed_by: None,
        })
    }
}

/// One player's squares.
#[derive(Clone)]
struct Grid {
    rows: u8,
    columns: u8,
    places: Vec<Place>,
}

const EXAMPLE: &str = "give rows of numbers and dots, like [\"4 3 2 1 . .\", \"5 6 7 8 9 10\"]";

fn rows(section: &mut Section<'_>, key: &str, value: &Value) -> Option<Grid> {
    let Kind::List(items) = &value.kind else {
        section.wrong_kind(key, value, EXAMPLE);
        return None;
    };
    let mut cells: Vec<Vec<Option<u8>>> = Vec::new();
    for item in items {
        let Kind::Text(text) = &item.kind else {
            section.wrong_kind(key, item, EXAMPLE);
            return None;
        };
        let read = text.split_whitespace().map(|word| match word {
            "." => Some(None),
            _ => word.parse().ok().filter(|&n| n > 0).map(Some),
        });
        let Some(row) = read.collect::<Option<Vec<Option<u8>>>>() else {
            section.fault(key, item, "this is no row of squares", EXAMPLE);
            return None;
        };
        cells.push(row);
    }
    let columns = cells.first().map_or(0, Vec::len);
    if columns == 0 || columns > 30 || cells.len() > 30 || cells.iter().any(|r| r.len() != columns)
    {
        section.fault(
            key,
            value,
            "the rows are not of one length, 1 to 30",
            EXAMPLE,
        );
        return None;
    }
    let mut found: Vec<(u8, Place)> = Vec::new();
    for (row, cells) in (0..).zip(&cells) {
        for (column, cell) in (0..).zip(cells) {
            if let Some(square) = cell {
                found.push((*square, Place { row, column }));
            }
        }
    }
    found.sort();
    for (number, &(square, _)) in (1..).zip(&found) {
        if square != number {
            section.fault(
                key,
                value,
                format!("after square {} comes {square}", number - 1),
                "every square stands there once, from 1 on without a gap",
            );
            return None;
        }
    }
    Some(Grid {
        rows: cells.len() as u8,
        columns: columns as u8,
        places: found.into_iter().map(|(_, place)| place).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::{builtin_ids, load_builtin};

    fn at(layout: &Layout, player: Player, square: u8) -> (u8, u8) {
        let place = layout.place(player, Square::new(square).unwrap());
        (place.column + 1, place.row + 1)
    }

    #[test]
    fn senet_runs_to_and_fro() {
        let layout = load_builtin("anubis-5", &[], &[]).unwrap().layout;
        assert_eq!((layout.rows, layout.columns), (3, 10));
        for (square, place) in [
            (1, (1, 1)),
            (10, (10, 1)),
            (11, (10, 2)),
            (20, (1, 2)),
            (30, (10, 3)),
        ] {
            assert_eq!(at(&layout, Player::B, square), place);
        }
    }

    /// (row, column) of the literature: A's file is 1, the middle one 2.
    #[test]
    fn the_boards_of_ur_have_their_published_paths() {
        let finkel: Vec<(u8, u8)> = [(1, 4), (1, 3), (1, 2), (1, 1)]
            .into_iter()
            .chain((1..=8).map(|c| (2, c)))
            .chain([(1, 8), (1, 7)])
            .collect();
        let masters: Vec<(u8, u8)> = [(1, 4), (1, 3), (1, 2), (1, 1)]
            .into_iter()
            .chain((1..=7).map(|c| (2, c)))
            .chain([(3, 7), (3, 8), (2, 8), (1, 8), (1, 7)])
            .collect();
        let aseb: Vec<(u8, u8)> = [(1, 4), (1, 3), (1, 2), (1, 1)]
            .into_iter()
            .chain((1..=12).map(|c| (2, c)))
            .collect();
        for (id, path) in [
            ("ur-finkel", &finkel),
            ("ur-masters", &masters),
            ("ur-blitz", &masters),
            ("aseb-5", &aseb),
            ("twenty-7", &aseb),
        ] {
            let layout = load_builtin(id, &[], &[]).unwrap().layout;
            assert_eq!(
                layout.squares().count(),
                20,
                "{id}: all have twenty squares"
            );
            for (square, &(row, column)) in (1..).zip(path) {
                assert_eq!(
                    at(&layout, Player::A, square),
                    (column, row),
                    "{id} {square}"
                );
                assert_eq!(
                    at(&layout, Player::B, square),
                    (column, 4 - row),
                    "{id} {square}"
                );
            }
        }
    }

    #[test]
    fn every_layout_agrees_with_its_track() {
        for id in builtin_ids() {
            let ruleset = load_builtin(id, &[], &[]).unwrap();
            assert_eq!(ruleset.layout.misfit(&ruleset.mechanics), None, "{id}");
        }
    }

    #[test]
    fn a_changed_track_falls_back_to_the_plain_board() {
        let ruleset = load_builtin("aseb-5", &[], &[("cells", "{ 5 = 5 }")]).unwrap();
        assert_eq!(ruleset.layout, Layout::plain(&ruleset.mechanics));
        assert_eq!(ruleset.layout.rows, 5);
        let digest = ruleset.base_digest.to_string();
        assert_eq!(digest, "b5948748ba7dde9f", "boards enter no digest");
    }
}
