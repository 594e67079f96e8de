//! How a stick falls, by the shape of its section.
//!
//! Serves games cast with two-sided sticks. The stick is long, even and lies on
//! one of two faces: a flat one and a rounded one. In the centre-of-mass model
//! every direction of the section is equally likely to point down, and the
//! stick comes to rest on the face that lies that way from the centre of mass.
//! If the flat face is 2w wide and the centre of mass lies d above it, the face
//! is seen from there under the angle 2·arctan(w/d), so
//!
//! ```text
//! P(flat face down) = arctan(w/d) / π
//! p = P(flat face up) = 1 − arctan(w/d) / π = ½ + arctan(d/w) / π
//! ```
//!
//! The flat face is the light one, as with sticks split from a branch.
//!
//! * half disc of radius r: w = r, d = 4r/(3π)
//! * segment of height h of a disc of radius 1, cos α = 1 − h: w = sin α,
//!   d = 4·sin³α / (3·(2α − sin 2α)) − cos α
//! * half ellipse, its flat face 2a wide, b high: w = a, d = 4b/(3π)
//!
//! The model knows nothing of bouncing and rolling, and measured sticks differ
//! from it: see [`MEASURED`]. It was put to senet's rods by J. Nogueira, F.
//! Rodrigues and L. Trabucho, "On the equilibrium of the Egyptian game Senet",
//! Proceedings of Recreational Mathematics Colloquium VI (2019), 195–212; the
//! formulas above are worked out here and are not quoted from there.

use std::f64::consts::PI;
use std::fmt;
use std::str::FromStr;

use serde::Deserialize;

use crate::report::{Cell, Column, Sheet, column};
use crate::stats::{Confidence, Proportion};

/// The section of a stick with a flat and a rounded face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Section {
    HalfDisc,
    /// Height over radius of the disc, above 0 and below 2.
    Segment {
        height: f64,
    },
    /// Half the width of the flat face, and the height, in one unit.
    Ellipse {
        a: f64,
        b: f64,
    },
}

/// Why a text is no [`Section`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{0}`: {1}; a section is half-disc, segment:height=0.8 (of the radius, above 0 and below 2) \
     or ellipse:a=1,b=0.5 (half the flat face, and the height)"
)]
pub struct SectionError(pub String, pub &'static str);

impl FromStr for Section {
    type Err = SectionError;

    fn from_str(text: &str) -> Result<Section, SectionError> {
        let wrong = |why| SectionError(text.to_string(), why);
        let (shape, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut sizes = Vec::new();
        for size in rest.split(',').filter(|size| !size.is_empty()) {
            let (name, value) = size
                .split_once('=')
                .ok_or(wrong("a size reads name=number"))?;
            let value: f64 = value.parse().map_err(|_| wrong("that is no number"))?;
            if !(value.is_finite() && value > 0.0) {
                return Err(wrong("a size is above 0"));
            }
            sizes.push((name, value));
        }
        match (shape, &sizes[..]) {
            ("half-disc", []) => Ok(Section::HalfDisc),
            ("segment", &[("height", height)]) if height < 2.0 => Ok(Section::Segment { height }),
            ("segment", &[("height", _)]) => Err(wrong("the whole disc is 2 high")),
            ("ellipse", &[("a", a), ("b", b)] | &[("b", b), ("a", a)]) => {
                Ok(Section::Ellipse { a, b })
            }
            ("half-disc" | "segment" | "ellipse", _) => Err(wrong("the sizes do not fit it")),
            _ => Err(wrong("there is no such shape")),
        }
    }
}

impl fmt::Display for Section {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Section::HalfDisc => f.write_str("half-disc"),
            Section::Segment { height } => write!(f, "segment:height={height}"),
            Section::Ellipse { a, b } => write!(f, "ellipse:a={a},b={b}"),
        }
    }
}

impl Section {
    /// Half the width of the flat face, and the height of the centre of mass
    /// above it, in radii (or in the unit of a and b).
    pub fn flat(&self) -> (f64, f64) {
        match *self {
            Section::HalfDisc => (1.0, 4.0 / (3.0 * PI)),
            Section::Segment { height } => {
                let width = (height * (2.0 - height)).sqrt();
                let alpha = 2.0 * (height / 2.0).sqrt().asin();
                let middle = 4.0 * width.powi(3) / (3.0 * above_sine(2.0 * alpha));
                (width, middle - (1.0 - height))
            }
            Section::Ellipse { a, b } => (a, 4.0 * b / (3.0 * PI)),
        }
    }

    /// The angle under which the flat face is seen from the centre of mass, in
    /// degrees, 0 to 180.
    pub fn angle(&self) -> f64 {
        let (width, centre) = self.flat();
        2.0 * width.atan2(centre).to_degrees()
    }

    /// The chance that the flat face comes to lie up, ½ to 1.
    pub fn p(&self) -> f64 {
        let (width, centre) = self.flat();
        0.5 + centre.atan2(width) / PI
    }
}

/// x − sin x, also where the two are nearly the same.
fn above_sine(x: f64) -> f64 {
    let square = x * x;
    if square < 0.1 {
        let series = 1.0 - square / 20.0 * (1.0 - square / 42.0 * (1.0 - square / 72.0));
        x * square / 6.0 * series
    } else {
        x - x.sin()
    }
}

/// A stick that people have thrown.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct MeasuredStick {
    pub stick: String,
    /// The section that it is nearest to.
    pub section: String,
    /// Share of throws with the flat face up.
    pub p: f64,
    /// How often it was thrown, where that is told.
    pub throws: Option<u64>,
    pub about: String,
    pub source: String,
}

