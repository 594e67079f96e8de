//! Boards in their real shape.

use super::svg::{Anchor, Svg};
use crate::report::picture::{BoardPicture, BoardSquare, SquareMark};
use crate::types::Player;

/// Fill, ink and figure of a square; `None` for one without a figure.
pub(super) type Tint = Option<(String, String, String)>;

/// Height of a square to its width.
const TALL: f64 = 1.0;
/// Width of a board drawn by itself, in its own units.
const ALONE: f64 = 460.0;
/// Columns up to which squares have their full width.
const COLUMNS: f64 = 10.0;

fn side(picture: &BoardPicture, room: f64) -> f64 {
    room / COLUMNS.max(f64::from(picture.columns))
}

/// The board of the start position with its special squares.
pub(super) fn start(picture: &BoardPicture, title: &str, id: &str) -> String {
    let side = side(picture, ALONE - 2.0);
    let mut svg = Svg::new(ALONE);
    for square in &picture.squares {
        let at = corner(square, (1.0, 1.0), side);
        let water = [SquareMark::Trap, SquareMark::Hold];
        let class = if square.marks.iter().any(|mark| water.contains(mark)) {
            "sq water"
        } else if square.marks.is_empty() {
            "sq"
        } else {
            "sq special"
        };
        svg.rect(class, "", at, (side, side * TALL));
        svg.text(
            "n",
            Anchor::Start,
            (at.0 + 3.0, at.1 + 10.0),
            &square.label(),
        );
        let letters = square.letters();
        if !letters.is_empty() {
            let spot = (at.0 + side - 3.0, at.1 + side * TALL - 4.0);
            svg.text("k", Anchor::End, spot, &letters);
        }
        if let Some(player) = square.piece {
            // Above the letters, which it would cover.
            let down = if letters.is_empty() { 0.5 } else { 0.42 };
            let middle = (at.0 + side / 2.0, at.1 + side * TALL * down);
            piece(&mut svg, player, middle, side);
        }
    }
    let height = 2.0 + f64::from(picture.rows) * side * TALL;
    svg.finish(id, title, &described(picture), height)
}

/// A's pieces are discs, B's are cones seen from the side.
fn piece(svg: &mut Svg, player: Player, (x, y): (f64, f64), side: f64) {
    let r = side * 0.2;
    let class = match player {
        Player::A => "pa",
        Player::B => "pb",
    };
    match player {
        Player::A => {
            let around = (0..24).map(|i| {
                let angle = f64::from(i) * std::f64::consts::TAU / 24.0;
                (x + r * angle.cos(), y + r * angle.sin())
            });
            svg.area(class, &around.collect::<Vec<_>>());
        }
        Player::B => svg.area(class, &[(x, y - r), (x + r, y + r), (x - r, y + r)]),
    }
    let name = player.to_string();
    let down = if player == Player::A { 4.0 } else { 7.0 };
    svg.text(&format!("{class}n"), Anchor::Middle, (x, y + down), &name);
}

fn corner(square: &BoardSquare, (left, top): (f64, f64), side: f64) -> (f64, f64) {
    (
        left + f64::from(square.column) * side,
        top + f64::from(square.row) * side * TALL,
    )
}

/// The board at a spot, in `room` units of width, a tint a square; its height.
pub(super) fn tinted(
    svg: &mut Svg,
    picture: &BoardPicture,
    at: (f64, f64),
    room: f64,
    tints: &[Tint],
) -> f64 {
    let side = side(picture, room);
    for (square, tint) in picture.squares.iter().zip(tints) {
        let at = corner(square, at, side);
        let (class, fill, ink, text) = match tint {
            Some((fill, ink, text)) => ("cell sq", fill.as_str(), ink.as_str(), text.as_str()),
            None => ("none sq", "", "", "–"),
        };
        svg.rect(class, fill, at, (side, side * TALL));
        // Number, letters and figure each in a line of their own.
        let spot = (at.0 + 2.0, at.1 + 9.0);
        svg.styled_text("n", ink, Anchor::Start, spot, &square.label());
        let letters = square.letters();
        if !letters.is_empty() {
            let spot = (at.0 + side - 2.0, at.1 + side * TALL * 0.58);
            svg.styled_text("n", ink, Anchor::End, spot, &letters);
        }
        let spot = (at.0 + side / 2.0, at.1 + side * TALL - 3.0);
        svg.styled_text("v", ink, Anchor::Middle, spot, text);
    }
    f64::from(picture.rows) * side * TALL
}

/// What the letters on these boards stand for; empty where there are none.
pub(super) fn key(pictures: &[&BoardPicture]) -> String {
    let marked = |mark: &SquareMark| {
        let mut squares = pictures.iter().flat_map(|picture| &picture.squares);
        squares.any(|square| square.marks.contains(mark))
    };
    let marks = SquareMark::ALL.into_iter().filter(marked);
    let names: Vec<String> = marks
        .map(|mark| format!("{} {}", mark.letter(), mark.name()))
        .collect();
    names.join(" · ")
}

/// The board in words.
pub(super) fn described(picture: &BoardPicture) -> String {
    let numbers = |keep: &dyn Fn(&BoardSquare) -> bool| -> Vec<String> {
        let mut found: Vec<&BoardSquare> = picture.squares.iter().filter(|s| keep(s)).collect();
        found.sort_by_key(|square| square.numbers.a.or(square.numbers.b));
        found.iter().map(|square| square.label()).collect()
    };
    let mut text = format!(
        "A board of {} squares in {} rows and {} columns.",
        picture.squares.len(),
        picture.rows,
        picture.columns
    );
    for mark in SquareMark::ALL {
        let squares = numbers(&|square| square.marks.contains(&mark));
        if !squares.is_empty() {
            let name = mark.name();
            let head: String = name.chars().take(1).flat_map(char::to_uppercase).collect();
            text += &format!(" {head}{}: {}.", &name[1..], squares.join(", "));
        }
    }
    for player in Player::BOTH {
        let squares = numbers(&|square| square.piece == Some(player));
        if !squares.is_empty() {
            text += &format!(" {player} starts on {}.", squares.join(", "));
        }
    }
    text
}
