//! Every position that can arise, numbered.
//!
//! Groups in their order (see [`Group`]); within a group the highest level
//! first, then by key. Positions of one unit stand side by side.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::rules::{Position, Rules};

use super::GeneralError;
use super::key::{Codec, Group};
use super::solve::ALLOWANCE;
use crate::solver::memory::resident_bytes;

/// Numbers that fit beside the flags of [`super::ways`].
pub const MOST_POSITIONS: usize = (1 << 29) - 8;

/// Positions from which one batch goes on, and one thread at a time.
const BATCH: usize = 1 << 17;
const PART: usize = 1 << 10;
const SHARDS: usize = 1 << 7;

/// The positions of one group.
#[derive(Clone, Debug)]
pub struct Members {
    pub group: Group,
    /// The number of the first.
    pub first: usize,
    /// By level from the highest, ascending within a level.
    keys: Vec<u64>,
    /// Level and the place of its first key; the highest first.
    levels: Vec<(u16, usize)>,
}

/// The memory for a list and for what is done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Bytes that may be used.
    pub memory: u64,
    /// Bytes that each position takes in the end.
    pub each: usize,
}

/// What a listing tells while it goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Positions so far.
    pub positions: usize,
    /// Positions for which there is room.
    pub most: usize,
}

impl Room {
    /// Bytes that so many positions need.
    pub fn needed(self, positions: usize) -> u64 {
        (positions * self.each) as u64 + ALLOWANCE
    }

    /// Positions for which there is room in the end.
    pub fn most(self) -> usize {
        (self.memory.saturating_sub(ALLOWANCE) / self.each as u64) as usize
    }
}

/// All positions that can arise from a start.
#[derive(Clone, Debug)]
pub struct List {
    codec: Codec,
    /// In their order.
    groups: Vec<Members>,
    numbers: BTreeMap<Group, usize>,
    positions: usize,
}

impl Members {
    fn new(codec: &Codec, group: Group, first: usize, mut keys: Vec<u64>) -> Members {
        keys.par_sort_unstable();
        let mut counts: BTreeMap<u16, usize> = BTreeMap::new();
        for &key in &keys {
            *counts.entry(codec.level(key)).or_default() += 1;
        }
        let mut levels: Vec<(u16, usize)> = Vec::new();
        let mut start = 0;
        for (&level, &count) in counts.iter().rev() {
            levels.push((level, start));
            start += count;
        }
        // From here on the counts are the places where the next key goes.
        counts.extend(levels.iter().copied());
        let mut by_level = vec![0; keys.len()];
        for key in keys {
            let place = counts.get_mut(&codec.level(key)).expect("counted");
            by_level[*place] = key;
            *place += 1;
        }
        Members {
            group,
            first,
            keys: by_level,
            levels,
        }
    }

    /// In the order of the numbers.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The places of each level, the highest first.
    pub fn levels(&self) -> impl DoubleEndedIterator<Item = std::ops::Range<usize>> + '_ {
        (0..self.levels.len()).map(|i| self.level_at(i))
    }

    fn level_at(&self, i: usize) -> std::ops::Range<usize> {
        let end = self
            .levels
            .get(i + 1)
            .map_or(self.keys.len(), |&(_, start)| start);
        self.levels[i].1..end
    }

    #[inline]
    fn place(&self, codec: &Codec, key: u64) -> Option<usize> {
        let level = codec.level(key);
        let i = self
            .levels
            .binary_search_by(|&(own, _)| level.cmp(&own))
            .ok()?;
        let range = self.level_at(i);
        let found = self.keys[range.clone()].binary_search(&key).ok()?;
        Some(range.start + found)
    }
}

