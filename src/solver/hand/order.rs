//! The blocks of a group, from the highest level down.

use std::ops::Range;
use std::sync::Arc;

use super::encoding::HandEncoding;
use super::fronts::LayerIndex;
use crate::solver::layers::Layer;

/// The blocks of one group, by level.
pub(super) struct Order {
    /// Front and mirror of every block, from the highest level down.
    pub units: Vec<[u32; 2]>,
    pub levels: Vec<LevelRange>,
}

/// The blocks of one level.
pub(super) struct LevelRange {
    pub units: Range<usize>,
    /// By member of the group: their places.
    pub places: Vec<Range<usize>>,
}

impl Order {
    /// The group's blocks by level, each with its mirror once.
    pub fn new(encoding: &HandEncoding, group: &[Layer], indices: &[Arc<LayerIndex>]) -> Order {
        let fronts = &encoding.fronts;
        let alike = group.len() == 1;
        let mut by_code = vec![u32::MAX; encoding.game.codes];
        for (number, front) in (0..).zip(fronts.iter()) {
            by_code[front.code as usize] = number;
        }
        let mut units: Vec<[u32; 2]> = Vec::new();
        let mut levels: Vec<LevelRange> = Vec::new();
        // By member: the level's first block among its starts.
        let mut firsts = vec![0; group.len()];
        let held = |&(_, front): &&(u32, u32)| fronts[*front as usize].level;
        while firsts[0] < indices[0].starts.len() {
            let level = held(&&indices[0].starts[firsts[0]]);
            let mut places = Vec::new();
            let from = units.len();
            for (member, index) in indices.iter().enumerate() {
                let first = firsts[member];
                let last = first + index.starts[first..].partition_point(|s| held(&s) == level);
                let end = match index.starts.get(last) {
                    Some(&(start, _)) => start as usize,
                    None => encoding.positions(group[member]),
                };
                places.push(index.starts[first].0 as usize..end);
                if member == 0 {
                    for &(_, number) in &index.starts[first..last] {
                        let front = &fronts[number as usize];
                        if !alike || front.code <= front.mirror {
                            units.push([number, by_code[front.mirror as usize]]);
                        }
                    }
                }
                firsts[member] = last;
            }
            levels.push(LevelRange {
                units: from..units.len(),
                places,
            });
        }
        Order { units, levels }
    }
}
