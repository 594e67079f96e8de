//! 16-bit fixed point, 32 colourings at a time, with AVX-512 (BW, VL).
//!
//! The other side's values are the same array read backwards and negated. A
//! move that overtakes no piece is one load and one masked maximum for 32
//! colourings; any other move picks its values out of 64 neighbouring ones by
//! a permutation of two registers, once for each [`Window`] of the route.

use std::arch::x86_64::*;

use super::{Frame, Scratch};
use crate::solver::geometry::{Op, Plan};
use crate::solver::recolour::{LANES, Window};
use crate::solver::value::Value;

/// A proof that the machine has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// `None` where the machine lacks them.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl");
        has.then_some(Avx512(()))
    }
}

impl Avx512 {
    /// # Safety
    /// As for [`super::Kernel::gather`].
    pub(super) unsafe fn gather<const W: usize>(
        self,
        frame: &Frame<u16>,
        plan: &Plan<W>,
        scratch: &mut Scratch<u16>,
    ) {
        unsafe { gather(frame, plan, scratch) }
    }

    /// # Safety
    /// As for [`super::Kernel::relax`].
    pub(super) unsafe fn relax<const W: usize>(
        self,
        frame: &Frame<u16>,
        plan: &Plan<W>,
        scratch: &mut Scratch<u16>,
        own: *mut u16,
    ) -> f64 {
        let steps = unsafe { relax(frame, plan, scratch, own) };
        u16::distance(steps, 0)
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn gather<const W: usize>(frame: &Frame<u16>, plan: &Plan<W>, scratch: &mut Scratch<u16>) {
    let none = _mm512_setzero_si512();
    for group in scratch.best.chunks_exact_mut(LANES) {
        unsafe { _mm512_storeu_epi16(group.as_mut_ptr().cast(), none) };
    }
    for op in &plan.outer {
        let start = usize::from(op.throw) * scratch.width;
        let row = &mut scratch.best[start..start + scratch.width];
        unsafe { take(frame, op, row) };
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn relax<const W: usize>(
    frame: &Frame<u16>,
    plan: &Plan<W>,
    scratch: &mut Scratch<u16>,
    own: *mut u16,
) -> u16 {
    let (len, width) = (frame.len, scratch.width);
    let groups = len.div_ceil(LANES);
    let Scratch {
        best, row, sums, ..
    } = scratch;
    let half = _mm512_set1_epi32(1 << 15);
    for sums in sums[..groups * LANES].chunks_exact_mut(16) {
        unsafe { _mm512_storeu_epi32(sums.as_mut_ptr().cast(), half) };
    }
    let mut inner = plan.inner.iter().peekable();
    for (throw, &weight) in frame.weights.iter().enumerate() {
        let outer = &best[throw * width..(throw + 1) * width];
        let mut values: &[u16] = outer;
        if inner
            .peek()
            .is_some_and(|op| usize::from(op.throw) == throw)
        {
            row.copy_from_slice(outer);
            while let Some(op) = inner.next_if(|op| usize::from(op.throw) == throw) {
                unsafe { take(frame, op, row) };
            }
            values = row;
        }
        let weight = _mm512_set1_epi32(weight as i32);
        for (sums, values) in sums[..groups * LANES]
            .chunks_exact_mut(16)
            .zip(values.chunks_exact(16))
        {
            unsafe {
                let wide = _mm512_cvtepu16_epi32(_mm256_loadu_epi16(values.as_ptr().cast()));
                let sum = _mm512_loadu_epi32(sums.as_ptr().cast());
                let sum = _mm512_add_epi32(sum, _mm512_mullo_epi32(wide, weight));
                _mm512_storeu_epi32(sums.as_mut_ptr().cast(), sum);
            }
        }
    }
    let mut change = _mm512_setzero_si512();
    for group in 0..groups {
        let lanes = tail_mask(len, group);
        unsafe {
            let sums = sums.as_ptr().add(group * LANES);
            let low = _mm512_srli_epi32::<16>(_mm512_loadu_epi32(sums.cast()));
            let high = _mm512_srli_epi32::<16>(_mm512_loadu_epi32(sums.add(16).cast()));
            let new = _mm512_inserti64x4::<1>(
                _mm512_castsi256_si512(_mm512_cvtepi32_epi16(low)),
                _mm512_cvtepi32_epi16(high),
            );
            let place = own.add(group * LANES);
            let old = _mm512_maskz_loadu_epi16(lanes, place.cast());
            let up = _mm512_subs_epu16(new, old);
            let down = _mm512_subs_epu16(old, new);
            let moved = _mm512_or_si512(up, down);
            change = _mm512_mask_max_epu16(change, lanes, change, moved);
            _mm512_mask_storeu_epi16(place.cast(), lanes, new);
        }
    }
    let mut steps = [0u16; LANES];
    unsafe { _mm512_storeu_epi16(steps.as_mut_ptr().cast(), change) };
    steps.into_iter().max().unwrap_or(0)
}

/// Which lanes of a group of 32 colourings there are.
#[inline]
fn tail_mask(len: usize, group: usize) -> u32 {
    match len - group * LANES {
        left if left >= LANES => u32::MAX,
        left => (1 << left) - 1,
    }
}

/// Raises `row` to what `op` yields where it is legal.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn take<const W: usize>(frame: &Frame<u16>, op: &Op<W>, row: &mut [u16]) {
    let source = unsafe { frame.block(op.source, op.block) };
    let len = frame.len;
    match op.route {
        0 => unsafe { keep(op, source, len, row) },
        1 => unsafe { keep_turned(op, source, len, row) },
        route => {
            let source_len = frame.stride[op.source as usize].max(1);
            if source_len < 64 {
                unsafe { pick::<W, true>(frame, op, route, source, source_len, row) }
            } else {
                unsafe { pick::<W, false>(frame, op, route, source, source_len, row) }
            }
        }
    }
}

/// The lanes of one group in which a move is legal.
#[inline(always)]
fn lanes<const W: usize>(op: &Op<W>, group: usize) -> u32 {
    (op.mask.0[group / 2] >> (32 * (group % 2))) as u32
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn keep<const W: usize>(op: &Op<W>, source: *const u16, len: usize, row: &mut [u16]) {
    for group in 0..len.div_ceil(LANES) {
        let lanes = lanes(op, group);
        unsafe {
            let best: *mut u16 = row.as_mut_ptr().add(group * LANES);
            let value = _mm512_maskz_loadu_epi16(lanes, source.add(group * LANES).cast());
            let old = _mm512_loadu_epi16(best.cast());
            _mm512_storeu_epi16(best.cast(), _mm512_max_epu16(old, value));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn keep_turned<const W: usize>(op: &Op<W>, source: *const u16, len: usize, row: &mut [u16]) {
    let reverse = reverse();
    for group in 0..len.div_ceil(LANES) {
        let lanes = lanes(op, group);
        unsafe {
            let best: *mut u16 = row.as_mut_ptr().add(group * LANES);
            // Lane l comes from len − 1 − (32·group + l); the load may begin
            // before the block, but the lanes there are masked out.
            let first = source.wrapping_add(len).wrapping_sub((group + 1) * LANES);
            let value = _mm512_maskz_loadu_epi16(lanes.reverse_bits(), first.cast());
            let value = _mm512_permutexvar_epi16(reverse, value);
            let value = _mm512_sub_epi16(_mm512_setzero_si512(), value);
            let old = _mm512_loadu_epi16(best.cast());
            _mm512_storeu_epi16(best.cast(), _mm512_max_epu16(old, value));
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn pick<const W: usize, const SHORT: bool>(
    frame: &Frame<u16>,
    op: &Op<W>,
    route: u16,
    source: *const u16,
    source_len: usize,
    row: &mut [u16],
) {
    let passes = route & 1 == 1;
    let route = &frame.routes.routes[usize::from(route)];
    let zero = _mm512_setzero_si512();
    for group in 0..frame.len.div_ceil(LANES) {
        let legal = lanes(op, group);
        if legal == 0 {
            continue;
        }
        let windows = route.first[group] as usize..route.first[group + 1] as usize;
        unsafe {
            let best: *mut u16 = row.as_mut_ptr().add(group * LANES);
            let mut old = _mm512_loadu_epi16(best.cast());
            for window in route.windows.get_unchecked(windows) {
                let value = select::<SHORT>(window, source, source_len);
                let value = if passes {
                    _mm512_sub_epi16(zero, value)
                } else {
                    value
                };
                old = _mm512_mask_max_epu16(old, legal & window.lanes, old, value);
            }
            _mm512_storeu_epi16(best.cast(), old);
        }
    }
}

/// The lanes of a window out of its 64 values.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn select<const SHORT: bool>(window: &Window, source: *const u16, len: usize) -> __m512i {
    unsafe {
        let offset = _mm512_cvtepu8_epi16(_mm256_loadu_epi8(window.offset.as_ptr().cast()));
        let from = source.add(window.base as usize);
        let (low, high) = if SHORT {
            let there = (1u64 << len) - 1;
            (
                _mm512_maskz_loadu_epi16(there as u32, from.cast()),
                _mm512_maskz_loadu_epi16((there >> 32) as u32, from.wrapping_add(LANES).cast()),
            )
        } else {
            (
                _mm512_loadu_epi16(from.cast()),
                _mm512_loadu_epi16(from.add(LANES).cast()),
            )
        };
        _mm512_permutex2var_epi16(low, offset, high)
    }
}

/// Lane l takes lane 31 − l.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
fn reverse() -> __m512i {
    let mut order = [0u16; LANES];
    for (lane, slot) in order.iter_mut().enumerate() {
        *slot = (LANES - 1 - lane) as u16;
    }
    unsafe { _mm512_loadu_epi16(order.as_ptr().cast()) }
}
