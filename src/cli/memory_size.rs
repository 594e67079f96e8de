//! Sizes of memory as they are typed and shown.

const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;

/// In GiB.
pub fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// `2.50 GiB`, `36.0 MiB`, `4.5 KiB`, `1 byte`.
pub fn shown(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_string(),
        0 | 2..KIB => format!("{bytes} bytes"),
        KIB..MIB => format!("{:.1} KiB", bytes as f64 / KIB as f64),
        MIB..GIB => format!("{:.1} MiB", bytes as f64 / MIB as f64),
        GIB.. => format!("{:.2} GiB", gib(bytes)),
    }
}

/// `8GiB`, `500MiB`, `16000000000`.
pub fn parse(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "" | "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1048576.0,
        "GiB" => 1073741824.0,
        "MB" => 1e6,
        "GB" => 1e9,
        unit => return Err(format!("`{unit}` is no unit: use MiB, GiB, MB or GB")),
    };
    digits
        .parse::<f64>()
        .ok()
        .filter(|number| *number > 0.0)
        .map(|number| (number * unit) as u64)
        .ok_or_else(|| "expected a size like 8GiB".to_string())
}
