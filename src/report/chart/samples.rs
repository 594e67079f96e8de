//! Figures of the kind and size that real matches give, for tests.

use super::*;
use crate::report::picture::{BoardPicture, BoardSquare, SquareMark};
use crate::stats::{Histogram, Interval};
use crate::types::ByPlayer;

pub const RULESETS: [&str; 13] = [
    "anubis-5",
    "sawah-5",
    "sawah-7",
    "sawah-5-six",
    "sawah-7-six",
    "nile-5-six",
    "nile-7-six",
    "nile-5-five",
    "nile-7-five",
    "ankh-7",
    "ankh-5",
    "standard-5",
    "bell-10",
];

pub fn estimate(value: f64, half: f64) -> Option<Estimate> {
    let interval = Some(Interval::around(value, half));
    Some(Estimate { value, interval })
}

fn labels() -> impl Iterator<Item = (f64, String)> {
    RULESETS
        .iter()
        .enumerate()
        .map(|(i, id)| (i as f64, (*id).to_owned()))
}

/// A skewed distribution about `median`, with a tail.
fn lengths_about(median: f64) -> Histogram {
    let share = |length: u64| {
        let z = (length as f64 / median).ln() / 0.35;
        (100_000.0 * (-z * z / 2.0).exp() / length as f64) as u64
    };
    (1..20 * median as u64)
        .map(|length| (length, share(length)))
        .collect()
}

pub fn lengths() -> Lengths {
    let row = |(i, label): (f64, String)| LengthRow {
        label,
        lengths: lengths_about(60.0 + 45.0 * (i * 1.7f64).sin().abs() * i),
        unfinished: if i == 9.0 { 1500 } else { (i == 3.0) as u64 },
    };
    Lengths {
        title: "Game length, random against random".to_owned(),
        notes: vec!["100 000 games a ruleset, seed 1.".to_owned()],
        unit: "plies".to_owned(),
        rows: labels().map(row).collect(),
    }
}

pub fn advantages() -> Forest {
    let row = |(i, ruleset): (f64, String)| AdvantageRow {
        ruleset,
        shares: vec![
            estimate(0.502 + 0.004 * (i * 2.0f64).sin(), 0.0031),
            estimate(0.511 + 0.012 * (i * 1.3f64).cos(), 0.0031),
            (i != 4.0)
                .then(|| estimate(0.52 + 0.003 * i, 0.006))
                .flatten(),
        ],
    };
    let pairings = ["random, random", "racer, racer", "cautious, cautious"];
    advantage(
        pairings.map(str::to_owned).to_vec(),
        labels().map(row).collect(),
        vec![
            "Bars are 95 % Wilson intervals; 100 000 games a mark. An even game is at 50 %."
                .to_owned(),
        ],
    )
}

pub fn blockings() -> Forest {
    let row = |(i, ruleset): (f64, String)| {
        let about = |scale: f64, half: f64| -> Vec<_> {
            (0..3)
                .map(|v| estimate(scale * ((i + f64::from(v)).sin() - 0.4), half))
                .collect()
        };
        let none = ruleset == "bell-10";
        BlockingRow {
            ruleset,
            length: if none { vec![] } else { about(12.0, 0.8) },
            first_share: if none {
                vec![None; 3]
            } else {
                about(0.01, 0.003)
            },
        }
    };
    let variants = ["no pairs", "no walls", "neither"];
    blocking(
        variants.map(str::to_owned).to_vec(),
        labels().map(row).collect(),
        vec![
            "Paired on the same throws; bars are 95 % intervals of the mean difference.".to_owned(),
        ],
    )
}

pub fn plies() -> Stacked {
    let kinds = [
        "forward move",
        "swap or removal",
        "backward move",
        "bear-off",
        "sent to the refuge",
        "refused exit",
        "rethrow",
        "pass",
    ];
    let row = |(i, label)| StackedRow {
        label,
        counts: [
            5000.0,
            1500.0,
            300.0 * (i % 3.0),
            900.0,
            120.0,
            45.0 * (i % 2.0),
            20.0,
            700.0 + 90.0 * i,
        ]
        .map(|count| count as u64)
        .to_vec(),
    };
    where_plies_go(
        kinds.map(str::to_owned).to_vec(),
        labels().map(row).collect(),
        vec!["Random against random, 100 000 games a ruleset.".to_owned()],
    )
}

