//! Sizes of memory as they are typed.

/// `8GiB`, `500 MiB`, `16000000000`.
pub fn parse(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1048576.0,
        "GiB" => 1073741824.0,
        "MB" => 1e6,
        "GB" => 1e9,
        unit => return Err(format!("`{unit}` is no unit: use KiB, MiB, GiB, MB or GB")),
    };
    let number = digits.trim_end().parse::<f64>().ok();
    let bytes = number
        .filter(|number| *number > 0.0)
        .map(|number| number * unit)
        .ok_or("it is a number with a unit (KiB, MiB, GiB, MB or GB), like 8GiB")?;
    // No machine has an address for more.
    if bytes >= 2f64.powi(63) {
        return Err("it is more than any machine has: give less than 8589934592GiB".to_string());
    }
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn sizes_are_read_with_their_units() {
        assert_eq!(parse("8GiB"), Ok(8 << 30));
        assert_eq!(parse("8 GiB"), Ok(8 << 30));
        assert_eq!(parse("1.5KiB"), Ok(1536));
        assert_eq!(parse("16000000000"), Ok(16_000_000_000));
        for (text, words) in [
            ("8gib", "`gib` is no unit: use KiB, MiB, GiB"),
            ("8 gib", "`gib` is no unit: use KiB, MiB, GiB"),
            ("GiB", "a number with a unit"),
            ("-1GiB", "a number with a unit"),
            ("0", "a number with a unit"),
            ("99999999999999999999GiB", "more than any machine has"),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
