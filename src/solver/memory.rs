//! How much memory a game needs, and how much is in use.

use super::encoding::Encoding;
use super::layers::Layer;
use super::solve::Bounds;
use super::value::Precision;

/// What threads, numbering and routes need at most beside the tables.
const ALLOWANCE: u64 = 64 << 20;

/// The largest resident set while solving, in bytes, tables in memory.
///
/// Where finished layers go to a file, only those that the layer at hand reads
/// count; else all with one piece less are kept.
pub fn peak_bytes(encoding: &Encoding, precision: Precision, bounds: Bounds, stored: bool) -> u64 {
    let value = (precision.bytes() * bounds.tables()) as u64;
    let bytes = |layer: &Layer| encoding.positions(*layer) as u64 * value;
    let groups = encoding.layers.groups();
    let peak = groups.iter().map(|group| {
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
        let kept: u64 = groups.iter().flatten().filter(below).map(bytes).sum();
        own + kept + stamps + window_bytes(encoding, group, precision.bytes())
    });
    peak.max().unwrap_or(0) + ALLOWANCE
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

/// Bytes of memory that this process holds, mapped files included. `None` where
/// the system does not tell.
pub fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}
