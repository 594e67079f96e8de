//! The course of perfect play: exact plies, turns and their variance when both
//! players follow a solved table.
//!
//! Serves every game that the solver solves, as far as its positions fit into
//! memory (three pieces a side in one or two gigabytes). Where several choices
//! have the same value in the table, the perfect player takes the lowest origin,
//! then the position whose text is smaller, as the agent `optimal` does;
//! everything here refers to that player, and to equities as the table has them
//! (the middle of the interval where there are bounds).
//!
//! The choices are taken once, block by block, from the plans that the solver
//! sweeps by ([`super::geometry`]); what follows a position under a throw is
//! then one place. With s′ the position that follows s with throw t,
//!
//! ```text
//! w(s)  = Σ p(t) · ( 1 if won, w(s′) if the same player throws, else 1 − w(s′) )
//! n(s)  = 1 + Σ p(t) · n(s′)                        expected plies
//! n₂(s) = 1 + Σ p(t) · ( 2 n(s′) + n₂(s′) )         expected square of the plies
//! ```
//!
//! and likewise for changes of thrower. These linear systems are iterated layer
//! by layer in the order of the solver: levels from the highest down, each block
//! to rest with the blocks outside it held, until no quantity of the layer
//! changes by more than the tolerance. A block none of whose sources has changed
//! is left alone. Where that is slow, what is still to come is guessed from the last
//! changes by reduced rank extrapolation. Within a level all blocks read what was
//! there before it, so the result does not depend on the threads. The largest
//! difference of w from the table's own value says how well the two agree.
//!
//! Where there is no room for all five quantities of every position, the two means
//! are found alone.

mod ahead;
mod choose;
mod iterate;
mod system;

use std::sync::atomic::AtomicBool;

use self::ahead::Ahead;
use super::encoding::Encoding;
use super::geometry::Source;
use super::layers::{Layer, Unsupported};
use super::table::Table;
use super::value::{Precision, Value};
use crate::rules::Rules;

/// How exactly, and with how much.
#[derive(Clone, Copy, Debug)]
pub struct CourseOptions {
    /// Largest change, relative to the value, at which a layer is left.
    pub tolerance: f64,
    pub most_sweeps: u32,
    /// Bytes that may be used beside the table.
    pub memory: u64,
}

impl Default for CourseOptions {
    fn default() -> Self {
        CourseOptions {
            tolerance: 1e-10,
            most_sweeps: 20_000,
            memory: 8 << 30,
        }
    }
}

/// What perfect play comes to from the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Course {
    /// Mean plies of a game.
    pub plies: f64,
    /// Mean turns of a game: 1 and the changes of thrower.
    pub turns: f64,
    /// What there must be room for beside the means.
    pub beside: Option<Beside>,
    /// Sweeps of the group of layers that took most.
    pub sweeps: u32,
    /// Decisions (position and throw) in which the best values were equal, so
    /// that the origin decided.
    pub ties: u64,
}

/// What is found beside the means, see [`Extent::All`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beside {
    /// The first player's chance of winning under the chosen play.
    pub win: f64,
    /// Variance of the plies of a game.
    pub plies_variance: f64,
    /// Variance of its turns.
    pub turns_variance: f64,
    /// Largest difference between the chance of winning under the chosen play
    /// and the table's value, over all positions.
    pub gap: f64,
}

/// How much of the course is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    All,
    /// Mean plies and turns.
    Means,
}

/// Why there is no exact course.
#[derive(Debug, thiserror::Error)]
pub enum CourseError {
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    #[error("{positions} positions need about {needed} bytes, more than the {allowed} allowed")]
    Memory {
        positions: usize,
        needed: u64,
        allowed: u64,
    },
    #[error("layer ({mine}, {theirs}) has 2^29 positions or more")]
    TooLarge { mine: u8, theirs: u8 },
    #[error("layer ({mine}, {theirs}) does not come to rest in {sweeps} sweeps")]
    Unrested { mine: u8, theirs: u8, sweeps: u32 },
    #[error("interrupted")]
    Interrupted,
}

/// The quantities of one position: the mean plies and changes of thrower still to
/// come; where there are [`ALL`], also the chance of winning and the means of the
/// squares of the two.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Cell<const N: usize>([f64; N]);

/// Quantities of a cell, by [`Extent`].
const ALL: usize = 5;
const MEANS: usize = 2;

/// Where a throw leads from a position: the source in the highest three bits,
/// the place in its layer below them. Sources of odd numbers are those from which
/// the other player throws next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Next(u32);

impl Next {
    const BITS: u32 = 29;
    const OWN: usize = Source::Own as usize;
    const PARTNER: usize = Source::Partner as usize;
    const LOWER: usize = Source::Lower as usize;
    const LOWER_PARTNER: usize = Source::LowerPartner as usize;
    const WON: usize = Source::Won as usize;
    /// Within the block itself, the place then among its positions, member by
    /// member: the other player throws next, or the same one does.
    const INNER_PARTNER: usize = 5;
    const INNER: usize = 6;
    /// One more than the highest of them.
    const SOURCES: usize = 7;

