//! Lists in English.

use crate::types::SquareSet;

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
