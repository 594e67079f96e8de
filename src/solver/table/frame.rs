//! What files of values and files of choices have in common: magic, version,
//! and a header with its checksum.

use super::{CHOICES_MAGIC, HEADER_BYTES, MAGIC, TEXT, VERSION, hex, sha256_hex};

/// The kinds of files, by how they begin.
const KINDS: [([u8; 8], &str); 2] = [
    (MAGIC, "table of values"),
    (CHOICES_MAGIC, "file of choices"),
];

/// The header's text of a file that begins with `magic`; `what` names such
/// files.
///
/// # Errors
/// The file is of another kind or version, cut short, or its header damaged.
pub(super) fn header_text<'a>(
    map: &'a [u8],
    magic: &[u8; 8],
    what: &str,
) -> Result<&'a [u8], String> {
    if let Some((_, other)) = KINDS
        .into_iter()
        .find(|(other, _)| other != magic && map.starts_with(other))
    {
        return Err(format!("no {what}: it is a {other}"));
    }
    if !map.starts_with(magic) {
        return Err(format!(
            "no {what}: it does not begin with {}",
            String::from_utf8_lossy(magic)
        ));
    }
    if map.len() < HEADER_BYTES {
        return Err(format!(
            "the file is cut short: {} bytes, fewer than its header has",
            map.len()
        ));
    }
    let word = |at: usize| u32::from_le_bytes(map[at..at + 4].try_into().expect("4 bytes"));
    if word(8) != VERSION {
        return Err(format!(
            "format version {}, and this program reads {VERSION}",
            word(8)
        ));
    }
    let length = word(12) as usize;
    let text = map[TEXT..HEADER_BYTES]
        .get(..length)
        .ok_or_else(|| format!("a header of {length} bytes does not fit"))?;
    let expected = hex(&map[16..TEXT]);
    let found = sha256_hex(&[text]);
    if found != expected {
        return Err(format!(
            "the header is damaged: its SHA-256 is {found} instead of {expected}"
        ));
    }
    Ok(text)
}