    fn new(source: usize, place: usize) -> Next {
        debug_assert!(place < 1 << Next::BITS && source < Next::SOURCES);
        Next((source as u32) << Next::BITS | place as u32)
    }

    /// This way as member `m` of a group with so many colourings a block has it
    /// that stands in `block`.
    fn seen_from(self, block: u32, m: usize, lens: &[usize]) -> Next {
        let (home, inner) = match self.source() {
            Next::OWN => (m, Next::INNER),
            Next::PARTNER => (lens.len() - 1 - m, Next::INNER_PARTNER),
            _ => return self,
        };
        if self.place() / lens[home] != block as usize {
            return self;
        }
        let before: usize = lens[..home].iter().sum();
        Next::new(inner, before + self.place() % lens[home])
    }

    #[inline(always)]
    fn source(self) -> usize {
        (self.0 >> Next::BITS) as usize
    }

    #[inline(always)]
    fn place(self) -> usize {
        (self.0 & ((1 << Next::BITS) - 1)) as usize
    }

    /// Whether the other player throws next.
    #[inline(always)]
    fn passes(source: usize) -> bool {
        source & 1 == 1
    }
}

/// By source up to [`Next::LOWER_PARTNER`]: the number of the layer that a
/// member of a group reads. With a single piece left a piece borne off wins, and
/// the last two are not read.
fn read_by(table: &Table, layer: Layer) -> [usize; 4] {
    let layers = table.blocks().layers;
    let pair = |layer| [layers.number(layer), layers.number(layers.partner(layer))];
    let [own, partner] = pair(layer);
    if layer.mine == 1 {
        return [own, partner, own, partner];
    }
    let [lower, lower_partner] = pair(layers.layer(layer.mover, layer.mine - 1, layer.theirs));
    [own, partner, lower, lower_partner]
}

/// Bytes that the course of a game with so many different throws needs beside
/// the table.
pub fn needed_bytes(encoding: &Encoding, throws: usize, extent: Extent) -> u64 {
    let (cell, ahead) = match extent {
        Extent::All => (size_of::<Cell<ALL>>(), Ahead::<ALL>::BYTES),
        Extent::Means => (size_of::<Cell<MEANS>>(), 0),
    };
    let groups = encoding.layers.groups();
    let cells = |pieces: u8| -> u64 {
        let of = groups.iter().flatten();
        of.filter(|layer| layer.mine + layer.theirs == pieces)
            .map(|&layer| (encoding.positions(layer) * cell) as u64)
            .sum()
    };
    let needed = groups.iter().map(|group| {
        let positions: u64 = group.iter().map(|&l| encoding.positions(l) as u64).sum();
        let pieces = group[0].mine + group[0].theirs;
        let ways = throws * size_of::<Next>();
        positions * (ways + ahead) as u64 + cells(pieces) + cells(pieces - 1)
    });
    needed.max().unwrap_or(0)
}

/// How much of the course there is room for; `None` if not even for the means.
pub fn extent(encoding: &Encoding, throws: usize, memory: u64) -> Option<Extent> {
    [Extent::All, Extent::Means]
        .into_iter()
        .find(|&extent| needed_bytes(encoding, throws, extent) <= memory)
}

/// Follows perfect play by `table`. Runs in the current thread pool, until `stop`
/// is set.
///
/// # Errors
/// See [`CourseError`].
pub fn course(
    table: &Table,
    rules: &Rules,
    options: CourseOptions,
    stop: &AtomicBool,
) -> Result<Course, CourseError> {
    match table.header().precision {
        Precision::U8 => course_of::<u8>(table, rules, options, stop),
        Precision::U16 => course_of::<u16>(table, rules, options, stop),
        Precision::U32 => course_of::<u32>(table, rules, options, stop),
        Precision::F32 => course_of::<f32>(table, rules, options, stop),
        Precision::F64 => course_of::<f64>(table, rules, options, stop),
    }
}

fn course_of<V: Value>(
    table: &Table,
    rules: &Rules,
    options: CourseOptions,
    stop: &AtomicBool,
) -> Result<Course, CourseError> {
    let (encoding, throws) = (table.blocks(), rules.mechanics().throws.throws().len());
    match extent(encoding, throws, options.memory) {
        Some(Extent::All) => iterate::follow::<V, ALL>(table, rules, options, stop),
        Some(Extent::Means) => iterate::follow::<V, MEANS>(table, rules, options, stop),
        None => Err(CourseError::Memory {
            positions: encoding.total_positions(),
            needed: needed_bytes(encoding, throws, Extent::Means),
            allowed: options.memory,
        }),
    }
}
