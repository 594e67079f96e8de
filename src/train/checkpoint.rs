//! A learner as bytes, to go on from.
//!
//! ```text
//! 8 bytes    SENETTC1
//! 4 bytes    length of the header, little-endian
//! header     JSON: the plan, the game, how far it has come
//! floats     the net, the running means, the running squares
//! 32 bytes   SHA-256 of all that stands before
//! ```

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::adam::Warmth;
use super::learner::{Learner, Plan};
use crate::rules::Rules;
use crate::search::{Net, Weights};

const MAGIC: &[u8; 8] = b"SENETTC1";
const CHECKSUM: usize = 32;

/// Why a learner cannot go on from a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    #[error("the checkpoint is damaged; --restart begins anew")]
    Damaged,
    #[error(
        "the checkpoint is that of other learning ({0}); give another --out, or --restart to throw it away"
    )]
    Other(String),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    plan: Plan,
    digest: String,
    base: String,
    warmth: [f32; 2],
    batches: u64,
    plies: u64,
    /// What the caller keeps beside.
    notes: String,
}

impl Learner {
    /// The learner as it is now, with `notes` of the caller.
    pub fn to_bytes(&self, notes: &str) -> Vec<u8> {
        let header = Header {
            plan: self.plan.clone(),
            digest: self.digest(),
            base: self.base.to_text(),
            warmth: self.warmth.parts(),
            batches: self.course.batches(),
            plies: self.course.plies(),
            notes: notes.to_string(),
        };
        let header = serde_json::to_vec(&header).expect("every field has a form in JSON");
        let mut bytes = MAGIC.to_vec();
        bytes.extend((header.len() as u32).to_le_bytes());
        bytes.extend(header);
        for net in [&self.net, &self.means, &self.squares] {
            bytes.extend(net.weights().flat_map(f32::to_le_bytes));
        }
        let sum = Sha256::digest(&bytes);
        bytes.extend(sum);
        bytes
    }

    /// The learner that `bytes` hold, on the way of this plan and game, and the
    /// notes beside it.
    ///
    /// # Errors
    /// Damaged bytes, or another plan, game or linear part.
    pub fn resume(
        bytes: &[u8],
        rules: &Rules,
        base: &Weights,
        plan: &Plan,
        key: u64,
    ) -> Result<(Learner, String), CheckpointError> {
        let (header, floats) = parts(bytes).ok_or(CheckpointError::Damaged)?;
        let mut learner = Learner::new(rules, base, plan, key);
        let digest = learner.digest();
        let game = (header.digest != digest)
            .then(|| format!("the game {} there, {digest} now", header.digest));
        let linear = (header.base != base.to_text()).then(|| "another linear part".to_string());
        let differences: Vec<String> = game
            .into_iter()
            .chain(linear)
            .chain(header.plan.differences(plan))
            .collect();
        if !differences.is_empty() {
            return Err(CheckpointError::Other(differences.join("; ")));
        }
        let size = Net::size(learner.net.rows(), learner.net.hidden());
        if floats.len() != 4 * 3 * size {
            return Err(CheckpointError::Damaged);
        }
        let nets = [&mut learner.net, &mut learner.means, &mut learner.squares];
        let slots = nets.into_iter().flat_map(Net::slices_mut).flatten();
        for (slot, bytes) in slots.zip(floats.chunks_exact(4)) {
            *slot = f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        }
        learner.warmth = Warmth::of_parts(header.warmth);
        learner.course.resume(header.batches, header.plies);
        Ok((learner, header.notes))
    }
}

impl Plan {
    /// What differs in `now`, in words.
    fn differences(&self, now: &Plan) -> impl Iterator<Item = String> + use<> {
        let said = |plan: &Plan| {
            [
                ("seed", plan.seed.to_string()),
                ("plies", plan.plies.to_string()),
                ("batch", plan.batch.to_string()),
                ("lambda", plan.lambda.to_string()),
                ("haste", plan.haste.to_string()),
                ("rate", plan.rate.to_string()),
                ("hidden", plan.hidden.to_string()),
            ]
        };
        said(self)
            .into_iter()
            .zip(said(now))
            .filter(|(there, here)| there != here)
            .map(|((what, there), (_, here))| format!("--{what} {there} there, {here} now"))
    }
}

fn parts(bytes: &[u8]) -> Option<(Header, &[u8])> {
    let checked = bytes.len().checked_sub(CHECKSUM)?;
    let (bytes, sum) = bytes.split_at(checked);
    if Sha256::digest(bytes)[..] != *sum {
        return None;
    }
    let (length, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length) as usize;
    let header = serde_json::from_slice(rest.get(..length)?).ok()?;
    Some((header, &rest[length..]))
}
