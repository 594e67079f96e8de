//! The inner loops: maxima over moves and expectations over throws, for all
//! colourings of a block.
//!
//! Every kernel gives the same bytes for the same values. [`Portable`] serves
//! every storage format; 16-bit fixed point has vector kernels besides, chosen
//! when the program runs.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

#[cfg(target_arch = "x86_64")]
pub use avx512::Avx512;
pub use portable::Portable;

use super::geometry::{Plan, Source};
use super::recolour::Routes;
use super::value::{Rounding, Value};

/// Where the values of one member are read, and how they are put together.
pub struct Frame<'a, V: Value> {
    /// First value of each array, by [`Source`].
    pub base: [*const V; 5],
    /// Values a block, by [`Source`].
    pub stride: [usize; 5],
    pub routes: &'a Routes,
    /// By throw.
    pub weights: &'a [V::Weight],
    /// Colourings of a block.
    pub len: usize,
    pub rounding: Rounding,
    pub slack: V::Sum,
}

impl<V: Value> Frame<'_, V> {
    /// The values of a source block.
    ///
    /// # Safety
    /// The bases point to arrays that hold block `block` of `source`.
    #[inline(always)]
    unsafe fn block(&self, source: Source, block: u32) -> *const V {
        let source = source as usize;
        unsafe { self.base[source].add(block as usize * self.stride[source]) }
    }
}

/// Room for the maxima of one member of one block.
pub struct Scratch<V: Value> {
    /// Best outer move by throw and colouring, rows of [`Scratch::row`].
    pub best: Vec<V::Wide>,
    /// The maxima of one throw with the inner moves.
    pub row: Vec<V::Wide>,
    pub sums: Vec<V::Sum>,
    pub width: usize,
}

impl<V: Value> Scratch<V> {
    pub fn new(throws: usize, len: usize) -> Scratch<V> {
        // Whole vectors, and room to begin on a vector's boundary.
        let width = len.next_multiple_of(64);
        Scratch {
            best: vec![V::NONE; throws * width],
            row: vec![V::NONE; width],
            sums: vec![V::EMPTY; width],
            width,
        }
    }
}

/// The inner loops for one storage format.
pub trait Kernel<V: Value, const W: usize>: Sync {
    /// Takes the maxima over the outer moves of `plan` into `scratch`.
    ///
    /// # Safety
    /// Every move's source block lies within the frame's arrays, and no other
    /// thread writes to it meanwhile.
    unsafe fn gather(&self, frame: &Frame<V>, plan: &Plan<W>, scratch: &mut Scratch<V>);

    /// Takes the inner moves in, puts the expectations into `own`, and returns
    /// the largest change as a difference of chances.
    ///
    /// # Safety
    /// As for [`Kernel::gather`], which was called before; `own` points to the
    /// block's own `frame.len` values, which no other thread touches.
    unsafe fn relax(
        &self,
        frame: &Frame<V>,
        plan: &Plan<W>,
        scratch: &mut Scratch<V>,
        own: *mut V,
    ) -> f64;
}
