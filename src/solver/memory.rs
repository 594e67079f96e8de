//! How much memory a game needs, and how much is in use.

use super::encoding::Encoding;
use super::layers::Layer;
use super::solve::Bounds;
use super::value::Precision;

/// A number of bytes as messages show it: `61.3 MiB`, `8 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl std::fmt::Display for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let bytes = self.0 as f64;
        let (number, unit) = match self.0 {
            0..1024 => return write!(f, "{} bytes", self.0),
            1024..1_048_576 => (format!("{:.1}", bytes / 1024.0), "KiB"),
            1_048_576..1_073_741_824 => (format!("{:.1}", bytes / 1_048_576.0), "MiB"),
            _ => (format!("{:.2}", bytes / 1_073_741_824.0), "GiB"),
        };
        let number = number.trim_end_matches('0').trim_end_matches('.');
        write!(f, "{number} {unit}")
    }
}

/// What threads, numbering and routes need at most beside the tables.
const ALLOWANCE: u64 = 64 << 20;

/// The largest resident set while solving, in bytes, tables in memory.
///
/// Where finished layers go to a file, only those that the layer at hand reads
/// count; else all with one piece less are kept.
pub fn peak_bytes(encoding: &Encoding, precision: Precision, bounds: Bounds, stored: bool) -> u64 {
    let groups = encoding.layers.groups();
    let bytes = groups
        .iter()
        .map(|group| group_bytes(encoding, group, precision, bounds, stored));
    bytes.max().unwrap_or(0)
}

/// The same while one group of layers is solved.
pub fn group_bytes(
    encoding: &Encoding,
    group: &[Layer],
    precision: Precision,
    bounds: Bounds,
    stored: bool,
) -> u64 {
    let value = (precision.bytes() * bounds.tables()) as u64;
    let bytes = |layer: &Layer| encoding.positions(*layer) as u64 * value;
    let own: u64 = group.iter().map(bytes).sum();
    let stamps = encoding.shape(group[0]).1 as u64;
    let below = |layer: &&Layer| {
        let read = group.iter().any(|g| {
            g.mine > 1 && {
                let lower = encoding.layers.layer(g.mover, g.mine - 1, g.theirs);
                **layer == lower || **layer == encoding.layers.partner(lower)
            }
        });
        let pieces = group[0].mine + group[0].theirs;
        read || !stored && layer.mine + layer.theirs + 1 == pieces
    };
    let groups = encoding.layers.groups();
    let kept: u64 = groups.iter().flatten().filter(below).map(bytes).sum();
    own + kept + stamps + window_bytes(encoding, group, precision.bytes()) + ALLOWANCE
}

/// The memory in use from which on values in files are let go.
pub fn relief_limit(memory: u64) -> u64 {
    memory - memory / 8
}

/// The least memory in which a game can be solved with its tables in a file.
pub fn least_bytes(encoding: &Encoding, precision: Precision) -> u64 {
    let groups = encoding.layers.groups();
    let least = groups.iter().map(|group| {
        let stamps = encoding.shape(group[0]).1 as u64;
        stamps + window_bytes(encoding, group, precision.bytes())
    });
    least.max().unwrap_or(0) + ALLOWANCE
}

/// The old values that are kept while a sweep's changes are moved on.
fn window_bytes(encoding: &Encoding, group: &[Layer], value: usize) -> u64 {
    let blocks = encoding.window(usize::from(group[0].mine + group[0].theirs));
    let colourings: usize = group.iter().map(|&layer| encoding.shape(layer).0).sum();
    (blocks * colourings * value) as u64
}

/// CPU-seconds that this process has used, all threads together. `None` where
/// the system does not tell.
pub fn cpu_seconds() -> Option<f64> {
    // Of a second, as the interface fixes it for all machines.
    const TICKS: f64 = 100.0;
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may hold anything.
    let (_, fields) = text.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<u64>().ok();
    Some((ticks()? + ticks()?) as f64 / TICKS)
}

/// Bytes of memory that this process holds, mapped files included. `None` where
/// the system does not tell.
pub fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

#[cfg(test)]
mod tests {
    use super::Bytes;

    #[test]
    fn bytes_have_readable_units() {
        let shown = |bytes| Bytes(bytes).to_string();
        assert_eq!(shown(999), "999 bytes");
        assert_eq!(shown(60 << 20), "60 MiB");
        assert_eq!(shown((61 << 20) + (300 << 10)), "61.3 MiB");
        assert_eq!(shown(8 << 30), "8 GiB");
        assert_eq!(shown((100 << 30) + (1 << 28)), "100.25 GiB");
        assert_eq!(shown(1536), "1.5 KiB");
    }
}
