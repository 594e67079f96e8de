//! Vectors of 256 bits: AVX2.

use std::arch::x86_64::*;

use super::lanes::{self, Lanes, for_machines_with, whole_lanes};
use super::{Frame, Scratch};
use crate::solver::geometry::Plan;
use crate::solver::recolour::Window;
use crate::solver::value::{Rounding, Value};

/// A proof that the machine has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// `None` where the machine lacks them.
    pub fn detect() -> Option<Avx2> {
        let has = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has.then_some(Avx2(()))
    }
}

for_machines_with!("avx2,bmi1,bmi2,lzcnt,popcnt");

/// 16 values in 16 bits.
pub struct Fixed16;

impl Lanes<u16> for Fixed16 {
    const LANES: usize = 16;
    const SPAN: usize = 32;
    whole_lanes!(
        u16,
        __m256i,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_setzero_si256,
        _mm256_sub_epi16
    );

    #[inline(always)]
    unsafe fn read_reversed(values: *const u16) -> __m256i {
        unsafe {
            let order = _mm_setr_epi8(14, 15, 12, 13, 10, 11, 8, 9, 6, 7, 4, 5, 2, 3, 0, 1);
            let value = _mm256_loadu_si256(values.cast());
            let value = _mm256_shuffle_epi8(value, _mm256_broadcastsi128_si256(order));
            _mm256_permute2x128_si256::<1>(value, value)
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const u16) -> __m256i {
        unsafe {
            // By byte: where it stands among the 64 bytes of the window.
            let offset = _mm256_cvtepu8_epi16(_mm_loadu_si128(window.offset.as_ptr().cast()));
            let bytes = _mm256_mullo_epi16(offset, _mm256_set1_epi16(0x0202));
            let bytes = _mm256_add_epi16(bytes, _mm256_set1_epi16(0x0100));
            let (low, high) = (window.base.into(), window.high.into());
            let parts = [low, low + 8usize, high, high + 8];
            let mut value = _mm256_setzero_si256();
            for (k, first) in parts.into_iter().enumerate() {
                // Bytes of other parts get their top bit set, which clears them.
                let within = _mm256_sub_epi8(bytes, _mm256_set1_epi8(16 * k as i8));
                let within = _mm256_adds_epu8(within, _mm256_set1_epi8(0x70));
                let part = _mm_loadu_si128(source.add(first).cast());
                let part = _mm256_broadcastsi128_si256(part);
                value = _mm256_or_si256(value, _mm256_shuffle_epi8(part, within));
            }
            value
        }
    }
    #[inline(always)]
    unsafe fn raise(old: __m256i, lanes: u32, new: __m256i) -> __m256i {
        unsafe {
            let bits = _mm256_setr_epi16(
                1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, -32768,
            );
            let lanes = _mm256_and_si256(_mm256_set1_epi16(lanes as i16), bits);
            let legal = _mm256_cmpeq_epi16(lanes, bits);
            _mm256_max_epu16(old, _mm256_and_si256(new, legal))
        }
    }
    #[inline(always)]
    unsafe fn add(sums: [__m256i; 2], weight: u32, wide: __m256i) -> [__m256i; 2] {
        unsafe {
            let weight = _mm256_set1_epi32(weight as i32);
            let even = _mm256_and_si256(wide, _mm256_set1_epi32(0xffff));
            let odd = _mm256_srli_epi32::<16>(wide);
            [
                _mm256_add_epi32(sums[0], _mm256_mullo_epi32(even, weight)),
                _mm256_add_epi32(sums[1], _mm256_mullo_epi32(odd, weight)),
            ]
        }
    }
    #[inline(always)]
    unsafe fn close(sums: [__m256i; 2], rounding: Rounding, slack: u32) -> __m256i {
        unsafe {
            let [even, odd] = [
                close16(sums[0], rounding, slack),
                close16(sums[1], rounding, slack),
            ];
            let high = _mm256_set1_epi32(0xffff_0000_u32 as i32);
            _mm256_or_si256(_mm256_srli_epi32::<16>(even), _mm256_and_si256(odd, high))
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut u16, new: __m256i, change: __m256i) -> __m256i {
        unsafe {
            let old = _mm256_loadu_si256(own.cast());
            _mm256_storeu_si256(own.cast(), new);
            let moved = _mm256_or_si256(_mm256_subs_epu16(new, old), _mm256_subs_epu16(old, new));
            _mm256_max_epu16(change, moved)
        }
    }
    #[inline(always)]
    unsafe fn largest(change: __m256i) -> f64 {
        let mut steps = [0u16; 16];
        unsafe { _mm256_storeu_si256(steps.as_mut_ptr().cast(), change) };
        let most = steps.iter().fold(0, |most, &steps| most.max(steps));
        u16::distance(most, 0)
    }
}

/// The rounded values of sums in 32 bits, in the upper halves.
#[inline(always)]
unsafe fn close16(sums: __m256i, rounding: Rounding, slack: u32) -> __m256i {
    unsafe {
        match rounding {
            Rounding::Nearest => _mm256_add_epi32(sums, _mm256_set1_epi32(1 << 15)),
            Rounding::Down => {
                let slack = _mm256_set1_epi32(slack as i32);
                let left = _mm256_sub_epi32(_mm256_max_epu32(sums, slack), slack);
                _mm256_max_epu32(left, _mm256_set1_epi32(1 << 16))
            }
            Rounding::Up => {
                let more = slack + 0xffff;
                let room = _mm256_min_epu32(sums, _mm256_set1_epi32(!more as i32));
                _mm256_add_epi32(room, _mm256_set1_epi32(more as i32))
            }
        }
    }
}

/// 8 values in 32 bits.
pub struct Fixed32;

impl Lanes<u32> for Fixed32 {
    const LANES: usize = 8;
    const SPAN: usize = 256;
    whole_lanes!(
        u32,
        __m256i,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_setzero_si256,
        _mm256_sub_epi32
    );

    #[inline(always)]
    unsafe fn read_reversed(values: *const u32) -> __m256i {
        unsafe {
            let order = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
            _mm256_permutevar8x32_epi32(_mm256_loadu_si256(values.cast()), order)
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const u32) -> __m256i {
        unsafe {
            let offset = _mm256_cvtepu8_epi32(_mm_loadl_epi64(window.offset.as_ptr().cast()));
            _mm256_i32gather_epi32::<4>(source.add(window.base.into()).cast(), offset)
        }
    }
    #[inline(always)]
    unsafe fn raise(old: __m256i, lanes: u32, new: __m256i) -> __m256i {
        unsafe {
            let bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            let lanes = _mm256_and_si256(_mm256_set1_epi32(lanes as i32), bits);
            let legal = _mm256_cmpeq_epi32(lanes, bits);
            _mm256_max_epu32(old, _mm256_and_si256(new, legal))
        }
    }
    #[inline(always)]
    unsafe fn add(sums: [__m256i; 2], weight: u64, wide: __m256i) -> [__m256i; 2] {
        unsafe {
            let weight = _mm256_set1_epi64x(weight as i64);
            let odd = _mm256_srli_epi64::<32>(wide);
            [
                _mm256_add_epi64(sums[0], _mm256_mul_epu32(wide, weight)),
                _mm256_add_epi64(sums[1], _mm256_mul_epu32(odd, weight)),
            ]
        }
    }
    #[inline(always)]
    unsafe fn close(sums: [__m256i; 2], rounding: Rounding, slack: u64) -> __m256i {
        unsafe {
            let [even, odd] = [
                close32(sums[0], rounding, slack),
                close32(sums[1], rounding, slack),
            ];
            _mm256_or_si256(even, _mm256_slli_epi64::<32>(odd))
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut u32, new: __m256i, change: __m256i) -> __m256i {
        unsafe {
            let old = _mm256_loadu_si256(own.cast());
            _mm256_storeu_si256(own.cast(), new);
            let moved = _mm256_sub_epi32(_mm256_max_epu32(new, old), _mm256_min_epu32(new, old));
            _mm256_max_epu32(change, moved)
        }
    }
    #[inline(always)]
    unsafe fn largest(change: __m256i) -> f64 {
        let mut steps = [0u32; 8];
        unsafe { _mm256_storeu_si256(steps.as_mut_ptr().cast(), change) };
        let most = steps.iter().fold(0, |most, &steps| most.max(steps));
        u32::distance(most, 0)
    }
}

/// The rounded values of sums in 64 bits, which are below 2⁶³ (as signed
/// comparisons want them).
#[inline(always)]
unsafe fn close32(sums: __m256i, rounding: Rounding, slack: u64) -> __m256i {
    unsafe {
        match rounding {
            Rounding::Nearest => {
                let half = _mm256_set1_epi64x(1 << 30);
                _mm256_srli_epi64::<31>(_mm256_add_epi64(sums, half))
            }
            Rounding::Down => {
                let left = _mm256_sub_epi64(sums, _mm256_set1_epi64x(slack as i64));
                let value = _mm256_srli_epi64::<31>(left);
                // Also where nothing was left.
                let zero = _mm256_set1_epi64x(1);
                let some = _mm256_cmpgt_epi64(left, _mm256_set1_epi64x((1 << 31) - 1));
                _mm256_blendv_epi8(zero, value, some)
            }
            Rounding::Up => {
                let more = _mm256_set1_epi64x((slack + (1 << 31) - 1) as i64);
                let up = _mm256_srli_epi64::<31>(_mm256_add_epi64(sums, more));
                let one = _mm256_set1_epi64x(u32::MAX.into());
                _mm256_blendv_epi8(up, one, _mm256_cmpgt_epi64(up, one))
            }
        }
    }
}

/// 4 values in double precision.
pub struct Double;

/// 4 values in single precision.
pub struct Single;

/// What floating-point formats share: they are wide as f64.
macro_rules! floating_lanes {
    ($value:ty, $narrow:ty) => {
        const LANES: usize = 4;
        const SPAN: usize = 256;
        type Wide = __m256d;
        type Sums = __m256d;
        type Narrow = $narrow;
        type Change = __m256d;

        #[inline(always)]
        unsafe fn load(row: *const f64) -> __m256d {
            unsafe { _mm256_loadu_pd(row) }
        }
        #[inline(always)]
        unsafe fn store(row: *mut f64, wide: __m256d) {
            unsafe { _mm256_storeu_pd(row, wide) }
        }
        #[inline(always)]
        unsafe fn flip(wide: __m256d) -> __m256d {
            unsafe { _mm256_sub_pd(_mm256_set1_pd(1.0), wide) }
        }
        #[inline(always)]
        unsafe fn raise(old: __m256d, lanes: u32, new: __m256d) -> __m256d {
            unsafe {
                let bits = _mm256_setr_epi64x(1, 2, 4, 8);
                let lanes = _mm256_and_si256(_mm256_set1_epi64x(lanes.into()), bits);
                let legal = _mm256_castsi256_pd(_mm256_cmpeq_epi64(lanes, bits));
                _mm256_blendv_pd(old, _mm256_max_pd(new, old), legal)
            }
        }
        #[inline(always)]
        unsafe fn empty() -> __m256d {
            unsafe { _mm256_setzero_pd() }
        }
        #[inline(always)]
        unsafe fn add(sums: __m256d, weight: f64, wide: __m256d) -> __m256d {
            // Rounded twice, as in the plain loops.
            unsafe { _mm256_add_pd(sums, _mm256_mul_pd(_mm256_set1_pd(weight), wide)) }
        }
        #[inline(always)]
        unsafe fn still() -> __m256d {
            unsafe { _mm256_setzero_pd() }
        }
        #[inline(always)]
        unsafe fn largest(change: __m256d) -> f64 {
            let mut lanes = [0.0f64; 4];
            unsafe { _mm256_storeu_pd(lanes.as_mut_ptr(), change) };
            lanes.iter().fold(0.0, |most, &lane| most.max(lane))
        }
    };
}

/// |a − b|.
#[inline(always)]
unsafe fn distance(a: __m256d, b: __m256d) -> __m256d {
    unsafe { _mm256_andnot_pd(_mm256_set1_pd(-0.0), _mm256_sub_pd(a, b)) }
}

impl Lanes<f64> for Double {
    floating_lanes!(f64, __m256d);

    #[inline(always)]
    unsafe fn read(values: *const f64) -> __m256d {
        unsafe { _mm256_loadu_pd(values) }
    }
    #[inline(always)]
    unsafe fn read_reversed(values: *const f64) -> __m256d {
        unsafe { _mm256_permute4x64_pd::<0b00_01_10_11>(_mm256_loadu_pd(values)) }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const f64) -> __m256d {
        unsafe {
            let offset = i32::from_le_bytes(*window.offset.first_chunk().expect("32 lanes"));
            let offset = _mm_cvtepu8_epi32(_mm_cvtsi32_si128(offset));
            _mm256_i32gather_pd::<8>(source.add(window.base.into()), offset)
        }
    }
    #[inline(always)]
    unsafe fn close(sums: __m256d, rounding: Rounding, slack: f64) -> __m256d {
        unsafe {
            let slack = _mm256_set1_pd(slack);
            match rounding {
                Rounding::Nearest => sums,
                Rounding::Down => _mm256_max_pd(_mm256_sub_pd(sums, slack), _mm256_setzero_pd()),
                Rounding::Up => _mm256_min_pd(_mm256_add_pd(sums, slack), _mm256_set1_pd(1.0)),
            }
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut f64, new: __m256d, change: __m256d) -> __m256d {
        unsafe {
            let old = _mm256_loadu_pd(own);
            _mm256_storeu_pd(own, new);
            _mm256_max_pd(change, distance(new, old))
        }
    }
}

impl Lanes<f32> for Single {
    floating_lanes!(f32, __m128);

    #[inline(always)]
    unsafe fn read(values: *const f32) -> __m256d {
        unsafe { _mm256_cvtps_pd(_mm_loadu_ps(values)) }
    }
    #[inline(always)]
    unsafe fn read_reversed(values: *const f32) -> __m256d {
        unsafe {
            let value = _mm_loadu_ps(values);
            _mm256_cvtps_pd(_mm_shuffle_ps::<0b00_01_10_11>(value, value))
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const f32) -> __m256d {
        unsafe {
            let offset = i32::from_le_bytes(*window.offset.first_chunk().expect("32 lanes"));
            let offset = _mm_cvtepu8_epi32(_mm_cvtsi32_si128(offset));
            let source = source.add(window.base.into());
            _mm256_cvtps_pd(_mm_i32gather_ps::<4>(source, offset))
        }
    }
    #[inline(always)]
    unsafe fn close(sums: __m256d, rounding: Rounding, slack: f64) -> __m128 {
        unsafe {
            let slack = _mm256_set1_pd(slack);
            match rounding {
                Rounding::Nearest => _mm256_cvtpd_ps(sums),
                Rounding::Down => {
                    let exact = _mm256_sub_pd(sums, slack);
                    let near = _mm256_cvtpd_ps(exact);
                    let above = _mm256_cmp_pd::<_CMP_GT_OQ>(_mm256_cvtps_pd(near), exact);
                    // One bit less is the next value down, of positive ones; the
                    // maximum takes its second operand for all others.
                    _mm_max_ps(nudged(near, above), _mm_setzero_ps())
                }
                Rounding::Up => {
                    let exact = _mm256_add_pd(sums, slack);
                    let near = _mm256_cvtpd_ps(exact);
                    let below = _mm256_cmp_pd::<_CMP_LT_OQ>(_mm256_cvtps_pd(near), exact);
                    let minus =
                        _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_castpd_si256(below));
                    let below = _mm256_castsi256_pd(minus);
                    _mm_min_ps(nudged(near, below), _mm_set1_ps(1.0))
                }
            }
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut f32, new: __m128, change: __m256d) -> __m256d {
        unsafe {
            let old = _mm256_cvtps_pd(_mm_loadu_ps(own));
            _mm_storeu_ps(own, new);
            _mm256_max_pd(change, distance(_mm256_cvtps_pd(new), old))
        }
    }
}

/// The bits of `values` plus the low halves of `by`.
#[inline(always)]
unsafe fn nudged(values: __m128, by: __m256d) -> __m128 {
    unsafe {
        let low_halves = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
        let by = _mm256_permutevar8x32_epi32(_mm256_castpd_si256(by), low_halves);
        let bits = _mm_add_epi32(_mm_castps_si128(values), _mm256_castsi256_si128(by));
        _mm_castsi128_ps(bits)
    }
}
