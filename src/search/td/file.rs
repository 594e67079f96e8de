//! The file of learned weights.
//!
//! ```text
//! 8 bytes    SENETTD1
//! 4 bytes    length of the header, little-endian
//! header     JSON: ruleset, digest, inputs, hidden units, weights of the
//!            linear part as text, how it was learned
//! weights    32-bit floats, little-endian: the layer row by row, the straight
//!            way, the output
//! 32 bytes   SHA-256 of all that stands before
//! ```

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::ruleset::Mechanics;

use super::super::weights::{Weights, WeightsError};
use super::inputs::Inputs;
use super::net::{HIDDEN_WIDTHS, Net};

const MAGIC: &[u8; 8] = b"SENETTD1";

/// Bytes of the checksum.
const CHECKSUM: usize = 32;

/// No weight is larger; a sum of them stays finite.
const LARGEST: f32 = 1e6;

/// Learned weights of one ruleset.
#[derive(Clone, Debug, PartialEq)]
pub struct TdWeights {
    /// Id and changes of the ruleset, for messages.
    pub ruleset: String,
    pub digest: String,
    /// The weights of the linear part.
    pub base: Weights,
    pub net: Net,
    pub learning: Learning,
}

/// How weights were learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learning {
    /// Version of the program.
    pub version: String,
    pub seed: u64,
    /// Games of self-play, and their plies.
    pub games: u64,
    pub plies: u64,
    /// Games between two changes; left out in files of before it was noted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub batch: Option<u64>,
    pub lambda: f64,
    /// By which share each ply drew an equity towards ½; left out where it is 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub haste: f64,
    /// Step size at the beginning.
    pub rate: f64,
}

#[allow(
    clippy::trivially_copy_pass_by_ref,
    reason = "the form that serde asks for"
)]
fn is_zero(haste: &f64) -> bool {
    *haste == 0.0
}

/// Why bytes are no learned weights, or not those of this ruleset.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TdError {
    #[error("this is no file of learned weights: it does not begin with SENETTD1")]
    Magic,
    #[error("the file is damaged: {0}; learn it again with `senet train`, or fetch it anew")]
    Damaged(String),
    #[error("the header is wrong: {0}")]
    Header(String),
    #[error("the linear part is wrong: {0}")]
    Base(#[from] WeightsError),
    #[error(
        "these weights are for {ruleset} (digest {wanted}), not for the game with digest {found}; \
         `senet train` learns weights for a game"
    )]
    Ruleset {
        ruleset: String,
        wanted: String,
        found: String,
    },
    #[error("these weights are for {found} inputs; the ruleset has {wanted} in this version")]
    Size { wanted: usize, found: usize },
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    ruleset: String,
    digest: String,
    inputs: usize,
    hidden: usize,
    base: String,
    learning: Learning,
}

impl TdWeights {
    /// Whether `bytes` begin like such a file.
    pub fn is_like(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let header = Header {
            ruleset: self.ruleset.clone(),
            digest: self.digest.clone(),
            inputs: self.net.rows(),
            hidden: self.net.hidden(),
            base: self.base.to_text(),
            learning: self.learning.clone(),
        };
        let header = serde_json::to_vec(&header).expect("every field has a form in JSON");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        bytes.extend(self.net.weights().flat_map(f32::to_le_bytes));
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// # Errors
    /// Bytes that are no such file, or not as they were written.
    pub fn parse(bytes: &[u8]) -> Result<TdWeights, TdError> {
        let (header, weights) = parts(bytes)?;
        let checked = bytes.len() - CHECKSUM;
        if Sha256::digest(&bytes[..checked])[..] != bytes[checked..] {
            return Err(TdError::Damaged("its checksum does not match".to_string()));
        }
        let mut net = Net::zeros(header.inputs, header.hidden);
        let slots = net.slices_mut().into_iter().flatten();
        for (slot, bytes) in slots.zip(weights.chunks_exact(4)) {
            let weight = f32::from_le_bytes(bytes.try_into().expect("four bytes"));
            if weight.is_nan() || weight.abs() > LARGEST {
                return Err(TdError::Damaged(format!(
                    "a weight is {weight}, not between -{LARGEST} and {LARGEST}"
                )));
            }
            *slot = weight;
        }
        Ok(TdWeights {
            ruleset: header.ruleset,
            digest: header.digest,
            base: Weights::parse(&header.base)?,
            net,
            learning: header.learning,
        })
    }

    /// The digest of the ruleset that a file is for, without checking the rest.
    ///
    /// # Errors
    /// Bytes that do not begin like such a file, or have another length.
    pub fn digest_of(bytes: &[u8]) -> Result<String, TdError> {
        parts(bytes).map(|(header, _)| header.digest)
    }

    /// Whether they may be used on a game.
    ///
    /// # Errors
    /// They are for another.
    pub fn check(&self, mechanics: &Mechanics) -> Result<(), TdError> {
        let found = mechanics.digest().to_string();
        if self.digest == found {
            return Ok(());
        }
        Err(TdError::Ruleset {
            ruleset: self.ruleset.clone(),
            wanted: self.digest.clone(),
            found,
        })
    }

    /// # Errors
    /// Weights for another number of inputs.
    pub fn check_size(&self, inputs: &Inputs) -> Result<(), TdError> {
        let (wanted, found) = (inputs.rows(), self.net.rows());
        if wanted == found {
            Ok(())
        } else {
            Err(TdError::Size { wanted, found })
        }
    }
}

/// The header and the bytes of the weights, which have the length that the
/// header says.
fn parts(bytes: &[u8]) -> Result<(Header, &[u8]), TdError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(TdError::Magic)?;
    let short = || TdError::Damaged("it ends within the header".to_string());
    let (length, rest) = rest.split_first_chunk::<4>().ok_or_else(short)?;
    let length = u32::from_le_bytes(*length) as usize;
    let header = rest.get(..length).ok_or_else(short)?;
    let header: Header =
        serde_json::from_slice(header).map_err(|error| TdError::Header(error.to_string()))?;
    if !HIDDEN_WIDTHS.contains(&header.hidden) || !(16..=4096).contains(&header.inputs) {
        return Err(TdError::Header(format!(
            "{} inputs and {} hidden units, where this program takes 16 to 4096 and one of {:?}",
            header.inputs, header.hidden, HIDDEN_WIDTHS
        )));
    }
    let weights = &rest[length..];
    let wanted = 4 * Net::size(header.inputs, header.hidden) + CHECKSUM;
    if weights.len() != wanted {
        return Err(TdError::Damaged(format!(
            "{} bytes of weights and checksum where {} inputs and {} hidden units make {wanted}",
            weights.len(),
            header.inputs,
            header.hidden
        )));
    }
    Ok((header, &weights[..wanted - CHECKSUM]))
}
