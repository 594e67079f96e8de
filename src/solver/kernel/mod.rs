//! The inner loops: maxima over moves and expectations over throws, for all
//! colourings of a block.
//!
//! Every kernel gives the same bytes for the same values. Plain loops serve
//! every storage format; 16-bit fixed point has a vector kernel besides, chosen
//! when the program runs.

#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

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

/// The instructions that the inner loops use; the values do not depend on it.
#[derive(Clone, Copy, Debug)]
pub enum Level {
    /// Those that every machine has.
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Level {
    /// The best that this machine has.
    pub fn detect() -> Level {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = avx512::Avx512::detect() {
            return Level::Avx512(avx512);
        }
        Level::Portable
    }
}

/// The inner loops for one storage format.
pub trait Kernel: Value {
    /// Takes the maxima over the outer moves of `plan` into `scratch`.
    ///
    /// # Safety
    /// Every move's source block lies within the frame's arrays, and no other
    /// thread writes to it meanwhile.
    unsafe fn gather<const W: usize>(
        _level: Level,
        frame: &Frame<Self>,
        plan: &Plan<W>,
        scratch: &mut Scratch<Self>,
    ) {
        unsafe { portable::gather(frame, plan, scratch) }
    }

    /// Takes the inner moves in, puts the expectations into `own`, and returns
    /// the largest change as a difference of chances.
    ///
    /// # Safety
    /// As for [`Kernel::gather`], which was called before; `own` points to the
    /// block's own `frame.len` values, which no other thread touches.
    unsafe fn relax<const W: usize>(
        _level: Level,
        frame: &Frame<Self>,
        plan: &Plan<W>,
        scratch: &mut Scratch<Self>,
        own: *mut Self,
    ) -> f64 {
        unsafe { portable::relax(frame, plan, scratch, own) }
    }
}

impl Kernel for u32 {}
impl Kernel for f32 {}
impl Kernel for f64 {}

impl Kernel for u16 {
    unsafe fn gather<const W: usize>(
        level: Level,
        frame: &Frame<u16>,
        plan: &Plan<W>,
        scratch: &mut Scratch<u16>,
    ) {
        match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(avx512) if frame.rounding == Rounding::Nearest => unsafe {
                avx512.gather(frame, plan, scratch)
            },
            _ => unsafe { portable::gather(frame, plan, scratch) },
        }
    }

    unsafe fn relax<const W: usize>(
        level: Level,
        frame: &Frame<u16>,
        plan: &Plan<W>,
        scratch: &mut Scratch<u16>,
        own: *mut u16,
    ) -> f64 {
        match level {
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(avx512) if frame.rounding == Rounding::Nearest => unsafe {
                avx512.relax(frame, plan, scratch, own)
            },
            _ => unsafe { portable::relax(frame, plan, scratch, own) },
        }
    }
}
