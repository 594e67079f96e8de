//! A layer as the other side sees it.

use rayon::prelude::*;

use super::encoding::HandEncoding;
use super::fronts::LayerIndex;
use crate::solver::array::Array;
use crate::solver::layers::Layer;

/// Fronts turned by a thread at a time.
const PART: usize = 1024;

/// For each position of `layer` the chance of winning of its mover if not he
/// but the other were about to throw: 1 − the value `seen` of the mirror.
pub(super) fn turn(
    encoding: &HandEncoding,
    layer: Layer,
    [index, mirror]: [&LayerIndex; 2],
    seen: &Array<f64>,
    turned: &Array<f64>,
) {
    let early = &encoding.early;
    index.starts.par_chunks(PART).for_each(|blocks| {
        for &(start, front) in blocks {
            let front = &encoding.fronts[front as usize];
            let rows = early.size(layer.mine - front.mine_count);
            let columns = early.size(layer.theirs - front.their_count);
            let from = mirror.offsets[front.mirror as usize] as usize;
            for row in 0..rows {
                for column in 0..columns {
                    let value = 1.0 - seen.get(from + column * rows + row);
                    // SAFETY: every block is turned by one thread.
                    unsafe {
                        let place = start as usize + row * columns + column;
                        *turned.as_mut_ptr().add(place) = value;
                    }
                }
            }
        }
    });
}
