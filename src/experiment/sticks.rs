//! What casting devices throw: chances, means, further throws.
//!
//! A throw has t points with chance w(t)/W and grants another throw with
//! chance q. A turn without passes goes on until a throw grants no other, so
//! its number of throws is geometric with mean 1/(1 − q), and by Wald's
//! equation its mean points are that many times the mean of one throw. Passes
//! end turns early, so in play both are upper bounds.

use crate::report::{Cell, Column, Sheet, column};
use crate::ruleset::{Cast, Device, Probability};
use crate::types::{PointSet, Throw, ThrowTable, ThrowTableError};

/// A device and its throws at one chance of a stick's light face.
#[derive(Clone, Debug)]
pub struct Casting {
    pub device: String,
    /// `None` where the device has no sticks.
    pub stick_p: Option<Probability>,
    pub table: ThrowTable,
    /// Points that grant another throw.
    pub again: PointSet,
}

/// The derived figures of a casting.
#[derive(Clone, Debug, PartialEq)]
pub struct CastingRow {
    pub device: String,
    pub stick_p: Option<Probability>,
    /// Points a throw.
    pub mean_points: f64,
    /// Chance that a throw grants another.
    pub again: f64,
    /// Throws a turn, passes ignored; `None` where a turn never ends.
    pub turn_throws: Option<f64>,
    /// Points a turn, passes ignored; `None` where a turn never ends.
    pub turn_points: Option<f64>,
}

/// One number of points of a casting.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceRow {
    pub device: String,
    pub stick_p: Option<Probability>,
    pub throw: Throw,
    pub weight_total: u128,
    /// Whether these points grant another throw.
    pub again: bool,
}

/// `sticks.csv`.
pub static STICKS: Sheet<CastingRow> = Sheet {
    file: "sticks.csv",
    version: 1,
    about: "A row is one casting device, at one chance p of a stick's light face if it has sticks. \
        Figures of a turn ignore passes: its throws are geometric in the chance of another throw.",
    columns: STICKS_COLUMNS,
};

static STICKS_COLUMNS: &[Column<CastingRow>] = &[
    column!("device", "text", "name of the casting device", |r| r
        .device
        .as_str()),
    column!(
        "stick_p",
        "chance",
        "chance that a stick shows its light face; empty without sticks",
        |r| exact(r.stick_p)
    ),
    column!("mean_points", "points", "mean points of a throw", |r| r
        .mean_points),
    column!(
        "again",
        "chance",
        "chance that a throw grants another",
        |r| r.again
    ),
    column!(
        "turn_throws",
        "throws",
        "mean throws of a turn; empty where none ever ends",
        |r| r.turn_throws
    ),
    column!(
        "turn_points",
        "points",
        "mean points of a turn; empty where none ever ends",
        |r| r.turn_points
    ),
];

/// `sticks_chances.csv`.
pub static STICKS_CHANCES: Sheet<ChanceRow> = Sheet {
    file: "sticks_chances.csv",
    version: 1,
    about: "A row is one number of points that a casting device can throw, at one chance p of a \
        stick's light face if it has sticks.",
    columns: STICKS_CHANCES_COLUMNS,
};

static STICKS_CHANCES_COLUMNS: &[Column<ChanceRow>] = &[
    column!("device", "text", "name of the casting device", |r| r
        .device
        .as_str()),
    column!(
        "stick_p",
        "chance",
        "chance that a stick shows its light face; empty without sticks",
        |r| exact(r.stick_p)
    ),
    column!("points", "points", "points of the throw", |r| u64::from(
        r.throw.points
    )),
    column!("chance", "chance", "weight / weight_total", |r| ratio(
        r.throw.weight,
        r.weight_total
    )),
    column!("weight", "whole number", "exact weight of the throw", |r| {
        Cell::Text(r.throw.weight.to_string())
    }),
    column!(
        "weight_total",
        "whole number",
        "sum of the weights of the casting",
        |r| Cell::Text(r.weight_total.to_string())
    ),
    column!("again", "0 or 1", "whether the throw grants another", |r| {
        u64::from(r.again)
    }),
];

/// A chance as it would be typed, without rounding.
fn exact(chance: Option<Probability>) -> Option<Cell> {
    chance.map(|p| Cell::Text(p.to_string()))
}

impl Casting {
    /// `device` at each of `chances`, or once where it has no sticks.
    ///
    /// # Errors
    /// A chance has so many digits that the exact weights do not fit.
    pub fn of(device: &Device, chances: &[Probability]) -> Result<Vec<Casting>, ThrowTableError> {
        let at = |stick_p: Option<Probability>| {
            Ok(Casting {
                device: device.name.clone(),
                stick_p,
                table: device.table(stick_p.unwrap_or(Probability::HALF))?,
                again: device.again,
            })
        };
        if device.has_sticks() {
            chances.iter().map(|&p| at(Some(p))).collect()
        } else {
            Ok(vec![at(None)?])
        }
    }

