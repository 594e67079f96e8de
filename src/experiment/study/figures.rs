//! First player's chance and length of a game under perfect play.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::game::{Game, TableKind};
use super::playing::{Playing, Tally, TallyMeter, perfect};
use crate::arena::{Caster, play_batch};
use crate::rules::Rules;
use crate::solver::course::{Beside, CourseError, CourseOptions, course};
use crate::solver::table::Table;
use crate::stats::{Confidence, Law, Merge, Moments};

/// A figure that there may not be (the spread of one game): JSON knows no NaN,
/// which is written as null and read back here.
pub(super) fn or_missing<'de, D>(deserializer: D) -> Result<f64, D::Error>
where
    D: serde::Deserializer<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or(f64::NAN))
}

/// How a length was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LengthKind {
    /// From the equations of the course of perfect play.
    Exact,
    /// From games that the table's player played against itself.
    Simulated,
    /// The equations did not come to rest: games are too long.
    Unrested,
}

/// Length of a game in plies or turns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct LengthFound {
    /// Not a number where no game came to its end, or nothing was found.
    #[serde(deserialize_with = "or_missing")]
    pub mean: f64,
    /// Not a number where there were fewer than two games, or no room for it
    /// beside the exact mean.
    #[serde(deserialize_with = "or_missing")]
    pub sd: f64,
    /// 95 % interval of the mean, where it was simulated.
    pub lo: Option<f64>,
    pub hi: Option<f64>,
}

/// The figures of one table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    pub positions: u64,
    pub precision: String,
    pub tolerance: f64,
    /// First player's chance of winning.
    pub value: f64,
    /// Proven bounds, where there are any.
    pub lower: Option<f64>,
    pub upper: Option<f64>,
    pub kind: LengthKind,
    /// Games played, where lengths were simulated.
    pub games: Option<u64>,
    pub plies: LengthFound,
    pub turns: LengthFound,
    /// See [`crate::solver::course::Beside`].
    pub gap: Option<f64>,
    pub ties: Option<u64>,
}

/// The figures of `table`; `None` where the run was stopped.
///
/// # Errors
/// The solver does not serve the game.
pub fn figures(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    memory: u64,
    playing: Playing<'_>,
) -> Result<Option<Figures>, CourseError> {
    let kind = TableKind::of(table.header());
    let (low, high) = table.interval(&rules.start());
    let bound = |bound: f64| kind.certified().then_some(bound);
    let mut found = Figures {
        positions: table.header().positions(),
        precision: kind.precision.name().to_string(),
        tolerance: kind.tolerance,
        value: (low + high) / 2.0,
        lower: bound(low),
        upper: bound(high),
        kind: LengthKind::Exact,
        games: None,
        plies: LengthFound::exact(0.0, None),
        turns: LengthFound::exact(0.0, None),
        gap: None,
        ties: None,
    };
    let options = CourseOptions {
        memory,
        ..CourseOptions::default()
    };
    let followed = playing
        .pool
        .install(|| course(table, rules, options, playing.stop));
    match followed {
        Ok(course) => {
            let beside = course.beside;
            let of = |variance: fn(Beside) -> f64| beside.map(variance);
            found.plies = LengthFound::exact(course.plies, of(|beside| beside.plies_variance));
            found.turns = LengthFound::exact(course.turns, of(|beside| beside.turns_variance));
            found.gap = of(|beside| beside.gap);
            found.ties = Some(course.ties);
        }
        Err(CourseError::Memory { .. } | CourseError::TooLarge { .. }) => {
            let Some(tally) = simulated(table, game, rules, playing) else {
                return Ok(None);
            };
            found.kind = LengthKind::Simulated;
            found.games = Some(tally.finished);
            found.plies = LengthFound::simulated(&tally.plies);
            found.turns = LengthFound::simulated(&tally.turns);
        }
        Err(CourseError::Unrested { .. }) => {
            found.kind = LengthKind::Unrested;
            found.plies = LengthFound::exact(f64::NAN, None);
            found.turns = LengthFound::exact(f64::NAN, None);
        }
        Err(CourseError::Interrupted) => return Ok(None),
        Err(error) => return Err(error),
    }
    Ok(Some(found))
}

/// Plays the perfect player against itself.
pub(super) fn simulated(
    table: &Arc<Table>,
    game: &Game,
    rules: &Rules,
    playing: Playing<'_>,
) -> Option<Tally> {
    let agent = perfect(table);
    let caster = Caster::new(&rules.mechanics().throws);
    let seating = playing.seating(game, rules, &caster, [&agent; 2]);
    let mut all = Tally::default();
    playing.each(
        |games| {
            let mut meter = TallyMeter {
                rules,
                tally: Tally::default(),
            };
            play_batch(&seating, games, &mut meter);
            meter.tally
        },
        |part| all.merge(&part),
    )?;
    Some(all)
}

impl LengthFound {
    fn exact(mean: f64, variance: Option<f64>) -> LengthFound {
        LengthFound {
            mean,
            sd: variance.map_or(f64::NAN, f64::sqrt),
            lo: None,
            hi: None,
        }
    }

    fn simulated(moments: &Moments) -> LengthFound {
        let interval = moments.interval(Law::Student, Confidence::P95);
        LengthFound {
            mean: moments.mean().unwrap_or(f64::NAN),
            sd: moments.sd().unwrap_or(f64::NAN),
            lo: interval.map(|interval| interval.lo),
            hi: interval.map(|interval| interval.hi),
        }
    }
}