/// The senet board with the special squares of most reconstructions.
fn picture() -> BoardPicture {
    let square = |number: u8| {
        let (row, along) = ((number - 1) / 10, (number - 1) % 10);
        let marks = match number {
            15 => vec![SquareMark::Gate, SquareMark::Refuge, SquareMark::Safe],
            26 => vec![SquareMark::Gate, SquareMark::Safe],
            27 => vec![SquareMark::Trap],
            28 => vec![SquareMark::Safe],
            _ => vec![],
        };
        BoardSquare {
            row,
            column: if row == 1 { 9 - along } else { along },
            numbers: ByPlayer::both(Some(number)),
            marks,
            piece: None,
        }
    };
    BoardPicture {
        rows: 3,
        columns: 10,
        squares: (1..=30).map(square).collect(),
    }
}

pub fn boards() -> Boards {
    let board = |(i, label): (f64, String)| Board {
        label,
        picture: picture(),
        values: (0..30)
            .map(|s| {
                let s = f64::from(s);
                let value = 0.05 + 0.6 * ((s + i) / 6.0).sin().abs() * (1.0 - s / 40.0);
                (s != 26.0).then_some(value)
            })
            .collect(),
    };
    occupancy(
        labels().map(board).collect(),
        vec![
            "Either player's pieces, random against random, all plies of finished games."
                .to_owned(),
        ],
    )
}

pub fn throws() -> Plot {
    let ps = || (0..=40).map(|k| 0.3 + 0.01 * f64::from(k));
    let choose = [1.0, 4.0, 6.0, 4.0, 1.0];
    let chance = |p: f64, k: usize| choose[k] * p.powi(k as i32) * (1.0 - p).powi(4 - k as i32);
    let counts = (0..5).map(|k| {
        let name = format!("{k} light");
        (name, ps().map(|p| (p, chance(p, k))).collect())
    });
    let table = |name: &str, blank: f64| ThrowTableCurve {
        name: name.to_owned(),
        rows: ps()
            .map(|p| {
                let mean_points = 4.0 * p + blank * chance(p, 0);
                let again = chance(p, 0) + chance(p, 1) + chance(p, 4);
                ThrowRow {
                    p,
                    mean_points,
                    again,
                    turn_points: mean_points / (1.0 - again),
                }
            })
            .collect(),
    };
    throw_tables(
        counts.collect(),
        &[table("sticks-5", 5.0), table("sticks-6", 6.0)],
        vec!["Four sticks, exact binomial chances; fair sticks are p = 0.5.".to_owned()],
    )
}

pub fn convergence() -> Plot {
    let series = |name: &str, rate: f64| PlotSeries {
        name: name.to_owned(),
        mark: Mark::Line,
        points: (1..=120)
            .map(|k| {
                (
                    f64::from(k),
                    Estimate {
                        value: 0.5 * (-rate * f64::from(k)).exp(),
                        interval: None,
                    },
                )
            })
            .collect(),
    };
    Plot {
        title: "Convergence of the solution".to_owned(),
        notes: vec![],
        panels: vec![PlotPanel {
            x: Axis::new("sweep", ""),
            y: Axis::new("largest change of equity in the sweep", "").log(),
            reference: Some(1e-9),
            series: vec![
                series("anubis-5", 0.21),
                series("nile-5-six", 0.12),
                series("ankh-5", 0.16),
            ],
        }],
    }
}

pub fn by_pieces() -> Plot {
    let series = |name: &str, mark, shift: f64| PlotSeries {
        name: name.to_owned(),
        mark,
        points: (1..=7)
            .map(|k| {
                let value = 0.51 + shift + 0.02 / f64::from(k);
                (f64::from(k), estimate(value, 0.004).unwrap())
            })
            .collect(),
    };
    let panel = |mark| PlotPanel {
        x: Axis::new("pieces a side", ""),
        y: Axis::percent("games won by the first player"),
        reference: Some(0.5),
        series: vec![
            series("anubis", mark, 0.0),
            series("nile", mark, 0.008),
            series("ankh", mark, -0.012),
        ],
    };
    Plot {
        title: "First-player advantage by number of pieces".to_owned(),
        notes: vec!["Bars and bands are 95 % intervals.".to_owned()],
        panels: vec![panel(Mark::Line), panel(Mark::Points)],
    }
}
