//! The throw table as floating-point chances, ready to be summed or drawn.

use crate::rules::Rules;
use crate::types::ThrowTable;

/// One throw and its chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    pub points: u8,
    pub probability: f64,
}

/// The throws of a ruleset, the likeliest first (fewer points first among
/// equals), so that sums over them settle early.
#[derive(Clone, Debug, PartialEq)]
pub struct Throws {
    chances: Vec<Chance>,
}

impl Throws {
    pub fn new(rules: &Rules) -> Throws {
        Throws::of_table(&rules.mechanics().throws)
    }

    pub fn of_table(table: &ThrowTable) -> Throws {
        let mut chances: Vec<Chance> = table
            .throws()
            .iter()
            .map(|throw| Chance {
                points: throw.points,
                probability: table.probability(throw.points),
            })
            .collect();
        chances.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        Throws { chances }
    }

    #[inline(always)]
    pub fn all(&self) -> &[Chance] {
        &self.chances
    }

    /// The throw at `quantile` (0 ≤ q < 1) of the cumulative chances.
    pub fn at(&self, quantile: f64) -> usize {
        let mut left = quantile;
        for (i, chance) in self.chances.iter().enumerate() {
            if left < chance.probability {
                return i;
            }
            left -= chance.probability;
        }
        self.chances.len() - 1
    }

    /// The mean of the points.
    pub fn mean_points(&self) -> f64 {
        self.chances
            .iter()
            .map(|chance| chance.probability * f64::from(chance.points))
            .sum()
    }

    /// The variance of the points.
    pub fn variance_of_points(&self) -> f64 {
        let mean = self.mean_points();
        self.chances
            .iter()
            .map(|chance| chance.probability * (f64::from(chance.points) - mean).powi(2))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_follow_the_chances() {
        let table = ThrowTable::new([(1, 4), (2, 6), (3, 4), (4, 1), (5, 1)]).unwrap();
        let throws = Throws::of_table(&table);
        let mut counts = [0; 6];
        for i in 0..16 {
            let throw = throws.at((f64::from(i) + 0.5) / 16.0);
            counts[usize::from(throws.all()[throw].points)] += 1;
        }
        assert_eq!(counts, [0, 4, 6, 4, 1, 1]);
        assert_eq!(throws.mean_points(), 2.3125);
        assert_eq!(throws.variance_of_points(), 105.0 / 16.0 - 2.3125 * 2.3125);
    }
}
