//! Words and lists in English.

use crate::types::{PointSet, SquareSet};

/// "26, 27 and 30"; runs of three or more squares as "1 to 5".
pub(super) fn listed(set: SquareSet) -> String {
    let mut runs: Vec<(u8, u8)> = Vec::new();
    for square in set.iter().map(|square| square.number()) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == square => *last = square,
            _ => runs.push((square, square)),
        }
    }
    let items = runs.into_iter().flat_map(|(first, last)| {
        if last >= first + 2 {
            vec![format!("{first} to {last}")]
        } else {
            (first..=last).map(|square| square.to_string()).collect()
        }
    });
    joined(items, "and")
}

/// "a", "a and b", "a, b and c".
pub(super) fn joined(items: impl IntoIterator<Item = String>, last: &str) -> String {
    let mut items: Vec<String> = items.into_iter().collect();
    match items.pop() {
        None => "none".into(),
        Some(only) if items.is_empty() => only,
        Some(end) => format!("{} {last} {end}", items.join(", ")),
    }
}

/// "1, 4 or 5".
pub(super) fn or(points: PointSet) -> String {
    joined(points.iter().map(|t| t.to_string()), "or")
}

/// "26 or 28 to 30".
pub(super) fn either(squares: SquareSet) -> String {
    listed(squares).replace(" and ", " or ")
}

/// "square 26", "squares 28 and 29".
pub(super) fn on_squares(squares: SquareSet) -> String {
    let plural = if squares.len() == 1 { "" } else { "s" };
    format!("square{plural} {}", listed(squares))
}

/// "Square 27 is", "Squares 27 and 28 are each".
pub(super) fn subject(squares: SquareSet) -> String {
    let verb = if squares.len() == 1 { "is" } else { "are each" };
    format!("{} {verb}", capital(&on_squares(squares)))
}

pub(super) fn count(number: u8, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

pub(super) fn number_word(number: u8) -> String {
    match number {
        2 => "two".into(),
        3 => "three".into(),
        4 => "four".into(),
        5 => "five".into(),
        other => other.to_string(),
    }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Square;

    #[test]
    fn runs_are_drawn_together() {
        let set = |squares: &[u8]| listed(squares.iter().filter_map(|&s| Square::new(s)).collect());
        assert_eq!(set(&[]), "none");
        assert_eq!(set(&[26]), "26");
        assert_eq!(set(&[28, 29]), "28 and 29");
        assert_eq!(set(&[15, 26, 28, 29, 30]), "15, 26 and 28 to 30");
    }
}
