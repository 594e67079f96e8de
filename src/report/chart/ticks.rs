//! Where the ticks of an axis stand and how they read.

/// Multiples of 1, 2 or 5 times a power of ten, and that step.
pub(in crate::report) fn linear_ticks(lo: f64, hi: f64, most: usize) -> (Vec<f64>, Option<f64>) {
    let rough = (hi - lo) / most.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    // From the coarsest on; a coarse one may by bad luck have no two multiples
    // within the axis.
    let steps = [10.0, 5.0, 2.0, 1.0, 0.5, 0.2].map(|factor| factor * power);
    let fine_enough = steps.iter().rposition(|step| *step >= rough * (1.0 - 1e-9));
    let slack = 1e-9 * (hi - lo);
    let ticks = |step: f64| -> Vec<f64> {
        let first = ((lo - slack) / step).ceil() as i64;
        let last = ((hi + slack) / step).floor() as i64;
        (first..=last)
            .map(|k| (k as f64 * step).clamp(lo, hi))
            .collect()
    };
    let mut from = steps[fine_enough.unwrap_or(0)..].iter();
    let found = from.find_map(|&step| {
        let ticks = ticks(step);
        (ticks.len() > 1).then_some((ticks, Some(step)))
    });
    found.unwrap_or_default()
}

/// As [`linear_ticks`], with a step of at least 1.
pub(super) fn whole_ticks(lo: f64, hi: f64, most: usize) -> (Vec<f64>, Option<f64>) {
    let (ticks, step) = linear_ticks(lo, hi, most);
    if step.is_some_and(|step| step >= 1.0) {
        return (ticks, step);
    }
    let whole = lo.ceil() as i64..=hi.floor() as i64;
    (whole.map(|k| k as f64).collect(), Some(1.0))
}

/// 1, 2 and 5 times the powers of ten, or where these are too many 1 and 5 times
/// (below three powers of ten), or every so many powers of ten; where the axis
/// spans too little for those, linear ones.
pub(in crate::report) fn log_ticks(lo: f64, hi: f64, most: usize) -> (Vec<f64>, Option<f64>) {
    let decades = lo.log10().floor() as i32..=hi.log10().ceil() as i32;
    let of = |factors: &[f64], every: i32| -> Vec<f64> {
        let powers = decades.clone().filter(|power| power.rem_euclid(every) == 0);
        powers
            .flat_map(|power| factors.iter().map(move |factor| factor * 10f64.powi(power)))
            .filter(|value| (lo..=hi).contains(value))
            .collect()
    };
    // One tick tells no scale; three powers at most lie within these.
    let short = hi < 1000.0 * lo;
    let most = if short { most.max(3) } else { most };
    let fine = of(&[1.0, 2.0, 5.0], 1);
    if fine.len() < 3 {
        return linear_ticks(lo, hi, most);
    }
    if fine.len() <= most {
        return (fine, None);
    }
    if short {
        let halves = of(&[1.0, 5.0], 1);
        if (2..=most).contains(&halves.len()) {
            return (halves, None);
        }
    }
    let spans = 1..=decades.clone().count() as i32;
    let mut coarse = spans.map(|every| of(&[1.0], every));
    let ticks = coarse.find(|ticks| ticks.len() <= most);
    (ticks.unwrap_or_default(), None)
}

/// `value` with the digits that tell it from its neighbours a `step` away;
/// without a step, as short as it can be.
pub(in crate::report) fn tick_text(value: f64, step: Option<f64>) -> String {
    // Sums of steps can miss zero by a rounding.
    let zero = step.map_or(0.0, |step| step * 1e-6);
    if value.abs() <= zero {
        return "0".to_owned();
    }
    let size = value.abs();
    let last = step.unwrap_or(size).log10();
    let small = match step {
        Some(step) => step < 1e-6,
        None => size < 9.9e-4,
    };
    if small || size >= 1e7 {
        let digits = (size.log10() + 1e-9).floor() - (last + 1e-9).floor();
        let digits = digits.clamp(0.0, 12.0) as usize;
        return signed(&format!("{value:.digits$e}"));
    }
    number(value, (-last - 1e-9).ceil().clamp(0.0, 12.0) as usize)
}

/// `value` with `decimals`, thousands apart, and a true minus.
pub(in crate::report) fn number(value: f64, decimals: usize) -> String {
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

    #[test]
    fn thousands_apart() {
        assert_eq!(number(1_234_567.0, 0), "1\u{202f}234\u{202f}567");
        assert_eq!(number(-1234.5, 1), "−1234.5");
    }
}
