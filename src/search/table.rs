//! The transposition table: bounds on `V_d` of positions met before.
//!
//! The keys are chance nodes (positions before a throw), as Veness and Blair
//! (2007) store them beside decision nodes; a decision is one step from its
//! chance node here, so it gets no entry of its own. Entries hold the whole
//! position, so that no two are ever taken for each other.

use crate::rules::Position;
use crate::types::Player;

/// How many throws of a table an entry remembers a best choice for.
pub(super) const HINTS: usize = 12;

/// No best choice is known.
pub(super) const NO_HINT: u8 = u8::MAX;

/// Bounds on the value of a chance node: `lower ≤ V_depth ≤ upper`.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Entry {
    pub position: Position,
    pub generation: u32,
    pub lower: f64,
    pub upper: f64,
    pub depth: u8,
    /// By throw: the number of the choice that was best.
    pub hints: [u8; HINTS],
}

/// A fixed number of slots, a power of two, one entry each. A new entry takes
/// the slot of an old one unless that looks deeper in the same search.
#[derive(Clone, Debug)]
pub(super) struct Table {
    slots: Vec<Option<Entry>>,
    generation: u32,
    shift: u32,
}

impl Table {
    /// With 2^`bits` slots.
    pub fn new(bits: u8) -> Table {
        Table {
            slots: vec![None; 1 << bits],
            generation: 0,
            shift: 64 - u32::from(bits),
        }
    }

    /// Forgets everything, at no cost.
    pub fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.slots.fill(None);
        }
    }

    #[inline]
    pub fn get(&self, position: &Position) -> Option<&Entry> {
        self.slots[self.slot(position)]
            .as_ref()
            .filter(|entry| entry.generation == self.generation && entry.position == *position)
    }

    /// Stores what is known, and sharpens what an entry of the same depth
    /// knew.
    #[inline]
    pub fn put(
        &mut self,
        position: &Position,
        depth: u8,
        (lower, upper): (f64, f64),
        hints: [u8; HINTS],
    ) {
        let slot = self.slot(position);
        let mut entry = Entry {
            position: *position,
            generation: self.generation,
            lower,
            upper,
            depth,
            hints,
        };
        if let Some(old) = &self.slots[slot]
            && old.generation == self.generation
        {
            if old.position == *position && old.depth == depth {
                entry.lower = entry.lower.max(old.lower);
                entry.upper = entry.upper.min(old.upper);
            } else if old.depth > depth {
                return;
            }
        }
        self.slots[slot] = Some(entry);
    }

    #[inline(always)]
    fn slot(&self, position: &Position) -> usize {
        let word = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let on = word(position.on(Player::A).0, position.on(Player::B).0);
        let stars = word(position.starred(Player::A).0, position.starred(Player::B).0);
        let rest = u64::from(position.mark_byte()) << 24
            | u64::from(position.home(Player::A)) << 16
            | u64::from(position.home(Player::B)) << 8
            | position.to_throw().map_or(2, |player| player as u64);
        let mut hash = on.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash = (hash ^ hash >> 29 ^ stars.rotate_left(17)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        hash = (hash ^ hash >> 32 ^ rest).wrapping_mul(0x94d0_49bb_1331_11eb);
        (hash >> self.shift) as usize
    }
}
