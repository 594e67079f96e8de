//! The inner loops: maxima over moves and expectations over throws, for all
//! colourings of a block.
//!
//! Every kernel gives the same bytes for the same values. Plain loops serve
//! every machine and every length; vectors (see `lanes`) serve every storage
//! format where the machine has them, chosen when the program runs.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod lanes;
mod portable;

use super::geometry::{Plan, Source};
use super::recolour::{Grouping, Routes};
use super::value::{Rounding, Value};
#[cfg(target_arch = "x86_64")]
use lanes::Lanes;

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
    /// Best outer move by throw and colouring, in rows of `width`.
    pub best: Vec<V::Wide>,
    /// The same with the inner moves.
    pub rows: Vec<V::Wide>,
    pub sums: Vec<V::Sum>,
    pub width: usize,
}

impl<V: Value> Scratch<V> {
    pub fn new(throws: usize, len: usize) -> Scratch<V> {
        // Room for whole vectors.
        let width = len.next_multiple_of(64);
        Scratch {
            best: vec![V::NONE; throws * width],
            rows: vec![V::NONE; throws * width],
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
    Avx2(avx2::Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(avx512::Avx512),
}

impl Level {
    /// Those that this machine has, the best one last.
    pub fn all() -> Vec<Level> {
        let mut all = vec![Level::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(avx2::Avx2::detect().map(Level::Avx2));
            all.extend(avx512::Avx512::detect().map(Level::Avx512));
        }
        all
    }

    /// The best that this machine has.
    pub fn detect() -> Level {
        *Level::all().last().expect("plain loops always work")
    }

    /// The best level up to this one whose vectors are no longer than a block
    /// of `len` colourings, and how it deals them out.
    pub fn fitting<V: Kernel>(self, len: usize) -> (Level, Grouping) {
        #[cfg(target_arch = "x86_64")]
        for level in [Some(self), self.narrower()].into_iter().flatten() {
            let (lanes, span) = match level {
                Level::Portable => break,
                Level::Avx2(_) => (V::Avx2::LANES, V::Avx2::SPAN),
                Level::Avx512(_) => (V::Avx512::LANES, V::Avx512::SPAN),
            };
            if len >= lanes {
                return (level, Grouping { len, lanes, span });
            }
        }
        let one = Grouping::single(len);
        (Level::Portable, one)
    }

    #[cfg(target_arch = "x86_64")]
    fn narrower(self) -> Option<Level> {
        match self {
            Level::Avx512(_) => avx2::Avx2::detect().map(Level::Avx2),
            _ => None,
        }
    }
}

/// The inner loops for one storage format.
pub trait Kernel: Value {
    #[cfg(target_arch = "x86_64")]
    type Avx2: Lanes<Self>;
    #[cfg(target_arch = "x86_64")]
    type Avx512: Lanes<Self>;

    /// Takes the maxima over the outer moves of `plan` into `scratch`.
    ///
    /// # Safety
    /// Every move's source block lies within the frame's arrays, and no other
    /// thread writes to it meanwhile. The frame's routes are made for the
    /// grouping that [`Level::fitting`] gave with `level`.
    unsafe fn gather<const W: usize>(
        level: Level,
        frame: &Frame<Self>,
        plan: &Plan<W>,
        scratch: &mut Scratch<Self>,
    ) {
        match level {
            Level::Portable => unsafe { portable::gather(frame, plan, scratch) },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe {
                avx2::gather::<Self, Self::Avx2, W>(frame, plan, scratch);
            },
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe {
                avx512::gather::<Self, Self::Avx512, W>(frame, plan, scratch);
            },
        }
    }

    /// Takes the inner moves in, puts the expectations into `own`, and returns
    /// the largest change as a difference of chances.
    ///
    /// # Safety
    /// As for [`Kernel::gather`], which was called before with the same level;
    /// `own` points to the block's own `frame.len` values, which no other thread
    /// touches.
    unsafe fn relax<const W: usize>(
        level: Level,
        frame: &Frame<Self>,
        plan: &Plan<W>,
        scratch: &mut Scratch<Self>,
        own: *mut Self,
    ) -> f64 {
        match level {
            Level::Portable => unsafe { portable::relax(frame, plan, scratch, own) },
            #[cfg(target_arch = "x86_64")]
            Level::Avx2(_) => unsafe {
                avx2::relax::<Self, Self::Avx2, W>(frame, plan, scratch, own)
            },
            #[cfg(target_arch = "x86_64")]
            Level::Avx512(_) => unsafe {
                avx512::relax::<Self, Self::Avx512, W>(frame, plan, scratch, own)
            },
        }
    }
}

macro_rules! kernels {
    ($($value:ty: $lanes:ident),*) => {
        $(impl Kernel for $value {
            #[cfg(target_arch = "x86_64")]
            type Avx2 = avx2::$lanes;
            #[cfg(target_arch = "x86_64")]
            type Avx512 = avx512::$lanes;
        })*
    };
}

kernels!(u16: Fixed16, u32: Fixed32, f32: Single, f64: Double);
