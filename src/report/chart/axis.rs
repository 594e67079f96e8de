//! Axes: what they mean, where a value lies on them, and their ticks.

/// How values are spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    Linear,
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
    /// Ends in the data's units; `None` fits the data.
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

    pub fn range(self, lo: f64, hi: f64) -> Axis {
        Axis {
            range: Some((lo, hi)),
            ..self
        }
    }

    /// Label and unit as written beside the axis.
    pub(super) fn caption(&self) -> String {
        if self.unit.is_empty() {
            self.label.clone()
        } else {
            format!("{} ({})", self.label, self.unit)
        }
    }

    /// The scale between two pixels that holds `values` (in the data's units).
    pub(super) fn scale(&self, values: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let shown = values.map(|value| value * self.factor);
        let fitting = shown.filter(|value| match self.spacing {
            Spacing::Linear => value.is_finite(),
            Spacing::Log => value.is_finite() && *value > 0.0,
        });
        let fitted = fitting.fold(None, |ends: Option<(f64, f64)>, value| {
            Some(ends.map_or((value, value), |(lo, hi)| (lo.min(value), hi.max(value))))
        });
        let given = self
            .range
            .map(|(lo, hi)| (lo * self.factor, hi * self.factor));
        let (lo, hi) = match (given, self.spacing) {
            (Some(given), _) => given,
            (None, Spacing::Linear) => padded(fitted.unwrap_or((0.0, 1.0))),
            (None, Spacing::Log) => {
                let (lo, hi) = fitted.unwrap_or((1.0, 10.0));
                (lo / 1.15, hi * 1.15)
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
pub(super) struct Scale {
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
            Spacing::Linear => (shown - self.lo) / (self.hi - self.lo),
            Spacing::Log => (shown / self.lo).ln() / (self.hi / self.lo).ln(),
        };
        Some(self.from + share * (self.to - self.from))
    }

    /// At most about `most` ticks, as `(pixel, text)`.
    pub fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        let (values, step) = match self.spacing {
            Spacing::Linear => linear_ticks(self.lo, self.hi, most),
            Spacing::Log => log_ticks(self.lo, self.hi, most),
        };
        let place = |value| {
            self.pixel_of_shown(value)
                .map(|at| (at, tick_text(value, step)))
        };
        values.into_iter().filter_map(place).collect()
    }
}

/// Multiples of 1, 2 or 5 times a power of ten, and that step.
fn linear_ticks(lo: f64, hi: f64, most: usize) -> (Vec<f64>, Option<f64>) {
    let rough = (hi - lo) / most.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|factor| factor * power)
        .into_iter()
        .find(|step| *step >= rough * (1.0 - 1e-9))
        .unwrap_or(10.0 * power);
    let slack = 1e-9 * (hi - lo);
    let first = ((lo - slack) / step).ceil() as i64;
    let last = ((hi + slack) / step).floor() as i64;
    let at = |k: i64| (k as f64 * step).clamp(lo, hi);
    ((first..=last).map(at).collect(), Some(step))
}

/// 1, 2 and 5 times the powers of ten, or every so many powers of ten; where
/// the axis spans too little for those, linear ones.
fn log_ticks(lo: f64, hi: f64, most: usize) -> (Vec<f64>, Option<f64>) {
    let decades = lo.log10().floor() as i32..=hi.log10().ceil() as i32;
    let of = |factors: &[f64], every: i32| -> Vec<f64> {
        let powers = decades.clone().filter(|power| power.rem_euclid(every) == 0);
        powers
            .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
            .filter(|value| (lo..=hi).contains(value))
            .collect()
    };
    let fine = of(&[1.0, 2.0, 5.0], 1);
    if fine.len() < 3 {
        return linear_ticks(lo, hi, most);
    }
    if fine.len() <= most {
        return (fine, None);
    }
    let spans = 1..=decades.clone().count() as i32;
    let mut coarse = spans.map(|every| of(&[1.0], every));
    let ticks = coarse.find(|ticks| ticks.len() <= most);
    (ticks.unwrap_or_default(), None)
}

/// `value` with the decimals that `step` needs; without a step, as short as
/// it can be. Thousands are set apart by a thin gap, minus is a true minus.
fn tick_text(value: f64, step: Option<f64>) -> String {
    let size = step.unwrap_or(value.abs());
    if value != 0.0 && (value.abs() >= 1e7 || value.abs() < 1e-4) {
        return signed(&format!("{value:.0e}"));
    }
    let decimals = (-size.log10()).ceil().clamp(0.0, 6.0);
    let decimals = if size > 0.0 { decimals as usize } else { 0 };
    // Rounding can leave a zero that is slightly below zero.
    number(if value.abs() < 1e-12 { 0.0 } else { value }, decimals)
}

/// `value` with `decimals`, thousands apart, and a true minus.
pub(super) fn number(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let digits = whole.trim_start_matches('-');
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && digits.len() > 4 && (digits.len() - i).is_multiple_of(3) {
            grouped.push('\u{202f}');
        }
        grouped.push(digit);
    }
    let minus = if whole.starts_with('-') { "-" } else { "" };
    signed(&format!("{minus}{grouped}{rest}"))
}

fn signed(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(texts(&axis, &[], 5), ["−0.2", "−0.1", "0.0", "0.1", "0.2"]);
    }

    #[test]
    fn log_ticks_thin_out() {
        let axis = Axis::new("plies", "").log();
        assert_eq!(
            texts(&axis.clone().range(18.0, 600.0), &[], 8),
            ["20", "50", "100", "200", "500"]
        );
        let wide = texts(&axis.range(1e-9, 1.0), &[], 6);
        assert!(wide.len() >= 3 && wide.len() <= 6, "{wide:?}");
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
    fn thousands_apart() {
        assert_eq!(number(1_234_567.0, 0), "1\u{202f}234\u{202f}567");
        assert_eq!(number(-1234.5, 1), "−1234.5");
    }
}