impl List {
    /// Lists what can arise from `from`, as far as there is `room`; `found` is
    /// told how much there is so far.
    ///
    /// # Errors
    /// Too many positions, or interrupted.
    pub fn new(
        rules: &Rules,
        from: &Position,
        room: Room,
        stop: &AtomicBool,
        found: &mut (dyn FnMut(Found) + Send),
    ) -> Result<List, GeneralError> {
        let codec = Codec::new(rules.mechanics())?;
        let placements = codec.placements();
        let most = room.most();
        if from == &rules.start() && placements / FEWEST_REACHED > most as f64 {
            return Err(GeneralError::Hopeless {
                placements,
                most,
                allowed: room.memory,
            });
        }
        let mut shards: Vec<Shard> = (0..SHARDS).map(|_| Shard::default()).collect();
        let start = codec.key(from);
        shards[shard_of(start)].add(codec.group(start), start);
        let mut groups: Vec<Members> = Vec::new();
        let mut positions = 0;
        while let Some(group) = shards.iter().filter_map(Shard::first_group).min() {
            let mut frontier: Vec<u64> = shards
                .iter()
                .filter_map(|shard| shard.0.get(&group))
                .flat_map(|set| set.iter().copied())
                .collect();
            while !frontier.is_empty() {
                let mut next = Vec::new();
                for batch in frontier.chunks(BATCH) {
                    let after = followers(rules, &codec, batch);
                    let fresh: Vec<Vec<u64>> = shards
                        .par_iter_mut()
                        .enumerate()
                        .map(|(i, shard)| shard.take(&codec, group, after.iter().map(|by| &by[i])))
                        .collect();
                    next.extend(fresh.into_iter().flatten());
                    let listed = positions + shards.iter().map(Shard::len).sum::<usize>();
                    let held = shards.iter().map(Shard::bytes).sum::<u64>()
                        + 8 * (positions + frontier.len() + next.capacity()) as u64;
                    let held = held.max(resident_bytes().unwrap_or(0)) + BATCH_BYTES;
                    found(Found {
                        positions: listed,
                        most,
                    });
                    check(listed, held.max(room.needed(listed)), room.memory)?;
                    if stop.load(Ordering::Relaxed) {
                        return Err(GeneralError::Interrupted);
                    }
                }
                frontier = next;
            }
            let keys: Vec<u64> = shards
                .iter_mut()
                .flat_map(|shard| shard.0.remove(&group).unwrap_or_default())
                .collect();
            let members = Members::new(&codec, group, positions, keys);
            positions += members.keys.len();
            groups.push(members);
        }
        Ok(List {
            numbers: groups
                .iter()
                .enumerate()
                .map(|(number, members)| (members.group, number))
                .collect(),
            codec,
            groups,
            positions,
        })
    }

    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The groups in their order: what follows a position is in its own group
    /// or a later one.
    pub fn groups(&self) -> &[Members] {
        &self.groups
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The number of a position that is not over; `None` if it cannot arise.
    pub fn number(&self, position: &Position) -> Option<usize> {
        self.number_of(self.codec.key(position))
    }

    /// The number of a position; `None` also where the game is over.
    pub fn number_if_on(&self, position: &Position) -> Option<usize> {
        position.to_throw().and_then(|_| self.number(position))
    }

    #[inline]
    pub fn number_of(&self, key: u64) -> Option<usize> {
        let group = self.numbers.get(&self.codec.group(key))?;
        let members = &self.groups[*group];
        Some(members.first + members.place(&self.codec, key)?)
    }

    /// The key with a number.
    ///
    /// # Panics
    /// If there is none.
    pub fn key_at(&self, number: usize) -> u64 {
        let group = self.groups.partition_point(|group| group.first <= number) - 1;
        let members = &self.groups[group];
        members.keys[number - members.first]
    }
}

/// Memory that the followers of a batch take at most.
const BATCH_BYTES: u64 = 32 << 20;

/// Of the ways to place the pieces at least one in so many can arise from the
/// start (in the games known, at least one in four).
const FEWEST_REACHED: f64 = 16.0;

fn check(found: usize, needed: u64, allowed: u64) -> Result<(), GeneralError> {
    if found > MOST_POSITIONS {
        return Err(GeneralError::Many(MOST_POSITIONS));
    }
    if needed > allowed {
        return Err(GeneralError::Memory {
            found,
            all: false,
            needed,
            allowed,
        });
    }
    Ok(())
}

/// What follows the positions of `batch` by part and shard.
fn followers(rules: &Rules, codec: &Codec, batch: &[u64]) -> Vec<Vec<Vec<u64>>> {
    let points: Vec<u8> = rules.mechanics().throws.points().iter().collect();
    batch
        .par_chunks(PART)
        .map(|keys| {
            let mut by_shard = vec![Vec::new(); SHARDS];
            for &key in keys {
                let position = codec.position(key);
                for &points in &points {
                    let choices = rules.choices(&position, points);
                    for (_, next) in rules.successors(&position, points, choices) {
                        if !next.is_over() {
                            let key = codec.key(&next);
                            by_shard[shard_of(key)].push(key);
                        }
                    }
                }
            }
            by_shard
        })
        .collect()
}

/// A part of the positions found, by group.
#[derive(Default)]
struct Shard(BTreeMap<Group, HashSet<u64, BuildHasherDefault<Mixer>>>);

impl Shard {
    fn add(&mut self, group: Group, key: u64) -> bool {
        self.0.entry(group).or_default().insert(key)
    }

    /// Takes in `lists` and returns what is new in `group`.
    fn take<'a>(
        &mut self,
        codec: &Codec,
        group: Group,
        lists: impl Iterator<Item = &'a Vec<u64>>,
    ) -> Vec<u64> {
        let mut fresh = Vec::new();
        for &key in lists.flatten() {
            let own = codec.group(key);
            debug_assert!(own >= group, "{own:?} follows {group:?}");
            if self.add(own, key) && own == group {
                fresh.push(key);
            }
        }
        fresh
    }

    fn first_group(&self) -> Option<Group> {
        self.0.keys().next().copied()
    }

    fn len(&self) -> usize {
        self.0.values().map(HashSet::len).sum()
    }

    /// Bytes held once another batch is in: a key and a byte for each place, an
    /// eighth kept free, and twice as many places where the batch may not fit.
    fn bytes(&self) -> u64 {
        let bytes = |set: &HashSet<u64, _>| {
            let places = set.capacity() as u64 * 8 / 7;
            let full = set.capacity() < set.len() + BATCH * 12 / SHARDS;
            9 * places * if full { 2 } else { 1 }
        };
        self.0.values().map(bytes).sum()
    }
}

#[inline]
fn mixed(key: u64) -> u64 {
    let word = (key ^ key >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}

#[inline]
fn shard_of(key: u64) -> usize {
    (mixed(key) >> 20) as usize % SHARDS
}

/// Hashes single keys.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = mixed(self.0 ^ u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = mixed(key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
