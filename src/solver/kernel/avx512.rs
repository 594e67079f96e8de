//! Vectors of 512 bits: AVX-512 (F, BW, VL).

use std::arch::x86_64::*;

use super::lanes::{self, Lanes, for_machines_with, whole_lanes};
use super::{Frame, Scratch};
use crate::solver::geometry::Plan;
use crate::solver::recolour::Window;
use crate::solver::value::{Rounding, Value};

/// A proof that the machine has the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// `None` where the machine lacks them.
    pub fn detect() -> Option<Avx512> {
        let has = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && super::avx2::Avx2::detect().is_some();
        has.then_some(Avx512(()))
    }
}

for_machines_with!("avx512f,avx512bw,avx512vl,bmi1,bmi2,lzcnt,popcnt");

/// 32 values in 16 bits.
pub struct Fixed16;

impl Lanes<u16> for Fixed16 {
    const LANES: usize = 32;
    const SPAN: usize = 64;
    whole_lanes!(
        u16,
        __m512i,
        _mm512_loadu_epi16,
        _mm512_storeu_epi16,
        _mm512_setzero_si512,
        _mm512_sub_epi16
    );

    #[inline(always)]
    unsafe fn read_reversed(values: *const u16) -> __m512i {
        const ORDER: [u16; 32] = reversed();
        unsafe {
            let order = _mm512_loadu_epi16(ORDER.as_ptr().cast());
            _mm512_permutexvar_epi16(order, _mm512_loadu_epi16(values.cast()))
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const u16) -> __m512i {
        unsafe {
            let offset = _mm512_cvtepu8_epi16(_mm256_loadu_epi8(window.offset.as_ptr().cast()));
            let low = _mm512_loadu_epi16(source.add(window.base.into()).cast());
            let high = _mm512_loadu_epi16(source.add(window.high.into()).cast());
            _mm512_permutex2var_epi16(low, offset, high)
        }
    }
    #[inline(always)]
    unsafe fn raise(old: __m512i, lanes: u32, new: __m512i) -> __m512i {
        unsafe { _mm512_mask_max_epu16(old, lanes, old, new) }
    }
    #[inline(always)]
    unsafe fn add(sums: [__m512i; 2], weight: u32, wide: __m512i) -> [__m512i; 2] {
        unsafe {
            let weight = _mm512_set1_epi32(weight as i32);
            let even = _mm512_and_si512(wide, _mm512_set1_epi32(0xffff));
            let odd = _mm512_srli_epi32::<16>(wide);
            [
                _mm512_add_epi32(sums[0], _mm512_mullo_epi32(even, weight)),
                _mm512_add_epi32(sums[1], _mm512_mullo_epi32(odd, weight)),
            ]
        }
    }
    #[inline(always)]
    unsafe fn close(sums: [__m512i; 2], rounding: Rounding, slack: u32) -> __m512i {
        unsafe {
            let [even, odd] = match rounding {
                Rounding::Nearest => {
                    let half = _mm512_set1_epi32(1 << 15);
                    [
                        _mm512_add_epi32(sums[0], half),
                        _mm512_add_epi32(sums[1], half),
                    ]
                }
                Rounding::Down => {
                    let slack = _mm512_set1_epi32(slack as i32);
                    let zero = _mm512_set1_epi32(1 << 16);
                    [down16(sums[0], slack, zero), down16(sums[1], slack, zero)]
                }
                Rounding::Up => {
                    let more = slack + 0xffff;
                    let (more, room) = (
                        _mm512_set1_epi32(more as i32),
                        _mm512_set1_epi32(!more as i32),
                    );
                    [
                        _mm512_add_epi32(_mm512_min_epu32(sums[0], room), more),
                        _mm512_add_epi32(_mm512_min_epu32(sums[1], room), more),
                    ]
                }
            };
            let high = _mm512_set1_epi32(0xffff_0000_u32 as i32);
            _mm512_or_si512(_mm512_srli_epi32::<16>(even), _mm512_and_si512(odd, high))
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut u16, new: __m512i, change: __m512i) -> __m512i {
        unsafe {
            let old = _mm512_loadu_epi16(own.cast());
            _mm512_storeu_epi16(own.cast(), new);
            let moved = _mm512_or_si512(_mm512_subs_epu16(new, old), _mm512_subs_epu16(old, new));
            _mm512_max_epu16(change, moved)
        }
    }
    #[inline(always)]
    unsafe fn largest(change: __m512i) -> f64 {
        let mut steps = [0u16; 32];
        unsafe { _mm512_storeu_epi16(steps.as_mut_ptr().cast(), change) };
        let most = steps.iter().fold(0, |most, &steps| most.max(steps));
        u16::distance(most, 0)
    }
}

/// What is left of sums, rounded down, but not less than `zero`.
#[inline(always)]
unsafe fn down16(sums: __m512i, slack: __m512i, zero: __m512i) -> __m512i {
    unsafe {
        let left = _mm512_sub_epi32(_mm512_max_epu32(sums, slack), slack);
        _mm512_max_epu32(left, zero)
    }
}

const fn reversed<const N: usize>() -> [u16; N] {
    let mut order = [0; N];
    let mut lane = 0;
    while lane < N {
        order[lane] = (N - 1 - lane) as u16;
        lane += 1;
    }
    order
}

/// 16 values in 32 bits.
pub struct Fixed32;

impl Lanes<u32> for Fixed32 {
    const LANES: usize = 16;
    const SPAN: usize = 32;
    whole_lanes!(
        u32,
        __m512i,
        _mm512_loadu_epi32,
        _mm512_storeu_epi32,
        _mm512_setzero_si512,
        _mm512_sub_epi32
    );

    #[inline(always)]
    unsafe fn read_reversed(values: *const u32) -> __m512i {
        unsafe {
            let order = _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
            _mm512_permutexvar_epi32(order, _mm512_loadu_epi32(values.cast()))
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const u32) -> __m512i {
        unsafe {
            let offset = _mm512_cvtepu8_epi32(_mm_loadu_epi8(window.offset.as_ptr().cast()));
            let low = _mm512_loadu_epi32(source.add(window.base.into()).cast());
            let high = _mm512_loadu_epi32(source.add(window.high.into()).cast());
            _mm512_permutex2var_epi32(low, offset, high)
        }
    }
    #[inline(always)]
    unsafe fn raise(old: __m512i, lanes: u32, new: __m512i) -> __m512i {
        unsafe { _mm512_mask_max_epu32(old, lanes as u16, old, new) }
    }
    #[inline(always)]
    unsafe fn add(sums: [__m512i; 2], weight: u64, wide: __m512i) -> [__m512i; 2] {
        unsafe {
            let weight = _mm512_set1_epi64(weight as i64);
            let odd = _mm512_srli_epi64::<32>(wide);
            [
                _mm512_add_epi64(sums[0], _mm512_mul_epu32(wide, weight)),
                _mm512_add_epi64(sums[1], _mm512_mul_epu32(odd, weight)),
            ]
        }
    }
    #[inline(always)]
    unsafe fn close(sums: [__m512i; 2], rounding: Rounding, slack: u64) -> __m512i {
        unsafe {
            let [even, odd] = [
                close32(sums[0], rounding, slack),
                close32(sums[1], rounding, slack),
            ];
            _mm512_or_si512(even, _mm512_slli_epi64::<32>(odd))
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut u32, new: __m512i, change: __m512i) -> __m512i {
        unsafe {
            let old = _mm512_loadu_epi32(own.cast());
            _mm512_storeu_epi32(own.cast(), new);
            let moved = _mm512_sub_epi32(_mm512_max_epu32(new, old), _mm512_min_epu32(new, old));
            _mm512_max_epu32(change, moved)
        }
    }
    #[inline(always)]
    unsafe fn largest(change: __m512i) -> f64 {
        u32::distance(unsafe { _mm512_reduce_max_epu32(change) }, 0)
    }
}

/// The rounded values of sums in 64 bits.
#[inline(always)]
unsafe fn close32(sums: __m512i, rounding: Rounding, slack: u64) -> __m512i {
    unsafe {
        match rounding {
            Rounding::Nearest => {
                let half = _mm512_set1_epi64(1 << 30);
                _mm512_srli_epi64::<31>(_mm512_add_epi64(sums, half))
            }
            Rounding::Down => {
                let slack = _mm512_set1_epi64(slack as i64);
                let left = _mm512_sub_epi64(_mm512_max_epu64(sums, slack), slack);
                _mm512_max_epu64(_mm512_srli_epi64::<31>(left), _mm512_set1_epi64(1))
            }
            Rounding::Up => {
                let more = _mm512_set1_epi64((slack + (1 << 31) - 1) as i64);
                let up = _mm512_srli_epi64::<31>(_mm512_add_epi64(sums, more));
                _mm512_min_epu64(up, _mm512_set1_epi64(u32::MAX.into()))
            }
        }
    }
}

/// 8 values in double precision.
pub struct Double;

/// 8 values in single precision.
pub struct Single;

/// What floating-point formats share: they are wide as f64.
macro_rules! floating_lanes {
    ($value:ty, $narrow:ty) => {
        const LANES: usize = 8;
        const SPAN: usize = 16;
        type Wide = __m512d;
        type Sums = __m512d;
        type Narrow = $narrow;
        type Change = __m512d;

        #[inline(always)]
        unsafe fn load(row: *const f64) -> __m512d {
            unsafe { _mm512_loadu_pd(row) }
        }
        #[inline(always)]
        unsafe fn store(row: *mut f64, wide: __m512d) {
            unsafe { _mm512_storeu_pd(row, wide) }
        }
        #[inline(always)]
        unsafe fn flip(wide: __m512d) -> __m512d {
            unsafe { _mm512_sub_pd(_mm512_set1_pd(1.0), wide) }
        }
        #[inline(always)]
        unsafe fn raise(old: __m512d, lanes: u32, new: __m512d) -> __m512d {
            unsafe { _mm512_mask_max_pd(old, lanes as u8, new, old) }
        }
        #[inline(always)]
        unsafe fn empty() -> __m512d {
            unsafe { _mm512_setzero_pd() }
        }
        #[inline(always)]
        unsafe fn add(sums: __m512d, weight: f64, wide: __m512d) -> __m512d {
            // Rounded twice, as in the plain loops.
            unsafe { _mm512_add_pd(sums, _mm512_mul_pd(_mm512_set1_pd(weight), wide)) }
        }
        #[inline(always)]
        unsafe fn still() -> __m512d {
            unsafe { _mm512_setzero_pd() }
        }
        #[inline(always)]
        unsafe fn largest(change: __m512d) -> f64 {
            unsafe { _mm512_reduce_max_pd(change) }
        }
    };
}

impl Lanes<f64> for Double {
    floating_lanes!(f64, __m512d);

    #[inline(always)]
    unsafe fn read(values: *const f64) -> __m512d {
        unsafe { _mm512_loadu_pd(values) }
    }
    #[inline(always)]
    unsafe fn read_reversed(values: *const f64) -> __m512d {
        unsafe {
            let order = _mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            _mm512_permutexvar_pd(order, _mm512_loadu_pd(values))
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const f64) -> __m512d {
        unsafe {
            let offset = _mm512_cvtepu8_epi64(_mm_loadl_epi64(window.offset.as_ptr().cast()));
            let low = _mm512_loadu_pd(source.add(window.base.into()));
            let high = _mm512_loadu_pd(source.add(window.high.into()));
            _mm512_permutex2var_pd(low, offset, high)
        }
    }
    #[inline(always)]
    unsafe fn close(sums: __m512d, rounding: Rounding, slack: f64) -> __m512d {
        unsafe {
            let slack = _mm512_set1_pd(slack);
            match rounding {
                Rounding::Nearest => sums,
                Rounding::Down => _mm512_max_pd(_mm512_sub_pd(sums, slack), _mm512_setzero_pd()),
                Rounding::Up => _mm512_min_pd(_mm512_add_pd(sums, slack), _mm512_set1_pd(1.0)),
            }
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut f64, new: __m512d, change: __m512d) -> __m512d {
        unsafe {
            let old = _mm512_loadu_pd(own);
            _mm512_storeu_pd(own, new);
            _mm512_max_pd(change, _mm512_abs_pd(_mm512_sub_pd(new, old)))
        }
    }
}

impl Lanes<f32> for Single {
    floating_lanes!(f32, __m256);

    #[inline(always)]
    unsafe fn read(values: *const f32) -> __m512d {
        unsafe { _mm512_cvtps_pd(_mm256_loadu_ps(values)) }
    }
    #[inline(always)]
    unsafe fn read_reversed(values: *const f32) -> __m512d {
        unsafe {
            let order = _mm256_setr_epi32(7, 6, 5, 4, 3, 2, 1, 0);
            _mm512_cvtps_pd(_mm256_permutexvar_ps(order, _mm256_loadu_ps(values)))
        }
    }
    #[inline(always)]
    unsafe fn select(window: &Window, source: *const f32) -> __m512d {
        unsafe {
            let offset = _mm256_cvtepu8_epi32(_mm_loadl_epi64(window.offset.as_ptr().cast()));
            let low = _mm256_loadu_ps(source.add(window.base.into()));
            let high = _mm256_loadu_ps(source.add(window.high.into()));
            _mm512_cvtps_pd(_mm256_permutex2var_ps(low, offset, high))
        }
    }
    #[inline(always)]
    unsafe fn close(sums: __m512d, rounding: Rounding, slack: f64) -> __m256 {
        const DOWN: i32 = _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC;
        const UP: i32 = _MM_FROUND_TO_POS_INF | _MM_FROUND_NO_EXC;
        unsafe {
            let slack = _mm512_set1_pd(slack);
            match rounding {
                Rounding::Nearest => _mm512_cvtpd_ps(sums),
                Rounding::Down => {
                    let near = _mm512_cvt_roundpd_ps::<DOWN>(_mm512_sub_pd(sums, slack));
                    _mm256_max_ps(near, _mm256_setzero_ps())
                }
                Rounding::Up => {
                    let near = _mm512_cvt_roundpd_ps::<UP>(_mm512_add_pd(sums, slack));
                    _mm256_min_ps(near, _mm256_set1_ps(1.0))
                }
            }
        }
    }
    #[inline(always)]
    unsafe fn replace(own: *mut f32, new: __m256, change: __m512d) -> __m512d {
        unsafe {
            let old = _mm512_cvtps_pd(_mm256_loadu_ps(own));
            _mm256_storeu_ps(own, new);
            let moved = _mm512_abs_pd(_mm512_sub_pd(_mm512_cvtps_pd(new), old));
            _mm512_max_pd(change, moved)
        }
    }
}
