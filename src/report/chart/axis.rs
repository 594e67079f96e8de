//! Axes: what they mean, and where a value lies on them.

use super::ticks::{linear_ticks, log_ticks, tick_text, whole_ticks};

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    Linear,
    /// As linear, with ticks at whole numbers alone.
    Whole,
    /// Values of 0 and below have no place on it and are left out.
    Log,
}

/// What an axis shows.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured, without the unit.
    pub label: String,
    /// Shown in brackets after the label; empty for a plain number.
    pub unit: String,
    /// Shown values are the data's times this (100 for shares shown in %).
    pub factor: f64,
    pub spacing: Spacing,
    /// Ends in the data's units; `None`, or a pair that is no range on such an
    /// axis, fits the data.
    pub range: Option<(f64, f64)>,
}

impl Axis {
    /// A linear axis of plain values in `unit` (which may be empty).
    pub fn new(label: impl Into<String>, unit: impl Into<String>) -> Axis {
        Axis {
            label: label.into(),
            unit: unit.into(),
            factor: 1.0,
            spacing: Spacing::Linear,
            range: None,
        }
    }

    /// An axis of shares, 0 to 1 in the data, shown in per cent.
    pub fn percent(label: impl Into<String>) -> Axis {
        Axis {
            factor: 100.0,
            ..Axis::new(label, "%")
        }
    }

    pub fn log(self) -> Axis {
        Axis {
            spacing: Spacing::Log,
            ..self
        }
    }

    /// An axis of things that are counted.
    pub fn whole(self) -> Axis {
        Axis {
            spacing: Spacing::Whole,
            ..self
        }
    }

    pub fn range(self, lo: f64, hi: f64) -> Axis {
        Axis {
            range: Some((lo, hi)),
            ..self
        }
    }

    /// Label and unit as written beside the axis; no line breaks in the unit.
    pub(in crate::report) fn caption(&self) -> String {
        if self.unit.is_empty() {
            self.label.clone()
        } else {
            format!("{} ({})", self.label, self.unit.replace(' ', "\u{a0}"))
        }
    }

    /// The scale between two pixels that holds `values` (in the data's units).
    pub(in crate::report) fn scale(
        &self,
        values: impl Iterator<Item = f64>,
        from: f64,
        to: f64,
    ) -> Scale {
        let shown = values.map(|value| value * self.factor);
        let fitting = shown.filter(|value| match self.spacing {
            Spacing::Linear | Spacing::Whole => value.is_finite(),
            Spacing::Log => value.is_finite() && *value > 0.0,
        });
        let fitted = fitting.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))))
        });
        let usable = |(lo, hi): &(f64, f64)| {
            let starts = self.spacing != Spacing::Log || *lo > 0.0;
            starts && lo < hi && (hi - lo).is_finite()
        };
        let given = self
            .range
            .map(|(lo, hi)| (lo * self.factor, hi * self.factor))
            .filter(usable);
        let (lo, hi) = match (given, self.spacing) {
            (Some(given), _) => given,
            (None, Spacing::Linear | Spacing::Whole) => padded(fitted.unwrap_or((0.0, 1.0))),
            (None, Spacing::Log) => {
                let (lo, hi) = fitted.unwrap_or((1.0, 10.0));
                let room = if hi > lo { 1.15 } else { 3.0 };
                (lo / room, hi * room)
            }
        };
        Scale {
            spacing: self.spacing,
            factor: self.factor,
            lo,
            hi,
            from,
            to,
        }
    }
}

/// A twentieth more on each side, and some width where there is none.
fn padded((lo, hi): (f64, f64)) -> (f64, f64) {
    let room = if hi > lo {
        (hi - lo) / 20.0
    } else {
        (lo.abs() / 10.0).max(0.5)
    };
    (lo - room, hi + room)
}

/// Maps values to pixels.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Scale {
    spacing: Spacing,
    factor: f64,
    /// Ends as shown, `lo < hi`.
    pub lo: f64,
    pub hi: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// The pixel of a value in the data's units; `None` off the axis.
    pub fn pixel(&self, value: f64) -> Option<f64> {
        self.pixel_of_shown(value * self.factor)
    }

    /// The pixel of a value in the data's units, held within the axis.
    pub fn clamped(&self, value: f64) -> Option<f64> {
        let shown = value * self.factor;
        let held = shown.clamp(self.lo, self.hi);
        if shown.is_finite() {
            self.pixel_of_shown(held)
        } else {
            None
        }
    }

    fn pixel_of_shown(&self, shown: f64) -> Option<f64> {
        if !shown.is_finite() || shown < self.lo || shown > self.hi {
            return None;
        }
        let share = match self.spacing {
            Spacing::Linear | Spacing::Whole => (shown - self.lo) / (self.hi - self.lo),
            Spacing::Log => (shown / self.lo).ln() / (self.hi / self.lo).ln(),
        };
        Some(self.from + share * (self.to - self.from))
    }

    /// The pixel where the axis begins.
    pub(in crate::report) fn from(&self) -> f64 {
        self.from
    }

    /// The pixel where it ends.
    pub(in crate::report) fn to(&self) -> f64 {
        self.to
    }

    /// At most about `most` ticks, as `(pixel, text)`.
    pub fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let (values, step) = match self.spacing {
            Spacing::Linear => linear_ticks(self.lo, self.hi, most),
            Spacing::Whole => whole_ticks(self.lo, self.hi, most),
            Spacing::Log => log_ticks(self.lo, self.hi, most),
        };
        let place = |value| {
            self.pixel_of_shown(value)
                .map(|at| (at, tick_text(value, step)))
        };
        values.into_iter().filter_map(place).collect()
    }
}

