use std::fmt;
use std::str::FromStr;

use crate::ruleset::Probability;

/// The most chances a grid may have.
const MOST: u128 = 10_001;

/// Chances from one to another by equal steps, exactly: `0.3:0.7:0.05`; or a
/// single one: `0.5`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChanceGrid {
    text: String,
    chances: Vec<Probability>,
}

impl ChanceGrid {
    /// Ascending, at least one.
    pub fn chances(&self) -> &[Probability] {
        &self.chances
    }
}

impl fmt::Display for ChanceGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for ChanceGrid {
    type Err = String;

    fn from_str(text: &str) -> Result<ChanceGrid, String> {
        let parts: Vec<Probability> = text
            .split(':')
            .map(|part| part.parse().map_err(|error| format!("{error}")))
            .collect::<Result<_, String>>()?;
        let chances = match parts[..] {
            [p] => vec![p],
            [from, to, step] => steps(from, to, step)?,
            _ => return Err("expected P, or FROM:TO:STEP like 0.3:0.7:0.05".to_string()),
        };
        Ok(ChanceGrid {
            text: text.to_string(),
            chances,
        })
    }
}

/// `from`, `from + step`, … up to `to`.
fn steps(
    from: Probability,
    to: Probability,
    step: Probability,
) -> Result<Vec<Probability>, String> {
    let all = [from, to, step];
    let scaled = all.iter().try_fold(1u128, |multiple, p| {
        let shared = gcd(multiple, p.denominator());
        (multiple / shared).checked_mul(p.denominator())
    });
    let too_long = || "too many digits".to_string();
    let denominator = scaled.filter(|&d| d < 1 << 64).ok_or_else(too_long)?;
    let [from, to, step] = all.map(|p| p.numerator() * (denominator / p.denominator()));
    if step == 0 {
        return Err("the step must be above 0".to_string());
    }
    if from > to {
        return Err("FROM must not be above TO".to_string());
    }
    let count = (to - from) / step + 1;
    if count > MOST {
        return Err(format!("that is {count} chances, more than {MOST}"));
    }
    (0..count)
        .map(|k| Probability::new(from + k * step, denominator).ok_or_else(too_long))
        .collect()
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(grid: &str) -> Vec<String> {
        let grid: ChanceGrid = grid.parse().unwrap();
        grid.chances().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn steps_are_exact_and_reach_the_end() {
        let expected = [
            "0.3", "0.35", "0.4", "0.45", "0.5", "0.55", "0.6", "0.65", "0.7",
        ];
        assert_eq!(texts("0.3:0.7:0.05"), expected);
        assert_eq!(texts("0:1:1/3"), ["0", "1/3", "2/3", "1"]);
        assert_eq!(texts("0.1:0.4:0.2"), ["0.1", "0.3"]);
        assert_eq!(texts("0.5"), ["0.5"]);
        assert_eq!(texts("0.5:0.5:0.1"), ["0.5"]);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "0.3:0.7",
            "0.7:0.3:0.1",
            "0.3:0.7:0",
            "1.5",
            "0:1:0.00001",
            "0.3:0.7:-0.1",
        ] {
            assert!(text.parse::<ChanceGrid>().is_err(), "{text}");
        }
    }
}