/// What the literature measured, as CSV.
pub const MEASURED: &str = include_str!("../../data/throws/measured.csv");

/// The sticks of [`MEASURED`].
pub fn measured() -> Vec<MeasuredStick> {
    let mut reader = csv::Reader::from_reader(MEASURED.as_bytes());
    let rows: Result<_, _> = reader.deserialize().collect();
    rows.expect("a test reads the file")
}

impl MeasuredStick {
    /// The 95 % interval of p (Wilson), where the number of throws is told.
    pub fn interval(&self) -> Option<(f64, f64)> {
        let throws = self.throws?;
        let up = (self.p * throws as f64).round() as u64;
        let interval = Proportion::new(up, throws).wilson(Confidence::P95)?;
        Some((interval.lo, interval.hi))
    }
}

/// A stick of the model or of the literature.
#[derive(Clone, Debug, PartialEq)]
pub enum SectionRow {
    Model(Section),
    Measured(MeasuredStick),
}

/// `sections.csv`.
pub static SECTIONS: Sheet<SectionRow> = Sheet {
    file: "sections.csv",
    version: 1,
    about: "A row is one stick: of the centre-of-mass model, or as the literature measured it.",
    columns: SECTION_COLUMNS,
};

static SECTION_COLUMNS: &[Column<SectionRow>] = &[
    column!("kind", "text", "`model` or `measured`", |r| match r {
        SectionRow::Model(_) => "model",
        SectionRow::Measured(_) => "measured",
    }),
    column!("stick", "text", "section of the model, or the stick", |r| {
        Cell::Text(match r {
            SectionRow::Model(section) => section.to_string(),
            SectionRow::Measured(stick) => stick.stick.clone(),
        })
    }),
    column!("p", "chance", "chance of the flat face up", |r| match r {
        SectionRow::Model(section) => section.p(),
        SectionRow::Measured(stick) => stick.p,
    }),
    column!(
        "p_lo",
        "chance",
        "lower end of its 95 % Wilson interval; empty for the model and where the number of \
        throws is not told",
        |r| ends(r).map(|(lo, _)| lo)
    ),
    column!("p_hi", "chance", "upper end of that interval", |r| ends(r)
        .map(|(_, hi)| hi)),
    column!("throws", "throws", "how often it was thrown", |r| match r {
        SectionRow::Model(_) => None,
        SectionRow::Measured(stick) => stick.throws,
    }),
    column!("source", "text", "who says so", |r| match r {
        SectionRow::Model(_) => "centre-of-mass model",
        SectionRow::Measured(stick) => stick.source.as_str(),
    }),
];

fn ends(row: &SectionRow) -> Option<(f64, f64)> {
    match row {
        SectionRow::Model(_) => None,
        SectionRow::Measured(stick) => stick.interval(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(text: &str) -> f64 {
        text.parse::<Section>().unwrap().p()
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 5e-6, "{found} is not {expected}");
    }

    #[test]
    fn sections_have_the_chances_worked_out_by_hand() {
        // d/w = 4/(3π) = 0.424413; arctan = 0.401374; /π = 0.127761.
        close(p("half-disc"), 0.627761);
        // α = 60°: sin³α = 0.649519, 2α − sin 2α = 1.228370; the centre of mass
        // lies 2.598076/3.685109 = 0.705020 from the middle of the disc and
        // 0.205020 above the face, whose half is 0.866025; arctan(0.236737) =
        // 0.232457; /π = 0.073993.
        close(p("segment:height=0.5"), 0.573993);
        // d/w = 0.212207; arctan = 0.209105; /π = 0.066560.
        close(p("ellipse:a=2,b=1"), 0.566560);
    }

    #[test]
    fn the_shapes_meet_where_they_are_one() {
        close(p("segment:height=1"), p("half-disc"));
        close(p("ellipse:a=3,b=3"), p("half-disc"));
        // A sliver falls like a coin, nearly a whole disc hardly ever on its face.
        assert!(p("segment:height=0.001") < 0.51);
        // A thin segment is a parabola's: d = 2h/5, w = √(2h).
        close(p("segment:height=1e-6"), 0.500090);
        close(p("segment:height=1e-12"), 0.5);
        assert!(p("segment:height=1.99") > 0.95);
        let half: Section = "half-disc".parse().unwrap();
        close(half.angle(), 360.0 * (1.0 - half.p()));
    }

    #[test]
    fn what_is_no_section_is_told_why() {
        for (text, why) in [
            ("disc", "there is no such shape"),
            ("segment", "the sizes do not fit it"),
            ("segment:height=2", "the whole disc is 2 high"),
            ("segment:height=-1", "a size is above 0"),
            ("ellipse:a=1", "the sizes do not fit it"),
            ("ellipse:a=1,b=x", "that is no number"),
        ] {
            let error = text.parse::<Section>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}`: {why}")), "{error}");
        }
    }

    #[test]
    fn measured_sticks_disagree_with_the_model() {
        let sticks = measured();
        let [yut, cylinder] = &sticks[..] else {
            panic!("two sticks");
        };
        assert_eq!((yut.p, yut.throws, yut.interval()), (0.6, None, None));
        let (lo, hi) = cylinder.interval().unwrap();
        // ± 1.96·√(0.25/1100) = 0.0295.
        assert!((lo - 0.4705).abs() < 1e-3 && (hi - 0.5295).abs() < 1e-3);
        assert!(hi < p(&cylinder.section), "0.628 lies far outside");
    }
}
