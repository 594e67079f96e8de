//! Small linear systems, by elimination with pivots.

use ndarray::Array2;

/// The solution X of A·X = B; `None` where A, which is square, is not regular.
pub fn solve(mut a: Array2<f64>, mut b: Array2<f64>) -> Option<Array2<f64>> {
    let n = a.nrows();
    for column in 0..n {
        let pivot = (column..n)
            .max_by(|&i, &j| a[[i, column]].abs().total_cmp(&a[[j, column]].abs()))
            .expect("a row is left");
        let lead = a[[pivot, column]];
        if lead == 0.0 || !lead.is_finite() {
            return None;
        }
        for k in 0..n {
            a.swap([column, k], [pivot, k]);
        }
        for k in 0..b.ncols() {
            b.swap([column, k], [pivot, k]);
        }
        for row in (0..n).filter(|&row| row != column) {
            let factor = a[[row, column]] / a[[column, column]];
            for k in column..n {
                a[[row, k]] -= factor * a[[column, k]];
            }
            for k in 0..b.ncols() {
                b[[row, k]] -= factor * b[[column, k]];
            }
        }
    }
    for row in 0..n {
        for k in 0..b.ncols() {
            b[[row, k]] /= a[[row, row]];
        }
    }
    Some(b)
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_system_is_solved_or_found_to_have_no_one_solution() {
        // The first pivot is not in the first row.
        let a = array![[0.0, 2.0], [4.0, 1.0]];
        assert_eq!(solve(a, array![[6.0], [7.0]]), Some(array![[1.0], [3.0]]));
        let singular = array![[1.0, 2.0], [2.0, 4.0]];
        assert_eq!(solve(singular, array![[1.0], [1.0]]), None);
    }
}
