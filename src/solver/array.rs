//! The values of one layer: in memory, in a part of a file that is being
//! written, or in a finished part of one.

use std::marker::PhantomData;
use std::ops::Range;

use memmap2::{Advice, Mmap, MmapMut};
use rayon::prelude::*;

use super::value::Value;

/// Values that a thread sets at a time.
const PART: usize = 1 << 16;

enum Backing {
    Memory(MmapMut),
    /// A part of a file that is being written.
    Shared(MmapMut),
    /// The file and the byte at which the values begin.
    File(std::sync::Arc<Mmap>, usize),
}

/// An array of values that many threads may read, and write in disjoint parts.
pub struct Array<V: Value> {
    backing: Backing,
    first: *mut V,
    len: usize,
    values: PhantomData<V>,
}

// SAFETY: the array hands out only raw pointers; those who use them keep to
// the sweep's rule that a block is written by one thread while no other reads it.
unsafe impl<V: Value> Send for Array<V> {}
unsafe impl<V: Value> Sync for Array<V> {}

impl<V: Value> Array<V> {
    /// `len` values in memory, not yet set (they read as the all-zero word).
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn in_memory(len: usize) -> std::io::Result<Array<V>> {
        let bytes = (len * size_of::<V>()).max(1);
        let mut map = MmapMut::map_anon(bytes)?;
        #[cfg(target_os = "linux")]
        // Only a hint: without huge pages the table is slower, not wrong.
        let _ = map.advise(Advice::HugePage);
        let first = map.as_mut_ptr().cast();
        Ok(Array {
            backing: Backing::Memory(map),
            first,
            len,
            values: PhantomData,
        })
    }

    /// `len` values in a part of a file, mapped as a whole and shared with it.
    pub fn in_shared_file(mut map: MmapMut, len: usize) -> Array<V> {
        assert!(len * size_of::<V>() <= map.len());
        let first = map.as_mut_ptr().cast();
        Array {
            backing: Backing::Shared(map),
            first,
            len,
            values: PhantomData,
        }
    }

    /// Whether the values already stand where they are to be kept.
    pub fn is_shared(&self) -> bool {
        matches!(self.backing, Backing::Shared(_))
    }

    /// Lets go of the memory that holds values of a file; they are read again
    /// when they are needed.
    pub fn release(&self) {
        #[cfg(target_os = "linux")]
        {
            use memmap2::UncheckedAdvice::DontNeed;
            // SAFETY: the maps are shared with their files, so the pages keep
            // what was written; only the mapping of memory to them is lost.
            let _ = match &self.backing {
                Backing::Memory(_) => Ok(()),
                Backing::Shared(map) => unsafe { map.unchecked_advise(DontNeed) },
                Backing::File(map, _) => unsafe { map.unchecked_advise(DontNeed) },
            };
        }
    }

    /// `len` values of a file, from byte `offset` on (a multiple of the value's
    /// size). They must not be written.
    pub fn in_file(map: std::sync::Arc<Mmap>, offset: usize, len: usize) -> Array<V> {
        assert!(
            offset.is_multiple_of(size_of::<V>()) && offset + len * size_of::<V>() <= map.len()
        );
        let first = unsafe { map.as_ptr().add(offset) }.cast::<V>().cast_mut();
        Array {
            backing: Backing::File(map, offset),
            first,
            len,
            values: PhantomData,
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn as_ptr(&self) -> *const V {
        self.first
    }

    /// # Panics
    /// If the values lie in a file.
    pub fn as_mut_ptr(&self) -> *mut V {
        assert!(
            !matches!(self.backing, Backing::File(..)),
            "finished values stay as they are"
        );
        self.first
    }

    /// The value at `place`.
    #[inline(always)]
    pub fn get(&self, place: usize) -> V {
        assert!(place < self.len);
        unsafe { *self.first.add(place) }
    }

    /// Puts `change` of each value in its place.
    ///
    /// # Safety
    /// No one else uses the array meanwhile.
    pub unsafe fn replace(&self, places: Range<usize>, change: impl Fn(V) -> V + Sync) {
        unsafe { self.slice_mut(places) }
            .par_chunks_mut(PART)
            .for_each(|part| part.iter_mut().for_each(|value| *value = change(*value)));
    }

    /// Takes the values of `other` over.
    ///
    /// # Safety
    /// As for [`Array::replace`]; no one writes to `other`, which is another array.
    pub unsafe fn copy(&self, places: Range<usize>, other: &Array<V>) {
        let from = unsafe { other.slice_mut(places.clone()) };
        unsafe { self.slice_mut(places) }.copy_from_slice(from);
    }

    /// # Safety
    /// No one else uses these places meanwhile.
    #[allow(
        clippy::mut_from_ref,
        reason = "threads write disjoint parts of one array"
    )]
    unsafe fn slice_mut(&self, places: Range<usize>) -> &mut [V] {
        assert!(places.end <= self.len);
        let first = unsafe { self.as_mut_ptr().add(places.start) };
        unsafe { std::slice::from_raw_parts_mut(first, places.len()) }
    }

    /// The values as bytes in the machine's order. No one may write meanwhile.
    pub fn bytes(&self) -> &[u8] {
        match &self.backing {
            Backing::Memory(map) | Backing::Shared(map) => &map[..self.len * size_of::<V>()],
            Backing::File(map, offset) => &map[*offset..*offset + self.len * size_of::<V>()],
        }
    }

    /// The bytes, to be read from a checkpoint.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        match &mut self.backing {
            Backing::Memory(map) | Backing::Shared(map) => &mut map[..self.len * size_of::<V>()],
            Backing::File(..) => panic!("finished values stay as they are"),
        }
    }
}
