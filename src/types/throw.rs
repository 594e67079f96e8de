use std::fmt;

/// The largest number of points a throw may have.
pub const MAX_POINTS: u8 = 15;

/// A set of point numbers, bit t for t points (0 to [`MAX_POINTS`]).
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointSet(pub u16);

impl PointSet {
    #[inline(always)]
    pub const fn contains(self, points: u8) -> bool {
        self.0 >> points & 1 == 1
    }

    /// Adds `points` (at most [`MAX_POINTS`]).
    pub fn insert(&mut self, points: u8) {
        assert!(points <= MAX_POINTS, "{points} points");
        self.0 |= 1 << points;
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=MAX_POINTS).filter(move |&points| self.contains(points))
    }
}

impl FromIterator<u8> for PointSet {
    fn from_iter<I: IntoIterator<Item = u8>>(points: I) -> Self {
        let mut set = PointSet::default();
        for t in points {
            set.insert(t);
        }
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// One outcome of a cast: its points and its exact weight.
///
/// The chance of the throw is `weight / ThrowTable::total()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    pub points: u8,
    pub weight: u128,
}

/// The throws of a casting device: ascending points, positive integer weights
/// without a common factor. The chances are exact rationals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThrowTable {
    throws: Vec<Throw>,
    total: u128,
}

/// Why a list of throws is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThrowTableError {
    #[error("no throw has a positive weight")]
    Empty,
    #[error("{0} points are more than the {MAX_POINTS} that a throw may have")]
    TooManyPoints(u8),
    #[error("the weights sum to more than 2^127")]
    Overflow,
}

impl ThrowTable {
    /// Gathers equal points, drops weights of zero, sorts and reduces.
    ///
    /// # Errors
    /// No positive weight, points above [`MAX_POINTS`], a sum above 2^127.
    pub fn new(
        throws: impl IntoIterator<Item = (u8, u128)>,
    ) -> Result<ThrowTable, ThrowTableError> {
        let mut weights = [0u128; MAX_POINTS as usize + 1];
        for (points, weight) in throws {
            let slot = weights
                .get_mut(points as usize)
                .ok_or(ThrowTableError::TooManyPoints(points))?;
            *slot = slot
                .checked_add(weight)
                .filter(|&sum| sum <= 1 << 127)
                .ok_or(ThrowTableError::Overflow)?;
        }
        let mut total = 0u128;
        let mut divisor = 0u128;
        for &weight in &weights {
            total = total
                .checked_add(weight)
                .filter(|&sum| sum <= 1 << 127)
                .ok_or(ThrowTableError::Overflow)?;
            divisor = gcd(divisor, weight);
        }
        if total == 0 {
            return Err(ThrowTableError::Empty);
        }
        let throws = (0u8..)
            .zip(weights)
            .filter(|&(_, weight)| weight > 0)
            .map(|(points, weight)| Throw {
                points,
                weight: weight / divisor,
            })
            .collect();
        Ok(ThrowTable {
            throws,
            total: total / divisor,
        })
    }

    /// One point, always: the table of a device that has only one face.
    pub fn certain_one() -> ThrowTable {
        ThrowTable {
            throws: vec![Throw {
                points: 1,
                weight: 1,
            }],
            total: 1,
        }
    }

    /// The throws, ascending by points.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// The sum of the weights.
    pub fn total(&self) -> u128 {
        self.total
    }

    /// The points that can be thrown.
    pub fn points(&self) -> PointSet {
        self.throws.iter().map(|throw| throw.points).collect()
    }

    pub fn max_points(&self) -> u8 {
        self.throws.last().map_or(0, |throw| throw.points)
    }

    /// The chance of `points`, 0 where the table lacks it.
    pub fn probability(&self, points: u8) -> f64 {
        self.throws
            .iter()
            .find(|throw| throw.points == points)
            .map_or(0.0, |throw| throw.weight as f64 / self.total as f64)
    }
}

fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted_merged_and_reduced() {
        let table = ThrowTable::new([(3, 4), (1, 2), (3, 2), (5, 0)]).unwrap();
        let list: Vec<_> = table
            .throws()
            .iter()
            .map(|t| (t.points, t.weight))
            .collect();
        assert_eq!(list, [(1, 1), (3, 3)]);
        assert_eq!(table.total(), 4);
        assert_eq!(table.probability(3), 0.75);
        assert_eq!(table.probability(5), 0.0);
    }

    #[test]
    fn table_without_weight_or_with_too_many_points_is_refused() {
        assert_eq!(ThrowTable::new([(1, 0)]), Err(ThrowTableError::Empty));
        assert_eq!(
            ThrowTable::new([(16, 1)]),
            Err(ThrowTableError::TooManyPoints(16))
        );
        assert_eq!(
            ThrowTable::new([(1, u128::MAX)]),
            Err(ThrowTableError::Overflow)
        );
    }
}
