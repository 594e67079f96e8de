//! Steps by Adam (D. Kingma, J. Ba, *Adam: a method for stochastic
//! optimization*, ICLR 2015).

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const SMALL: f32 = 1e-8;

/// How far the running means are from being full.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Warmth {
    mean: f32,
    square: f32,
}

impl Default for Warmth {
    fn default() -> Warmth {
        Warmth {
            mean: 1.0,
            square: 1.0,
        }
    }
}

impl Warmth {
    pub fn parts(self) -> [f32; 2] {
        [self.mean, self.square]
    }

    pub fn of_parts([mean, square]: [f32; 2]) -> Warmth {
        Warmth { mean, square }
    }

    /// One step further.
    pub fn next(&mut self) {
        self.mean *= KEEP_MEAN;
        self.square *= KEEP_SQUARE;
    }

    /// Moves `weights` against `gradient` by steps of about `rate`, and sets
    /// the gradient to 0; `means` and `squares` are the running means.
    pub fn step(
        self,
        rate: f32,
        weights: &mut [f32],
        gradient: &mut [f32],
        means: &mut [f32],
        squares: &mut [f32],
    ) {
        let (of_mean, of_square) = (1.0 / (1.0 - self.mean), 1.0 / (1.0 - self.square));
        let moments = means.iter_mut().zip(squares);
        for ((weight, slope), (mean, square)) in weights.iter_mut().zip(gradient).zip(moments) {
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * *slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * *slope * *slope;
            *weight -= rate * (*mean * of_mean) / ((*square * of_square).sqrt() + SMALL);
            *slope = 0.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bowl_is_descended() {
        let (mut x, mut means, mut squares) = ([3.0f32, -2.0], [0.0; 2], [0.0; 2]);
        let mut warmth = Warmth::default();
        for step in 0..2000 {
            let mut gradient = [2.0 * (x[0] - 1.0), 20.0 * (x[1] - 0.5)];
            warmth.next();
            let rate = 0.05 * (1.0 - step as f32 / 2000.0);
            warmth.step(rate, &mut x, &mut gradient, &mut means, &mut squares);
            assert_eq!(gradient, [0.0; 2]);
        }
        assert!(
            (x[0] - 1.0).abs() < 1e-3 && (x[1] - 0.5).abs() < 1e-3,
            "{x:?}"
        );
    }
}
