//! Pairs and walls on the board, for both players at once.
//!
//! ```text
//! bit   63   62 … 33   32   31   30 … 1   0
//!       free B's 30…1  free free A's 30…1 free
//! ```
//!
//! A *row* of n is n or more pieces of one colour on consecutive squares; a
//! pair is a row of 2, a wall a row of 3 or of what the ruleset says.

/// Lowest squares of each n consecutive pieces, n by owner.
#[inline(always)]
fn runs(squares: u64, rows: [u32; 2]) -> u64 {
    const LOW: u64 = u32::MAX as u64;
    if rows[0] == rows[1] {
        run_of(squares, rows[0])
    } else {
        run_of(squares & LOW, rows[0]) | run_of(squares & !LOW, rows[1])
    }
}

#[inline(always)]
fn run_of(squares: u64, n: u32) -> u64 {
    let mut runs = squares;
    for i in 1..n {
        runs &= squares >> i;
    }
    runs
}

/// Whether either player holds a wall; `walls` by owner, at least 2.
#[inline(always)]
pub(super) fn holds_wall(squares: u64, walls: [u32; 2]) -> bool {
    runs(squares, walls) != 0
}

/// How many rows stand after a ply that share no n consecutive pieces with
/// what stood before it.
///
/// With R the runs after and K ⊆ R those that stood before, adding K to R
/// carries past the end of each run of R that holds a bit of K, and of no
/// other; the bit past an end is free.
#[inline(always)]
pub(super) fn formed(before: u64, after: u64, rows: [u32; 2]) -> u32 {
    let now = runs(after, rows);
    let kept = now & runs(before, rows);
    let ends = now << 1 & !now;
    (ends & !now.wrapping_add(kept)).count_ones()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn squares(a: &[u32], b: &[u32]) -> u64 {
        let set = |list: &[u32]| list.iter().fold(0u64, |set, s| set | 1 << s);
        set(a) | set(b) << 32
    }

    #[test]
    fn rows_are_counted_once_when_they_come_up() {
        let before = squares(&[1, 2, 5, 30], &[8]);
        assert_eq!(formed(before, squares(&[1, 2, 3, 30], &[8]), [2, 2]), 0);
        assert_eq!(formed(before, squares(&[1, 2, 3, 30], &[8]), [3, 3]), 1);
        assert_eq!(formed(before, squares(&[2, 5, 29, 30], &[8]), [2, 2]), 1);
        assert_eq!(formed(0, squares(&[1, 2], &[29, 30]), [2, 2]), 2);
        assert_eq!(formed(0, squares(&[30], &[1]), [2, 2]), 0);
    }

    #[test]
    fn walls_can_differ_by_owner() {
        let board = squares(&[1, 2], &[5, 6]);
        assert!(holds_wall(board, [2, 3]));
        assert!(!holds_wall(board, [3, 3]));
        assert_eq!(formed(0, board, [3, 2]), 1);
    }

    fn naive(before: u32, after: u32, n: u32) -> u32 {
        let held = |set: u32, s: u32| s <= 30 && set >> s & 1 == 1;
        let run = |set: u32, s: u32| (s..s + n).all(|s| held(set, s));
        let mut count = 0;
        let mut s = 1;
        while s <= 30 {
            let first = s;
            while held(after, s) {
                s += 1;
            }
            let is_row = s - first >= n;
            let was = (first..s).any(|x| x + n <= s && run(before, x));
            count += u32::from(is_row && !was);
            s += 1;
        }
        count
    }

    proptest! {
        #[test]
        fn agrees_with_walking_along_the_rows(
            before in any::<[u32; 2]>(), after in any::<[u32; 2]>(), n in 2u32..5
        ) {
            let track = |words: [u32; 2]| words.map(|word| word & 0x7fff_fffe);
            let (before, after) = (track(before), track(after));
            let join = |words: [u32; 2]| u64::from(words[0]) | u64::from(words[1]) << 32;
            let expected = naive(before[0], after[0], n) + naive(before[1], after[1], n);
            prop_assert_eq!(formed(join(before), join(after), [n, n]), expected);
        }
    }
}