/// Pixels that ticks of an axis need.
#[derive(Clone, Copy, Debug)]
pub(in crate::report) struct Apart {
    /// From one to the next.
    pub even: f64,
    /// The same on logarithmic axes, where 1, 2 and 5 cannot be thinned out
    /// evenly.
    pub log: f64,
}

impl Scale {
    /// As many ticks as have room, 2 to 9.
    pub(in crate::report) fn ticks_apart(&self, apart: Apart) -> Vec<(f64, String)> {
        let each = match self.spacing {
            Spacing::Log => apart.log,
            Spacing::Linear | Spacing::Whole => apart.even,
        };
        let most = if matches!(self.spacing, Spacing::Log) {
            9
        } else {
            8
        };
        self.ticks((((self.to - self.from).abs() / each) as usize).clamp(2, most))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(axis: &Axis, values: &[f64], most: usize) -> Vec<String> {
        let scale = axis.scale(values.iter().copied(), 0.0, 100.0);
        scale
            .ticks(most)
            .into_iter()
            .map(|(_, text)| text)
            .collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let axis = Axis::percent("share").range(0.45, 0.55);
        assert_eq!(texts(&axis, &[], 5), ["46", "48", "50", "52", "54"]);
        let axis = Axis::new("x", "").range(-0.2, 0.2);
        assert_eq!(texts(&axis, &[], 5), ["−0.2", "−0.1", "0", "0.1", "0.2"]);
    }

    #[test]
    fn whole_ticks_are_whole() {
        let axis = Axis::new("pieces", "").whole();
        assert_eq!(texts(&axis.clone().range(0.95, 2.05), &[], 10), ["1", "2"]);
        assert_eq!(texts(&axis.clone().range(0.8, 1.2), &[], 10), ["1"]);
        let many = texts(&axis.range(0.0, 100.0), &[], 6);
        assert_eq!(many, ["0", "20", "40", "60", "80", "100"]);
    }

    #[test]
    fn log_ticks_thin_out() {
        let axis = Axis::new("plies", "").log();
        assert_eq!(
            texts(&axis.clone().range(18.0, 600.0), &[], 8),
            ["20", "50", "100", "200", "500"]
        );
        let wide = texts(&axis.clone().range(1e-9, 1.0), &[], 6);
        assert!(wide.len() >= 3 && wide.len() <= 6, "{wide:?}");
        // Where only 1000 was told.
        assert_eq!(
            texts(&axis.clone().range(130.0, 5600.0), &[], 3),
            ["500", "1000", "5000"]
        );
        let small = Apart {
            even: 28.0,
            log: 14.0,
        };
        let scale = axis.range(130.0, 5600.0).scale([].into_iter(), 84.0, 0.0);
        let texts: Vec<String> = scale.ticks_apart(small).into_iter().map(|t| t.1).collect();
        assert_eq!(texts, ["200", "500", "1000", "2000", "5000"]);
    }

    #[test]
    fn log_ticks_below_three_powers_are_two_at_least() {
        for start in 0..60 {
            for steps in 13..60 {
                let [lo, hi] =
                    [start, start + steps].map(|power| 10f64.powf(f64::from(power) / 20.0));
                for most in 2..10 {
                    let axis = Axis::new("x", "").log().range(lo, hi);
                    assert!(texts(&axis, &[], most).len() > 1, "{lo} to {hi}, {most}");
                }
            }
        }
    }

    #[test]
    fn values_without_a_place() {
        let scale = Axis::new("x", "")
            .log()
            .scale([0.0, f64::NAN, 5.0].into_iter(), 0.0, 9.0);
        assert_eq!(scale.pixel(0.0), None);
        assert_eq!(scale.pixel(f64::NAN), None);
        assert!(scale.pixel(5.0).is_some());
    }

    #[test]
    fn one_value_or_none_still_makes_an_axis() {
        for values in [&[][..], &[0.0], &[7.0]] {
            assert!(
                !texts(&Axis::new("x", ""), values, 5).is_empty(),
                "{values:?}"
            );
        }
    }

    #[test]
    fn a_range_that_is_none_fits_the_data() {
        for (lo, hi) in [
            (5.0, 5.0),
            (9.0, 2.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
        ] {
            let axis = Axis::new("x", "").range(lo, hi);
            let scale = axis.scale([3.0, 4.0].into_iter(), 0.0, 9.0);
            assert!(scale.pixel(3.5).is_some_and(f64::is_finite), "{lo} to {hi}");
        }
        let axis = Axis::new("x", "").log().range(0.0, 9.0);
        assert!(axis.scale([3.0].into_iter(), 0.0, 9.0).lo > 0.0);
    }

    proptest! {
        #[test]
        fn ticks_are_few_and_read_differently(
            lo in -9.0f64..9.0,
            span in -4.0f64..4.0,
            negative: bool,
            log: bool,
            most in 2usize..11,
        ) {
            let lo = 10f64.powf(lo);
            let hi = lo * (1.0 + 10f64.powf(span));
            let axis = match (log, negative) {
                (true, _) => Axis::new("x", "").log().range(lo, hi),
                (false, true) => Axis::new("x", "").range(-hi, lo),
                (false, false) => Axis::new("x", "").range(lo, hi),
            };
            let texts = texts(&axis, &[], most);
            prop_assert!(!texts.is_empty() && texts.len() <= (most + 1).max(5), "{texts:?}");
            for (i, text) in texts.iter().enumerate() {
                prop_assert!(!texts[..i].contains(text), "{texts:?}");
            }
        }
    }
}