    /// The derived figures. Sums are exact; each figure is rounded once.
    pub fn row(&self) -> CastingRow {
        let sum = |keep: &dyn Fn(u8) -> bool, factor: &dyn Fn(u8) -> u128| -> u128 {
            let throws = self.table.throws().iter();
            throws
                .filter(|throw| keep(throw.points))
                .map(|throw| throw.weight * factor(throw.points))
                .sum()
        };
        let total = self.table.total();
        let points = sum(&|_| true, &u128::from);
        let again = sum(&|t| self.again.contains(t), &|_| 1);
        let per_turn = |figure: u128| (again < total).then(|| ratio(figure, total - again));
        CastingRow {
            device: self.device.clone(),
            stick_p: self.stick_p,
            mean_points: ratio(points, total),
            again: ratio(again, total),
            turn_throws: per_turn(total),
            turn_points: per_turn(points),
        }
    }

    /// The chance of each number of points that can be thrown, ascending.
    pub fn chances(&self) -> impl Iterator<Item = ChanceRow> {
        self.table.throws().iter().map(|&throw| ChanceRow {
            device: self.device.clone(),
            stick_p: self.stick_p,
            throw,
            weight_total: self.table.total(),
            again: self.again.contains(throw.points),
        })
    }
}

/// The chances of 0, 1, … light faces among `count` sticks, by number of light
/// faces: its `(p, chance)` for each of `chances`.
///
/// # Errors
/// As [`Casting::of`].
pub fn light_faces(
    count: u8,
    chances: &[Probability],
) -> Result<Vec<Vec<(f64, f64)>>, ThrowTableError> {
    let counter = Device {
        name: String::new(),
        text: String::new(),
        source: String::new(),
        cast: Cast::Sticks { count, blank: 0 },
        again: PointSet::default(),
    };
    let mut curves = vec![Vec::new(); usize::from(count) + 1];
    for &p in chances {
        let table = counter.table(p)?;
        for (faces, curve) in (0..).zip(&mut curves) {
            curve.push((p.to_f64(), table.probability(faces)));
        }
    }
    Ok(curves)
}

fn ratio(numerator: u128, denominator: u128) -> f64 {
    numerator as f64 / denominator as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ruleset::device;

    fn row(name: &str, p: &str) -> CastingRow {
        let castings = Casting::of(device(name).unwrap(), &[p.parse().unwrap()]).unwrap();
        castings[0].row()
    }

    #[test]
    fn fair_sticks_have_the_figures_worked_out_by_hand() {
        // (4·1 + 6·2 + 4·3 + 1·4 + 1·5) / 16 = 37/16; (4 + 1 + 1) / 16 = 3/8;
        // 1 / (5/8) = 8/5; 37/16 · 8/5 = 37/10.
        let fair = row("sticks-5", "0.5");
        assert_eq!(fair.mean_points, 2.3125);
        assert_eq!(fair.again, 0.375);
        assert_eq!(fair.turn_throws, Some(1.6));
        assert_eq!(fair.turn_points, Some(3.7));
        assert_eq!(row("sticks-6", "0.5").mean_points, 2.375);
    }

    #[test]
    fn unfair_sticks_have_the_figures_worked_out_by_hand() {
        // p = 3/5, of 625: 96, 216, 216, 81, none 16. Points 96 + 432 + 648 +
        // 324 + 80 = 1580; again 96 + 81 + 16 = 193; 625 − 193 = 432.
        let unfair = row("sticks-5", "0.6");
        assert_eq!(unfair.mean_points, 1580.0 / 625.0);
        assert_eq!(unfair.again, 193.0 / 625.0);
        assert_eq!(unfair.turn_throws, Some(625.0 / 432.0));
        assert_eq!(unfair.turn_points, Some(1580.0 / 432.0));
    }

    #[test]
    fn a_turn_that_never_ends_has_no_mean() {
        let always_four = row("sticks-5", "1");
        assert_eq!(always_four.again, 1.0);
        assert_eq!(always_four.turn_throws, None);
        assert_eq!(always_four.turn_points, None);
    }

    #[test]
    fn a_die_throws_once_whatever_the_sticks() {
        let castings = Casting::of(
            device("long-die").unwrap(),
            &["0.3", "0.4"].map(|p| p.parse().unwrap()),
        )
        .unwrap();
        assert_eq!(castings.len(), 1);
        let row = castings[0].row();
        assert_eq!((row.stick_p, row.mean_points), (None, 2.5));
        assert_eq!((row.turn_throws, row.turn_points), (Some(1.0), Some(2.5)));
    }

    #[test]
    fn light_faces_follow_the_binomial_law() {
        let curves = light_faces(4, &[Probability::HALF]).unwrap();
        let chances: Vec<f64> = curves.iter().map(|curve| curve[0].1).collect();
        assert_eq!(chances, [1.0, 4.0, 6.0, 4.0, 1.0].map(|w| w / 16.0));
    }
}
