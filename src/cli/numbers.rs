//! Whole numbers as typed: what is out of range is told with the range.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;

/// A reader of whole numbers of `range`.
pub fn whole(range: RangeInclusive<u64>) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match *range.end() {
            u64::MAX => format!("it is a whole number from {} on, below 2^64", range.start()),
            end => format!("it is a whole number from {} to {end}", range.start()),
        })
    }
}

/// How many of what is in memory.
pub fn count(text: &str) -> Result<usize, String> {
    text.parse()
        .map_err(|_| format!("it is a whole number from 0 to {}", usize::MAX))
}

/// A number of games that come in pairs.
pub fn pairs_of_games(text: &str) -> Result<u64, String> {
    let games = text
        .parse()
        .ok()
        .filter(|games| games % 2 == 0 && *games > 0);
    games
        .ok_or_else(|| "games are played in pairs: it is an even number from 2 on, like 400".into())
}

/// Plies after which a game is given up.
pub fn plies(text: &str) -> Result<NonZeroU32, String> {
    let right = || format!("it is a whole number from 1 to {}", u32::MAX);
    text.parse().map_err(|_| right())
}

/// The narrowest interval that a table of f64 can tell.
const NARROWEST: f64 = 1e-15;

/// How exactly a game is solved, as a difference of chances.
pub fn tolerance(text: &str) -> Result<f64, String> {
    let number = text.parse().ok();
    number
        .filter(|number: &f64| (NARROWEST..1.0).contains(number))
        .ok_or_else(|| format!("it is a number from {NARROWEST:e} to below 1, like 1e-6"))
}
