//! Tables in files: the format, writing, reading, probing.
//!
//! ```text
//! byte 0    magic "SENETTBL"
//! byte 8    format version, u32
//! byte 12   length of the header, u32
//! byte 16   SHA-256 of the header, 32 bytes
//! byte 48   header, JSON in UTF-8 (see [`Header`])
//! byte 65536  sections, each from a multiple of 4096 on; the header says where
//! ```
//!
//! All numbers are little-endian. `docs/table-format.md` says the rest.

mod checkpoint;
mod choices;
mod derive;
mod frame;
mod header;
mod journal;
mod keys;
mod lock;
mod read;
mod store;
mod write;

pub use choices::{CHOICES_MAGIC, ChoiceHeader, ChoiceSection, ChoiceTable};
pub use derive::{derive_choices, derive_u8};
pub use header::{Game, Header, KeyPart, Section, SectionKind, StartValue};
pub use journal::RunPart;
pub use keys::{KEYS, WRITING_BYTES, write_keys};
pub use lock::OutLock;
pub use read::{Table, TableError};
pub use write::{TableStore, WriteOptions, unfinished};

/// First bytes of a table file.
pub const MAGIC: [u8; 8] = *b"SENETTBL";
/// The version of the format that is written and read.
pub const VERSION: u32 = 1;
/// Bytes before the first section.
pub const HEADER_BYTES: usize = 65536;
/// Sections begin at multiples of this, so that they can be mapped by themselves.
const ALIGNMENT: usize = 4096;
/// Where the header's text begins.
const TEXT: usize = 48;

#[cfg(target_endian = "big")]
compile_error!("tables are read in place and hold little-endian numbers");

/// SHA-256, in hexadecimal digits, of parts put one after the other.
pub fn sha256_hex(parts: &[&[u8]]) -> String {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hex(&hasher.finalize())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
